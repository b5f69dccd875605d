"""What the game keeps between two events: the last whole position, and the affair that is being ruled on it.

An affair is one thing that needs a ruling - a stroke or something said - with the answers it has had so far. It is
ruled from its base anew whenever an answer or a fact comes in, so every ruling is whole and nothing is patched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from callshot.rules.congestion.options import House
from callshot.rules.congestion.position import Position
from callshot.rules.congestion.questions import Ask
from callshot.rules.game import Setting
from callshot.rules.ruling import Question, Ruling
from callshot.rules.vocabulary import Disturbance, Input, Stroke

Key = tuple[str, str | None, str | None, str | None, int]
"""About, purpose, player, opponent, and the how manieth such question of the affair."""


@dataclass(frozen=True, slots=True)
class Affair:
    """One thing to rule. `base`: the position before it; `serial` numbers the affairs of a game."""

    base: Position
    event: Stroke | Input | Disturbance
    serial: int
    answers: Mapping[Key, object] = field(default_factory=dict)
    touched: int = 0
    """Balls touched while the stick lay on the table (CP-10.3)."""
    suspected: int = 0
    """Balls that moved meanwhile, nobody knows why."""
    seen: tuple[tuple[str, tuple[float, float]], ...] = ()
    """Whammies that the camera saw placed while the stick lay on the table."""

    @property
    def of(self) -> int | None:
        """The stroke's number; None for what was said."""
        return self.event.number if isinstance(self.event, Stroke) else None


@dataclass(frozen=True, slots=True)
class Posed:
    """An open question: as the rules ask it, as the stream tells it, and where its answer goes."""

    ask: Ask
    question: Question
    key: Key | None
    """None: it stands beside the play, and its answer is an affair of its own."""


@dataclass(frozen=True, slots=True)
class State:
    """The whole game."""

    setting: Setting
    house: House
    position: Position
    """After the last affair; where that still waits, before it."""
    current: Affair | None = None
    """The affair that waits for answers."""
    told: Ruling | None = None
    """What has been said of it so far: said again only where it changes."""
    stuck: bool = False
    """A whammy transaction is open (CP-8.4.b)."""
    open: tuple[Posed, ...] = ()
    free_peas: tuple[int, ...] = ()
    """Peas that could be drawn for an open question (never told)."""
    grace: tuple[Affair, tuple[tuple[Ask, Key], ...]] | None = None
    """The last affair, where it took somebody's silence for an answer that he may still give."""
    held: tuple[Stroke | Input, ...] = ()
    """Strokes and declarations that came before an answer: ruled, in their order, when it comes."""
    serial: int = 0
