"""Two balls that hit each other, as the cause of a joint or of two: scored over all moments and cuts at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.bundle import Bundle
from callshot.tracker.strokes.causes import TERM_CAP, Cause, capped
from callshot.tracker.strokes.joints import JUMP_SIGMA_MMPS, MODEL_SIGMA_MM, Joint
from callshot.tracker.strokes.pieces import Piece

Floats = NDArray[np.float64]

# How far positions near a hit are from the truth beyond their own covariance: calibration, parallax, shutter.
REACH_SIGMA_MM = 2.0
# Phenolic on phenolic: 0.93 +- 0.06; throw and unequal mass turn or take a tenth of the impulse.
BALL_GIVE = 0.965
BALL_SLOP = 0.10
# A ball on whose way no hit shows got less than this; one that was not seen after it may have got anything.
UNSEEN_PUSH_MMPS, ANY_PUSH_MMPS = 40.0, 1e4
# A touch as thin as that happens only where the centres pass within a hair of one diameter: of all the lines that the
# sights allow, which are this wide together, few do.
LINES_MM = 5.0
# A cushion backs a ball that is pressed into it by this share of a push; that it was so is believed at this price.
PRESSED, BACKED_PRICE = 0.5, 1.0
# Moments that are looked at lie this near together.
STEP_S, FEWEST, MOST = 0.0008, 9, 120
# Balls farther apart than this, edge to edge, are not looked at.
APART_MM = 120.0
NONE: Floats = np.zeros((0, 2))


def contact_cause(
    one: Joint, two: Joint | None, other: Piece | None, bed: Bed, vanished: bool = False, packed: bool = False,
    backing: Floats = NONE, stays: bool = False,
) -> Cause | None:  # fmt: skip
    """`one` hit the ball of joint `two`, or a ball on the unbroken piece `other`, too softly to be seen in it.

    vanished: that ball was not seen after it, so what the hit did to it can't be checked. packed: that ball lay against
    others and passed on what it got: only what the hit did to `one` tells. backing: (k, 2) inward normals of cushions
    that it lay against, which send back what presses it into them. stays: it was watched going on as it did.
    """
    seconds: tuple[Joint | None, ...] = (two, *two.others) if two is not None else (None,)
    cuts = []
    for a in (one, *one.others):
        for b in seconds:
            early = a.early_s if b is None else max(a.early_s, b.early_s)
            late = a.late_s if b is None else min(a.late_s, b.late_s)
            if late > early:
                cuts.append((a, b, early, late))
    if not cuts:
        return None
    early_s, late_s = np.array([c[2] for c in cuts]), np.array([c[3] for c in cuts])
    count = int(np.clip((late_s - early_s).max() / STEP_S, FEWEST, MOST))
    t = early_s[:, None] + (late_s - early_s)[:, None] * np.linspace(0.0, 1.0, count)
    mine = _Side([a for a, _, _, _ in cuts], t)
    if two is not None:
        theirs: _Side | _Unbroken = _Side([b for _, b, _, _ in cuts if b is not None], t)
    else:
        assert other is not None
        theirs = _Unbroken(other, t, vanished)
    line = mine.at - theirs.at
    far = np.hypot(line[..., 0], line[..., 1])
    if float(far.min()) > bed.ball_diameter_mm + APART_MM:
        return None
    line = line / np.maximum(far, 1e-6)[..., None]
    misfit, impulse = _misfit(mine, theirs, line, far, bed, packed)
    if stays and not packed:
        speed = np.hypot(*np.moveaxis(mine.before - theirs.before, -1, 0))
        share = np.minimum(UNSEEN_PUSH_MMPS / np.maximum(speed, UNSEEN_PUSH_MMPS), 1.0)
        # the centres are off one diameter by the square of what the line of centres gets of the speed
        misfit = misfit - 2.0 * np.log(np.minimum(bed.radius_mm * share**2 / LINES_MM, 1.0))
    if len(backing):
        backed, sent = _misfit(mine, theirs, line, far, bed, True)
        better = ((line @ backing.T).max(axis=-1) > PRESSED) & (backed + BACKED_PRICE < misfit)
        misfit, impulse = np.where(better, backed + BACKED_PRICE, misfit), np.where(better, sent, impulse)
    misfit += np.array([a.extra + (b.extra if b is not None else 0.0) for a, b, _, _ in cuts])[:, None]
    misfit = np.where(far.min(axis=1)[:, None] > bed.ball_diameter_mm + APART_MM, np.inf, misfit)
    k, i = (int(q) for q in np.unravel_index(int(misfit.argmin()), misfit.shape))
    near = t[k][misfit[k] < misfit[k, i] + 1.0]
    sigma = max(float(near[-1] - near[0]) / 2, float(t[k, 1] - t[k, 0]) / 2)
    return Cause(
        "contact", float(misfit[k, i]), float(t[k, i]), sigma, (mine.at[k, i] + theirs.at[k, i]) / 2,
        impulse_mmps=float(impulse[k, i]), line=line[k, i],
    )  # fmt: skip


class _Side:
    """What the joints of one of both balls say: all (cuts, moments) or (cuts, moments, 2).

    at, var: where it was, mm and mm2. before: velocity before, mm/s, and its variance. push: change of velocity and its
    variance. gap: chi squared of its pieces meeting, less degrees.
    """

    def __init__(self, joints: Sequence[Joint], t: Floats) -> None:
        a, b = Bundle.of([q.before for q in joints]), Bundle.of([q.after for q in joints])
        at_a, at_b, var_a, var_b = a.at(t), b.at(t), a.place_variance(t), b.place_variance(t)
        wide_a, wide_b = var_a + 0.1, var_b + 0.1
        share = (wide_b / (wide_a + wide_b))[..., None]
        self.at, self.var = at_a * share + at_b * (1 - share), wide_a * wide_b / (wide_a + wide_b)
        gap = ((at_a - at_b) ** 2).sum(axis=-1) / (var_a + var_b + MODEL_SIGMA_MM**2)
        self.gap = capped(gap) - 2.0
        self.before, self.before_var = a.velocity(t), a.velocity_variance(t)
        self.push = b.velocity(t) - self.before
        self.push_var = self.before_var + b.velocity_variance(t) + JUMP_SIGMA_MMPS**2


class _Unbroken:
    """The same of a ball whose piece goes on as if nothing had happened."""

    def __init__(self, piece: Piece, t: Floats, vanished: bool) -> None:
        rows = Bundle.of([piece])
        self.at, self.var = rows.at(t), rows.place_variance(t)
        self.gap = np.zeros_like(self.var)
        self.before = rows.velocity(t)
        self.push = np.zeros_like(self.before)
        self.push_var = rows.velocity_variance(t) + (ANY_PUSH_MMPS if vanished else UNSEEN_PUSH_MMPS) ** 2


def _misfit(
    mine: _Side, theirs: _Side | _Unbroken, line: Floats, far: Floats, bed: Bed, packed: bool
) -> tuple[Floats, Floats]:
    """(cuts, moments) chi squared less its degrees, and the impulse, mm/s. line: unit, from theirs to mine."""
    closing = -((mine.before - theirs.before) * line).sum(axis=-1)
    push_i = (mine.push * line).sum(axis=-1)
    push_j = -(theirs.push * line).sum(axis=-1)
    s_i, s_j = mine.push_var, theirs.push_var
    # the better known of both sides gives the impulse
    share = s_j / (s_i + s_j) if not packed else np.ones_like(s_i)
    impulse = push_i * share + push_j * (1 - share)
    slop = (BALL_SLOP * np.abs(impulse) + 20.0) ** 2
    reach = (far - bed.ball_diameter_mm) ** 2 / (mine.var + theirs.var + REACH_SIGMA_MM**2)
    both = (push_i - push_j) ** 2 / (s_i + s_j + slop)
    side_i = ((mine.push - push_i[..., None] * line) ** 2).sum(axis=-1) / (s_i + slop)
    side_j = ((theirs.push + push_j[..., None] * line) ** 2).sum(axis=-1) / (s_j + slop)
    sv = mine.before_var + s_i * s_j / (s_i + s_j)
    sized = (impulse - BALL_GIVE * closing) ** 2 / (sv + (0.08 * np.abs(closing) + 20.0) ** 2)
    if packed:
        # a pack is heavier than a ball: the push is up to twice that of one
        both, side_j = np.zeros_like(both), np.zeros_like(side_j)
        over = np.maximum(np.maximum(0.8 * closing - impulse, impulse - 1.9 * closing), 0.0)
        sized = over**2 / (sv + (0.1 * np.abs(closing) + 20.0) ** 2)
    wrong_way = np.where((impulse < 0) | (closing < -2 * np.sqrt(sv)), TERM_CAP, 0.0)
    terms = capped(reach) + capped(both) + capped(side_i) + capped(side_j) + capped(sized) + wrong_way
    return mine.gap + theirs.gap + terms - 5.0, impulse
