"""Is a point inside an outline, and how far is it from one."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def gap_mm(point_mm: ArrayLike, outline_mm: Floats) -> float:
    """Distance of a point from a closed outline (k, 2); zero inside it."""
    return float(_gaps_mm(np.asarray(point_mm, np.float64).reshape(1, 2), outline_mm)[0])


def nearest_gap_mm(point_mm: ArrayLike, outlines_mm: Iterable[Floats]) -> float:
    """Distance of a point from the nearest of several outlines, infinity without any."""
    return min((gap_mm(point_mm, o) for o in outlines_mm), default=float("inf"))


def nearest_gaps_mm(points_mm: ArrayLike, outlines_mm: Iterable[Floats]) -> Floats:
    """(n,) the same for many points (n, 2) at once."""
    points = np.asarray(points_mm, np.float64).reshape(-1, 2)
    out = np.full(len(points), np.inf)
    if len(points):
        for outline in outlines_mm:
            np.minimum(out, _gaps_mm(points, outline), out=out)
    return out


def _gaps_mm(points: Floats, outline: Floats) -> Floats:
    if len(outline) == 0:
        return np.full(len(points), np.inf)
    x, y = np.ascontiguousarray(outline.T)
    x_next, y_next = np.concatenate((x[1:], x[:1])), np.concatenate((y[1:], y[:1]))
    dx, dy = x_next - x, y_next - y
    length2 = np.maximum(dx * dx + dy * dy, 1e-12)
    px, py = points[:, :1], points[:, 1:]
    f = np.minimum(np.maximum(((px - x) * dx + (py - y) * dy) / length2, 0.0), 1.0)
    far = np.sqrt((((x + f * dx) - px) ** 2 + ((y + f * dy) - py) ** 2).min(axis=1))
    if len(outline) < 3:
        return np.asarray(far)
    spans = (y > py) != (y_next > py)
    with np.errstate(divide="ignore", invalid="ignore"):
        cut = x + (py - y) / (y_next - y) * dx
    inside = np.count_nonzero(spans & (cut > px), axis=1) % 2 == 1
    return np.where(inside, 0.0, far)
