"""The empty table, pixel by pixel, as far as it has been seen; where not, as the smooth cloth model guesses it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.cloth import ClothModel, lab_of

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]


class Plate:
    """bgr: (h, w, 3), luma: (h, w) on the scale of the frames' luma planes, lab: (h, w, 3) float32, of one window."""

    def __init__(self, image: Image, luma: Image, model: ClothModel, hidden: Mask) -> None:
        self.noise = model.noise
        self.bgr = image.copy()
        self.luma = luma.copy()
        self.lab = lab_of(image)
        self.lab[hidden] = model.lab[hidden]
        guess = np.clip(cv2.cvtColor(model.lab, cv2.COLOR_Lab2BGR) * 255, 0, 255).astype(np.uint8)
        self.bgr[hidden] = guess[hidden]
        grey = cv2.cvtColor(self.bgr, cv2.COLOR_BGR2GRAY)
        # The luma plane may have another range than the picture's grey: a line through what is seen tells.
        seen = ~hidden
        step = max(1, int(seen.sum()) // 20000)
        x, y = grey[seen][::step].astype(np.float64), luma[seen][::step].astype(np.float64)
        slope, offset = np.polyfit(x, y, 1) if len(x) > 100 and np.ptp(x) > 10 else (1.0, 0.0)
        self.luma[hidden] = np.clip(grey[hidden] * slope + offset, 0, 255).astype(np.uint8)

    def cloth(self, box: tuple[int, int, int, int]) -> ClothModel:
        """The plate of a box (x0, y0, x1, y1), without a copy."""
        x0, y0, x1, y1 = box
        return ClothModel(self.lab[y0:y1, x0:x1], self.noise)

    def take(self, box: tuple[int, int, int, int], where: Mask, image: Image, luma: Image) -> None:
        """Learn the pixels `where` (of the box) from the whole window's `image` and `luma`."""
        x0, y0, x1, y1 = box
        part = (slice(y0, y1), slice(x0, x1))
        self.bgr[part][where] = image[part][where]
        self.luma[part][where] = luma[part][where]
        self.lab[part][where] = lab_of(image[part])[where]
