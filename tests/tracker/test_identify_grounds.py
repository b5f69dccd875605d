"""Tinted grounds are told only beside plain ones, and only where the difference is plain."""

from __future__ import annotations

import cv2
import numpy as np

from callshot.models.normalise import CROP_PX
from callshot.tracker.identify.grounds import MOST_NATS, ground_map, tint_nats


def stripe(ground: int, band: tuple[int, int, int] = (150, 50, 20), half: int = 6) -> np.ndarray:
    """A crop of a striped ball, its light falling off to the rim."""
    crop = np.full((CROP_PX, CROP_PX, 3), 60, np.uint8)
    cv2.circle(crop, (20, 20), 16, (ground, ground, ground), -1)
    crop[20 - half : 20 + half, 5:36] = band
    axis = np.arange(CROP_PX) - 19.5
    fall = 1 - 0.35 * (axis[:, None] ** 2 + axis[None] ** 2) / 16**2
    return np.clip(crop * fall[..., None], 0, 255).astype(np.uint8)


def nats(*grounds: int) -> np.ndarray:
    maps = np.array([ground_map(stripe(g)) for g in grounds])
    return tint_nats(maps, np.ones(len(grounds)), np.zeros(len(grounds)))


def test_a_grey_ground_among_white_ones_is_told() -> None:
    got = nats(225, 220, 228, 222, 160)
    assert got[4] == MOST_NATS
    assert (got[:4] < 0).all()


def test_uneven_light_is_no_tint() -> None:
    assert (nats(225, 215, 205, 200, 195) == 0).all()


def test_a_table_of_one_tint_says_nothing() -> None:
    assert (nats(160, 162, 158, 160) == 0).all()


def test_two_whites_are_too_few_to_compare() -> None:
    assert (nats(225, 150) == 0).all()
    assert tint_nats(np.empty((0, CROP_PX, CROP_PX), np.float32), np.empty(0), np.empty(0)).shape == (0,)


def test_a_ball_that_shows_no_ground_is_left_alone() -> None:
    maps = np.array([ground_map(stripe(g)) for g in (225, 220, 228, 150)] + [ground_map(stripe(150, half=15))])
    assert np.isnan(maps[4]).all()
    got = tint_nats(maps, np.ones(5), np.zeros(5))
    assert got[4] == 0.0 and got[3] > 0.0
