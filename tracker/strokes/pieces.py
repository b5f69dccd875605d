"""Cutting a path into pieces: between two hits a ball slides or rolls, and its path is a parabola in time.

The best cut is found by dynamic programming over all of them: the misfit of the parabolas plus a price for each piece.
Hits are then the joints between pieces; where one lies between two samples, the pieces' crossing tells when.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Friction can't bend or slow a ball more than sliding does (about 2 m/s2); most of the time it rolls (0.1 m/s2).
ACCELERATION_SIGMA_MMPS2 = 800.0
SPEED_SIGMA_MMPS = 8000.0
# A piece has six numbers and a place: it must earn about that much misfit (chi squared).
PIECE_PRICE = 26.0
# Slack of the pruning: the prior on each piece makes the cost not quite additive.
PRUNE_SLACK = 8.0
# A ball whose piece spans less than this rests.
REST_SPAN_MM = 2.5
REST_SPEED_MMPS = 12.0
REST_CREEP_MM = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A parabola in time between two hits.

    first, last: sample numbers. start_s, end_s: their times. origin_s: time zero of the coefficients.
    place: (3, 2) position mm, velocity mm/s, acceleration mm/s2. spread: (3, 3) covariance of each axis' three numbers.
    samples: how many sights it rests on; 0 for a piece that was inferred. rest: the ball lies still.
    """

    first: int
    last: int
    start_s: float
    end_s: float
    origin_s: float
    place: Floats
    spread: Floats
    samples: int
    rest: bool
    misfit: float = 0.0

    def at(self, t: Floats | float) -> Floats:
        """(k,) times -> (k, 2) mm; one time -> (2,)."""
        tau = np.asarray(t, np.float64)[..., None] - self.origin_s
        return np.asarray(self.place[0] + tau * self.place[1] + 0.5 * tau * tau * self.place[2])

    def velocity(self, t: Floats | float) -> Floats:
        """(k,) times -> (k, 2) mm/s; one time -> (2,)."""
        tau = np.asarray(t, np.float64)[..., None] - self.origin_s
        return np.asarray(self.place[1] + tau * self.place[2])

    def place_variance(self, t: Floats | float) -> Floats:
        """Variance per axis of the position at a time, mm2."""
        tau = np.asarray(t, np.float64) - self.origin_s
        phi = np.stack([np.ones_like(tau), tau, 0.5 * tau * tau], axis=-1)
        return np.asarray(np.einsum("...i,ij,...j->...", phi, self.spread, phi))

    def velocity_variance(self, t: Floats | float) -> Floats:
        """Variance per axis of the velocity at a time, mm2/s2."""
        tau = np.asarray(t, np.float64) - self.origin_s
        phi = np.stack([np.zeros_like(tau), np.ones_like(tau), tau], axis=-1)
        return np.asarray(np.einsum("...i,ij,...j->...", phi, self.spread, phi))

    def speed(self, t: float) -> float:
        """Speed in mm/s."""
        return float(np.hypot(*self.velocity(t)))


def fit(t: Floats, p: Floats, sigma: Floats, first: int, last: int) -> Piece:
    """The parabola through samples first..last (inclusive) of (n,) times, (n, 2) mm, (n,) sigmas in mm."""
    ts, ps, ws = t[first : last + 1], p[first : last + 1], 1.0 / sigma[first : last + 1] ** 2
    origin = float(ts.mean())
    tau = ts - origin
    phi = np.column_stack([np.ones_like(tau), tau, 0.5 * tau * tau])
    prior = np.diag([0.0, 1 / SPEED_SIGMA_MMPS**2, 1 / ACCELERATION_SIGMA_MMPS2**2])
    normal = (phi * ws[:, None]).T @ phi + prior
    spread: Floats = np.asarray(np.linalg.inv(normal), np.float64)
    place: Floats = spread @ (phi.T @ (ws[:, None] * ps))
    rest = False
    if len(ts) >= 3:
        weight = ws / ws.sum()
        mean = weight @ ps
        off = np.hypot(*(ps - mean).T)
        flat = float((ws[:, None] * (ps - mean) ** 2).sum())
        curved = float((ws[:, None] * (ps - phi @ place) ** 2).sum())
        limit = max(REST_SPAN_MM, 2.5 * float(np.median(sigma[first : last + 1])))
        long = float(ts[-1] - ts[0])
        slow = float(np.hypot(*place[1])) < max(REST_SPEED_MMPS, 1.2 / max(long, 0.05))
        creep = float(np.hypot(*(long * place[1]))) < REST_CREEP_MM and long > 0.2
        if float(np.percentile(off, 90)) < limit and (slow or creep or flat < curved + 9.0):
            rest = True
            place = np.vstack([mean, np.zeros((2, 2))])
            spread = np.zeros((3, 3))
            spread[0, 0] = 1.0 / ws.sum() + 0.05
    residual = ps - phi @ place
    misfit = float((ws[:, None] * residual**2).sum())
    return Piece(first, last, float(ts[0]), float(ts[-1]), origin, place, spread, len(ts), rest, misfit)


