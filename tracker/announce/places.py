"""Spot positions in words: `5 to the foot spot, 11 behind it`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SAME_PLACE_MM = 2.0
"""Nearer than this nobody can tell a place from a spot by eye."""


@dataclass(frozen=True, slots=True)
class Table:
    """The bed and the balls, in mm."""

    length_mm: float = 2540.0
    width_mm: float = 1270.0
    ball_diameter_mm: float = 57.15


@dataclass(frozen=True, slots=True)
class Place:
    """Where a ball goes: the key of its phrase (`foot-spot`, `behind-it`, ...) and distances in whole cm."""

    ball: str
    key: str
    cm: int = 0
    across: int = 0


def places(spots: Sequence[tuple[str, float, float]], table: Table) -> list[Place]:
    """The phrase for each (ball, x_mm, y_mm), in the order given; a neighbour is named from the ball before it."""
    out: list[Place] = []
    before: tuple[float, float] | None = None
    for ball, x, y in spots:
        out.append(_place(ball, x, y, before, table))
        before = (x, y)
    return out


def _place(ball: str, x: float, y: float, before: tuple[float, float] | None, table: Table) -> Place:
    foot_y, head_y = table.length_mm / 4, -table.length_mm / 4
    for key, spot_y in (("foot-spot", foot_y), ("head-spot", head_y), ("centre-spot", 0.0)):
        if abs(x) <= SAME_PLACE_MM and abs(y - spot_y) <= SAME_PLACE_MM:
            return Place(ball, key)
    if before is not None and abs(x) <= SAME_PLACE_MM and abs(before[0]) <= SAME_PLACE_MM:
        gap = y - before[1]
        if abs(abs(gap) - table.ball_diameter_mm) <= SAME_PLACE_MM:
            return Place(ball, "behind-it" if gap > 0 else "before-it")
    from_head = round((y + table.length_mm / 2) / 10)
    if abs(x) <= SAME_PLACE_MM:
        if y > foot_y:
            return Place(ball, "behind-foot", cm=round((y - foot_y) / 10))
        if y > 0:
            return Place(ball, "before-foot", cm=round((foot_y - y) / 10))
        return Place(ball, "on-long", cm=from_head)
    if abs(y - foot_y) <= SAME_PLACE_MM:
        return Place(ball, "right-of-foot" if x > 0 else "left-of-foot", cm=round(abs(x) / 10))
    return Place(ball, "right" if x > 0 else "left", cm=from_head, across=round(abs(x) / 10))
