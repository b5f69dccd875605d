"""A recording that begins in the middle of a rack."""

from __future__ import annotations

import pytest

from callshot.rules.game import Setting
from callshot.rules.racks import GAME_RACKS, RACKS
from callshot.tracker.midgame import entered
from callshot.tracker.session import Record
from callshot.tracker.strokes.bed import Bed


def layout(*labels: str) -> Record:
    return {"type": "layout", "t": 0.3, "balls": [{"id": n, "label": n, "x": 0.0, "y": 0.0} for n in labels]}


def test_balls_that_are_seen_are_on_the_table() -> None:
    state, notice = entered("9ball-fi", layout("cue", "9", "3", "7"))
    assert state["on_table"] == ["3", "7", "9"]
    assert state["phase"] == "play"
    assert notice["code"] == "game-in-progress"


def test_the_ball_that_ends_the_rack_is_only_hidden() -> None:
    state, notice = entered("8ball-hu", layout("cue", "1"))
    assert state["on_table"] == ["1", "8"]
    assert notice["level"] == "warning"
    assert "object balls seen: 1," in notice["text"]
    assert "the 8 is not seen" in notice["text"]


def test_seen_balls_are_counted_as_seen() -> None:
    _, notice = entered("8ball-hu", layout("cue", "1", "8"))
    assert notice["level"] == "info"
    assert notice["text"].endswith("object balls seen: 2, the break is past, the player named first is at the table")


@pytest.mark.parametrize("game", ["8ball-fi", "8ball-hu"])
def test_groups_are_not_known(game: str) -> None:
    state, _ = entered(game, layout("cue", "1", "8"))
    assert state["groups"] is None


@pytest.mark.parametrize("game", ["9ball-fi", "141-hu"])
def test_other_games_have_no_groups(game: str) -> None:
    state, _ = entered(game, layout("cue", "1", "9"))
    assert "groups" not in state


def test_a_whole_rack_is_still_to_be_broken() -> None:
    assert entered("9ball-hu", layout("cue", *map(str, range(1, 10)))) == []


def test_an_unread_ball_keeps_the_game_as_it_is() -> None:
    assert entered("9ball-fi", layout("cue", "9", "ball")) == []


def test_other_games_and_an_empty_table_are_left_alone() -> None:
    assert entered("congestion", layout("cue", "9")) == []
    assert entered("none", layout("cue", "9")) == []
    assert entered("9ball-fi", layout()) == []


BED = Bed(2540.0, 1270.0, 57.15)


@pytest.mark.parametrize("dy_mm", [0.0, -99.0])
@pytest.mark.parametrize("game", ["8ball-fi", "9ball-hu", "141-fi"])
def test_a_rack_of_which_a_ball_is_not_seen_is_still_to_be_broken(game: str, dy_mm: float) -> None:
    places = RACKS[GAME_RACKS[game][0]](Setting(("Ann", "Bo"))).places[:-1]
    balls = [{"id": str(n), "label": str(n), "x": p.x_mm, "y": p.y_mm + dy_mm} for n, p in enumerate(places, 1)]
    assert entered(game, {"type": "layout", "t": 0.3, "balls": balls}, BED) == []


def test_spread_balls_on_a_known_table_are_entered() -> None:
    balls = [
        {"id": b, "label": b, "x": 70.0 * k - 300, "y": 110.0 * k} for k, b in enumerate(("1", "2", "9", "5", "4"))
    ]
    state, _ = entered("9ball-fi", {"type": "layout", "t": 0.3, "balls": balls}, BED)
    assert state["on_table"] == ["1", "2", "4", "5", "9"]
