"""Where a ball can be next: free flight, off a cushion, or knocked by another ball."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.track.ball import FollowedBall
from callshot.tracker.track.limits import CUSHION_RESTITUTION

Floats = NDArray[np.float64]
Guess = tuple[float, float, float]  # x mm, y mm, sigma mm


def off_cushions(start: Floats, end: Floats, bed: Bed) -> Floats:
    """Fold a straight step back inside the lines where a centre meets a cushion."""
    out = np.array(end, np.float64)
    for axis, half in ((0, bed.width_mm / 2 - bed.radius_mm), (1, bed.length_mm / 2 - bed.radius_mm)):
        over = abs(out[axis]) - half
        if over > 0 and abs(start[axis]) <= half + 5.0:
            out[axis] = math.copysign(half - CUSHION_RESTITUTION * over, out[axis])
    return out


def guesses(ball: FollowedBall, t_s: float, bed: Bed) -> list[Guess]:
    """Where it is by itself: free flight, and off a cushion where it would cross one."""
    ahead, sigma = ball.predict(t_s)
    out = [(float(ahead[0]), float(ahead[1]), sigma)]
    if not ball.resting:
        folded = off_cushions(ball.position_mm, ahead, bed)
        bent = float(np.hypot(*(folded - ahead)))
        if bent > 1.0:
            out.append((float(folded[0]), float(folded[1]), sigma + 0.25 * bent))
    return out


def knocks(ball: FollowedBall, others: Sequence[FollowedBall], t_s: float, bed: Bed) -> list[tuple[int, Guess, Guess]]:
    """Collisions of a moving ball with others before t: (other's key, where this one goes, where the other goes)."""
    dt = t_s - ball.last_seen_s
    speed = float(np.hypot(*ball.velocity_mmps))
    if ball.resting or dt <= 0 or speed < 20.0:
        return []
    two_r = 2 * bed.radius_mm
    out: list[tuple[int, Guess, Guess]] = []
    for other in others:
        if other is ball:
            continue
        d = ball.position_mm - other.position_mm
        w = ball.velocity_mmps - other.velocity_mmps
        a, b = float(w @ w), float(d @ w)
        if b >= 0 or a < 1.0:
            continue
        # widen by what is not known, so that a graze is thought of
        slack = 2.0 * (ball.sigma_mm + other.sigma_mm) + 2.0
        c = float(d @ d) - (two_r + slack) ** 2
        if b * b - a * c <= 0:
            continue
        closest = max(float(d @ d) - b * b / a, 0.0)
        when = (-b - math.sqrt(max(b * b - a * (float(d @ d) - max(two_r, math.sqrt(closest)) ** 2), 0.0))) / a
        if when > dt:
            continue
        when = max(when, 0.0)
        here = ball.position_mm + ball.velocity_mmps * when
        there = other.position_mm + other.velocity_mmps * when
        line = (here - there) / max(float(np.hypot(*(here - there))), 1e-6)
        give = 0.97 * float(w @ line) * line
        left = dt - when
        mine, its = ball.velocity_mmps - give, other.velocity_mmps + give
        push = float(np.hypot(*give)) * left
        sigma = math.hypot(6.0 + ball.sigma_mm, 0.35 * push)
        to = off_cushions(here, here + mine * left, bed)
        at = off_cushions(there, there + its * left, bed)
        out.append((other.key, (float(to[0]), float(to[1]), sigma), (float(at[0]), float(at[1]), sigma)))
    return out
