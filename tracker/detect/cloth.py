"""What the empty cloth looks like, guessed from one picture: a smooth colour field, and how far a pixel is from it.

The field is fitted robustly to the bed of one frame, so it works with balls and people on it and without any history.
A shadow is the same cloth with less light: along a ray in colour space. Distances are measured across that ray, so
shadows count little, and in units of the cloth's own noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Mask = NDArray[np.bool_]

STEP_PX = 4  # the field is fitted on every fourth pixel: it is smooth
ORDER = 4  # a lamp row's fall-off and a lens's vignette need no more
# A contact shadow leaves about a third of the light; what is darker than that by itself is no shadowed cloth.
SHADOW_LIGHT_MIN = 0.30
# Hiding one lamp of several tints a shadow: its channels lose light by factors no more apart than this.
SHADOW_TINT = 2.2
# Cloth noise floors in Lab units: 8-bit coding and compression alone make about this much.
NOISE_L = 1.2
NOISE_AB = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class ClothModel:
    """lab: (h, w, 3) float32 expected colour of the empty cloth. noise: (3,) its spread."""

    lab: Floats32
    noise: Floats


def lab_of(image: NDArray[np.uint8]) -> Floats32:
    """(h, w, 3) BGR -> float32 CIE Lab."""
    return np.asarray(cv2.cvtColor(image.astype(np.float32) * np.float32(1 / 255), cv2.COLOR_BGR2Lab), np.float32)


def fit_cloth(lab: Floats32, bed: Mask) -> ClothModel:
    """Fit the smooth field to the pixels of `bed`. Raises ValueError where the bed has too few pixels."""
    small = cv2.blur(lab, (STEP_PX, STEP_PX))[::STEP_PX, ::STEP_PX]
    mask = bed[::STEP_PX, ::STEP_PX]
    if mask.sum() < 500:
        raise ValueError("the bed covers too little of the picture")
    h, w = mask.shape
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float64)
    terms = _terms(2 * xx / w - 1, 2 * yy / h - 1)
    design, values = terms[mask], small[mask].astype(np.float64)
    weight = _near_mode(values)
    field = np.zeros((len(values), 3))
    noise = np.ones(3)
    for _ in range(8):
        a = design * weight[:, None]
        coefficients = np.linalg.lstsq(a.T @ design + 1e-6 * np.eye(a.shape[1]), a.T @ values, rcond=None)[0]
        field = design @ coefficients
        rest = values - field
        keep = weight > 0.5
        noise = np.maximum(1.4826 * np.median(np.abs(rest[keep]), axis=0), [NOISE_L, NOISE_AB, NOISE_AB])
        weight = 1.0 / (1.0 + np.sum((rest / (2.5 * noise)) ** 2, axis=1) ** 2)
    smooth = (terms.reshape(-1, terms.shape[-1]) @ coefficients).reshape(h, w, 3)
    trust = np.zeros((h, w), np.float32)
    trust[mask] = weight
    rest_map = (small - smooth).astype(np.float32) * trust[..., None]
    sigma = h / 18
    near = cv2.GaussianBlur(rest_map, (0, 0), sigma) / (cv2.GaussianBlur(trust, (0, 0), sigma) + 0.02)[..., None]
    field_map = cv2.resize(
        (smooth + near).astype(np.float32), (w * STEP_PX, h * STEP_PX), interpolation=cv2.INTER_LINEAR
    )
    return ClothModel(np.asarray(field_map[: lab.shape[0], : lab.shape[1]]), noise)


def unlike_cloth(lab: Floats32, cloth: ClothModel) -> Floats32:
    """(h, w) how unlike the empty cloth each pixel is: 0 is cloth or its shadow, 1 is certainly something else."""
    light = np.maximum((lab[..., 0] + 16) / (cloth.lab[..., 0] + 16), 1e-3)
    dimmed = np.minimum(light, 1.0)[..., None]
    chroma = np.linalg.norm(lab[..., 1:] - cloth.lab[..., 1:] * dimmed, axis=2)
    sigma_c = float(np.hypot(*cloth.noise[1:]))
    brighter = np.maximum(lab[..., 0] - cloth.lab[..., 0], 0) / (4 * cloth.noise[0])
    floor = SHADOW_LIGHT_MIN ** (1 / 3)
    darker = np.clip((floor + 0.08 - light) / 0.16, 0, 1)
    by_colour = np.maximum(chroma - 2.5 * sigma_c, 0) / (3.5 * sigma_c)
    brighter = np.maximum(brighter - 0.7, 0) / 1.0
    return np.asarray(np.minimum(np.maximum(np.maximum(by_colour, brighter), darker), 1.0), np.float32)


def coloured_shadow(lab: Floats32, cloth: ClothModel) -> Mask:
    """(h, w) could this be cloth from which some of several lamps of different colours are hidden?"""
    here, bare = _linear(lab), _linear(cloth.lab)
    left = (here + 0.002) / (bare + 0.002)
    low, high = left.min(2), left.max(2)
    return np.asarray((high < 1.08) & (low > 0.15) & (high < SHADOW_TINT * low), np.bool_)


def _linear(lab: Floats32) -> Floats32:
    """Lab -> linear light (OpenCV's float conversion gives sRGB; a square is near enough for ratios)."""
    return np.asarray(np.maximum(cv2.cvtColor(lab, cv2.COLOR_Lab2BGR), 0) ** 2.2, np.float32)


def _near_mode(values: Floats) -> Floats:
    """Weights that start the fit at the bed's commonest colour: the cloth fills most of it, but not its mean."""
    coarse = np.floor(values / [8, 6, 6]).astype(int)
    _, index, counts = np.unique(coarse, axis=0, return_inverse=True, return_counts=True)
    peak = values[np.ravel(index) == np.argmax(counts)].mean(0)
    near = np.linalg.norm((values - peak) / [18, 10, 10], axis=1) < 1
    return np.where(near, 1.0, 0.02)


def _terms(x: Floats, y: Floats) -> Floats:
    columns = [x**i * y**j for i in range(ORDER + 1) for j in range(ORDER + 1 - i)]
    return np.stack(columns, axis=-1)
