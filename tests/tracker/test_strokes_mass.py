"""Dozens of balls under way at once: who met whom in their midst is not said for certain."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from callshot.rules.vocabulary import Stroke
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.builder import StrokeBuilder
from callshot.tracker.strokes.naming import Names
from callshot.tracker.track.tracker import Tracker

sys.path.insert(0, str(Path(__file__).parent))
from toy_camera import ToyCamera  # type: ignore[import-not-found]
from toy_table import Strike, Toy  # type: ignore[import-not-found]

BED = Bed(2540.0, 1270.0, 57.15)


def broken(rows: int) -> Stroke:
    """A triangle of so many rows, broken."""
    apex = np.array([0.0, 300.0])
    lay = [np.array([20.0, -700.0])]
    lay += [apex + np.array([(k - r / 2) * 57.6, r * 50.0]) for r in range(rows) for k in range(r + 1)]
    toy = Toy(BED, np.array(lay), 0.2, 0.011, 0.95, 0.75)
    toy.play([Strike(0, 0.8, (-140.0, 7500.0), 0.5)], until=25.0)
    tracker, builder = Tracker(BED), StrokeBuilder(BED, Names())
    told: list[object] = []
    for frame in ToyCamera(fps=60.0, seed=4).watch(toy, 0.0, toy.times[-1] + 1.6):
        told += builder.update(tracker.update(frame))
    (stroke,) = [s for s in [*told, *builder.finish()] if isinstance(s, Stroke)]
    return stroke


def test_a_contact_amid_more_balls_than_a_rack_has_is_in_doubt() -> None:
    stroke = broken(7)
    later = [e for e in stroke.events if e.kind == "contact"][1:]
    assert len(later) > 3
    assert max(e.confidence for e in later) <= 0.85
    assert any(e.kind == "cushion" and e.confidence > 0.9 for e in stroke.events)


def test_a_rack_of_fifteen_has_contacts_that_are_sure() -> None:
    later = [e for e in broken(5).events if e.kind == "contact"][1:]
    assert max(e.confidence for e in later) > 0.9
