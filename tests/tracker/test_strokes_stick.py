"""A cue laid on the bed and lifted again is told; one that is aimed with, or taken for part of the cloth, is not."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent))
from drawn_scene import DIAMETER_MM, LENGTH_MM, RED, WHITE, WIDTH_MM, Scene, table

from callshot.tracker.detect.detector import Detector
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.stick import StickWatch
from callshot.tracker.track.state import TableState
from callshot.tracker.track.tracker import Tracker

FPS = 20
BED = Bed(LENGTH_MM, WIDTH_MM, DIAMETER_MM)
WOOD, SKIN = (90, 140, 190), (90, 110, 190)
Floats = NDArray[np.float64]


def bar(a: tuple[float, float], b: tuple[float, float], width: float) -> Floats:
    p, q = np.array(a), np.array(b)
    across = np.array([p[1] - q[1], q[0] - p[0]]) / np.linalg.norm(q - p) * width / 2
    return np.array([p + across, q + across, q - across, p - across])


STICK, HAND = bar((-200.0, -600.0), (150.0, 650.0), 26.0), bar((495.0, 400.0), (110.0, 500.0), 90.0)


def told_of(states: list[TableState]) -> list[tuple[str, float]]:
    watch = StickWatch(BED)
    return [(d.kind, round(d.t_s, 2)) for s in states for d in watch.update(s)]


def test_a_drawn_cue_laid_down_and_lifted_by_a_hand_is_told_at_its_times() -> None:
    eyes, tracker, watch = Detector(table(), DIAMETER_MM), Tracker(BED), StickWatch(BED)
    out = []
    for i in range(round(5.5 * FPS)):
        t = i / FPS
        people = []
        if 1.0 <= t < 4.0:
            away = np.array([700.0 * max(1.4 - t, t - 3.6, 0.0) / 0.4, 0.0])
            people.append((STICK + away, WOOD))
        for come, go in ((1.0, 1.8), (3.2, 4.0)):
            if come <= t < go:
                away = np.array([900.0 * max(come + 0.4 - t, t - go + 0.4, 0.0) / 0.4, 0.0])
                people.append((HAND + away, SKIN))
        scene = Scene([(-150.0, -500.0, WHITE), (300.0, 0.0, RED)], people=people)
        out += watch.update(tracker.update(eyes.update(scene.frame(t, i))))
    assert [d.kind for d in out] == ["stick-on", "stick-off"]
    assert out[0].t_s == pytest.approx(1.8, abs=0.4)
    assert out[1].t_s == pytest.approx(3.6, abs=0.4)


def states(*spans: tuple[float, float, list[Floats]]) -> list[TableState]:
    return [
        TableState(k / FPS, k, (), foreign=tuple(o for a, b, os in spans if a <= k / FPS < b for o in os))
        for k in range(8 * FPS)
    ]


def test_a_cue_that_comes_in_over_a_cushion_is_no_sign_however_long_one_aims() -> None:
    aiming = bar((100.0, -1300.0), (100.0, 100.0), 26.0)
    assert told_of(states((1.0, 5.0, [aiming]))) == []


def test_what_is_taken_for_cloth_still_lies_there_until_a_hand_takes_it() -> None:
    assert told_of(states((1.0, 3.0, [STICK]))) == [("stick-on", 1.0)]
    both = told_of(states((1.0, 3.0, [STICK]), (2.5, 3.2, [HAND])))
    assert [kind for kind, _ in both] == ["stick-on", "stick-off"]


@pytest.mark.parametrize("thing", [bar((0.0, -300.0), (0.0, 300.0), 26.0), bar((0.0, -600.0), (0.0, 600.0), 140.0)])
def test_bridges_and_arms_are_no_cues(thing: Floats) -> None:
    assert told_of(states((1.0, 4.0, [thing]))) == []


def test_a_cue_that_moves_over_the_bed_does_not_lie() -> None:
    moving = [TableState(k / FPS, k, (), foreign=(STICK + np.array([8.0 * k, 0.0]) - 200.0,)) for k in range(40)]
    assert told_of(moving) == []
