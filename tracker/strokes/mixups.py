"""Balls that were taken for each other in a crowd are known again at rest, by their colours.

Only exchanges of two that moved are thought of, and only where both look clearly like the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# A ball's mean colour changes by about this from face to face and place to place; stripes by more.
FACE_LAB = 7.0
# What an exchange must gain, in nats, over both staying as they are, and how well each must then fit.
GAIN_NATS = 5.0
FIT_NATS = 2.0
# Balls are taken for each other only where the exchange adds less way than this.
MEETING_MM = 300.0


def mixups(before: Mapping[int, Floats], now: Mapping[int, Floats]) -> list[tuple[int, int]]:
    """Pairs of tracks that look exchanged. before, now: (3,) Lab of each ball at rest before and after."""
    keys = [k for k in now if k in before]
    gains: list[tuple[float, int, int]] = []
    for a, b in itertools.combinations(keys, 2):
        stay = _unlike(before[a], now[a]) + _unlike(before[b], now[b])
        swap_a, swap_b = _unlike(before[a], now[b]), _unlike(before[b], now[a])
        swap = swap_a + swap_b
        if stay - swap > GAIN_NATS and max(swap_a, swap_b) < FIT_NATS:
            gains.append((stay - swap, a, b))
    out: list[tuple[int, int]] = []
    used: set[int] = set()
    for _, a, b in sorted(gains, reverse=True):
        if a not in used and b not in used:
            out.append((a, b))
            used |= {a, b}
    return out


def _unlike(a: Floats, b: Floats) -> float:
    return min(0.5 * (float(np.linalg.norm(a - b)) / FACE_LAB) ** 2, 8.0)


def exchange_tails(a: Floats, b: Floats) -> tuple[Floats, Floats] | None:
    """The rows (t, x, y, ...) of two tracks with all after their nearest meeting exchanged; None if they never met."""
    times = np.intersect1d(a[:, 0], b[:, 0])
    if len(times) < 4:
        return None
    at_a, at_b = a[np.isin(a[:, 0], times)], b[np.isin(b[:, 0], times)]
    pa, pb = at_a[:, 1:3], at_b[:, 1:3]

    def way(p: Floats, q: Floats) -> Floats:
        return np.asarray(np.hypot(*(q - p).T))

    # where exchanging them costs the least extra way (or saves some) they were taken for each other
    extra = way(pa[:-1], pb[1:]) + way(pb[:-1], pa[1:]) - way(pa[:-1], pa[1:]) - way(pb[:-1], pb[1:])
    k = int(extra.argmin()) + 1
    if extra[k - 1] > MEETING_MM:
        return None
    when = float(times[k])
    head_a, tail_a = a[a[:, 0] < when], a[a[:, 0] >= when]
    head_b, tail_b = b[b[:, 0] < when], b[b[:, 0] >= when]
    return np.concatenate([head_a, tail_b]), np.concatenate([head_b, tail_a])
