"""Seeded matches of 9-ball and 8-ball: what one stroke leaves is what the next is ruled by, over racks to the end."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from callshot.tracker.rule_command import run_rules, silent
from tests.rules.second_opinion.pool_model import (
    ANYWHERE,
    IN_POSITION,
    KITCHEN,
    SOLIDS,
    STRIPES,
    Expected,
    Position,
    Stroke,
    eight_ball,
    in_order,
    nine_ball,
)
from tests.rules.second_opinion.pool_play import POCKETS, random_stroke, session, stroke_record

STROKES, RACE = 40, 2
SUSPENDED = {"no_object_ball", "wrong_ball_first", "simultaneous_first_contact", "no_cushion", "frozen_ball_not_driven"}
"""The fouls that an evident push-out would not be."""
OTHER = {"Ann": "Bo", "Bo": "Ann"}
ASKED_IN_PASSING = {"push_out_called": False, "intent_ruling": False}
"""Whether a bad stroke was meant as a push-out, or a game without progress as a draw: it was not."""


class Match:
    """A match as the model has it; the rules hear the same and are compared after each stroke."""

    def __init__(self, game: str, seed: int) -> None:
        self.dice = random.Random(f"{game} {seed}")
        self.name, self.form = game.split("-")
        self.racks = {"Ann": 0, "Bo": 0}
        self.shooter = self.breaker = "Ann"
        self.run = {"Ann": 0, "Bo": 0}
        self.groups: dict[str, str] = {}
        self.ruling: dict[str, Any] = {}
        self.asked: list[dict[str, Any]] = []
        self.next_breaker = self.dice.choice(("winner", "alternate", "loser"))
        self._new_rack()

    def _new_rack(self) -> None:
        self.on_table = [str(n) for n in range(1, 10 if self.name == "9ball" else 16)]
        self.breaks, self.push_out, self.groups = True, False, {}

    def lines(self) -> Iterator[str]:
        options = {"race": str(RACE), "next_breaker": self.next_breaker}
        yield json.dumps(session(f"{self.name}-{self.form}", options)) + "\n"
        for number in range(1, STROKES + 1):
            yield from self._stroke(number)
            if RACE in self.racks.values():
                return

    def write(self, line: str) -> None:
        record = json.loads(line)
        assert record["type"] != "notice", record
        if record["type"] == "question":
            self.asked.append(record)
        if record["type"] == "ruling" and record["of"] is not None:
            self.ruling = record

    def _own(self, player: str) -> list[str]:
        group = self.groups.get(player)
        return [ball for ball in self.on_table if group and ball in (SOLIDS if group == "solids" else STRIPES)]

    def _announced(self, position: Position, stroke: Stroke) -> Position:
        if self.name == "9ball":
            return replace(position, push_out=self.push_out and self.dice.random() < 0.4)
        if self.breaks:
            return position
        if self.dice.random() < 0.2:
            return replace(position, safety=True)
        on = (self._own(self.shooter) or ["8"]) if self.groups else [ball for ball in self.on_table if ball != "8"]
        fallen = [made for made in stroke.pocketed if made[0] in on]
        called = self.dice.choice(fallen) if fallen and self.dice.random() < 0.9 else (self.dice.choice(on), POCKETS[0])
        return replace(position, called=called)

    def _stroke(self, number: int) -> Iterator[str]:
        run = self.run[self.shooter]
        position = Position(
            tuple(self.on_table), run, warned=run == 2, group=self.groups.get(self.shooter), breaks=self.breaks
        )
        stroke = random_stroke(self.dice, position)
        position = self._announced(position, stroke)
        said = {"type": "input", "t": 20.0 * number - 1, "by": "player", "player": self.shooter}
        if position.called:
            yield json.dumps(said | {"kind": "call", "ball": position.called[0], "pocket": position.called[1]}) + "\n"
        elif position.safety or position.push_out:
            yield json.dumps(said | {"kind": "safety" if position.safety else "push-out"}) + "\n"
        self.asked.clear()
        yield json.dumps(stroke_record(stroke, number)) + "\n"
        while self.asked and self.asked[0]["about"] in ASKED_IN_PASSING:
            about = self.asked[0]["about"]
            self.asked.clear()
            yield json.dumps(
                {"type": "input", "t": 20.0 * number + 10, "by": "referee", "kind": "answer", "about": about,
                 "value": ASKED_IN_PASSING[about]}
            ) + "\n"  # fmt: skip
        model = nine_ball if self.name == "9ball" else eight_ball
        expected = model(self.form, position, stroke)
        choice = None
        if expected.choices:
            chooser = self.shooter if expected.chooser == "Ann" else OTHER[self.shooter]
            assert [(question["player"], set(question["candidates"])) for question in self.asked] == [
                (chooser, expected.choices)
            ]
            choice = self.dice.choice(sorted(expected.choices))
            yield json.dumps(
                {"type": "input", "t": 20.0 * number + 11, "by": "player", "player": chooser, "kind": "answer",
                 "about": "incoming_option", "value": choice}
            ) + "\n"  # fmt: skip
        else:
            assert not self.asked
        self._go_on(position, stroke, expected, choice)

    def _go_on(self, position: Position, stroke: Stroke, expected: Expected, choice: str | None) -> None:
        fouls = {foul["code"] for foul in self.ruling["fouls"]}
        sure = expected.fouls - SUSPENDED
        if self.push_out and not position.push_out and sure:
            assert fouls == sure  # an evident push-out or not, which nobody asks: what it would suspend is not named
        else:
            assert fouls - ({"illegal_break"} if "no_object_ball" in fouls else set()) == expected.fouls
        if expected.winner:
            winner = self.shooter if expected.winner == "Ann" else OTHER[self.shooter]
            self.racks[winner] += 1
            assert self.ruling["over"]["winner"] == winner
            assert self.ruling["over"]["what"] == ("match" if self.racks[winner] == RACE else "rack")
            orders = {"winner": winner, "loser": OTHER[winner], "alternate": OTHER[self.breaker]}
            self.shooter = self.breaker = orders[self.next_breaker]
            self.run = {"Ann": 0, "Bo": 0}  # a foul on the break is the first of a run (HU-III.3.4.c)
            self._new_rack()
            if self.racks[winner] < RACE:
                self._compare(KITCHEN)
            return
        player, cue_ball, rerack = self._after(stroke, expected, choice)
        spotted = [spot["ball"] for spot in self.ruling["spot"]]
        if rerack:
            self._new_rack()
            self.breaker = player
        else:
            assert spotted == (self._spotted(stroke, expected) if expected.spot is None else expected.spot)
            gone = {*stroke.down, *stroke.off} - set(spotted)
            self.on_table = [ball for ball in self.on_table if ball not in gone]
            self.push_out = self.name == "9ball" and self.breaks and not expected.fouls
            self.breaks = False
        self.run[self.shooter] = expected.run
        if expected.group and not self.groups:
            other = "stripes" if expected.group == "solids" else "solids"
            self.groups = {self.shooter: expected.group, OTHER[self.shooter]: other}
        self.shooter = player
        self._compare(cue_ball)

    def _after(self, stroke: Stroke, expected: Expected, choice: str | None) -> tuple[str, str, bool]:
        """Who plays, how the cue ball lies, and whether a new rack is set."""
        me, he = self.shooter, OTHER[self.shooter]
        match choice:
            case None:
                assert expected.next_player and expected.cue_ball
                cue_ball = expected.cue_ball
                return (me if expected.next_player == "Ann" else he), cue_ball, cue_ball == KITCHEN
            case "rerack-i-break":
                return he, KITCHEN, True
            case "rerack-you-break" | "rebreak":
                return me, KITCHEN, True
            case "spot-8":
                return (he, KITCHEN, False) if expected.fouls else (me, IN_POSITION, False)
            case "give-back":
                return me, IN_POSITION, False
            case "kitchen":
                return he, KITCHEN, False
            case "anywhere":
                return he, ANYWHERE, False
            case _:
                return he, IN_POSITION, False

    def _spotted(self, stroke: Stroke, expected: Expected) -> list[str]:
        """After an 8-ball break whose position is played (OQ-FI-35: in the Finnish form all of a foul come back)."""
        back = {*stroke.off, *(ball for ball in stroke.down if ball == "8")}
        return in_order(back | (set(stroke.down) if self.form == "fi" and expected.fouls else set()))

    def _compare(self, cue_ball: str) -> None:
        following = self.ruling["next"]
        assert (following["player"], following["cue_ball"]) == (self.shooter, cue_ball)
        for player, score in self.ruling["score"].items():
            assert (score["racks"], score["fouls"]) == (self.racks[player], self.run[player])
        if self.name == "9ball":
            assert following["ball_on"] == self.on_table[:1]
            assert ("push-out" in following["options"]) == self.push_out
        elif self.groups:
            assert following["ball_on"] == (self._own(self.shooter) or ["8"])


@pytest.mark.parametrize("game", ["9ball-fi", "9ball-hu", "8ball-fi", "8ball-hu"])
@pytest.mark.parametrize("seed", range(8))
def test_matches_are_ruled_as_the_plain_model_has_them(game: str, seed: int) -> None:
    match = Match(game, seed)
    run_rules(match.lines(), match.write, None, (), {}, ("en",), False, silent)
    assert match.ruling
