"""A ball that lay still moves from one moment on: its way begins with a rest, however softly it was nudged.

One bent piece may pass for a rest and the slow roll after it. Since the place of the rest is known from long before,
the moment of leaving it can be found all the same, and what happened then is asked like every other joint.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.pieces import Piece, fit_moving

Floats = NDArray[np.float64]

# A sight within so many sigmas, and so much more, of its place is one of the ball at rest.
HOME_SIGMAS, HOME_MM = 3.0, 1.0
# In chi squared: a way that misses the place by more did not come straight from there.
FAR = 9.0
# So many sights at rest, and so many of the motion, or no one can tell when it left.
FEWEST_STILL, FEWEST_MOVING = 2, 3


def anchored(moving: Piece, home: Floats, early_s: float) -> Piece:
    """The piece after a rest at home (2,) mm, last seen there at early_s: it began there, between both sights."""
    gap = max(moving.start_s - early_s, 0.0)
    tau = 0.5 * (early_s + moving.start_s) - moving.origin_s
    phi = np.array([1.0, tau, 0.5 * tau * tau])
    # a slow ball was within a hair of its place then; a fast one's own sights say more
    variance = HOME_MM**2 + (moving.speed(moving.start_s) * gap) ** 2 / 12
    along = moving.spread @ phi
    total = float(phi @ along) + variance
    gain = along / total
    off = home - phi @ moving.place
    if float(off @ off) > FAR * total:
        return moving  # something happened to it on its way that nobody saw
    place = moving.place + gain[:, None] * off[None, :]
    spread = moving.spread - np.outer(gain, along)
    return replace(moving, place=place, spread=spread, misfit=moving.misfit + float(off @ off) / total)


def left_home(pieces: list[Piece], home: Floats, fitted: tuple[Floats, Floats, Floats]) -> list[Piece]:
    """The pieces, the first of them cut where the ball left its place (2,) mm. fitted: as in Path."""
    times, p, sigma = fitted
    first, last = pieces[0].first, pieces[0].last
    if first < 0 or last - first + 1 < FEWEST_STILL + FEWEST_MOVING:
        return pieces
    off = np.hypot(*(p[first : last + 1] - home).T)
    away = off > HOME_SIGMAS * sigma[first : last + 1] + HOME_MM
    lead = int(np.argmax(away)) if away.any() else len(off)
    cuts = list(range(first + FEWEST_STILL - 1, min(first + lead, last - FEWEST_MOVING + 1)))
    if not cuts:
        return pieces
    moving = fit_moving(times, p, sigma, [(c + 1, last) for c in cuts])
    still = np.cumsum((off / sigma[first : last + 1]) ** 2)
    cost = [float(still[c - first]) + m.misfit for c, m in zip(cuts, moving, strict=True)]
    best = int(np.argmin(cost))
    cut, after = cuts[best], moving[best]
    place = np.vstack([home, np.zeros((2, 2))])
    spread = np.zeros((3, 3))
    spread[0, 0] = float(np.median(sigma[first : cut + 1])) ** 2 / 20 + 0.1
    rest = Piece(
        first, cut, float(times[first]), float(times[cut]), float(times[first]), place, spread, cut - first + 1, True,
        float(still[cut - first]),
    )  # fmt: skip
    return [rest, after, *pieces[1:]]
