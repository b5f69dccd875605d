"""A wall display has nobody to scroll it: what it says stands on it, however many play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from desk import Desk
from page_games import stroke

NAMES = ("Ann", "Bő", "Cy", "Dora", "Eero", "Ferenc", "Géza", "Helmi", "Iida")
HELD = (["21", "17"], ["20", "16"], [], ["19", "7"], ["15"], ["14"], ["12"], ["9", "8"], ["18"])
BALLS = ["cue", "crazy-cue", "5a", "5b", "6a", "13", "yellow", "blue", "brown", "1a", "12b"]


def nine_people(desk: Desk) -> None:
    """A game of Congestion that is entered, with everything that a player can have beside his balls."""
    desk.begin("congestion", NAMES)
    people = {
        name: {"stash": HELD[k], "whammies": k % 3, "foul_innings": k % 3} for k, name in enumerate(NAMES)
    }  # fmt: skip
    debts = [["Cy", "TABLE", "table"], ["Cy", "TABLE", "table"], ["Cy", "Ann", "green"]]
    desk.tell({"type": "state", "t": 0.0, "phase": "play", "shooter": "Bő", "players": people, "debts": debts})
    desk.tell(stroke(1, "5a", BALLS, [("6a", "side-right"), ("5b", "foot-left")], ["5a", "cue"]))
    assert not [record for record in desk.hub.records() if record["type"] == "notice"]


@pytest.mark.parametrize("language", ["en", "fi", "hu"])
def test_nine_people_and_the_ruling_stand_on_one_wall(desk: Desk, page_of: Callable[..., Any], language: str) -> None:
    nine_people(desk)
    board = page_of("/", width=1920, height=1080, language=language)
    board.wait_for_selector(".ruling .sign")
    assert board.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    bottom = "Math.max(...[...document.querySelectorAll('.ruling *')].map((e) => e.getBoundingClientRect().bottom))"
    assert board.evaluate(bottom) <= 1080
    tags = board.locator(".player:has-text('Cy') .tag")
    assert tags.last.inner_text().endswith("Ann") and tags.nth(tags.count() - 2).inner_text().endswith("× 2")


def test_going_back_before_the_first_stroke_shows_the_game_as_it_was_entered(
    desk: Desk, referee_of: Callable[..., Any]
) -> None:
    nine_people(desk)
    tablet = referee_of()
    tablet.click("#tab-undo")
    row = tablet.locator('li[data-key="to-0"]')
    assert "Ann 38" in row.inner_text() and "Iida 18" in row.inner_text()
    assert "Bő to play" in row.inner_text()
