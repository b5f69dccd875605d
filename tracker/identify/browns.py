"""The brown among the reds of a snooker table: the odd one out, where a camera shows both as nearly the same red.

A camera that drives reds to their limit leaves little between a red and a brown, and how much depends on the camera.
But all reds of a set are one paint, and a brown reflects more of the other colours: beside the reds that lie there it
is less saturated than any of them, in a dark place as in a bright one.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.models.normalise import BALL_PX, CROP_PX

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

_AXIS = np.arange(CROP_PX) - (CROP_PX - 1) / 2
# The inner face: a neighbour's red mirrors in the rim.
_FACE: Final = _AXIS[:, None] ** 2 + _AXIS[None] ** 2 < (0.7 * BALL_PX / 2) ** 2
# A ball is compared when the looks say red or brown with this much together; fewer than so many reds are no measure.
RED_OR_BROWN: Final = 0.5
FEWEST: Final = 4
# One paint's saturation scatters by a few hundredths over a table's light; each further two are one nat.
SCATTER: Final = 0.06
PER_NAT: Final = 0.02
MOST_NATS: Final = 4.0


def saturation(crop: Image) -> float:
    """(40, 40, 3) crop -> the face's CIE chroma over its lightness, which shade and distance from the lamp leave."""
    lab = cv2.cvtColor(crop.astype(np.float32) / 255.0, cv2.COLOR_BGR2LAB)[_FACE]
    light, a, b = np.median(lab, axis=0)
    return float(np.hypot(a, b) / max(float(light), 1.0))


def brown_nats(saturations: Floats, red_or_brown: Floats) -> Floats:
    """(n,) log likelihood ratio of brown against red for each ball, zeros where too few reds lie there.

    saturations: of each ball, nan where not measured. red_or_brown: how likely each ball is one of the two.
    """
    out = np.zeros(len(saturations))
    told = (red_or_brown > RED_OR_BROWN) & ~np.isnan(saturations)
    if told.sum() < FEWEST:
        return out
    usual = float(np.median(saturations[told]))
    below = (usual - saturations[told]) / max(usual, 1e-6)
    out[told] = np.clip((below - SCATTER) / PER_NAT, -MOST_NATS, MOST_NATS)
    return out
