"""Evenings with a low final score: who goes over says so in time, or is out when the next player shoots (CP-8.9)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from tests.rules.second_opinion.congestion_model import Decision, Evening, Play, Stroke, value
from tests.rules.second_opinion.congestion_play import STROKES, Conversation

FINAL_SCORES = (25, 40, 70)
SAYS_SO = 0.5


class BustingEvening(Evening):
    """Peas count here; `late` are those whose time to speak ends when the next stroke is played."""

    final_score: int
    total: Callable[[str], int]
    late: tuple[str, ...] = ()

    def play(self, stroke: Stroke) -> Play:
        told: list[str] = []
        spotted: list[str] = []
        for player in self.late:
            self.log, self.spotted = [f"DISQUALIFIED({player})"], []
            self._leave(player, "disqualified", spot=True)
            told += self.log
            spotted += self.spotted
        if self.others(self.shooter):
            yield from super().play(stroke)
        else:
            self.winner, self.log, self.spotted = self.shooter, [f"WIN({self.shooter})"], []
        self.log, self.spotted = told + self.log, spotted + self.spotted

    def _act(self, me: str, whammy: str) -> Play:
        yield from super()._act(me, whammy)
        if whammy == "brown" and self.total(me) > self.final_score:
            yield Decision("chosen_ball", "return", me)

    def bust(self, player: str) -> None:
        """The stash comes back; a shooter's inning is over (OQ-CP-26)."""
        self.log, self.spotted = [f"BUST({player})"], []
        self._spot(self.stash[player])
        self.stash[player] = []
        if player == self.shooter and self.stroke_no > 1:
            if not self.inning_foul:
                self.foul_innings[player] = 0
            self.shooter, self.prior, self.stroke_no = self.others(player)[0], player, 1
            self.positioned, self.inning_foul = set(), False


class BustingConversation(Conversation):
    """`over` maps who went over, and has not said so, to the inning in which it happened."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        model = BustingEvening(**vars(self.model))
        model.final_score = self.dice.choice(FINAL_SCORES)
        model.total = self._total
        self.model: BustingEvening = model
        for key in ("option_3", "option_3_sub"):
            model.options.pop(key, None)
        for player in model.players:
            while self._total(player) > model.final_score:
                model.stash[player].pop()
        model.debts = [debt for debt in model.debts if not model.stash[debt[0]]]
        self.over: dict[str, int] = {}
        self.inning = 0
        self.redraw = False

    def _total(self, player: str) -> int:
        return sum(map(value, self.model.stash[player])) + self.peas[player]

    def lines(self) -> Iterator[str]:
        model = self.model
        opening = super().lines()
        yield next(opening)
        yield json.dumps(json.loads(next(opening)) | {"target": model.final_score}) + "\n"
        for number in range(1, STROKES + 1):
            yield from self._declare(number)
            late = [player for player, since in self.over.items() if since != self.inning]
            model.late = tuple(late) if model.stroke_no == 1 else ()
            for player in model.late:
                del self.over[player]
            yield from self._stroke(number)
            self._compare()
            if model.winner:
                return
            self._see_who_is_over()

    def write(self, line: str) -> None:
        super().write(line)
        record: dict[str, Any] = json.loads(line)
        self.redraw |= record["type"] == "question" and record["about"] == "draw_new_pea"

    def _see_who_is_over(self) -> None:
        model = self.model
        self.over = {player: since for player, since in self.over.items() if player not in model.out}
        for player in model.players:
            if player not in model.out and self._total(player) > model.final_score:
                self.over.setdefault(player, self.inning)
        if model.stroke_no == 1:
            self.inning += 1

    def _declare(self, number: int) -> Iterator[str]:
        """A player who is himself next has no later moment; the others speak or keep silent."""
        model = self.model
        for player, since in list(self.over.items()):
            if not (player == model.shooter and since != self.inning) and self.dice.random() > SAYS_SO:
                continue
            said = {"type": "input", "t": 20.0 * number - 8, "by": "player", "player": player}
            self.redraw = False
            yield json.dumps(said | {"kind": "declare", "value": "bust"}) + "\n"
            if self.redraw:
                yield json.dumps(said | {"kind": "answer", "about": "draw_new_pea", "value": False}) + "\n"
            self.open.clear()
            shooter = model.shooter
            model.bust(player)
            del self.over[player]
            self.inning += model.shooter != shooter
            told = [token for token in self.ruling["log"] if token.startswith(("BUST", "SPOT"))]
            assert told == model.log
            assert (self.ruling["next"]["player"], self.ruling["next"]["stroke_no"]) == (model.shooter, model.stroke_no)
