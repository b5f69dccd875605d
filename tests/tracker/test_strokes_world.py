"""Light and camera: a change that stays is told once, flicker and wander are not."""

from __future__ import annotations

import pytest

from callshot.tracker.strokes.world import WorldWatch
from callshot.tracker.track.state import TableState

FPS = 30


def told(gains: dict[int, float], shifts: dict[int, float], frames: int = 90) -> list[tuple[str, float]]:
    """gains, shifts: what is measured, by the number of the frame."""
    watch, out = WorldWatch(), []
    for i in range(frames):
        state = TableState(i / FPS, i, (), light_gain=gains.get(i), camera_shift_px=shifts.get(i))
        out += [(d.kind, d.t_s) for d in watch.update(state)]
    return out


def test_a_lamp_switched_is_told_once_though_measured_once() -> None:
    assert told({30: 0.7}, {}) == [("lighting", 1.0)]


@pytest.mark.parametrize("gains", [{30: 0.95, 31: 1.04, 33: 0.97}, {30: 0.7, 33: 1.0}])
def test_flicker_is_no_change_of_light(gains: dict[int, float]) -> None:
    assert told(gains, {}) == []


def test_a_camera_found_pushed_is_told_each_time() -> None:
    assert told({}, {30: 9.0, 60: 3.1}) == [("camera-moved", 1.0), ("camera-moved", 2.0)]
