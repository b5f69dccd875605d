"""Changes of the whole picture: light that brightens, dims or shifts across the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

BLOCK_PX = 16
AGREE = 0.05  # blocks whose light changed by the common field to within this share agree with it
AGREE_MIN = 0.55  # so many of the bed's blocks must agree for a change to be one of light


@dataclass(frozen=True, slots=True, eq=False)
class LightField:
    """gain: (rows, columns, 3) BGR factor of each block, smooth. mean: its mean. agreeing: share that follows it."""

    gain: Floats32
    mean: float
    agreeing: float

    def over(self, shape: tuple[int, int]) -> Floats32:
        """(h, w, 3) the factor of every pixel."""
        return np.asarray(cv2.resize(self.gain, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)


def light_field(image: Image, plate: Image, bed: Mask) -> LightField:
    """By which smooth factor `image` is lighter than `plate` on the (h, w) `bed`, whatever lies on it."""
    h, w = bed.shape
    grid = (max(w // BLOCK_PX, 1), max(h // BLOCK_PX, 1))
    here = cv2.resize(image, grid, interpolation=cv2.INTER_AREA).astype(np.float64) + 3
    bare = cv2.resize(plate, grid, interpolation=cv2.INTER_AREA).astype(np.float64) + 3
    on_bed = cv2.resize(bed.astype(np.uint8), grid, interpolation=cv2.INTER_AREA) > 0
    ratio = np.log(here / bare)
    x, y = np.meshgrid(np.linspace(-1, 1, grid[0]), np.linspace(-1, 1, grid[1]))
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    a, b = terms[on_bed], ratio[on_bed]
    middle = np.median(b, axis=0)
    weight = 1 / (1 + np.sum(((b - middle) / 0.15) ** 2, axis=1))
    c = np.zeros((6, 3))
    for _ in range(4):
        normal = (a * weight[:, None]).T @ a + 1e-3 * np.eye(6)
        c = np.linalg.solve(normal, (a * weight[:, None]).T @ b)
        off = np.abs(b - a @ c).max(1)
        weight = 1 / (1 + (off / (AGREE / 2)) ** 2) ** 2
    gain = np.clip(np.exp(terms @ c), 0.2, 5).astype(np.float32)
    agreeing = float((off < AGREE).mean())
    return LightField(gain, float(gain[on_bed].mean()), agreeing)
