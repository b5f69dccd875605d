"""Tables, balls and ball sets: sizes in mm and contents, as data. Cues and ball masses (HU-IV) stand here as limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from callshot.rules.vocabulary import SNOOKER_COLOURS


@dataclass(frozen=True, slots=True)
class TableSize:
    """A playing surface from cushion nose to cushion nose."""

    name: str
    length_mm: float
    width_mm: float


@dataclass(frozen=True, slots=True)
class BallSet:
    """Balls that belong together: how many of each label, cue balls included, and their diameter."""

    name: str
    labels: Mapping[str, int]
    diameter_mm: float

    @property
    def object_balls(self) -> tuple[str, ...]:
        """Labels of the object balls, each as often as it is there, in the order of the set."""
        return tuple(
            label for label, count in self.labels.items() if label not in ("cue", "crazy-cue") for _ in range(count)
        )


POOL_DIAMETER_MM: Final = 57.15
"""2 1/4 inches (HU-IV.2.c, where the inch figure is a misprint: OQ-HU-33)."""

BALL_DIAMETER_TOLERANCE_MM: Final = 0.127
"""0.005 inch either way (HU-IV.2.c)."""

BALL_MASS_G: Final = (155.9, 170.1)
"""5.5 to 6 ounces (HU-IV.2.b)."""

CUE_TIP_MAX_MM: Final = 14.0
"""HU-IV.1.a."""

CUE_MASS_MAX_G: Final = 708.7
"""25 ounces (HU-IV.1.b)."""

CUE_LENGTH_MIN_MM: Final = 1016.0
"""40 inches (HU-IV.1.c)."""

TABLES: Final[Mapping[str, TableSize]] = {
    t.name: t
    for t in (
        TableSize("7ft", 1981.2, 990.6),
        TableSize("8ft", 2235.2, 1117.6),
        TableSize("8ft-pro", 2337.0, 1168.5),
        TableSize("9ft", 2540.0, 1270.0),
        TableSize("10ft", 2845.0, 1422.5),
        TableSize("12ft", 3569.0, 1778.0),
    )
}
"""Clauses: CP-4.0, CP-4.4."""


def _numbers(last: int, each: int = 1) -> dict[str, int]:
    return {str(n): each for n in range(1, last + 1)}


def _congestion() -> dict[str, int]:
    """57 balls (CP-3, CP-4): both cue balls, 49 numbered, 6 whammies; the three 8s are the crazy ones."""
    numbers = {str(n): 3 for n in range(1, 13)} | {"13": 1, "14": 3, "15": 3} | {str(n): 1 for n in range(16, 22)}
    del numbers["8"]
    whammies = dict.fromkeys(SNOOKER_COLOURS, 1)
    return {"cue": 1, "crazy-cue": 1, **numbers, "crazy-8": 3, **whammies}


BALL_SETS: Final[Mapping[str, BallSet]] = {
    s.name: s
    for s in (
        BallSet("pool15", {"cue": 1, **_numbers(15)}, POOL_DIAMETER_MM),
        BallSet("pool9", {"cue": 1, **_numbers(9)}, POOL_DIAMETER_MM),
        BallSet("baseball21", {"cue": 1, **_numbers(21)}, POOL_DIAMETER_MM),
        BallSet("congestion", _congestion(), POOL_DIAMETER_MM),
        BallSet("snooker22", {"cue": 1, "red": 15, **dict.fromkeys(SNOOKER_COLOURS, 1)}, 52.5),
        BallSet("english", {"cue": 1, "red": 7, "yellow": 7, "black": 1}, 50.8),
        BallSet("carom3", {"cue": 1, "yellow": 1, "red": 1}, 61.5),
        BallSet("any", {"cue": 1}, POOL_DIAMETER_MM),
    )
}
"""Clauses: CP-3.0."""


def marks(
    length_mm: float, width_mm: float, diameter_mm: float = POOL_DIAMETER_MM
) -> dict[str, tuple[tuple[float, float], ...]]:
    """The marks of a table (HU-I.1.b, FI-1.a) in mm: spots as a point, strings as two ends, the triangle by corners.

    The triangle is the outline of fifteen racked balls: their outer centres, moved out by a radius to each side.
    """
    x, y, foot = width_mm / 2, length_mm / 2, length_mm / 4
    r = diameter_mm / 2
    base = foot + 2 * diameter_mm * sqrt(3)
    return {
        "head_spot": ((0.0, -foot),),
        "head_string": ((-x, -foot), (x, -foot)),
        "centre_spot": ((0.0, 0.0),),
        "foot_spot": ((0.0, foot),),
        "triangle": (
            (0.0, foot - 2 * r),
            (-2 * diameter_mm - r * sqrt(3), base + r),
            (2 * diameter_mm + r * sqrt(3), base + r),
        ),
        "long_string": ((0.0, foot), (0.0, y)),
    }


def table_size(text: str) -> TableSize | None:
    """A table by name, or `LENGTHxWIDTH` in mm; None where the text is neither.

    A pool table is twice as long as it is wide; sizes outside 1 to 4 m are no table.
    """
    known = TABLES.get(text)
    if known is not None:
        return known
    length, cross, width = text.lower().partition("x")
    if not cross:
        return None
    try:
        size = TableSize(text, float(length), float(width))
    except ValueError:
        return None
    sane = 1000.0 <= size.length_mm <= 4000.0 and 500.0 <= size.width_mm <= 2500.0 and size.width_mm < size.length_mm
    return size if sane else None
