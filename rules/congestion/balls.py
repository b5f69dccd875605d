"""The balls of Congestion: numbers, whammies with their colours and order, and how a log names them (CP-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from callshot.rules.equipment import BALL_SETS
from callshot.rules.vocabulary import LABELS, label_of

PLAIN: Final = "cue"
CRAZY: Final = "crazy-cue"
CUES: Final = (PLAIN, CRAZY)
"""CP-3.1.a: two cue balls. Clauses: CP-3.1.b."""

WHAMMIES: Final[tuple[str, ...]] = ("yellow", "green", "brown", "blue", "pink", "black")
"""CP-3.5, in the order of their snooker numbers 2 to 7, which is the order of their actions (CP-9.9)."""

COLOUR: Final[Mapping[str, str]] = {w: w for w in WHAMMIES} | {"brown": "maroon", "pink": "orange"}
"""CP-4.2.d, CP-4.3.d: brown and purple are names of the maroon whammy, pink of the orange one."""

LABEL: Final[Mapping[str, str]] = {c: w for w, c in COLOUR.items()} | {
    "brown": "brown",
    "pink": "pink",
    "purple": "brown",
}

FOOT_RACK: Final = ("1", "2", "3", "4", "yellow", "green", "black")
"""CP-4.1.a: what the break must meet first."""

VALUE: Final[Mapping[str, int]] = {str(n): n for n in range(1, 22)} | {"crazy-8": 8}
"""CP-6.1: a numbered ball is worth its number."""


def number(label: str) -> int:
    """The value of a numbered ball; 0 for any other (CP-6.2)."""
    return VALUE.get(label, 0)


NUMBERED: Final[tuple[str, ...]] = tuple(
    sorted((b for b in BALL_SETS["congestion"].object_balls if b not in WHAMMIES), key=lambda b: VALUE[b])
)
"""The 49 numbered balls of the racks (CP-4), by label, lowest first. Clauses: CP-3.2, CP-3.3, CP-3.4."""


def is_numbered(label: str) -> bool:
    """An object ball that is not a whammy."""
    return label in VALUE


def ball_of(ident: str) -> str:
    """The label of a ball's id: `5a` -> `5`; an id that ends in a figure and is no label has none (`22` is no 2)."""
    return "" if ident not in LABELS and ident[-1:].isdecimal() else label_of(ident)


def whammy(name: str) -> str | None:
    """The label of a whammy named by label, colour or id; None for any other ball."""
    return LABEL.get(name) or LABEL.get(ball_of(name))


def word(label: str) -> str:
    """How a log names a ball: its number or its colour; `plain` and `crazy` for the cue balls."""
    if label in CUES:
        return "plain" if label == PLAIN else "crazy"
    return COLOUR.get(label) or str(number(label))


def descending(labels: Iterable[str]) -> tuple[str, ...]:
    """Highest first."""
    return tuple(sorted(labels, key=lambda b: (-number(b), b)))


def ascending(labels: Iterable[str]) -> tuple[str, ...]:
    """Lowest first (CP-15.3)."""
    return tuple(sorted(labels, key=lambda b: (number(b), b)))


def points(labels: Iterable[str]) -> int:
    """Sum of the values."""
    return sum(number(b) for b in labels)


def take(labels: Iterable[str], ball: str) -> tuple[str, ...] | None:
    """The labels without one ball of that value (an equal label first); None where there is none."""
    rest = list(labels)
    chosen = ball if ball in rest else next((b for b in rest if number(b) == number(ball) > 0), None)
    if chosen is None:
        return None
    rest.remove(chosen)
    return tuple(rest)


def too_many(labels: Iterable[str]) -> int | None:
    """A value that stands more often than in the racks; None where all fit."""
    have = Counter(number(b) for b in labels)
    owned = Counter(number(b) for b in NUMBERED)
    return next((v for v in have if have[v] > owned[v]), None)
