"""Colours of balls: seen, compared, learnt, kept in a file."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from callshot.calibration.colours import (
    FaceColour,
    ProfileError,
    difference,
    face_colour,
    learn,
    load_profile,
    profile_from_toml,
    swatches,
)


def ball(colour: tuple[int, int, int], white_share: float = 0.0) -> np.ndarray:
    """A BGR picture with one ball of radius 16 at (40, 40), white below."""
    image = np.full((80, 80, 3), (60, 110, 20), np.uint8)
    cv2.circle(image, (40, 40), 16, colour, -1)
    if white_share > 0:
        mask = np.zeros((80, 80), np.uint8)
        cv2.circle(mask, (40, 40), 16, 255, -1)
        mask[: round(56 - 32 * white_share)] = 0
        image[mask > 0] = (235, 240, 240)
    return image


RED, BLUE = (25, 20, 190), (150, 50, 20)


def test_the_body_colour_is_that_of_the_band_not_of_the_ground() -> None:
    whole = face_colour(ball(RED), (40, 40), 16)
    striped = face_colour(ball(RED, 0.5), (40, 40), 16)
    assert whole.white == 0.0
    assert 0.35 < striped.white < 0.65
    assert difference(whole.lab, striped.lab[None])[0] < 3.0


def test_a_white_ball_is_white() -> None:
    seen = face_colour(ball((235, 240, 240)), (40, 40), 16)
    assert seen.white > 0.95 and seen.lab[0] > 85


def test_a_learnt_set_knows_its_balls_again_under_its_light() -> None:
    profile = learn(
        [("3", face_colour(ball(RED), (40, 40), 16)), ("2", face_colour(ball(BLUE), (40, 40), 16))], "pool9"
    )
    fit = profile.log_likelihood(face_colour(ball((40, 30, 175)), (40, 40), 16), ["2", "3"])
    assert fit[1] > fit[0] + 2


def test_a_label_that_was_not_learnt_gets_no_opinion_of_its_own() -> None:
    profile = learn(
        [("3", FaceColour(np.array([40.0, 60, 40]), 0.0)), ("2", FaceColour(np.array([30.0, 10, -50]), 0.0))], "pool9"
    )
    fit = profile.log_likelihood(FaceColour(np.array([40.0, 60, 40]), 0.0), ["2", "3", "7"])
    assert fit[0] < fit[2] < fit[1]


def test_looks_at_a_stripe_from_its_white_side_are_not_learnt() -> None:
    with pytest.raises(ProfileError, match="no ball"):
        learn([("11", FaceColour(np.array([90.0, 0, 0]), 0.97))], "pool15")


def test_a_profile_survives_its_file(tmp_path: Path) -> None:
    profile = learn([("3", FaceColour(np.array([40.0, 60.25, 40]), 0.0))], "pool9", made_by='callshot colours "x"')
    path = tmp_path / "set.toml"
    path.write_text(profile.to_toml(), encoding="utf-8")
    again = load_profile(path)
    assert again.ball_set == "pool9" and again.made_by == 'callshot colours "x"'
    assert again.colours["3"] == pytest.approx(profile.colours["3"], abs=0.01)
    assert again.looks == {"3": 1}


@pytest.mark.parametrize(
    "text",
    ["", "ball_set = 3", 'ball_set = "pool9"\n[balls."99"]\nlab = [1, 2, 3]\nlooks = 1',
     'ball_set = "pool9"\n[balls."3"]\nlab = [1, 2]\nlooks = 1', 'ball_set = "pool9"\nballs = 3', "\x00",
     'ball_set = "pool9"\n[balls."3"]\nlab = [1, 2, nan]\nlooks = 1',
     'ball_set = "pool9"\n[balls."3"]\nlab = [101, 2, 3]\nlooks = 1',
     'ball_set = "pool9"\n[balls."3"]\nlab = [1, 2, 3]\nlooks = true',
     'ball_set = "pool9"\n[balls."3"]\nlab = [1, 2, 3]\nlooks = 1' + "0" * 400,
     'ball_set = "pool8"\n[balls."3"]\nlab = [1, 2, 3]\nlooks = 1', 'ball_set = "pool9"\n[balls]', "x = " + "[" * 5000],
)  # fmt: skip
def test_a_broken_profile_says_so_in_one_line(text: str) -> None:
    with pytest.raises(ProfileError) as why:
        profile_from_toml(text, "set.toml")
    assert "set.toml" in str(why.value) and "\n" not in str(why.value) and "callshot colours" in str(why.value)


def test_a_missing_profile_says_so(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="can't be read"):
        load_profile(tmp_path / "none.toml")


def test_the_picture_to_confirm_by_shows_every_label() -> None:
    profile = learn(
        [("3", FaceColour(np.array([40.0, 60, 40]), 0.0)), ("2", FaceColour(np.array([30.0, 10, -50]), 0.0))], "pool9"
    )
    picture = swatches(profile, {"3": ball(RED)})
    assert picture.shape == (56, 520, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20
