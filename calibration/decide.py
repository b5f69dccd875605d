"""Which of the lines along the four sides are the noses: the rail's edge and the end of the shadow look much like them.

What tells them apart: on both sides of a nose there is cloth; right inside it lies its shadow; three to six cm
outside it the rail begins; and only the noses together make a rectangle of the table's proportions seen by a
real camera (the rails' edges would be nearly 4 per cent off, and the shadows lie unevenly).
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from callshot.calibration.camera import CameraModel, Floats
from callshot.calibration.fitting import (
    FOOT,
    HEAD,
    LEFT,
    RIGHT,
    CameraFit,
    LensPrior,
    NosePoints,
    fit_camera,
    posed,
    start_camera,
)  # fmt: skip
from callshot.calibration.profiles import Line

# Cushions from nose to rail: WPA 1 7/8 to 2 in; club, bar and carom tables 33 to 65 mm as seen from above.
CUSHION_MM = (30.0, 70.0)
# Camera fits tried per outline: the best sums of the sides' own scores.
MOST_TRIALS = 40
LINES_A_SIDE = 5


@dataclass(frozen=True, slots=True, eq=False)
class NoseChoice:
    """One line a side taken for the nose.

    score: higher is likelier. cushion_mm: width of the cushion found outside each nose, nan where none was.
    regret: (4,) by how much another line of the same side looks more like a nose by itself.
    """

    lines: tuple[Line, Line, Line, Line]
    fit: CameraFit
    score: float
    side_scores: Floats
    cushion_mm: Floats
    regret: Floats


def nose_score(line: Line, others: list[Line]) -> tuple[float, float]:
    """How much one line looks like a nose by itself, and how wide the cushion outside it is (nan without a rail)."""
    out, bed, dip = line.outside, line.inside, line.dip
    light = np.log((out[0] + 3) / (bed[0] + 3))
    chroma = float(np.linalg.norm(out[1:] - bed[1:] * np.clip((out[0] + 3) / (bed[0] + 3), 0.4, 1.6)))
    cloth = float(np.exp(-((light / 0.5) ** 2) - (chroma / 12) ** 2))
    depth = (min(out[0], bed[0]) - dip[0]) / (bed[0] + 5)
    shadow = float(np.clip(depth / 0.08, -0.5, 1.0))
    rail, width = 0.0, float("nan")
    for other in others:
        gap = line.offset_mm - other.offset_mm
        if not CUSHION_MM[0] < gap < CUSHION_MM[1]:
            continue
        change = np.linalg.norm((other.outside - bed) * [0.5, 1, 1])
        value = other.support * float(np.clip(change / 10, 0.2, 1.0))
        if value > rail:
            rail, width = value, gap
    return 1.2 * line.support + 1.2 * cloth + 0.8 * shadow + 1.0 * rail, width


def choose_noses(
    sides: list[list[Line]],
    length_mm: float,
    width_mm: float,
    nose_mm: float,
    image_size: tuple[int, int],
    lens: CameraModel | None,
    prior: LensPrior,
) -> list[NoseChoice]:
    """Choices of one line a side, best first (a few). Empty if a side has no line at all."""
    scored = []
    for candidates in sides:
        rated = sorted(((*nose_score(line, candidates), line) for line in candidates), key=lambda r: -r[0])
        scored.append(rated[:LINES_A_SIDE])
    if not all(scored):
        return []
    combos = list(itertools.product(*scored))
    combos.sort(key=lambda c: -(sum(r[0] for r in c) + _widths(c)))
    found = []
    start: CameraModel | None = None
    fixed = lens is not None
    for combo in combos[:MOST_TRIALS]:
        lines = (combo[0][2], combo[1][2], combo[2][2], combo[3][2])
        points = nose_points(lines)
        if start is None:
            corners = _corners(lines)
            if lens is None:
                focal = prior.focal_widths * max(image_size)
                start = start_camera(corners, length_mm, width_mm, nose_mm, image_size, focal)
            else:
                start = posed(lens, corners, length_mm, width_mm, nose_mm)
            start = fit_camera(
                points, start, length_mm, width_mm, nose_mm, prior=prior, outlier_px=4, fixed_lens=fixed
            ).camera
        fit = fit_camera(
            points, start, length_mm, width_mm, nose_mm, prior=prior, outlier_px=4, rounds=1, fixed_lens=fixed
        )
        own = np.array([r[0] for r in combo])
        scale = fit.camera.scale_px_per_mm(np.zeros((1, 2)), nose_mm)[0]
        rms_mm = float(np.sqrt(np.mean(fit.residual_px**2)) / scale)
        misfit = (rms_mm / 4.0) ** 2 + 0.25 * fit.prior_cost
        score = float(own.sum()) + _widths(combo) - min(misfit, 12.0)
        regret = np.array([rated[0][0] for rated in scored]) - own
        found.append(NoseChoice(lines, fit, score, own, np.array([r[1] for r in combo]), regret))
    found.sort(key=lambda c: -c.score)
    return found


def nose_points(lines: tuple[Line, ...]) -> NosePoints:
    """The lines' points, one side after the other."""
    px = np.concatenate([line.points_px for line in lines])
    side = np.concatenate([np.full(len(line.points_px), i) for i, line in enumerate(lines)])
    return NosePoints(px, side, np.ones(len(px)))


def _widths(combo: tuple[tuple[float, float, Line], ...]) -> float:
    """Cushions of one table are equally wide; a few mm of difference come from how steeply each is seen."""
    widths = np.array([r[1] for r in combo])
    known = widths[np.isfinite(widths)]
    if len(known) < 2:
        return -2.0
    return -float(np.minimum(((known - np.median(known)) / 8) ** 2, 3).sum()) - 0.5 * (4 - len(known))


def _corners(lines: tuple[Line, ...]) -> Floats:
    """(4, 2) intersections of straight lines through the sides: head-left, head-right, foot-right, foot-left."""
    out = []
    for one, two in ((HEAD, LEFT), (HEAD, RIGHT), (FOOT, RIGHT), (FOOT, LEFT)):
        p, q = lines[one].points_px, lines[two].points_px
        a, b = p[0], q[0]
        d, e = p[-1] - p[0], q[-1] - q[0]
        t = np.linalg.solve(np.stack([d, -e], 1), b - a)[0]
        out.append(a + t * d)
    return np.array(out)
