"""Two sights nearer than two balls can lie are one ball: a streak seen as its two ends, or a ball and its shadow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.observation import BallObservation
from callshot.tracker.strokes.bed import Bed

Floats = NDArray[np.float64]

# Centres of touching balls are one diameter apart; sights of them wander by some millimetres.
TOO_NEAR_DIAMETERS = 0.86
AT_REST_MM = 6.0


def without_doubles(sights: Sequence[BallObservation], resting_mm: Floats, bed: Bed) -> list[BallObservation]:
    """The sights with each such pair made one. resting_mm: (n, 2) where balls rest: what lies there is real."""
    out = list(sights)
    if len(out) < 2:
        return out
    at = np.array([s.position_mm for s in out])
    far = np.hypot(at[:, None, 0] - at[None, :, 0], at[:, None, 1] - at[None, :, 1])
    far[np.tril_indices(len(out))] = np.inf
    drop: set[int] = set()
    for i, j in np.argwhere(far < TOO_NEAR_DIAMETERS * bed.ball_diameter_mm):
        a, b = int(i), int(j)
        if a in drop or b in drop or out[a].in_pocket or out[b].in_pocket:
            continue
        real = [k for k in (a, b) if _rests(out[k], resting_mm)]
        if len(real) == 2:
            continue
        if real:
            drop.add(b if real[0] == a else a)
            continue
        drop.add(b)
        out[a] = _joined(out[a], out[b])
    return [s for k, s in enumerate(out) if k not in drop]


def _rests(seen: BallObservation, resting_mm: Floats) -> bool:
    if not len(resting_mm):
        return False
    return float(np.hypot(*(resting_mm - seen.position_mm).T).min()) < AT_REST_MM


def _joined(a: BallObservation, b: BallObservation) -> BallObservation:
    half = 0.5 * (np.asarray(b.position_mm) - np.asarray(a.position_mm))
    blur = max((half, np.asarray(a.blur_mm), np.asarray(b.blur_mm)), key=lambda v: float(np.hypot(*v)))
    covariance = np.asarray(a.covariance_mm2) + np.outer(half, half) * 0.25
    return replace(
        a, position_mm=np.asarray(a.position_mm) + half, covariance_mm2=covariance, blur_mm=blur,
        score=max(a.score, b.score), labels={},
    )  # fmt: skip
