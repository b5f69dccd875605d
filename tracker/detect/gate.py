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


class Gate:
    """Keeps the settled picture and the frame before. `luma` is always the same (h, w) part of the frame."""

    def __init__(self, luma: Luma) -> None:
        self.settled = luma.copy()
        self.before = luma.copy()
        h, w = luma.shape
        self.grid = (w // CELL_PX, h // CELL_PX)
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
            self.moved = np.asarray(self.cells(luma, self.before) > CHANGED_LUMA)
            np.copyto(self.before, luma)
        else:
            self.moved = np.asarray(changed)
        return np.asarray(changed)

    def pixels(self, cells: Mask) -> Mask:
        """(rows, columns) -> (h, w): the pixels of these cells."""
        h, w = self.settled.shape
        whole = np.zeros((h, w), np.bool_)
        grown = np.repeat(np.repeat(cells, CELL_PX, 0), CELL_PX, 1)
        whole[: grown.shape[0], : grown.shape[1]] = grown
        return whole
