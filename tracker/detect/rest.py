"""Balls that came to rest: their place is known best when all has been still for a while, and they become part of the
settled picture.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.ball import Ball
from callshot.tracker.detect.boxes import box_around
from callshot.tracker.detect.known import Known
from callshot.tracker.detect.look import REFIT_SURE, refit
from callshot.tracker.detect.select import OVERLAP_DIAMETERS, discs

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Image = NDArray[np.uint8]

REST_S = 0.2  # a ball whose mean place moved less than REST_MM from half to half of this lies still
REST_MM = 0.5
# A video's coder leaves what hardly moves as it was for some frames, by up to 5 mm, and what is nudged creeps unseen:
AGAIN_S = 0.3  # a ball is measured again when nothing has changed on it for so long
AGAIN_SURE = 0.75  # then there is time to look for it from all sides unless its outline is as clear as this
MOVED_MM = 0.3  # less is within what measuring once more changes


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
        exact = measured(known, image, rest)
        if exact is not None:
            # Followers lean towards a ball's shadow; where the outline is faint their mean is as good.
            strayed = np.hypot(*(exact[0] - rest)) > 0.15 * known.view.radius_px
            rest, score = exact[0] if strayed or exact[1] > REFIT_SURE else rest, exact[1]
        _lay(known, ball, rest, score, luma)
        ball.again_s = t + AGAIN_S


def touched_again(known: Known, changed: Mask, t: float) -> None:
    """Balls at rest on which some of the (rows, columns) `changed` cells lie are measured again when it is over."""
    lying = [b for b in known.balls if b.rest_px is not None]
    if lying and changed.any():
        for ball, near in zip(lying, known.touched(np.array([b.px for b in lying]), changed).tolist(), strict=True):
            if near:
                ball.again_s = t + AGAIN_S


def due(known: Known, t: float) -> Ball | None:
    """The ball at rest whose turn it is to be measured again, the one that has waited longest; None where none is."""
    waiting = [(b.again_s, b) for b in known.balls if b.rest_px is not None and b.again_s is not None]
    least = min(waiting, key=lambda w: w[0], default=None)
    return least[1] if least is not None and least[0] <= t else None


def measure_again(known: Known, ball: Ball, image: Image, luma: Image) -> None:
    """Measure one ball at rest again: no frame has time for all."""
    ball.again_s = None
    view = known.view
    exact = measured(known, image, ball.px, AGAIN_SURE)
    if exact is None or exact[1] < REFIT_SURE:
        return
    here = view.position_mm(np.array([exact[0], ball.px, *(b.px for b in known.balls if b is not ball)]))
    away = np.hypot(*(here[1:] - here[0]).T)
    if away[0] < MOVED_MM or (away[1:] < OVERLAP_DIAMETERS * 2 * view.ball_radius_mm).any():
        return
    known.uncover(ball.px, ball)
    _lay(known, ball, *exact, luma)


def measured(known: Known, image: Image, px: Floats, sure: float = REFIT_SURE) -> tuple[Floats, float] | None:
    """Where exactly the ball near (2,) `px` of the window lies and how clear its outline is; see `refit`."""
    box = box_around(known.view, px, 3.0)
    part = (slice(box[1], box[3]), slice(box[0], box[2]))
    return refit(image[part], known.plate.cloth(box), known.view.crop(*box), px - np.array(box[:2], float), sure)


def _lay(known: Known, ball: Ball, rest: Floats, score: float, luma: Image) -> None:
    """The ball lies at (2,) `rest` px."""
    ball.glimpse = replace(ball.glimpse, px=rest, score=score)
    ball.rest_px = rest.copy()
    ball.velocity = np.zeros(2)
    ball.trail = []
    x0, y0, x1, y1 = box = box_around(known.view, rest, 2.0)
    view = known.view.crop(*box)
    where = discs(view.bed.shape, view, rest[None] - [x0, y0], 1.9)
    known.gate.settled[y0:y1, x0:x1][where] = luma[y0:y1, x0:x1][where]
