"""A ball of nearly the cloth's own colour: its outline is faint, but it goes all the way round.

A faint edge at one place is noise, a letter's or a crease's. Here the change of colour across the outline is averaged
over a sector, which noise doesn't survive, and every sector must show one: what lies on bare cloth and is bounded by
a closed circle of a ball's size is a ball, or a circle that somebody drew, whose inside is bare cloth.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.ball_fit import ANGLES, UNIT, BallFits, sample
from callshot.tracker.detect.view import TableView

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

SECTORS = 8
DROP_MIN, DROP_SHARE = 0.5, 0.85  # so much less unlike the cloth on so much of the outline
DISC_FILL, DISC_SCORE = 0.85, 0.5
# A disc of another colour whose outline shows in a third of its directions, on cloth in three quarters of them: people
# and cues that touch it take more, a line of light or a shadow takes less.
APART_LAB, FULL_FILL, APART_EDGE, APART_OPEN = 12.0, 0.95, 0.33, 0.75
OPEN_MIN = (
    0.9  # so much of what lies beside it must be cloth to trust the outline alone: elsewhere other edges come near
)
OPEN_SECTORS_MIN = 3  # fewer tell nothing
FAINT_LAB = 2.4  # a change that noise doesn't make in the mean over a sector
CLEAR_LAB = 6.0
INSIDE_MIN = 0.15  # highlights, number and shading are no cloth; the inside of a drawn circle is
SCORE_MIN, SCORE_MAX = 0.45, 0.65
_RADII = np.linspace(0.7, 1.3, 25)
_AT = slice(6, 13)  # of the changes below: within 7 % of the radius from the outline


def weakest_sectors(fits: BallFits, lab: Floats32, view: TableView) -> Floats:
    """(n,) Lab change across the outline in that sector where it is least, of those beside cloth; 0 where few are."""
    centres = fits.centres_px
    rim = np.einsum("nij,kj->nki", view.outline_at(centres), UNIT) * fits.scale[:, None, None]
    profile = sample(lab, centres[:, None, None] + rim[:, :, None] * _RADII[:, None])
    steps = profile.reshape(len(centres), SECTORS, ANGLES // SECTORS, len(_RADII), 3).mean(2)
    inner = steps[:, :, :-6] + steps[:, :, 1:-5] + steps[:, :, 2:-4]
    outer = steps[:, :, 4:-2] + steps[:, :, 5:-1] + steps[:, :, 6:]
    change = np.linalg.norm(outer - inner, axis=3)[:, :, _AT].max(2) / 3
    open_ = (fits.outside < 0.5).reshape(len(centres), SECTORS, -1).mean(2) > OPEN_MIN
    weakest = np.where(open_, change, np.inf).min(1)
    return np.asarray(np.where(open_.sum(1) >= OPEN_SECTORS_MIN, weakest, 0.0), np.float64)


def disc_scores(fits: BallFits) -> Floats:
    """(n,) how sure it is by its disc alone that each fit is a ball, 0 where it is not.

    In weak light, out of focus or coarsely compressed no edge is steep. But what covers a ball's disc and no more, on
    bare cloth all around, is a ball.
    """
    open_ = np.mean(fits.outside < 0.5, axis=1)
    full = np.minimum(fits.fill, fits.core)
    whole = (np.mean(fits.drop > DROP_MIN, axis=1) > DROP_SHARE) & (full > DISC_FILL)
    # of quite another colour than what lies around it, though lines of light or a shadow run up to it
    apart = (np.median(fits.step, axis=1) > APART_LAB) & (full > FULL_FILL) & (fits.edge > APART_EDGE)
    return np.asarray(np.where((open_ > OPEN_MIN) & whole | (open_ > APART_OPEN) & apart, DISC_SCORE, 0.0), np.float64)


def ring_scores(fits: BallFits, weakest: Floats) -> Floats:
    """(n,) how sure it is by the closed outline alone that each fit is a ball, 0 where it is not."""
    alone = np.mean(fits.outside < 0.5, axis=1) > OPEN_MIN
    closed = alone & (weakest > FAINT_LAB) & (np.maximum(fits.fill, fits.core) > INSIDE_MIN)
    sure = np.clip((weakest - FAINT_LAB) / (CLEAR_LAB - FAINT_LAB), 0, 1)
    return np.asarray(np.where(closed, SCORE_MIN + (SCORE_MAX - SCORE_MIN) * sure, 0), np.float64)
