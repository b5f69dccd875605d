"""Soft rebounds are told, once each."""

from __future__ import annotations

import numpy as np

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.explain import explain
from callshot.tracker.strokes.paths import Raw, make_paths

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
