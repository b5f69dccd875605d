"""Balls put by hand: not in the jaws, not touching a ball, behind the head string (CP-8.7.a, CP-9.1.a, CP-12.3)."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot, sqrt
from typing import Final

from callshot.rules.congestion.balls import COLOUR, CUES, word
from callshot.rules.game import Setting
from callshot.rules.vocabulary import Ball

CORNER_MOUTH_MM: Final = 115.9
"""Between the points of a corner pocket: the middle of the 4 1/2 to 4 5/8 inches that pool tables have."""

TOUCHING_MM: Final = 0.5
"""A gap below this counts as touching: what a camera from above can part (observables, frozen to a ball)."""


def in_jaws(x_mm: float, y_mm: float, s: Setting) -> bool:
    """OQ-CP-54: the contact point lies beyond the straight line that joins the pocket's two cushion points."""
    from_side, from_end = s.width_mm / 2 - abs(x_mm), s.length_mm / 2 - abs(y_mm)
    corner = (from_side + from_end) / sqrt(2) < CORNER_MOUTH_MM / 2
    return corner or from_side < 0 or from_end < 0


def _who(label: str) -> str:
    return f"the {word(label)} {'cue ball' if label in CUES else 'whammy' if label in COLOUR else 'ball'}"


def refuse_place(label: str, at: tuple[float, float], others: Iterable[Ball], s: Setting) -> str | None:
    """Why a whammy may not lie there, or None."""
    x, y = at
    if in_jaws(x, y, s):
        return f"{_who(label)} lies in the jaws of a pocket: it must be moved"
    r = s.ball_diameter_mm / 2
    if abs(x) > s.width_mm / 2 - r + TOUCHING_MM or abs(y) > s.length_mm / 2 - r + TOUCHING_MM:
        return f"{_who(label)} does not lie on the bed"
    near = next((b for b in others if hypot(b.x_mm - x, b.y_mm - y) < s.ball_diameter_mm + TOUCHING_MM), None)
    return None if near is None else f"{_who(label)} touches {_who(near.label)}: it must be moved"


def warn_in_hand(at: tuple[float, float], s: Setting) -> str | None:
    """What a player is warned of whose cue ball in hand lies there: on or over the head string (CP-8.7.a), or in
    the jaws (CP-12.3); None where it lies well."""
    if at[1] >= -s.length_mm / 4:
        return "kitchen"
    return "jaws" if in_jaws(*at, s) else None


def behind_string(balls: Iterable[Ball], s: Setting) -> tuple[Ball, ...]:
    """The object balls, nearest to the head string first, where all of them lie behind it (CP-8.7.d); else none."""
    objects = [b for b in balls if b.label not in CUES]
    if not objects or any(b.y_mm >= -s.length_mm / 4 for b in objects):
        return ()
    return tuple(sorted(objects, key=lambda b: -b.y_mm))
