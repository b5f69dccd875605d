"""Where texts stand on a film so that none hides another: beside what they tell, right of it if there is room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, px."""

GAP_PX: Final = 12.0


def overlaps(a: Box, b: Box) -> bool:
    """Whether two boxes share more than an edge."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def label_box(at: tuple[float, float], width: float, height: float, within: Box, taken: Iterable[Box]) -> Box | None:
    """The box of a text of this size beside a place; None where every place for it is taken.

    Right, left, below, above, then the same slanting up and down; always inside `within`.
    """
    x, y = at
    right, left, middle = x + GAP_PX, x - GAP_PX - width, x - width / 2
    level, below, above = y - height / 2, y + GAP_PX, y - GAP_PX - height
    corners = (
        (right, level), (left, level), (middle, below), (middle, above),
        (right, below), (right, above), (left, below), (left, above),
    )  # fmt: skip
    full = list(taken)
    for corner in corners:
        box = (corner[0], corner[1], corner[0] + width, corner[1] + height)
        inside = box[0] >= within[0] and box[1] >= within[1] and box[2] <= within[2] and box[3] <= within[3]
        if inside and not any(overlaps(box, other) for other in full):
            return box
    return None
