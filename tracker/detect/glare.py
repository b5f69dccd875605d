"""Lamps mirrored by the cloth: soft bright patches that no smooth field of few terms follows.

A shiny or worn cloth shows its lamps. Such a patch rises from the cloth without an edge anywhere, and is wider than
balls are; what has an edge (a ball, a hand, a sheet of paper) is no part of it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats32 = NDArray[np.float32]
Mask = NDArray[np.bool_]

# Over a ball's radius a patch rises by no more than this (L, a, b), from one pixel to the next by no more than that;
# edges do.
GENTLE_LAB = np.array([9.0, 7.0, 7.0], np.float32)
NO_EDGE_LAB = 4.0
LEAST_L = 3.0  # what is lighter by less than this is as good as cloth already
LEAST_DISCS = 4.0  # smaller ones may be balls of nearly the cloth's colour
MOST_STEPS = 200  # a patch is no wider than half the picture
SOFT_PX = 1.5
KNOWN = 0.05  # where less of what lies around is cloth its colour is not known


def glare(apart: Floats32, cloth: Mask, bed: Mask, ball_px: float) -> Floats32:
    """(h, w, 3) what mirrored lamps add to the cloth's colour, 0 elsewhere.

    apart: (h, w, 3) Lab, how far the picture is from the smooth field. cloth: (h, w) where it follows it. bed: (h, w).
    ball_px: a ball's radius.
    """
    disc_px = np.pi * ball_px**2
    added = np.zeros_like(apart)
    lighter = bed & (apart[..., 0] > 0)
    if (lighter & ~cloth & (apart[..., 0] > LEAST_L)).sum() < LEAST_DISCS * disc_px:
        return added
    most = np.minimum(GENTLE_LAB / np.float32(ball_px), np.float32(NO_EDGE_LAB))
    reached = cloth.astype(np.float32)
    for _ in range(MOST_STEPS):
        beside = cv2.blur(reached, (3, 3))
        level = cv2.blur(apart * reached[..., None], (3, 3)) / np.maximum(beside, 1e-3)[..., None]
        gentle = np.all(np.abs(apart - level) < most, axis=2)
        more = lighter & gentle & (beside > 0.05) & (reached == 0)
        if not more.any():
            break
        reached[more] = 1.0
    patch = (reached > 0) & ~cloth & (apart[..., 0] > LEAST_L)
    count, parts, stats, _ = cv2.connectedComponentsWithStats(patch.astype(np.uint8), connectivity=8)
    wide = np.array([k for k in range(1, count) if stats[k][cv2.CC_STAT_AREA] > LEAST_DISCS * disc_px])
    whole = cv2.dilate(np.isin(parts, wide).astype(np.uint8), np.ones((3, 3), np.uint8))
    # a patch goes on below what lies in it, as it is all around
    across = 2 * round(1.5 * ball_px) + 1
    whole = cv2.morphologyEx(whole, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across)))
    for sigma_px in (ball_px, SOFT_PX):
        weight = cv2.GaussianBlur(reached, (0, 0), sigma_px)
        level = cv2.GaussianBlur(apart * reached[..., None], (0, 0), sigma_px) / np.maximum(weight, 1e-3)[..., None]
        known = (whole > 0) & (weight > KNOWN)
        added[known] = level[known]
    return added
