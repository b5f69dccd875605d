"""After a match: who has won stands everywhere, nothing more is offered, and a new game is one tap away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from desk import Desk
from page_games import opening
from test_pages import serious

NINE_DOWN = opening("9ball-fi", "1", [("9", "foot-left")], ["2", "3", "4", "5"])


def test_who_has_won_stands_everywhere_and_the_next_game_is_one_tap(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any], phone_of: Callable[..., Any]
) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"), race="2")
    board, tablet, phone = page_of("/"), referee_of(), phone_of("Ann", language="hu")
    board.wait_for_selector("text=first to 2 racks")
    desk.tell(NINE_DOWN)
    tablet.wait_for_selector("text=Ann wins the rack")
    assert tablet.locator('[data-key="again"]').count() == 0
    desk.tell({**NINE_DOWN, "number": 2, "t": 60.0, "t_start": 55.0, "t_end": 60.0})
    for page, text in (
        (board, "Ann wins the match"),
        (tablet, "Ann wins the match"),
        (phone, "A mérkőzést Ann nyerte"),
    ):
        page.wait_for_selector(f".over:has-text('{text}')")
        assert page.locator('[data-key="push-out"], [data-key="safety"], [data-key="clip"]').count() == 0
        assert serious(page) == []
    tablet.click('[data-key="again"]')
    desk.wait_for("session", 1)
    tablet.wait_for_timeout(200)
    (again,) = desk.commands
    assert again.name == "session"
    assert (again.values["game"], again.values["players"], again.values["options"]) == (
        "9ball-fi", ["Ann", "Bő"], {"race": "2"},
    )  # fmt: skip
    tablet.click("#tab-undo")
    tablet.click('[data-key="undo-1"]')
    board.wait_for_selector(".over", state="detached")
    tablet.wait_for_selector('[data-key="clip"]')


def test_a_push_out_is_offered_where_the_rules_offer_one(
    desk: Desk, referee_of: Callable[..., Any], phone_of: Callable[..., Any]
) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    tablet, phone = referee_of(), phone_of("Ann")
    tablet.wait_for_selector('[data-key="clip"]')
    assert tablet.locator('[data-key="push-out"]').count() == phone.locator('[data-key="push-out"]').count() == 0
    desk.tell(opening("9ball-fi", "1", [("6", "head-right")], ["2", "3", "4", "5"]))
    phone.click('[data-key="push-out"]')
    tablet.wait_for_selector(".announced >> text=push-out")
    tablet.wait_for_selector("text=May choose: push-out")


def test_a_player_who_conceded_by_mistake_plays_on(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    desk.tell(opening("9ball-fi", "1", [("6", "head-right")], ["2", "3", "4", "5"]))
    board, tablet = page_of("/"), referee_of()
    tablet.click("#tab-undo")
    assert tablet.locator('[data-key="undo-said"]').count() == 0
    tablet.click("#tab-players")
    tablet.click('[data-key="concede-Ann"]')
    board.wait_for_selector(".over:has-text('Bő wins the match')")
    tablet.click("#tab-undo")
    tablet.wait_for_selector(".preview:first-child >> text=Ann to play")
    tablet.click('[data-key="undo-said"]')
    board.wait_for_selector("text=Ann to play")
    assert board.locator(".over").count() == 0
    tablet.click("#tab-undo")
    assert tablet.locator('[data-key="undo-said"]').count() == 0


def test_a_rack_that_the_referee_ended_says_that_it_was_his_decision(desk: Desk, page_of: Callable[..., Any]) -> None:
    """Not "by the rules", and no word of the program's own."""
    desk.begin("9ball-fi", ("Ann", "Bő"), race="2")
    pages = [page_of("/", language=language) for language in ("en", "fi", "hu")] + [page_of("/history")]
    desk.tell(opening("9ball-fi", "1", [("7", "foot-left")], ["2", "3"]))
    over = {"what": "rack", "winner": "Bő"}
    desk.tell({"type": "input", "t": 30.0, "by": "referee", "kind": "override", "over": over})
    wanted = ("the referee's decision", "tuomarin päätös", "a játékvezető döntése", "the referee's decision")
    for page, text in zip(pages, wanted, strict=True):
        page.wait_for_selector(f"main >> text={text} >> nth=0")
        assert "override" not in page.inner_text("main")
