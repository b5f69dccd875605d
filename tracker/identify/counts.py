"""What the set allows: there is one 7, there are three 5s. Joint probabilities and the best joint naming."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

Floats = NDArray[np.float64]

# A label outside the set has no chance; one inside it always keeps this much, whatever the network says.
FLOOR = 1e-4
SWEEPS = 40
# A cue ball in hand or in a pocket is not so rare that more than e^2.5 to 1 could be said.
MOST_PRESENCE = 2.5


def within_counts(log_p: Floats, capacity: Floats) -> Floats:
    """(n, k) log probabilities of n balls and (k,) how many of each there can be -> (n, k) probabilities.

    A label that more balls ask for than there are is made dearer until the shares fit (scaling of rows and columns);
    nothing is gained by a label that nobody asks for. Where there are more balls than the set has, the shares of all
    labels stay over-full in proportion.
    """
    n = len(log_p)
    if not n:
        return np.empty_like(log_p)
    p = np.exp(log_p - log_p.max(axis=1, keepdims=True))
    p = np.where(capacity > 0, np.maximum(p, FLOOR), 0.0)
    bound = np.minimum(capacity.astype(np.float64), float(n))
    dear = np.ones(p.shape[1])
    q = p / p.sum(axis=1, keepdims=True)
    for _ in range(SWEEPS):
        asked = q.sum(axis=0)
        change = np.where(asked > 0, bound / np.maximum(asked, 1e-12), 1.0)
        renewed = np.minimum(1.0, dear * change)
        if float(np.abs(renewed - dear).max()) < 1e-3:
            break
        dear = renewed
        q = p * dear
        q /= q.sum(axis=1, keepdims=True)
    return np.asarray(q, np.float64)


def presence_nats(capacity: Floats, count: int, cue: int) -> float:
    """What the cue ball is likelier than another beforehand: it lies on nearly every table, of the others those left.

    capacity: (labels,) how many of each the set has. count: balls that lie there. cue: the cue ball's column; a set
    with a second cue ball says nothing of which one is in play.
    """
    others = float(capacity.sum()) - float(capacity[cue])
    if capacity[cue] != 1 or count < 1 or others <= 0:
        return 0.0
    return float(np.clip(np.log(others / max(count - 1, 1)), 0.0, MOST_PRESENCE))


def best_naming(q: Floats, capacity: Floats) -> NDArray[np.int64]:
    """(n, k) probabilities -> (n,) the label of each ball in the likeliest joint naming; -1: the set has none left."""
    n, k = q.shape
    out = np.full(n, -1, np.int64)
    if not n:
        return out
    copies = np.minimum(np.maximum(capacity, 0), n).astype(np.int64)
    column = np.repeat(np.arange(k), copies)
    if not len(column):
        return out
    cost = -np.log(np.maximum(q[:, column], 1e-12))
    rows, cols = linear_sum_assignment(cost)
    out[rows] = column[cols]
    return out


def set_fit(log_p: Floats, capacity: Floats) -> float:
    """How well a set explains the balls, in nats: the best joint naming, and a set with fewer labels is likelier."""
    n = len(log_p)
    if not n:
        return 0.0
    kinds = int((capacity > 0).sum())
    p = np.exp(log_p)
    names = best_naming(np.maximum(p, FLOOR), capacity)
    named = names >= 0
    fit = float(np.log(np.maximum(p[np.nonzero(named)[0], names[named]], FLOOR)).sum())
    return fit - n * float(np.log(kinds)) + float((~named).sum()) * float(np.log(FLOOR))
