"""Crops: the ball in the middle and as large as promised, its frame's white brought to one level."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from callshot.models.normalise import BALL_PX, CROP_PX, WHITE_LEVEL, cut, white_of, whitened, whites_of


def picture(radius: int, colour: tuple[int, int, int] = (200, 200, 200)) -> np.ndarray:
    image = np.full((200, 200, 3), (120, 60, 20), np.uint8)
    cv2.circle(image, (100, 90), radius, colour, -1)
    return image


@pytest.mark.parametrize("radius", [8, 16, 24, 36])
def test_a_ball_fills_its_share_of_the_crop(radius: int) -> None:
    crop = cut(picture(radius), [[100.0, 90.0]], [radius])[0]
    assert crop.shape == (CROP_PX, CROP_PX, 3)
    mask = crop[..., 2] > 110
    ys, xs = np.nonzero(mask)
    assert xs.mean() == pytest.approx((CROP_PX - 1) / 2, abs=0.7)
    assert ys.mean() == pytest.approx((CROP_PX - 1) / 2, abs=0.7)
    assert 2 * np.sqrt(mask.sum() / np.pi) == pytest.approx(BALL_PX, rel=0.08)


def test_a_ball_at_the_border_of_the_picture_is_no_trouble() -> None:
    crops = cut(picture(16), [[0.0, 0.0], [199.0, 199.0], [-30.0, 260.0]], [16, 40, 16])
    assert crops.shape[0] == 3


def test_no_balls_no_crops() -> None:
    assert cut(picture(16), np.empty((0, 2)), []).shape == (0, CROP_PX, CROP_PX, 3)
    assert white_of(np.empty((0, CROP_PX, CROP_PX, 3), np.uint8)).shape == (3,)


def test_a_yellowish_white_ball_sets_the_white_and_a_yellow_ball_does_not() -> None:
    warm, yellow, red = (120, 170, 190), (20, 170, 200), (20, 20, 190)
    crops = np.concatenate([cut(picture(16, c), [[100.0, 90.0]], [16]) for c in (warm, yellow, red)])
    white = white_of(crops)
    assert white == pytest.approx(warm, abs=6)
    after = whitened(crops, white)[0, CROP_PX // 2, CROP_PX // 2]
    assert np.abs(after.astype(float) - WHITE_LEVEL).max() < 6


def test_without_a_white_ball_no_colour_is_invented() -> None:
    crops = cut(picture(16, (20, 20, 190)), [[100.0, 90.0]], [16])
    white = white_of(crops)
    assert white[0] == white[1] == white[2]


def balls_of(*colours: tuple[int, int, int]) -> np.ndarray:
    return np.concatenate([cut(picture(16, c), [[100.0, 90.0]], [16]) for c in colours])


def test_a_cream_ball_under_a_bulb_is_white_and_the_yellow_one_beside_it_is_not() -> None:
    """The camera is set for daylight: the cue ball keeps half of its blue."""
    cream, yellow, orange = (118, 195, 234), (30, 180, 230), (20, 95, 220)
    assert white_of(balls_of(cream, yellow, orange)) == pytest.approx(cream, abs=6)
    # with nothing white there, the yellow ball gives the level alone
    white = white_of(balls_of(yellow, orange))
    assert white[0] == white[1] == white[2]


def test_a_pale_pink_or_lilac_ball_is_no_white_of_any_lamp() -> None:
    lilac, pink, cream = (215, 115, 160), (150, 122, 213), (119, 195, 234)
    assert white_of(balls_of(lilac, pink, cream)) == pytest.approx(cream, abs=6)


def test_each_ball_is_whitened_by_the_light_of_its_own_place() -> None:
    bright, dim = (200, 200, 200), (120, 120, 120)
    crops = balls_of(bright, dim)
    lit = np.array([1.0, 0.6])
    white = white_of(crops, lit)
    assert white == pytest.approx((200.0,) * 3, abs=6)
    after = whitened(crops, white * lit[:, None])[:, CROP_PX // 2, CROP_PX // 2].astype(float)
    assert np.abs(after - WHITE_LEVEL).max() < 6


def test_where_a_yellow_could_be_a_white_under_a_dim_bulb_both_are_offered() -> None:
    yellow, red = (80, 189, 255), (15, 20, 190)
    grey, dim = whites_of(balls_of(yellow, red))
    assert grey[0] == grey[1] == grey[2]
    assert dim == pytest.approx(yellow, abs=6)
    # beside a white there is nothing to ask, and a red is no white of any lamp
    assert len(whites_of(balls_of((225, 225, 225), yellow))) == 1
    assert len(whites_of(balls_of(red))) == 1
