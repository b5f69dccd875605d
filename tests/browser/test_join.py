"""A phone joins with what its camera reads from the tablet: the picture itself is decoded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from desk import Desk
from page_games import opening, stroke


def test_the_qr_picture_leads_a_phone_to_its_player(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("congestion", ("Ann", "Bő"))
    tablet = referee_of()
    tablet.click("#tab-players")
    figure = tablet.locator(".codes figure", has_text="Bő")
    shot = cv2.imdecode(np.frombuffer(figure.locator("img").screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert shot is not None
    address = ""
    for scale in (2.0, 1.0, 1.5, 3.0):  # OpenCV's reader is choosier than a phone's
        larger = cv2.resize(shot, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        address = address or cv2.QRCodeDetector().detectAndDecode(larger)[0]
    assert address.endswith(f":{desk.server.port}/player#{figure.locator('code').inner_text()}")
    phone = page_of("/player#" + address.partition("#")[2], width=360, height=740)
    phone.wait_for_selector(".phone h1:has-text('Bő')")
    assert phone.evaluate("location.hash") == "", "the code is not left in the address"
    tablet.wait_for_selector("text=Bő has joined")
    again = page_of("/player#" + address.partition("#")[2], width=360, height=740)
    again.wait_for_selector("text=no such code, or it has been used")


def test_players_without_phones_take_turns_at_the_tablet_and_see_their_own_only(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("congestion", ("Ann", "Bő"))
    tablet = referee_of()
    tablet.click("#tab-players")
    where = {name: tablet.get_attribute(f'[data-key="here-{name}"]', "href") for name in ("Ann", "Bő")}
    shared = page_of(where["Ann"])
    shared.click('.question [data-key="pea-7"]')
    shared.click('[data-key="pea-show"]')
    shared.wait_for_selector("[data-secret=pea]:has-text('7')")
    shared.goto(f"{desk.url}/table")
    shared.goto(desk.url + where["Bő"])  # nobody has to log out first
    shared.wait_for_selector(".phone h1:has-text('Bő')")
    assert shared.locator("[data-secret=pea]").count() == 0
    shared.click('.question [data-key="pea-9"]')
    shared.click('[data-key="hand-on"]')
    shared.click('[data-key="hand-on"].sure')
    shared.wait_for_selector("#code")
    assert shared.evaluate("localStorage.length") == 0
    assert shared.locator(".secret").count() == 0


def test_what_is_ruled_at_length_fits_the_wall(desk: Desk, page_of: Callable[..., Any]) -> None:
    desk.begin("9ball-hu", ("Zoltán", "Ági"))
    board = page_of("/", width=1920, height=1080, language="hu")
    desk.tell(opening("9ball-hu", "1", [("6", "head-right")], ["2", "3", "4", "5"]))
    left = ["cue", *(str(n) for n in range(1, 10) if n != 6)]
    desk.tell(stroke(2, "1", left, [("9", "foot-left"), ("cue", "side-right")], ["1"]))
    said = {"kind": "protest", "of": 2, "by": "referee", "player": "Zoltán"}
    desk.tell({"type": "input", "t": 60.0, **said})
    board.wait_for_selector("text=óvás: Zoltán")
    assert board.evaluate("document.documentElement.scrollHeight") <= 1080
