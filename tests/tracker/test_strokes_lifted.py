"""A ball that a hand lifts and puts down elsewhere within three seconds was moved; one that stays away was removed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from callshot.rules.vocabulary import Disturbance, Layout
from callshot.tracker.observation import FrameObservation

sys.path.insert(0, str(Path(__file__).parent))
from toy_camera import ToyCamera
from toy_strokes import LABELS
from toy_table import Strike, Toy

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.builder import StrokeBuilder
from callshot.tracker.strokes.naming import Names
from callshot.tracker.track.tracker import Tracker

BED = Bed(2540.0, 1270.0, 57.15)
HERE, THERE = np.array([-300.0, 200.0]), np.array([250.0, 500.0])
LIFTED_S = 1.0


def hand(at: np.ndarray) -> np.ndarray:
    """A forearm from the side over a place."""
    x, y = at
    edge = 700.0 if x > 0 else -700.0
    return np.array([[x - 60.0, y - 60.0], [edge, y - 60.0], [edge, y + 60.0], [x - 60.0, y + 60.0]])


def frames(away_s: float | None) -> Iterator[FrameObservation]:
    """The ball 2 lifted from here, and put down there so long after; never where None."""
    back = LIFTED_S + away_s if away_s is not None else 1e9
    foreign = {(LIFTED_S - 0.2, LIFTED_S + 0.4): hand(HERE), (back - 0.3, back + 0.3): hand(THERE)}
    toys = [Toy(BED, np.array([[0.0, -600.0], [200.0, -300.0], at])) for at in (HERE, THERE)]
    for toy in toys:
        toy.play([], until=0.1)
    seen = [
        list(ToyCamera(fps=30.0, noise_mm=0.5, miss=0.0).watch(toy, 0.0, 9.0, labels=LABELS, foreign=foreign))
        for toy in toys
    ]
    for before, after in zip(*seen, strict=True):
        frame = before if before.t_s < back else after
        if LIFTED_S < frame.t_s < back:
            frame = replace(frame, balls=tuple(b for b in frame.balls if b.labels.get("2", 0.0) < 0.5))
        yield frame


@pytest.mark.parametrize(("away_s", "kind"), [(1.5, "moved"), (2.9, "moved"), (None, "removed")])
def test_a_ball_put_down_in_time_was_moved(away_s: float | None, kind: str) -> None:
    tracker, builder = Tracker(BED), StrokeBuilder(BED, Names(dict.fromkeys(LABELS, 1)))
    told = [r for f in frames(away_s) for r in builder.update(tracker.update(f))] + builder.finish()
    handled = [r for r in told if isinstance(r, Disturbance) and r.kind != "occluded"]
    assert [(d.kind, d.balls[0].id) for d in handled] == [(kind, "2")]
    if kind == "moved":
        assert handled[0].balls[0].to_mm == pytest.approx(tuple(THERE), abs=3.0)


def test_a_ball_that_still_creeps_when_the_recording_begins_was_moved_by_nobody() -> None:
    toy = Toy(BED, np.array([[0.0, -600.0], [200.0, -300.0]]))
    toy.play([Strike(1, 0.0, (80.0, 20.0), 0.0)])
    camera = ToyCamera(fps=25.0, noise_mm=0.5, miss=0.0)
    tracker, builder = Tracker(BED), StrokeBuilder(BED, Names(dict.fromkeys(LABELS, 1)))
    # seen from when it has 12 mm to go
    begin = next(t for t, at in zip(toy.times, toy.track, strict=True) if np.hypot(*(at - toy.track[-1])[1]) < 12.0)
    told = []
    for frame in camera.watch(toy, begin, begin + 4.0, labels=LABELS):
        told += builder.update(tracker.update(replace(frame, t_s=frame.t_s - begin)))
    told += builder.finish()
    assert not [r for r in told if isinstance(r, Disturbance)]
    last = [r for r in told if isinstance(r, Layout)][-1]
    assert next(b for b in last.balls if b.id == "1").x_mm == pytest.approx(toy.track[-1][1][0], abs=2.0)
