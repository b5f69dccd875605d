"""From linear light to the 8-bit picture a camera delivers: exposure, white balance, tone, blur, noise."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.models.drawing.compiled import compiled

Floats32 = NDArray[np.float32]
Image = NDArray[np.uint8]

_STEPS = 4096


@dataclass(frozen=True, slots=True)
class Film:
    """exposure: factor. balance: RGB gains. contrast: 0 plain sRGB, to 1 a strong S curve. saturation: 1 plain.

    blur_px: sigma of lens and focus. sharpen: strength of the camera's edge enhancement. noise: sigma in 8-bit steps.
    """

    exposure: float = 1.0
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    contrast: float = 0.2
    saturation: float = 1.0
    blur_px: float = 0.6
    sharpen: float = 0.0
    noise: float = 1.2

    def curve(self) -> NDArray[np.uint8]:
        """(4096,) 8-bit value of linear light 0..1."""
        x = np.arange(_STEPS) / (_STEPS - 1)
        s = np.where(x <= 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)
        bent = s * s * (3 - 2 * s)
        return np.asarray(np.clip((s + self.contrast * (bent - s)) * 255 + 0.5, 0, 255), np.uint8)


@compiled
def _tone(image: Floats32, gains: NDArray[np.float64], saturation: float, curve: Image, out: Image) -> None:
    top = curve.shape[0] - 1
    for y in range(image.shape[0]):
        for x in range(image.shape[1]):
            r, g, b = image[y, x, 0] * gains[0], image[y, x, 1] * gains[1], image[y, x, 2] * gains[2]
            grey = 0.2126 * r + 0.7152 * g + 0.0722 * b
            r = grey + (r - grey) * saturation
            g = grey + (g - grey) * saturation
            b = grey + (b - grey) * saturation
            out[y, x, 2] = curve[int(min(max(r, 0.0), 1.0) * top)]
            out[y, x, 1] = curve[int(min(max(g, 0.0), 1.0) * top)]
            out[y, x, 0] = curve[int(min(max(b, 0.0), 1.0) * top)]


def develop(linear: Floats32, film: Film) -> Image:
    """(h, w, 3) linear RGB -> (h, w, 3) uint8 BGR, without noise."""
    if film.blur_px > 0.05:
        # light beyond white spreads too; a cap keeps a highlight from washing out its neighbourhood
        linear = np.asarray(cv2.GaussianBlur(np.minimum(linear, 4.0), (0, 0), film.blur_px), np.float32)
    out = np.empty(linear.shape, np.uint8)
    _tone(linear, np.asarray(film.balance) * film.exposure, film.saturation, film.curve(), out)
    if film.sharpen > 0:
        soft = cv2.GaussianBlur(out, (0, 0), 1.0)
        out = np.asarray(cv2.addWeighted(out, 1 + film.sharpen, soft, -film.sharpen, 0), np.uint8)
    return out


class Grain:
    """Sensor noise from a small bank of ready-made fields, so that a frame costs one addition."""

    def __init__(self, sigma: float, size: tuple[int, int], seed: int) -> None:
        """size: (width, height) of the pictures."""
        rng = np.random.default_rng(seed)
        self._size = size
        self._rng = rng
        w, h = size
        field = rng.standard_normal((h + 64, w + 64, 3)) * sigma
        self._field = np.asarray(np.clip(np.round(field), -100, 100), np.int16)
        self._quiet = sigma <= 0

    def add(self, image: Image) -> Image:
        """The picture with noise."""
        if self._quiet:
            return image
        w, h = self._size
        x, y = self._rng.integers(0, 64, 2)
        return np.asarray(cv2.add(image, self._field[y : y + h, x : x + w], dtype=cv2.CV_8U), np.uint8)
