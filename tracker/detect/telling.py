"""From followed balls in px to observations in millimetres."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.known import Known
from callshot.tracker.detect.pockets import PocketEdges
from callshot.tracker.observation import BallObservation

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Image = NDArray[np.uint8]


def ball_observations(known: Known, pockets: PocketEdges) -> tuple[BallObservation, ...]:
    """What is to be said of every ball that is followed. Only what changed since the last frame is worked out."""
    view = known.view
    scale = view.ball_radius_mm / view.radius_px
    fresh = [b for b in known.balls if b.seen is None or b.seen[0] is not b.glimpse]
    if fresh:
        px = np.array([b.px for b in fresh])
        half = np.array([b.glimpse.half_px for b in fresh])
        here = view.position_mm(px)
        swept = half.any()
        along = (view.position_mm(px + half) - view.position_mm(px - half)) / 2 if swept else np.zeros_like(here)
        sigma = np.array([b.glimpse.sigma_px for b in fresh]) * scale
        spread = (sigma**2)[:, None, None] * np.eye(2) + 0.04 * along[:, :, None] * along[:, None]
        sank = pockets.holding(here, [b.seen[1].in_pocket if b.seen is not None else None for b in fresh])
        for ball, xy, way, covariance, pocket in zip(fresh, here, along, spread, sank, strict=True):
            g = ball.glimpse
            ball.seen = (
                g,
                BallObservation(xy, covariance, g.score, view.radius_px * g.scale, g.lab, way, {}, pocket),
            )
    return tuple(b.seen[1] for b in known.balls if b.seen is not None)
