"""Cutting a path into pieces: between two hits a ball slides or rolls, and its path is a parabola in time.

Hits are the joints between pieces; where one lies between two samples, the pieces' crossing tells when.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.cutting import ACCELERATION_SIGMA_MMPS2, SPEED_SIGMA_MMPS, best_starts

Floats = NDArray[np.float64]

# A ball whose piece spans less than this rests.
REST_SPAN_MM = 2.5
REST_SPEED_MMPS = 12.0
REST_CREEP_MM = 5.0
# ... as far as anyone can tell: where the sights leave its speed open by more than this, nobody knows that it rests.
REST_KNOWN_MMPS = 100.0


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
        c = self.spread
        return np.asarray(
            c[0, 0] + tau * (2 * c[0, 1] + tau * (c[1, 1] + c[0, 2] + tau * (c[1, 2] + tau * (0.25 * c[2, 2]))))
        )

    def velocity_variance(self, t: Floats | float) -> Floats:
        """Variance per axis of the velocity at a time, mm2/s2."""
        tau = np.asarray(t, np.float64) - self.origin_s
        c = self.spread
        return np.asarray(c[1, 1] + tau * (2 * c[1, 2] + tau * c[2, 2]))

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
        known = float(spread[1, 1]) < REST_KNOWN_MMPS**2
        if known and float(np.percentile(off, 90)) < limit and (slow or creep or flat < curved + 9.0):
            rest = True
            place = np.vstack([mean, np.zeros((2, 2))])
            spread = np.zeros((3, 3))
            spread[0, 0] = 1.0 / ws.sum() + 0.05
    residual = ps - phi @ place
    misfit = float((ws[:, None] * residual**2).sum())
    return Piece(first, last, float(ts[0]), float(ts[-1]), origin, place, spread, len(ts), rest, misfit)


def fit_moving(t: Floats, p: Floats, sigma: Floats, spans: Sequence[tuple[int, int]]) -> list[Piece]:
    """As `fit`, for several spans (first, last) of one path at once, each taken to be in motion."""
    firsts, lasts = np.array([a for a, _ in spans]), np.array([b for _, b in spans])
    low, high = int(firsts.min()), int(lasts.max()) + 1
    origin = float(t[low:high].mean())
    tau, w = t[low:high] - origin, 1.0 / sigma[low:high] ** 2
    middle = p[low:high].mean(axis=0)
    x, y = (p[low:high] - middle).T
    phi = np.stack([np.ones_like(tau), tau, 0.5 * tau * tau])
    terms = np.stack(
        [w * phi[i] * phi[j] for i in range(3) for j in range(3)] + [w * f * v for v in (x, y) for f in phi]
    )
    terms = np.concatenate([terms, (w * (x * x + y * y))[None]])
    sums = np.concatenate([np.zeros((len(terms), 1)), np.cumsum(terms, axis=1)], axis=1)
    part = sums[:, lasts + 1 - low] - sums[:, firsts - low]
    normal = part[:9].T.reshape(-1, 3, 3) + np.diag([0.0, 1 / SPEED_SIGMA_MMPS**2, 1 / ACCELERATION_SIGMA_MMPS2**2])
    spread = np.linalg.inv(normal)
    right = np.stack([part[9:12].T, part[12:15].T], axis=2)
    place = spread @ right
    # chi squared of the residual: |p|^2 - 2 place . right + place . A place, with A the normal matrix without its prior
    bare = part[:9].T.reshape(-1, 3, 3)
    misfit = part[15] - 2 * (place * right).sum(axis=(1, 2)) + (place * (bare @ place)).sum(axis=(1, 2))
    place[:, 0] += middle
    return [
        Piece(
            int(a), int(b), float(t[a]), float(t[b]), origin, place[k], spread[k], int(b - a + 1), False,
            max(float(misfit[k]), 0.0),
        )
        for k, (a, b) in enumerate(zip(firsts, lasts, strict=True))
    ]  # fmt: skip


def cut(t: Floats, p: Floats, sigma: Floats) -> list[Piece]:
    """The cheapest cut of a path into pieces. t (n,) rising, p (n, 2) mm, sigma (n,) mm."""
    return cut_many([(t, p, sigma)])[0]


def cut_many(paths: Sequence[tuple[Floats, Floats, Floats]]) -> list[list[Piece]]:
    """The cheapest cut of each of several paths, found together: (times, places, sigmas) each."""
    out: list[list[Piece]] = []
    for (t, p, sigma), back in zip(paths, best_starts(paths), strict=True):
        cuts: list[tuple[int, int]] = []
        end = len(t)
        while end > 0:
            start = int(back[end])
            cuts.append((start, end - 1))
            end = start
        cuts.reverse()
        out.append([fit(t, p, sigma, a, b) for a, b in cuts])
    return out
