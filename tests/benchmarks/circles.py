"""`cv2.HoughCircles` as somebody would call it who wants to find these balls: the reference for the detector's cost.

The whole luma plane as it comes, the accumulator at full resolution, balls of the size that they have there give or
take 15 %, no two nearer than 1.8 radii. Its two thresholds decide how much it finds and what it costs. Of those tried
(edges of 30, 50, 100; 10, 12, 15, 18, 30 votes) over four breaks, three drawn and one filmed, 50 and 15 find most balls
for the fewest others (mean F1 0.74). Votes of 30, as its tutorials have them, cost a tenth less and find next to none.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.table import TableGeometry
from callshot.tracker.detect.view import make_view

EDGE, VOTES = 50, 15


class Circles:
    """HoughCircles for one table."""

    def __init__(self, table: TableGeometry, ball_diameter_mm: float) -> None:
        self.radius_px = make_view(table, ball_diameter_mm).radius_px

    def find(self, plane: NDArray[np.uint8], edge: float = EDGE, votes: float = VOTES) -> NDArray[np.float64]:
        """(n, 2) px."""
        r = self.radius_px
        found = cv2.HoughCircles(
            plane, cv2.HOUGH_GRADIENT, 1, 1.8 * r, param1=edge, param2=votes,
            minRadius=round(0.85 * r), maxRadius=round(1.15 * r),
        )  # fmt: skip
        return np.zeros((0, 2)) if found is None else np.asarray(found.reshape(-1, found.shape[-1])[:, :2], np.float64)
