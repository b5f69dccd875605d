"""The whole interface of a game: start, step, enter a position, show it. Frozen values in, frozen values out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeVar, runtime_checkable

from callshot.rules.ruling import Question, Ruling, Step
from callshot.rules.vocabulary import Disturbance, Input, Layout, Stroke

Event = Stroke | Layout | Disturbance | Input
S = TypeVar("S")
C = TypeVar("C", contravariant=True)


@dataclass(frozen=True, slots=True)
class Option:
    """A house option: its key, its values with the default first, one line of meaning, the open question it settles.

    Clauses: HU-I.24.4.
    """

    key: str
    values: tuple[str, ...]
    meaning: str
    question: str | None = None

    @property
    def default(self) -> str:
        """The default reading."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is fixed for a session: players in order of turn, chosen options, the table and the balls, in mm."""

    players: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    length_mm: float = 2540.0
    width_mm: float = 1270.0
    ball_diameter_mm: float = 57.15


class Game(Protocol[S]):
    """A game. No method raises for any value of the right type; none changes what it is given.

    `step` takes a stroke whose facts are certain: `callshot.rules.uncertainty` rules for every plausible value.
    """

    @property
    def name(self) -> str:
        """As on the command line: `9ball-fi`."""
        ...

    @property
    def options(self) -> tuple[Option, ...]:
        """All that can be chosen, each default first."""
        ...

    def start(self, setting: Setting) -> Step[S]:
        """The state before anything has happened, with what must be asked first. A bad setting is `refused`."""
        ...

    def enter(self, setting: Setting, fields: Mapping[str, object]) -> Step[S]:
        """A game in progress, from the fields of a `state` record. One that breaks an invariant is `refused`."""
        ...

    def step(self, state: S, event: Event) -> Step[S]:
        """What the rules say of one event."""
        ...

    def show(self, state: S) -> Mapping[str, object]:
        """The fields of a `state` record, without any secret."""
        ...


@dataclass(frozen=True, slots=True)
class Doubt:
    """A fact of a stroke that only a person can settle, its plausible values, and the clause that asks for it."""

    fact: str
    candidates: tuple[object, ...]
    clause: str
    asks: Literal["player", "referee"] = "referee"
    player: str | None = None


@runtime_checkable
class Doubting(Protocol[C]):
    """A game that knows facts which no camera settles (an evident call, an evident push-out, how a ball was jumped).

    `callshot.rules.uncertainty` rules for each candidate, as `stroke.said[fact]`, and asks only where rulings differ.
    """

    def doubts(self, state: C, stroke: Stroke) -> tuple[Doubt, ...]:
        """The facts that this stroke leaves open for a person, none that `stroke.said` or `stroke.uncertain` holds."""
        ...


@runtime_checkable
class Forking(Protocol):
    """A game in which a stroke before the answer to a choice is ruled under every answer to it."""

    def forks(self, question: Question) -> bool:
        """Whether this choice is played out; one that is not is the game's own business."""
        ...


@runtime_checkable
class Waiting(Protocol[C]):
    """A game that can tell which questions are open, so that they can be put again after an undo."""

    def waiting(self, state: C) -> tuple[Question, ...]:
        """The open questions, oldest first."""
        ...


@runtime_checkable
class Scoring(Protocol[C]):
    """A game that can tell the score of a state, for rulings that are open before any score was told."""

    def score(self, state: C) -> Mapping[str, object]:
        """As in a ruling."""
        ...


@runtime_checkable
class Standing(Protocol[C]):
    """A game that can tell where it stands without anything having happened (after an undo to its beginning)."""

    def standing(self, state: C) -> Ruling:
        """Score and who is next, of nothing."""
        ...
