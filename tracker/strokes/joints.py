"""Joints: where two pieces of a ball's path meet, and so something happened to it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.bed import Bed, Rail
from callshot.tracker.strokes.leaving import anchored
from callshot.tracker.strokes.paths import Path
from callshot.tracker.strokes.pieces import Piece, fit_moving

Floats = NDArray[np.float64]

# Two pieces that meet with less than this change of speed may be one slide turning into a roll.
SOFT_MMPS = 45.0
# The path model itself (spin, cloth, lens) is off by about this near a hit.
MODEL_SIGMA_MM = 1.2
# ... and its speed by this.
JUMP_SIGMA_MMPS = 15.0
# From rest to rest so near by: the place was seen wrongly for a while (a cue beside the ball), or it was nudged.
NUDGE_MM = 25.0
# A ball that lay still and then gets farther than this was hit.
LEFT_MM = 4.0
# Cuts so many sights earlier or later are thought of, but not those that cost more chi squared than this.
SHIFTED, WORSE = 4, 14.0


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """Something happened to `ball` between two pieces.

    early_s, late_s: it happened between these. before, after: the pieces. inferred: a side of it was not seen but
    follows from another hit. extra: chi squared that this cut costs over the best. others: the joint cut elsewhere.
    """

    ball: int
    before: Piece
    after: Piece
    early_s: float
    late_s: float
    inferred: bool = False
    extra: float = 0.0
    others: tuple[Joint, ...] = ()

    def times(self) -> Floats:
        """(k,) moments at which it may have happened, fine enough for the solvers that refine them."""
        span = self.late_s - self.early_s
        return np.linspace(self.early_s, self.late_s, int(np.clip(span / 0.0008, 15, 120)))

    def where(self, t: Floats) -> tuple[Floats, Floats]:
        """(k, 2) mm and (k,) variance: both pieces' word for where it happened."""
        va, vb = self.before.place_variance(t) + 0.1, self.after.place_variance(t) + 0.1
        share = (vb / (va + vb))[:, None]
        return self.before.at(t) * share + self.after.at(t) * (1 - share), va * vb / (va + vb)

    def gap_misfit(self, t: Floats) -> Floats:
        """(k,) chi squared (2 degrees) of the pieces meeting at each time."""
        d = self.before.at(t) - self.after.at(t)
        var = self.before.place_variance(t) + self.after.place_variance(t) + MODEL_SIGMA_MM**2
        return np.asarray((d * d).sum(axis=1) / var)

    def jump(self, t: Floats) -> tuple[Floats, Floats]:
        """(k, 2) mm/s change of velocity at each time and its (k,) variance per axis."""
        dv = self.after.velocity(t) - self.before.velocity(t)
        return dv, self.before.velocity_variance(t) + self.after.velocity_variance(t) + JUMP_SIGMA_MMPS**2

    def crossing_s(self) -> float:
        """When the pieces come nearest, by themselves."""
        t = self.times()
        return float(t[int(self.gap_misfit(t).argmin())])


def joints_of(path: Path, step_s: float, tells: Callable[[Joint], bool]) -> list[Joint]:
    """The joints of one path that tell of something. step_s: usual time between frames; a cut may be one sample off."""
    out = []
    for a, b in itertools.pairwise(path.pieces):
        slack_a = min(step_s, 0.5 * max(a.end_s - a.start_s, 0.0)) + 0.001
        slack_b = min(step_s, 0.5 * max(b.end_s - b.start_s, 0.0)) + 0.001
        joint = Joint(path.ball, a, b, a.end_s - slack_a, b.start_s + slack_b)
        if tells(joint):
            out.append(replace(joint, others=_elsewhere(path, joint)))
    return out


def _elsewhere(path: Path, joint: Joint) -> tuple[Joint, ...]:
    """The same joint cut a sample or more earlier or later, where the fit hardly suffers: a weak hit is hard to place.

    Each is good for the moments between its own two samples only.
    """
    if path.fitted is None or joint.before.first < 0:
        return ()
    t, p, sigma = path.fitted
    a, b = joint.before, joint.after
    cuts = [c for c in range(a.last - SHIFTED, a.last + SHIFTED + 1) if a.first <= c < b.last]
    spans = [(a.first, c) for c in cuts] + [(c + 1, b.last) for c in cuts]
    fits = fit_moving(t, p, sigma, spans)
    out = []
    for left, right in zip(fits[: len(cuts)], fits[len(cuts) :], strict=True):
        if a.rest:
            left = _kept_at_rest(left, a, t, p, sigma)
            right = anchored(right, a.place[0], left.end_s)
        if b.rest:
            right = _kept_at_rest(right, b, t, p, sigma)
        extra = max(left.misfit + right.misfit - a.misfit - b.misfit, 0.0)
        if extra < WORSE:
            early, late = left.end_s - 0.0015, right.start_s + 0.0015
            out.append(Joint(joint.ball, left, right, early, late, joint.inferred, extra))
    return tuple(out)


