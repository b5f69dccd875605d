"""The words that seeing and ruling share: balls, strokes, layouts, disturbances, inputs.

Everything is frozen. Positions are millimetres in the table frame (origin at the centre spot, x to the right for a
person at the head who looks to the foot, y from head to foot), times are seconds on the source's own clock.
The JSON form of each is in `callshot.rules.records`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

Pocket = Literal["head-left", "head-right", "side-left", "side-right", "foot-left", "foot-right"]
Cushion = Literal["head", "foot", "left-head", "left-foot", "right-head", "right-foot"]
EventKind = Literal["strike", "contact", "cushion", "pocket", "off-table", "head-string", "touch", "jump", "return"]
DisturbanceKind = Literal[
    "placed", "removed", "moved", "touched", "racked", "stick-on", "stick-off", "occluded", "camera-moved", "lighting"
]

POCKETS: Final[tuple[Pocket, ...]] = (
    "head-left", "head-right", "side-left", "side-right", "foot-left", "foot-right",
)  # fmt: skip
CUSHIONS: Final[tuple[Cushion, ...]] = ("head", "foot", "left-head", "left-foot", "right-head", "right-foot")
EVENT_KINDS: Final[tuple[EventKind, ...]] = (
    "strike", "contact", "cushion", "pocket", "off-table", "head-string", "touch", "jump", "return",
)  # fmt: skip
DISTURBANCE_KINDS: Final[tuple[DisturbanceKind, ...]] = (
    "placed", "removed", "moved", "touched", "racked", "stick-on", "stick-off", "occluded", "camera-moved", "lighting",
)  # fmt: skip

NUMBERS: Final[tuple[str, ...]] = tuple(str(n) for n in range(1, 22))
CUE_BALLS: Final[tuple[str, ...]] = ("cue", "crazy-cue")
SNOOKER_COLOURS: Final[tuple[str, ...]] = ("yellow", "green", "brown", "blue", "pink", "black")
GENERIC_LABELS: Final[tuple[str, ...]] = ("solid", "stripe", "ball")
LABELS: Final[tuple[str, ...]] = (
    *CUE_BALLS, *NUMBERS, "crazy-8", "red", *SNOOKER_COLOURS, *GENERIC_LABELS,
)  # fmt: skip


def label_of(ball_id: str) -> str:
    """The label of a ball id: `5a` -> `5`, `cue` -> `cue`; an id that is itself a label has that label."""
    if ball_id in LABELS or len(ball_id) < 2:
        return ball_id
    return ball_id[:-1]


@dataclass(frozen=True, slots=True)
class Ball:
    """A ball at rest, where it touches the cloth."""

    id: str
    label: str
    x_mm: float
    y_mm: float
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class StrokeEvent:
    """One thing that happened in a stroke. Which fields are set depends on `kind` (see the record stream's page)."""

    t_s: float
    kind: EventKind
    confidence: float = 1.0
    ball: str | None = None
    balls: tuple[str, ...] = ()
    cushion: Cushion | None = None
    pocket: Pocket | None = None
    x_mm: float | None = None
    y_mm: float | None = None
    direction: Literal["out", "in"] | None = None
    by: str | None = None
    over: tuple[str, ...] = ()
    via: str | None = None


@dataclass(frozen=True, slots=True)
class Uncertain:
    """What the camera could not settle: a fact, its candidates (JSON values), how sure the stated one is."""

    fact: str
    candidates: tuple[object, ...]
    confidence: float = 0.5


@dataclass(frozen=True, slots=True)
class Stroke:
    """One stroke from rest to rest. `before` and `after` are None where no position is known.

    `said` holds what a person settled about it, fact -> value: it goes before what the camera saw.
    """

    number: int
    t_start_s: float
    t_end_s: float | None
    struck: str | None
    first_contact: str | None
    events: tuple[StrokeEvent, ...] = ()
    before: tuple[Ball, ...] | None = None
    after: tuple[Ball, ...] | None = None
    uncertain: tuple[Uncertain, ...] = ()
    said: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Layout:
    """All balls at rest at one time."""

    t_s: float
    balls: tuple[Ball, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A ball that a hand (or anything that is not a stroke) put elsewhere; positions are (x_mm, y_mm) or None."""

    id: str
    label: str
    from_mm: tuple[float, float] | None = None
    to_mm: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Disturbance:
    """Something that happened between strokes."""

    t_s: float
    kind: DisturbanceKind
    balls: tuple[Moved, ...] = ()
    details: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Input:
    """What a person (or the system for him) said: a call, an answer, a pea, an undo."""

    t_s: float
    by: Literal["player", "referee", "system"]
    kind: str
    player: str | None = None
    values: Mapping[str, object] = field(default_factory=dict)
