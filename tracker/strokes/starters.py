"""Who set a ball going that began to roll with no contact told: whoever was a diameter away then, on the right side.

A ball that was hit leaves along the line of centres. So where one ball on the move was near, and its place then tells
the way that the other went, that one did it, even where its own way bends for another reason at the same moment.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.explain import TOUCHING_MM, Hit
from callshot.tracker.strokes.joints import Joint
from callshot.tracker.strokes.paths import Path
from callshot.tracker.strokes.pieces import Piece

Floats = NDArray[np.float64]

# A ball that passed this near, edge to edge, may have touched another between two sights.
NEAR_ENOUGH_MM = 45.0
# A gap between sights in which a ball can have met another.
UNSEEN_S = 0.12
# Times of hits are known to about this.
LATE_S = 0.012
# No ball goes faster: the hardest breaks are struck at 13 m/s.
FASTEST_MMPS = 13000.0
# The hit was within this of when the start was told.
AROUND_S = 0.02
# How far both centres are from one diameter apart then: each place, and how well a bent way is known near a hit.
REACH_MM = 4.0
# Centres this much more than a diameter apart, by a bent way, may have touched.
TOUCHED_MM = 15.0
# Throw and what is not known of the line of centres turn a ball by about this.
TURN_RAD = 0.12
# Nobody starts backward but by what is not known of its first speed: by this at least.
BACK_MMPS = 10.0
# A ball got no more than this of what the other had toward it: between balls nothing is gained, the rest is not known.
MOST_GIVEN = 1.1
# How well the speed of a mover is known near a hit, beside what its own way says; and what too much of it may cost.
CLOSING_MMPS, MOST_OVER = 60.0, 9.0
# Chi squared (3 degrees) of a fit that tells, of one that may be, and how much worse the next one must be.
GOOD, POSSIBLE, CLEAR = 8.0, 20.0, 9.0
# What such a hit is worth, as the margin of others: well told, the only one that can have done it, one of several.
SURE_MARGIN, ONLY_MARGIN, DOUBTFUL_MARGIN = 14.0, 6.0, 2.0


@dataclass(frozen=True, slots=True)
class _Fit:
    mover: int
    misfit: float
    when_s: float
    far_mm: float


def starter(hit: Hit, moving: Mapping[int, float], paths: Mapping[int, Path], bed: Bed) -> Hit | None:
    """The contact that the start `hit` must have been, or None. moving: balls on the move, since when."""
    ball, t = hit.balls[0], hit.cause.when_s
    home = paths[ball].before_mm if hit.joints[0].inferred else hit.joints[0].before.place[0]
    if home is None:
        return None
    movers = [m for m, since in moving.items() if m != ball and since <= t + LATE_S and paths[m].pieces]
    fits = sorted((f for m in movers if (f := _fit(m, hit.joints[0], home, t, paths, bed))), key=lambda f: f.misfit)
    if fits and fits[0].misfit < POSSIBLE:
        best = fits[0]
        if _lay_together(best.mover, ball, paths, bed):
            return None
        rival = fits[1].misfit - best.misfit if len(fits) > 1 else np.inf
        margin = SURE_MARGIN if best.misfit < GOOD and rival > CLEAR else ONLY_MARGIN
        if rival < CLEAR / 2:
            margin = DOUBTFUL_MARGIN
        rivals = tuple(f.mover for f in fits[1:] if f.misfit - best.misfit < CLEAR)
        return _told(hit, best.mover, best.when_s, margin, rivals)
    near = [m for m in movers if nearest_mm(paths[m], t, home) < bed.ball_diameter_mm + NEAR_ENOUGH_MM]
    if (
        not near
        and len(movers) == 1
        and _unseen_at(paths[movers[0]], t)
        and can_reach(paths[movers[0]], t, t, home, bed)
    ):
        near = movers
    if len(near) != 1 or _lay_together(near[0], ball, paths, bed):
        return None
    seen = next((f for f in fits if f.mover == near[0]), None)
    if seen is None:
        return _told(hit, near[0], t, ONLY_MARGIN, ())
    # it was there, and the other one went elsewhere than it was sent: it met something else in the same instant
    touched = seen.far_mm < bed.ball_diameter_mm + TOUCHED_MM
    return _told(hit, near[0], t, DOUBTFUL_MARGIN, ()) if touched else None


def _told(hit: Hit, mover: int, when_s: float, margin: float, rivals: tuple[int, ...]) -> Hit:
    jump, _ = hit.joints[0].jump(np.array([hit.cause.when_s]))
    size = float(np.hypot(*jump[0]))
    line = -jump[0] / size if size > 1.0 else None
    cause = replace(hit.cause, kind="contact", when_s=when_s, line=line, impulse_mmps=size)
    return Hit(cause, (mover, hit.balls[0]), hit.joints, margin, rivals)


def _fit(mover: int, start: Joint, home: Floats, t: float, paths: Mapping[int, Path], bed: Bed) -> _Fit | None:
    """How well this ball's being there tells the start; None where it was not seen about then."""
    if _unseen_at(paths[mover], t):
        return None
    best: _Fit | None = None
    times = np.linspace(t - AROUND_S, t + AROUND_S, 21)
    for piece in _pieces_at(paths[mover], t):
        got = _scored(piece, start, home, times, bed)
        k = int(got.argmin())
        far = float(np.hypot(*(piece.at(float(times[k])) - home)))
        if best is None or got[k] < best.misfit:
            best = _Fit(mover, float(got[k]), float(times[k]), far)
    return best


