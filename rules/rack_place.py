"""Where a rack stands: on the foot spot, or a little up or down the long string (tournaments put the 9 on the spot)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from typing import Final

from callshot.rules.game import Setting
from callshot.rules.rack_check import check
from callshot.rules.racks import Rack
from callshot.rules.vocabulary import Ball

TIGHT: Final = 0.4
"""A ball of a rack found elsewhere lies within this part of a diameter of its place: a rack turned by 5 degrees has its
farthest ball 20 mm off, and spread balls fit so well by chance at a few places only."""

ALONG: Final = 1 / 8
"""How far up or down the long string a rack may stand, as a part of the table's length: one diamond."""

ACROSS: Final = 1.0
"""How far beside the long string, in diameters."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How much of a rack stands where it fits best: places filled, of how many, and how far off the drawn ones (mm)."""

    filled: int
    places: int
    dx_mm: float = 0.0
    dy_mm: float = 0.0


def standing(rack: Rack, balls: Iterable[Ball], s: Setting) -> Standing:
    """The rack on its drawn places, or moved to where more of them are filled; cue balls must be left out.

    A part of a rack counts near its place alone; a whole one, ball against ball, is a rack wherever somebody set it.
    """
    seen = tuple(balls)
    here = sum(f.kind == "missing" for f in check(rack, seen, s))
    best = Standing(len(rack.places) - here, len(rack.places))
    reach = TIGHT * s.ball_diameter_mm
    for first in rack.places:
        for ball in seen:
            dx, dy = ball.x_mm - first.x_mm, ball.y_mm - first.y_mm
            if best.filled == best.places:
                return best
            far = abs(dx) > ACROSS * s.ball_diameter_mm or abs(dy) > ALONG * s.length_mm
            if far and (first is not rack.places[0] or len(seen) < best.places):
                continue
            filled = sum(
                any(hypot(b.x_mm - p.x_mm - dx, b.y_mm - p.y_mm - dy) < reach for b in seen) for p in rack.places
            )
            if filled > best.filled and (not far or filled == best.places):
                best = Standing(filled, best.places, dx, dy)
    return best
