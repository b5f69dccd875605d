"""Two fouls in a row: whether the player was warned stands in words on the wall, and is said with one touch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from desk import Desk
from page_games import opening, stroke
from playwright.sync_api import expect

NINE = ["cue", *(str(n) for n in range(1, 10))]
WORDS = {
    "en": ("fouls in a row: 2 – warned", "fouls in a row: 2 – not warned yet"),
    "fi": ("virheitä peräkkäin: 2 – varoitettu", "virheitä peräkkäin: 2 – ei vielä varoitettu"),
    "hu": ("hibák egymás után: 2 – figyelmeztetve", "hibák egymás után: 2 – még nincs figyelmeztetve"),
}


def lawful(number: int) -> dict[str, Any]:
    return stroke(number, "1", NINE, [], ["4"])


def foul(number: int) -> dict[str, Any]:
    return stroke(number, "2", NINE, [], ["4"])


def two_fouls(desk: Desk, **options: str) -> None:
    """Bő has fouled twice and is at the table."""
    desk.begin("9ball-fi", ("Ann", "Bő"), **options)
    desk.tell(opening("9ball-fi", "1", [], ["1", "2", "3", "4"]))
    for each in (lawful(2), lawful(3), foul(4), lawful(5), foul(6), lawful(7)):
        desk.tell(each)


@pytest.mark.parametrize("language", ["en", "fi", "hu"])
def test_the_programs_own_warning_stands_on_the_wall_in_words(
    desk: Desk, page_of: Callable[..., Any], language: str
) -> None:
    board = page_of("/", language=language)
    two_fouls(desk)
    tag = board.locator(".player:has-text('Bő') .tag.warn")
    expect(tag).to_have_text(f"⚠ {WORDS[language][0]}")  # it is given as he comes to the table
    desk.tell(lawful(8))  # the run is over, and the warning with it
    tag.wait_for(state="detached")


def test_the_referee_warns_with_one_touch_and_takes_it_back(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    board, tablet = page_of("/"), referee_of()
    two_fouls(desk, **{"gen.two_foul_warning": "referee"})
    warned, not_yet = WORDS["en"]
    tag = board.locator(".player:has-text('Bő') .tag.warn")
    board.wait_for_selector(f"text={not_yet}")
    tablet.click('[data-key="warned"]')
    board.wait_for_selector(f"text={warned}")
    tablet.wait_for_selector('[data-key="warned"][aria-pressed=true]')
    tablet.click('[data-key="warned"]')
    board.wait_for_selector(f"text={not_yet}")
    tablet.click('[data-key="warned"]')
    board.wait_for_selector(f"text={warned}")
    tablet.click("#tab-undo")
    said = tablet.locator("li.preview").first
    assert not_yet in said.inner_text(), "what would stand after it was taken back"
    tablet.click('[data-key="undo-said"]')
    board.wait_for_selector(f"text={not_yet}")
    board.reload()
    board.wait_for_selector(f"text={not_yet}")
    desk.tell(foul(8))  # without a warning it counts as the second
    board.wait_for_selector("text=Stroke 8: foul")
    desk.tell(lawful(9))
    expect(tag).to_have_text(f"⚠ {not_yet}")
    tablet.wait_for_selector(".next:has-text('Bő')")
    tablet.click('[data-key="warned"]')
    board.wait_for_selector(f"text={warned}")
    desk.tell(foul(10))
    board.wait_for_selector("text=three fouls in a row")
    assert tag.count() == 0
    assert not [record for record in desk.hub.records() if record.get("code") == "refused"]


def test_strokes_taken_back_and_played_again_keep_their_warnings(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    board, tablet = page_of("/"), referee_of()
    two_fouls(desk)
    warned, not_yet = WORDS["en"]
    board.wait_for_selector(f"text={warned}")
    tablet.click("#tab-undo")
    tablet.click('[data-key="undo-6"]')
    board.wait_for_selector(f"text={not_yet}")
    tablet.click("#tab-undo")
    tablet.click('[data-key="redo-7"]')
    board.wait_for_selector(f"text={warned}")


def test_a_game_without_the_duty_speaks_of_no_warning(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    board, tablet = page_of("/"), referee_of()
    desk.begin("8ball-fi", ("Ann", "Bő"))
    desk.tell(opening("8ball-fi", "10", [("cue", "foot-left")], ["2", "3", "4", "5"]))
    balls = ["cue", *(str(n) for n in range(1, 16))]
    for number in (2, 3):
        desk.tell(stroke(number, "1", balls, [("cue", "foot-left")], ["4"]))
    board.wait_for_selector("text=fouls in a row: 2")
    assert board.locator(".tag.warn").count() == 0
    tablet.wait_for_selector("text=Stroke 3: foul")
    assert tablet.locator('[data-key="warned"]').count() == 0


def test_a_game_is_entered_with_who_was_warned(
    desk: Desk, page_of: Callable[..., Any], referee_of: Callable[..., Any]
) -> None:
    desk.begin("9ball-hu", ("Ann", "Bő"))
    board, tablet = page_of("/"), referee_of()
    tablet.click("#tab-state")
    tablet.fill("#st-fouls-1", "2")
    tablet.select_option("#st-shooter", "Bő")
    tablet.select_option("#st-warned", "Bő")
    tablet.click(".entry button[type=submit]")
    tablet.wait_for_selector("#tab-now[aria-selected=true]")
    state = desk.commands[-1].values["state"]
    assert (state["warned"], state["fouls"]) == ("Bő", {"Ann": 0, "Bő": 2})
    desk.tell({"type": "state", "t": 0.0, **{k: v for k, v in state.items() if k != "on_table"}})
    desk.tell(stroke(1, "2", NINE, [], ["4"]))
    board.wait_for_selector("text=three fouls in a row")
