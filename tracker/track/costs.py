"""What it costs to believe that a sight is a ball: minus the log of how likely the ball is seen there, in nats."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.observation import BallObservation, FrameObservation
from callshot.tracker.track.ball import FollowedBall
from callshot.tracker.track.flight import Flight
from callshot.tracker.track.length import length
from callshot.tracker.track.limits import BIRTH_SPEED_MMPS, FASTEST_MMPS
from callshot.tracker.track.outline import nearest_gaps_mm
from callshot.tracker.track.streaks import streak_nats

Floats = NDArray[np.float64]

# A sight anywhere on the bed that belongs to no ball we know, and a ball that goes unseen: together about e-22 a mm2.
STRANGER_NATS = 22.0
# A ball seen once may have been taken for its edge or highlight: what is seen next lies within this much more.
BIRTH_MM = 40.0
# A hit out of the blue (cue, unseen ball): unlikelier by this than flying on.
HIT_NATS = 5.0
# A struck ball comes out from under cue and hand within this.
STRIKE_UNSEEN_S = 0.06
# From where it lay a ball may be gone into a pocket this near between two frames.
SINK_REACH_MM = 300.0
# ... or was known to be on its way there within so much.
SINK_SIGMA_MM = 120.0
# A ball that was moving and is unseen for longer may be anywhere.
LOOSE_S = 0.3
LOOSE_SIGMA_MM = 150.0
# What a sight of score zero would lose against a sure one.
DOUBT_NATS = 6.0
# A sight on something foreign is no ball out of the blue.
ON_FOREIGN_NATS = 6.0
# A ball that left its place comes straight from there for so long; later it may have met anything.
STRAIGHT_S = 0.1
# Lab colours of one ball differ by about this while it rolls; stripes show both their colours, so it is capped.
COLOUR_SIGMA = 10.0
COLOUR_CAP_NATS = 5.0


def costs(
    balls: Sequence[FollowedBall], ways: Mapping[int, list[Flight]], sights: Sequence[BallObservation],
    frame: FrameObservation, radius_mm: float, fastest: float,
) -> tuple[Floats, NDArray[np.int64]]:  # fmt: skip
    """(balls, sights) nats, and by which way each would have come (-1: by none that was thought of).

    Names are asked only where it is less than STRANGER_NATS without them.
    fastest: speed of the fastest known ball about, mm/s: it may have hit others.
    """
    t = frame.t_s
    # what is seen on a sleeve or a cue may be part of it
    at = np.array([s.position_mm for s in sights], np.float64)
    on_foreign = nearest_gaps_mm(at, frame.foreign) <= 0.0
    spread = np.array([max(s.variance_mm2, 0.25) for s in sights])
    seen_lab = np.array([s.colour_lab for s in sights], np.float64)
    # a streak is half cloth: its colour says little
    blur = np.array([s.blur_mm for s in sights], np.float64)
    streak = np.hypot(blur[:, 0], blur[:, 1])
    sharp = np.clip(1.0 - streak / (0.8 * radius_mm), 0.0, 1.0)
    # a detector that doubts its sight: something of a cue or a sleeve, rather than a ball
    doubt = DOUBT_NATS * np.clip(0.95 - np.array([s.score for s in sights]), 0.0, 1.0)
    sunk = np.array([s.in_pocket is not None for s in sights])
    # half hidden in the dark of a pocket any ball is faint
    doubt = np.where(sunk, 0.0, doubt)
    where = np.array([b.position_mm for b in balls])
    way = at[None, :, :] - where[:, None, :]
    far = np.hypot(way[:, :, 0], way[:, :, 1])
    cost, came = _by_ways(balls, ways, at, spread, sunk, far, t)
    loose = np.stack([_anywhere(b, far[i], t, fastest) for i, b in enumerate(balls)])
    for i, ball in enumerate(balls):
        if (ball.resting or ball.started) and t - ball.last_seen_s < STRAIGHT_S:
            loose[i] += streak_nats(way[i], blur)
    # by no way that was thought of: then it has to look like it, and can't have sunk from where it lay
    off = np.linalg.norm(seen_lab[None] - np.array([b.colour_lab for b in balls])[:, None], axis=2)
    unlike = sharp * np.minimum(0.5 * (off / COLOUR_SIGMA) ** 2, 2 * COLOUR_CAP_NATS)
    loose += unlike + np.where(on_foreign, ON_FOREIGN_NATS, 0.0) + doubt
    under = np.array([b.covered and b.resting for b in balls])
    loose[sunk & ((far > SINK_REACH_MM) | under[:, None])] = np.inf
    cost += np.minimum(unlike, COLOUR_CAP_NATS)
    came[loose < cost] = -1
    cost = np.minimum(cost, loose)
    # names make nothing likelier: what is too dear already is not asked for them
    for i in np.flatnonzero((cost < STRANGER_NATS).any(axis=1)).tolist():
        named = dict(balls[i].labels())
        for j in np.flatnonzero(cost[i] < STRANGER_NATS).tolist() if named else ():
            labels = sights[j].labels
            if labels:
                same = sum(p * named.get(name, 0.0) for name, p in labels.items())
                cost[i, j] -= math.log(max(min(same * 1.2, 1.0), 0.05))
    return cost, came


def _by_ways(
    balls: Sequence[FollowedBall], ways: Mapping[int, list[Flight]], at: Floats, spread: Floats,
    sunk: NDArray[np.bool_], far: Floats, t: float,
) -> tuple[Floats, NDArray[np.int64]]:  # fmt: skip
    """(balls, sights) nats of the best of each ball's ways to each sight, and which that is: all at once.

    at (n, 2), spread (n,) mm2, sunk (n,): the sights. far (balls, n): how far each is from where the ball was seen.
    """
    own = [ways[b.key] for b in balls]
    every = [w for mine in own for w in mine]
    ends = np.cumsum([len(mine) for mine in own]).tolist()
    firsts = [0, *ends[:-1]]
    dt = np.array([t - w.start_s for w in every])[:, None]
    ahead = np.array([w.at_mm for w in every]) + np.array([w.velocity_mmps for w in every]) * dt
    var = np.array([w.variance(t) for w in every])[:, None] + spread[None, :]
    d2 = (ahead[:, None, 0] - at[None, :, 0]) ** 2 + (ahead[:, None, 1] - at[None, :, 1]) ** 2
    price = np.array([w.price for w in every])[:, None]
    each = 0.5 * d2 / var + np.log(2 * np.pi * var) + price
    each[(var > SINK_SIGMA_MM**2) & sunk] = np.inf
    came = np.zeros(far.shape, np.int64)
    for i, (ball, a, b) in enumerate(zip(balls, firsts, ends, strict=True)):
        mine, unseen = each[a:b], t - ball.last_seen_s
        if unseen > LOOSE_S:
            mine[var[a:b] > LOOSE_SIGMA_MM**2] = np.inf
        if not ball.confirmed and ball.sights == 1:
            mine[:, far[i] > 2 * BIRTH_SPEED_MMPS * unseen + BIRTH_MM] = np.inf
        if ball.in_pocket is not None:
            mine[:, ~sunk & (far[i] > SINK_REACH_MM)] = np.inf
        if b - a > 1:
            came[i] = mine.argmin(axis=0)
    return np.asarray(np.minimum.reduceat(each, firsts, axis=0)), came


def _anywhere(ball: FollowedBall, off: Floats, t: float, fastest: float) -> Floats:
    """Cost of being anywhere within reach: after a hit nobody saw, or in a hand. off: how far each sight is, mm."""
    dt = t - ball.last_seen_s
    speed = length(ball.velocity_mmps)
    tops: tuple[tuple[float, float], ...]
    if ball.started:
        # it was hit just now: how hard, nobody has seen yet
        tops = ((FASTEST_MMPS, 0.6 * HIT_NATS),)
    elif ball.resting:
        # by the fastest ball about, else by a cue: out of the blue, however long it was covered before
        dt = min(t - max(ball.last_seen_s, ball.excused_s) + STRIKE_UNSEEN_S, dt, 0.5)
        tops = ((fastest * 1.05, HIT_NATS), (FASTEST_MMPS, HIT_NATS + 3.0))
    elif ball.covered or dt > LOOSE_S:
        return np.full(len(off), np.inf)  # when it comes out it is adopted, by its way or its looks
    else:
        tops = ((max(speed * 1.15 + 2 * ball.speed_sigma_mmps, fastest) + 200.0, 0.6 * HIT_NATS),)
    out = np.full(len(off), np.inf)
    for top, price in tops:
        reach = min(top * dt, FASTEST_MMPS * 0.1) + 15.0
        inside = off < reach
        # nearer is likelier: slow hits are commoner than hard ones
        out[inside] = np.minimum(out[inside], np.log(2 * np.pi * (off[inside] + 10.0) * reach) + price)
    return out


def looks_nats(ball: FollowedBall, seen: BallObservation) -> float:
    """What it costs that the sight looks otherwise than the ball."""
    off = float(np.linalg.norm(np.asarray(seen.colour_lab) - ball.colour_lab))
    return min(0.5 * (off / COLOUR_SIGMA) ** 2, COLOUR_CAP_NATS)
