"""What a ball ran into, told by its way alone: for hits whose after-effects can't be followed, as in a rack.

A ball flies straight at a ball that lies still: it will have hit the first one that it reaches, whatever came of it.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.causes import Cause
from callshot.tracker.strokes.explain import Hit
from callshot.tracker.strokes.paths import Path
from callshot.tracker.strokes.pieces import Piece

Floats = NDArray[np.float64]

# Slower balls leave better signs than this.
LEAST_MMPS = 400.0
# The target began to move (or was not seen again) within this of the hit.
STARTED_S = 0.06
# Reached this much before the next one, and struck this full, a target is clear.
CLEAR_S = 0.004
FULL_SHARE = 0.85
CLEAR_MARGIN, DOUBTFUL_MARGIN = 14.0, 3.0
MISFIT = 7.0


def by_geometry(hits: list[Hit], paths: Mapping[int, Path], bed: Bed) -> list[Hit]:
    """The hits, with those of moving balls that nothing explained told by what lay in their way."""
    out = list(hits)
    for hit in hits:
        joint = hit.joints[0]
        if hit.cause.kind not in ("unknown", "friction") or joint.before.rest or joint.before.samples < 2:
            continue
        if hit.cause.kind == "friction" and hit.cause.misfit < 14.0:
            continue
        if joint.before.speed(joint.before.end_s) < LEAST_MMPS:
            continue
        found = _first_reached(joint.ball, joint.before, joint.early_s, joint.late_s, paths, bed)
        if found is None:
            continue
        target, when, at, line, clear = found
        start = next(
            (
                h for h in out
                if h.cause.kind in ("strike", "unknown") and h.balls[0] == target
                and abs(h.cause.when_s - when) < STARTED_S
            ),
            None,
        )  # fmt: skip
        path = paths[target]
        vanished = path.lost_s is not None and abs(path.lost_s - when) < 2 * STARTED_S
        if start is None and not vanished:
            continue
        cause = Cause("contact", MISFIT, when, 0.002, at, impulse_mmps=hit.cause.impulse_mmps, line=line)
        margin = CLEAR_MARGIN if clear else DOUBTFUL_MARGIN
        told = Hit(cause, (joint.ball, target), (joint,) + (start.joints if start else ()), margin, (), start is None)
        out = [told if h is hit else h for h in out if h is not start]
    out.sort(key=lambda h: h.cause.when_s)
    return out


def _first_reached(
    ball: int, piece: Piece, early: float, late: float, paths: Mapping[int, Path], bed: Bed
) -> tuple[int, float, Floats, Floats, bool] | None:
    """(target, when, middle of the contact, line from target to ball, clear) of the first ball in the way."""
    t = np.arange(early - 0.005, late + 0.010, 0.0004)
    at = piece.at(t)
    reached: list[tuple[float, int, float]] = []
    for path in paths.values():
        if path.ball == ball or not path.pieces:
            continue
        other = path.piece_at(early)
        if other is None or not other.rest:
            continue
        far = np.hypot(*(at - other.place[0]).T)
        near = np.nonzero(far <= bed.ball_diameter_mm)[0]
        if len(near):
            reached.append((float(t[near[0]]), path.ball, float(far.min()) / bed.ball_diameter_mm))
    if not reached:
        return None
    reached.sort()
    when, target, miss = reached[0]
    other = paths[target].piece_at(early)
    assert other is not None
    here, there = piece.at(when), other.place[0]
    line = (here - there) / max(float(np.hypot(*(here - there))), 1e-6)
    clear = miss < FULL_SHARE and all(q[0] - when > CLEAR_S for q in reached[1:])
    return target, when, (here + there) / 2, line, clear
