"""What happened in a session and where the game stood after each of it: every past state is kept.

A `Ledger` is a frozen value: what is done to it gives the next one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from callshot.rules.game import Event, Setting
from callshot.rules.ruling import Question, Ruling, Step
from callshot.rules.uncertainty import Careful
from callshot.rules.vocabulary import Input, Stroke
from callshot.rules.worlds import Plausible

State = Plausible[Any]


@dataclass(frozen=True, slots=True)
class Said:
    """What one event led to: rulings (a later one of the same stroke replaces the earlier), questions, or a refusal."""

    rulings: tuple[Ruling, ...] = ()
    questions: tuple[Question, ...] = ()
    refused: str | None = None
    dropped: tuple[str, ...] = ()
    """What had been taken before and makes no sense any more: what it was, and why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event that was accepted, and the state it led to.

    kept_out: why it makes no sense since something before it was ruled anew; it changes nothing until that is mended.
    """

    event: Event
    after: State
    kept_out: str | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """A session of one game."""

    game: Careful[Any]
    setting: Setting
    begun: State
    entries: tuple[Entry, ...] = ()
    told: Mapping[int | None, Ruling] = field(default_factory=dict)
    """The latest ruling of each stroke."""
    undone: tuple[tuple[Event, ...], ...] = ()
    """What every undo took back, the latest last, until something new is played or said."""

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.entries[-1].after if self.entries else self.begun

    @property
    def strokes(self) -> int:
        """How many strokes were ruled."""
        return len(self.ruled_strokes())

    def ruled_strokes(self) -> list[tuple[int, Stroke]]:
        """Place and stroke of every stroke that was ruled."""
        return [(k, e.event) for k, e in enumerate(self.entries) if isinstance(e.event, Stroke) and not e.kept_out]

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """What the game waits for."""
        return self.game.waiting(self.state)

    def show(self) -> Mapping[str, object]:
        """The fields of a `state` record, without secrets."""
        return self.game.show(self.state)

    def take(self, event: Event) -> tuple[Self, Said]:
        """The game's next step, or why it refuses the event."""
        step = self.game.step(self.state, event)
        if step.refused is not None:
            return self, Said(refused=step.refused.reason)
        step = self._completed(event, step)
        return self.with_step(event, step), said_of(step)

    def _completed(self, event: Event, step: Step[State]) -> Step[State]:
        """An override that says nothing of the fouls leaves them, and whether the stroke was legal, as they were."""
        if not isinstance(event, Input) or event.kind != "override":
            return step

        def whole(ruling: Ruling) -> Ruling:
            before = self.told.get(ruling.of)
            if ruling.of is None or before is None or ruling.legal is not None or ruling.fouls:
                return ruling
            return replace(ruling, legal=before.legal, fouls=before.fouls)

        return replace(step, rulings=tuple(whole(r) for r in step.rulings))

    def with_step(self, event: Event, step: Step[State]) -> Self:
        """The ledger after a step that was taken."""
        return replace(self, entries=(*self.entries, Entry(event, step.state)), told=latest(self.told, step))

    def play_again(self, event: Event) -> tuple[Self, str, tuple[str, ...]]:
        """An event taken once before, on what is now before it. It stays among the events if it makes no sense here."""
        step = self.game.step(self.state, event)
        if step.refused is None:
            return self.with_step(event, step), "", step.dropped
        out = Entry(event, self.state, step.refused.reason)
        told = {of: r for of, r in self.told.items() if not isinstance(event, Stroke) or of != event.number}
        return replace(self, entries=(*self.entries, out), told=told), _left_out(event, step.refused.reason), ()

    def standing(self, to: int) -> Said:
        """Where the game stands after stroke `to`: its ruling again, and the open questions."""
        ruling = self.told.get(to) or self.game.standing(self.state)
        return Said(() if ruling is None else (ruling,), self.open_questions)

    def retold(self) -> Mapping[int | None, Ruling]:
        """The rulings of the events that are left."""
        told: Mapping[int | None, Ruling] = {}
        state = self.begun
        for entry in self.entries:
            step = self.game.step(state, entry.event)
            if step.refused is None:
                told = latest(told, step)
                state = step.state
        return told


def said_of(step: Step[State]) -> Said:
    """What a step says."""
    return Said(step.rulings, step.questions, dropped=step.dropped)


def _left_out(event: Event, reason: str) -> str:
    """Names an event that makes no sense after what was ruled anew before it."""
    if isinstance(event, Stroke):
        what = f"stroke {event.number}"
    elif isinstance(event, Input):
        what = " ".join(filter(None, (event.kind, "by", event.player or event.by)))
    else:
        what = type(event).__name__.lower()
    return f"{what} makes no sense after what has been ruled anew: {reason}; it is left out"


def latest(told: Mapping[int | None, Ruling], step: Step[State]) -> Mapping[int | None, Ruling]:
    """The rulings that stand: a later one of the same stroke replaces the earlier."""
    return {**told, **{r.of: r for r in step.rulings if r.of is not None}}
