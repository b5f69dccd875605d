"""Where a ball comes back: foot spot, long string behind it, in front of it, and (Congestion) the foot string.

HU-I.23.1.b to .f, HU-II.3.3.f, FI-6.a to .c, CP-15. The x axis is the foot string's direction, x = 0 the long string.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from callshot.rules.ruling import Spot
from callshot.rules.vocabulary import CUE_BALLS, Ball, label_of

CLEAR_OF_CUE_BALL_MM = 0.5
"""A spotted ball may touch object balls but not a cue ball (OQ-HU-17, OQ-CP-47): it is kept just clear."""

SAME_MM = 1e-6
"""Positions closer than this are the same: touching balls do not block each other through rounding."""


@dataclass(frozen=True, slots=True)
class Line:
    """How a game spots: sizes in mm, and the house's readings."""

    length_mm: float
    width_mm: float
    diameter_mm: float
    front_limit_y_mm: float | None = None
    """Not beyond this y in front of the foot spot (0: the centre spot); None: down to the head cushion."""
    object_gap_mm: float = 0.0
    """Kept clear of object balls too (OQ-HU-17); 0: touching."""
    foot_string: bool = False
    """Go on along the foot string when the long string is full (CP-15.2)."""
    right_first: bool = True
    """At equal distance right of the foot spot, as seen from the head, before left (CP-15.2)."""


@dataclass(frozen=True, slots=True)
class Spotted:
    """Where each ball goes, and the labels for which the lines have no place left."""

    spots: tuple[Spot, ...]
    unplaced: tuple[str, ...] = ()


def _order(label: str) -> tuple[int, str]:
    number = label_of(label).removeprefix("crazy-")
    return (int(number), label) if number.isdecimal() else (99, label)


def _nearest(blocked: list[tuple[float, float]], low: float, high: float, start: float) -> float | None:
    """The free coordinate of [low, high] nearest to `start`, which is one of the ends."""
    ends = [start, *(e for pair in blocked for e in pair)]
    free = [
        e
        for e in ends
        if low - SAME_MM <= e <= high + SAME_MM and not any(a + SAME_MM < e < b - SAME_MM for a, b in blocked)
    ]
    return min(free, key=lambda e: abs(e - start), default=None)


def _blocked(
    obstacles: Iterable[tuple[float, float, float]], x_mm: float | None, y_mm: float | None
) -> list[tuple[float, float]]:
    """The open intervals that obstacles (x, y, reach) block on the line x = x_mm, or on the line y = y_mm."""
    out = []
    for ox, oy, reach in obstacles:
        off = ox - x_mm if x_mm is not None else oy - (y_mm or 0.0)
        if abs(off) < reach - SAME_MM:
            half = (reach * reach - off * off) ** 0.5
            along = oy if x_mm is not None else ox
            out.append((along - half, along + half))
    return out


def place_one(obstacles: list[tuple[float, float, float]], line: Line) -> tuple[float, float] | None:
    """(x, y) in mm of the next ball to spot, None where the lines are full. Obstacles: (x, y, reach), in mm.

    Clauses: CP-15.1, HU-I.23.1.d, FI-6.c.
    """
    r = line.diameter_mm / 2
    foot_y = line.length_mm / 4
    on_long = _blocked(obstacles, 0.0, None)
    behind = _nearest(on_long, foot_y, line.length_mm / 2 - r, foot_y)
    if behind is not None:
        return 0.0, behind
    limit = -line.length_mm / 2 + r if line.front_limit_y_mm is None else line.front_limit_y_mm
    front = _nearest(on_long, limit, foot_y, foot_y)
    if front is not None:
        return 0.0, front
    if not line.foot_string:
        return None
    on_foot = _blocked(obstacles, None, foot_y)
    right = _nearest(on_foot, 0.0, line.width_mm / 2 - r, 0.0)
    left = _nearest(on_foot, -line.width_mm / 2 + r, 0.0, 0.0)
    sides = [s for s in (right, left) if s is not None]
    if not sides:
        return None
    first = 1.0 if line.right_first else -1.0
    return min(sides, key=lambda x: (round(abs(x), 3), -first * x)), foot_y


def obstacle(ball: Ball, line: Line) -> tuple[float, float, float]:
    """A ball on the table as (x, y, reach): no spotted ball's centre may come nearer than its reach.

    Clauses: HU-I.23.1.c, HU-II.3.3.f.3.
    """
    gap = CLEAR_OF_CUE_BALL_MM if ball.label in CUE_BALLS else line.object_gap_mm
    return ball.x_mm, ball.y_mm, line.diameter_mm + gap


def spot(labels: Iterable[str], on_table: Iterable[Ball], line: Line) -> Spotted:
    """Where the balls come back, lowest number first, each an obstacle for the next. None known: an empty table.

    Clauses: HU-I.23.1.f, HU-II.3.3.f.2, FI-6.b.
    """
    obstacles = [obstacle(b, line) for b in on_table]
    spots: list[Spot] = []
    unplaced: list[str] = []
    for label in sorted(labels, key=_order):
        place = place_one(obstacles, line)
        if place is None:
            unplaced.append(label)
            continue
        spots.append(Spot(label, place[0], place[1]))
        obstacles.append((place[0], place[1], line.diameter_mm + line.object_gap_mm))
    return Spotted(tuple(spots), tuple(unplaced))
