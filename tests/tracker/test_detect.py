"""The detector on drawn scenes: what is a ball, where it lies, how it moves, and what is none."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from callshot.hardware.frame import Frame
from callshot.tracker.detect.detector import Detector
from callshot.tracker.observation import BallObservation, FrameObservation

sys.path.insert(0, str(Path(__file__).parent))
from drawn_scene import BLACK, BLACK_CLOTH, DIAMETER_MM, GREEN_CLOTH, RED, WHITE, YELLOW, Scene, table

SPREAD = [(-300.0, -700.0, WHITE), (250.0, -100.0, RED), (-120.0, 420.0, YELLOW), (310.0, 760.0, BLACK)]


def on_bed(seen: FrameObservation) -> list[BallObservation]:
    return [b for b in seen.balls if b.in_pocket is None]


def misses_mm(seen: FrameObservation, balls: list[tuple[float, float, tuple[int, int, int]]]) -> NDArray[np.float64]:
    """(n,) distance from each true ball to the nearest seen one, infinite where none is seen."""
    got = np.array([b.position_mm for b in on_bed(seen)]).reshape(-1, 2)
    if not len(got):
        return np.full(len(balls), np.inf)
    return np.array([np.hypot(*(got - [x, y]).T).min() for x, y, _ in balls])


def detector() -> Detector:
    return Detector(table(), DIAMETER_MM)


@pytest.mark.parametrize("cloth", [GREEN_CLOTH, BLACK_CLOTH, (170, 90, 20), (30, 25, 150), (120, 120, 115)])
def test_a_lone_still_gives_every_ball_and_no_more(cloth: tuple[int, int, int]) -> None:
    # The next test is about balls of the cloth's own colour.
    balls = [b for b in SPREAD if np.abs(np.subtract(b[2], cloth)).max() > 45]
    seen = detector().update(Scene(balls, cloth).frame())
    assert len(on_bed(seen)) == len(balls)
    assert misses_mm(seen, balls).max() < 1.5


@pytest.mark.parametrize("cloth", [GREEN_CLOTH, (170, 90, 20), (30, 25, 150), (110, 40, 80), (120, 120, 115)])
def test_a_ball_nearly_of_the_cloths_colour_is_found_by_its_faint_closed_outline(cloth: tuple[int, int, int]) -> None:
    near = [-25, -12, 0]
    balls = [
        (-300.0 + 200 * i, -600.0 + 400 * j, tuple(int(min(max(c + off, 0), 255)) for c in cloth))
        for i in range(2)
        for j, off in enumerate(near)
    ]
    seen = detector().update(Scene(balls, cloth).frame())
    assert len(on_bed(seen)) == len(balls)
    assert misses_mm(seen, balls).max() < 3


def test_an_empty_table_holds_no_balls() -> None:
    seen = detector().update(Scene([]).frame())
    assert on_bed(seen) == []
    assert seen.foreign == ()


def test_touching_balls_of_one_colour_are_told_apart() -> None:
    step = DIAMETER_MM * np.sqrt(3) / 2
    rack = [
        (DIAMETER_MM * (k - row / 2), 495 + row * step, RED if (row + k) % 2 else YELLOW)
        for row in range(5)
        for k in range(row + 1)
    ]
    seen = detector().update(Scene([*rack, (0.0, -500.0, WHITE)]).frame())
    assert len(on_bed(seen)) == 16
    assert misses_mm(seen, rack).max() < 4


def test_a_ball_frozen_to_the_cushion_is_found_there() -> None:
    x = 990.5 / 2 - DIAMETER_MM / 2
    seen = detector().update(Scene([(x, 300.0, RED), (0.0, 0.0, WHITE)]).frame())
    assert len(on_bed(seen)) == 2
    assert misses_mm(seen, [(x, 300.0, RED)]).max() < 3


def test_print_and_chalk_are_no_balls() -> None:
    def block(x: float, y: float, w: float, h: float) -> NDArray[np.float64]:
        return np.array([[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]])

    chalk, letters = (150, 190, 160), (160, 175, 160)
    prints = [(block(-200 + 70 * i, 0, 30, 45), letters) for i in range(5)]
    prints += [(block(100, -500, 8, 14), chalk), (block(-350, 500, 400, 2), letters)]
    seen = detector().update(Scene(SPREAD[:1], prints=prints).frame())
    assert len(on_bed(seen)) == 1


def test_a_circle_of_light_is_no_ball() -> None:
    angle = np.linspace(0, 2 * np.pi, 60)
    unit = np.column_stack([np.cos(angle), np.sin(angle)])
    ring = np.concatenate([unit * 29, unit[::-1] * 25]) + np.array([150.0, 300.0])
    seen = detector().update(Scene(SPREAD[:2], prints=[(ring, (190, 220, 170))]).frame())
    assert len(on_bed(seen)) == 2


def test_a_person_is_foreign_and_hides_what_lies_below() -> None:
    eyes = detector()
    eyes.update(Scene(SPREAD).frame())
    arm = np.array([[-700.0, 330.0], [-700.0, 500.0], [-80.0, 480.0], [-60.0, 360.0]])
    for i in range(1, 12):
        seen = eyes.update(Scene(SPREAD, people=[(arm, (110, 140, 190))]).frame(i / 60, i))
    assert seen.foreign
    assert seen.covered > 0.02
    assert len(on_bed(seen)) == 3
    for i in range(12, 30):
        seen = eyes.update(Scene(SPREAD).frame(i / 60, i))
    assert misses_mm(seen, SPREAD).max() < 2
    assert not seen.foreign


def test_nothing_new_is_not_looked_at() -> None:
    eyes = detector()
    first = eyes.update(Scene(SPREAD).frame())
    for i in range(1, 10):
        seen = eyes.update(Scene(SPREAD).frame(i / 60, i))
        assert not seen.looked
        assert not seen.moving
        assert seen.sequence == i
        assert seen.balls == first.balls


def rolling(speed_mm_s: float, frames: int, rate_hz: float = 60.0, exposure: float = 0.5) -> list[tuple[Frame, float]]:
    """A white ball rolls from head to foot after 5 frames of rest; its y at each frame."""
    shots = []
    for i in range(frames):
        y = -700 + max(i - 4, 0) * speed_mm_s / rate_hz
        swept = {0: (0.0, exposure * speed_mm_s / rate_hz)} if i > 4 else {}
        shots.append((Scene([(-100.0, y, WHITE), *SPREAD[1:]], swept_mm=swept).frame(i / rate_hz, i), y))
    return shots


@pytest.mark.parametrize("speed", [150.0, 1500.0, 6000.0])
def test_a_moving_ball_is_followed_at_mid_exposure(speed: float) -> None:
    eyes = detector()
    frames = 5 + min(18, int(1300 / (speed / 60)))
    found = 0
    for frame, y in rolling(speed, frames):
        seen = eyes.update(frame)
        assert len(on_bed(seen)) <= 4
        assert misses_mm(seen, SPREAD[1:]).max() < 2
        miss = misses_mm(seen, [(-100.0, y, WHITE)])[0]
        found += miss < 2 + 0.06 * speed / 60
    assert found >= frames - 1


def test_a_fast_ball_is_followed_along_a_line_of_light_that_lights_up_with_the_shot() -> None:
    eyes = detector()
    line = np.array([[-103.0, -800.0], [-97.0, -800.0], [-97.0, 600.0], [-103.0, 600.0]])
    found = 0
    for i in range(18):
        y = -700 + max(i - 4, 0) * 90.0
        swept = {0: (0.0, 60.0)} if i > 4 else {}
        prints = [(line, (190, 220, 170))] if i > 4 else []
        scene = Scene([(-100.0, y, WHITE), *SPREAD[1:]], swept_mm=swept, prints=prints)
        seen = eyes.update(scene.frame(i / 60, i))
        assert len(on_bed(seen)) <= 5
        found += misses_mm(seen, [(-100.0, y, WHITE)])[0] < 12
    assert found >= 16


def test_a_fast_ball_tells_its_direction_and_length() -> None:
    eyes = detector()
    speed = 6000.0
    streaks = []
    for frame, y in rolling(speed, 14):
        seen = eyes.update(frame)
        near = [b for b in seen.balls if np.hypot(*(b.position_mm - [-100.0, y])) < 20]
        streaks += [b.blur_mm for b in near if np.hypot(*b.blur_mm) > 5]
    assert len(streaks) >= 6
    for blur in streaks:
        assert abs(blur[1]) > 5 * abs(blur[0])
        assert np.hypot(*blur) == pytest.approx(0.5 * speed / 60 / 2, rel=0.35)


def test_a_streak_that_gets_nowhere_is_no_ball() -> None:
    eyes = detector()
    near = []
    for i in range(24):
        y = min(-700 + max(i - 4, 0) * 150.0, 200.0)
        swept = {0: (0.0, 140.0)} if i > 4 else {}
        seen = eyes.update(Scene([(-100.0, y, WHITE), *SPREAD[1:]], swept_mm=swept).frame(i / 60, i))
        near.append(misses_mm(seen, [(-100.0, y, WHITE)])[0] < 20)
    assert sum(near[:12]) >= 11
    assert not any(near[-6:])
    assert len(on_bed(seen)) == len(SPREAD) - 1


def test_a_ball_that_stopped_is_looked_at_no_more() -> None:
    eyes = detector()
    moves = [*range(-300, 0, 20), *itertools.repeat(0, 40)]
    for i, y in enumerate(moves):
        seen = eyes.update(Scene([(-100.0, float(y), RED), *SPREAD[2:]]).frame(i / 60, i))
    assert not seen.looked
    assert misses_mm(seen, [(-100.0, 0.0, RED)])[0] < 1


def test_a_lamp_that_dims_moves_no_ball() -> None:
    eyes = detector()
    for i in range(40):
        light = 1.0 if i < 10 else max(0.75, 1 - 0.02 * (i - 10))
        seen = eyes.update(Scene(SPREAD, light=light).frame(i / 60, i))
        assert len(on_bed(seen)) == 4
        assert misses_mm(seen, SPREAD).max() < 2
    gains = seen.light_gain
    assert gains is None or gains == pytest.approx(0.75, abs=0.06)


def test_the_sun_that_goes_little_by_little_is_told_and_followed() -> None:
    eyes, gains = detector(), []
    for i in range(200):
        seen = eyes.update(Scene(SPREAD, light=1 - 0.0013 * min(i, 180)).frame(i / 60, i))
        assert misses_mm(seen, SPREAD).max() < 2
        gains += [seen.light_gain] if seen.light_gain is not None else []
    assert gains[-1] == pytest.approx(0.77, abs=0.06)


def test_a_picture_of_another_size_is_refused_in_one_line() -> None:
    frame = Frame(np.zeros((48, 64, 3), np.uint8), 0, 0)
    with pytest.raises(ValueError, match=r"64x48.*640x360"):
        detector().update(frame)


def test_frames_without_a_luma_plane_are_seen_as_well() -> None:
    frame = Scene(SPREAD).frame()
    seen = detector().update(Frame(frame.image, 0, 0))
    assert misses_mm(seen, SPREAD).max() < 1.5
