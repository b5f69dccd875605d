"""What changed: luma against the last settled picture, in small cells. At rest this is all that a frame costs."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Luma = NDArray[np.uint8]
Mask = NDArray[np.bool_]

CELL_PX = 8
# A cell changed when its mean difference passes this many luma steps: coding noise averages to about 1 over a cell.
CHANGED_LUMA = 3.5
SETTLED_FRAMES = 6  # a changed cell that holds still this long is the new settled picture


class Gate:
    """Keeps the settled picture and the frame before. `luma` is always the same (h, w) part of the frame."""

    def __init__(self, luma: Luma) -> None:
        self.settled = luma.copy()
        self.before = luma.copy()
        h, w = luma.shape
        self.grid = (w // CELL_PX, h // CELL_PX)
        self.still = np.full((self.grid[1], self.grid[0]), SETTLED_FRAMES, np.int32)
        self.moved = np.zeros((self.grid[1], self.grid[0]), np.bool_)

    def cells(self, a: Luma, b: Luma) -> NDArray[np.uint8]:
        """(rows, columns) mean absolute difference a cell."""
        w, h = self.grid
        difference = cv2.absdiff(a[: h * CELL_PX, : w * CELL_PX], b[: h * CELL_PX, : w * CELL_PX])
        return np.asarray(cv2.resize(difference, self.grid, interpolation=cv2.INTER_AREA))

    def look(self, luma: Luma) -> Mask:
        """(rows, columns) cells that differ from the settled picture."""
        changed = self.cells(luma, self.settled) > CHANGED_LUMA
        if changed.any():
            moving = self.cells(luma, self.before) > CHANGED_LUMA
            self.still = np.where(moving, 0, self.still + 1)
            self.moved = moving
            np.copyto(self.before, luma)
        else:
            self.moved = changed
        return np.asarray(changed)

    def settle(self, luma: Luma, changed: Mask) -> None:
        """Take cells that changed and now hold still into the settled picture."""
        done = changed & (self.still >= SETTLED_FRAMES)
        if done.any():
            whole = np.repeat(np.repeat(done, CELL_PX, 0), CELL_PX, 1)
            h, w = whole.shape
            self.settled[:h, :w][whole] = luma[:h, :w][whole]
