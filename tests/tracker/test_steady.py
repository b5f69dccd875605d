"""A camera that was pushed is found again by the rails; one that sees no table says so; and no other news is."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent))
from drawn_scene import LENGTH_MM, SIZE, WIDTH_MM, table

from callshot.tracker.detect.steady import Steady
from callshot.tracker.notices import CameraNotices
from callshot.tracker.observation import FrameObservation

FPS = 30
Image = NDArray[np.uint8]
SQUARE = np.array([[x, y] for x in (-450.0, 0.0, 450.0) for y in (-900.0, 0.0, 900.0)])


def picture() -> Image:
    """Cloth, and rails with sights and scratches."""
    geometry, rng = table(), np.random.default_rng(3)
    image = np.full(SIZE[::-1], 70, np.uint8)
    reach = np.array([WIDTH_MM, LENGTH_MM]) / 2 + 55
    along = rng.uniform(-1, 1, 120)
    side = rng.integers(0, 4, 120)
    out = rng.uniform(-25, 25, 120)
    for u, k, d in zip(along, side, out, strict=True):
        sign = 1 if k % 2 else -1
        at = (sign * (reach[0] + d), u * reach[1]) if k < 2 else (u * reach[0], sign * (reach[1] + d))
        px = geometry.camera.image_from_table([at], geometry.rail_height_mm)[0]
        cv2.circle(image, (round(px[0] * 16), round(px[1] * 16)), 16 + 16 * (k % 2), 200, -1, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8)


def pushed(image: Image, dx: float, dy: float, turn_deg: float = 0.0) -> tuple[Image, NDArray[np.float64]]:
    matrix = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn_deg, 1.0)
    matrix[:, 2] += (dx, dy)
    return np.asarray(cv2.warpAffine(image, matrix, SIZE, borderValue=70), np.uint8), matrix


def watch(pictures: list[Image]) -> tuple[Steady, list[str]]:
    steady, noise = Steady(table()), np.random.default_rng(1)
    views = []
    for i, image in enumerate(pictures):
        grain = noise.normal(0, 1.0, image.shape)
        views.append(steady.update(np.clip(image + grain, 0, 255).astype(np.uint8), i / FPS))
    return steady, views


@pytest.mark.parametrize(("dx", "dy", "turn"), [(3.0, -1.0, 0.0), (-6.0, 8.0, 0.5), (20.0, 9.0, -1.0)])
def test_a_push_is_found_within_a_second_and_places_stay_what_they_were(dx: float, dy: float, turn: float) -> None:
    still = picture()
    swing = [pushed(still, dx * f, dy * f, turn * f)[0] for f in (0.4, 1.2, 0.9)]
    after, matrix = pushed(still, dx, dy, turn)
    steady, views = watch([still] * 30 + swing + [after] * 40)
    assert views.count("moved") == 1
    assert (views.index("moved") - 30) / FPS < 1.0
    assert set(views[:30]) == {"steady"}
    assert views[-1] == "steady"
    where = table().camera.image_from_table(SQUARE, 28.0) @ matrix[:, :2].T + matrix[:, 2]
    assert np.hypot(*(steady.table.camera.table_from_image(where, 28.0) - SQUARE).T).max() < 2.0


def test_a_covered_lens_is_told_while_it_is_covered() -> None:
    still = picture()
    dark = np.full_like(still, 12)
    _, views = watch([still] * 10 + [dark] * 30 + [still] * 20)
    assert "blind" in views[10:40]
    assert views.index("blind") < 10 + FPS
    assert views[-1] == "steady"
    assert "moved" not in views


def test_people_at_two_rails_and_another_light_push_no_camera() -> None:
    still = picture()
    busy = still.copy()
    busy[:, :170] = 20
    busy[:90] = 120
    dim = np.asarray(cv2.convertScaleAbs(still, alpha=0.75), np.uint8)
    _, views = watch([still] * 10 + [busy] * 30 + [dim] * 30 + [still] * 20)
    assert set(views) == {"steady"}


def test_each_piece_of_news_of_the_camera_is_told_once() -> None:
    told = CameraNotices()
    frames = [
        FrameObservation(0.0, 0, ()), FrameObservation(0.1, 1, (), camera_shift_px=7.2),
        *(FrameObservation(0.2 + i / 10, 2 + i, (), covered=1.0) for i in range(3)), FrameObservation(0.6, 5, ()),
    ]  # fmt: skip
    codes = [r["code"] for f in frames for r in told.update(f)]
    assert codes == ["camera-moved", "lens-covered", "lens-clear"]
