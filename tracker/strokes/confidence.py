"""From misfit and margin to a probability that says how often such a statement is right."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from callshot.tracker.strokes.explain import Hit
from callshot.tracker.strokes.paths import Path

# Many balls that meet within this time can't be told apart well.
CROWD_S = 0.040
CROWD = 4
# A ball was not watched over a hit where so many frames are missing there, ...
MISSED_FRAMES = 2.5
# ... or where frames are as far apart as this and it went so far between two: it can have met others on its way.
SLOW_FRAMES_S, UNSEEN_WAY_MM = 0.06, 120.0
UNSEEN_P = 0.85


def confidence_of(hit: Hit, crowd: int) -> float:
    """Probability that this hit happened as told. crowd: contacts told within 40 ms of it, itself included."""
    cause = hit.cause
    p = 0.5 + 0.49 * (1.0 - math.exp(-max(hit.margin, 0.0) / 5.0))
    if cause.misfit > 8.0:
        p *= math.exp(-(cause.misfit - 8.0) / 40.0)
    if hit.one_sided:
        # what the other ball did after it is not known: well fitting on the one side alone
        p = min(p * 0.95, 0.92) if hit.margin > 10.0 and cause.misfit < 8.0 else min(p * 0.9, 0.85)
    if any(j.inferred for j in hit.joints):
        p = min(p, 0.92)
    if min((min(j.before.samples, j.after.samples) for j in hit.joints), default=2) < 2:
        p = min(p, 0.93)
    if hit.crowded:
        p = min(p, 0.6)
    if crowd >= CROWD:
        p = min(p, 0.8)
    return float(min(max(p, 0.05), 0.99))


def unseen_cap(hit: Hit, paths: Mapping[int, Path], step_s: float) -> float:
    """The most that can be believed of a hit in a gap between sights. step_s: usual time between frames."""
    for k, ball in enumerate(hit.balls):
        times = paths[ball].sights[:, 0]
        after = int(np.searchsorted(times, hit.cause.when_s))
        if not 0 < after < len(times):
            continue
        gap = float(times[after] - times[after - 1])
        speed = 0.0
        if k < len(hit.joints):
            a, b = hit.joints[k].before, hit.joints[k].after
            speed = max(a.speed(a.end_s), b.speed(b.start_s))
        if gap > MISSED_FRAMES * step_s or (gap > SLOW_FRAMES_S and gap * speed > UNSEEN_WAY_MM):
            return UNSEEN_P
    return 1.0
