"""A nudged camera is noticed and calibrated again from the table itself; a person over the rail is no nudge."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from callshot.calibration.camera import CameraModel
from callshot.calibration.find import find_table
from callshot.calibration.selfcheck import NOTICE_MM, REFUSE_MM, CalibrationWatch, recalibrate
from callshot.calibration.table import CalibrationError, TableGeometry
from callshot.hardware.frame import Frame, Image
from callshot.rules.equipment import TableSize

sys.path.insert(0, str(Path(__file__).parent))
from drawn_table import Look, camera_above, corners_px, draw_table  # type: ignore[import-not-found]

SIZE = (960, 540)
LOOK = Look(cloth=(170, 90, 30))


@pytest.fixture(scope="module")
def hung() -> tuple[CameraModel, TableGeometry, Image]:
    camera = camera_above(SIZE, focal_px=860.0)
    plate = draw_table(camera, 2540.0, 1270.0, LOOK)
    table = find_table([Frame(plate, 0, 0)], TableSize("9ft", 2540.0, 1270.0), "left").table
    return camera, table, plate


def nudged(camera: CameraModel, turn_rad: tuple[float, float, float]) -> CameraModel:
    extra = np.asarray(cv2.Rodrigues(np.array(turn_rad))[0])
    rotation = np.asarray(cv2.Rodrigues(extra @ camera.camera_from_table_rotation)[0]).ravel()
    return replace(camera, rotation=rotation, translation_mm=extra @ camera.translation_mm)


def moved_mm(one: CameraModel, other: CameraModel) -> float:
    a, b = (corners_px(c, 2540.0, 1270.0) for c in (one, other))
    return float(np.linalg.norm(a - b, axis=1).max() * 2540 / np.linalg.norm(a[1] - a[2]))


def test_a_camera_at_rest_reads_as_at_rest(hung: tuple[CameraModel, TableGeometry, Image]) -> None:
    camera, table, plate = hung
    watch = CalibrationWatch(table, plate)
    balls = np.random.default_rng(1).uniform([-600, -1230], [600, 1230], (15, 2))
    drift = watch.check(draw_table(camera, 2540.0, 1270.0, LOOK, balls, seed=9))
    assert drift.moved_mm is not None and drift.moved_mm < 1.0
    assert drift.seen > 0.8


@pytest.mark.parametrize("turn", [(0.0015, 0, 0), (0, -0.003, 0), (0, 0, 0.004), (0.002, 0.002, 0.002)])
def test_a_nudge_is_measured_and_taken_back(
    hung: tuple[CameraModel, TableGeometry, Image], turn: tuple[float, float, float]
) -> None:
    camera, table, plate = hung
    now = nudged(camera, turn)
    true = moved_mm(camera, now)
    image = draw_table(now, 2540.0, 1270.0, LOOK, seed=4)
    drift = CalibrationWatch(table, plate).check(image)
    assert drift.moved_mm is not None
    assert drift.moved_mm == pytest.approx(true, abs=1.0 + 0.1 * true)
    assert (drift.moved_mm > NOTICE_MM) == (true > NOTICE_MM)
    assert moved_mm(recalibrate(table, image).camera, now) < 1.5


def test_a_big_knock_is_lost_or_beyond_use_and_still_found_again(
    hung: tuple[CameraModel, TableGeometry, Image],
) -> None:
    camera, table, plate = hung
    now = nudged(camera, (0.012, -0.01, 0.006))
    image = draw_table(now, 2540.0, 1270.0, LOOK, seed=4)
    drift = CalibrationWatch(table, plate).check(image)
    assert drift.lost or (drift.moved_mm or 0) > REFUSE_MM
    assert moved_mm(recalibrate(table, image).camera, now) < 1.5


def test_people_over_the_rails_are_no_nudge(hung: tuple[CameraModel, TableGeometry, Image]) -> None:
    _, table, plate = hung
    image = plate.copy()
    cv2.circle(image, (300, 90), 90, (50, 60, 90), -1)
    cv2.line(image, (500, 540), (520, 300), (120, 150, 210), 40)
    drift = CalibrationWatch(table, plate).check(image)
    assert drift.moved_mm is not None and drift.moved_mm < NOTICE_MM


def test_darkness_is_lost_and_another_size_is_told(hung: tuple[CameraModel, TableGeometry, Image]) -> None:
    _, table, plate = hung
    watch = CalibrationWatch(table, plate)
    assert watch.check(np.zeros_like(plate)).lost
    with pytest.raises(CalibrationError, match="960x540"):
        watch.check(plate[:-2])
    with pytest.raises(CalibrationError, match="callshot calibrate"):
        recalibrate(table, np.zeros_like(plate))


def test_a_check_is_cheap_enough_for_every_second(hung: tuple[CameraModel, TableGeometry, Image]) -> None:
    _, table, plate = hung
    watch = CalibrationWatch(table, plate)
    start = time.process_time()
    for _ in range(5):
        watch.check(plate)
    assert (time.process_time() - start) / 5 < 0.15
