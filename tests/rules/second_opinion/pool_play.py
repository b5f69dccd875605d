"""Random strokes of the pool games as facts and as records."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tests.rules.second_opinion.pool_model import Position, Stroke

POCKETS = ("foot-left", "side-left", "head-right")


def session(game: str, options: Mapping[str, str]) -> dict[str, Any]:
    table = {"name": "9ft", "length_mm": 2540, "width_mm": 1270}
    return {
        "type": "session", "t": 0, "schema": 1, "game": game, "players": ["Ann", "Bo"], "table": table,
        "options": dict(options), "ball_set": "any", "ball_diameter_mm": 57.15,
    }  # fmt: skip


def random_stroke(dice: random.Random, position: Position) -> Stroke:
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


def stroke_record(stroke: Stroke, number: int) -> dict[str, Any]:
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
    t = 20.0 * number
    return {
        "type": "stroke", "t": t + 9, "number": number, "t_start": t, "t_end": t + 9, "struck": "cue",
        "first_contact": stroke.first,
        "events": [event | {"t": round(t + 0.1 * at, 3)} for at, event in enumerate(events)],
    }  # fmt: skip
