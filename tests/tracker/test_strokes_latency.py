"""How soon a stroke is told after its last ball has come to rest."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from callshot.rules.vocabulary import Stroke
from callshot.tracker.strokes.builder import StrokeBuilder
from callshot.tracker.track.tracker import Tracker

sys.path.insert(0, str(Path(__file__).parent))
from toy_camera import ToyCamera
from toy_strokes import scenario


@pytest.mark.parametrize(("fps", "late_s"), [(60.0, 0.2), (25.0, 0.25)])
def test_a_stroke_is_told_soon_after_the_last_ball_rests(fps: float, late_s: float) -> None:
    toy = scenario(1)
    tracker, builder = Tracker(toy.bed), StrokeBuilder(toy.bed)
    told_s = []
    for seen in ToyCamera(fps=fps, seed=1).watch(toy, 0.0, toy.times[-1] + 1.0):
        told_s += [seen.t_s for thing in builder.update(tracker.update(seen)) if isinstance(thing, Stroke)]
    (at_s,) = told_s
    assert 0.0 < at_s - toy.times[-1] < late_s
