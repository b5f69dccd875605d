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

STROKES = 60
POCKETS = ("foot-left", "side-left", "head-right")
MODELS = {"9ball": nine_ball, "8ball": eight_ball, "141": straight_pool}
ILLEGAL_BREAK = "illegal_break"


def _stroke(dice: random.Random, position: Position) -> Stroke:
    on_table = list(position.on_table)
    first = None
    if dice.random() < 0.93:
        first = on_table[0] if position.breaks and dice.random() < 0.8 else dice.choice(on_table)
    cue = dice.choice(("pocket", "off")) if dice.random() < 0.2 else "stays"
    cushions = ["cue"] if dice.random() < 0.4 else []
    if first is None:
        return Stroke(None, tuple(cushions), cue=cue)
    moved = dice.sample(on_table, min(len(on_table), dice.randint(0, 6 if position.breaks else 3)))
    fate = {ball: dice.random() for ball in moved}
    at_rail = 0.7 if position.breaks else 0.35
    cushions += [ball for ball in moved if fate[ball] < at_rail]
    off = [ball for ball in moved if fate[ball] > 0.94]
    pocketed = [(ball, dice.choice(POCKETS)) for ball in moved if at_rail <= fate[ball] <= 0.94]
    rest = [ball for ball in on_table if ball not in moved]
    touched = dice.choice(rest) if rest and dice.random() < 0.06 and not position.breaks else None
    return Stroke(first, tuple(cushions), tuple(pocketed), tuple(off), cue, touched)


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
    table = {"name": "9ft", "length_mm": 2540, "width_mm": 1270}
    records: list[dict[str, Any]] = [
        {"type": "session", "t": 0, "schema": 1, "game": game, "players": ["Ann", "Bo"], "table": table,
         "options": {"gen.two_foul_warning": "referee"}, "ball_set": "any", "ball_diameter_mm": 57.15}
    ]  # fmt: skip
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
    events: list[dict[str, Any]] = [{"kind": "strike", "ball": "cue"}]
    if stroke.first:
        events.append({"kind": "contact", "balls": ["cue", stroke.first]})
    events += [{"kind": "cushion", "ball": ball, "cushion": "foot", "x": 0, "y": 0} for ball in stroke.cushions]
    events += [{"kind": "pocket", "ball": ball, "pocket": pocket} for ball, pocket in stroke.pocketed]
    gone = [*stroke.off, *(["cue"] if stroke.cue == "off" else [])]
    events += [{"kind": "off-table", "ball": ball, "x": 0, "y": 0} for ball in gone]
    if stroke.cue == "pocket":
        events.append({"kind": "pocket", "ball": "cue", "pocket": "foot-right"})
    if stroke.touched:
        events.append({"kind": "touch", "ball": stroke.touched, "by": "hand"})
    timed = [event | {"t": round(3 + 0.1 * at, 3)} for at, event in enumerate(events)]
    records.append(
        {"type": "stroke", "t": 9, "number": 1, "t_start": 3, "t_end": 9, "struck": "cue",
         "first_contact": stroke.first, "events": timed}
    )  # fmt: skip
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
@pytest.mark.parametrize("part", range(5))
def test_strokes_are_ruled_as_the_plain_model_has_them(name: str, form: str, part: int) -> None:
    game = f"{name}-{form}"
    for seed in range(part * STROKES, (part + 1) * STROKES):
        dice = random.Random(f"{game} {seed}")
        position = _position(dice, name)
        stroke = _stroke(dice, position)
        position = _announced(dice, name, position, stroke)
        written: list[dict[str, Any]] = []
        lines = (json.dumps(record) + "\n" for record in _records(game, position, stroke))
        run_rules(lines, lambda line: written.append(json.loads(line)), None, (), {}, ("en",), False, silent)  # noqa: B023
        try:
            _compare(game, MODELS[name](form, position, stroke), written)
        except AssertionError as unlike:
            raise AssertionError(f"seed {seed}: {position} {stroke}: {unlike}") from unlike
