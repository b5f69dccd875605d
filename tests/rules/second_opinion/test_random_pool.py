"""Seeded strokes of the pool games are ruled as the plain model has them."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from callshot.tracker.rule_command import run_rules, silent
from tests.rules.second_opinion.pool_model import (
    SOLIDS,
    STRIPES,
    Expected,
    Position,
    Stroke,
    eight_ball,
    in_order,
    nine_ball,
    straight_pool,
)
from tests.rules.second_opinion.pool_play import POCKETS, random_stroke, session, stroke_record

STROKES = 60
MODELS = {"9ball": nine_ball, "8ball": eight_ball, "141": straight_pool}
ILLEGAL_BREAK = "illegal_break"


def _position(dice: random.Random, game: str) -> Position:
    breaks = dice.random() < 0.3
    run = 0 if breaks else dice.choice((0, 0, 1, 2))
    warned = run == 2 and dice.random() < 0.6
    if game == "9ball":
        rest = range(1, 9) if breaks else dice.sample(range(1, 9), dice.randint(0, 7))
        balls = in_order([*map(str, rest), "9"])
        return Position(tuple(balls), run, warned, push_out=not breaks and dice.random() < 0.2, breaks=breaks)
    if game == "141":
        balls = in_order(map(str, range(1, 16) if breaks else dice.sample(range(1, 16), dice.randint(8, 15))))
        return Position(tuple(balls), run, warned, points=0 if breaks else dice.randint(-5, 20), breaks=breaks)
    group = None if breaks or dice.random() < 0.3 else "solids"
    own = [ball for ball in SOLIDS if group is None or dice.random() < 0.4]
    others = [ball for ball in STRIPES if group is None or dice.random() < 0.6]
    return Position(tuple(in_order([*own, *others, "8"])), run, group=group, breaks=breaks)


def _announced(dice: random.Random, game: str, position: Position, stroke: Stroke) -> Position:
    """Mostly a call of what falls, in the pocket where it falls."""
    if game == "9ball" or (game == "8ball" and position.breaks):
        return position
    known = {name: getattr(position, name) for name in position.__slots__}
    if dice.random() < 0.3:
        return Position(**known | {"safety": True})
    mine = [ball for ball in position.on_table if ball in SOLIDS] or ["8"]
    callable_balls = mine if position.group else [ball for ball in position.on_table if game == "141" or ball != "8"]
    fallen = [(ball, pocket) for ball, pocket in stroke.pocketed if ball in callable_balls]
    called = dice.choice(fallen) if fallen and dice.random() < 0.8 else (dice.choice(callable_balls), POCKETS[0])
    if dice.random() < 0.15:
        called = (called[0], dice.choice(POCKETS))
    return Position(**known | {"called": called})


def _records(game: str, position: Position, stroke: Stroke) -> list[dict[str, Any]]:
    records = [session(game, {"gen.two_foul_warning": "referee"})]
    if not position.breaks:
        state = {"type": "state", "t": 0, "shooter": "Ann", "phase": "play", "on_table": list(position.on_table)}
        state |= {"fouls": {"Ann": position.run}, "warned": "Ann" if position.warned else None}
        if position.group:
            state["groups"] = {"Ann": "solids", "Bo": "stripes"}
        if game.startswith("141"):
            state["score"] = {"Ann": {"points": position.points}}
        records.append(state | ({"push_out": True} if position.push_out else {}))
    said = {"type": "input", "t": 1, "by": "player", "player": "Ann"}
    if position.called:
        records.append(said | {"kind": "call", "ball": position.called[0], "pocket": position.called[1]})
    elif position.safety or position.push_out:
        records.append(said | {"kind": "safety" if position.safety else "push-out"})
    records.append(stroke_record(stroke, 1))
    return records


def _compare(game: str, expected: Expected, written: list[dict[str, Any]]) -> None:
    assert not [record for record in written if record["type"] == "notice"], written
    ruling = next(record for record in reversed(written) if record["type"] == "ruling" and record["of"] == 1)
    asked = [record for record in written if record["type"] == "question" and "of" in record]
    fouls = {foul["code"] for foul in ruling["fouls"]}
    if "no_object_ball" in expected.fouls:
        fouls.discard(ILLEGAL_BREAK)  # that nothing was hit says it
    assert fouls == expected.fouls
    if expected.choices:
        assert [set(question["candidates"]) for question in asked] == [expected.choices]
        assert (asked[0]["player"], ruling["next"]) == (expected.chooser, None)
    else:
        assert not asked
    if expected.spot is not None:
        assert [spot["ball"] for spot in ruling["spot"]] == expected.spot
    if expected.winner:
        assert ruling["over"]["winner"] == expected.winner
        return
    assert ruling["over"] is None
    if expected.next_player:
        assert (ruling["next"]["player"], ruling["next"]["cue_ball"]) == (expected.next_player, expected.cue_ball)
    score = ruling["score"]["Ann"]
    assert score["fouls"] == expected.run
    if game.startswith("141"):
        assert score["points"] == expected.points
    if game.startswith("8ball"):
        assert score["group"] == expected.group


@pytest.mark.parametrize("form", ["fi", "hu"])
@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("part", range(2))
def test_strokes_are_ruled_as_the_plain_model_has_them(name: str, form: str, part: int) -> None:
    game = f"{name}-{form}"
    for seed in range(part * STROKES, (part + 1) * STROKES):
        dice = random.Random(f"{game} {seed}")
        position = _position(dice, name)
        stroke = random_stroke(dice, position)
        position = _announced(dice, name, position, stroke)
        written: list[dict[str, Any]] = []
        lines = (json.dumps(record) + "\n" for record in _records(game, position, stroke))
        run_rules(lines, lambda line: written.append(json.loads(line)), None, (), {}, ("en",), False, silent)  # noqa: B023
        try:
            _compare(game, MODELS[name](form, position, stroke), written)
        except AssertionError as unlike:
            raise AssertionError(f"seed {seed}: {position} {stroke}: {unlike}") from unlike
