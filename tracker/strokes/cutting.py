"""Where to cut paths: dynamic programming over all cuts, for many balls at once.

The cost of a cut is the misfit of the best parabola to each piece (chi squared, with a prior on speed and acceleration)
plus a price for each piece. Starts that can't win any more are pruned, so the work grows with the length of the path.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Friction can't bend or slow a ball more than sliding does (about 2 m/s2); most of the time it rolls (0.1 m/s2).
ACCELERATION_SIGMA_MMPS2 = 1000.0
SPEED_SIGMA_MMPS = 8000.0
# A piece has six numbers and a place: it must earn about that much misfit (chi squared).
PIECE_PRICE = 22.0
# Slack of the pruning: the prior on each piece makes the cost not quite additive.
PRUNE_SLACK = 8.0
# Which of the sums below a new sample, whose tau is zero, adds to.
NEW = [0, 5, 8, 11]


def best_starts(paths: Sequence[tuple[Floats, Floats, Floats]]) -> list[Ints]:
    """For each path and each prefix length the start of its last piece in the cheapest cut: (n + 1,) each."""
    count = len(paths)
    sizes = np.array([len(t) for t, _, _ in paths], np.int64)
    longest = int(sizes.max()) if count else 0
    gaps = np.zeros((count, longest))
    news = np.zeros((longest, 4, count))
    for k, (t, p, sigma) in enumerate(paths):
        n = len(t)
        if n:
            gaps[k, 1:n] = np.diff(t)
            w, (x, y) = 1.0 / sigma**2, (p - p.mean(axis=0)).T
            news[:n, :, k] = np.stack([w, w * x, w * y, w * (x * x + y * y)], axis=1)
    best = np.full((count, longest + 1), np.inf)
    best[:, 0] = 0.0
    back = np.zeros((count, longest + 1), np.int64)
    lam_v, lam_a = 1 / SPEED_SIGMA_MMPS**2, 1 / ACCELERATION_SIGMA_MMPS2**2
    ball, start = np.zeros(0, np.int64), np.zeros(0, np.int64)
    # rows: sums of w tau^0..4, of w p tau^0..2 (x, then y), of w p^2; tau counts from the newest sample
    sums = np.zeros((12, 0))
    running = count
    for j in range(longest):
        live = np.nonzero(sizes > j)[0]
        if len(live) < running:
            alive = sizes[ball] > j
            ball, start, sums = ball[alive], start[alive], sums[:, alive]
        running = len(live)
        if len(ball):
            _shift(sums, gaps[ball, j])
        ball = np.concatenate([ball, live])
        start = np.concatenate([start, np.full(len(live), j, np.int64)])
        sums = np.concatenate([sums, np.zeros((12, len(live)))], axis=1)
        sums[NEW] += news[j][:, ball]
        before = best[ball, start]
        cost = np.maximum(_misfit(sums, lam_v, lam_a), 0.0) + before
        least = np.full(count, np.inf)
        np.minimum.at(least, ball, cost)
        # backwards: of starts that are as good the oldest is written last
        win = np.nonzero(cost == least[ball])[0][::-1]
        best[:, j + 1] = least + PIECE_PRICE
        back[ball[win], j + 1] = start[win]
        keep = cost <= best[ball, j + 1] + PRUNE_SLACK
        ball, start, sums = ball[keep], start[keep], sums[:, keep]
    return [back[k, : int(sizes[k]) + 1] for k in range(count)]


def _shift(s: Floats, d: Floats) -> None:
    """Move the time origin on by d: old samples get tau - d."""
    m0, m1, m2, m3 = s[:4]
    d2 = d * d
    # the highest power first: each needs the lower ones as they were
    s[4] += -4 * d * m3 + 6 * d2 * m2 - 4 * d2 * d * m1 + d2 * d2 * m0
    m3 += -3 * d * m2 + 3 * d2 * m1 - d2 * d * m0
    m2 += -2 * d * m1 + d2 * m0
    m1 -= d * m0
    b0, b1 = s[5:11:3], s[6:11:3]
    s[7:11:3] += -2 * d * b1 + d2 * b0
    b1 -= d * b0


def _misfit(s: Floats, lam_v: float, lam_a: float) -> Floats:
    """Chi squared of the best parabola, from the sums: elimination by hand, for all columns at once."""
    a, b, c = s[0], s[1], 0.5 * s[2]
    d, e, f = s[2] + lam_v, 0.5 * s[3], 0.25 * s[4] + lam_a
    ba, ca = b / a, c / a
    d1, e1, f1 = d - ba * b, e - ba * c, f - ca * c
    ed = e1 / d1
    f2 = f1 - ed * e1
    r1 = s[5:11:3]
    r2 = s[6:11:3] - ba * r1
    r3 = 0.5 * s[7:11:3] - ca * r1 - ed * r2
    x, y = r1 * r1 / a + r2 * r2 / d1 + r3 * r3 / f2
    return np.asarray(s[11] - x - y)
