"""Nothing moves by itself: what was told is kept only where a ball that moved already can have caused it."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.causes import Cause
from callshot.tracker.strokes.doubts import Start, cue_ball_struck, starts_of
from callshot.tracker.strokes.explain import PACKED_MM, Hit
from callshot.tracker.strokes.geometry import by_geometry
from callshot.tracker.strokes.paths import Path

Floats = NDArray[np.float64]

# Times of hits are known to about this.
LATE_S = 0.012
# A push runs through a pack within this.
PACK_S = 0.080
# Softer touches within a pack can't be told from the wander of sights of balls that lie side by side.
PACK_IMPULSE_MMPS = 120.0
# A ball starts to move only if it then gets somewhere.
LEAST_WAY_MM = 15.0
# A hit told so ill is a sight gone astray.
ILL_TOLD = 15.0
# A ball that passed this near, edge to edge, may have touched another between two sights.
NEAR_ENOUGH_MM = 45.0
# A gap between sights in which a ball can have met another.
UNSEEN_S = 0.12
# Lag balls lie behind the head string, as far as a player's eye tells.
LAG_SLACK_MM = 30.0
# Faster than this it was under way already when the recording began.
ROLLING_MMPS = 100.0
# A struck ball that went unseen was hit about this long after it was last seen at its place.
SOON_S = 0.02
# No cue ball goes faster; where a contact was is known to about this.
FASTEST_MMPS, WAY_SLACK_MM = 13000.0, 100.0
# The cue gives far more speed than whatever else may seem to start balls.
STRONG_SHARE = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Caused:
    """struck: strikes of the cue, in order. hits: contacts and cushions that had a cause. loose: starts without one.

    starts: when each ball that moved left its place, by key. near: what lay against what, before.
    """

    struck: tuple[Hit, ...]
    hits: tuple[Hit, ...]
    loose: tuple[Hit, ...]
    starts: Mapping[int, Start]
    near: Mapping[int, set[int]]


def caused(hits: list[Hit], paths: Mapping[int, Path], bed: Bed, cues: Collection[int] = ()) -> Caused:
    """Sort out what a chain of causes leads to. hits in order of time. cues: keys of balls that look like cue balls."""
    near = _neighbours(paths, bed)
    hits = by_geometry(hits, paths, bed)
    starts = [h for h in hits if h.cause.kind == "strike" and _gets_away(paths[h.balls[0]])]
    began = starts_of(paths)
    struck = _struck(starts, hits, paths, bed)
    cue = cue_ball_struck(began, cues)
    if cue is not None and len(struck) < 2 and (not struck or struck[0].balls[0] != cue):
        struck = [_strike_of(cue, began[cue], hits)]
    struck = [_in_time(h, hits, paths) for h in struck]
    already = {k for k, p in paths.items() if p.pieces and not p.pieces[0].rest and _came_moving(p)}
    moving: dict[int, float] = dict.fromkeys(already, -np.inf)
    pushed: dict[int, float] = {}
    kept: list[Hit] = []
    loose: list[Hit] = []
    for h in hits:
        # a pack begins to stir at about the time of the first hit on it, as far as sights tell
        if h.cause.kind == "contact" and struck and struck[0].balls[0] in h.balls:
            for b in h.balls:
                _push_pack(b, h.cause.when_s, near, pushed)
            break
    for h in struck:
        moving[h.balls[0]] = h.cause.when_s
        _push_pack(h.balls[0], h.cause.when_s, near, pushed)
    for h in hits:
        t, kind = h.cause.when_s, h.cause.kind
        if kind == "cushion":
            if h.cause.misfit > ILL_TOLD and h.margin < 12.0:
                continue
            if moving.get(h.balls[0], np.inf) <= t + LATE_S:
                kept.append(h)
        elif kind == "contact":
            if not any(moving.get(b, np.inf) <= t + LATE_S for b in h.balls):
                if any(b in pushed and pushed[b] - LATE_S <= t <= pushed[b] + PACK_S for b in h.balls):
                    for b in h.balls:
                        moving.setdefault(b, t)
                continue
            for b in h.balls:
                if b not in moving:
                    moving[b] = t
                    _push_pack(b, t, near, pushed)
            mine = bool(struck) and struck[0].balls[0] in h.balls
            if h.cause.misfit > ILL_TOLD and h.margin < 6.0 and not mine:
                continue
            if _in_pack(h, near) and (h.cause.impulse_mmps < PACK_IMPULSE_MMPS or h.balls[1] in near[h.balls[0]]):
                continue  # neighbours in a pack lay against each other: no new touch
            kept.append(replace(h, crowded=True) if _in_pack(h, near) else h)
        elif kind == "strike" and h not in struck:
            ball = h.balls[0]
            if ball in pushed and pushed[ball] - PACK_S <= t <= pushed[ball] + PACK_S:
                moving.setdefault(ball, t)
            elif h in starts and ball not in moving:
                by = _only_mover_near(h, moving, paths, bed)
                if by is None:
                    loose.append(h)
                else:
                    kept.append(by)
                    _push_pack(ball, t, near, pushed)
                moving[ball] = t
        elif kind == "unknown":
            for b in h.balls:
                if b in pushed:
                    moving.setdefault(b, t)
    return Caused(tuple(struck), tuple(kept), tuple(loose), began, near)


def _in_time(strike: Hit, hits: list[Hit], paths: Mapping[int, Path]) -> Hit:
    """A strike early enough for the ball to reach what it hit first: it was still seen in its place, but wrongly."""
    ball = strike.balls[0]
    home = paths[ball].before_mm
    first = next((h for h in hits if ball in h.balls and h.cause.kind == "contact"), None)
    if home is None or first is None or first.cause.when_s <= strike.cause.when_s:
        return strike
    way = float(np.hypot(*(first.cause.at_mm - home))) - WAY_SLACK_MM
    latest = first.cause.when_s - way / FASTEST_MMPS
    if latest >= strike.cause.when_s:
        return strike
    sigma = max(strike.cause.when_s - latest, SOON_S)
    return Hit(replace(strike.cause, when_s=latest, sigma_s=sigma), strike.balls, (), 0.0)


def _strike_of(ball: int, start: Start, hits: list[Hit]) -> Hit:
    """The strike of a ball that must have been struck: as it was seen, else at about when it left its place."""
    seen = next((h for h in hits if h.cause.kind == "strike" and h.balls[0] == ball), None)
    if seen is not None and start.early_s - SOON_S < seen.cause.when_s < start.late_s + SOON_S:
        return seen
    if not np.isfinite(start.early_s):
        when, sigma = start.late_s, SOON_S
    else:
        span = min(0.5 * (start.late_s - start.early_s), SOON_S)
        when, sigma = start.early_s + span, max(span, 0.001)
    return Hit(Cause("strike", 0.0, when, sigma, np.zeros(2)), (ball,), (), 0.0)


def _only_mover_near(hit: Hit, moving: Mapping[int, float], paths: Mapping[int, Path], bed: Bed) -> Hit | None:
    """A ball began to move, and just one moving ball was near enough to have hit it: then that one did."""
    ball, t = hit.balls[0], hit.cause.when_s
    home = paths[ball].before_mm
    if home is None:
        return None
    near: list[tuple[float, int]] = []
    for other, since in moving.items():
        if other == ball or since > t + LATE_S or not paths[other].pieces:
            continue
        far = nearest_mm(paths[other], t, home)
        if far < bed.ball_diameter_mm + NEAR_ENOUGH_MM:
            near.append((far, other))
    movers = [m for m, since in moving.items() if m != ball and since <= t + LATE_S]
    if not near and len(movers) == 1 and _unseen_at(paths[movers[0]], t):
        near = [(float("inf"), movers[0])]
    if len(near) != 1:
        return None
    far, other = near[0]
    # nothing else can have moved it; only whether the hit was seen to fit is open
    margin = 14.0 if far < bed.ball_diameter_mm + NEAR_ENOUGH_MM else 6.0
    line = None
    joints = hit.joints
    jump, _ = joints[0].jump(np.array([t]))
    size = float(np.hypot(*jump[0]))
    if size > 1.0:
        line = -jump[0] / size
    cause = replace(hit.cause, kind="contact", line=line, impulse_mmps=size)
    return Hit(cause, (other, ball), joints, margin)


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


def _struck(starts: list[Hit], hits: list[Hit], paths: Mapping[int, Path], bed: Bed) -> list[Hit]:
    """The ball that the cue hit: the first to start, with no ball near. A second one only in a lag."""
    if not starts:
        return []
    first: dict[int, Hit] = {}
    for h in sorted(starts, key=lambda h: h.cause.when_s):
        first.setdefault(h.balls[0], h)
    strongest = max(_strength(h) for h in first.values())
    real = [h for h in first.values() if _strength(h) >= STRONG_SHARE * strongest]
    return real if _is_lag(real, hits, paths, bed) else real[:1]


def _strength(hit: Hit) -> float:
    """The speed a start led to, mm/s."""
    after = hit.joints[0].after
    return max(hit.cause.impulse_mmps, after.speed(0.5 * (after.start_s + after.end_s)))


def _is_lag(starts: list[Hit], hits: list[Hit], paths: Mapping[int, Path], bed: Bed) -> bool:
    """Two balls and no more, one in each half of the kitchen, both sent up the table, neither touching the other."""
    if len(paths) != 2 or len(starts) != 2 or any(h.cause.kind == "contact" for h in hits):
        return False
    homes = [paths[h.balls[0]].before_mm for h in starts]
    if any(home is None or home[1] > bed.head_string_mm + LAG_SLACK_MM for home in homes):
        return False
    x = [float(home[0]) for home in homes if home is not None]
    ways = [h.joints[0].after.velocity(h.joints[0].after.start_s) for h in starts]
    return x[0] * x[1] < 0 and all(float(v[1]) > 2.0 * abs(float(v[0])) for v in ways)


def _came_moving(path: Path) -> bool:
    """It was on its way when it was first seen."""
    first = path.pieces[0]
    return path.before_mm is None or first.speed(first.start_s) > ROLLING_MMPS


def _gets_away(path: Path) -> bool:
    if path.after_mm is not None and path.before_mm is not None:
        return float(np.hypot(*(path.after_mm - path.before_mm))) > 5.0 or _farthest(path) > 100.0
    return _farthest(path) > LEAST_WAY_MM


def _farthest(path: Path) -> float:
    if path.before_mm is None or not len(path.sights):
        return float("inf")
    return float(np.hypot(*(path.sights[:, 1:3] - path.before_mm).T).max())


def _neighbours(paths: Mapping[int, Path], bed: Bed) -> dict[int, set[int]]:
    lay = {k: p.before_mm for k, p in paths.items() if p.before_mm is not None}
    near = bed.ball_diameter_mm + PACKED_MM
    return {k: {j for j, b in lay.items() if j != k and float(np.hypot(*(a - b))) < near} for k, a in lay.items()}


def _push_pack(ball: int, t: float, near: Mapping[int, set[int]], pushed: dict[int, float]) -> None:
    """Everything that lies against a ball that was hit, and against that, may move from now on."""
    todo = [ball]
    while todo:
        k = todo.pop()
        for j in near.get(k, ()):
            if j not in pushed:
                pushed[j] = t
                todo.append(j)


def _in_pack(hit: Hit, near: Mapping[int, set[int]]) -> bool:
    """Both lay in one pack, and neither has had a piece of way of its own yet."""
    a, b = hit.balls
    if not near.get(a) or not near.get(b):
        return False
    return all(j.before.rest or j.before.samples < 12 for j in hit.joints)
