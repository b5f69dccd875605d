"""A Congestion game of three: phones, tablet and display apart, every question answered by touch, peas kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from desk import Desk
from page_games import stroke

PLAYERS = ("Ann", "Bő", "Cy")
PEAS = {"Ann": 8, "Bő": 9, "Cy": 14}
BALLS = ["cue", "crazy-cue", "1a", "2a", "3a", "4a", "5a", "6a", "7a", "14b", "blue", "brown", "yellow"]
HELD = {"Ann": ["21", "20", "19", "18", "17", "16", "15", "15", "15", "14"], "Bő": ["5", "9"], "Cy": ["12"]}


def touch(page: Any, text: str) -> None:
    page.click(f'.question .choices button:has-text("{text}")')


def test_a_game_of_three_with_peas_swaps_an_undo_and_a_confirmed_win(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any], phone_of: Callable[..., Any]
) -> None:
    desk.begin("congestion", PLAYERS)
    sent: dict[str, list[str]] = {}

    def watched(name: str, page: Any) -> Any:
        sent[name] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: sent[name].append(str(text))))
        page.reload()
        page.wait_for_selector("main")
        return page

    board, tablet = watched("board", page_of("/", width=1920, height=1080)), watched("tablet", referee_of())
    phones = {player: watched(player, phone_of(player)) for player in PLAYERS}
    holders = {player: {"stash": balls} for player, balls in HELD.items()}
    desk.tell({"type": "state", "t": 0.0, "phase": "play", "shooter": "Ann", "players": holders})
    for player, phone in phones.items():  # what was asked before the game was entered is asked no more: it is told
        phone.wait_for_selector(".question", state="detached")
        phone.click("summary >> text=Enter or draw a number")
        phone.click(f'[data-key="pea-{PEAS[player]}"]')
        phone.wait_for_selector('[data-key="pea-show"]')
    desk.wait_for("input", 3)
    assert [r["text"] for r in desk.hub.records() if r["type"] == "notice"] == []
    phones["Ann"].click('[data-key="pea-show"]')
    assert "8, total 178" in phones["Ann"].inner_text("[data-secret=pea]")
    assert phones["Bő"].locator("[data-secret=pea]").count() == 0

    # A blue whammy: Ann and each opponent pick a ball in secret, then the balls are swapped.
    desk.tell(stroke(1, "5a", BALLS, [("blue", "foot-left")], ["5a"]))
    board.wait_for_selector("text=Waiting for an answer")
    phones["Ann"].wait_for_selector("text=which ball do you give Bő in the swap?")
    touch(phones["Ann"], "14")
    touch(phones["Bő"], "9")
    phones["Ann"].wait_for_selector("text=which ball do you give Cy in the swap?")
    board.wait_for_selector("text=Ann and Bő swap: the 14 for the 9.")
    # It was not blue but the 14: the stroke is taken back before it goes further.
    tablet.click("#tab-undo")
    tablet.click('[data-key="undo-0"]')
    desk.wait_for("input", 6)
    assert desk.hub.records()[-1]["type"] in ("input", "ruling", "question", "layout")
    board.wait_for_selector("text=Waiting for an answer", state="detached")

    desk.tell(stroke(1, "5a", BALLS, [("14b", "foot-left")], ["5a"]))
    board.wait_for_selector("text=Ann scores the 14.")
    board.wait_for_selector(".player.up >> text=184")
    left = [ball for ball in BALLS if ball != "14b"]
    desk.tell(stroke(2, "5a", left, [("4a", "foot-left")], ["5a"]))
    board.wait_for_selector(".player >> text=188")
    phones["Ann"].wait_for_selector("text=8, total 196")
    phones["Ann"].click('[data-key="declare-win"]')
    phones["Ann"].click('[data-key="declare-win"]')
    tablet.click("#tab-now")
    tablet.wait_for_selector("text=do balls and pea make the final score?")
    touch(tablet, "yes")
    board.wait_for_selector("text=Ann wins the match: final score reached")

    for name, frames in sent.items():
        text = "\n".join(frames)
        assert text.count('"type":"ruling"') >= 4, name
        for other in PLAYERS:
            assert (f'"private_to":"{other}"' in text) == (other == name), (name, other)


def test_a_wrong_code_is_refused_and_a_right_one_works_once(desk: Desk, page_of: Callable[..., Any]) -> None:
    desk.begin("congestion", PLAYERS)
    phone, thief = page_of("/player", width=360, height=740), page_of("/player", width=360, height=740)
    code = desk.server.service.access.codes()["Cy"]
    for page, typed in ((phone, "WRONGONE"), (phone, code), (thief, code)):
        page.fill("#code", typed)
        page.click("main button[type=submit]")
        page.wait_for_selector(".phone" if page is phone and typed == code else "text=no such code")
    assert phone.inner_text(".me h1").strip().endswith("Cy")
    assert thief.locator(".phone").count() == 0


def test_a_forecast_is_asked_on_the_phone_and_stays_until_it_is_told(desk: Desk, phone_of: Callable[..., Any]) -> None:
    desk.begin("congestion", PLAYERS, option_3="yes")
    phone, other = phone_of("Ann"), phone_of("Bő")
    other.click('.question [data-key="pea-9"]')  # a ruling comes between
    desk.wait_for("ruling", 1)
    phone.fill('.question input[id$="-a"]', "12")
    phone.fill('.question input[id$="-b"]', "2")
    phone.click('.question button:has-text("Send")')
    desk.wait_for("input", 2)
    said = next(r for r in desk.hub.records() if r.get("about") == "prediction" and r["type"] == "input")
    assert said["value"] == {"points": 12, "balls": 2}


def test_a_number_that_the_game_did_not_take_is_not_shown_as_held(desk: Desk, phone_of: Callable[..., Any]) -> None:
    """The break came first: what was asked before it is asked no more, and can be said without being asked for."""
    desk.begin("congestion", PLAYERS)
    ann, second = PLAYERS[:2]
    phone, other = phone_of(ann), phone_of(second, language="fi")
    late = {"kind": "answer", "about": "pea_value", "value": 3, "private_to": ann}
    phone.wait_for_selector(".question")
    desk.tell(
        stroke(1, "1a", ["cue", "crazy-cue", "1a", "2a", "3a", "4a"], [("1a", "foot-left")], ["1a", "2a", "3a", "4a"])
    )
    phone.wait_for_selector(".question", state="detached")
    desk.tell({"type": "input", "t": 30.0, "by": "player", "player": ann, **late})  # as from a page that was slower
    phone.wait_for_selector("[role=alert]:has-text('nobody asked')")
    assert phone.locator('[data-key="pea-show"]').count() == 0
    assert other.locator("main [role=alert]").count() == 0
    phone.click('[data-key="pea-enter"] summary')
    phone.click('[data-key="pea-3"]')
    phone.click('[data-key="pea-show"]')
    phone.wait_for_selector("[data-secret=pea]:has-text('3')")
    assert phone.locator("main [role=alert]").count() == 0
