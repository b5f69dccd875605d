"""A table whose size was told wrong is told by its balls: they would be larger or smaller than any."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "calibration"))
from drawn_table import camera_above, draw_table  # type: ignore[import-not-found]
from footage_tables import cases, frames_of, table_of  # type: ignore[import-not-found]

from callshot.calibration.find import pocket_mouths
from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame, Image
from callshot.rules.equipment import BALL_SETS, TABLES
from callshot.tracker.ball_size import BALL_SIZE, ball_size_mm, ball_sizes_mm, check_ball_size, fitting_set, size_doubt
from callshot.tracker.calibrating import KEPT, Kept
from callshot.tracker.trouble import Trouble
from tests.tracker.command_line import callshot

BALLS = np.array([[-300.0, -700.0], [250.0, -350.0], [-120.0, 100.0], [330.0, 480.0], [-400.0, 820.0]])


def table(told: str) -> TableGeometry:
    """A 9 ft table that was told as one of another size: camera and bed, seen alike, are that much smaller."""
    camera, size = camera_above(), TABLES[told]
    smaller = replace(camera, translation_mm=camera.translation_mm * size.length_mm / 2540.0)
    return TableGeometry(smaller, "left", size.length_mm, size.width_mm, 36.3, 42.0, {}, 0.5, told)


def picture(balls: int = 5) -> Image:
    drawn: Image = draw_table(camera_above(), 2540.0, 1270.0, balls_mm=BALLS[:balls])
    return drawn


@pytest.fixture(scope="module")
def five() -> Image:
    return picture()


def test_balls_are_measured_without_knowing_their_size(five: Image) -> None:
    seen_mm, count = ball_size_mm([five], table("9ft"))
    assert count >= 4 and seen_mm == pytest.approx(57.2, rel=0.03)
    assert size_doubt([five], table("9ft")) is None


def test_a_table_that_no_balls_fit_is_refused_with_the_size_that_fits(five: Image) -> None:
    with pytest.raises(Trouble, match=r"measure 4\d mm.*no 7ft table.*it is 9ft"):
        check_ball_size([five], table("7ft"))


def test_where_the_balls_may_be_others_it_is_only_said(five: Image) -> None:
    odd = check_ball_size([five], table("8ft"))
    assert odd is not None and odd.code == BALL_SIZE and "no 8ft table but" in odd.text and "9ft" in odd.text
    assert check_ball_size([five], table("8ft"), BALL_SETS["english"]) is None


def test_a_set_that_is_sold_in_other_sizes_too_is_taken_as_it_is_measured(five: Image) -> None:
    snooker = BALL_SETS["snooker22"]
    fitting, odd = fitting_set([five], table("9ft"), snooker)
    assert (fitting.name, fitting.diameter_mm, fitting.labels) == ("snooker22", 57.15, snooker.labels)
    assert odd is not None and "they are taken for balls of 57.15 mm" in odd.text
    assert fitting_set([five], table("9ft"), BALL_SETS["pool15"]) == (BALL_SETS["pool15"], None)
    assert fitting_set([picture(2)], table("9ft"), snooker)[0] == snooker


@pytest.mark.parametrize("balls", [0, 1])
def test_one_ball_or_none_says_nothing(balls: int) -> None:
    assert size_doubt([picture(balls)], table("7ft")) is None


def test_two_alike_refuse_nothing() -> None:
    doubt = size_doubt([picture(2)], table("7ft"))
    assert doubt is not None and not doubt.sure


def test_what_is_no_disc_is_not_measured() -> None:
    drawn = picture(0)
    camera = table("9ft").camera
    for x, y in BALLS:
        corners = camera.image_from_table([[x - 30, y - 30], [x + 30, y - 30], [x + 30, y + 30], [x - 30, y + 30]])
        cv2.fillConvexPoly(drawn, np.rint(corners).astype(np.int32), (255, 255, 255))
    assert not len(ball_sizes_mm(drawn, table("9ft")))


@pytest.mark.skipif(not cases(), reason="no footage beside the project")
def test_recorded_tables_are_right_and_a_third_larger_ones_are_not() -> None:
    case = next(c for c in cases() if c.name == "single_pot")
    right = table_of(case)
    image = next(iter(frames_of(case, 1))).image
    assert size_doubt([image], right) is None
    other = replace(right.camera, translation_mm=right.camera.translation_mm * 1981.2 / 2540.0)
    wrong = replace(right, camera=other, length_mm=1981.2, width_mm=990.6, name="7ft")
    doubt = size_doubt([image], wrong)
    assert doubt is not None and doubt.sure and "it is 9ft" in doubt.text


def test_the_picture_to_judge_by_is_the_one_most_like_the_plate() -> None:
    plate = np.full((20, 30, 3), 60, np.uint8)
    images = [np.full_like(plate, 200) for _ in range(50)]
    images[0][:] = plate
    images[0][:4] = 255  # somebody's arm, in one corner
    kept = Kept()
    passed = list(kept.passing(iter([Frame(image, k * 10**7, k) for k, image in enumerate(images)])))
    assert len(passed) == 50 and 2 <= len(kept.images) <= KEPT
    assert (kept.nearest(plate) == images[0]).all()


def test_a_refused_table_leaves_the_records_that_were_there(five: Image, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "five.png"), five)
    seven = replace(table("7ft"), pockets_mm=pocket_mouths(TABLES["7ft"]))
    (tmp_path / "seven.toml").write_text(seven.to_toml(), encoding="utf-8")
    kept, new = tmp_path / "keep.jsonl", tmp_path / "new.jsonl"
    kept.write_text("precious\n", encoding="utf-8")
    for out in (kept, new):
        done = callshot("replay", "five.png", "--calibration", "seven.toml", "-o", str(out), cwd=tmp_path)
        assert done.returncode == 1 and "no 7ft table" in done.stderr, done.stderr
    assert kept.read_text(encoding="utf-8") == "precious\n" and not new.exists()
