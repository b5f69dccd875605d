"""What explains a joint: a cushion, another ball, the cue - each scored as chi squared over the moments it may fit.

A cause must fit the whole of it: both pieces meet there, the ball is in reach of what it is said to have hit, the
change of speed points along the line of centres (or the cushion's normal) and has the size that such a hit can have.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import Cushion
from callshot.tracker.strokes.bed import Bed, Rail
from callshot.tracker.strokes.joints import Joint
from callshot.tracker.strokes.pieces import Piece

Floats = NDArray[np.float64]

# How far positions near a hit are from the truth beyond their own covariance: calibration, parallax, shutter.
REACH_SIGMA_MM = 2.0
# A nose line is known to about this, until its rebounds have shown it better.
RAIL_SIGMA_MM = 5.0
# A ball that was struck may be seen at its old place for so long: a gate that didn't look, a cue over it.
STALE_S = 0.06
# Rubber: restitution 0.75 +- 0.15 of the normal speed; spin and friction change the rest of it.
RUBBER = (0.72, 0.17)
# Phenolic on phenolic: 0.93 +- 0.06; throw and unequal mass turn or take a tenth of the impulse.
BALL_GIVE = 0.965
BALL_SLOP = 0.10
TERM_CAP = 30.0
# The best that a cause can fit: all of its terms zero, less their degrees.
LEAST_CONTACT, LEAST_CUSHION = -9.0, -5.0
# Causes farther from where the pieces cross are not looked at.
NEAR_MM = 150.0


@dataclass(frozen=True, slots=True, eq=False)
class Cause:
    """One explanation of one joint or of two joints at once.

    kind: cushion, contact, strike, unknown. misfit: chi squared less its degrees, lower is better. when_s, sigma_s.
    impulse_mmps: how much speed it gave. line: (2,) unit, of a contact, from the second ball to the first.
    """

    kind: str
    misfit: float
    when_s: float
    sigma_s: float
    at_mm: Floats
    cushion: Cushion | None = None
    jaw: bool = False
    impulse_mmps: float = 0.0
    line: Floats | None = None


def _capped(chi: Floats) -> Floats:
    return np.minimum(chi, TERM_CAP)


def _peak(t: Floats, misfit: Floats) -> tuple[int, float]:
    """Best sample and the one-sigma width around it."""
    k = int(misfit.argmin())
    near = t[misfit < misfit[k] + 1.0]
    step = float(t[1] - t[0]) if len(t) > 1 else 0.001
    return k, max(float(near[-1] - near[0]) / 2, step / 2)


def cushion_cause(joint: Joint, rail: Rail, bed: Bed) -> Cause | None:
    """A rebound from this rail (or its nose end), by the best of the joint's cuts."""
    length = float(np.hypot(*(rail.end - rail.start)))
    spots = np.stack([joint.before.at(joint.before.end_s), joint.after.at(joint.after.start_s)]) - rail.start
    along, height = spots @ (rail.end - rail.start) / length, spots @ rail.inward
    if not ((along > -NEAR_MM) & (along < length + NEAR_MM) & (np.abs(height) < NEAR_MM)).any():
        return None
    best: Cause | None = None
    for cut in sorted((joint, *joint.others), key=lambda q: q.extra):
        if best is not None and best.misfit <= cut.extra + LEAST_CUSHION:
            break
        got = _cushion(cut, rail, bed)
        if got is not None and (best is None or got.misfit < best.misfit):
            best = got
    return best


def contact_cause(
    one: Joint,
    two: Joint | None,
    other: Piece | None,
    bed: Bed,
    vanished: bool = False,
    packed: bool = False,
) -> Cause | None:
    """`one` hit the ball of joint `two`, or a ball on the unbroken piece `other`, too softly to be seen in it.

    vanished: that ball was not seen after it, so what the hit did to it can't be checked. packed: that ball lay against
    others and passed on what it got: only what the hit did to `one` tells.
    """
    best: Cause | None = None
    seconds: tuple[Joint | None, ...] = (two, *two.others) if two is not None else (None,)
    cuts = [(a.extra + (b.extra if b is not None else 0.0), a, b) for a in (one, *one.others) for b in seconds]
    for extra, a, b in sorted(cuts, key=lambda c: c[0]):
        if best is not None and best.misfit <= extra + LEAST_CONTACT:
            break  # no cut that costs as much can fit better
        got = _contact(a, b, other, bed, vanished, packed)
        if got is not None and (best is None or got.misfit < best.misfit):
            best = got
    return best


