"""What changed: luma against the settled picture, in small cells. At rest this is all that a frame costs."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Luma = NDArray[np.uint8]
Mask = NDArray[np.bool_]

CELL_PX = 8
# A cell changed when its mean difference passes this many luma steps: coding noise averages to about 1 over a cell.
CHANGED_LUMA = 3
OVER_HUM_LUMA = 2.6  # a noisy camera's cells all differ a little: what changed differs by this much more
EARLY_FRAMES = (2, 5, 10)  # how noisy the camera is shows at once
DULL_LUMA = 8  # in the dark of pockets coding noise is coarse, and only a whole ball matters
MOVED_LUMA = 2  # a cell's mean against the frame before
# A camera on a tripod, a ceiling above a dancing hall: edges swing by this much without anything having changed.
SWAY_PX = 0.3
REFRESH_FRAMES = 30  # quiet cells follow slow drifts of light at this interval
LIGHT_STRIDE = 3  # the light is measured on every third cell of every third row
DARK_LUMA = 3.0  # video black and noise, so that the ratio of two dark cells says little


class Gate:
    """Keeps the settled picture. `luma` is always the same (h, w) part of the frame; `relevant`, (h, w), what counts;
    `dull`, (h, w), the pockets."""

    def __init__(self, luma: Luma, relevant: Mask, dull: Mask) -> None:
        self.settled = luma.copy()
        h, w = luma.shape
        self.grid = (w // CELL_PX, h // CELL_PX)
        self.size = (self.grid[0] * CELL_PX, self.grid[1] * CELL_PX)
        share = cv2.resize(
            relevant[: self.size[1], : self.size[0]].astype(np.float32), self.grid, interpolation=cv2.INTER_AREA
        )
        self._counts = share > 0.25
        holes = cv2.resize(
            dull[: self.size[1], : self.size[0]].astype(np.float32), self.grid, interpolation=cv2.INTER_AREA
        )
        self._least = np.where(holes > 0.25, DULL_LUMA, CHANGED_LUMA).astype(np.float32)
        self._threshold = np.zeros((self.grid[1], self.grid[0]), np.uint8)
        self._difference = np.empty((self.size[1] // 2, self.size[0]), np.uint8)
        self._frames = 0
        self._hum = 0.0
        self._before = self._means(luma)
        self._lit = self._before
        self.measured = False
        self.moved = np.zeros((self.grid[1], self.grid[0]), np.bool_)
        self._steady()

    def look(self, luma: Luma) -> Mask:
        """(rows, columns) cells that differ from the settled picture."""
        difference = self._cells(luma, self.settled)
        changed = difference > self._threshold
        if changed.any():
            means = self._means(luma)
            self.moved = (cv2.absdiff(means, self._before) > MOVED_LUMA) & self._counts
            self._before = means
        else:
            self.moved = changed
        self.measured = bool(changed.any())
        self._frames += 1
        if self._frames % REFRESH_FRAMES == 0 or self._frames in EARLY_FRAMES:
            if not self.measured:
                self._before, self.measured = self._means(luma), True
            quiet = self._counts & ~changed
            if quiet.any():
                self._hum = float(difference[quiet].mean())
            self._refresh(luma, changed)
        return changed

    def _cells(self, a: Luma, b: Luma) -> NDArray[np.uint8]:
        """(rows, columns) mean absolute difference a cell, of every other line: no ball hides between two lines."""
        w, h = self.size
        cv2.absdiff(a[:h:2, :w], b[:h:2, :w], dst=self._difference)
        return np.asarray(cv2.resize(self._difference, self.grid, interpolation=cv2.INTER_AREA))

    def _means(self, luma: Luma) -> NDArray[np.uint8]:
        w, h = self.size
        return np.asarray(cv2.resize(luma[:h:2, :w], self.grid, interpolation=cv2.INTER_AREA))

    def _refresh(self, luma: Luma, changed: Mask) -> None:
        near = cv2.dilate(changed.astype(np.uint8), np.ones((3, 3), np.uint8))
        keep = cv2.resize(near, self.size, interpolation=cv2.INTER_NEAREST)
        w, h = self.size
        cv2.copyTo(luma[:h, :w], 1 - keep, self.settled[:h, :w])
        self._steady()

    def _steady(self) -> None:
        """Each cell's threshold: more where the settled picture has edges that sway."""
        w, h = self.size
        picture = self.settled[:h, :w]
        steep = cv2.max(
            cv2.convertScaleAbs(cv2.Sobel(picture, cv2.CV_16S, 1, 0), alpha=0.125),
            cv2.convertScaleAbs(cv2.Sobel(picture, cv2.CV_16S, 0, 1), alpha=0.125),
        )
        mean = cv2.resize(steep, self.grid, interpolation=cv2.INTER_AREA).astype(np.float32)
        threshold = np.clip(np.maximum(self._least, self._hum + OVER_HUM_LUMA) + SWAY_PX * mean, 0, 254)
        self._threshold = np.where(self._counts, threshold, 255).astype(np.uint8)

    def light(self) -> float:
        """The factor by which the table is lighter than when `accept` was last called.

        As of the last frame that `measured` it. A median: hands and balls don't matter.
        """
        some = (slice(None, None, LIGHT_STRIDE), slice(None, None, LIGHT_STRIDE))
        counts = self._counts[some]
        now, then = (a[some][counts].astype(np.float32) + DARK_LUMA for a in (self._before, self._lit))
        return float(np.median(now / then)) if now.size else 1.0

    def ratio(self, luma: Luma, black: float) -> tuple[NDArray[np.float32], Mask]:
        """(rows, columns) by which factor each cell is lighter than in the settled picture, and which cells count.

        black: luma of video black.
        """
        now, then = (self._means(a).astype(np.float32) + np.float32(DARK_LUMA - black) for a in (luma, self.settled))
        return np.maximum(now, 1.0) / np.maximum(then, 1.0), self._counts

    @property
    def relevant_cells(self) -> int:
        """How many cells count."""
        return int(self._counts.sum())

    def accept(self, luma: Luma, busy: Mask) -> None:
        """All but the (h, w) `busy` pixels are settled as they are now."""
        np.copyto(self.settled, luma, where=~busy)
        self._lit = self._means(luma)
        self._steady()

    def pixels(self, cells: Mask) -> Mask:
        """(rows, columns) -> (h, w): the pixels of these cells; those beyond the last whole cell belong to none."""
        whole = np.zeros(self.settled.shape, np.bool_)
        w, h = self.size
        whole[:h, :w] = cv2.resize(cells.astype(np.uint8), self.size, interpolation=cv2.INTER_NEAREST) > 0
        return whole
