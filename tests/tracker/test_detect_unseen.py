"""Lights and cameras that the detector hardly knows: flickering lamps, weak light out of focus."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from callshot.hardware.frame import Frame
from callshot.tracker.detect.detector import Detector
from callshot.tracker.detect.exposure import exposure_gain

sys.path.insert(0, str(Path(__file__).parent))
from drawn_scene import BLACK, DIAMETER_MM, RED, WHITE, YELLOW, Scene, table

BALLS = [(-300.0, -700.0, WHITE), (250.0, -100.0, RED), (-120.0, 420.0, YELLOW), (310.0, 760.0, BLACK)]


def changed(frame: Frame, image: np.ndarray) -> Frame:  # type: ignore[type-arg]
    picture = np.clip(image, 0, 255).astype(np.uint8)
    return Frame(picture, round(frame.t_s * 1e9), frame.sequence, cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))


def flickering(frame: Frame, axis: int, phase: float) -> Frame:
    """Mains lamps at 100 Hz, read by a rolling shutter of 17 ms."""
    place = np.arange(frame.image.shape[axis]) / frame.image.shape[axis]
    light = 1 + 0.06 * np.sin(2 * np.pi * (1.7 * place + phase))
    return changed(frame, frame.image * (light[:, None, None] if axis == 0 else light[None, :, None]))


@pytest.mark.parametrize("axis", [0, 1])
def test_bands_of_flickering_lamps_are_neither_balls_nor_people(axis: int) -> None:
    eyes = Detector(table(), DIAMETER_MM)
    for i in range(24):
        y = -700.0 + 30 * max(0, i - 8)
        balls = [(-300.0, y, WHITE), *BALLS[1:]]
        seen = eyes.update(flickering(Scene(balls).frame(i / 60, i), axis, i * 100 / 60))
        if i < 2:
            continue
        assert len(seen.balls) == 4
        assert not seen.foreign
        got = np.array([b.position_mm for b in seen.balls])
        assert max(np.hypot(*(got - [x, y]).T).min() for x, y, _ in balls) < 6
    assert seen.moving


def test_a_table_under_even_light_is_not_evened() -> None:
    eyes = Detector(table(), DIAMETER_MM)
    arm = np.array([[-700.0, -900.0], [-700.0, 500.0], [300.0, 480.0], [300.0, -900.0]])
    for i in range(10):
        people = [(arm, (110, 140, 190))] if i > 2 else []
        seen = eyes.update(Scene(BALLS, people=people).frame(i / 60, i))
    assert seen.covered > 0.2


@pytest.mark.parametrize(("colour", "blur_px"), [((96, 44, 34), 2.0), ((92, 26, 34), 3.2)])
def test_a_ball_without_a_steep_edge_is_known_by_its_disc(colour: tuple[int, int, int], blur_px: float) -> None:
    frame = Scene([(-300.0, -600.0, colour), (200.0, 500.0, colour)], (100, 60, 22)).frame()
    seen = Detector(table(), DIAMETER_MM).update(changed(frame, cv2.GaussianBlur(frame.image, (0, 0), blur_px)))
    assert len(seen.balls) == 2


def test_a_spot_larger_than_a_ball_is_none() -> None:
    angle = np.linspace(0, 2 * np.pi, 60)
    spot = 36.5 * np.column_stack([np.cos(angle), np.sin(angle)]) + [150.0, 300.0]
    frame = Scene(BALLS, (100, 60, 22), prints=[(spot, (92, 30, 34))]).frame()
    seen = Detector(table(), DIAMETER_MM).update(changed(frame, cv2.GaussianBlur(frame.image, (0, 0), 2.0)))
    assert len(seen.balls) == 4


def test_a_slow_camera_has_the_time_to_look_at_all_that_is_new() -> None:
    eyes = Detector(table(), DIAMETER_MM)
    for i in range(8):
        seen = eyes.update(Scene(BALLS if i == 7 else BALLS[1:3]).frame(i / 25, i))
    assert len(seen.balls) == 4


def test_a_rack_in_a_far_too_dark_picture_is_seen_ball_by_ball() -> None:
    step = DIAMETER_MM * np.sqrt(3) / 2
    colours = [YELLOW, RED, BLACK, (110, 40, 30), (60, 90, 20), (30, 30, 90)]
    rack = [
        (DIAMETER_MM * (k - row / 2), 495 + row * step, colours[(2 * row + k) % 6])
        for row in range(4)
        for k in range(row + 1)
    ]
    bright = Scene([*rack, (0.0, -500.0, WHITE)]).frame()
    noise = np.random.default_rng(2).normal(0, 2.0, bright.image.shape)
    frame = changed(bright, 0.2 * bright.image + noise)
    assert len(Detector(table(), DIAMETER_MM).update(frame).balls) == 11


def test_only_a_far_too_dark_picture_is_brightened() -> None:
    luma = np.full((360, 640), 40, np.uint8)
    assert exposure_gain(luma) > 1.5
    luma[100:140, 100:140] = 200  # a dark cloth with a white ball on it
    assert exposure_gain(luma) == 1.0
