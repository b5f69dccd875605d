"""How a ball rolls tells whether its weight is off centre: a crazy ball curves or wobbles where others run straight.

Only a free roll counts: from the last knock, cushion or stop on. A ball with side spin runs straight once it rolls; a
massé curves only while it slides, in its first few hundred millimetres, which are left out.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# A change of direction beyond this between two steps is a knock, not a curve.
KNOCK_RAD: Final = 0.12
# A slide ends after 12 v^2 / (49 mu g): 400 mm for a ball of 2.5 m/s. The roll is judged from there.
SLIDE_MM: Final = 400.0
SHORTEST_MM: Final = 350.0
FEWEST: Final = 8
# Off a straight line by this much over a roll is noise of the detector and the bed's slope; each further one of it is
# this sure a sign.
STRAIGHT_MM: Final = 3.0
MOST_NATS: Final = 4.0
LONGEST: Final = 240


def roll_on(trail: list[Floats], here: Floats, step_mm: float) -> list[Floats]:
    """The places of the present free roll, `here` added; begun anew after a knock, empty after a stop."""
    if step_mm < 0.5:
        return []
    if len(trail) >= 2:
        before, now = trail[-1] - trail[-2], here - trail[-1]
        turn = float(np.arctan2(before[0] * now[1] - before[1] * now[0], float(before @ now)))
        # a short step's direction is mostly noise
        if abs(turn) > KNOCK_RAD + 1.5 / max(step_mm, 0.5):
            return [here.copy()]
    return [*trail[-LONGEST:], here.copy()]


def curve_nats(trail: list[Floats]) -> float:
    """Log likelihood ratio of crazy against plain for a roll so far: 0 for a straight or short one, at most 4."""
    if len(trail) < FEWEST:
        return 0.0
    way = np.array(trail)
    run = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(way, axis=0).T))])
    rolled = way[run >= SLIDE_MM]
    if len(rolled) < FEWEST or run[-1] - SLIDE_MM < SHORTEST_MM:
        return 0.0
    middle = rolled - rolled.mean(axis=0)
    across = np.linalg.svd(middle, full_matrices=False)[2][1]
    off = float(np.sqrt(np.mean((middle @ across) ** 2)))
    return float(np.clip((off - STRAIGHT_MM) / STRAIGHT_MM, 0.0, MOST_NATS))
