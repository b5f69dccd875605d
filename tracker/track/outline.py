"""Is a point inside an outline, and how far is it from one."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def gap_mm(point_mm: ArrayLike, outline_mm: Floats) -> float:
    """Distance of a point from a closed outline (k, 2); zero inside it."""
    p = np.asarray(point_mm, np.float64)
    if len(outline_mm) == 0:
        return float("inf")
    a, b = outline_mm, np.roll(outline_mm, -1, axis=0)
    d = b - a
    length2 = np.maximum((d * d).sum(axis=1), 1e-12)
    f = np.clip(((p - a) * d).sum(axis=1) / length2, 0.0, 1.0)
    far = float(np.sqrt((((a + f[:, None] * d) - p) ** 2).sum(axis=1).min()))
    if len(a) < 3:
        return far
    spans = (a[:, 1] > p[1]) != (b[:, 1] > p[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        x = a[:, 0] + (p[1] - a[:, 1]) / (b[:, 1] - a[:, 1]) * d[:, 0]
    return 0.0 if int(np.count_nonzero(spans & (x > p[0]))) % 2 else far


def nearest_gap_mm(point_mm: ArrayLike, outlines_mm: Iterable[Floats]) -> float:
    """Distance of a point from the nearest of several outlines, infinity without any."""
    return min((gap_mm(point_mm, o) for o in outlines_mm), default=float("inf"))
