"""The empty table, pixel by pixel, as far as it has been seen; where not, as the smooth cloth model guesses it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.cloth import ClothModel, lab_of

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

THIN_RADII = 0.4  # hands, arms and balls are thicker than this all around some point
PRINT_RADII = 3.2
HAND_RADII = 1.5  # fingers reach this far from the thick of a hand


class Plate:
    """bgr: (h, w, 3), luma: (h, w) on the scale of the frames' luma planes, lab: (h, w, 3) float32, of one window.
    unknown: (h, w) where the cloth has not been seen yet.
    """

    def __init__(self, image: Image, luma: Image, model: ClothModel, hidden: Mask) -> None:
        self.noise = model.noise
        self.unknown = hidden.copy()
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
        self.luma_black = float(np.clip(offset, 0, 24))
        self.luma[hidden] = np.clip(grey[hidden] * slope + offset, 0, 255).astype(np.uint8)

    def cloth(self, box: tuple[int, int, int, int]) -> ClothModel:
        """The plate of a box (x0, y0, x1, y1), without a copy."""
        x0, y0, x1, y1 = box
        return ClothModel(self.lab[y0:y1, x0:x1], self.noise)

    def relight(self, factor: NDArray[np.float32]) -> None:
        """The light changed by (h, w, 3) BGR factors."""
        self.bgr = np.asarray(cv2.multiply(self.bgr, factor, dtype=cv2.CV_8U), np.uint8)
        grey = factor.mean(2)
        # Video-range luma has an offset of 16: the factor holds for what lies above it.
        self.luma = np.clip((self.luma - np.float32(self.luma_black)) * grey + self.luma_black, 0, 255).astype(np.uint8)
        self.lab = lab_of(self.bgr)

    def take(self, box: tuple[int, int, int, int], where: Mask, image: Image, luma: Image) -> None:
        """Learn the pixels `where` (of the box) from the whole window's `image` and `luma`."""
        x0, y0, x1, y1 = box
        part = (slice(y0, y1), slice(x0, x1))
        self.bgr[part][where] = image[part][where]
        self.luma[part][where] = luma[part][where]
        self.lab[part][where] = lab_of(np.ascontiguousarray(image[part][where][:, None]))[:, 0]
        self.unknown[part][where] = False


def thin(mask: Mask, radius_px: float) -> Mask:
    """(h, w) the parts of `mask` that are lines, halos, specks, cues: slim, and not fingers beside a hand."""
    reach = round(THIN_RADII * radius_px)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    thick = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, kernel, borderType=cv2.BORDER_REPLICATE)
    wide = round(HAND_RADII * radius_px)
    around = cv2.dilate(thick, np.ones((2 * wide + 1, 1), np.uint8))
    around = cv2.dilate(around, np.ones((1, 2 * wide + 1), np.uint8))
    return np.asarray(mask & (around == 0), np.bool_)


def printed(mask: Mask, bed: Mask, radius_px: float) -> Mask:
    """(h, w) the parts of `mask` that are print on the cloth: words longer than a ball, away from the cushions.

    mask: what is neither cloth nor a known ball. People come in over a cushion; a ball that was missed is no longer
    than a ball.
    """
    reach = round(0.5 * radius_px)
    kernel = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    words = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    edge = np.pad(bed.astype(np.uint8), 1)
    inner = cv2.erode(edge, np.ones((5, 5), np.uint8), iterations=max(1, reach // 2))[1:-1, 1:-1]
    count, parts, stats, _ = cv2.connectedComponentsWithStats(words, connectivity=8)
    at_cushion = np.zeros(count, np.bool_)
    at_cushion[np.unique(parts[(inner == 0) & (words > 0)])] = True
    long = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) > PRINT_RADII * radius_px
    take = long & ~at_cushion
    take[0] = False
    return np.asarray(mask & take[parts], np.bool_)
