"""Balls that lie close together, and balls that are seen a little small."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from callshot.tracker.detect.candidates import nestled
from callshot.tracker.detect.detector import Detector
from callshot.tracker.detect.view import make_view

sys.path.insert(0, str(Path(__file__).parent))
from drawn_scene import BLACK, DIAMETER_MM, RED, WHITE, YELLOW, Scene, table

ROW = DIAMETER_MM * np.sqrt(3) / 2
RACK = np.array([(DIAMETER_MM * (k - row / 2), 495 + row * ROW) for row in range(5) for k in range(row + 1)])


@pytest.mark.parametrize("gone", [3, 4, 6, 8, 12])
def test_a_ball_that_is_missing_in_a_rack_lies_where_it_touches_the_others(gone: int) -> None:
    view = make_view(table(), DIAMETER_MM)
    window = np.array(view.window[:2])
    seen = table().camera.image_from_table(RACK, DIAMETER_MM / 2) - window
    # A rack's rim is open to one side, and the room there has its middle outside.
    outward = RACK[gone] - RACK.mean(0)
    off = 9.0 * outward / max(float(np.hypot(*outward)), 1.0)
    start = table().camera.image_from_table((RACK[gone] + off)[None], DIAMETER_MM / 2)[0] - window
    got = nestled(start, np.delete(seen, gone, axis=0), view)
    assert np.hypot(*(got - seen[gone])) < 0.1 * view.radius_px


def test_room_beside_two_balls_says_nothing_of_a_third() -> None:
    view = make_view(table(), DIAMETER_MM)
    two = np.array([[200.0, 120.0], [200.0 + 2 * view.radius_px, 120.0]])
    gap = np.array([200.0 + view.radius_px, 120.0 + 2 * view.radius_px])
    assert nestled(gap, two, view) == pytest.approx(gap)


@pytest.mark.parametrize("larger", [1.085, 1.115])
def test_balls_with_dark_rims_are_seen_small_and_found(larger: float) -> None:
    """As small as dim light and a soft lens make them: a twelfth less than their size, or a tenth on bare cloth."""
    balls = [(-300.0, -700.0, WHITE), (250.0, -100.0, RED), (-120.0, 420.0, YELLOW), (310.0, 760.0, BLACK)]
    seen = Detector(table(), DIAMETER_MM * larger).update(Scene(balls).frame())
    assert len(seen.balls) == 4


def test_discs_a_sixth_larger_than_a_ball_are_none() -> None:
    balls = [(-300.0, -700.0, WHITE), (250.0, -100.0, RED), (-120.0, 420.0, YELLOW), (310.0, 760.0, BLACK)]
    assert not Detector(table(), DIAMETER_MM * 0.85).update(Scene(balls).frame()).balls
