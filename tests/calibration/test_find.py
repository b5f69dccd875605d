"""Tables drawn through known cameras are found to a millimetre or refused; never wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from callshot.calibration.by_hand import check_camera
from callshot.calibration.camera import CameraModel, Floats
from callshot.calibration.find import find_in_plate, find_table, needed_score
from callshot.calibration.table import CalibrationError, table_from_toml
from callshot.hardware.frame import Frame, Image
from callshot.rules.equipment import TableSize

sys.path.insert(0, str(Path(__file__).parent))
from drawn_table import Look, camera_above, corners_px, draw_table  # type: ignore[import-not-found]

NINE_FOOT = TableSize("9ft", 2540.0, 1270.0)
SMALL = (960, 540)


def camera(**how: object) -> CameraModel:
    return camera_above(SMALL, **{"focal_px": 860.0, **how})  # type: ignore[no-any-return, arg-type]


def worst_mm(found: CameraModel, true: CameraModel) -> float:
    """How far the nose corners are seen from where they are, in mm."""
    got, want = (corners_px(c, NINE_FOOT.length_mm, NINE_FOOT.width_mm) for c in (found, true))
    scale = NINE_FOOT.length_mm / np.linalg.norm(want[1] - want[2])
    return float(np.linalg.norm(got - want, axis=1).max() * scale)


CASES = {
    "green": (camera(), Look()),
    "blue, tilted and turned": (camera(tilt=(0.10, -0.07, 0.06), shift_mm=(120, -60)), Look(cloth=(180, 90, 20))),
    "black on dark wood, barrel": (camera(k1=-0.15), Look(cloth=(35, 32, 32), rail=(30, 40, 70))),
    "grey with dark rails": (camera(), Look(cloth=(120, 120, 120), rail=(60, 60, 60))),
    "tan with light rails": (camera(tilt=(0, 0.05, 0)), Look(cloth=(90, 130, 160), rail=(110, 165, 205))),
    "carom, no pockets": (camera(), Look(cloth=(170, 60, 30), pockets=False)),
    "nearly black, under little light": (camera(), Look((12, 10, 10), (10, 14, 22), (8, 8, 14), shadow=0.6, noise=0.6)),
    "narrow cushions, weak shadow": (camera(), Look(cloth=(40, 30, 150), cushion_mm=40, shadow=0.75)),
}


@pytest.mark.parametrize("name", CASES)
def test_a_drawn_table_is_found_to_two_millimetres(name: str) -> None:
    true, look = CASES[name]
    rng = np.random.default_rng(3)
    balls = rng.uniform([-560, -1200], [560, 1200], (12, 2))
    plate = draw_table(true, NINE_FOOT.length_mm, NINE_FOOT.width_mm, look, balls)
    found = find_in_plate(plate, NINE_FOOT, "left")
    assert worst_mm(found.fit.camera, true) < 2.0
    assert found.error_mm < 1.0


def test_faint_noses_are_found_beside_rails_that_a_soft_lens_blurs() -> None:
    """Each edge of the rails is found several times over, and must not crowd out the noses."""
    true = camera()
    look = Look(cloth=(150, 90, 110), rail=(20, 50, 80), floor=(140, 190, 220), shadow=0.85)
    plate = cv2.GaussianBlur(draw_table(true, NINE_FOOT.length_mm, NINE_FOOT.width_mm, look), (0, 0), 2.0)
    assert worst_mm(find_in_plate(plate, NINE_FOOT, "left").fit.camera, true) < 2.0


def test_a_nose_is_where_its_light_changes_fastest_not_its_codes() -> None:
    true = camera()
    plate = draw_table(true, NINE_FOOT.length_mm, NINE_FOOT.width_mm, Look(cloth=(130, 90, 40), shadow=0.15, noise=0.5))
    light = cv2.GaussianBlur((plate / 255.0) ** 2.2, (0, 0), 1.6)  # what a lens does, before a camera codes it
    found = find_in_plate((light ** (1 / 2.2) * 255).round().astype(np.uint8), NINE_FOOT, "left")
    middle = np.array(SMALL) / 2
    got, want = (corners_px(c, 2540.0, 1270.0) - middle for c in (found.fit.camera, true))
    outward = (np.linalg.norm(got, axis=1) - np.linalg.norm(want, axis=1)) * 2540.0 / np.ptp(want[:, 0])
    assert np.abs(outward).max() < 1.5  # in codes the dark side pulls: 3 mm


def test_the_head_side_turns_the_table_and_nothing_else() -> None:
    true = camera()
    plate = draw_table(true, NINE_FOOT.length_mm, NINE_FOOT.width_mm)
    right = find_in_plate(plate, NINE_FOOT, "right").fit.camera
    want = np.roll(corners_px(true, 2540.0, 1270.0), 2, 0)
    assert np.abs(corners_px(right, 2540.0, 1270.0) - want).max() < 1.0


def test_a_portrait_picture_has_its_head_at_the_top() -> None:
    plate = cv2.rotate(draw_table(camera(), 2540.0, 1270.0), cv2.ROTATE_90_CLOCKWISE)
    found = find_in_plate(plate, NINE_FOOT, "top").fit.camera
    seen = corners_px(found, 2540.0, 1270.0)
    assert seen[0, 0] > seen[1, 0] and seen[0, 1] < seen[3, 1]  # from the top end, left is the picture's right
    with pytest.raises(CalibrationError, match="top or bottom"):
        find_in_plate(plate, NINE_FOOT, "left")


def frames(images: list[Image]) -> list[Frame]:
    return [Frame(image, i * 40_000_000, i) for i, image in enumerate(images)]


def test_many_frames_forget_who_leans_over_the_table() -> None:
    true = camera()
    clean = draw_table(true, 2540.0, 1270.0)
    images = []
    for i in range(9):
        image = clean.copy()
        cv2.line(image, (80 * i + 100, -20), (80 * i + 150, 260), (60, 80, 190), 45)
        images.append(image)
    result = find_table(frames(images), NINE_FOOT, "left")
    assert worst_mm(result.table.camera, true) < 2.0
    again = table_from_toml(result.table.to_toml())
    assert worst_mm(again.camera, true) < 2.0
    assert again.pockets_mm.keys() == result.table.pockets_mm.keys()


def test_a_known_lens_is_kept_and_only_the_pose_is_fitted() -> None:
    true = camera(k1=-0.2, tilt=(0.05, 0.03, 0))
    plate = draw_table(true, 2540.0, 1270.0)
    lens = CameraModel(SMALL, true.matrix, true.distortion, np.zeros(3), np.zeros(3))
    found = find_table(frames([plate]), NINE_FOOT, "left", lens).table.camera
    assert np.array_equal(found.matrix, true.matrix)
    assert worst_mm(found, true) < 1.5
    assert np.linalg.norm(found.position_mm - true.position_mm) < 25
    doubled = CameraModel((1920, 1080), np.diag([2, 2, 1.0]) @ true.matrix, true.distortion, np.zeros(3), np.zeros(3))
    assert worst_mm(find_table(frames([plate]), NINE_FOOT, "left", doubled).table.camera, true) < 2.0
    other = CameraModel((960, 720), true.matrix, true.distortion, np.zeros(3), np.zeros(3))
    with pytest.raises(CalibrationError, match="callshot lens"):
        find_table(frames([plate]), NINE_FOOT, "left", other)


def test_corners_by_hand_are_taken_where_they_were_pointed_at() -> None:
    true = camera(tilt=(0.05, 0.05, 0.02))
    pointed = corners_px(true, 2540.0, 1270.0)
    floor = np.full((540, 960, 3), 90, np.uint8)
    found = find_table(frames([floor]), NINE_FOOT, "left", corners_px=pointed).table
    assert worst_mm(found.camera, true) < 1.0


@pytest.mark.parametrize(
    ("pointed", "why"),
    [
        ([[100, 100], [150, 600], [1200, 420], [500, 60]], "only a camera 0.4 m above"),
        ([[300, 200], [50, 700], [1250, 700], [1000, 200]], "only a camera 0.7 m above"),
        ([[100, 360], [640, 710], [1200, 380], [640, 20]], "only a camera 25.4 m above"),
    ],
)
def test_corners_that_only_an_impossible_camera_sees_are_refused(pointed: list[list[float]], why: str) -> None:
    floor = np.full((720, 1280, 3), 90, np.uint8)
    with pytest.raises(CalibrationError, match=why):
        find_table(frames([floor]), NINE_FOOT, "left", corners_px=np.array(pointed, float))


def test_a_camera_far_aslant_is_none_over_a_table() -> None:
    true = camera_above((1280, 720), focal_px=900.0, height_mm=2500.0)
    check_camera(true)
    turn = np.asarray(cv2.Rodrigues(np.array([np.radians(60), 0, 0]))[0]) @ true.camera_from_table_rotation
    aslant = CameraModel(true.image_size, true.matrix, true.distortion, cv2.Rodrigues(turn)[0].ravel(),
                         np.array([0.0, 0.0, 4000.0]))  # fmt: skip
    with pytest.raises(CalibrationError, match="60 degrees aslant"):
        check_camera(aslant)


def no_tables() -> dict[str, Image]:
    rng = np.random.default_rng(5)
    noise = rng.integers(0, 255, (540, 960, 3), dtype=np.uint8)
    street = cv2.GaussianBlur(noise, (0, 0), 25)
    lawn = np.full((540, 960, 3), (60, 140, 40), np.uint8)
    pitch = lawn.copy()
    cv2.rectangle(pitch, (100, 80), (860, 460), (240, 240, 240), 4)
    whole = draw_table(camera(), 2540.0, 1270.0)
    cut: Floats = corners_px(camera(), 2540.0, 1270.0)
    return {
        "noise": noise,
        "something blurred": street,
        "plain": lawn,
        "a pitch": pitch,
        "black": np.zeros((540, 960, 3), np.uint8),
        "a table seen in part": whole[:, int(cut[0, 0]) + 120 :].copy(),
        "a tiny picture": whole[::6, ::6].copy(),
    }


@pytest.mark.parametrize("name", no_tables())
def test_what_is_no_whole_table_is_refused_with_the_way_out(name: str) -> None:
    with pytest.raises(CalibrationError, match=r"--corners|px") as refused:
        find_in_plate(no_tables()[name], NINE_FOOT, "left")
    assert "\n" not in str(refused.value)


def test_no_frames_at_all() -> None:
    with pytest.raises(CalibrationError, match="no picture"):
        find_table([], NINE_FOOT, "left")


def test_even_cushions_and_best_lines_speak_for_a_table_and_a_missing_cushion_against_it() -> None:
    even, none = np.array([39.0, 41, 38, 40]), np.zeros(4)
    good = needed_score(even, np.array([0.0, 0.3, 0.05, 0.0]))
    assert good < needed_score(np.array([39.0, 41, 61, 40]), none)
    assert good < needed_score(even, np.array([0.0, 0.3, 0.2, 0.0]))
    assert needed_score(even, none + 1) < needed_score(np.array([39.0, np.nan, 38, 40]), none)


def test_a_floor_with_a_pattern_nearly_of_the_cloths_colour_does_not_flood_it() -> None:
    look = Look(cloth=(80, 88, 74), rail=(96, 98, 94), floor=(86, 86, 86))
    true = camera(height_mm=3700.0)
    plate = draw_table(true, NINE_FOOT.length_mm, NINE_FOOT.width_mm, look)
    pattern = cv2.GaussianBlur(np.random.default_rng(1).normal(0, 60, plate.shape[:2]), (0, 0), 2)
    px = np.stack(np.meshgrid(*map(np.arange, SMALL)), -1).reshape(-1, 2).astype(np.float64)
    beyond = (np.abs(true.table_from_image(px, 36.3)) - [635.0, 1270.0]).max(1) > look.cushion_mm
    floor = beyond.reshape(plate.shape[:2])
    plate[floor] = np.clip(plate[floor] + pattern[floor][:, None], 0, 255).astype(np.uint8)
    assert worst_mm(find_in_plate(plate, NINE_FOOT, "left").fit.camera, true) < 2.0
