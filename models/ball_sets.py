"""Which balls there are in a set: how many of each label, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from callshot.rules.vocabulary import GENERIC_LABELS, LABELS

# Every label a ball can have by its face; `solid`, `stripe` and `ball` are only ways to say less.
FACES: Final[tuple[str, ...]] = tuple(label for label in LABELS if label not in GENERIC_LABELS)

SOLIDS: Final = frozenset(str(n) for n in range(1, 8))
STRIPES: Final = frozenset(str(n) for n in range(9, 22))


@dataclass(frozen=True, slots=True)
class BallSet:
    """name: as on the command line. counts: label -> how many there are. meaning: one line for `callshot balls`."""

    name: str
    counts: Mapping[str, int]
    meaning: str

    @property
    def size(self) -> int:
        """How many balls the whole set has."""
        return sum(self.counts.values())

    def ids(self, label: str) -> tuple[str, ...]:
        """The ids of all balls with this label: the label alone where there is one, else `5a`, `5b`, `5c`."""
        count = self.counts.get(label, 0)
        return (label,) if count == 1 else tuple(f"{label}{chr(97 + k)}" for k in range(count))


def _of(name: str, meaning: str, counts: dict[str, int]) -> BallSet:
    unknown = [label for label in counts if label not in FACES]
    if unknown:
        raise ValueError(f"ball set {name}: unknown labels {unknown}")
    return BallSet(name, MappingProxyType(counts), meaning)


def _numbers(first: int, last: int, count: int = 1) -> dict[str, int]:
    return {str(n): count for n in range(first, last + 1)}


_WHAMMIES = {"yellow": 1, "green": 1, "brown": 1, "blue": 1, "pink": 1, "black": 1}

SETS: Final[Mapping[str, BallSet]] = MappingProxyType(
    {
        s.name: s
        for s in (
            _of("pool15", "cue ball, 1 to 15", {"cue": 1, **_numbers(1, 15)}),
            _of("pool9", "cue ball, 1 to 9", {"cue": 1, **_numbers(1, 9)}),
            _of("baseball21", "cue ball, 1 to 21", {"cue": 1, **_numbers(1, 21)}),
            _of(
                "congestion",
                "three of each 1 to 12 (the 8s crazy), one 13, three 14 and 15, 16 to 21, six whammies, two cue balls",
                {
                    "cue": 1, "crazy-cue": 1, **_numbers(1, 7, 3), "crazy-8": 3, **_numbers(9, 12, 3), "13": 1,
                    **_numbers(14, 15, 3), **_numbers(16, 21), **_WHAMMIES,
                },
            ),
            _of("snooker22", "cue ball, fifteen reds, six colours", {"cue": 1, "red": 15, **_WHAMMIES}),
            _of("english", "cue ball, 7 reds, 7 yellows, the black", {"cue": 1, "red": 7, "yellow": 7, "black": 1}),
            _of("carom3", "white, yellow and red", {"cue": 1, "yellow": 1, "red": 1}),
        )
    }
)  # fmt: skip

ANY: Final = "any"


def ball_set(name: str) -> BallSet:
    """The set of that name. Raises ValueError with one line that lists what there is."""
    try:
        return SETS[name]
    except KeyError:
        raise ValueError(f"unknown ball set {name!r}; there are {', '.join(SETS)} and {ANY}") from None


def group_of(label: str) -> str:
    """What a referee can use when the number is open: `cue`, `8`, `solid`, `stripe`, or the label itself."""
    if label in ("cue", "crazy-cue"):
        return "cue"
    if label in ("8", "crazy-8"):
        return "8"
    if label in SOLIDS:
        return "solid"
    if label in STRIPES:
        return "stripe"
    return label
