"""What a network of all sets says of balls that the set on the table does not have.

It was shown the balls of many sets, and takes an overexposed snooker yellow for an orange 5 or a dotted cue ball for a
stripe. That it is no 5 is known; that it is no yellow follows from nothing. Where balls bear no numbers their colour
alone tells them apart, and there it speaks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

# What is said of balls of other sets is worth this much of what is said of the set's own.
WORTH: Final = 0.5
# What the network takes for a ball of another set with less than this it mostly knows.
LEAST_OUTSIDE: Final = 0.5


def within_set(logs: Floats, inside: Mask, colours: Callable[[], Floats]) -> Floats:
    """(n, labels) log probabilities -> the same with nothing outside of the set.

    inside: (labels,) the set's own. colours: gives what the colours alone say, log probabilities like `logs`.
    """
    share = np.exp(logs)
    outside = share[:, ~inside].sum(axis=1)
    strange = outside > LEAST_OUTSIDE
    if not strange.any():
        return logs
    by_colour = np.where(inside, np.exp(colours()), 0.0)
    by_colour /= np.maximum(by_colour.sum(axis=1, keepdims=True), 1e-12)
    own = np.where(inside, share, 0.0) + WORTH * outside[:, None] * by_colour
    own = np.log(np.maximum(own / own.sum(axis=1, keepdims=True), 1e-12))
    return np.asarray(np.where(strange[:, None], own, logs), np.float64)
