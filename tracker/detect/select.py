"""Which of many overlapping candidates are balls: they can't overlap, and every part of the picture has one reason.

A place just outside a ball's outline shows the cloth, another ball, or the cushion and pocket beyond the nose line.
Where it shows something else (a letter of a logo, a hand, a cue) that speaks against the candidate, unless most of its
outline is clear.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.ball_fit import UNIT, BallFits
from callshot.tracker.detect.light_ring import rings_of_light
from callshot.tracker.detect.ring import CLEAR_LAB, FAINT_LAB, OPEN_MIN, disc_scores, ring_scores, weakest_sectors
from callshot.tracker.detect.view import TableView

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Mask = NDArray[np.bool_]

STEP_LAB = 6.0  # a difference of broad means across the outline that is seen for sure
OVERLAP_DIAMETERS = 0.88  # two centres nearer than this, measuring errors included, are one ball
CLOSED_WEIGHT = 0.35  # an outline against another ball of the same colour is often not seen
# A ball is a ball, seen at 0.95 to 1.0 of its size nearly always: its rim is dark, and lens and coding smear it.
SCALE_LEAST, SCALE_MOST = 0.905, 1.075
ALONE_CLEAR, ALONE_LEAST = 0.85, 0.895  # on bare cloth all round an outline as clear as this may be smaller still
QUALITY_MIN = 0.42
FREE = 0.6  # what has cloth on so much of its rim lies by itself
FULLER = 0.1  # a disc that is filled by so much more with what is no cloth
AMONG_BALLS = 0.18  # a ball that others surround shows less of its outline
STRANGE_COST = 0.5  # surroundings that are neither cloth nor ball nor cushion make a candidate doubtful
BEYOND_NOSE_MIN = 0.72  # outlines are everywhere in pockets: a ball there must be clear
NEAR_NOSE_MM = 9.0  # the nose's own shadow makes a dark line this wide
AT_NOSE_MM = 12.0  # what touches a cushion, for all that a calibration may be off, lies in its shade
PRINT_REACH_RADII = 2.2  # letters of a logo stand this near to one another
PRINT_LAB = 14.0  # and are of one colour
PRINT_SHARE = 0.12
LETTER_OPEN = 0.4  # letters stand on cloth; of a ball in a pack less shows beside it
PRINT_FILL, HOLE = 0.97, 0.1  # letters have holes and corners
NEST_SHARE = 0.75  # when balls explain so much of what lies closely around it, it is one of them
NEST_FILL = 0.85
HOLLOW_FILL, HOLLOW_MIN = 0.75, 0.6  # what is partly cloth inside must show a clear outline, or a closed one
BARE_FILL = 0.4  # less than half of it is no cloth: a shadow's, a neighbour's edge
PRINT_SURE = 0.8  # whose outline is clearer than this is no letter, whatever lies beside it


@dataclass(frozen=True, slots=True, eq=False)
class Selection:
    """index: (m,) which candidates are balls. quality, strange: (m,) 0 to 1."""

    index: NDArray[np.int64]
    quality: Floats
    strange: Floats


def select_balls(fits: BallFits, lab: Floats32, solid: Floats32, view: TableView) -> Selection:
    """Choose the balls among fitted candidates."""
    empty = Selection(np.zeros(0, np.int64), np.zeros(0), np.zeros(0))
    if not len(fits.centres_px):
        return empty
    position = view.position_mm(fits.centres_px)
    reach = np.array([view.table.width_mm, view.table.length_mm]) / 2 - view.ball_radius_mm + NEAR_NOSE_MM
    outside = np.any(np.abs(position) > reach, axis=1)
    open_ = fits.outside < 0.5
    # On the cloth an edge may be soft; in packs and about pockets only steep ones part one thing from another.
    free = (open_.mean(1) > FREE) & ~outside
    good = np.where(free[:, None], fits.broad, fits.support) * np.clip(fits.step / STEP_LAB - 0.35, 0, 1)
    weight = np.where(open_, 1.0, CLOSED_WEIGHT)
    quality = (weight * good).sum(1) / weight.sum(1)
    weakest, full = weakest_sectors(fits, lab, view), np.minimum(fits.fill, fits.core)
    hollow = (fits.fill < HOLLOW_FILL) & (quality < HOLLOW_MIN) & (weakest < FAINT_LAB)
    # beside a ball, in the shade of a nose, edges of other things make most of an outline about bare cloth
    at_nose = np.any(np.abs(position) > reach - NEAR_NOSE_MM - AT_NOSE_MM, axis=1)
    bare = (full < BARE_FILL) & (at_nose | (open_.mean(1) < OPEN_MIN))
    hollow |= bare & (quality < HOLLOW_MIN) & (weakest < CLEAR_LAB)
    ring = np.where(outside | (at_nose & bare), 0.0, np.maximum(ring_scores(fits, weakest), disc_scores(fits)))
    quality = np.maximum(quality, ring)
    least = np.where((quality > ALONE_CLEAR) & (open_.mean(1) > OPEN_MIN), ALONE_LEAST, SCALE_LEAST)
    possible = (
        (fits.scale > least)
        & (fits.scale < SCALE_MOST)
        & ~_drawn_circle(fits)
        & ~hollow
        & ~(outside & (quality < BEYOND_NOSE_MIN))
    )
    order = [int(k) for k in np.argsort(-quality) if possible[k] and quality[k] > 0.2]
    chosen = _without_overlap(order, position, view)
    outline = view.outline_at(fits.centres_px)
    around = fits.centres_px[:, None] + np.einsum("nij,kj->nki", outline, UNIT) * 1.22
    beyond = _beyond_bed(view, around)
    inverse = np.linalg.inv(outline)
    while chosen:
        at = np.array(chosen)
        explained = _inside_others(around[at], fits.centres_px[at], inverse[at])
        strange = ~open_[at] & ~beyond[at] & ~explained
        share = strange.mean(1)
        # Edges against something strange tell little: a hand or a letter has edges everywhere.
        w = np.where(open_[at] | strange, 1.0, CLOSED_WEIGHT)
        score = (w * good[at]).sum(1) / w.sum(1) - STRANGE_COST * share
        score += AMONG_BALLS * (explained & ~open_[at]).mean(1)
        score = np.maximum(score, ring[at])
        worst = int(np.argmin(score))
        if score[worst] >= QUALITY_MIN:
            # Letters don't lie among balls.
            nested = (fits.fill[at] > NEST_FILL) & (
                (explained & ~open_[at]).sum(1) > NEST_SHARE * np.maximum((~open_[at]).sum(1), 1)
            )
            printed = _printed(fits, at, score, lab, solid, view) & ~nested
            printed |= rings_of_light(fits.centres_px[at], lab, view)
            if not printed.any():
                return Selection(at, np.minimum(score, 1), share)
            chosen = [k for k, p in zip(chosen, printed, strict=True) if not p]
        else:
            gone = chosen.pop(worst)
            order.remove(gone)
            # its outline was an edge of something else beside a ball that fills its own: now that may be looked at
            fuller = [k for k in order if k in chosen or full[k] > full[gone] + FULLER]
            chosen = _without_overlap(sorted(fuller, key=lambda k: (k not in chosen, -quality[k])), position, view)
    return empty


def discs(shape: tuple[int, ...], view: TableView, centres_px: Floats, scale: float = 1.0) -> Mask:
    """(h, w) the union of balls' outlines, enlarged by `scale`."""
    mask = np.zeros(shape[:2], np.uint8)
    for centre, outline in zip(centres_px, view.outline_at(centres_px), strict=True):
        points = centre + (UNIT * scale) @ outline.T
        cv2.fillConvexPoly(mask, np.rint(points * 16).astype(np.int32), 1, shift=4)
    return mask.astype(np.bool_)


