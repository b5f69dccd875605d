"""People at the drawn table in time: whoever strikes, and hands that bring a ball."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from callshot.models.drawing.people import Capsule, body, cue_stick, hand
from callshot.models.drawing.shots import Shot
from callshot.models.drawing.table_shape import TableShape

Floats = NDArray[np.float64]
People = Callable[[float], list[Capsule]]

SKIN, SLEEVE = (0.42, 0.24, 0.16), (0.03, 0.04, 0.08)


def smooth(x: float) -> float:
    """0 to 1 without a jerk."""
    x = min(1.0, max(0.0, x))
    return x * x * (3 - 2 * x)


def player(ball: Floats, shot: Shot, t0: float, approach: float, shape: TableShape, radius: float) -> People:
    """Cue, bridge hand and a body behind it, round a strike at t0."""
    ax, ay = shot.aim
    tip_x, tip_y = float(ball[0]) - ax * radius, float(ball[1]) - ay * radius
    height = radius * (1 + 0.8 * shot.high)

    def tip(t: float) -> float:
        """How far behind the ball the tip is, mm."""
        u = t - t0
        if u < -0.35:
            away = 900.0 * (1 - smooth((u + approach) / 0.45))
            return 25.0 + 55.0 * (0.5 - 0.5 * math.cos(2 * math.pi * (u + 0.35) / 0.55)) * float(u > -1.1) + away
        if u < -0.12:
            return 25.0 + 110.0 * smooth((u + 0.35) / 0.23)
        if u < 0.0:
            return 135.0 * (1 - ((u + 0.12) / 0.12) ** 2)
        if u < 0.35:
            return -35.0 * smooth(u / 0.08)
        return -35.0 + 1100.0 * smooth((u - 0.35) / 0.6)

    def bridge_away(t: float) -> float:
        u = t - t0
        return 1000.0 * (1 - smooth((u + approach) / 0.5)) + 1100.0 * smooth((u - 0.35) / 0.6)

    room = 1e9
    for at, direction, half in ((tip_x, -ax, shape.width_mm / 2), (tip_y, -ay, shape.length_mm / 2)):
        if abs(direction) > 1e-6:
            room = min(room, ((half if direction > 0 else -half) - at) / direction)
    stand = max(room + shape.rail_mm + 180.0, 700.0)

    def who(t: float) -> list[Capsule]:
        back = tip(t)
        away = bridge_away(t)
        parts = cue_stick((tip_x - ax * back, tip_y - ay * back, height), shot.aim)
        hand_at = (tip_x - ax * (210.0 + away), tip_y - ay * (210.0 + away), 14.0)
        parts = hand(hand_at, shot.aim, SKIN, SLEEVE, max(stand - 210.0, 420.0)) + parts
        foot = (tip_x - ax * (stand + 0.5 * away), tip_y - ay * (stand + 0.5 * away))
        return parts + body(foot, shot.aim, SLEEVE, (0.02, 0.012, 0.01))

    return who


def bringing(
    at: tuple[float, float], side: tuple[float, float], t0: float, released: float, lift: float
) -> Callable[[float], tuple[list[Capsule], tuple[float, float], float]]:
    """A hand that brings a ball to `at`, lets go at `released`, leaves: (parts, ball x y, its height above rest)."""

    def who(t: float) -> tuple[list[Capsule], tuple[float, float], float]:
        coming = 1 - smooth((t - t0) / (released - t0 - 0.1))
        going = smooth((t - released - 0.05) / 0.6)
        far = 1100.0
        ball = (at[0] + side[0] * far * coming, at[1] + side[1] * far * coming)
        up = 60.0 * smooth(coming * 3)
        palm = (
            ball[0] + side[0] * (35.0 + far * going),
            ball[1] + side[1] * (35.0 + far * going),
            2 * lift + up + 10.0 + 50.0 * going,
        )
        return hand(palm, (-side[0], -side[1]), SKIN, SLEEVE, 900.0), ball, up

    return who
