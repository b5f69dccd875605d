"""A streak points along the way that a ball came: from where it lay, if it came from there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.track.limits import STREAK_MM

Floats = NDArray[np.float64]

# A streak's direction is known to about this; it tells where a ball came from that moved by more than so much.
SIGMA_RAD, LEAST_MM = 0.12, 40.0
# What a streak that points right is worth (an angle of 0.12 out of a half turn), and the most that a wrong one costs.
RIGHT_NATS, WRONG_NATS = 2.3, 4.0


def streak_nats(way_mm: Floats, blur_mm: Floats) -> Floats:
    """(n,) cost of the belief that each sight came straight by its way. way_mm, blur_mm (half a streak): (n, 2)."""
    far, half = np.hypot(*way_mm.T), np.hypot(*blur_mm.T)
    across = way_mm[:, 0] * blur_mm[:, 1] - way_mm[:, 1] * blur_mm[:, 0]
    turn = np.arcsin(np.clip(np.abs(across) / np.maximum(far * half, 1e-9), 0.0, 1.0))
    nats = np.minimum(0.5 * (turn / SIGMA_RAD) ** 2 - RIGHT_NATS, WRONG_NATS)
    return np.asarray(np.where((half > STREAK_MM) & (far > LEAST_MM), nats, 0.0))
