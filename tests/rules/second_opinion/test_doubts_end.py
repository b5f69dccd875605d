"""Whatever the camera is unsure of: while nobody is next something is asked, and answers bring the game to go on."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from callshot.tracker.rule_command import run_rules, silent
from tests.rules.second_opinion.tables import CUSHIONS, POCKETS

GAMES = ("8ball-fi", "8ball-hu", "9ball-fi", "9ball-hu", "141-fi", "141-hu", "congestion")
SEEDS_A_GAME = 12
MOST_ANSWERS = 40
Record = dict[str, Any]


@dataclass(slots=True)
class Talk:
    """A person who plays doubtful strokes and answers what is asked, sometimes late and in any order."""

    game: str
    dice: random.Random
    written: list[Record] = field(default_factory=list)
    read: int = 0
    asked: dict[str, Record] = field(default_factory=dict)
    latest: Record = field(default_factory=dict)
    stroke: int = 0
    stuck: str = ""

    def lines(self) -> Iterator[str]:
        """The records, each made after what the one before led to has been read."""
        for record in self._records():
            yield json.dumps(record) + "\n"
            self._read()

    def _records(self) -> Iterator[Record]:
        players = ["A", "B", "C"] if self.game == "congestion" else ["Ann", "Bo"]
        table = {"name": "9ft", "length_mm": 2540.0, "width_mm": 1270.0}
        yield {
            "type": "session", "t": 0, "schema": 1, "game": self.game, "options": {}, "players": players,
            "table": table, "ball_set": "any", "ball_diameter_mm": 57.15,
        }  # fmt: skip
        for _ in range(self.dice.randint(2, 5)):
            yield self._stroke()
            if self.dice.random() < 0.25:
                continue  # not answered before the next one is played
            yield from self._answers()
            if self.stuck or self.latest.get("over"):
                return

    def _read(self) -> None:
        for record in self.written[self.read :]:
            if record["type"] == "question" and record.get("purpose") != "deal":
                self.asked[record["id"]] = record
            elif record["type"] == "ruling":
                self.latest = record
                self.stroke = max(self.stroke, record["of"] or 0)
        self.read = len(self.written)

    def _ball(self) -> str:
        number = self.dice.randint(1, 9)
        return f"{number}{self.dice.choice('abc')}" if self.game == "congestion" else str(number)

    def _stroke(self) -> Record:
        start, first = 10.0 * (self.stroke + 1), self._ball()
        events: list[Record] = [
            {"t": start, "kind": "strike", "ball": "cue"},
            {"t": start + 0.05, "kind": "head-string", "ball": "cue", "direction": "out"},
            {"t": start + 0.1, "kind": "contact", "balls": ["cue", first]},
        ]
        uncertain: list[Record] = []
        gone: set[str] = set()
        for place in range(3, 3 + self.dice.randint(0, 4)):
            ball = self.dice.choice([first, "cue", self._ball()])
            event, change = self._event(start + place / 10, ball, ball in gone)
            gone |= {ball} if event["kind"] in ("pocket", "off-table") else set()
            events.append(event)
            if self.dice.random() < 0.5:
                uncertain.append({"fact": f"events[{place}]", "candidates": [{}, change], "confidence": 0.6})
        if self.dice.random() < 0.4:
            others = [first, self.dice.choice([None, self._ball()])]
            uncertain.append({"fact": "first_contact", "candidates": others, "confidence": 0.6})
        return {
            "type": "stroke", "t": start + 5, "number": self.stroke + 1, "t_start": start, "t_end": start + 5,
            "struck": "cue", "events": events, "first_contact": first, "uncertain": uncertain,
        }  # fmt: skip

    def _event(self, t: float, ball: str, is_gone: bool) -> tuple[Record, Record | None]:
        """An event, and what it may have been instead."""
        kind = self.dice.choice(
            ("cushion", "touch") if is_gone else ("cushion", "cushion", "pocket", "off-table", "touch")
        )
        event: Record = {"t": t, "kind": kind, "ball": ball}
        pocket = {"pocket": self.dice.choice(sorted(POCKETS.values()))}
        if kind == "touch":
            return event | {"by": self.dice.choice(["hand", "cue", "other"])}, None
        if kind == "cushion":
            return event | {"cushion": self.dice.choice(sorted(CUSHIONS)), "x": 0, "y": 0}, None
        if kind == "pocket":
            return event | {"pocket": "foot-left"}, self.dice.choice([None, pocket])
        return event | {"x": 0, "y": 1300}, self.dice.choice([None, {"kind": "pocket", **pocket}])

    def _answers(self) -> Iterator[Record]:
        for _ in range(MOST_ANSWERS):
            if not self.asked:
                break
            question = self.asked.pop(self.dice.choice(sorted(self.asked)))
            answer = {"type": "input", "t": self.latest["t"], "kind": "answer", "about": question["about"]}
            who = {"player": question["player"]} if question["player"] else {}
            yield answer | who | {"by": question["asks"], "value": self._value(question)}
        open_rulings = self.latest["next"] is None and not self.latest["over"]
        if open_rulings and not self.asked:
            self.stuck = f"nobody is next, and nothing is asked: {self.latest}"

    def _value(self, question: Record) -> Any:
        if question["about"] == "reposition_choice":
            return {label: [100.0 * k - 300, 0] for k, label in enumerate(question["candidates"])}
        if question.get("purpose") == "return":
            return []
        return self.dice.choice(question["candidates"])


@pytest.mark.parametrize("game", GAMES)
def test_doubts_come_to_an_end(game: str) -> None:
    for seed in range(SEEDS_A_GAME):
        talk = Talk(game, random.Random(f"{game} {seed}"))
        run_rules(talk.lines(), lambda line: talk.written.append(json.loads(line)), None, (), {}, (), False, silent)  # noqa: B023
        assert talk.stuck == "", seed
