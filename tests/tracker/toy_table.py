"""A toy table for tests: discs that slide, roll, collide, bounce and drop, with every contact known.

Motion: a sliding ball loses slip at 7/2 mu g, a rolling one slows at mu_r g. Balls of equal mass exchange the speed
along their line of centres. Cushions are segments with pocket facings; a pocket swallows a centre that passes its edge.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.bed import Bed

G = 9810.0
Floats = NDArray[np.float64]


@dataclass
class Event:
    t: float
    kind: str
    balls: tuple[int, ...]
    name: str = ""
    at: tuple[float, float] = (0.0, 0.0)


@dataclass
class Strike:
    ball: int
    t: float
    velocity: tuple[float, float]
    slip: float = 1.0  # 1: stun (no spin), 0: rolls at once, 1.6: draw


@dataclass
class Toy:
    """positions: (n, 2) at rest. Run with `play`; `path` gives positions at any time."""

    bed: Bed
    positions: Floats
    mu_slide: float = 0.2
    mu_roll: float = 0.011
    ball_restitution: float = 0.95
    cushion_restitution: float = 0.8
    throw: float = 0.04
    curl: float = 0.0  # mm/s2 sideways, for crazy balls
    curly: tuple[int, ...] = ()
    events: list[Event] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    track: list[Floats] = field(default_factory=list)
    gone: dict[int, float] = field(default_factory=dict)

    def rails(self) -> list[tuple[Floats, Floats, str]]:
        """Segments: nose lines between the pockets, and the facings behind their ends."""
        w, h = self.bed.width_mm / 2, self.bed.length_mm / 2
        c, s = 82.0, 64.0
        out: list[tuple[Floats, Floats, str]] = []

        def add(a: tuple[float, float], b: tuple[float, float], name: str, turn_a: float, turn_b: float) -> None:
            p, q = np.array(a), np.array(b)
            d = (q - p) / np.linalg.norm(q - p)
            mid = (p + q) / 2
            n = np.array([-d[1], d[0]])
            if n @ mid < 0:
                n = -n  # outward
            out.append((p, q, name))
            for end, along, turn in ((p, -d, turn_a), (q, d, turn_b)):
                f = along * math.cos(turn) + n * math.sin(turn)
                out.append((end, end + 70 * f, name))

        ct, st = math.radians(38), math.radians(76)
        add((-w + c, -h), (w - c, -h), "head", ct, ct)
        add((-w + c, h), (w - c, h), "foot", ct, ct)
        for side, x in (("left", -w), ("right", w)):
            add((x, -h + c), (x, -s), f"{side}-head", ct, st)
            add((x, s), (x, h - c), f"{side}-foot", st, ct)
        return out

    def drops(self) -> list[tuple[str, Floats, float]]:
        w, h = self.bed.width_mm / 2, self.bed.length_mm / 2
        out = []
        for name, (sx, sy) in {
            "head-left": (-1, -1), "head-right": (1, -1), "side-left": (-1, 0),
            "side-right": (1, 0), "foot-left": (-1, 1), "foot-right": (1, 1),
        }.items():  # fmt: skip
            at = (sx * (w + 20), sy * (h + 20)) if sy else (sx * (w + 50), 0.0)
            out.append((name, np.array(at), 58.0))
        return out

    def play(self, strikes: list[Strike], until: float = 30.0, start: float = 0.0) -> None:
        n = len(self.positions)
        r = self.bed.ball_diameter_mm / 2
        pos = np.array(self.positions, float)
        vel, slip = np.zeros((n, 2)), np.zeros((n, 2))
        live = np.ones(n, bool)
        iu, ju = np.triu_indices(n, 1)
        rails, drops = self.rails(), self.drops()
        touching = np.hypot(*(pos[iu] - pos[ju]).T) < 2 * r + 0.05
        on_rail: set[tuple[int, int]] = set()
        falling: dict[int, tuple[float, str]] = {}
        todo = sorted(strikes, key=lambda s: s.t)
        t = start
        self.times.append(t)
        self.track.append(pos.copy())
        half_w, half_h = self.bed.width_mm / 2, self.bed.length_mm / 2
        last_string = {i: pos[i, 1] > -half_h / 2 for i in range(n)}
        while t < until:
            moving = np.hypot(vel[:, 0], vel[:, 1]) > 0
            if not moving.any() and not falling and todo and t < todo[0].t:
                t = todo[0].t
                self.times.append(t)
                self.track.append(pos.copy())
            while todo and t >= todo[0].t - 1e-9:
                s = todo.pop(0)
                vel[s.ball] = s.velocity
                slip[s.ball] = np.array(s.velocity) * s.slip
                self.events.append(Event(t, "strike", (s.ball,)))
                moving[s.ball] = True
            if not moving.any() and not todo and not falling:
                break
            step = 0.002 if not todo else min(0.002, max(todo[0].t - t, 1e-6))
            # friction
            sn = np.hypot(slip[:, 0], slip[:, 1])
            vn = np.hypot(vel[:, 0], vel[:, 1])
            for i in np.nonzero(moving & live)[0]:
                if sn[i] > 1e-6:
                    take = min(sn[i], 3.5 * self.mu_slide * G * step)
                    vel[i] -= slip[i] / sn[i] * take / 3.5
                    slip[i] -= slip[i] / sn[i] * take
                else:
                    vel[i] *= max(0.0, 1 - self.mu_roll * G * step / vn[i])
                    if i in self.curly and vn[i] > 50:
                        vel[i] += np.array([-vel[i, 1], vel[i, 0]]) / vn[i] * self.curl * step
                if np.hypot(*vel[i]) < 2.0 and np.hypot(*slip[i]) < 1.0:
                    vel[i] = slip[i] = 0.0
            left = step
            for _ in range(400):
                tau, hit = left, None
                d, w = pos[iu] - pos[ju], vel[iu] - vel[ju]
                b = np.einsum("ij,ij->i", d, w)
                near = (b < -1e-9) & live[iu] & live[ju]
                if near.any():
                    k = np.nonzero(near)[0]
                    a, c = np.einsum("ij,ij->i", w[k], w[k]), np.einsum("ij,ij->i", d[k], d[k]) - 4 * r * r
                    disc = b[k] ** 2 - a * c
                    ok = disc > 0
                    root = np.where(ok, (-b[k] - np.sqrt(np.maximum(disc, 0))) / a, np.inf)
                    root = np.where(root < 0, np.where(c < 0.5, 0.0, np.inf), root)
                    m = int(np.argmin(root))
                    if root[m] < tau:
                        tau, hit = float(root[m]), ("ball", int(k[m]))
                for i in np.nonzero(live & (np.hypot(vel[:, 0], vel[:, 1]) > 0))[0]:
                    reach = r + np.hypot(*vel[i]) * left + 1
                    if abs(pos[i, 0]) < half_w - reach and abs(pos[i, 1]) < half_h - reach:
                        continue
                    for q, (p0, p1, _) in enumerate(rails):
                        got = _segment_hit(pos[i], vel[i], p0, p1, r)
                        if got < tau:
                            tau, hit = got, ("rail", (int(i), q))
                pos[live] += vel[live] * tau
                left -= tau
                now = t + step - left
                apart = np.hypot(*(pos[iu] - pos[ju]).T) > 2 * r + 0.5
                touching &= ~apart
                on_rail = {(i, q) for i, q in on_rail if _segment_gap(pos[i], *rails[q][:2]) < r + 0.5}
                if hit is None:
                    break
                if hit[0] == "ball":
                    k = hit[1]
                    i, j = int(iu[k]), int(ju[k])
                    u = (pos[i] - pos[j]) / np.linalg.norm(pos[i] - pos[j])
                    rel = (vel[i] - vel[j]) @ u
                    dv = -(1 + self.ball_restitution) / 2 * rel * u
                    tang = (vel[i] - vel[j]) - rel * u
                    tn = np.linalg.norm(tang)
                    if tn > 1:
                        dv = dv - tang / tn * min(self.throw * abs(rel), tn / 7)
                    vel[i] += dv
                    vel[j] -= dv
                    slip[i] += dv
                    slip[j] -= dv
                    if not touching[k]:
                        self.events.append(Event(now, "contact", (i, j)))
                        touching[k] = True
                else:
                    i, q = hit[1]
                    p0, p1, name = rails[q]
                    f = np.clip((pos[i] - p0) @ (p1 - p0) / ((p1 - p0) @ (p1 - p0)), 0, 1)
                    u = pos[i] - (p0 + f * (p1 - p0))
                    u = u / np.linalg.norm(u)
                    vn_ = vel[i] @ u
                    before = vel[i].copy()
                    vel[i] = vel[i] - vn_ * u - self.cushion_restitution * vn_ * u
                    vel[i] -= 0.08 * (vel[i] - (vel[i] @ u) * u)
                    slip[i] += 0.5 * (vel[i] - before)
                    if (i, q) not in on_rail:
                        self.events.append(Event(now, "cushion", (i,), name, (float(pos[i, 0]), float(pos[i, 1]))))
                        on_rail.add((i, q))
            t += step
            for i in range(n):
                if not live[i]:
                    continue
                side = pos[i, 1] > -half_h / 2
                if side != last_string[i]:
                    self.events.append(Event(t, "head-string", (i,), "out" if side else "in"))
                    last_string[i] = side
                for name, at, radius in drops:
                    if i not in falling and np.hypot(*(pos[i] - at)) < radius:
                        falling[i] = (t + 0.08, name)
                if i in falling:
                    vel[i] *= 0.97
                    if t >= falling[i][0]:
                        self.events.append(Event(t, "pocket", (i,), falling[i][1]))
                        live[i], vel[i] = False, 0.0
                        self.gone[i] = t
                        del falling[i]
                elif abs(pos[i, 0]) > half_w + 20 or abs(pos[i, 1]) > half_h + 20:
                    live[i], vel[i] = False, 0.0
                    self.gone[i] = t
                    self.events.append(Event(t, "off-table", (i,), "", (float(pos[i, 0]), float(pos[i, 1]))))
            self.times.append(t)
            self.track.append(pos.copy())
        self.events.sort(key=lambda e: e.t)

    def path(self, t: Floats) -> Floats:
        """(k,) times -> (k, n, 2) positions."""
        times = np.array(self.times)
        track = np.array(self.track)
        hi = np.clip(np.searchsorted(times, t), 1, len(times) - 1) if len(times) > 1 else np.zeros(len(t), int)
        lo = np.maximum(hi - 1, 0)
        f = np.clip((t - times[lo]) / np.maximum(times[hi] - times[lo], 1e-9), 0, 1)
        return np.asarray(track[lo] + (track[hi] - track[lo]) * f[:, None, None])


def _segment_gap(p: Floats, a: Floats, b: Floats) -> float:
    d = b - a
    f = float(np.clip((p - a) @ d / (d @ d), 0, 1))
    return float(np.hypot(*(p - a - f * d)))


def _segment_hit(p: Floats, v: Floats, a: Floats, b: Floats, r: float) -> float:
    """When a disc at p with speed v first touches the segment, or inf."""
    d = b - a
    length = math.hypot(d[0], d[1])
    n = np.array([-d[1], d[0]]) / length
    h = float((p - a) @ n)
    if h < 0:
        n, h = -n, -h
    vn = float(v @ n)
    best = math.inf
    if vn < -1e-9:
        tau = (h - r) / -vn
        if h < r:
            tau = 0.0
        if tau >= 0:
            f = float((p + v * tau - a) @ d) / (length * length)
            if 0 <= f <= 1 and h > r - 3:
                best = tau
    for end in (a, b):
        q = p - end
        bq, aq, cq = float(q @ v), float(v @ v), float(q @ q) - r * r
        if bq < -1e-9:
            disc = bq * bq - aq * cq
            if disc > 0:
                tau = (-bq - math.sqrt(disc)) / aq
                if tau < 0:
                    tau = 0.0 if cq < 0.5 else math.inf
                best = min(best, tau)
    return best
