"""What the empty cloth looks like, guessed from one picture: a smooth colour field, and how far a pixel is from it.

The field is fitted robustly to the bed of one frame, so it works with balls and people on it and without any history.
A shadow is the same cloth with less light: along a ray in colour space. Distances are measured across that ray, so
shadows count little, and in units of the cloth's own noise.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.glare import glare

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Mask = NDArray[np.bool_]

STEP_PX = 4  # the field is known on every fourth pixel: it is smooth
FEWER = 3  # and fitted on every third of these
ORDER = 4  # a lamp row's fall-off and a lens's vignette need no more
_X, _Y = np.array([(i, j) for i in range(ORDER + 1) for j in range(ORDER + 1 - i)]).T  # powers of the field's terms
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


def fit_cloth(image: NDArray[np.uint8], bed: Mask, ball_px: float | None = None) -> ClothModel:
    """Fit the smooth field to the pixels of `bed` in a BGR picture. Raises ValueError where the bed is too small.

    ball_px: a ball's radius, by which lamps mirrored by the cloth are told from balls; None takes them for no cloth.
    """
    height, width = bed.shape
    small = lab_of(np.asarray(cv2.blur(image, (STEP_PX, STEP_PX))[::STEP_PX, ::STEP_PX], np.uint8))
    mask = bed[::STEP_PX, ::STEP_PX]
    if mask.sum() < 500:
        raise ValueError("the bed covers too little of the picture")
    h, w = mask.shape
    down, across = _powers(h), _powers(w)
    # A field of so few terms needs no more than some thousand pixels; how far each pixel is from it is asked of all.
    v, u = FEWER * np.array(np.nonzero(mask[::FEWER, ::FEWER]))
    design, values = across[u][:, _X] * down[v][:, _Y], small[v, u].astype(np.float64)
    weight = _near_mode(values)
    noise = np.ones(3)
    for _ in range(8):
        a = design * weight[:, None]
        coefficients = np.linalg.lstsq(a.T @ design + 1e-6 * np.eye(a.shape[1]), a.T @ values, rcond=None)[0]
        rest = values - design @ coefficients
        noise = np.maximum(1.4826 * np.median(np.abs(rest[weight > 0.5]), axis=0), [NOISE_L, NOISE_AB, NOISE_AB])
        weight = _trust(rest, noise)
    of_powers = np.zeros((3, ORDER + 1, ORDER + 1))
    of_powers[:, _Y, _X] = coefficients.T
    smooth = cv2.merge(list(np.asarray(down @ of_powers @ across.T, np.float32)))
    trust = np.zeros((h, w), np.float32)
    apart = small - smooth
    trust[mask] = _trust(apart[mask].astype(np.float64), noise)
    rest_map = apart * trust[..., None]
    sigma = h / 18
    near = cv2.GaussianBlur(rest_map, (0, 0), sigma) / (cv2.GaussianBlur(trust, (0, 0), sigma) + 0.02)[..., None]
    field = smooth + near
    if ball_px is not None:
        apart = small - field
        cloth = np.zeros((h, w), np.bool_)
        cloth[mask] = _trust(apart[mask].astype(np.float64), noise) > 0.5
        field = field + glare(apart, cloth, mask, ball_px / STEP_PX)
    field_map = cv2.resize(field, (w * STEP_PX, h * STEP_PX), interpolation=cv2.INTER_LINEAR)
    return ClothModel(np.asarray(field_map[:height, :width]), noise)


def unlike_cloth(lab: Floats32, cloth: ClothModel) -> Floats32:
    """(h, w) how unlike the empty cloth each pixel is: 0 is cloth or its shadow, 1 is certainly something else."""
    unlike = np.zeros(lab.shape[:2], np.float32)
    apart = cv2.absdiff(lab, cloth.lab)
    least = np.minimum(cloth.noise * [2.8, 1.2, 1.2], 4.0).tolist()  # below this the terms below are zero
    v, u = np.nonzero(cv2.inRange(apart, (0.0, 0.0, 0.0), tuple(least)) == 0)
    if not len(v):
        return unlike
    here, bare = lab[v, u], cloth.lab[v, u]
    light = np.maximum((here[:, 0] + 16) / (bare[:, 0] + 16), 1e-3)
    tint = here[:, 1:] - bare[:, 1:] * np.minimum(light, 1.0)[:, None]
    chroma = np.hypot(tint[:, 0], tint[:, 1])
    sigma_c = float(np.hypot(*cloth.noise[1:]))
    brighter = np.maximum(here[:, 0] - bare[:, 0], 0) / (4 * cloth.noise[0]) - 0.7
    darker = (SHADOW_LIGHT_MIN ** (1 / 3) + 0.08 - light) / 0.16
    by_colour = (chroma - 2.5 * sigma_c) / (3.5 * sigma_c)
    unlike[v, u] = np.clip(np.maximum(np.maximum(by_colour, brighter), darker), 0, 1)
    return unlike


def without_shadows(unlike: Floats32, lab: Floats32, cloth: ClothModel) -> Floats32:
    """`unlike` without what may be cloth from which some of several lamps of different colours are hidden."""
    solid = unlike.copy()
    v, u = np.nonzero(unlike > 0.1)
    if len(v):
        here, bare = _linear(lab[v, u]), _linear(cloth.lab[v, u])
        left = (here + 0.002) / (bare + 0.002)
        low, high = left.min(1), left.max(1)
        shadow = (high < 1.08) & (low > 0.15) & (high < SHADOW_TINT * low)
        solid[v[shadow], u[shadow]] = 0
    return solid


def _linear(lab: Floats32) -> Floats32:
    """(n, 3) Lab -> linear light (OpenCV's float conversion gives sRGB; a power is near enough for ratios)."""
    bgr = cv2.cvtColor(np.ascontiguousarray(lab[None]), cv2.COLOR_Lab2BGR)[0]
    return np.asarray(np.maximum(bgr, 0) ** 2.2, np.float32)


def _trust(rest: Floats, noise: Floats) -> Floats:
    """(n,) weights of pixels that are (n, 3) away from the field."""
    return np.asarray(1.0 / (1.0 + np.sum((rest / (2.5 * noise)) ** 2, axis=1) ** 2))


def _near_mode(values: Floats) -> Floats:
    """Weights that start the fit at the bed's commonest colour: the cloth fills most of it, but not its mean."""
    coarse = np.floor(values / [8, 6, 6]).astype(np.int64)
    coarse -= coarse.min(axis=0)
    number = np.ravel_multi_index(tuple(coarse.T), tuple(coarse.max(axis=0) + 1))
    peak = values[number == np.argmax(np.bincount(number))].mean(0)
    near = np.linalg.norm((values - peak) / [18, 10, 10], axis=1) < 1
    return np.where(near, 1.0, 0.02)


@lru_cache(maxsize=4)
def _powers(size: int) -> Floats:
    """(size, ORDER + 1) powers of places along a picture's side, from -1 to 1."""
    return np.asarray((2 * np.arange(size) / size - 1)[:, None] ** np.arange(ORDER + 1), np.float64)
