"""How balls move: sliding and rolling, ball on ball, cushion, pocket, with the orientation carried along.

Steps of 50 us; the time of a touch is corrected inside the step by depth over closing speed, so events are true to
about a microsecond of this little world. Friction and restitution are the middle of the published ranges
(sliding 0.2, rolling 0.01, ball on ball 0.94, cushion 0.85 falling with speed). Balls do not hop.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from callshot.models.drawing.compiled import compiled

Floats = NDArray[np.float64]

GRAVITY_MMPS2 = 9810.0
STEP_S = 5e-5
SAMPLE_S = 1e-3

CONTACT, CUSHION, POCKET = 1.0, 2.0, 3.0


@dataclass(frozen=True, slots=True)
class Friction:
    """sliding, rolling: coefficients on the cloth. spin_mps2: slowing of the spin about the vertical, rad/s2.

    ball: restitution; throw: friction ball on ball. cushion: restitution at rest, less `cushion_loss` for every m/s.
    """

    sliding: float = 0.20
    rolling: float = 0.011
    spin_radps2: float = 10.0
    ball: float = 0.94
    throw: float = 0.05
    cushion: float = 0.86
    cushion_loss: float = 0.035
    cushion_grip: float = 0.16


@compiled
def _turn(rot: Floats, i: int, wx: float, wy: float, wz: float, dt: float) -> None:
    """Turn orientation `i` by the spin over `dt` (Rodrigues)."""
    w = math.sqrt(wx * wx + wy * wy + wz * wz)
    if w < 1e-9:
        return
    x, y, z = wx / w, wy / w, wz / w
    s, c = math.sin(w * dt), math.cos(w * dt)
    k = 1.0 - c
    a00, a01, a02 = c + x * x * k, x * y * k - z * s, x * z * k + y * s
    a10, a11, a12 = y * x * k + z * s, c + y * y * k, y * z * k - x * s
    a20, a21, a22 = z * x * k - y * s, z * y * k + x * s, c + z * z * k
    for col in range(3):
        u, v, t = rot[i, 0, col], rot[i, 1, col], rot[i, 2, col]
        rot[i, 0, col] = a00 * u + a01 * v + a02 * t
        rot[i, 1, col] = a10 * u + a11 * v + a12 * t
        rot[i, 2, col] = a20 * u + a21 * v + a22 * t


@compiled
def _roll_on_cloth(v: Floats, w: Floats, i: int, radius: float, mu: Floats, curve: float, dt: float) -> None:
    """Friction of the cloth on ball `i`. `curve` in mm/s2 pushes a crazy ball sideways, in the sense of its spin."""
    g = 9810.0
    ux = v[i, 0] - w[i, 1] * radius
    uy = v[i, 1] + w[i, 0] * radius
    slip = math.sqrt(ux * ux + uy * uy)
    speed = math.sqrt(v[i, 0] ** 2 + v[i, 1] ** 2)
    if slip > 3.5 * mu[0] * g * dt:
        ax, ay = -mu[0] * g * ux / slip, -mu[0] * g * uy / slip
        v[i, 0] += ax * dt
        v[i, 1] += ay * dt
        # torque of the friction at the foot of the ball: 5/(2R) * a, turned by a quarter
        w[i, 0] += 2.5 / radius * ay * dt
        w[i, 1] -= 2.5 / radius * ax * dt
    else:
        loss = mu[1] * g * dt
        if speed <= loss:
            v[i, 0] = v[i, 1] = 0.0
        else:
            if curve != 0.0:
                px, py = -v[i, 1] / speed, v[i, 0] / speed
                v[i, 0] += curve * px * dt
                v[i, 1] += curve * py * dt
            v[i, 0] -= loss * v[i, 0] / speed
            v[i, 1] -= loss * v[i, 1] / speed
        w[i, 0] = -v[i, 1] / radius
        w[i, 1] = v[i, 0] / radius
    dz = mu[2] * dt
    if abs(w[i, 2]) <= dz:
        w[i, 2] = 0.0
    else:
        w[i, 2] -= dz if w[i, 2] > 0 else -dz


@compiled
def _hit_cushion(p: Floats, v: Floats, w: Floats, i: int, nx: float, ny: float, radius: float, mu: Floats) -> None:
    """Ball `i` meets an edge whose outward normal (towards the ball) is n: restitution, and grip along the nose."""
    vn = v[i, 0] * nx + v[i, 1] * ny
    tx, ty = -ny, nx
    e = max(0.5, mu[5] - mu[6] * abs(vn) / 1000.0)
    kick = -(1 + e) * vn
    # surface speed along the nose: centre speed plus what the spin about the vertical gives at the touch
    slip = v[i, 0] * tx + v[i, 1] * ty - w[i, 2] * radius
    grip = min(mu[7] * kick, abs(slip) * 2.0 / 7.0)
    sign = 1.0 if slip > 0 else -1.0
    v[i, 0] += kick * nx - sign * grip * tx
    v[i, 1] += kick * ny - sign * grip * ty
    w[i, 2] += sign * grip * 2.5 / radius
    # the nose, above the centre, takes most of the roll
    roll = w[i, 0] * -ty + w[i, 1] * tx
    w[i, 0] *= 0.6
    w[i, 1] *= 0.6
    if roll != 0.0:
        p[i, 2] = radius


@compiled
def simulate(
    p: Floats,
    v: Floats,
    w: Floats,
    rot: Floats,
    state: NDArray[np.int64],
    curve: Floats,
    edges: Floats,
    owner: NDArray[np.int64],
    holes: Floats,
    radius: float,
    mu: Floats,
    t_max: float,
    path: Floats,
    turns: Floats,
    events: Floats,
) -> tuple[int, int]:
    """Run until all rest. state: 0 on the bed, 1 falling, 2 gone. Positions are of the centres, mm.

    Fills path (samples, balls, 3), turns (samples, balls, 3, 3) every millisecond and events (k, 6): t, kind, a, b,
    x, y. Returns how many samples and events there are.
    """
    n = p.shape[0]
    dt = 5e-5
    every = 20
    touching = np.zeros((n, n), np.bool_)
    at_nose = np.zeros((n, edges.shape[0]), np.bool_)
    goes_to = np.full(n, -1, np.int64)
    for i in range(n):
        for j in range(i + 1, n):
            d = math.sqrt((p[i, 0] - p[j, 0]) ** 2 + (p[i, 1] - p[j, 1]) ** 2)
            touching[i, j] = d < 2 * radius + 0.02
    n_events, n_samples, step = 0, 0, 0
    steps = int(t_max / dt)
    while step < steps and n_samples < path.shape[0]:
        if step % every == 0:
            for i in range(n):
                for k in range(3):
                    path[n_samples, i, k] = p[i, k]
                    for m in range(3):
                        turns[n_samples, i, k, m] = rot[i, k, m]
            n_samples += 1
        t = step * dt
        moving = False
        for i in range(n):
            if state[i] == 2:
                continue
            if state[i] == 1:
                moving = True
                v[i, 2] -= 9810.0 * dt
                for k in range(3):
                    p[i, k] += v[i, k] * dt
                hole = holes[goes_to[i]]
                dx, dy = p[i, 0] - hole[0], p[i, 1] - hole[1]
                d = math.sqrt(dx * dx + dy * dy)
                wall = hole[2] - radius * 0.9
                if d > wall and p[i, 2] < radius * 0.8:
                    vn = (v[i, 0] * dx + v[i, 1] * dy) / d
                    if vn > 0:
                        v[i, 0] -= 1.3 * vn * dx / d
                        v[i, 1] -= 1.3 * vn * dy / d
                    p[i, 0] = hole[0] + dx / d * wall
                    p[i, 1] = hole[1] + dy / d * wall
                if p[i, 2] <= 0.0 and p[i, 2] - v[i, 2] * dt > 0.0:
                    events[n_events, 0] = t
                    events[n_events, 1] = 3.0
                    events[n_events, 2] = i
                    events[n_events, 3] = goes_to[i]
                    n_events += 1
                if p[i, 2] < -4 * radius:
                    state[i] = 2
                _turn(rot, i, w[i, 0], w[i, 1], w[i, 2], dt)
                continue
            if v[i, 0] == 0.0 and v[i, 1] == 0.0 and w[i, 0] == 0.0 and w[i, 1] == 0.0 and w[i, 2] == 0.0:
                continue
            moving = True
            _roll_on_cloth(v, w, i, radius, mu, curve[i], dt)
            p[i, 0] += v[i, 0] * dt
            p[i, 1] += v[i, 1] * dt
            _turn(rot, i, w[i, 0], w[i, 1], w[i, 2], dt)
            for k in range(holes.shape[0]):
                if (p[i, 0] - holes[k, 0]) ** 2 + (p[i, 1] - holes[k, 1]) ** 2 < holes[k, 2] ** 2:
                    state[i] = 1
                    goes_to[i] = k
        if not moving:
            break
        for i in range(n):
            if state[i] != 0:
                continue
            for k in range(edges.shape[0]):
                ex, ey = edges[k, 2] - edges[k, 0], edges[k, 3] - edges[k, 1]
                ll = ex * ex + ey * ey
                s = ((p[i, 0] - edges[k, 0]) * ex + (p[i, 1] - edges[k, 1]) * ey) / ll
                s = min(1.0, max(0.0, s))
                dx, dy = p[i, 0] - edges[k, 0] - s * ex, p[i, 1] - edges[k, 1] - s * ey
                d = math.sqrt(dx * dx + dy * dy)
                if d > radius + 0.5:
                    at_nose[i, k] = False
                if d < radius and d > 1e-6:
                    nx, ny = dx / d, dy / d
                    vn = v[i, 0] * nx + v[i, 1] * ny
                    if vn < 0:
                        back = (radius - d) / -vn
                        fresh = True
                        for m in range(edges.shape[0]):
                            if owner[m] == owner[k] and at_nose[i, m]:
                                fresh = False
                        if fresh and vn < -1.0:
                            events[n_events, 0] = t + dt - min(back, dt)
                            events[n_events, 1] = 2.0
                            events[n_events, 2] = i
                            events[n_events, 3] = owner[k]
                            events[n_events, 4] = p[i, 0]
                            events[n_events, 5] = p[i, 1]
                            n_events += 1
                        at_nose[i, k] = True
                        _hit_cushion(p, v, w, i, nx, ny, radius, mu)
                    p[i, 0] += nx * (radius - d)
                    p[i, 1] += ny * (radius - d)
        for _ in range(3):
            again = False
            for i in range(n):
                if state[i] != 0:
                    continue
                for j in range(i + 1, n):
                    if state[j] != 0:
                        continue
                    dx, dy = p[j, 0] - p[i, 0], p[j, 1] - p[i, 1]
                    dd = dx * dx + dy * dy
                    if dd > (2 * radius + 0.5) ** 2:
                        touching[i, j] = False
                        continue
                    if dd >= 4 * radius * radius:
                        continue
                    d = math.sqrt(dd)
                    nx, ny = dx / d, dy / d
                    rx, ry = v[i, 0] - v[j, 0], v[i, 1] - v[j, 1]
                    vn = rx * nx + ry * ny
                    if vn <= 1e-9:
                        continue
                    again = True
                    if not touching[i, j]:
                        touching[i, j] = True
                        events[n_events, 0] = t + dt - min((2 * radius - d) / vn, dt)
                        events[n_events, 1] = 1.0
                        events[n_events, 2] = i
                        events[n_events, 3] = j
                        n_events += 1
                    kick = 0.5 * (1 + (mu[3] if vn > 20.0 else 0.0)) * vn
                    tx, ty = -ny, nx
                    slip = rx * tx + ry * ty + (w[i, 2] + w[j, 2]) * radius
                    grip = min(mu[4] * kick, abs(slip) / 7.0)
                    if slip < 0:
                        grip = -grip
                    v[i, 0] -= kick * nx + grip * tx
                    v[i, 1] -= kick * ny + grip * ty
                    v[j, 0] += kick * nx + grip * tx
                    v[j, 1] += kick * ny + grip * ty
            if not again:
                break
        # push overlapping balls apart a little, so that a resting cluster stays one
        for i in range(n):
            if state[i] != 0:
                continue
            for j in range(i + 1, n):
                if state[j] != 0:
                    continue
                dx, dy = p[j, 0] - p[i, 0], p[j, 1] - p[i, 1]
                dd = dx * dx + dy * dy
                if dd < 4 * radius * radius and dd > 0.0:
                    d = math.sqrt(dd)
                    push = 0.5 * (2 * radius - d)
                    p[i, 0] -= push * dx / d
                    p[i, 1] -= push * dy / d
                    p[j, 0] += push * dx / d
                    p[j, 1] += push * dy / d
        step += 1
        if n_events > events.shape[0] - 400:
            break
    return n_samples, n_events
