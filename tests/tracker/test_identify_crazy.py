"""A ball that curves in a free roll is likelier a crazy one; straight rolls, knocks and short rolls prove nothing."""

from __future__ import annotations

import numpy as np
import pytest

from callshot.tracker.identify.crazy import MOST_NATS, curve_nats, roll_on


def rolled(points: np.ndarray) -> list[np.ndarray]:
    trail: list[np.ndarray] = []
    last = points[0]
    for p in points:
        trail = roll_on(trail, p, float(np.hypot(*(p - last))) if trail else 10.0)
        last = p
    return trail


def straight(n: int, noise: float, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.column_stack([np.linspace(0, 1400, n), np.zeros(n)]) + rng.normal(0, noise, (n, 2))


@pytest.mark.parametrize("noise", [0.0, 0.5, 1.0])
def test_a_straight_roll_says_nothing(noise: float) -> None:
    assert curve_nats(rolled(straight(60, noise))) == 0.0


def test_a_curve_says_more_the_stronger_it_is() -> None:
    x = np.linspace(0, 1400, 60)
    bows = [curve_nats(rolled(np.column_stack([x, b * (x / 1400) ** 2]))) for b in (0.0, 60.0, 120.0, 400.0)]
    assert bows[0] == 0.0 and bows[1] < bows[2] <= bows[3] <= MOST_NATS
    assert bows[2] > 0.5 and bows[3] > 2.0


def test_a_knock_is_not_a_curve() -> None:
    x = np.linspace(0, 700, 30)
    there = np.column_stack([x, np.zeros(30)])
    on = np.column_stack([700 + x * 0.8, x * 0.6])
    assert curve_nats(rolled(np.vstack([there, on[1:]]))) == 0.0


def test_a_masse_that_straightens_out_is_no_crazy_ball() -> None:
    x = np.linspace(0, 1400, 80)
    y = np.where(x < 350, 40 * (x / 350) ** 2, 40 + (x - 350) * 40 * 2 / 350)
    assert curve_nats(rolled(np.column_stack([x, y]))) == 0.0


def test_a_stop_ends_the_roll() -> None:
    assert roll_on([np.zeros(2), np.ones(2)], np.ones(2), 0.0) == []