def cut(t: Floats, p: Floats, sigma: Floats) -> list[Piece]:
    """The cheapest cut of a path into pieces. t (n,) rising, p (n, 2) mm, sigma (n,) mm."""
    n = len(t)
    if n == 0:
        return []
    starts = _best_starts(t, p, sigma)
    cuts: list[tuple[int, int]] = []
    end = n
    while end > 0:
        start = starts[end]
        cuts.append((start, end - 1))
        end = start
    cuts.reverse()
    return [fit(t, p, sigma, a, b) for a, b in cuts]


def _best_starts(t: Floats, p: Floats, sigma: Floats) -> NDArray[np.int64]:
    """For each prefix length the start of its last piece in the cheapest cut."""
    n = len(t)
    best = np.full(n + 1, np.inf)
    best[0] = 0.0
    back = np.zeros(n + 1, np.int64)
    start = np.zeros(0, np.int64)
    m = np.zeros((0, 5))  # sums of w tau^k
    b = np.zeros((0, 3, 2))  # sums of w p tau^k
    q = np.zeros(0)  # sums of w p^2
    centre = p.mean(axis=0)
    lam_v, lam_a = 1 / SPEED_SIGMA_MMPS**2, 1 / ACCELERATION_SIGMA_MMPS2**2
    for j in range(n):
        if j and len(start):
            d = float(t[j] - t[j - 1])  # old samples move to tau - d
            m = np.column_stack([
                m[:, 0],
                m[:, 1] - d * m[:, 0],
                m[:, 2] - 2 * d * m[:, 1] + d * d * m[:, 0],
                m[:, 3] - 3 * d * m[:, 2] + 3 * d * d * m[:, 1] - d**3 * m[:, 0],
                m[:, 4] - 4 * d * m[:, 3] + 6 * d * d * m[:, 2] - 4 * d**3 * m[:, 1] + d**4 * m[:, 0],
            ])  # fmt: skip
            b = np.stack([b[:, 0], b[:, 1] - d * b[:, 0], b[:, 2] - 2 * d * b[:, 1] + d * d * b[:, 0]], axis=1)
        start = np.append(start, j)
        m = np.vstack([m, np.zeros((1, 5))])
        b = np.concatenate([b, np.zeros((1, 3, 2))])
        q = np.append(q, 0.0)
        w = 1.0 / sigma[j] ** 2
        here = p[j] - centre
        m[:, 0] += w
        b[:, 0] += w * here
        q += w * float(here @ here)
        normal = np.empty((len(start), 3, 3))
        normal[:, 0, 0] = m[:, 0]
        normal[:, 0, 1] = normal[:, 1, 0] = m[:, 1]
        normal[:, 0, 2] = normal[:, 2, 0] = m[:, 2] / 2
        normal[:, 1, 1] = m[:, 2] + lam_v
        normal[:, 1, 2] = normal[:, 2, 1] = m[:, 3] / 2
        normal[:, 2, 2] = m[:, 4] / 4 + lam_a
        rhs = b.copy()
        rhs[:, 2] *= 0.5
        place = np.linalg.solve(normal, rhs)
        cost = np.maximum(q - (rhs * place).sum(axis=(1, 2)), 0.0)
        total = best[start] + cost + PIECE_PRICE
        k = int(total.argmin())
        best[j + 1] = total[k]
        back[j + 1] = start[k]
        keep = best[start] + cost <= best[j + 1] + PRUNE_SLACK
        start, m, b, q = start[keep], m[keep], b[keep], q[keep]
    return back
