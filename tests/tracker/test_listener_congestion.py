"""Somebody who only listens to an evening of Congestion knows who plays and what everybody holds."""

from __future__ import annotations

import json
import re

import pytest

from callshot.tracker.herald import Herald
from callshot.tracker.rule_command import run_rules
from tests.rules.second_opinion.congestion_model import value
from tests.rules.second_opinion.congestion_play import Conversation

HOLDS = re.compile(r"\b([A-E]): (?:no balls|(\d+) balls?, (\d+) points?)")
TURN = re.compile(r"\b([A-E]) (?:to play|to break|again, stroke \d+)\.")


class Heard(Conversation):
    """The evening as it is heard: nothing is ever corrected in it, since nobody says anything anew."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.player = self.model.shooter
        stashes = self.model.stash.items()  # he knows what was entered
        self.holds = {player: (len(stash), sum(map(value, stash))) for player, stash in stashes}
        self.texts: list[str] = []

    def write(self, line: str) -> None:
        super().write(line)
        record = json.loads(line)
        for said in record.get("say", ()) if record["type"] == "ruling" else ():
            self.texts.append(said["text"])
            assert "Correction" not in said["text"]
            for player, balls, points in HOLDS.findall(said["text"]):
                self.holds[player] = (int(balls or 0), int(points or 0))
            for player in TURN.findall(said["text"]):
                self.player = player

    def _compare(self) -> None:
        """In place of the rules themselves, which have their own test."""
        for player, score in self.ruling["score"].items():
            held = (len(score["stash"]), score["points"])
            assert self.holds.get(player, (0, 0)) == held, self.texts[-3:]
        if self.ruling["next"]:
            assert self.player == self.ruling["next"]["player"], self.texts[-3:]


@pytest.mark.parametrize("seed", range(20))
def test_listener_knows_who_plays_and_what_each_holds(seed: int) -> None:
    heard = Heard(seed)
    run_rules(heard.lines(), heard.write, None, (), {}, ("en",), False, Herald)
    assert heard.texts
