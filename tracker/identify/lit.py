"""How the light differs from place to place: balls in a dim corner are darker than their paint, and so is the cloth.

The cloth is one colour, so what is seen of it between the balls, smoothed over the bed, is the light that falls there.
A dark red ball in the dim is no maroon one.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from callshot.calibration.table import TableGeometry

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

# Places looked at, along and across the bed, from this far inside the noses: cushions shade the cloth beside them.
ALONG, ACROSS = 24, 12
INSIDE_MM: Final = 75.0
# Nearer to a ball than this, in radii, the cloth is in its shadow.
CLEAR_RADII: Final = 3.5
# A spot, a print, a hand: what lies off the fit by more than this (log of the picture's value) hardly counts.
SCATTER: Final = 0.05
# Below this value black levels and stray light make ratios of a dark cloth meaningless.
DARKEST: Final = 14.0
FEWEST: Final = 40
# Lamps above a table never leave a part of the bed darker than this beside the middle, as picture values go.
LIMITS: Final = (0.55, 1.6)


class Lit:
    """The light over one bed. `at` is 1 at its middle value."""

    def __init__(self, table: TableGeometry, radius_mm: float) -> None:
        """Nothing measured: even light."""
        w, h = table.width_mm / 2 - INSIDE_MM, table.length_mm / 2 - INSIDE_MM
        self._half = np.array([table.width_mm / 2, table.length_mm / 2])
        grid = np.stack(np.meshgrid(np.linspace(-w, w, ACROSS), np.linspace(-h, h, ALONG)), -1).reshape(-1, 2)
        self._radius_mm = radius_mm
        self._px = np.rint(table.camera.image_from_table(grid, 0.0)).astype(np.int64)
        wide, high = table.camera.image_size
        inside = (self._px >= 2).all(axis=1) & (self._px[:, 0] < wide - 2) & (self._px[:, 1] < high - 2)
        self._grid, self._px = grid[inside], self._px[inside]
        self._weights = np.zeros(6)

    def look(self, image: Image, balls_mm: ArrayLike) -> None:
        """Measure it in a BGR picture with balls at (n, 2) mm."""
        self._weights = np.zeros(6)
        value = np.array([_value(image, int(x), int(y)) for x, y in self._px]).reshape(-1)
        at = np.asarray(balls_mm, np.float64).reshape(-1, 2)
        clear = value > DARKEST
        if len(at):
            gap = np.linalg.norm(self._grid[:, None] - at[None], axis=2).min(axis=1)
            clear &= gap > CLEAR_RADII * self._radius_mm
        if clear.sum() < FEWEST:
            return
        a, b = self._terms(self._grid[clear]), np.log(value[clear])
        share = np.ones(len(b))
        weights = np.zeros(6)
        off = b - float(np.median(b))
        for _ in range(8):
            share = 1.0 / (1.0 + (off / SCATTER) ** 2)
            weights = np.linalg.lstsq(a * share[:, None], b * share, rcond=None)[0]
            off = b - a @ weights
        # half of the bed has to follow it: else it is no light, but things that lie there
        if float(np.median(np.abs(off))) < SCATTER:
            middle = float(np.median(self._terms(self._grid) @ weights))
            self._weights = weights - np.array([middle, 0, 0, 0, 0, 0])

    def at(self, places_mm: ArrayLike) -> Floats:
        """(n, 2) mm -> (n,) how much lighter a paint is seen there than at the bed's middle value."""
        return np.clip(np.exp(self._terms(np.asarray(places_mm, np.float64).reshape(-1, 2)) @ self._weights), *LIMITS)

    def _terms(self, places_mm: Floats) -> Floats:
        x, y = np.clip(places_mm / self._half, -1.0, 1.0).T
        return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])


def _value(image: Image, x: int, y: int) -> float:
    """Luma, the mean of 5 x 5 px."""
    b, g, r = cv2.mean(image[y - 2 : y + 3, x - 2 : x + 3])[:3]
    return 0.114 * b + 0.587 * g + 0.299 * r
