"""A ball that lies against a cushion can't get out of the way: what presses it into the cushion comes back from there.

So it hardly moves, and the ball that ran into it is sent back as by the cushion itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.pieces import Piece

Floats = NDArray[np.float64]

# Edge and nose line no farther apart than this: a gap that a ball crosses and comes back over within a frame or so.
AGAINST_MM = 5.0


def backing(piece: Piece, bed: Bed) -> Floats:
    """(k, 2) inward normals of the cushions that a ball lies against; none where it moves."""
    if not piece.rest:
        return np.zeros((0, 2))
    at = piece.place[0]
    found = []
    for rail in bed.rails:
        way = rail.end - rail.start
        along = float((at - rail.start) @ way) / float(way @ way)
        height = float((at - rail.start) @ rail.inward)
        if not rail.jaw and 0.0 <= along <= 1.0 and height < bed.radius_mm + AGAINST_MM:
            found.append(rail.inward)
    return np.array(found, np.float64).reshape(-1, 2)
