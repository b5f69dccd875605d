"""From a frame to what the classifier sees: one small upright crop a ball, its whites made white."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

CROP_PX: Final = 40
# A crop shows a little of what is beside the ball: 32 of its 40 pixels are the ball.
BALL_PX: Final = 32.0
# Where a frame's white ball is put, as 8-bit value, and how far the gains may go.
WHITE_LEVEL: Final = 225.0
GAIN_LIMITS: Final = (0.75, 2.6)
# A cream ball under a bulb before a camera set for daylight loses half of its blue and a little more, a yellow ball
# three quarters. Lamps of every colour temperature leave green near the mean of red and blue; pinks and lilacs don't.
MOST_TINT: Final = 0.58
LAMP_GREENS: Final = (0.78, 1.5)
SAME_TINT: Final = 0.15
# A white this far from grey is thought of only where the reading of all balls bears it out.
DIM_TINT: Final = 0.78


def _disc_mask(share: float) -> NDArray[np.bool_]:
    axis = np.arange(CROP_PX) - (CROP_PX - 1) / 2
    return np.asarray(axis[:, None] ** 2 + axis[None] ** 2 < (share * BALL_PX / 2) ** 2)


_FACE: Final = _disc_mask(0.8)


def cut(image: Image, centres_px: ArrayLike, radii_px: ArrayLike, size: int = CROP_PX) -> Image:
    """Balls at (n, 2) px with seen radii (n,) px in an (h, w, 3) BGR picture -> (n, size, size, 3) uint8."""
    centres = np.asarray(centres_px, np.float64).reshape(-1, 2)
    radii = np.asarray(radii_px, np.float64).reshape(-1)
    out = np.empty((len(centres), size, size, 3), np.uint8)
    middle = (size - 1) / 2
    for k, ((x, y), r) in enumerate(zip(centres, radii, strict=True)):
        scale = 2 * max(r, 1.0) / BALL_PX
        if scale > 1.5:
            # Shrinking by linear interpolation alone would skip pixels: look at a patch of whole pixels averaged.
            side = max(2, round(size * scale))
            patch = cv2.getRectSubPix(image, (side, side), (float(x), float(y)))
            out[k] = cv2.resize(patch, (size, size), interpolation=cv2.INTER_AREA)
        else:
            to_image = np.array([[scale, 0, x - scale * middle], [0, scale, y - scale * middle]])
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            cv2.warpAffine(image, to_image, (size, size), out[k], flags, cv2.BORDER_REPLICATE)
    return out


def white_of(crops: Image, lit: ArrayLike = 1.0) -> NDArray[np.float64]:
    """(n, 40, 40, 3) crops of all balls of one frame -> (3,) BGR of a white ball's face under that light.

    lit: (n,) how much lighter than elsewhere it is where each ball lies; the white is that of a place with 1.

    The palest of the brightest faces are taken for white: the cue ball, the grounds of stripes. Where no face could be
    white under any lamp, the brightest of any colour gives the level and no colour.
    """
    return whites_of(crops, lit)[0]


def whites_of(crops: Image, lit: ArrayLike = 1.0) -> list[NDArray[np.float64]]:
    """What `white_of` says, and where that has no colour the whites that it could also be: whoever reads the balls sees
    which of them makes sense. A cream ball under a dim bulb is as yellow as a yellow ball by day.
    """
    if not len(crops):
        return [np.full(3, WHITE_LEVEL)]
    faces = crops[:, _FACE] / np.broadcast_to(np.asarray(lit, np.float64), (len(crops),))[:, None, None]
    luma = faces @ np.array([0.114, 0.587, 0.299])
    order = np.argsort(luma, axis=1)
    n = order.shape[1]
    # the upper half without the top tenth, which is highlights
    middle = order[:, n // 2 : n - n // 10]
    colours = np.take_along_axis(faces, middle[..., None], axis=1).mean(axis=1)
    level = colours @ np.array([0.114, 0.587, 0.299])
    top = float(level.max())
    tint = 1 - colours.min(axis=1) / np.maximum(colours.max(axis=1), 1.0)
    green = colours[:, 1] / np.maximum(np.sqrt(colours[:, 0] * colours[:, 2]), 1.0)
    lamp = (green > LAMP_GREENS[0]) & (level > 0.72 * top)
    white = lamp & (tint < MOST_TINT) & (green < LAMP_GREENS[1])
    if not white.any():
        grey = np.full(3, float(np.clip(top / 0.8, 60.0, 255.0)))
        dim = lamp & (tint < DIM_TINT)
        return [grey, _common(colours, level, tint, dim)] if dim.any() else [grey]
    return [_common(colours, level, tint, white)]


def _common(colours: Floats, level: Floats, tint: Floats, chosen: NDArray[np.bool_]) -> Floats:
    """(3,) of the chosen (n, 3) faces that of the brightest of one tint.

    One light tints all whites alike: beside a paler ball a yellowish one is a yellow ball.
    """
    chosen = chosen & (tint < float(tint[chosen].min()) + SAME_TINT)
    best = np.argsort(-level[chosen])[:3]
    return np.asarray(np.median(colours[chosen][best], axis=0), np.float64)


def whitened(crops: Image, white_bgr: ArrayLike) -> Image:
    """The crops with gains that bring the white of their frame, (3,), or of each ball's place, (n, 3), to one level."""
    white = np.maximum(np.asarray(white_bgr, np.float64), 1.0)
    gains = np.broadcast_to(np.clip(WHITE_LEVEL / white, *GAIN_LIMITS), (len(crops), 3))
    tables = np.clip(np.arange(256)[:, None] * gains[:, None] + 0.5, 0, 255).astype(np.uint8)
    out = np.empty_like(crops)
    for k, table in enumerate(tables):
        for c in range(3):
            out[k, ..., c] = table[:, c][crops[k, ..., c]]
    return out
