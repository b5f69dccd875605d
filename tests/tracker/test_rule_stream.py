"""What `callshot rule` writes, whatever it is told, is what the record stream's contract says."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from callshot.tracker.rule_command import run_rules

sys.path.insert(0, str(Path(__file__).parent))
from strict_records import faults

GAMES = ("congestion", "8ball-fi", "8ball-hu", "9ball-fi", "9ball-hu", "141-fi", "141-hu", "none")
BALLS = ("cue", "crazy-cue", "1", "1a", "2", "3b", "5", "8", "9", "9c", "12", "15", "21", "yellow", "brown", "blue")
ANSWERS: tuple[Any, ...] = (True, False, None, "accept", "5", "solids", 7, "called", {}, [], {"points": 9, "balls": 1})


def event(dice: random.Random) -> dict[str, Any]:
    kind = dice.choice(("contact", "cushion", "cushion", "pocket", "off-table", "touch", "jump", "return"))
    ball, other = dice.sample(BALLS, 2)
    return {"kind": kind, "ball": ball, "balls": [ball, other], "cushion": "foot", "pocket": "side-left", "over": []}


def told(dice: random.Random, asked: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Strokes, answers to what was asked and to what was not, the referee's own words."""
    number = 0
    for _ in range(25):
        what = dice.random()
        if what < 0.5:
            number += 1
            events = [event(dice) for _ in range(dice.randint(0, 4))]
            yield {"type": "stroke", "number": number, "struck": "cue", "first_contact": dice.choice(BALLS),
                   "events": events}  # fmt: skip
        elif what < 0.85 and asked:
            question = dice.choice(asked[-4:])
            value = dice.choice(question["candidates"] or ANSWERS) if dice.random() < 0.8 else dice.choice(ANSWERS)
            yield {"type": "input", "kind": "answer", "player": question["player"], "about": question["about"],
                   "value": value}  # fmt: skip
        else:
            yield dice.choice(
                (
                    {"type": "input", "by": "referee", "kind": "override", "fouls": [{"code": "no_cushion"}]},
                    {"type": "input", "by": "referee", "kind": "fact", "fact": "double_hit", "value": True},
                    {"type": "input", "by": "referee", "kind": "undo", "to": max(0, number - 1)},
                    {"type": "input", "kind": "safety", "player": "A"},
                )
            )


@pytest.mark.parametrize("game", GAMES)
def test_every_record_is_as_agreed(game: str) -> None:
    rulings = 0
    for seed in range(12):
        out: list[dict[str, Any]] = []
        asked: list[dict[str, Any]] = []

        def write(line: str, out: list[dict[str, Any]] = out, asked: list[dict[str, Any]] = asked) -> None:
            out.append(json.loads(line))
            if out[-1]["type"] == "question":
                asked.append(out[-1])

        said = told(random.Random(seed), asked)
        run_rules((json.dumps(r) for r in said), write, game, ("A", "B"), {}, show_state=True)
        assert faults(out) == []
        rulings += sum(r["type"] == "ruling" for r in out)
    assert rulings > 20 or game == "none"


@pytest.mark.parametrize("game", ["congestion", "9ball-fi", "9ball-hu"])
def test_every_question_and_foul_stands_under_a_clause(game: str) -> None:
    stroke = {"type": "stroke", "number": 1, "struck": "cue", "first_contact": "1", "events": [
        {"kind": "pocket", "ball": "1", "pocket": "side-left"},
        *({"kind": "cushion", "ball": b, "cushion": "foot"} for b in ("2", "3", "4", "5")),
    ], "uncertain": [{"fact": "events[0]", "candidates": [None], "confidence": 0.6}]}  # fmt: skip
    named = {"type": "input", "by": "referee", "kind": "override", "fouls": [{"code": "push"}]}
    out: list[dict[str, Any]] = []
    lines = (json.dumps(r) for r in (stroke, named))
    run_rules(lines, lambda line: out.append(json.loads(line)), game, ("A", "B"), {})
    assert faults(out) == []
    assert [f["code"] for r in out if r["type"] == "ruling" for f in r["fouls"]][-1:] == ["push"]
