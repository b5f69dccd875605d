"""A rack is one wherever it stands near the foot spot; where the balls tell neither break nor play, a person does."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import Any

import pytest

from callshot.rules.game import Setting
from callshot.rules.in_progress import racked
from callshot.rules.notation import parse_stroke
from callshot.rules.pool_state import PoolState, Side
from callshot.rules.racks import GAME_RACKS, RACKS
from callshot.rules.vocabulary import Ball, Input

SETTING = Setting(("X", "Y"))
GAMES = ("8ball-fi", "8ball-hu", "9ball-fi", "9ball-hu", "141-fi", "141-hu")
FIXED = {"8ball": {4: "8"}, "9ball": {0: "1", 4: "9"}, "141": {}}


def rack(game: str, dx: float = 0.0, dy: float = 0.0, turn: float = 0.0) -> dict[str, tuple[float, float]]:
    """A lawful rack, moved and turned (degrees, about its middle)."""
    places = RACKS[GAME_RACKS[game][0]](SETTING).places
    fixed = FIXED[game.partition("-")[0]]
    free = iter([str(n) for n in range(1, len(places) + 1) if str(n) not in fixed.values()])
    labels = [fixed[k] if k in fixed else next(free) for k in range(len(places))]
    middle = sum(p.y_mm for p in places) / len(places)
    c, s = cos(radians(turn)), sin(radians(turn))
    return {
        b: (dx + c * p.x_mm - s * (p.y_mm - middle), dy + middle + s * p.x_mm + c * (p.y_mm - middle))
        for b, p in zip(labels, places, strict=True)
    }


def words(balls: dict[str, tuple[float, float]]) -> str:
    return "~cue:0,-900 " + " ".join(f"~{b}:{x:.1f},{y:.1f}" for b, (x, y) in balls.items())


def seen(balls: dict[str, tuple[float, float]]) -> tuple[Ball, ...]:
    return tuple(Ball(b, b, x, y) for b, (x, y) in balls.items())


def state(setting: Setting = SETTING) -> PoolState:
    return PoolState(setting, "X", "X", tuple(str(n) for n in range(1, 10)), (Side(), Side()))


@pytest.mark.parametrize("dy", [0, -99, -250, 150])
def test_break_with_the_nine_on_the_foot_spot_is_a_break(table: Any, dy: float) -> None:
    t = table("9ball-hu").play(f"cue>1 2|foot {words(rack('9ball-hu', dy=dy))}")
    assert t.fouls == [("illegal_break", "HU-III.2.2.5")]


def test_push_out_is_offered_after_a_break_of_such_a_rack(table: Any) -> None:
    balls = words(rack("9ball-fi", dy=-99))
    t = table("9ball-fi").play(f"cue>1 1|foot 2|foot 3|left-foot 4|right-foot {balls}")
    assert t.latest.next.options == ("push-out",)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("dx", "dy", "turn"), [(0, 0, 0), (20, -99, 0), (-30, 120, 4), (0, -250, -4)])
def test_racks_stand_wherever_they_are_set(game: str, dx: float, dy: float, turn: float) -> None:
    assert racked(game, state(), seen(rack(game, dx, dy, turn))) is True


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("dx", "dy"), [(0, -450), (200, 0), (-250, -1100)])
def test_a_whole_rack_is_one_wherever_it_was_set(game: str, dx: float, dy: float) -> None:
    balls = rack(game, dx, dy)
    assert racked(game, state(), seen(balls)) is True
    loose = dict(list(balls.items())[:-1])
    assert racked(game, state(), seen(loose)) is False, "a ball is gone: balls that lie together in play"
    last = list(balls)[-1]
    assert racked(game, state(), seen(balls | {last: (500.0, 900.0)})) is False


def test_the_break_of_a_rack_far_off_its_place_is_a_break(table: Any) -> None:
    t = table("9ball-hu").play(f"cue>1 2|foot {words(rack('9ball-hu', dy=-450))}")
    assert t.fouls == [("illegal_break", "HU-III.2.2.5")]


@pytest.mark.parametrize("game", GAMES)
def test_spread_balls_are_no_rack(game: str) -> None:
    labels = rack(game)
    spread = {b: (-500 + 137 * (7 * k % 8), -900 + 131 * k) for k, b in enumerate(labels)}
    assert racked(game, state(), seen(spread)) is False


def broken_a_little() -> dict[str, tuple[float, float]]:
    """Nine balls, three of them gone from the rack."""
    balls = rack("9ball-fi", dy=-99)
    far = sorted(balls, key=lambda b: -hypot(balls[b][0], balls[b][1] - 536))[:3]
    return balls | {b: (-400 + 300 * k, 100 * k) for k, b in enumerate(far)}


def test_a_rack_that_may_be_broken_is_asked_about_where_it_matters(table: Any) -> None:
    stroke = f"cue>1 1|foot 2|foot 3|left-foot 4|right-foot {words(broken_a_little())}"
    t = table("9ball-fi").play(stroke)
    assert (t.question.about, t.question.candidates) == ("on_break", (True, False))
    t.answer("on_break", False)
    assert t.latest.next.options == ()
    t = table("9ball-fi").play(stroke).answer("on_break", True)
    assert t.latest.next.options == ("push-out",)


def test_a_whole_rack_is_a_break_whatever_is_said(table: Any) -> None:
    t = table("9ball-fi").play(f"cue>1 1|foot 2|foot 3|left-foot 4|right-foot {words(rack('9ball-fi'))}")
    assert t.said.questions == ()
    t.feed(Input(0.0, "referee", "fact", None, {"fact": "on_break", "value": False}))
    assert "on_break can't be false" in (t.said.refused or "")


@pytest.mark.parametrize(
    ("game", "clause"),
    [("8ball-fi", "FI-8.2.a"), ("8ball-hu", "HU-I.5.b"), ("9ball-fi", "FI-9.2.a"), ("9ball-hu", "HU-I.5.b"),
     ("141-fi", "FI-10.2.a"), ("141-hu", "HU-I.5.b")],
)  # fmt: skip
def test_whether_it_is_the_break_is_asked_under_the_clause_of_the_break(table: Any, game: str, clause: str) -> None:
    t = table(game)
    balls = rack(game)
    far = sorted(balls, key=lambda b: -balls[b][1])[:3]
    t.feed(parse_stroke(f"#1 cue>1 1|foot {words(balls | {b: (-400 + 300 * k, 100 * k) for k, b in enumerate(far)})}"))
    (asked,) = [q for q in t.said.questions if q.about == "on_break"]
    assert (asked.clause, asked.candidates, asked.asks) == (clause, (True, False), "referee")
