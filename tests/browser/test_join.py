"""A phone joins with what its camera reads from the tablet: the picture itself is decoded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from desk import Desk


def test_the_qr_picture_leads_a_phone_to_its_player(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("congestion", ("Ann", "Bő"))
    tablet = referee_of()
    tablet.click("#tab-players")
    figure = tablet.locator(".codes figure", has_text="Bő")
    shot = cv2.imdecode(np.frombuffer(figure.locator("img").screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert shot is not None
    address, _, _ = cv2.QRCodeDetector().detectAndDecode(
        cv2.resize(shot, None, fx=2, fy=2, interpolation=cv2.INTER_AREA)
    )
    assert address.endswith(f":{desk.server.port}/player#{figure.locator('code').inner_text()}")
    phone = page_of("/player#" + address.partition("#")[2], width=360, height=740)
    phone.wait_for_selector(".phone h1:has-text('Bő')")
    assert phone.evaluate("location.hash") == "", "the code is not left in the address"
    tablet.wait_for_selector("text=Bő has joined")
    again = page_of("/player#" + address.partition("#")[2], width=360, height=740)
    again.wait_for_selector("text=no such code, or it has been used")
