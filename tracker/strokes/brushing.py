"""A ball that creeps up to another one may have touched it and not moved it: nobody can tell by looking.

A fast ball that touches another sends it away, but for so thin a touch that it hardly ever happens; a slow one that
comes to lie against it pushes it by less than a sight is worth.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.paths import Path

# Creeping: a push by this speed moves a ball by less than two places at rest can be told apart.
CREEPS_MMPS = 100.0
# Two balls this near, edge to edge, may touch: each place is known to a millimetre or two.
TOUCH_MM = 4.0


def brushed(
    struck: int, since_s: float, until_s: float, paths: Mapping[int, Path], moved: Collection[int], bed: Bed
) -> list[int]:  # fmt: skip
    """Balls that lie as they lay though the struck one may have crept against them between two moments."""
    path = paths[struck]
    rows = path.sights[(path.sights[:, 0] > since_s) & (path.sights[:, 0] < until_s) & (path.sights[:, 5] == 0)]
    slow = [r[1:3] for r in rows if (p := path.piece_at(float(r[0]))) and p.speed(float(r[0])) < CREEPS_MMPS]
    near = bed.ball_diameter_mm + TOUCH_MM
    out = []
    for k, other in paths.items():
        lay = other.before_mm
        if k == struck or k in moved or lay is None or not slow:
            continue
        if path.before_mm is not None and float(np.hypot(*(path.before_mm - lay))) < near:
            continue  # it lay there from the start
        if float(np.hypot(*(np.array(slow) - lay).T).min()) < near:
            out.append(k)
    return out
