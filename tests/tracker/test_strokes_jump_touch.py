"""Jumps over balls, and balls that a hand moved while others rolled: told where nothing else can have been."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from callshot.rules.vocabulary import Stroke, StrokeEvent

sys.path.insert(0, str(Path(__file__).parent))
from toy_camera import COLOURS, ToyCamera
from toy_strokes import LABELS, scenario, told
from toy_table import Strike, Toy

from callshot.tracker.observation import BallObservation
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.builder import StrokeBuilder
from callshot.tracker.strokes.naming import Names
from callshot.tracker.track.tracker import Tracker

BED = Bed(2540.0, 1270.0, 57.15)
CUE = np.array([[20.0, -600.0]])


def stroke_with(
    velocity: tuple[float, float], ghost: Callable[[float], tuple[float, float] | None],
    hand: dict[tuple[float, float], np.ndarray] | None = None,
) -> Stroke:  # fmt: skip
    """A stroke of the cue ball alone, and one more ball, the 1, that goes where `ghost` says."""
    toy = Toy(BED, CUE.copy())
    toy.play([Strike(0, 0.8, velocity)], until=20.0)
    rng = np.random.default_rng(5)
    tracker, builder = Tracker(BED), StrokeBuilder(BED, Names(dict.fromkeys(LABELS, 1)))
    out = []
    camera = ToyCamera(fps=60.0, noise_mm=0.6, miss=0.0)
    for f in camera.watch(toy, 0.0, toy.times[-1] + 1.6, labels=LABELS, foreign=hand):
        at = ghost(f.t_s)
        if at is not None:
            place = np.array(at) + rng.normal(0, 0.6, 2)
            seen = BallObservation(
                place, np.eye(2) * 0.4, 0.9, 14.0, COLOURS[1], np.zeros(2), {"1": 0.95, "ball": 0.05}
            )
            f = replace(f, balls=(*f.balls, seen))
        out += builder.update(tracker.update(f))
    (stroke,) = [r for r in [*out, *builder.finish()] if isinstance(r, Stroke)]
    return stroke


def of_kind(stroke: Stroke, kind: str) -> list[StrokeEvent]:
    return [e for e in stroke.events if e.kind == kind]


def test_a_ball_that_stays_where_another_went_through_was_jumped_over() -> None:
    stroke = stroke_with((0.0, 3000.0), lambda _: (20.0, 100.0))
    (jump,) = of_kind(stroke, "jump")
    assert (jump.ball, jump.over) == ("cue", ("1",))
    assert 0.9 < jump.t_s < 1.3 and jump.confidence >= 0.9
    assert of_kind(stroke, "contact") == []


def test_a_way_over_a_ball_s_edge_is_a_jump_in_doubt_and_one_beside_it_is_none() -> None:
    stroke = stroke_with((0.0, 3000.0), lambda _: (41.0, 100.0))
    (jump,) = of_kind(stroke, "jump")
    fact = f"events[{stroke.events.index(jump)}]"
    assert any(u.fact == fact and None in u.candidates for u in stroke.uncertain)
    assert of_kind(stroke_with((0.0, 3000.0), lambda _: (90.0, 100.0)), "jump") == []


def moved(t: float) -> tuple[float, float]:
    return (300.0, 700.0 + 120.0 * min(max(t - 2.0, 0.0), 0.5) / 0.5)


HAND = np.array([[700.0, 640.0], [325.0, 660.0], [325.0, 880.0], [700.0, 900.0]])


def test_a_ball_that_a_hand_moves_while_the_cue_ball_rolls_is_told_with_the_doubt() -> None:
    stroke = stroke_with((0.0, -1500.0), moved, hand={(1.8, 2.8): HAND})
    (touch,) = of_kind(stroke, "touch")
    assert (touch.ball, touch.by) == ("1", "hand")
    assert touch.t_s == pytest.approx(2.0, abs=0.3)
    fact = f"events[{stroke.events.index(touch)}]"
    assert any(u.fact == fact and None in u.candidates for u in stroke.uncertain)


def test_without_a_hand_on_it_nobody_touched_it() -> None:
    assert of_kind(stroke_with((0.0, -1500.0), moved), "touch") == []


@pytest.mark.parametrize("seed", range(4))
def test_in_open_play_nobody_jumps_and_nobody_touches(seed: int) -> None:
    toy = scenario(seed)
    cue = toy.positions[0]
    arm = np.array(
        [[cue[0] - 60, -1400.0], [cue[0] + 60, -1400.0], [cue[0] + 60, cue[1] - 60], [cue[0] - 60, cue[1] - 60]]
    )
    for record in told(toy, ToyCamera(fps=30.0, seed=seed), foreign={(0.3, 1.6): arm}):
        if isinstance(record, Stroke):
            assert not [e for e in record.events if e.kind in ("jump", "touch")]
