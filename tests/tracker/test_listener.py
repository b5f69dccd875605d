"""Somebody who only listens knows who plays, with which balls, and the score, whatever is said anew or undone.

Random games with doubts, late facts, overrides, undo and redo: his belief, built from the English sentences alone, is
compared with the game's own state wherever no question is open.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from callshot.tracker.herald import Herald
from callshot.tracker.rule_command import RuleSession

Record = dict[str, Any]
PLAYERS = ("Ann", "Bo")
GAMES = ("8ball-fi", "8ball-hu", "9ball-fi", "9ball-hu", "141-fi", "141-hu")
POCKETS = ("foot-left", "side-right")
TURN = re.compile(r"\b(Ann|Bo) (?:to play|plays on|to break)\.")
POINTS = re.compile(r"\b(Ann|Bo): (minus )?(\d+) points?\b")
RACKS = re.compile(r"Racks: Ann (\d+), Bo (\d+)\.")
GROUP = re.compile(r"\b(Ann|Bo) plays (solids|stripes)\.")
FOUL = re.compile(r"Foul by (Ann|Bo):")
STEPS = 40
TARGET = 6


class Listener:
    """What is believed of a game by one who hears it."""

    def __init__(self) -> None:
        self.player: str | None = "Ann"
        self.points = dict.fromkeys(PLAYERS, 0)
        self.racks = dict.fromkeys(PLAYERS, 0)
        self.hand: str | None = "kitchen"
        self.groups: dict[str, str] = {}

    def hear(self, text: str) -> None:
        for player, minus, number in POINTS.findall(text):
            self.points[player] = -int(number) if minus else int(number)
        for ann, bo in RACKS.findall(text):
            self.racks = {"Ann": int(ann), "Bo": int(bo)}
        for winner in re.findall(r"(Ann|Bo) wins the rack: target reached", text):
            assert self.points[winner] >= TARGET
        if "wins the rack" in text:
            self.points = dict.fromkeys(PLAYERS, 0)
        for found in TURN.finditer(text):
            self.player = found[1]
            self.hand = self._in_hand(text, found)
        self._groups(text)

    def _in_hand(self, text: str, turn: re.Match[str]) -> str | None:
        """With the cue ball how: told after the turn, or by the choice before it."""
        told = text if "chooses: cue ball in hand" in text else text[turn.end() :]
        if "in hand behind the head string" in told or turn[0].endswith("to break."):
            return "kitchen"
        return "anywhere" if "all in hand" in told else None

    def _groups(self, text: str) -> None:
        if any(words in text for words in ("wins the rack", "to break.", "Rack 15 balls", "The table is open")):
            self.groups = {}
        for player, group in GROUP.findall(text) + [(self.player, group) for group in re.findall(r"On (s\w+)\.", text)]:
            other = next(p for p in PLAYERS if p != player)
            self.groups = {player: group, other: "stripes" if group == "solids" else "solids"}


class Evening:
    """A random game; what was written is kept for the message of a failure."""

    def __init__(self, game: str, seed: int) -> None:
        self.game, self.dice, self.heard = game, random.Random(seed), Listener()
        self.written: list[str] = []
        self.new: list[Record] = []
        self.asked: dict[str, Record] = {}
        self.number = 0
        self.by: dict[int, str] = {}
        self.lines = 0
        options = {"race": "3"} | ({"target": str(TARGET)} if game.startswith("141") else {})
        self.rules = RuleSession(self.new.append, game, PLAYERS, options, ("en",), announcing=Herald)
        self.take(type="session", game=game, players=list(PLAYERS), options=options)

    def take(self, **record: Any) -> None:
        """One record; what it led to is heard."""
        self.new.clear()
        self.lines += 1
        self.rules.take(record, self.lines)
        for out in self.new:
            if out["type"] == "ruling":
                self._ruling(out)
            elif out["type"] == "notice":
                self.written.append(out["text"])
        self.written.append(str(record))

    def _ruling(self, ruling: Record) -> None:
        for said in ruling["say"]:
            self.written.append(f"{ruling['of']} {ruling['log']} SAYS {said['text']}")
            self.heard.hear(said["text"])
            named = FOUL.findall(said["text"])
            if ruling["of"] is not None and named:
                assert set(named) == {self.by[ruling["of"]]}, self.story()

    def story(self) -> str:
        """The last of what happened."""
        return "\n".join(self.written[-14:])

    @property
    def referee(self) -> Any:
        return self.rules._referee

    def step(self) -> None:
        """A stroke, or a word: whatever comes to somebody's mind."""
        if self.referee.open_questions and self.dice.random() < 0.85:
            self.answer()
            return
        what = self.dice.choices(("stroke", "fact", "override", "undo", "redo"), (70, 12, 6, 8, 4))[0]
        getattr(self, what)()

    def answer(self) -> None:
        question = self.referee.open_questions[0]
        value = self.dice.choice(question.candidates)
        value = list(value) if isinstance(value, tuple) else value
        fields = {"about": question.about, "value": value}
        if question.asks == "player":
            fields["player"] = question.player
        self.take(type="input", by=question.asks, kind="answer", **fields)

    def stroke(self) -> None:
        shown, dice = self.referee.show(), self.dice
        balls = [ball for ball in shown["on_table"] if ball != "cue"]
        if not balls or shown["phase"] in ("over", "lag"):
            return
        first, other = dice.choice(balls[:3]), dice.choice(balls)
        if dice.random() < 0.7 and not self.game.startswith("9"):
            kind = dice.choice(("call", "call", "safety"))
            values = {"ball": other, "pocket": POCKETS[0]} if kind == "call" else {}
            self.take(type="input", by="player", player=shown["shooter"], kind=kind, **values)
        events: list[Record] = [{"kind": "contact", "balls": ["cue", first]}]
        if dice.random() < 0.8:
            events.append({"kind": "cushion", "ball": first, "cushion": "foot"})
        if dice.random() < 0.5:
            events.append({"kind": "pocket", "ball": other, "pocket": dice.choice(POCKETS)})
        if dice.random() < 0.15:
            events.append({"kind": "pocket", "ball": "cue", "pocket": "head-left"})
        doubt = [{"fact": "first_contact", "candidates": [first, None]}] if dice.random() < 0.15 else []
        if self.referee.open_questions:
            return
        self.number += 1
        self.by[self.number] = shown["shooter"]
        self.take(type="stroke", number=self.number, struck="cue", events=events, first_contact=first, uncertain=doubt)

    def fact(self) -> None:
        fact, value = self.dice.choice((("double_hit", True), ("double_hit", False), ("feet", 0), ("feet", 1)))
        self.take(type="input", by="referee", kind="fact", fact=fact, value=value)

    def override(self) -> None:
        values = self.dice.choice(({"legal": True}, {"fouls": [{"code": "push"}]}, {"fouls": [{"code": "scratch"}]}))
        self.take(type="input", by="referee", kind="override", **values)

    def undo(self) -> None:
        to = self.dice.choice((None, max(0, self.number - 2)))
        self.take(type="input", by="referee", kind="undo", **({} if to is None else {"to": to}))
        self.number = self.referee.strokes

    def redo(self) -> None:
        self.take(type="input", by="referee", kind="redo")
        self.number = self.referee.strokes

    def check(self) -> None:
        """What is believed is so, where nothing is open."""
        shown = self.referee.show()
        if self.referee.open_questions or shown["phase"] in ("over", "lag"):
            return
        assert self.heard.player == shown["shooter"], self.story()
        assert shown["in_hand"].get("cue") == self.heard.hand, self.story()
        assert shown.get("groups", {}) == (self.heard.groups if self.game.startswith("8") else {}), self.story()
        for player in PLAYERS:
            score = shown["score"][player]
            assert self.heard.points[player] == score.get("points", 0), self.story()
            if not self.game.startswith("141"):
                assert self.heard.racks[player] == score["racks"], self.story()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_listener_knows_who_plays_and_the_score(game: str, seed: int) -> None:
    evening = Evening(game, seed)
    for _ in range(STEPS):
        evening.step()
        evening.check()
    assert any("Foul by" in line for line in evening.written)
