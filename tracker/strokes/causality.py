"""Nothing moves by itself: what was told is kept only where a ball that moved already can have caused it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.backing import AGAINST_MM
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.causes import Cause
from callshot.tracker.strokes.doubts import Start, cue_ball_struck, starts_of
from callshot.tracker.strokes.explain import PACKED_MM, Hit
from callshot.tracker.strokes.geometry import by_geometry
from callshot.tracker.strokes.paths import Path
from callshot.tracker.strokes.starters import FASTEST_MMPS, LATE_S, lies_against, starter

Floats = NDArray[np.float64]

# The same two touch again no sooner than this.
ONE_TOUCH_S = 0.10
# Seen so often at rest it lay still before it was hit again.
LAY_SIGHTS = 5
# A push runs through a pack within this.
PACK_S = 0.080
# A ball this far from its place in a pack has left it.
PACK_REACH_MM = 150.0
# Softer touches within a pack can't be told from the wander of sights of balls that lie side by side.
PACK_IMPULSE_MMPS = 120.0
# A ball starts to move only if it then gets somewhere.
LEAST_WAY_MM = 15.0
# A hit told so ill is a sight gone astray.
ILL_TOLD = 15.0
# Lag balls lie behind the head string, as far as a player's eye tells.
LAG_SLACK_MM = 30.0
# Faster than this it was under way already when the recording began.
ROLLING_MMPS = 100.0
# A struck ball that went unseen was hit about this long after it was last seen at its place.
SOON_S = 0.02
# Where a contact was is known to about this.
WAY_SLACK_MM = 100.0
# The cue gives far more speed than whatever else may seem to start balls.
STRONG_SHARE = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Caused:
    """struck: strikes of the cue, in order. hits: contacts and cushions that had a cause. loose: starts without one.

    starts: when each ball that moved left its place, by key. near: what lay against what, before. unexplained: breaks
    of ways that nothing known tells.
    """

    struck: tuple[Hit, ...]
    hits: tuple[Hit, ...]
    loose: tuple[Hit, ...]
    starts: Mapping[int, Start]
    near: Mapping[int, set[int]]
    unexplained: tuple[Hit, ...] = ()


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
    for h in sorted(hits, key=lambda h: h.cause.when_s + (LATE_S if h.cause.kind == "strike" else 0.0)):
        t, kind = h.cause.when_s, h.cause.kind
        if kind == "cushion":
            if h.cause.misfit > ILL_TOLD and h.margin < 12.0 and not h.cause.turned:
                continue
            if moving.get(h.balls[0], np.inf) <= t + LATE_S and not _left_there(h, began, paths):
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
            crowded = _in_pack(h, near, paths)
            if crowded and (h.cause.impulse_mmps < PACK_IMPULSE_MMPS or h.balls[1] in near[h.balls[0]]):
                continue  # neighbours in a pack lay against each other: no new touch
            kept.append(replace(h, crowded=True) if crowded else h)
        elif kind == "strike" and h not in struck:
            ball = h.balls[0]
            in_pack = ball in pushed and pushed[ball] - PACK_S <= t <= pushed[ball] + PACK_S
            again = ball in moving and h.joints[0].before.rest and h.joints[0].before.samples >= LAY_SIGHTS
            if in_pack or again or (h in starts and ball not in moving):
                # in a rack the push comes through whatever lies against it
                alone = again or (ball not in moving and not (in_pack and lies_against(ball, paths, bed)))
                by = starter(h, moving, paths, bed) if alone else None
                if by is not None:
                    kept.append(replace(by, crowded=in_pack))
                    _push_pack(ball, t, near, pushed)
                elif not in_pack and not again:
                    loose.append(h)
                moving.setdefault(ball, t)
        elif kind == "unknown":
            for b in h.balls:
                if b in pushed:
                    moving.setdefault(b, t)
    kept = _one_touch(sorted(kept, key=lambda h: h.cause.when_s))
    unexplained = tuple(h for h in hits if h.cause.kind == "unknown")
    return Caused(tuple(struck), tuple(kept), tuple(loose), began, near, unexplained)


def _left_there(hit: Hit, began: Mapping[int, Start], paths: Mapping[int, Path]) -> bool:
    """A touch of a cushion where the ball lay, as it leaves: it lay against it, and that is no touch."""
    ball = hit.balls[0]
    home, start = paths[ball].before_mm, began.get(ball)
    if home is None or start is None or hit.cause.when_s > start.late_s + LATE_S:
        return False
    return float(np.hypot(*(hit.cause.at_mm - home))) < AGAINST_MM


def _one_touch(hits: list[Hit]) -> list[Hit]:
    """Two balls that touched part: told twice with nothing between that brought them together again, it was once."""
    out: list[Hit] = []
    last: dict[int, Hit] = {}
    for hit in hits:
        if hit.cause.kind == "contact":
            was = last.get(hit.balls[0])
            same = was is not None and was is last.get(hit.balls[1]) and set(was.balls) == set(hit.balls)
            if was is not None and same and hit.cause.when_s - was.cause.when_s < ONE_TOUCH_S:
                better = min((was, hit), key=lambda h: (h.one_sided, -h.margin))
                out[next(k for k, h in enumerate(out) if h is was)] = better
                last.update(dict.fromkeys(hit.balls, better))
                continue
        out.append(hit)
        last.update(dict.fromkeys(hit.balls, hit))
    return out


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


def _in_pack(hit: Hit, near: Mapping[int, set[int]], paths: Mapping[int, Path]) -> bool:
    """Both lay in one pack, and neither has had a piece of way of its own yet."""
    a, b = hit.balls
    if not near.get(a) or not near.get(b):
        return False
    for ball, joint in zip(hit.balls, hit.joints, strict=False):
        home = paths[ball].before_mm
        if home is not None and float(np.hypot(*(hit.cause.at_mm - home))) > PACK_REACH_MM:
            return False
        if not joint.before.rest and joint.before.samples >= 12:
            return False
    return True