def _scored(piece: Piece, start: Joint, home: Floats, times: Floats, bed: Bed) -> Floats:
    line = home - piece.at(times)
    far = np.hypot(line[:, 0], line[:, 1])
    line = line / np.maximum(far, 1e-6)[:, None]
    spread = piece.place_variance(times) + REACH_MM**2
    v = start.after.velocity(start.after.start_s)
    var = float(start.after.velocity_variance(start.after.start_s))
    ahead = line @ v
    aside = line @ np.array([-v[1], v[0]])
    turn = TURN_RAD**2 + spread / bed.ball_diameter_mm**2
    back = np.where(ahead < 0, (ahead**2) / (var + BACK_MMPS**2), 0.0)
    closing = (piece.velocity(times) * line).sum(axis=1)
    slack = var + piece.velocity_variance(times) + CLOSING_MMPS**2
    # it got no more than the other one had toward it (unless that one was set going in the same instant)
    over = np.maximum(ahead - MOST_GIVEN * np.maximum(closing, 0.0), 0.0) ** 2 / slack
    return np.asarray(
        (far - bed.ball_diameter_mm) ** 2 / spread
        + aside**2 / (var + turn * float(v @ v))
        + back
        + np.minimum(over, MOST_OVER)
    )


def _pieces_at(path: Path, t: float) -> list[Piece]:
    """The pieces of its way before and after a moment, those in motion."""
    held = [q for q in path.pieces if q.start_s - AROUND_S - LATE_S <= t <= q.end_s + AROUND_S + LATE_S]
    return [q for q in held if not q.rest]


def _lay_together(one: int, two: int, paths: Mapping[int, Path], bed: Bed) -> bool:
    """They lay against each other before all this: where they part nothing new has touched."""
    a, b = paths[one].before_mm, paths[two].before_mm
    if a is None or b is None:
        return False
    return float(np.hypot(*(a - b))) < bed.ball_diameter_mm + TOUCHING_MM


def lies_against(ball: int, paths: Mapping[int, Path], bed: Bed) -> bool:
    """It touched another ball before all this."""
    return any(other != ball and _lay_together(ball, other, paths, bed) for other in paths)


def can_reach(path: Path, early_s: float, late_s: float, place: Floats, bed: Bed) -> bool:
    """Whether a ball can have touched one at a place (2,) mm between two moments, seen where it was before and after.

    Only a way that leaves too little time for that rules it out: before its first sight and after its last one it may
    have been anywhere.
    """
    rows, early, late = path.sights, early_s - LATE_S, late_s + LATE_S
    if not len(rows) or early < rows[0, 0] or late > rows[-1, 0]:
        return True
    times = rows[:, 0]
    far = np.hypot(*(rows[:, 1:3] - place).T) - bed.ball_diameter_mm - NEAR_ENOUGH_MM
    needs = np.maximum(far, 0.0) / FASTEST_MMPS
    there = np.maximum(times[:-1] + needs[:-1], early)
    return bool((there <= np.minimum(times[1:] - needs[1:], late)).any())


def _unseen_at(path: Path, t: float) -> bool:
    """Nobody saw this ball around t: it may have been anywhere on its way."""
    times = path.sights[:, 0]
    k = int(np.searchsorted(times, t))
    return 0 < k < len(times) and float(times[k] - times[k - 1]) > UNSEEN_S


def nearest_mm(path: Path, t: float, place: Floats) -> float:
    """How near a ball may have come to a place at about t: along its seen way, or across a gap in it."""
    rows = path.sights
    k = int(np.searchsorted(rows[:, 0], t))
    around = rows[max(0, k - 2) : k + 2, 1:3]
    if len(around) == 0:
        return float("inf")
    best = float(np.hypot(*(around - place).T).min())
    for a, b in itertools.pairwise(around):
        way = b - a
        f = float(np.clip((place - a) @ way / max(float(way @ way), 1e-9), 0.0, 1.0))
        best = min(best, float(np.hypot(*(a + f * way - place))))
    return best
