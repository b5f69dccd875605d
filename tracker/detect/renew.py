"""A change that no known ball explains: look anew, forget what has gone, welcome what has come."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.ball import Ball
from callshot.tracker.detect.boxes import Box, box_around, grown, inner_part, inside
from callshot.tracker.detect.cloth import lab_of, unlike_cloth
from callshot.tracker.detect.known import Known
from callshot.tracker.detect.look import KNOWN_FILL, Glimpse, Looked, look_at, nothing_new, puzzle_of
from callshot.tracker.detect.rest import measured
from callshot.tracker.detect.select import OVERLAP_DIAMETERS, QUALITY_MIN, discs

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Image = NDArray[np.uint8]

FASTEST_MM_S = 13000.0  # the hardest break shots
POCKET_REACH_RADII = 6.0  # what was last seen below a pocket's edge shows again no farther than its jaws
SAME_COLOUR_LAB = 45.0  # a ball's mean colour as it turns, from streak to sharp
NEW_BALL_MIN, NEW_AT_CUSHION_MIN = 0.55, 0.75


def look_anew(
    known: Known, image: Image, luma: Image, box: Box, t: float, *, sought: bool = True
) -> list[Glimpse] | None:
    """Look anew at one box: known balls get their new glimpse or are forgotten, new glimpses are returned.

    sought: a ball was lost there; else, where nobody is about, a box that shows nothing new costs no more than to see
    that, and None is returned.
    """
    x0, y0, x1, y1 = box
    view = known.view.crop(*box)
    inner = inner_part(known.view, box)
    corner = np.array([x0, y0], np.float64)
    inside_box = [b for b in known.balls if inside(b.px, box)]
    sure = [b.rest_px is not None and not known.stirred(b.px, luma) for b in inside_box]
    here = [b for b, s in zip(inside_box, sure, strict=True) if inside(b.px, inner) and not s]
    beside = [b.px - corner for b, s in zip(inside_box, sure, strict=True) if s or not inside(b.px, inner)]
    allowed = np.zeros(view.bed.shape, np.bool_)
    allowed[inner[1] - y0 : inner[3] - y0, inner[0] - x0 : inner[2] - x0] = True
    here_px, beside_px = (np.array(px).reshape(-1, 2) for px in ([b.px - corner for b in here], beside))
    part, cloth = image[y0:y1, x0:x1], known.plate.cloth(box)
    reach = 2 * known.view.radius_px
    around = [b.px - corner for b in known.balls if not inside(b.px, box) and inside(b.px, grown(box, reach))]
    near_px = np.array([*beside, *around]).reshape(-1, 2)
    puzzling = known.puzzling[y0:y1, x0:x1]
    beside_people = bool(known.foreign[y0:y1, x0:x1].any())
    if not (sought or beside_people) and nothing_new(part, cloth, view, here_px, near_px, puzzling):
        known.absorb(luma, box, [b.glimpse for b in known.balls if b.rest_px is None and inside(b.px, box)])
        return None
    looked = look_at(part, cloth, view, allowed, here_px, beside_px)
    known.foreign[y0:y1, x0:x1] = looked.foreign
    # A streak is where something moves: what looks like one and stands still is print, or a line of light.
    fresh = [g for g in _match(known, image, here, looked, t) if g.outlined or known.stirred(g.px, luma)]
    balls_px = np.array([*(g.px - corner for g in looked.balls), *near_px]).reshape(-1, 2)
    puzzling[:] = False if fresh or sought else puzzle_of(looked, view, balls_px)
    moving = fresh + [b.glimpse for b in known.balls if b.rest_px is None and inside(b.px, box)]
    known.absorb(luma, box, moving)
    return fresh


def _match(known: Known, image: Image, here: list[Ball], looked: Looked, t: float) -> list[Glimpse]:
    """Give new glimpses to the balls that were here; a ball without one is forgotten, unless it was at rest and its
    outline is still found there. Returns what is left.
    """
    open_ = list(looked.balls)
    for ball in here:
        near = [g for g in open_ if np.hypot(*(g.px - ball.px)) < known.view.radius_px]
        if near:
            glimpse = min(near, key=lambda g: float(np.hypot(*(g.px - ball.px))))
            open_ = [g for g in open_ if g is not glimpse]
            if t > ball.t_s:
                step = glimpse.px - ball.px
                ball.velocity = step / (t - ball.t_s) if np.hypot(*step) > 0.05 * known.view.radius_px else np.zeros(2)
            ball.glimpse = glimpse
            ball.t_s = t
            if ball.rest_px is None:
                ball.trail.append((t, glimpse.px))
        elif ball.rest_px is not None and _still_there(known, image, ball, looked):
            ball.again_s = t
        else:
            if ball.rest_px is not None:
                known.uncover(ball.rest_px, ball)
            known.balls = [b for b in known.balls if b is not ball]
    return open_


def _still_there(known: Known, image: Image, ball: Ball, looked: Looked) -> bool:
    """Among balls of its own colour, on cloth of that colour, a ball shows to the one who knows where it lay.

    What has its outline and fills it as a ball does is the ball, unless another one was seen so near.
    """
    exact = measured(known, image, ball.px)
    if exact is None or exact[1] < QUALITY_MIN:
        return False
    nearest = OVERLAP_DIAMETERS * 2 * known.view.radius_px
    if any(np.hypot(*(g.px - exact[0])) < nearest for g in looked.balls):
        return False
    box = box_around(known.view, exact[0], 1.0)
    x0, y0, x1, y1 = box
    unlike = unlike_cloth(lab_of(image[y0:y1, x0:x1]), known.plate.cloth(box))
    face = discs(unlike.shape, known.view.crop(*box), exact[0][None] - [x0, y0], 0.8)
    return bool(unlike[face].mean() > KNOWN_FILL)


def welcome(known: Known, fresh: list[Glimpse], t: float) -> None:
    """New glimpses are missing balls that went farther than expected, or, where they are clear, new balls."""
    lost = known.missing
    scale = known.view.ball_radius_mm / known.view.radius_px
    pairs = []
    for i, ball in enumerate(lost):
        for j, glimpse in enumerate(fresh):
            away = float(np.hypot(*(glimpse.px - ball.px))) * scale
            reach = FASTEST_MM_S * max(t - ball.t_s, 1e-3) + known.view.ball_radius_mm
            if ball.seen is not None and ball.seen[1].in_pocket is not None:
                reach = min(reach, POCKET_REACH_RADII * known.view.ball_radius_mm)
            colour = float(np.linalg.norm(glimpse.lab - ball.glimpse.lab))
            if away < reach and colour < SAME_COLOUR_LAB:
                pairs.append((away / reach + colour / SAME_COLOUR_LAB, i, j))
    used_balls: set[int] = set()
    used: set[int] = set()
    for _, i, j in sorted(pairs):
        if i in used_balls or j in used:
            continue
        used_balls.add(i)
        used.add(j)
        ball = lost[i]
        ball.velocity = (fresh[j].px - ball.px) / max(t - ball.t_s, 1e-3)
        ball.glimpse = fresh[j]
        ball.t_s = t
        ball.expected = None
        ball.trail.append((t, ball.px))
        known.balls.append(ball)
    known.missing = [b for i, b in enumerate(lost) if i not in used_balls]
    for j, glimpse in enumerate(fresh):
        # Balls don't come from nowhere: what was no ball a moment ago must look like one, round and sharp.
        least = NEW_BALL_MIN if _within(known, glimpse.px) else NEW_AT_CUSHION_MIN
        clear = glimpse.outlined and glimpse.score > least
        if j not in used and clear:
            known.balls.append(Ball(glimpse, t, trail=[(t, glimpse.px)]))


def _within(known: Known, px: Floats) -> bool:
    """Is it well away from the cushions? There people come in, and the first that shows of a hand is round."""
    reach = np.array([known.view.table.width_mm, known.view.table.length_mm]) / 2 - 4 * known.view.ball_radius_mm
    return bool(np.all(np.abs(known.view.position_mm(px)[0]) < reach))