def _drawn_circle(fits: BallFits) -> Mask:
    """A circle of light or chalk: a clear outline around bare cloth."""
    clear = fits.edge > 0.6
    return np.asarray(clear & (fits.core < 0.5) & (fits.core < fits.fill - 0.2), np.bool_)


def _printed(
    fits: BallFits, chosen: NDArray[np.int64], score: Floats, lab: Floats32, solid: Floats32, view: TableView
) -> Mask:
    """(m,) letters and other print: more of the same colour lies beside them and belongs to no ball."""
    printed = np.zeros(len(chosen), np.bool_)
    # in the dark the cloth's own noise is of many colours: what is printed is more than single pixels
    painted = cv2.blur((solid > 0.5).astype(np.float32), (3, 3)) > 0.5
    holed = fits.core[chosen] < fits.fill[chosen] - HOLE
    sure = (fits.fill[chosen] > PRINT_FILL) | ((score > PRINT_SURE) & ~holed)
    # two letters side by side on the cloth, each as large as a ball, are no excuse for one another
    on_cloth = (fits.outside[chosen] < 0.5).mean(1) > LETTER_OPEN
    rest = painted & ~discs(solid.shape, view, fits.centres_px[chosen[sure | ~on_cloth]], 1.15) & view.bed
    h, w = rest.shape
    for i, k in enumerate(chosen):
        if sure[i]:
            continue
        x, y = fits.centres_px[k]
        r = view.radius_px * PRINT_REACH_RADII
        x0, x1 = max(int(x - r), 0), min(int(x + r) + 1, w)
        y0, y1 = max(int(y - r), 0), min(int(y + r) + 1, h)
        part = lab[y0:y1, x0:x1]
        vv, uu = np.mgrid[y0:y1, x0:x1]
        face = (np.hypot(uu - x, vv - y) < 0.8 * view.radius_px) & (solid[y0:y1, x0:x1] > 0.5)
        if not face.any():
            continue
        colour = np.median(part[face], axis=0)
        same = np.linalg.norm(part - colour, axis=2) < PRINT_LAB
        beside = np.hypot(uu - x, vv - y) > 1.15 * view.radius_px
        printed[i] = (same & beside & rest[y0:y1, x0:x1]).sum() > PRINT_SHARE * np.pi * view.radius_px**2
    return printed


