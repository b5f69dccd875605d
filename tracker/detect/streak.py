"""A fast ball: a disc smeared along its way during the exposure.

The share of the exposure during which the ball covers a pixel is a disc convolved with the segment it travelled. Its
mean is the middle of the exposure; its second moments are R^2 / 4 across and R^2 / 4 + h^2 / 3 along, with h the half
length of the travel: position, direction and length follow without a search.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

WIDTH_SLACK = 0.45  # the width across may differ by this share from a ball's: shadow, noise, a bend at a cushion
MASS_MIN = 0.45  # a streak shows at least this share of a ball's weight


@dataclass(frozen=True, slots=True, eq=False)
class Streak:
    """centre: (2,) px. half: (2,) px half length and direction. width: seen over expected radius across."""

    centre: Floats
    half: Floats
    width: float


def fit_streak(weight: Floats, outline: Floats, origin: tuple[int, int] = (0, 0)) -> Streak | None:
    """Fit to `weight`, (h, w) proportional to the share of the exposure that something covered each pixel.

    outline: (2, 2) maps the unit circle to a ball's outline here. None where it is no streak of a ball's width.
    """
    v, u = np.nonzero(weight > 0)
    if len(u) < 8:
        return None
    w = weight[v, u].astype(np.float64)
    points = np.column_stack([u, v]).astype(np.float64)
    centre = w @ points / w.sum()
    local = (points - centre) @ np.linalg.inv(outline).T  # in ball radii, so that the ellipse is a circle
    moments = (w[:, None] * local).T @ local / w.sum()
    values, vectors = np.linalg.eigh(moments)
    width = float(np.sqrt(max(values[0], 0) * 4))
    if abs(width - 1) > WIDTH_SLACK:
        return None
    half = np.sqrt(max(3 * (values[1] - max(values[0], 0.25)), 0.0))
    return Streak(centre + np.array(origin), outline @ (vectors[:, 1] * half), width)
