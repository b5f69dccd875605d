"""Balls in motion: all are followed at once, by what lies around their expected places."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.ball import Ball
from callshot.tracker.detect.boxes import box_around
from callshot.tracker.detect.follow import PLAIN, Followed, follow
from callshot.tracker.detect.known import Known
from callshot.tracker.detect.look import Glimpse

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Image = NDArray[np.uint8]

SAME_BALL_RADII = 1.5  # nearer centres are one ball seen twice
SUPPORT_MIN = 0.4
MASS_RANGE = (0.4, 1.7)
WIDTH_SLACK = 0.4
WIDEST = math.sqrt(2)  # all that shows of a ball on its rim; what is wider has a light or a stick beside it
SLIM_SIGMA = 0.3  # radii
# A streak of length 2 h got at least as far from frame to frame, save where it turned back. One that does not get on
# for longer than a turn at a cushion takes is a line of light or a cue, no ball.
STANDING_STREAK_S = 0.1
_NO_STREAK = np.zeros(2)


def follow_moving(known: Known, image: Image, luma: Image, changed: Mask, t: float) -> list[Ball]:
    """Move the balls that move; those that can't be found where they should be are returned and not followed."""
    if not known.balls:
        return []
    touched = known.touched(known.places(), changed).tolist()
    active = [
        b for b, near in zip(known.balls, touched, strict=True)
        if b.rest_px is None or (near and known.stirred(b.px, luma))
    ]  # fmt: skip
    if not active:
        return []
    moving = {id(b) for b in active}
    lying = [b.px for b in known.balls if id(b) not in moving]
    past = np.array([t - b.t_s for b in active])
    velocity = np.array([b.velocity for b in active])
    expected = np.array([b.px for b in active]) + velocity * past[:, None]
    travel = np.hypot(*velocity.T) * past
    mass = np.array([b.mass or 0.0 for b in active])
    doubtful = np.array([b.glimpse.score < PLAIN for b in active])
    others = np.array(lying).reshape(-1, 2)
    seen = follow(image, known.plate.bgr, known.view, expected, travel, mass, others, doubtful)
    lost = [b for i, b in enumerate(active) if not _accept(known, luma, b, seen, i, t)]
    for ball, place in zip(active, expected, strict=True):
        ball.expected = place
    lost += _doubles(known, active, lost)
    gone = {id(b) for b in lost}
    for ball in active:
        if ball.rest_px is None:
            continue
        if id(ball) in gone or np.hypot(*(ball.px - ball.rest_px)) > 0.12 * known.view.radius_px:
            known.uncover(ball.rest_px, ball)
            ball.rest_px = None
    if lost:
        known.balls = [b for b in known.balls if id(b) not in gone]
    return lost


def weigh(known: Known, image: Image) -> None:
    """Learn how much each sharp ball differs from its plate, to know it again as a streak."""
    fresh = [b for b in known.balls if b.mass is None and not b.glimpse.half_px.any()]
    if not fresh:
        return
    at = np.array([b.px for b in fresh])
    others = [b.px for b in known.balls if not any(b is f for f in fresh)]
    still = np.zeros(len(at))
    seen = follow(image, known.plate.bgr, known.view, at, still, still, np.array(others).reshape(-1, 2))
    for ball, mass, width in zip(fresh, seen.mass.tolist(), seen.width.tolist(), strict=True):
        ball.mass, ball.width = mass, width if width < WIDEST else 1.0


def _accept(known: Known, luma: Image, ball: Ball, seen: Followed, i: int, t: float) -> bool:
    centre = seen.centres_px[i]
    support, width, spread = float(seen.support[i]), float(seen.width[i]), float(seen.spread[i])
    share = float(seen.mass[i]) / max(ball.mass or float(seen.mass[i]), 1e-6)
    # A ball of two colours, one of them the cloth's, shows wide or slim as it turns; a stranger's width is neither.
    usual = abs(width - 1) < WIDTH_SLACK or abs(width - ball.width) < WIDTH_SLACK / 2
    whole = MASS_RANGE[0] < share < MASS_RANGE[1] and usual
    if not (support > SUPPORT_MIN or whole) or not known.view.allows(centre):
        return False
    radius = known.view.radius_px
    old = ball.glimpse
    # The middle of what shows of a ball of two colours is not its own, and its outline may be that of one of them.
    slim = SLIM_SIGMA * max(1 - width, 0.0) * (1 - support) * radius
    if support > 0.3:
        half = _NO_STREAK
        sigma = max(0.12, spread * radius / math.sqrt(max(support * 12, 1))) + slim
    else:
        half = seen.half[i]
        sigma = 0.07 * radius + 0.05 * math.hypot(*half) + slim
    odd = min(abs(width - 1), abs(width - ball.width))
    score = support if support > 0.3 else max(0.9 - abs(share - 1) - odd, 0.3)
    dx, dy = float(centre[0] - old.px[0]), float(centre[1] - old.px[1])
    if math.hypot(dx, dy) >= math.hypot(*half) or not half.any():
        ball.stood_since_s = None
    elif ball.stood_since_s is None:
        ball.stood_since_s = ball.t_s
    elif t - ball.stood_since_s > STANDING_STREAK_S:
        known.absorb(luma, box_around(known.view, centre, 1 + math.hypot(*half) / radius), [])
        return False
    ball.velocity = np.array([dx, dy]) / max(t - ball.t_s, 1e-3) if math.hypot(dx, dy) > 0.05 * radius else np.zeros(2)
    ball.glimpse = Glimpse(centre, score, old.scale, old.lab, half, sigma)
    ball.t_s = t
    if ball.rest_px is None:
        ball.trail.append((t, centre))
    return True


def _doubles(known: Known, active: list[Ball], lost: list[Ball]) -> list[Ball]:
    """Of two followers that ended on one ball the less sure one is lost."""
    gone = {id(b) for b in lost}
    left = [b for b in known.balls if id(b) not in gone]
    if len(left) < 2:
        return []
    at = np.array([b.px for b in left])
    apart = at[:, None] - at[None]
    near = np.einsum("ijk,ijk->ij", apart, apart) < (SAME_BALL_RADII * known.view.radius_px) ** 2
    doubles: list[Ball] = []
    moving = {id(b) for b in active}
    for i, j in zip(*np.nonzero(np.triu(near, 1)), strict=True):
        a, b = left[i], left[j]
        if (id(a) in moving or id(b) in moving) and not any(d is a or d is b for d in doubles):
            doubles.append(min(a, b, key=lambda q: q.glimpse.score))
    return doubles
