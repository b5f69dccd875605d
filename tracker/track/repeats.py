"""Was this picture shown before? A slow source in a fast file shows each of its pictures twice and more."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.observation import FrameObservation
from callshot.tracker.track.ball import FollowedBall
from callshot.tracker.track.length import length
from callshot.tracker.track.limits import STREAK_MM

Floats = NDArray[np.float64]

# While nothing moves faster than this, a picture that didn't change is a table that didn't.
STILL_MMPS = 60.0
# A repeated picture: what went faster than this lies within so many mm of where it was (a codec moves it a little).
REPEAT_MMPS = 150.0
REPEAT_MM = 5.0


def repeats(frame: FrameObservation, balls: Sequence[FollowedBall], last_s: float | None, last_mm: Floats) -> bool:
    """The picture shown before, shown again: balls that were moving stand still, and nothing else has changed.

    last_s, last_mm (n, 2): when the picture before was, and what was seen in it. That the detector saw no change is a
    hint, no proof: a slow ball may move by less than it notices.
    """
    if last_s is None or not frame.balls or not len(last_mm):
        return False
    at = np.array([s.position_mm for s in frame.balls])
    new = np.hypot(at[:, None, 0] - last_mm[None, :, 0], at[:, None, 1] - last_mm[None, :, 1]).min(axis=1)
    if not frame.moving:
        # a streak is never seen twice in one place
        streak = np.array([length(s.blur_mm) > STREAK_MM for s in frame.balls])
        if streak.any() and float(new[streak].max()) <= REPEAT_MM:
            return True
    slowest = REPEAT_MMPS if frame.moving else STILL_MMPS
    moving = [b for b in balls if not b.resting and b.seen is not None and length(b.velocity_mmps) > slowest]
    if not moving:
        return False
    stand = 0
    for ball in moving:
        step = length(ball.velocity_mmps) * (frame.t_s - last_s)
        off = float(np.hypot(*(at - ball.position_mm).T).min())
        enough = step >= 4.0 * REPEAT_MM or not frame.moving
        stand += enough and off <= min(REPEAT_MM, 0.25 * step)
    if not frame.moving:
        # a second look at the same picture may place a faint ball otherwise, or find what the first one missed
        return 2 * stand > len(moving)
    return stand == len(moving) and int((new > REPEAT_MM).sum()) <= len(at) // 10
