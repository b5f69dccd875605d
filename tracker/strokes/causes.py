"""What explains a joint: a cushion, another ball, the cue - each scored as chi squared over the moments it may fit.

A cause must fit the whole of it: both pieces meet there, the ball is in reach of what it is said to have hit, the
change of speed points along the line of centres (or the cushion's normal) and has the size that such a hit can have.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import Cushion
from callshot.tracker.strokes.bed import Bed, Rail
from callshot.tracker.strokes.joints import Joint
from callshot.tracker.strokes.turns import turns_at

Floats = NDArray[np.float64]

# A nose line is known to about this, until its rebounds have shown it better.
RAIL_SIGMA_MM = 5.0
# A ball that was struck may be seen at its old place for so long: a gate that didn't look, a cue over it.
STALE_S = 0.06
# Rubber: restitution 0.75 +- 0.15 of the normal speed; spin and friction change the rest of it.
RUBBER = (0.72, 0.17)
# A turn by this much is one, however ill the ways before and after are known.
TURN_MMPS = 200.0
TERM_CAP = 30.0
# The best that a cushion can fit: all of its terms zero, less their degrees.
LEAST_CUSHION = -5.0
# Causes farther from where the pieces cross are not looked at.
NEAR_MM = 150.0


@dataclass(frozen=True, slots=True, eq=False)
class Cause:
    """One explanation of one joint or of two joints at once.

    kind: cushion, contact, strike, unknown. misfit: chi squared less its degrees, lower is better. when_s, sigma_s.
    impulse_mmps: how much speed it gave. line: (2,) unit, of a contact, from the second ball to the first. turned: it
    ran at the cushion and was stopped or sent back where its edge was there.
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
    turned: bool = False


def capped(chi: Floats) -> Floats:
    """Chi squared of one term: no single one decides alone."""
    return np.minimum(chi, TERM_CAP)


def _peak(t: Floats, misfit: Floats) -> tuple[int, float]:
    """Best sample and the one-sigma width around it."""
    k = int(misfit.argmin())
    near = t[misfit < misfit[k] + 1.0]
    step = float(t[1] - t[0]) if len(t) > 1 else 0.001
    return k, max(float(near[-1] - near[0]) / 2, step / 2)


def cushion_causes(joint: Joint, bed: Bed) -> list[Cause]:
    """The rebounds from each rail in reach (or its nose end), each by the best of the joint's cuts."""
    near = _near_rails(joint, bed)
    if not near:
        return []
    cuts = [_Sides(cut) for cut in sorted((joint, *joint.others), key=lambda q: q.extra)]
    out = []
    for rail in near:
        best: Cause | None = None
        for cut in cuts:
            if best is not None and best.misfit <= cut.joint.extra + LEAST_CUSHION:
                break
            got = _cushion(cut, rail, bed)
            if got is not None and (best is None or got.misfit < best.misfit):
                best = got
        if best is not None:
            out.append(best)
    return out


def _near_rails(joint: Joint, bed: Bed) -> list[Rail]:
    """The rails near which the pieces end and begin."""
    ends = np.stack([joint.before.at(joint.before.end_s), joint.after.at(joint.after.start_s)])
    lines = bed.rail_lines
    spots = ends[:, None] - lines.starts
    along, height = (spots * lines.ways).sum(axis=2), (spots * lines.inwards).sum(axis=2)
    near = ((along > -NEAR_MM) & (along < lines.lengths_mm + NEAR_MM) & (np.abs(height) < NEAR_MM)).any(axis=0)
    return [bed.rails[k] for k in np.nonzero(near)[0]]


class _Sides:
    """What both pieces of a joint say of its moments, whichever rail is asked about; worked out once it is."""

    def __init__(self, joint: Joint) -> None:
        self.joint = joint

    @cached_property
    def t(self) -> Floats:
        return self.joint.times()

    @cached_property
    def where(self) -> tuple[Floats, Floats]:
        return self.joint.where(self.t)

    @cached_property
    def speeds(self) -> tuple[Floats, Floats]:
        return self.joint.before.velocity(self.t), self.joint.after.velocity(self.t)

    @cached_property
    def spread(self) -> tuple[Floats, Floats]:
        """Variance of the change of speed, and of the speed after it."""
        return self.joint.jump(self.t)[1], self.joint.after.velocity_variance(self.t)

    @cached_property
    def gap(self) -> Floats:
        return capped(self.joint.gap_misfit(self.t))


def _cushion(cut: _Sides, rail: Rail, bed: Bed) -> Cause | None:
    t = cut.t
    at, var = cut.where
    d = rail.end - rail.start
    length = rail.length_mm
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
    va, vb = cut.speeds
    into = -(va * normal).sum(axis=1)
    out = (vb * normal).sum(axis=1)
    var_v, out_var = cut.spread
    slop = RAIL_SIGMA_MM if not rail.jaw else 1.3 * RAIL_SIGMA_MM
    reach = (height - bed.radius_mm) ** 2 / (var + slop**2)
    sized = (out - RUBBER[0] * into) ** 2 / (var_v + (RUBBER[1] * into) ** 2 + 20.0**2)
    side = (vb - va) - ((vb - va) * normal).sum(axis=1)[:, None] * normal
    slip = (side**2).sum(axis=1) / (var_v + (0.3 * np.abs(into) + 30.0) ** 2)
    # what runs away from a cushion can't hit it, a cushion only ever sends away from it, and nobody knows that it did
    # where the way after it was hardly seen: the ball may as well have gone on over it
    sigma_v, out_sigma = np.sqrt(var_v), np.sqrt(out_var)
    wrong = (into < -sigma_v) | (into + out < np.minimum(sigma_v, TURN_MMPS)) | (out_sigma > TURN_MMPS + into)
    wrong_way = np.where(wrong, TERM_CAP, 0.0)
    misfit = cut.gap + capped(reach) + capped(sized) + capped(slip) + wrong_way - 5.0
    misfit = misfit + np.where(over > 0.5, 2.0 + 0.1 * over, 0.0) + (3.0 if rail.jaw else 0.0) + cut.joint.extra
    k, sigma = _peak(t, misfit)
    weak = max(0.0, 3.0 - float(into[k]) / 20.0)  # a touch so soft that it changes nothing explains nothing
    turned = not wrong[k] and turns_at(float(into[k]), float(out[k]), float(height[k]) - bed.radius_mm)
    return Cause(
        "cushion", float(misfit[k]) + weak, float(t[k]), sigma, at[k], rail.cushion, rail.jaw, float(into[k]),
        turned=turned,
    )  # fmt: skip


def alone(joint: Joint, kind: str, price: float) -> Cause:
    """A cause outside the table: the cue, a hand, nobody knows."""
    t = joint.times()
    if kind == "strike" and not joint.inferred:
        # under the cue a ball may be told to lie there still when it is gone
        t = np.arange(min(joint.early_s, joint.before.end_s - STALE_S), joint.late_s, 0.0005)
    gap = joint.gap_misfit(t)
    k, sigma = _peak(t, gap)
    if kind == "strike" and joint.inferred:
        # it lay there when it was last seen, and was gone soon after
        k = int(np.argmin(np.abs(t - joint.before.end_s - 0.012)))
    dv, _ = joint.jump(t[k : k + 1])
    return Cause(
        kind, float(capped(gap)[k]) - 2.0 + price, float(t[k]), sigma, joint.where(t)[0][k],
        impulse_mmps=float(np.hypot(*dv[0])),
    )  # fmt: skip