def _cushion(joint: Joint, rail: Rail, bed: Bed) -> Cause | None:
    t = joint.times()
    at, var = joint.where(t)
    d = rail.end - rail.start
    length = float(np.hypot(*d))
    along = (at - rail.start) @ d / length
    over = np.maximum(np.maximum(-along, along - length), 0.0)
    if over.min() > bed.radius_mm:
        return None
    foot = rail.start + np.clip(along / length, 0, 1)[:, None] * d
    away = at - foot
    far = np.hypot(away[:, 0], away[:, 1])
    # off the end of a straight piece the ball meets a point: the normal turns with it
    normal = np.where((over > 0.5)[:, None], away / np.maximum(far, 1e-6)[:, None], rail.inward)
    height = np.where(over > 0.5, far, (at - rail.start) @ rail.inward)
    if height.min() > bed.radius_mm + 40.0:
        return None
    va, vb = joint.before.velocity(t), joint.after.velocity(t)
    into = -(va * normal).sum(axis=1)
    out = (vb * normal).sum(axis=1)
    _, var_v = joint.jump(t)
    slop = RAIL_SIGMA_MM if not rail.jaw else 1.3 * RAIL_SIGMA_MM
    reach = (height - bed.radius_mm) ** 2 / (var + slop**2)
    sized = (out - RUBBER[0] * into) ** 2 / (var_v + (RUBBER[1] * into) ** 2 + 20.0**2)
    side = (vb - va) - ((vb - va) * normal).sum(axis=1)[:, None] * normal
    slip = (side**2).sum(axis=1) / (var_v + (0.3 * np.abs(into) + 30.0) ** 2)
    wrong_way = np.where(into < -1.0 * np.sqrt(var_v), TERM_CAP, 0.0)
    misfit = _capped(joint.gap_misfit(t)) + _capped(reach) + _capped(sized) + _capped(slip) + wrong_way - 5.0
    misfit = misfit + np.where(over > 0.5, 2.0 + 0.1 * over, 0.0) + (3.0 if rail.jaw else 0.0) + joint.extra
    k, sigma = _peak(t, misfit)
    weak = max(0.0, 3.0 - float(into[k]) / 20.0)  # a touch so soft that it changes nothing explains nothing
    return Cause(
        "cushion", float(misfit[k]) + weak, float(t[k]), sigma, at[k], rail.cushion, rail.jaw, float(into[k])
    )  # fmt: skip


def _contact(
    one: Joint, two: Joint | None, other: Piece | None, bed: Bed, vanished: bool, packed: bool
) -> Cause | None:
    early, late = one.early_s, one.late_s
    if two is not None:
        early, late = max(early, two.early_s), min(late, two.late_s)
    if late <= early:
        return None
    t = np.linspace(early, late, int(np.clip((late - early) / 0.0008, 9, 120)))
    at_i, var_i = one.where(t)
    if two is not None:
        at_j, var_j = two.where(t)
    else:
        assert other is not None
        at_j, var_j = other.at(t), other.place_variance(t)
    line = at_i - at_j
    far = np.hypot(line[:, 0], line[:, 1])
    if float(far.min()) > bed.ball_diameter_mm + 120.0:
        return None
    va_i = one.before.velocity(t)
    dv_i, s_i = one.jump(t)
    misfit = _capped(one.gap_misfit(t)) - 2.0
    if two is not None:
        va_j = two.before.velocity(t)
        dv_j, s_j = two.jump(t)
        misfit = misfit + _capped(two.gap_misfit(t)) - 2.0
    else:
        assert other is not None
        va_j = other.velocity(t)
        dv_j = np.zeros_like(dv_i)
        s_j = other.velocity_variance(t) + (1e4 if vanished else 40.0) ** 2
    line = line / np.maximum(far, 1e-6)[:, None]
    closing = -((va_i - va_j) * line).sum(axis=1)
    push_i = (dv_i * line).sum(axis=1)
    push_j = -(dv_j * line).sum(axis=1)
    # the better known of both sides gives the impulse
    share = s_j / (s_i + s_j) if not packed else np.ones_like(s_i)
    impulse = push_i * share + push_j * (1 - share)
    slop = (BALL_SLOP * np.abs(impulse) + 20.0) ** 2
    reach = (far - bed.ball_diameter_mm) ** 2 / (var_i + var_j + REACH_SIGMA_MM**2)
    both = (push_i - push_j) ** 2 / (s_i + s_j + slop)
    side_i = ((dv_i - push_i[:, None] * line) ** 2).sum(axis=1) / (s_i + slop)
    side_j = ((dv_j + push_j[:, None] * line) ** 2).sum(axis=1) / (s_j + slop)
    sv = one.before.velocity_variance(t) + s_i * s_j / (s_i + s_j)
    sized = (impulse - BALL_GIVE * closing) ** 2 / (sv + (0.08 * np.abs(closing) + 20.0) ** 2)
    if packed:
        # a pack is heavier than a ball: the push is up to twice that of one
        both, side_j = np.zeros_like(both), np.zeros_like(side_j)
        over = np.maximum(np.maximum(0.8 * closing - impulse, impulse - 1.9 * closing), 0.0)
        sized = over**2 / (sv + (0.1 * np.abs(closing) + 20.0) ** 2)
    wrong_way = np.where((impulse < 0) | (closing < -2 * np.sqrt(sv)), TERM_CAP, 0.0)
    misfit = misfit + _capped(reach) + _capped(both) + _capped(side_i) + _capped(side_j) + _capped(sized) + wrong_way
    misfit = misfit - 5.0 + one.extra + (two.extra if two is not None else 0.0)
    k, sigma = _peak(t, misfit)
    return Cause(
        "contact", float(misfit[k]), float(t[k]), sigma, (at_i[k] + at_j[k]) / 2, impulse_mmps=float(impulse[k]),
        line=line[k],
    )  # fmt: skip


def alone(joint: Joint, kind: str, price: float) -> Cause:
    """A cause outside the table: the cue, a hand, nobody knows."""
    t = joint.times()
    if kind == "strike" and not joint.inferred:
        # under the cue a ball may be told to lie there still when it is gone
        t = np.arange(joint.early_s - STALE_S, joint.late_s, 0.0005)
    gap = joint.gap_misfit(t)
    k, sigma = _peak(t, gap)
    if kind == "strike" and joint.inferred:
        # it lay there when it was last seen, and was gone soon after
        k = int(np.argmin(np.abs(t - joint.before.end_s - 0.012)))
    dv, _ = joint.jump(t[k : k + 1])
    return Cause(
        kind, float(_capped(gap)[k]) - 2.0 + price, float(t[k]), sigma, joint.where(t)[0][k],
        impulse_mmps=float(np.hypot(*dv[0])),
    )  # fmt: skip
