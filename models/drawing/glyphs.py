"""Number glyphs as coverage pictures, in several letterings."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

SIZE = 48
FACES = (
    cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX,
)  # fmt: skip


@lru_cache(maxsize=2048)
def glyph(number: int, face: int, weight: int, underline: bool = False) -> NDArray[np.float32]:
    """(48, 48) float32 coverage of a number, 1 where there is ink, filling a little over half the disc's width."""
    big = 4 * SIZE
    canvas = np.zeros((big, big), np.uint8)
    text = str(number)
    font = FACES[face % len(FACES)]
    scale = 4.0
    thick = 8 + 5 * weight
    (w, h), _ = cv2.getTextSize(text, font, scale, thick)
    # one digit stands about half the disc high; two are squeezed to the same width
    target_h, target_w = 0.56 * big, (0.42 if len(text) == 1 else 0.62) * big
    patch = np.zeros((h + 4 * thick, w + 4 * thick), np.uint8)
    cv2.putText(patch, text, (2 * thick, h + 2 * thick), font, scale, 255, thick, cv2.LINE_AA)
    ys, xs = np.nonzero(patch)
    patch = patch[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    patch = np.asarray(cv2.resize(patch, (int(target_w), int(target_h)), interpolation=cv2.INTER_AREA), np.uint8)
    y, x = (big - patch.shape[0]) // 2, (big - patch.shape[1]) // 2
    canvas[y : y + patch.shape[0], x : x + patch.shape[1]] = patch
    if underline:
        cv2.line(canvas, (int(big * 0.3), int(big * 0.84)), (int(big * 0.7), int(big * 0.84)), 255, 10, cv2.LINE_AA)
    small = cv2.resize(canvas, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / 255.0


@lru_cache(maxsize=1)
def blank() -> NDArray[np.float32]:
    """A glyph without ink."""
    return np.zeros((SIZE, SIZE), np.float32)
