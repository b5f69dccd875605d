"""Light on the cloth that is no ball, and balls that lie in it: mirrored lamps, rings that a projector draws."""

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
from drawn_scene import DIAMETER_MM, RED, WHITE, YELLOW, Scene, table
from test_detect import misses_mm, on_bed

BALLS = [(-300.0, -700.0, RED), (20.0, 30.0, WHITE), (-120.0, 420.0, YELLOW)]


def lit(frame: Frame, added: NDArray[np.float32]) -> Frame:
    """The frame with (h, w) more light."""
    image = np.asarray(np.clip(frame.image + added[..., None], 0, 255), np.uint8)
    return Frame(image, frame.timestamp_ns, frame.sequence, cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))


def mirrored_lamps(shape: tuple[int, ...], strength: float) -> NDArray[np.float32]:
    """Three soft spots in a row along the table, several balls wide."""
    h, w = shape[:2]
    y, x = np.mgrid[:h, :w].astype(np.float32)
    far2 = (((x - u * w) ** 2 + ((y - 0.5 * h) * 1.6) ** 2) / (0.045 * w) ** 2 for u in (0.3, 0.5, 0.7))
    return np.asarray(strength * sum(np.exp(-far / 2) for far in far2), np.float32)


@pytest.mark.parametrize("strength", [40.0, 90.0])
def test_balls_in_and_beside_a_mirrored_lamp_are_found_and_the_lamp_is_nobody(strength: float) -> None:
    frame = Scene(BALLS).frame()
    seen = Detector(table(), DIAMETER_MM).update(lit(frame, mirrored_lamps(frame.image.shape, strength)))
    assert len(on_bed(seen)) == len(BALLS)
    assert misses_mm(seen, BALLS).max() < 2.0
    assert seen.foreign == ()


def test_where_a_ball_lay_in_a_mirrored_lamp_nothing_is_left_when_it_is_gone() -> None:
    detector = Detector(table(), DIAMETER_MM)
    for k in range(40):
        balls = BALLS if k < 5 else [b for b in BALLS if b[2] != WHITE]
        frame = Scene(balls).frame(sequence=k, t_s=k / 30)
        seen = detector.update(lit(frame, mirrored_lamps(frame.image.shape, 90.0)))
        assert len(on_bed(seen)) == len(balls) or 5 <= k < 10, k


@pytest.mark.parametrize("inside", [0.0, 14.0])
def test_a_ring_of_light_as_large_as_a_ball_is_none(inside: float) -> None:
    """The light may glow a little inside of it, and a line of light may end in its middle."""
    geometry = table()
    frame = Scene(BALLS).frame()
    spot = np.array([[200.0, -350.0]])
    centre = geometry.camera.image_from_table(spot, DIAMETER_MM / 2)[0]
    radius = float(geometry.camera.scale_px_per_mm(spot, DIAMETER_MM / 2)[0]) * DIAMETER_MM / 2
    x, y = (round(v * 16) for v in centre)
    ring = np.zeros(frame.image.shape[:2], np.float32)
    cv2.circle(ring, (x, y), round(0.92 * radius * 16), inside, -1, cv2.LINE_AA, 4)
    cv2.circle(ring, (x, y), round(0.92 * radius * 16), 110.0, max(2, round(0.2 * radius)), cv2.LINE_AA, 4)
    cv2.line(ring, (x, y), (x + 100 * 16, y + 160 * 16), 110.0, max(2, round(0.2 * radius)), cv2.LINE_AA, 4)
    seen = Detector(geometry, DIAMETER_MM).update(lit(frame, ring))
    assert len(on_bed(seen)) == len(BALLS)
    assert misses_mm(seen, BALLS).max() < 2.0
