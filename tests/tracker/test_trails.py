"""The ways of the balls, thinned: places and times stay right."""

from __future__ import annotations

import numpy as np

from callshot.tracker.trails import FLAT_MM, Point, thinned


def between(points: list[Point], t: float) -> tuple[float, float]:
    ts, xs, ys = np.array(points).T
    return float(np.interp(t, ts, xs)), float(np.interp(t, ts, ys))


def test_an_even_straight_way_needs_two_points() -> None:
    way = [(k / 60, 10.0 * k, -4.0 * k) for k in range(60)]
    assert thinned(way) == [way[0], way[-1]]


def test_a_ball_that_slows_down_on_a_line_keeps_its_pace() -> None:
    way = [(t, 1000 * t - 240 * t * t, 0.0) for t in np.arange(0, 2, 1 / 60).tolist()]
    few = thinned(way)
    assert 2 < len(few) < len(way) / 3
    for t, x, y in way:
        gx, gy = between(few, t)
        assert np.hypot(gx - x, gy - y) <= FLAT_MM + 1e-9


def test_a_turn_stays_and_nothing_is_nothing() -> None:
    way = [(0.0, 0.0, 0.0), (0.5, 100.0, 0.0), (1.0, 100.0, 100.0)]
    assert thinned(way) == way
    assert thinned([]) == []
    assert thinned(way[:1]) == way[:1]
