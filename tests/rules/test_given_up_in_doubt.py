"""A game that is given up while a fact of its last stroke is open: it is won, and the board says so."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.tracker.rule_command import RuleSession

Record = dict[str, Any]


def stroke(number: int, first: str, *, open_between: tuple[str, str] | None = None) -> Record:
    t = 10.0 * number
    doubt = [{"fact": "first_contact", "candidates": list(open_between), "confidence": 0.6}] if open_between else []
    events = [
        {"t": t, "kind": "strike", "ball": "cue"},
        {"t": t + 0.2, "kind": "contact", "balls": ["cue", first]},
        *({"t": t + 0.5 + k / 10, "kind": "cushion", "ball": b, "cushion": "foot"} for k, b in enumerate("2345")),
    ]
    return {
        "type": "stroke", "t": t + 3, "number": number, "t_start": t, "t_end": t + 3, "struck": "cue",
        "first_contact": first, "events": events, "uncertain": doubt,
    }  # fmt: skip


@pytest.mark.parametrize(("race", "what"), [("1", "match"), ("3", "rack")])
@pytest.mark.parametrize("game", ["8ball-fi", "9ball-fi"])
def test_a_rack_that_is_given_up_counts_for_the_other(game: str, race: str, what: str) -> None:
    out: list[Record] = []
    rules = RuleSession(out.append, game, ("Ann", "Bo"), {"race": race})
    rules.take({"type": "session", "t": 0.0}, 1)
    rules.take(stroke(1, "1"), 2)
    for record in list(out):
        if record["type"] == "question":
            answer = {"kind": "answer", "about": record["about"], "value": record["candidates"][0]}
            rules.take({"type": "input", "t": 15.0, "by": "referee", "player": record["player"], **answer}, 3)
    shooter = next(r["next"]["player"] for r in reversed(out) if r["type"] == "ruling" and r["next"])
    rules.take(stroke(2, "1", open_between=("1", "8")), 4)
    assert out[-1]["type"] == "question" and out[-2]["legal"] is None
    rules.take({"type": "input", "t": 40.0, "by": "referee", "player": shooter, "kind": "concede"}, 5)
    ended = next(r for r in reversed(out) if r["type"] == "ruling")
    winner = "Bo" if shooter == "Ann" else "Ann"
    assert (ended["over"]["what"], ended["over"]["winner"]) == (what, winner)
    assert ended["score"][winner]["racks"] == 1 and ended["score"][shooter]["racks"] == 0