def _kept_at_rest(piece: Piece, rest: Piece, t: Floats, p: Floats, sigma: Floats) -> Piece:
    """The piece with the place of a rest that is known already, and the misfit that this costs."""
    off = p[piece.first : piece.last + 1] - rest.place[0]
    misfit = float(((off / sigma[piece.first : piece.last + 1, None]) ** 2).sum())
    return replace(piece, place=rest.place, spread=rest.spread, rest=True, misfit=misfit)


def is_soft(joint: Joint) -> bool:
    """No hit: the pieces meet in place and in speed (a slide that became a roll, a roll that ended)."""
    a, b = joint.before, joint.after
    if a.rest and b.rest and float(np.hypot(*(a.place[0] - b.place[0]))) < NUDGE_MM:
        return True
    if a.rest and not b.rest and _farthest_mm(b, a.place[0]) > LEFT_MM:
        # nothing starts by itself, however slowly it goes then
        return False
    t = joint.times()
    gap = joint.gap_misfit(t)
    dv, var = joint.jump(t)
    size = np.hypot(dv[:, 0], dv[:, 1])
    k = int((gap + size**2 / (var + SOFT_MMPS**2)).argmin())
    if gap[k] > 14.0:
        return False
    slack = SOFT_MMPS
    if not a.rest and b.rest:
        # the last centimetres of a roll: speed there is small whatever the fit says
        slack = 2 * SOFT_MMPS
    return bool(size[k] < slack or (size[k] ** 2 < 7.0 * var[k] and size[k] < 4 * slack))


def _farthest_mm(piece: Piece, place: Floats) -> float:
    off = piece.at(np.linspace(piece.start_s, piece.end_s, 5)) - place
    return float(np.hypot(off[:, 0], off[:, 1]).max())


def before_rail(joint_after: Piece, rail: Rail, bed: Bed, early_s: float) -> tuple[float, Piece] | None:
    """If the piece comes from a rail: when it left it, and the piece it must have been before, mirrored."""
    t = _meets(joint_after, rail, bed, early_s, joint_after.start_s + 0.002, False)
    if t is None:
        return None
    v = joint_after.velocity(t)
    n = rail.inward
    normal, along = float(v @ n), v - float(v @ n) * n
    if normal < 60.0:
        return None
    return t, _flight(t, joint_after.at(t), along / 0.92 - n * normal / 0.75, abs(normal) * 0.5, joint_after)


def after_rail(piece: Piece, rail: Rail, bed: Bed, late_s: float) -> tuple[float, Piece] | None:
    """If the piece runs into a rail before `late_s`: when, and the piece it must become, mirrored."""
    t = _meets(piece, rail, bed, piece.end_s - 0.002, late_s, True)
    if t is None:
        return None
    v = piece.velocity(t)
    n = rail.inward
    normal, along = float(v @ n), v - float(v @ n) * n
    if normal > -60.0:
        return None
    return t, _flight(t, piece.at(t), along * 0.92 - n * normal * 0.75, abs(normal) * 0.35, piece)


def _flight(t: float, at: Floats, velocity: Floats, sigma_mmps: float, like: Piece) -> Piece:
    spread = np.diag([float(like.place_variance(t)) + 4.0, sigma_mmps**2 + 50.0**2, 800.0**2])
    place = np.vstack([at, velocity, np.zeros(2)])
    return replace(
        like, start_s=t, end_s=t, origin_s=t, place=place, spread=spread, samples=0, rest=False, first=-1, last=-1
    )  # fmt: skip


def _meets(piece: Piece, rail: Rail, bed: Bed, early_s: float, late_s: float, first: bool) -> float | None:
    """When the piece's centre is one radius from the rail, within its length."""
    if late_s <= early_s:
        return None
    t = np.linspace(early_s, late_s, 60)
    height = (piece.at(t) - rail.start) @ rail.inward - bed.radius_mm
    cross = np.nonzero((height[:-1] > 0) != (height[1:] > 0))[0]
    if not len(cross):
        return None
    k = int(cross[0] if first else cross[-1])
    f = float(height[k] / (height[k] - height[k + 1]))
    when = float(t[k] + f * (t[k + 1] - t[k]))
    length = rail.length_mm
    along = float((piece.at(when) - rail.start) @ (rail.end - rail.start)) / length
    return when if -10.0 <= along <= length + 10.0 else None
