"""The ground of a striped ball against the other whites on the table: some makers tint that of 16 to 21.

A single crop can't tell a grey ground from a white one in the shade; beside the other stripes and the cue ball, each
compared where it shows the same part of its roundness to the lamps, it can be told.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.models.normalise import BALL_PX, CROP_PX

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Image = NDArray[np.uint8]

# Pale enough to be a ground, and at least this share of the face: less is a disc or a highlight.
PALE_CHROMA: Final = 30.0
PALE_LIGHTNESS: Final = 45.0
LEAST_SHARE: Final = 0.18
# Grounds of one tint differ by this much over a table's light and the ball's roundness, in CIE lightness.
UNEVEN: Final = 8.0
# A tint is only thought of where one ball lies this far below; each 2 of lightness are one nat then, three at most.
TINT: Final = 13.0
NATS_PER_LIGHTNESS: Final = 0.5
MOST_NATS: Final = 3.0

_AXIS = np.arange(CROP_PX) - (CROP_PX - 1) / 2
_FACE: Final = _AXIS[:, None] ** 2 + _AXIS[None] ** 2 < (0.75 * BALL_PX / 2) ** 2


def ground_map(crop: Image) -> Floats32:
    """(40, 40, 3) whitened crop -> (40, 40) CIE lightness where the face is pale, nan elsewhere and where little is."""
    lab = cv2.cvtColor(crop.astype(np.float32) / 255.0, cv2.COLOR_BGR2LAB)
    pale = (np.hypot(lab[..., 1], lab[..., 2]) < PALE_CHROMA) & (lab[..., 0] > PALE_LIGHTNESS) & _FACE
    if pale.sum() < LEAST_SHARE * _FACE.sum():
        pale[:] = False
    return np.asarray(np.where(pale, lab[..., 0], np.nan), np.float32)


def tint_nats(maps: Floats32, striped: Floats, white: Floats) -> Floats:
    """(n,) log likelihood ratio of a tinted ground against a plain one, for each ball.

    maps: (n, 40, 40) of `ground_map`. striped, white: how likely each ball is a stripe, a cue ball. Zeros where no
    stripe's ground is darker than the others': then the set has no tint, or all that lie there have it.
    """
    out = np.zeros(len(maps))
    known = ~np.isnan(maps).all(axis=(1, 2)) if len(maps) else np.zeros(0, bool)
    stripes = known & (striped > 0.7)
    whites = stripes | (known & (white > 0.7))
    if not stripes.any() or whites.sum() < 3:
        return out
    stack = maps[whites]
    shared = (~np.isnan(stack)).sum(axis=0) >= 2
    if not shared.any():
        return out
    # the lighter of those that show the same spot: what a plain white is there
    reference = np.full(maps.shape[1:], np.nan)
    reference[shared] = _upper_quartile(stack[:, shared])
    below = np.full(len(maps), np.nan)
    for k in np.nonzero(stripes)[0]:
        gap = (reference - maps[k])[shared & ~np.isnan(maps[k])]
        if len(gap) >= LEAST_SHARE / 2 * _FACE.sum():
            below[k] = float(np.median(gap))
    told = ~np.isnan(below)
    if not told.any() or float(np.nanmax(below)) < TINT:
        return out
    out[told] = np.clip((below[told] - UNEVEN) * NATS_PER_LIGHTNESS, -MOST_NATS / 2, MOST_NATS)
    return out


def _upper_quartile(columns: Floats32) -> Floats:
    """(n, m), some nan, none of a column's all -> (m,) the 75th percentile of each; numpy's own loops over columns."""
    ordered = np.sort(columns, axis=0)
    at = 0.75 * ((~np.isnan(columns)).sum(axis=0) - 1)
    low = np.floor(at).astype(np.int64)
    column = np.arange(columns.shape[1])
    below = ordered[low, column]
    # nan lies above where the lower one is the last that is known: nothing is taken of it then
    above = np.where(at > low, ordered[np.minimum(low + 1, len(ordered) - 1), column], below)
    return np.asarray(below + (above - below) * (at - low), np.float64)
