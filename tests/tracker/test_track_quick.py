"""The quick ways of following balls say, to the last bit, what the plain ones say."""

from __future__ import annotations

import math

import numpy as np
import pytest

from callshot.hardware.frame import Frame
from callshot.tracker.observation import BallObservation, FrameObservation
from callshot.tracker.observations_file import rounded
from callshot.tracker.pipeline import Pipeline, Play
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.track import ball as ball_file
from callshot.tracker.track import flight as flight_file
from callshot.tracker.track.flight import Flight, knocked
from callshot.tracker.track.length import length
from callshot.tracker.track.outline import gap_mm, nearest_gap_mm, nearest_gaps_mm
from callshot.tracker.track.shares import Shares

BED = Bed(2540.0, 1270.0, 57.15)


def test_a_length_is_as_numpy_has_it() -> None:
    rng = np.random.default_rng(1)
    vectors = rng.normal(size=(5000, 2)) * 10.0 ** rng.uniform(-3, 4, (5000, 1))
    assert [length(v) for v in vectors] == np.hypot(*vectors.T).tolist()
    assert length(np.zeros(2)) == 0.0


def test_gaps_of_many_points_are_those_of_each() -> None:
    rng = np.random.default_rng(2)
    outlines = [rng.normal(size=(k, 2)) * 300 for k in (0, 1, 2, 3, 12, 40)]
    points = rng.normal(size=(50, 2)) * 400
    assert nearest_gaps_mm(points, outlines).tolist() == [nearest_gap_mm(p, outlines) for p in points]
    assert nearest_gaps_mm(points, []).tolist() == [math.inf] * 50
    assert nearest_gaps_mm([], outlines).shape == (0,)


def test_a_gap_is_the_distance_outside_and_nothing_inside() -> None:
    square = np.array([[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]])
    assert gap_mm((50.0, 20.0), square) == 0.0
    assert gap_mm((150.0, 50.0), square) == 50.0
    assert gap_mm((-30.0, -40.0), square) == 50.0


def test_no_pair_that_knocks_is_passed_over_as_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)

    def way() -> Flight:
        at, velocity = rng.uniform(-250, 250, 2), rng.normal(size=2) * rng.choice([0.0, 5.0, 25.0, 2000.0])
        return Flight(float(rng.uniform(0, 0.02)), at, velocity, float(rng.uniform(1, 8)), float(rng.uniform(0, 900)))

    pairs = [(way(), way()) for _ in range(4000)]
    quick = [knocked(a, b, 0.08, BED, 1.5) for a, b in pairs]
    monkeypatch.setattr(flight_file, "_clear", lambda *_: False)
    plain = [knocked(a, b, 0.08, BED, 1.5) for a, b in pairs]
    assert [q is None for q in quick] == [p is None for p in plain]
    assert 100 < sum(q is not None for q in quick) < 2000


def test_what_pairs_spread_is_never_more_than_all_do() -> None:
    rng = np.random.default_rng(4)
    for n in range(4, 30):
        at = rng.normal(size=(n, 2)) * 5 + np.outer(np.arange(n), rng.normal(size=2) * 3)
        spread = math.sqrt(((at - at.mean(axis=0)) ** 2).sum(axis=1).mean())
        assert 0.3 * spread < ball_file._least_spread_mm([(0.0, x, y) for x, y in at.tolist()]) < spread + 1e-9


def test_shares_stay_what_they_were_when_they_were_asked_for() -> None:
    weight = {"2": 1.0, "10": 3.0}
    shares = Shares(weight)
    weight["2"] = 100.0
    assert list(shares.items()) == [("2", 0.25), ("10", 0.75)]
    assert not Shares({}) and not Shares({"2": 0.0})


def test_balls_given_again_are_not_rounded_again_and_new_ones_are() -> None:
    def ball(x: float) -> BallObservation:
        return BallObservation(np.array([x, 2.0]), np.eye(2) / 3, 0.9, 10.0, np.array([50.0, 1.0, 2.0]))

    lying, moved = (ball(1.00049),), (ball(7.77777),)
    given = [FrameObservation(0.1 * k, k, balls) for k, balls in enumerate((lying, lying, moved, lying))]

    class Told:
        def update(self, frame: Frame) -> FrameObservation:
            return given[frame.sequence]

    pipeline = Pipeline(BED, {}, Play(), Told())
    pixels = np.zeros((2, 2, 3), np.uint8)
    seen = [pipeline.see(Frame(pixels, k, k)) for k in range(4)]
    assert seen[1].balls is seen[0].balls
    assert [repr(s) for s in seen] == [repr(rounded(g)) for g in given]
