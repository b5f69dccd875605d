"""Soft rebounds are told, once each."""

from __future__ import annotations

import numpy as np

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.causality import caused
from callshot.tracker.strokes.causes import cushion_causes
from callshot.tracker.strokes.explain import UNKNOWN_PRICE, explain
from callshot.tracker.strokes.joints import Joint
from callshot.tracker.strokes.paths import Raw, make_paths
from callshot.tracker.strokes.pieces import fit, fit_moving

BED = Bed(2540.0, 1270.0, 57.15)
EDGE = 635.0 - BED.radius_mm


def cushions(x: np.ndarray, t: np.ndarray, y: np.ndarray) -> list[tuple[float, str]]:
    rows = np.column_stack([t, x, y, np.full_like(t, 0.8), np.full_like(t, 1e3), np.zeros_like(t)])
    paths = make_paths([Raw(1, rows, np.array([x[0], y[0]]), np.array([x[-1], y[-1]]))], 1.0)
    hits = explain(paths, BED, 0.04)
    return [(h.cause.when_s, str(h.cause.cushion)) for h in hits if h.cause.kind == "cushion"]


def soft(into_mmps: float, turn_mm: float, phase_s: float, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Seven sights at 25 frames/s, 20 ms exposure: rolls at the right cushion, turns at turn_mm, comes back slower."""
    t = np.arange(0.0, 0.241, 0.04)
    moments = t[:, None] + np.linspace(-0.01, 0.01, 9) - (0.12 + phase_s)
    x = turn_mm + np.where(moments < 0, into_mmps * moments, -0.7 * into_mmps * moments).mean(axis=1)
    noise = np.random.default_rng(seed).normal(0.0, 0.5, (2, len(t)))
    return x + noise[0], t, 300.0 + 120.0 * t + noise[1]


SPEEDS = [(into, 0.005 * k, k) for into in (120.0, 160.0, 220.0) for k in range(8)]


def test_a_soft_rebound_at_25_frames_a_second_is_one_touch() -> None:
    found = [(cushions(*soft(into, EDGE, phase, seed)), 0.12 + phase) for into, phase, seed in SPEEDS]
    told = [(got[0], when) for got, when in found if len(got) == 1]
    assert len(told) >= 21, "of 24"
    assert all(name == "right-foot" and abs(t - when) < 0.03 for (t, name), when in told)
    assert not [got for got, _ in found if len(got) > 1]


def test_the_same_turn_in_the_open_is_no_touch() -> None:
    assert [cushions(*soft(into, EDGE - 60.0, phase, seed)) for into, phase, seed in SPEEDS] == [[]] * 24


def kept(rows: np.ndarray, lost_s: float | None = None) -> list[tuple[float, str]]:
    """Touches of cushions that are told of a ball which these rows (t, x, y, sigma) show."""
    table = np.column_stack([rows, np.full(len(rows), 1e3), np.zeros(len(rows))])
    after = None if lost_s is not None else rows[-1, 1:3]
    paths = make_paths([Raw(1, table, None, after, lost_s)], 1.0)
    hits = caused(explain(paths, BED, float(np.median(np.diff(rows[:, 0])))), paths, BED).hits
    return [(h.cause.when_s, str(h.cause.cushion)) for h in hits if h.cause.kind == "cushion"]


def sights(t: np.ndarray, x: np.ndarray, y: np.ndarray, sigma_mm: float = 0.5) -> np.ndarray:
    return np.column_stack([t, x, y, np.full(len(t), sigma_mm)])


def worst_fit(cut: int, rows: np.ndarray, cushion: str) -> float:
    """How ill that cushion tells what happened between two sights, against what can be told of anything."""
    t, p, sigma = rows[:, 0], rows[:, 1:3], rows[:, 3]
    before, after = fit_moving(t, p, sigma, [(0, cut), (cut + 1, len(t) - 1)])
    joint = Joint(1, before, after, before.end_s - 0.001, after.start_s + 0.001)
    causes = [cause for cause in cushion_causes(joint, BED) if cause.cushion == cushion]
    assert causes and not any(cause.turned for cause in causes)
    return min(cause.misfit for cause in causes) - UNKNOWN_PRICE


def test_a_ball_that_goes_over_a_cushion_and_is_seen_once_more_did_not_rebound() -> None:
    t = np.arange(8) / 60
    rows = sights(t, 40.0 + 1100.0 * (t - t[-1]), 1217.8 + 2300.0 * (t - t[-2]), 0.3)
    rows[-1, 2:] = 1250.0, 4.8
    assert worst_fit(6, rows, "foot") > 0
    assert kept(rows, float(t[-1])) == []


def test_a_ball_that_a_cushion_stops_has_touched_it() -> None:
    """Slowly: it runs along the cushion afterwards, then meets something that takes it away from there."""
    t = np.arange(0.0, 0.29, 0.04)
    touch = 0.15
    x = EDGE + np.where(t < touch, 190.0 * (t - touch) - 500.0 * (t - touch) ** 2, -6.0 * (t - touch))
    y = 300.0 + 330.0 * t
    t = np.append(t, [0.32, 0.36, 0.4])
    x, y = np.append(x, x[-1] - [7.0, 10.0, 14.0]), np.append(y, y[-1] - [5.0, 9.0, 12.0])
    (when, cushion), *_ = kept(sights(t, x, y, 1.5))
    assert cushion == "right-foot"
    assert abs(when - touch) < 0.04


def test_a_ball_that_rolls_to_its_end_near_a_cushion_has_not_touched_it() -> None:
    t = np.arange(0.0, 1.2, 0.04)
    left = np.maximum(1.0 - t, 0.0)
    assert kept(sights(t, EDGE - 1.0 - 75.0 * left**2, 300.0 - 75.0 * left**2)) == []


def test_a_ball_with_spin_that_comes_off_fast_and_slows_down_at_once_has_touched() -> None:
    """Follow brakes it after the rebound, and beside the rubber its sights are off: no model of a rebound fits well."""
    t = np.arange(0.0, 0.6, 0.04)
    beside = [-559.2, -571.9, -585.4, -596.1, -606.5, -612.9, -594.3, -579.6, -570.9, -567.4]
    x = np.concatenate([-500.4 - 11.76 * np.arange(5), beside])
    told = kept(sights(t, x, -230.0 - 180.0 * t, 0.8))
    assert [cushion for _, cushion in told] == ["left-head"]
    assert abs(told[0][0] - 0.4) < 0.03


def test_a_ball_that_rolls_away_from_a_cushion_all_the_time_has_not_touched_it() -> None:
    t = np.arange(0.0, 0.25, 1 / 60)
    x = 601.0 - 30.0 * t - np.where(t > 0.12, 20.0 * (t - 0.12), 0.0)
    assert worst_fit(7, sights(t, x, -300.0 + 1290.0 * t, 0.8), "right-head") > 0


def test_a_ball_half_hidden_in_the_jaws_does_not_rest_there_because_it_is_seen_ill() -> None:
    t = np.arange(0.0, 0.07, 1 / 60)
    p = np.column_stack([588.0 + 330.0 * t, 1241.0 - 120.0 * t])
    assert not fit(t, p, np.full(len(t), 10.0), 0, len(t) - 1).rest
    assert fit(t, np.repeat(p[:1], len(t), axis=0), np.full(len(t), 0.8), 0, len(t) - 1).rest
