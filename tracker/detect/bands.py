"""Bands of mains lamps: a rolling shutter reads its rows while the lamps swell and fade a hundred times a second.

Every row has its own light then, another one in each picture, and the whole table seems to change. By which factor a
row is lighter than in the settled picture, most of its cells agree, whatever lies or moves on the table: the picture
is evened by that before anything is looked for in it. A camera that hangs on its side has its rows as columns.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.gate import CELL_PX, Gate

Floats32 = NDArray[np.float32]
Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

AGREE = 0.035  # cells whose light follows that of their row to within this share agree with it
AGREE_FIRST, AGREE_MIN = 0.7, 0.55  # so many must for bands to be known, and then for a picture to be evened
LEAST_SPREAD = 0.02  # bands differ by this from the lightest row to the darkest: less is left to the gate
LEAST_GAIN = 0.008  # what differs from even light by less is noise
MOST_GAIN = 1.3  # lamps fade by no more during an exposure; what does is a person over the whole row
ROW_CELLS = 6  # a row with fewer cells of the table takes its light from its neighbours
KEPT_S = 2.0  # without bands for so long the lamps are others


class Bands:
    """Whether there are bands, along rows or along columns, and the pictures without them."""

    def __init__(self) -> None:
        self._axis: int | None = None
        self._seen_s = -1e9
        self._inverse: Floats32 | None = None

    @property
    def known(self) -> bool:
        """Are the lamps known to flicker?"""
        return self._axis is not None

    def even(self, luma: Image, gate: Gate, black: float, t: float) -> Image:
        """(h, w) luma without its bands, if it has any. black: luma of video black."""
        self._inverse = None
        if self._axis is not None and t - self._seen_s > KEPT_S:
            self._axis = None
        ratio, counts = gate.ratio(luma, black)
        least = AGREE_FIRST if self._axis is None else AGREE_MIN
        found = []
        for axis in (0, 1) if self._axis is None else (self._axis,):
            gains = _gains(ratio, counts, axis)
            if gains is None:
                continue
            along = gains[:, None] if axis == 0 else gains[None]
            found.append((float((np.abs(ratio / along - 1)[counts] < AGREE).mean()), axis, gains))
        if not found:
            return luma
        share, axis, gains = max(found, key=lambda f: f[0])
        spread = float(np.ptp(gains))
        if share < least or (self._axis is None and spread < LEAST_SPREAD):
            return luma
        if spread >= LEAST_SPREAD:
            self._axis, self._seen_s = axis, t
        if np.abs(gains - 1).max() < LEAST_GAIN:
            return luma
        length = luma.shape[axis]
        places = (np.arange(length) + 0.5) / CELL_PX - 0.5
        inverse = (1 / np.interp(places, np.arange(len(gains)), gains)).astype(np.float32)
        self._inverse = inverse[:, None] if axis == 0 else inverse[None]
        return np.asarray(np.clip((luma - np.float32(black)) * self._inverse + (black + 0.5), 0, 255), np.uint8)

    def even_colours(self, image: Image) -> Image:
        """(h, w, 3) of the same frame without its bands."""
        if self._inverse is None:
            return image
        factor = np.ascontiguousarray(np.broadcast_to(self._inverse[..., None], image.shape))
        return np.asarray(cv2.multiply(image, factor, dtype=cv2.CV_8U), np.uint8)


def _gains(ratio: Floats32, counts: Mask, axis: int) -> Floats32 | None:
    """By which factor each row (axis 0) or column (1) of cells is lighter, smooth; None where too few tell."""
    known = np.where(counts, ratio, np.nan) if axis == 0 else np.where(counts, ratio, np.nan).T
    enough = np.isfinite(known).sum(1) >= ROW_CELLS
    if enough.sum() < ROW_CELLS:
        return None
    rows = np.flatnonzero(enough)
    gains = np.nanmedian(known[rows], axis=1)
    sound = (gains < MOST_GAIN) & (gains > 1 / MOST_GAIN)
    if sound.sum() < ROW_CELLS:
        return None
    spread = np.interp(np.arange(len(known)), rows[sound], gains[sound]).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(spread[:, None], (1, 5), 0, sigmaY=0.8), np.float32)[:, 0]
