"""The one story that explains every joint: which ball hit which, which cushion, in which order.

Each joint gets the causes that it could have alone, each pair of joints that overlap in time the contact they could
share. Contacts are taken in the order of how much misfit they save against the best that both could do alone.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.backing import backing
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.causes import NEAR_MM, STALE_S, Cause, alone, cushion_causes
from callshot.tracker.strokes.collision import contact_cause
from callshot.tracker.strokes.joints import Joint, after_rail, before_rail, is_soft, joints_of
from callshot.tracker.strokes.paths import Path
from callshot.tracker.strokes.turns import turned_apart, turns

Floats = NDArray[np.float64]

# Prices of causes, in chi squared: what each must save to be believed over the next.
STRIKE_PRICE = 8.0
UNKNOWN_PRICE = 24.0
ONE_SIDED_PRICE = 5.0
SPLIT_PRICE = 7.0
# Sliding changes a speed by so much in time: a cut where slide becomes roll needs no hit.
FRICTION_MMPS2 = 2500.0
FRICTION_PRICE = 9.0
# A ball that is not seen again after a hit vanished within this of it (into a pocket, as a faint streak).
VANISH_S = 0.15
# A ball that lies in view is seen at least this often.
UNSEEN_S = 0.08
# A joint told worse than this is not explained yet.
POOR = 14.0
# Balls this near at rest lie against each other for all that can be seen.
TOUCHING_MM = 2.5
# Balls in a rack lie at most this far apart.
PACKED_MM = 8.0
# Two touches of one cushion with nothing between that could have sent the ball back are one, so soon after another.
BACK_S = 0.15
# A sight left out as wrong costs as much.
GLITCH_PRICE = 7.0


@dataclass(frozen=True, slots=True, eq=False)
class Hit:
    """One explained joint or pair. balls: the one, or the two (keys). margin: chi squared to the next best story."""

    cause: Cause
    balls: tuple[int, ...]
    joints: tuple[Joint, ...]
    margin: float
    rivals: tuple[int, ...] = ()
    one_sided: bool = False
    crowded: bool = False


@dataclass(slots=True, eq=False)
class _Told:
    """cost: misfit of the cause that fits best alone, which need not be the one that is told."""

    joint: Joint
    best: Cause
    runner_up: float
    cost: float
    done: bool = False


def explain(paths: Mapping[int, Path], bed: Bed, step_s: float) -> list[Hit]:
    """All hits of an episode in order of time. step_s: usual time between frames."""
    joints: list[Joint] = []
    for path in paths.values():
        cut = replace(path, pieces=tuple(turned_apart(path.pieces, path.fitted, bed)))
        joints += joints_of(cut, step_s, lambda j: not is_soft(j) or turns(j, bed))
    joints = list(itertools.chain.from_iterable(_opened(j, bed) for j in joints))
    told = _without_glitches([_alone(j, bed) for j in joints], bed)
    packed = _packed(paths, bed)
    pairs = _pairs(told, paths, bed, packed)
    hits: list[Hit] = []
    for saving, i, j, cause, other in sorted(pairs, key=lambda q: -q[0]):
        a = told[i]
        if a.done or saving <= 0:
            continue
        if j is not None and told[j].done:
            continue
        rival = [q for q in pairs if q[1] == i or q[2] == i or (j is not None and (q[1] == j or q[2] == j))]
        second = max((q[0] for q in rival if not (q[1] == i and q[2] == j and q[4] == other)), default=0.0)
        margin = saving - max(second, 0.0)
        rivals = tuple({_partner(q, told, a.joint.ball) for q in rival if saving - q[0] < 8.0} - {other})
        a.done = True
        joints_used: tuple[Joint, ...] = (a.joint,)
        if j is not None:
            told[j].done = True
            joints_used = (a.joint, told[j].joint)
        hits.append(Hit(cause, (a.joint.ball, other), joints_used, margin, rivals, j is None))
    for q in told:
        if not q.done:
            hits.append(Hit(q.best, (q.joint.ball,), (q.joint,), q.runner_up - q.best.misfit))
    hits.sort(key=lambda h: h.cause.when_s)
    return _once(hits)


def _once(hits: list[Hit]) -> list[Hit]:
    """A ball does not come back to a cushion by itself: one touch told twice is told as it fits best."""
    out: list[Hit] = []
    last: dict[int, Hit] = {}
    for hit in hits:
        ball = hit.balls[0]
        was = last.get(ball)
        again = was is not None and hit.cause.kind == "cushion" and was.cause.cushion == hit.cause.cushion
        if was is not None and again and hit.cause.when_s - was.cause.when_s < BACK_S:
            if hit.cause.misfit >= was.cause.misfit:
                continue
            out.remove(was)
        out.append(hit)
        if hit.cause.kind in ("contact", "cushion"):
            last.update(dict.fromkeys(hit.balls, hit))
    return out


def _partner(q: tuple[float, int, int | None, Cause, int], told: list[_Told], ball: int) -> int:
    one, two = told[q[1]].joint.ball, q[4]
    return two if one == ball else one


def _alone(joint: Joint, bed: Bed) -> _Told:
    options = [alone(joint, "unknown", UNKNOWN_PRICE)]
    if options[0].impulse_mmps < FRICTION_MMPS2 * _slide_s(joint) and not joint.before.rest:
        options.append(alone(joint, "friction", FRICTION_PRICE))
    if joint.before.rest:
        options.append(alone(joint, "strike", STRIKE_PRICE))
    else:
        options += cushion_causes(joint, bed)
    least = min(c.misfit for c in options)
    # where a ball that ran at a cushion is stopped or sent back there, nothing else that acts on it alone did that
    options.sort(key=lambda c: (not c.turned, c.misfit))
    best = options[0]
    rest = [c for c in options[1:] if c.cushion is None or c.cushion != best.cushion]
    return _Told(joint, best, min((c.misfit for c in rest), default=UNKNOWN_PRICE), least)


def _slide_s(joint: Joint) -> float:
    """How long a slide may hide in the shorter piece and the gap between both."""
    a, b = joint.before, joint.after
    return min(a.end_s - a.start_s, b.end_s - b.start_s, 0.12) + (b.start_s - a.end_s)


def _pairs(
    told: list[_Told], paths: Mapping[int, Path], bed: Bed, packed: set[int]
) -> list[tuple[float, int, int | None, Cause, int]]:
    out: list[tuple[float, int, int | None, Cause, int]] = []
    spots = [q.joint.where(np.array([q.joint.crossing_s()]))[0][0] for q in told]
    reach = bed.ball_diameter_mm + NEAR_MM
    for i, j in itertools.combinations(range(len(told)), 2):
        a, b = told[i].joint, told[j].joint
        if a.ball == b.ball or a.early_s > b.late_s or b.early_s > a.late_s:
            continue
        if a.before.rest and b.before.rest and not _touching(a, b, bed):
            continue
        if float(np.hypot(*(spots[i] - spots[j]))) > reach:
            continue
        in_pack = (a.before.rest and a.ball in packed) != (b.before.rest and b.ball in packed)
        if in_pack and a.before.rest:
            a, b, i, j = b, a, j, i
        if a.before.rest and not b.before.rest and len(backing(a.before, bed)):
            a, b, i, j = b, a, j, i
        cause = contact_cause(a, b, None, bed, packed=in_pack, backing=backing(b.before, bed))
        if cause is not None:
            saving = told[i].cost + told[j].cost - cause.misfit
            out.append((saving, i, j, cause, b.ball))
    busy: dict[int, list[tuple[float, float]]] = {}
    for q in told:
        busy.setdefault(q.joint.ball, []).append((q.joint.early_s, q.joint.late_s))
    for i, one in enumerate(told):
        a = one.joint
        for path in paths.values():
            if path.ball == a.ball or (path.lies is not None and math.dist(path.lies, spots[i]) > reach):
                continue
            if any(early < a.late_s and late > a.early_s for early, late in busy.get(path.ball, ())):
                continue
            piece = path.piece_at(0.5 * (a.early_s + a.late_s))
            if piece is None or (piece.rest and a.before.rest):
                continue
            if piece.end_s + 0.1 < a.early_s and path.lost_s is not None:
                continue
            if float(np.hypot(*(spots[i] - piece.at(0.5 * (a.early_s + a.late_s))))) > reach:
                continue
            vanished = path.lost_s is not None and abs(path.lost_s - 0.5 * (a.early_s + a.late_s)) < VANISH_S
            stays = not vanished and piece.start_s < a.early_s and piece.end_s > a.late_s + STALE_S
            cause = contact_cause(a, None, piece, bed, vanished, backing=backing(piece, bed), stays=stays)
            if cause is not None:
                out.append((one.cost - cause.misfit - ONE_SIDED_PRICE, i, None, cause, path.ball))
    return out


def _packed(paths: Mapping[int, Path], bed: Bed) -> set[int]:
    """Balls that lay against another: what one of them gets, it passes on."""
    lay = {k: p.before_mm for k, p in paths.items() if p.before_mm is not None}
    near = bed.ball_diameter_mm + PACKED_MM
    return {k for k, a in lay.items() if any(j != k and float(np.hypot(*(a - b))) < near for j, b in lay.items())}


def _without_glitches(told: list[_Told], bed: Bed) -> list[_Told]:
    """Where two joints in a row tell nothing and only a sight or two lies between, that was a glitch: join over it."""
    out: list[_Told] = []
    k = 0
    while k < len(told):
        a = told[k]
        b = told[k + 1] if k + 1 < len(told) else None
        if (
            b is not None and a.joint.ball == b.joint.ball and a.joint.after is b.joint.before
            and not a.joint.inferred and a.joint.after.samples <= 2
            and min(a.best.misfit, b.best.misfit) > POOR
        ):  # fmt: skip
            over = Joint(a.joint.ball, a.joint.before, b.joint.after, a.joint.early_s, b.joint.late_s)
            whole = _alone(over, bed)
            price = GLITCH_PRICE * a.joint.after.samples
            known = whole.best.kind != "unknown" and whole.best.misfit < POOR
            if known and whole.best.misfit + price < a.best.misfit + b.best.misfit:
                best = replace(whole.best, misfit=whole.best.misfit + price)
                out.append(_Told(over, best, whole.runner_up + price, whole.cost + price))
                k += 2
                continue
        out.append(a)
        k += 1
    return out


def _touching(a: Joint, b: Joint, bed: Bed) -> bool:
    d = a.before.place[0] - b.before.place[0]
    return float(np.hypot(*d)) < bed.ball_diameter_mm + TOUCHING_MM


def _dashed(joint: Joint) -> tuple[float, list[Joint]] | None:
    """From rest to elsewhere with no sight between: struck, flew there in a line, and hit something."""
    start, end = joint.before.place[0], joint.after.at(joint.after.start_s)
    way = end - start
    far = float(np.hypot(*way))
    span = joint.late_s - joint.early_s
    if far < 15.0 or span <= 0:
        return None
    speed = 1.5 * far / span
    place = np.vstack([end, way / far * speed, np.zeros(2)])
    spread = np.diag([float(joint.after.place_variance(joint.after.start_s)) + 9.0, (0.7 * speed) ** 2, 800.0**2])
    t = joint.after.start_s
    flight = replace(
        joint.after, first=-1, last=-1, start_s=t, end_s=t, origin_s=t, place=place, spread=spread, samples=0,
        rest=False,
    )  # fmt: skip
    # it was seen no more once it was struck: that happened soon after it was last seen
    soon = min(joint.late_s, joint.early_s + max(UNSEEN_S, 0.1 * span))
    first = Joint(joint.ball, joint.before, flight, joint.early_s, soon, True)
    second = Joint(joint.ball, flight, joint.after, joint.early_s, joint.late_s, True)
    return SPLIT_PRICE + 2.0, [first, second]


def _opened(joint: Joint, bed: Bed) -> list[Joint]:
    """A joint whose pieces don't meet hides two hits: split it by the rail that one of the pieces runs to."""
    t = joint.times()
    if joint.before.rest:
        t = np.arange(joint.early_s - STALE_S, joint.late_s, 0.0005)
    gap = float(joint.gap_misfit(t).min())
    if gap < 16.0:
        return [joint]
    best: tuple[float, list[Joint]] = (gap, [joint])
    for rail in bed.rails:
        left = before_rail(joint.after, rail, bed, joint.before.end_s)
        if left is not None:
            when, flight = left
            first = Joint(joint.ball, joint.before, flight, joint.early_s, when, True)
            second = Joint(joint.ball, flight, joint.after, when - 0.002, when + 0.002, True)
            score = float(first.gap_misfit(first.times()).min()) + SPLIT_PRICE
            if score < best[0]:
                best = (score, [first, second])
        if joint.before.rest:
            dash = _dashed(joint)
            if dash is not None and dash[0] < best[0]:
                best = dash
            continue
        right = after_rail(joint.before, rail, bed, joint.after.start_s)
        if right is not None:
            when, flight = right
            first = Joint(joint.ball, joint.before, flight, when - 0.002, when + 0.002, True)
            second = Joint(joint.ball, flight, joint.after, when, joint.late_s, True)
            score = float(second.gap_misfit(second.times()).min()) + SPLIT_PRICE
            if score < best[0]:
                best = (score, [first, second])
    return best[1]
