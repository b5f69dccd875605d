"""The game `none`: strokes are told, nothing is ruled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from callshot.rules.game import Event, Option, Setting
from callshot.rules.ruling import Refused, Step
from callshot.rules.vocabulary import Input


@dataclass(frozen=True, slots=True)
class NoState:
    """Nothing is kept."""


class NoGame:
    """See `callshot.rules.game.Game`."""

    name = "none"
    options: tuple[Option, ...] = ()

    def start(self, setting: Setting) -> Step[NoState]:
        """Any number of players, or none."""
        return Step(NoState())

    def enter(self, setting: Setting, fields: Mapping[str, object]) -> Step[NoState]:
        """There is nothing to enter."""
        return Step(NoState(), refused=Refused("the game none has no state"))

    def step(self, state: NoState, event: Event) -> Step[NoState]:
        """Says nothing."""
        if isinstance(event, Input):
            return Step(state, refused=Refused(f"{event.kind}: the game none rules nothing"))
        return Step(state)

    def show(self, state: NoState) -> Mapping[str, object]:
        """No field."""
        return {}
