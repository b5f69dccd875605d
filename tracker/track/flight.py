"""Ways a ball may go on: a place and a speed at a time, each with how unsure it is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.track.length import length
from callshot.tracker.track.limits import CUSHION_RESTITUTION, SLIDE_MMPS2

Floats = NDArray[np.float64]

# What sums of squares may be off by rounding, as a share of them, many times over.
SAFE = 1e-9
# mm2/s2: two balls that come no nearer than 20 mm in a second don't run into each other.
SLOW_MM2PS2 = 400.0


@dataclass(frozen=True, slots=True, eq=False)
class Flight:
    """From at_mm (2,) at start_s with velocity_mmps (2,). price: nats that this way costs over flying on."""

    start_s: float
    at_mm: Floats
    velocity_mmps: Floats
    sigma_mm: float
    speed_sigma_mmps: float
    price: float = 0.0

    def ahead(self, t_s: float) -> Floats:
        """(2,) mm where it is at a time."""
        return self.at_mm + self.velocity_mmps * (t_s - self.start_s)

    def variance(self, t_s: float) -> float:
        """mm2 per axis of that; a ball that lies still stays as well known as it was."""
        if self.speed_sigma_mmps == 0.0:
            return self.sigma_mm**2
        dt = t_s - self.start_s
        return self.sigma_mm**2 + (self.speed_sigma_mmps * dt) ** 2 + (0.25 * SLIDE_MMPS2 * dt * dt) ** 2

    def corrected(self, here: Floats, spread_mm: float, t_s: float) -> tuple[Floats, float]:
        """Velocity (2,) and its sigma after the ball was seen at `here`, if it came this way."""
        dt = t_s - self.start_s
        speed_var = self.speed_sigma_mmps**2 + (0.4 * SLIDE_MMPS2 * dt) ** 2
        lever = speed_var * dt
        total = self.sigma_mm**2 + spread_mm**2 + lever * dt
        gain = lever / max(total, 1e-9)
        velocity = self.velocity_mmps + gain * (here - self.ahead(t_s))
        return velocity, math.sqrt(max(speed_var * (1.0 - gain * dt), 1.0))


def bounced(flight: Flight, until_s: float, bed: Bed) -> list[Flight]:
    """The flight off the cushions that it meets before `until_s`: one way for each rebound."""
    out: list[Flight] = []
    half = (bed.width_mm / 2 - bed.radius_mm, bed.length_mm / 2 - bed.radius_mm)
    for _ in range(3):
        hit: tuple[float, int] | None = None
        for axis, (v, x) in enumerate(zip(flight.velocity_mmps.tolist(), flight.at_mm.tolist(), strict=True)):
            if abs(v) < 1.0:
                continue
            t = flight.start_s + (math.copysign(half[axis], v) - x) / v
            if t >= flight.start_s - 0.004 and t < until_s and (hit is None or t < hit[0]):
                hit = (t, axis)
        if hit is None:
            break
        t, axis = max(hit[0], flight.start_s), hit[1]
        velocity = flight.velocity_mmps.copy()
        into = abs(float(velocity[axis]))
        velocity[axis] = -CUSHION_RESTITUTION * velocity[axis]
        flight = Flight(
            t, flight.ahead(t), velocity, math.sqrt(flight.variance(t)),
            math.hypot(flight.speed_sigma_mmps, 0.25 * into + 30.0), flight.price + 0.3,
        )  # fmt: skip
        out.append(flight)
    return out


def knocked(one: Flight, two: Flight, until_s: float, bed: Bed, price: float) -> tuple[Flight, Flight] | None:
    """Both balls' ways on if the first runs into the second before `until_s`; None where it can't."""
    start = max(one.start_s, two.start_s)
    dt = until_s - start
    if dt <= 0 or _clear(one, two, start, bed):
        return None
    d = one.ahead(start) - two.ahead(start)
    w = one.velocity_mmps - two.velocity_mmps
    a, b = float(w @ w), float(d @ w)
    if b >= 0 or a < SLOW_MM2PS2:
        return None
    two_r = bed.ball_diameter_mm
    gap2 = float(d @ d)
    # widen by what is not known, so that a graze is thought of
    slack = 2.0 * (one.sigma_mm + two.sigma_mm) + 2.0
    if b * b - a * (gap2 - (two_r + slack) ** 2) <= 0:
        return None
    closest = math.sqrt(max(gap2 - b * b / a, 0.0))
    when = (-b - math.sqrt(max(b * b - a * (gap2 - max(two_r, closest) ** 2), 0.0))) / a
    if when > dt:
        return None
    t = start + max(when, 0.0)
    here, there = one.ahead(t), two.ahead(t)
    line = here - there
    line = line / max(length(line), 1e-6)
    give = 0.965 * float(w @ line) * line
    push = length(give)
    # where the line of centres points is known to (sigma / 2R); that turns the push
    turn = math.hypot(one.sigma_mm, two.sigma_mm) / two_r + 0.08
    sigma_v = 60.0 + turn * math.sqrt(a) + 0.05 * push
    after_one = Flight(
        t, here, one.velocity_mmps - give, math.sqrt(one.variance(t)),
        math.hypot(one.speed_sigma_mmps, sigma_v), one.price + price,
    )  # fmt: skip
    after_two = Flight(
        t, there, two.velocity_mmps + give, math.sqrt(two.variance(t)),
        math.hypot(min(two.speed_sigma_mmps, 500.0), sigma_v), two.price + price,
    )  # fmt: skip
    return after_one, after_two


def _clear(one: Flight, two: Flight, start_s: float, bed: Bed) -> bool:
    """They surely miss each other: `knocked` would say so too. In plain numbers, since nearly all pairs do."""
    (x1, y1), (vx1, vy1), dt1 = one.at_mm.tolist(), one.velocity_mmps.tolist(), start_s - one.start_s
    (x2, y2), (vx2, vy2), dt2 = two.at_mm.tolist(), two.velocity_mmps.tolist(), start_s - two.start_s
    wx, wy = vx1 - vx2, vy1 - vy2
    a = wx * wx + wy * wy
    if a < (1 - SAFE) * SLOW_MM2PS2:
        return True
    dx, dy = (x1 + vx1 * dt1) - (x2 + vx2 * dt2), (y1 + vy1 * dt1) - (y2 + vy2 * dt2)
    bx, by = dx * wx, dy * wy
    b = bx + by
    if b > SAFE * (abs(bx) + abs(by)):
        return True
    reach = bed.ball_diameter_mm + 2.0 * (one.sigma_mm + two.sigma_mm) + 2.0
    gap2, reach2 = dx * dx + dy * dy, reach * reach
    return bool(b * b - a * (gap2 - reach2) < -SAFE * (b * b + a * (gap2 + reach2)))