def _without_overlap(order: list[int], position: Floats, view: TableView) -> list[int]:
    nearest = OVERLAP_DIAMETERS * 2 * view.ball_radius_mm
    chosen: list[int] = []
    for k in order:
        if not chosen or np.min(np.hypot(*(position[chosen] - position[k]).T)) >= nearest:
            chosen.append(k)
    return chosen


def _beyond_bed(view: TableView, points: Floats) -> Mask:
    h, w = view.bed.shape
    uv = np.rint(points).astype(int)
    u, v = uv[..., 0], uv[..., 1]
    inside = (u >= 0) & (v >= 0) & (u < w) & (v < h)
    mm = view.centre_mm[np.clip(v, 0, h - 1), np.clip(u, 0, w - 1)]
    reach = np.array([view.table.width_mm, view.table.length_mm]) / 2 - NEAR_NOSE_MM
    return np.asarray(~inside | np.any(np.abs(mm) > reach, axis=-1), np.bool_)


def _inside_others(around: Floats, centres: Floats, inverse: Floats) -> Mask:
    """(m, k) is each point around ball i inside another ball's outline (a little enlarged)."""
    m = len(centres)
    apart = around[:, :, None] - centres[None, None]
    local = np.einsum("jab,ikjb->ikja", inverse, apart)
    within = np.einsum("ikja,ikja->ikj", local, local) < 1.18**2
    within[np.arange(m), :, np.arange(m)] = False
    return np.asarray(within.any(2), np.bool_)
