"""Pictures out of focus, dark and noisy, or full of print: what lies there is still told from what does not."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from callshot.hardware.frame import Frame
from callshot.tracker.detect.detector import Detector

sys.path.insert(0, str(Path(__file__).parent))
from drawn_scene import DIAMETER_MM, GREEN_CLOTH, RED, WHITE, YELLOW, Scene, table
from test_detect import misses_mm, on_bed


def changed(frame: Frame, image: NDArray[np.float32]) -> Frame:
    picture = np.asarray(np.clip(image, 0, 255), np.uint8)
    return Frame(picture, frame.timestamp_ns, frame.sequence, cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))


@pytest.mark.parametrize("shade", [0.45, 0.7])
def test_a_green_ball_on_green_cloth_is_found_out_of_focus(shade: float) -> None:
    green = tuple(round(shade * c) for c in GREEN_CLOTH)
    balls = [(-250.0, -600.0, green), (100.0, 50.0, green), (250.0, 500.0, WHITE)]
    frame = Scene(balls).frame()
    soft = cv2.GaussianBlur(frame.image.astype(np.float32), (0, 0), 1.2)
    seen = Detector(table(), DIAMETER_MM).update(changed(frame, soft))
    assert len(on_bed(seen)) == len(balls)
    assert misses_mm(seen, balls).max() < 4.0


@pytest.mark.parametrize("noise", [5.0, 8.0, 14.0])
def test_the_noise_of_a_camera_in_a_dark_room_makes_no_balls_and_hides_none(noise: float) -> None:
    balls = [(-250.0, -600.0, (30, 30, 200)), (100.0, 50.0, (30, 30, 200)), (250.0, 500.0, WHITE)]
    detector, chance = Detector(table(), DIAMETER_MM), np.random.default_rng(5)
    for k in range(12):
        frame = Scene(balls, (25, 20, 110)).frame(k / 30, k)
        noisy = 0.6 * frame.image.astype(np.float32) + chance.normal(0.0, noise, frame.image.shape)
        seen = detector.update(changed(frame, noisy))
        assert len(on_bed(seen)) == len(balls), k
        assert misses_mm(seen, balls).max() < 5.0
    assert seen.foreign == ()


def test_a_striped_ball_of_the_cloths_colour_whose_white_shows_at_its_rim_is_no_ring_of_light() -> None:
    geometry = table()
    blue, spot = (170, 90, 20), (100.0, 50.0)
    balls = [(*spot, (200, 100, 22)), (250.0, 500.0, RED)]
    frame = Scene(balls, blue).frame()
    image = frame.image.astype(np.float32)
    centre = geometry.camera.image_from_table(np.array([spot]), DIAMETER_MM / 2)[0]
    radius = float(geometry.camera.scale_px_per_mm(np.array([spot]), DIAMETER_MM / 2)[0]) * DIAMETER_MM / 2
    v, u = np.mgrid[: image.shape[0], : image.shape[1]]
    across, along = (u - centre[0]) / radius, (v - centre[1]) / radius
    caps = (np.hypot(across, along) < 0.97) & (np.abs(across) > 0.6)
    image[caps] = (225, 230, 230)
    seen = Detector(geometry, DIAMETER_MM).update(changed(frame, image))
    assert len(on_bed(seen)) == len(balls)
    assert misses_mm(seen, balls).max() < 3.0


def letters(
    at_mm: tuple[float, float], height_mm: float, lines: int
) -> list[tuple[NDArray[np.float64], tuple[int, int, int]]]:
    """Two letters D, one above the other: a rounded frame and the cloth in its hole."""
    out = []
    turn = np.linspace(-np.pi / 2, np.pi / 2, 20)
    for k in range(lines):
        x, y = at_mm[0], at_mm[1] + 1.15 * height_mm * k
        half = height_mm / 2
        bow = np.column_stack([x + half * np.cos(turn) * 0.9, y + half * np.sin(turn)])
        out.append((np.vstack([[x - half * 0.8, y - half], bow, [x - half * 0.8, y + half]]), (190, 190, 190)))
        hole = np.column_stack([x + 0.45 * half * np.cos(turn), y + 0.5 * half * np.sin(turn)])
        out.append(
            (np.vstack([[x - 0.25 * half, y - 0.5 * half], hole, [x - 0.25 * half, y + 0.5 * half]]), GREEN_CLOTH)
        )
    return out


@pytest.mark.parametrize("soft_px", [0.0, 0.9])
def test_letters_as_large_as_balls_are_none_though_they_stand_side_by_side(soft_px: float) -> None:
    balls = [(-250.0, -600.0, RED), (250.0, 500.0, YELLOW)]
    frame = Scene(balls, prints=letters((60.0, -100.0), DIAMETER_MM, 3)).frame()
    image = frame.image.astype(np.float32)
    image = cv2.GaussianBlur(image, (0, 0), soft_px) if soft_px else image
    seen = Detector(table(), DIAMETER_MM).update(changed(frame, image))
    assert len(on_bed(seen)) == len(balls)
