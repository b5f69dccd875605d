"""Balls that came to rest: their place is the mean of many looks, and they become part of the settled picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.boxes import box_around
from callshot.tracker.detect.known import Known
from callshot.tracker.detect.look import refit
from callshot.tracker.detect.select import discs

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Image = NDArray[np.uint8]

REST_S = 0.2  # a ball whose mean place moved less than REST_MM from half to half of this lies still
REST_MM = 0.5


def settle(known: Known, image: Image, luma: Image, t: float) -> None:
    """Balls that came to rest become part of the settled picture."""
    scale = known.view.ball_radius_mm / known.view.radius_px
    for ball in known.balls:
        if ball.rest_px is not None:
            continue
        trail = ball.trail
        while len(trail) > 1 and trail[1][0] <= t - REST_S:
            trail.pop(0)
        if not trail or t - trail[0][0] < REST_S or ball.glimpse.half_px.any():
            continue
        (x0, y0), (x1, y1) = trail[0][1].tolist(), ball.px.tolist()
        if max(abs(x1 - x0), abs(y1 - y0)) * scale > 4 * REST_MM:
            continue
        recent = np.array([p for _, p in ball.trail])
        half = len(recent) // 2
        if half and np.abs(recent[half:].mean(0) - recent[:half].mean(0)).max() * scale > REST_MM:
            continue
        rest, score = recent.mean(0), ball.glimpse.score
        box = box_around(known.view, rest, 3.0)
        corner = np.array(box[:2], np.float64)
        part = (slice(box[1], box[3]), slice(box[0], box[2]))
        exact = refit(image[part], known.plate.cloth(box), known.view.crop(*box), rest - corner)
        if exact is not None:
            # The mean over many frames is the finer one, unless the follower had strayed.
            strayed = np.hypot(*(exact[0] - rest)) > 0.15 * known.view.radius_px
            rest, score = exact[0] if strayed else rest, exact[1]
        ball.glimpse = replace(ball.glimpse, px=rest, score=score)
        ball.rest_px = rest.copy()
        ball.velocity = np.zeros(2)
        ball.trail = []
        x0, y0, x1, y1 = box = box_around(known.view, rest, 2.0)
        view = known.view.crop(*box)
        where = discs(view.bed.shape, view, rest[None] - [x0, y0], 1.9)
        known.gate.settled[y0:y1, x0:x1][where] = luma[y0:y1, x0:x1][where]
