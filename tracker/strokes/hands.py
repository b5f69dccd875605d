"""Was it a stroke, or did somebody move balls by hand?"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.explain import Hit
from callshot.tracker.strokes.paths import Path

Floats = NDArray[np.float64]

# A ball that runs this far with nothing foreign near it runs by itself.
FREE_RUN_MM = 70.0
# Nearer than this to a foreign thing (beyond the ball's own radius) it may be held.
HELD_GAP_MM = 12.0
# Left alone a ball never gains speed like this; a hand does.
PUSH_MMPS2 = 500.0
# Faster than this, between sights this near in time, a ball was not pushed by hand.
DASH_MMPS = 900.0
DASH_S = 0.15
# A struck ball starts within a frame; a ball that a hand takes along starts slowly.
START_MMPS = 60.0


def free_run_mm(path: Path, bed: Bed) -> float:
    """How far the ball moved while nothing foreign was near enough to hold it."""
    rows = path.sights
    if len(rows) < 2:
        return 0.0
    step = np.hypot(*np.diff(rows[:, 1:3], axis=0).T)
    free = (rows[1:, 4] > bed.radius_mm + HELD_GAP_MM) & (rows[:-1, 4] > bed.radius_mm + HELD_GAP_MM)
    noise = 2.5 * float(np.median(rows[:, 3]))
    moved = (step > noise) & (np.diff(rows[:, 0]) < DASH_S)
    return float(step[free & moved].sum())


def is_pushed(path: Path) -> bool:
    """It gains speed along its way as no ball does by itself: something takes it along."""
    for piece in path.pieces:
        if piece.rest or piece.samples < 5:
            continue
        span = piece.end_s - piece.start_s
        v0, v1 = piece.speed(piece.start_s), piece.speed(piece.end_s)
        gain = (v1 - v0) / max(span, 1e-3)
        sigma = float(np.sqrt(piece.velocity_variance(piece.start_s) + piece.velocity_variance(piece.end_s)))
        if gain > PUSH_MMPS2 and v1 - v0 > 3.0 * sigma + 40.0:
            return True
    return False


def dashes(path: Path) -> bool:
    """It went from rest faster than a hand that doesn't hide it could push it."""
    rows = path.sights
    if len(rows) < 2 or path.before_mm is None:
        return False
    dt = np.diff(rows[:, 0])
    step = np.hypot(*np.diff(rows[:, 1:3], axis=0).T)
    quick = (step > DASH_MMPS * dt) & (dt < DASH_S) & (step > 10.0)
    # a single leap is a sight gone astray, or a ball that comes out from under a hand
    return int(quick.sum()) >= 2


def is_stroke(paths: Mapping[int, Path], hits: list[Hit], bed: Bed) -> bool:
    """A cue set a ball moving: it ran free, or it hit something that then ran free."""
    movers = [p for p in paths.values() if p.moved]
    if any(dashes(p) for p in movers) or any(_is_sure(h) for h in hits):
        return True
    started = {h.balls[0] for h in hits if h.cause.kind == "strike" and h.cause.impulse_mmps > START_MMPS}
    free = [p for p in movers if free_run_mm(p, bed) > FREE_RUN_MM and not is_pushed(p)]
    return any(p.ball in started or p.before_mm is None or not p.pieces[0].rest for p in free if p.pieces)


def _is_sure(hit: Hit) -> bool:
    """A contact or a rebound so well told that no hand did it."""
    cause = hit.cause
    return (
        cause.kind in ("contact", "cushion") and cause.misfit < 8.0 and hit.margin > 8.0 and cause.impulse_mmps > 80.0
    )
