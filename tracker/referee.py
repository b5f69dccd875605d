"""Stage 5: the session's referee. It keeps every past state, so undo, a late fact and an override re-rule what follows.

A `Referee` is a frozen value: `feed` returns the next one and what is to be said. It reads no clock and draws no lots.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from callshot.rules.game import Event, Game, Setting
from callshot.rules.ruling import Ruling
from callshot.rules.uncertainty import Careful
from callshot.rules.vocabulary import Input, Stroke
from callshot.tracker.corrections import override, take_fact
from callshot.tracker.going_back import redo, undo
from callshot.tracker.ledger import Ledger, Said, said_of
from callshot.tracker.occasion import Occasion, occasion_of


@dataclass(frozen=True, slots=True)
class Referee(Ledger):
    """A session of one game."""

    def enter(self, fields: Mapping[str, object]) -> tuple[Referee, Said]:
        """A game in progress, before the first stroke."""
        if self.strokes:
            return self, Said(refused="state: the game has begun; it comes before the first stroke")
        step = self.game.enter(self.setting, fields)
        if step.refused is not None:
            return self, Said(refused=step.refused.reason)
        return replace(self, begun=step.state, entries=(), undone=()), said_of(step)

    def feed(self, event: Event) -> tuple[Referee, Said]:
        """One event: what is to be said of it, and the referee after it."""
        if isinstance(event, Input) and event.kind == "undo":
            return undo(self, event)
        if isinstance(event, Input) and event.kind == "redo":
            return redo(self, event)
        after, said = self._heard(event)
        if said.refused is None and isinstance(event, Stroke | Input):
            after = replace(after, undone=())
        return after, said

    def _heard(self, event: Event) -> tuple[Referee, Said]:
        if isinstance(event, Input):
            if event.kind == "fact":
                return take_fact(self, event)
            if event.kind == "override" and {"fouls", "legal", "of"} & set(event.values):
                return override(self, event)
        return self.take(event)

    def occasion(self, ruling: Ruling, before: Referee | None) -> Occasion:
        """On what a ruling is told; `before`: this referee before the event that led to it."""
        return occasion_of(self, ruling, before)


def begin(game: Game[Any], setting: Setting) -> tuple[Referee | None, Said]:
    """A session's referee; None, and why, where the game can't be played like that."""
    careful = Careful(game)
    step = careful.start(setting)
    if step.refused is not None:
        return None, Said(refused=step.refused.reason)
    return Referee(careful, setting, step.state), said_of(step)


__all__ = ["Occasion", "Referee", "Said", "begin"]
