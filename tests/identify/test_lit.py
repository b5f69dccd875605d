"""Light over the bed: measured on the cloth between the balls, and on nothing that lies there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from callshot.calibration.camera import CameraModel
from callshot.calibration.table import TableGeometry
from callshot.tracker.identify.lit import Lit

CAMERA = CameraModel(
    (640, 360), np.array([[560.0, 0, 320], [0, 560.0, 180], [0, 0, 1]]), np.zeros(5),
    np.array([np.pi / np.sqrt(2), np.pi / np.sqrt(2), 0.0]), np.array([0.0, 0.0, 2700.0]),
)  # fmt: skip
TABLE = TableGeometry(CAMERA, "left", 2540.0, 1270.0, 36.3, 42.0, {}, 0.5)
ENDS = [(0.0, -1000.0), (0.0, 0.0), (0.0, 1000.0)]


def cloth(value: float, falls: float = 0.0) -> np.ndarray:
    """A picture of the bed that falls off from the head (left) to the foot by a share of its value."""
    along = np.linspace(0, 1, 640)[None, :, None]
    picture = value * (1 - falls * along) * np.array([0.4, 1.0, 0.5])
    noise = np.random.default_rng(4).normal(0, 2, (360, 640, 3))
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def at_the_ends(image: np.ndarray, *balls: tuple[float, float]) -> np.ndarray:
    lit = Lit(TABLE, 28.575)
    lit.look(image, balls)
    return lit.at(ENDS)


def test_even_light_is_one_everywhere_and_so_is_what_was_never_measured() -> None:
    assert Lit(TABLE, 28.575).at(ENDS) == pytest.approx([1, 1, 1])
    assert at_the_ends(cloth(120)) == pytest.approx([1, 1, 1], abs=0.03)


def test_the_dim_end_is_told_as_dim() -> None:
    head, middle, foot = at_the_ends(cloth(160, falls=0.5))
    seen = [160 * (1 - 0.5 * float(x) / 640) for x in CAMERA.image_from_table(ENDS)[:, 0]]
    assert middle == pytest.approx(1.0, abs=0.03)
    assert (head / middle, foot / middle) == pytest.approx((seen[0] / seen[1], seen[2] / seen[1]), abs=0.04)


def test_balls_prints_and_a_hand_are_no_light() -> None:
    image = cloth(120)
    balls = [(x, y) for x in (-300.0, 0.0, 300.0) for y in (700.0, 900.0, 1100.0)]
    for px in CAMERA.image_from_table(balls, 28.575):
        cv2.circle(image, (round(px[0]), round(px[1])), 7, (240, 240, 240), -1)
    cv2.rectangle(image, (80, 40), (190, 150), (150, 180, 220), -1)
    assert at_the_ends(image, *balls) == pytest.approx([1, 1, 1], abs=0.05)


def test_a_black_cloth_or_a_bed_full_of_things_tells_nothing() -> None:
    assert at_the_ends(cloth(8, falls=0.9)) == pytest.approx([1, 1, 1])
    things = np.random.default_rng(1).integers(20, 250, (9, 16, 3)).astype(np.uint8)
    image = cv2.resize(things, (640, 360), interpolation=cv2.INTER_NEAREST)
    assert at_the_ends(np.asarray(image, np.uint8)) == pytest.approx([1, 1, 1])
