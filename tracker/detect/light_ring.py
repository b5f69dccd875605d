"""Rings of light on the cloth, as big as a ball: a projector draws them round balls, and where balls shall go.

A ball's rim is darker than its face, and its face is not the cloth. A ring of light is lighter than what lies on both
sides of it, and inside it lies what lies outside: bare cloth.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.ball_fit import UNIT, sample
from callshot.tracker.detect.view import TableView

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Mask = NDArray[np.bool_]

LIGHTER_LAB = 10.0  # lightness by which the ring stands out, to both sides of it
# Inside and outside are one colour, though the ring glows inwards and its colour bleeds over them in compressed video.
ALIKE_L, ALIKE_AB = 6.0, 7.0
CLOSED = 15.0  # percent of the directions in which something else may lie over it
_INSIDE, _RING, _OUTSIDE = (0.35, 0.45, 0.55), (0.78, 0.86, 0.94), (1.3, 1.4, 1.5)


def rings_of_light(centres_px: Floats, lab: Floats32, view: TableView) -> Mask:
    """(n,) which of the outlines about (n, 2) px are drawn with light on bare cloth. lab: (h, w, 3)."""
    rim = np.einsum("nij,kj->nki", view.outline_at(centres_px), UNIT)
    inside, ring, outside = (
        sample(lab, centres_px[:, None, None] + rim[:, :, None] * np.array(radii)[:, None])
        for radii in (_INSIDE, _RING, _OUTSIDE)
    )
    # Something may lie across the ring, a line that ends in it: the middle of all directions tells.
    cloth_in, cloth_out = np.median(inside, axis=(1, 2)), np.median(outside, axis=(1, 2))
    # a ring goes all the way round; the white caps of a striped ball do not
    closed = np.percentile(ring[..., 0].max(axis=2), CLOSED, axis=1)
    stands_out = closed - np.maximum(cloth_in[:, 0], cloth_out[:, 0]) > LIGHTER_LAB
    apart = np.abs(cloth_in - cloth_out)
    alike = (apart[:, 0] < ALIKE_L) & (np.hypot(apart[:, 1], apart[:, 2]) < ALIKE_AB)
    return np.asarray(stands_out & alike, np.bool_)
