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
# A ball that was not seen to run at a cushion as fast as this can have been turned by something else.
RAN_IN_MMPS = 50.0
# More balls than a full rack and the cue ball under way at once (Congestion's 57): paths lie so close that a contact
# told in their midst may be another pair's, however well it fits.
MASS = 16
MASS_P = 0.85
# In so few frames a third ball this near may have been hit instead.
CROWD_DIAMETERS = 2.5


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
    if cause.kind == "cushion" and cause.impulse_mmps < RAN_IN_MMPS:
        p = min(p, UNSEEN_P)
    if hit.crowded:
        p = min(p, 0.6)
    if crowd >= CROWD:
        p = min(p, 0.8)
    return float(min(max(p, 0.05), 0.99))


def mass_cap(paths: Mapping[int, Path]) -> float:
    """The most that can be believed of a contact after the first one, by how many balls are under way."""
    return MASS_P if sum(path.moved for path in paths.values()) > MASS else 1.0


def unseen_cap(hit: Hit, paths: Mapping[int, Path], step_s: float, ball_diameter_mm: float = 57.15) -> float:
    """The most that can be believed of a hit in a gap between sights. step_s: usual time between frames."""
    when = hit.cause.when_s
    for k, ball in enumerate(hit.balls):
        gap = gap_s(paths[ball], when)
        speed = 0.0
        if k < len(hit.joints):
            a, b = hit.joints[k].before, hit.joints[k].after
            speed = max(a.speed(a.end_s), b.speed(b.start_s))
        if gap > MISSED_FRAMES * step_s:
            return UNSEEN_P
        if gap > SLOW_FRAMES_S and (gap * speed > UNSEEN_WAY_MM or _crowd(hit, paths, ball_diameter_mm)):
            return UNSEEN_P
    return 1.0


def gap_s(path: Path, when_s: float) -> float:
    """Time between the last sight of a ball before a moment and the next one; 0 where there is none on a side."""
    times = path.sights[:, 0]
    after = int(np.searchsorted(times, when_s))
    return float(times[after] - times[after - 1]) if 0 < after < len(times) else 0.0


def seen_cap(path: Path, when_s: float, step_s: float) -> float:
    """The most that can be believed of what is said of a ball at a moment: less where frames are missing there."""
    return UNSEEN_P if gap_s(path, when_s) > MISSED_FRAMES * step_s else 1.0


def lost_cap(path: Path, paths: Mapping[int, Path], step_s: float) -> float:
    """The same for where a ball was seen last: were there frames after it, in which it was gone?"""
    if path.lost_s is None:
        return 1.0
    later = [t for p in paths.values() if len(t := p.sights[:, 0][p.sights[:, 0] > path.lost_s + 1e-6])]
    after = min((float(t[0]) for t in later), default=path.lost_s)
    return UNSEEN_P if after - path.lost_s > MISSED_FRAMES * step_s else 1.0


def _crowd(hit: Hit, paths: Mapping[int, Path], ball_diameter_mm: float) -> bool:
    """A third ball was about, near enough to have been the one that was hit."""
    for k, path in paths.items():
        if k in hit.balls or not len(path.sights):
            continue
        i = min(int(np.searchsorted(path.sights[:, 0], hit.cause.when_s)), len(path.sights) - 1)
        if float(np.hypot(*(path.sights[i, 1:3] - hit.cause.at_mm))) < CROWD_DIAMETERS * ball_diameter_mm:
            return True
    return False
