"""A thorough look at one box of the picture: balls, streaks and foreign things in it, without any history."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.ball_fit import fit_balls
from callshot.tracker.detect.candidates import candidate_centres, gaps_between
from callshot.tracker.detect.cloth import ClothModel, lab_of, unlike_cloth, without_shadows
from callshot.tracker.detect.select import SCALE_LEAST, SCALE_MOST, STEP_LAB, discs, select_balls
from callshot.tracker.detect.streak import fit_streak
from callshot.tracker.detect.view import TableView

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Mask = NDArray[np.bool_]
Image = NDArray[np.uint8]

FOREIGN_DISCS = 2.2  # what covers more than this many balls and is none is a hand, a cue, a person
SPECK_DISCS = 0.3  # what covers less is chalk, a spot, noise
STREAK_DISCS = 12.0  # no streak is longer than some ball diameters
BESIDE_FOREIGN_MIN = 0.62  # a new "ball" in touch with a person must be clear: heads and elbows are round
STRANGE_MIN = 0.25
STRANGE_UNLIKE = 0.4  # what is as unlike the cloth is something else
NEW_FILL = 0.25  # where less than this of a ball's face is no cloth there is no new ball, however like the cloth it is
KNOWN_RADII = 1.4  # compressed colours bleed so far over a ball's edge
KNOWN_FILL = 0.5  # a ball that is known to be here covers so much of its face with what is not cloth, or is looked for
LINE_RADII = 0.3  # no ball is as thin as this to both sides of its middle; lines of light and cues are
REFIT_STARTS = 0.5 * np.array(
    [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [0.7, 0.7], [-0.7, 0.7], [0.7, -0.7], [-0.7, -0.7]]
)
GAP_HOLD = 12.0  # the room between its neighbours tells better where a ball lies than a faint outline
REFIT_MIN, REFIT_SURE = 0.3, 0.6  # where it lies as clear as this no other start need be tried
REFIT_BETTER = 0.1  # by so much clearer is an outline that was found from another start than noise makes it


@dataclass(slots=True, eq=False)
class Glimpse:
    """One ball as seen, px in the window's frame. half_px: streak. strange: share of its surroundings that is odd.
    outlined: its outline was seen; else it is a piece of the picture with a moving ball's weight and width.
    """

    px: Floats
    score: float
    scale: float
    lab: Floats
    half_px: Floats
    sigma_px: float
    strange: float = 0.0
    outlined: bool = True


@dataclass(slots=True, eq=False)
class Looked:
    """balls: glimpses. foreign, solid: (h, w) of the box: covered by foreign things; by anything that is not cloth."""

    balls: list[Glimpse] = field(default_factory=list)
    foreign: Mask = field(default_factory=lambda: np.zeros((0, 0), np.bool_))
    solid: Mask = field(default_factory=lambda: np.zeros((0, 0), np.bool_))


def nothing_new(
    image: Image, plate: ClothModel, view: TableView, here_px: Floats, beside_px: Floats, puzzling: Mask
) -> bool:
    """Is all of a box cloth, its shadows, the balls that are known, (n, 2) px `here`, (m, 2) px `beside`, and what is
    `puzzling` (h, w) since long?

    Most changes are such: a shadow that came along, cloth that a ball laid bare and that was guessed until then. What
    is thinner than any ball and smaller than a person counts as little as a full look makes of it.
    """
    unlike = unlike_cloth(lab_of(image), plate)
    if any(unlike[discs(unlike.shape, view, px[None], 0.8)].mean() < KNOWN_FILL for px in here_px):
        return False
    unlike[~view.open_bed | puzzling] = 0
    known = np.concatenate([here_px, beside_px])
    if len(known):
        unlike[discs(unlike.shape, view, known, KNOWN_RADII)] = 0
    if (unlike > STRANGE_UNLIKE).sum() > FOREIGN_DISCS * np.pi * view.radius_px**2:
        return False
    thick = cv2.morphologyEx(unlike, cv2.MORPH_OPEN, _line_kernel(view))
    return bool(cv2.GaussianBlur(thick, (0, 0), 0.45 * view.radius_px).max() < NEW_FILL)


def puzzle_of(looked: Looked, view: TableView, balls_px: Floats) -> Mask:
    """(h, w) what a look did not explain, with its blurred edges; (n, 2) px: all balls that are known in the box."""
    left = looked.solid & ~looked.foreign
    if len(balls_px):
        left &= ~discs(left.shape, view, balls_px, 1.2)
    return np.asarray(cv2.dilate(left.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0)


def look_at(
    image: Image,
    plate: ClothModel,
    view: TableView,
    allowed: Mask,
    known_px: Floats,
    beside_px: Floats,
    seen_before: bool = True,
) -> Looked:
    """Look at a box. `image`, `plate`, `view`, `allowed` are of the box; so are `known_px` (n, 2), balls that were
    here, and `beside_px` (m, 2), balls that are certain and stay as they are. seen_before: the plate is a picture of
    the empty table, not just a guess at it: only what differs from it is looked at.
    """
    lab = lab_of(image)
    unlike = unlike_cloth(lab, plate)
    solid = without_shadows(unlike, lab, plate)
    if len(beside_px):
        allowed = allowed & ~discs(allowed.shape, view, beside_px, 1.7)
    starts = np.concatenate(
        [known_px.reshape(-1, 2), candidate_centres(lab, unlike, view, allowed, plate if seen_before else None)]
    )
    fits = fit_balls(lab, unlike, solid, view, starts)
    chosen = select_balls(fits, lab, solid, view)
    gaps = gaps_between(fits.centres_px[chosen.index], unlike, view, allowed)
    if len(gaps):
        fits = fits.joined(fit_balls(lab, unlike, solid, view, gaps, hold=GAP_HOLD))
        chosen = select_balls(fits, lab, solid, view)
    corner = np.array(view.origin_in_window, np.float64)
    balls = []
    found = []
    for k, quality, strange in zip(chosen.index, chosen.quality, chosen.strange, strict=True):
        centre = fits.centres_px[k]
        was_here = len(known_px) and np.hypot(*(known_px - centre).T).min() < view.radius_px
        if strange > STRANGE_MIN and quality < BESIDE_FOREIGN_MIN and not was_here:
            continue
        sigma = max(0.15, float(fits.spread_px[k]) / np.sqrt(max(fits.support[k].sum() / 2, 1)))
        colour = face_colour(lab, centre, view.radius_px)
        balls.append(
            Glimpse(centre + corner, float(quality), float(fits.scale[k]), colour, np.zeros(2), sigma, float(strange))
        )
        found.append(centre)
    whole = np.concatenate([np.array(found).reshape(-1, 2), beside_px.reshape(-1, 2)])
    covered = discs(solid.shape, view, whole, 1.2) if len(whole) else np.zeros(solid.shape, np.bool_)
    foreign = np.zeros(solid.shape, np.bool_)
    strange_px = solid > STRANGE_UNLIKE
    streaks = _rest_of(lab, plate, strange_px & ~covered & view.open_bed, foreign, view, corner)
    if seen_before:  # without history a streak can't be told from a line or a shadow
        balls += streaks
    return Looked(balls, foreign, strange_px)


def refit(
    image: Image, plate: ClothModel, view: TableView, start_px: Floats, sure: float = REFIT_SURE
) -> tuple[Floats, float] | None:
    """Where exactly the ball near (2,) `start_px` of this box lies, px of the window, and how clear its outline is.

    Starts on all sides: a follower that slid onto the ball's shadow comes back. None where none is within a radius.
    sure: an outline as clear as this is not looked for from other sides; those lead astray as often as they mend.
    """
    lab = lab_of(image)
    unlike = unlike_cloth(lab, plate)
    solid = without_shadows(unlike, lab, plate)
    there, least = start_px, 0.0
    for starts in (REFIT_STARTS[:1], REFIT_STARTS[1:]):
        fits = fit_balls(lab, unlike, solid, view, start_px + view.radius_px * starts)
        clear = (fits.support * np.clip(fits.step / STEP_LAB - 0.35, 0, 1)).mean(1)
        clear *= (fits.scale > SCALE_LEAST) & (fits.scale < SCALE_MOST)
        clear *= np.hypot(*(fits.centres_px - start_px).T) < view.radius_px
        best = int(np.argmax(clear))
        if clear[best] > least + (REFIT_BETTER if least else 0.0):
            there, least = fits.centres_px[best], float(clear[best])
        if least > sure:
            break
    if least < REFIT_MIN:
        return None
    return there + np.array(view.origin_in_window, np.float64), least


def _rest_of(
    lab: Floats32, plate: ClothModel, rest: Mask, foreign: Mask, view: TableView, corner: Floats
) -> list[Glimpse]:
    """What no sharp ball explains: streaks of fast balls (returned), and foreign things (marked)."""
    disc = np.pi * view.radius_px**2
    # Lines of light or a cue touch a streak: without what is thinner than any ball it stands alone.
    thick = cv2.morphologyEx(rest.astype(np.uint8), cv2.MORPH_OPEN, _line_kernel(view))
    streaks = []
    left = rest.copy()
    for mask in (thick, None):
        again = left.astype(np.uint8) if mask is None else mask
        count, parts, stats, _ = cv2.connectedComponentsWithStats(again, connectivity=8)
        for k in range(1, count):
            x, y, w, h, area = stats[k]
            if area < SPECK_DISCS * disc:
                continue
            part = (slice(y, y + h), slice(x, x + w))
            own = parts[part] == k
            streak = _streak_of(lab, plate, part, own, view, corner) if area < STREAK_DISCS * disc else None
            if streak is not None:
                streaks.append(streak)
                left[part] &= ~own
            elif mask is None and area > FOREIGN_DISCS * disc:
                foreign[part] |= own
    return streaks


def _line_kernel(view: TableView) -> Image:
    reach = round(LINE_RADII * view.radius_px)
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1)), np.uint8)


def _streak_of(
    lab: Floats32, plate: ClothModel, part: tuple[slice, slice], own: Mask, view: TableView, corner: Floats
) -> Glimpse | None:
    """The streak of a fast ball that one piece `own` of the box makes, if it does."""
    disc = np.pi * view.radius_px**2
    x, y = part[1].start, part[0].start
    h, w = own.shape
    weight = np.where(own, np.linalg.norm(lab[part] - plate.lab[part], axis=2), 0)
    outline = view.outline_at([[x + w / 2, y + h / 2]])[0]
    streak = fit_streak(weight, outline, (x, y))
    if streak is None or not view.allows(streak.centre):
        return None
    # A disc swept along 2 h covers pi R^2 + 4 h R: a thin line or a ragged shadow covers less of its box.
    length = float(np.hypot(*streak.half))
    swept = disc * (1 + 4 * length / (np.pi * view.radius_px))
    if not 0.55 * swept < own.sum() < 1.5 * swept:
        return None
    colour = np.asarray(np.median(lab[part][own], axis=0), np.float64)
    score = float(np.clip(1 - 2 * abs(streak.width - 1), 0.1, 0.9))
    sigma = 0.08 * view.radius_px + 0.05 * length
    return Glimpse(streak.centre + corner, score, 1.0, colour, streak.half, sigma, outlined=False)


def face_colour(lab: Floats32, centre: Floats, radius: float) -> Floats:
    """(3,) mean Lab of a ball's face without its rim."""
    h, w = lab.shape[:2]
    r = 0.7 * radius
    x0, x1 = max(int(centre[0] - r), 0), min(int(centre[0] + r) + 2, w)
    y0, y1 = max(int(centre[1] - r), 0), min(int(centre[1] + r) + 2, h)
    vv, uu = np.mgrid[y0:y1, x0:x1]
    face = np.hypot(uu - centre[0], vv - centre[1]) <= r
    return np.asarray(lab[y0:y1, x0:x1][face].mean(0), np.float64) if face.any() else np.zeros(3)
