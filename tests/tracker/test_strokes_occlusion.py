"""Somebody who reaches over the table and touches nothing is told; players at their strokes are not."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from callshot.rules.vocabulary import Disturbance, Layout, Stroke

sys.path.insert(0, str(Path(__file__).parent))
from toy_camera import ToyCamera
from toy_strokes import LABELS, told
from toy_table import Strike, Toy

from callshot.tracker.strokes.bed import Bed

BED = Bed(2540.0, 1270.0, 57.15)
LAY = np.array([[0.0, -600.0], [300.0, 500.0], [-250.0, 100.0]])
PRINT = np.array([[-240.0, -45.0], [160.0, -45.0], [160.0, 45.0], [-240.0, 45.0]])
Told = list[Layout | Stroke | Disturbance]


def arm(x: float, y: float, width: float = 90.0) -> np.ndarray:
    """From the left-hand long cushion to (x, y)."""
    return np.array([[-640.0, y - width / 2], [x, y - width / 2], [x, y + width / 2], [-640.0, y + width / 2]])


def scene(strikes: list[Strike], until: float, foreign: dict[tuple[float, float], np.ndarray]) -> Told:
    toy = Toy(BED, LAY.copy())
    toy.play(strikes, until=12.0)
    camera = ToyCamera(fps=30.0, noise_mm=0.5, miss=0.0)
    toy.times.append(max(toy.times[-1], until))
    toy.track.append(toy.track[-1])
    return told(toy, camera, quiet_s=0.2, foreign=foreign)


def occlusions(records: Told) -> list[Disturbance]:
    return [r for r in records if isinstance(r, Disturbance) and r.kind == "occluded"]


def test_an_arm_over_the_table_is_told_with_the_ball_that_it_hid() -> None:
    found = occlusions(scene([], 18.0, {(2.0, 3.0): arm(-200.0, 100.0)}))
    assert [round(d.t_s, 1) for d in found] == [2.0]
    assert found[0].details["until"] == pytest.approx(3.0, abs=0.05)
    (ball,) = found[0].balls
    assert ball.label == LABELS[2]
    assert ball.from_mm == ball.to_mm == pytest.approx((-250.0, 100.0), abs=2.0)


def test_an_arm_that_is_there_at_the_end_is_told_at_the_end() -> None:
    found = occlusions(scene([], 5.0, {(4.0, 9.0): arm(-200.0, -300.0)}))
    assert [round(d.t_s, 1) for d in found] == [4.0]


@pytest.mark.parametrize("hand", [(0.9, 1.7), (0.9, 2.6)])
def test_the_player_s_own_arm_at_a_stroke_is_no_news(hand: tuple[float, float]) -> None:
    records = scene([Strike(0, 2.0, (0.0, -900.0))], 12.0, {hand: arm(-120.0, -500.0)})
    assert sum(isinstance(r, Stroke) for r in records) == 1
    assert occlusions(records) == []


@pytest.mark.parametrize(
    ("when", "outline"),
    [
        ((0.0, 3.0), arm(-200.0, 100.0)),
        ((2.0, 3.0), arm(-500.0, 100.0, 20.0)),
        ((2.0, 3.0), PRINT),
    ],
    ids=["there from the beginning", "a cue's tip", "print"],
)
def test_what_is_no_visitor_is_not_told(when: tuple[float, float], outline: np.ndarray) -> None:
    assert occlusions(scene([], 18.0, {when: outline})) == []
