"""Find the table: from a clean plate to a camera, or a plain refusal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from callshot.calibration.by_hand import camera_from_corners, check_camera, check_corners
from callshot.calibration.camera import CameraModel, Floats
from callshot.calibration.cloth import Picture, cloth_regions, exposed_for, picture_of, shrink
from callshot.calibration.decide import NoseChoice, choose_noses
from callshot.calibration.fitting import FOOT, HEAD, LEFT, RIGHT, SIDE_NAMES, CameraFit, LensPrior, NosePoints
from callshot.calibration.lens import lens_for
from callshot.calibration.outline import Outline, outline_of
from callshot.calibration.plate import plate_of
from callshot.calibration.profiles import NEAR_SEARCH, ROUGH_SEARCH, frame_from_camera, frame_from_outline, lines_along
from callshot.calibration.refine import REFINE_WEIGHT, refine
from callshot.calibration.table import CalibrationError, TableGeometry
from callshot.hardware.frame import Frame, Image
from callshot.rules.equipment import TableSize

# Nose height: 62.5 to 64.5 % of a 57.15 mm ball (WPA); rail top a little higher.
NOSE_MM, RAIL_MM = 36.3, 42.0
# Below this a nose's shadow is thinner than a px and can't be told from the rail.
LEAST_PX = 200
# Outlines tried at most, and the choice score at which no other is tried.
MOST_OUTLINES = 6
SURE_SCORE = 12.2
# What a finding must have to be believed. A right table scores 12 and more, its camera costs the priors below 6, its
# noses lie within 1 mm of the fit; tables found wrong in trials scored below 10.5 or cost above 15.
LEAST_SCORE = 11.5
# Where three sides took the line that looks most like a nose by itself, and all four cushions are equally wide, faint
# lines say enough: coarse compression or rails of the cloth's colour leave right tables 10.6 and more. Tables found
# wrong there had a better line on two sides.
EVEN_SCORE, EVEN_MM = 10.5, 8.0
BEST_SIDES, NO_REGRET = 3, 0.1
# A line without a cushion outside it may be any line: where the lamps didn't show one of the noses, tables 35 mm off
# scored 12.2; right ones whose cushions can't be told from the rails score 14.
BARE_SCORE = 13.0
MOST_PRIOR_COST = 14.0
MOST_ERROR_MM = 2.5
LEAST_SEEN = 0.25
MOST_CORNER_MM = 25.0  # corners pointed at by hand that miss by more than this are no table's
HELP = "give the four cushion-nose corners with --corners (head-left, head-right, foot-right, foot-left)"


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """A found table with what speaks for it."""

    fit: CameraFit
    points: NosePoints
    choice: NoseChoice
    outline: Outline
    error_mm: float


def find_in_plate(plate: Image, size: TableSize, head: str, lens: CameraModel | None = None) -> Finding:
    """The best finding in a clean plate. Raises CalibrationError where no table can be made out."""
    h, w = plate.shape[:2]
    length, width = size.length_mm, size.width_mm
    if min(h, w) < LEAST_PX:
        raise CalibrationError(f"the pictures are {w}x{h}: too small to see a cushion; use at least {LEAST_PX} px")
    lens = None if lens is None else lens_for(lens, (w, h))
    small, scale = shrink(plate)
    picture = picture_of(plate)
    prior = LensPrior()
    best: tuple[NoseChoice, Outline, Picture] | None = None
    turned: Outline | None = None
    tried = 0
    for region in cloth_regions(small):
        outlines = [o for o in (outline_of(region, True),) if o is not None]
        for rough in outlines:
            outline = rough.scaled(scale).for_head(head)
            if not _ends_look_to(outline, head):
                turned = outline
                continue
            lit = exposed_for(picture, small, region)
            choice = _choose(lit, outline, size, lens, prior, (w, h))
            tried += 1
            if choice is not None and (best is None or choice.score > best[0].score):
                best = choice, outline, lit
        if (best is not None and best[0].score > SURE_SCORE) or tried >= MOST_OUTLINES:
            break
    if best is None and turned is not None:
        good = "top or bottom" if head in ("left", "right") else "left or right"
        raise CalibrationError(f"the table's ends are not at the picture's {head}: --head has to be {good}, or {HELP}")
    if best is None:
        raise CalibrationError(f"no table found in the picture: show all of it from above, or {HELP}")
    choice, outline, picture = best
    camera, fixed = choice.fit.camera, lens is not None
    fit, points = refine(picture, camera, choice.lines, length, width, NOSE_MM, prior=prior, fixed_lens=fixed)
    px_per_mm = float(fit.camera.scale_px_per_mm(np.zeros((1, 2)), NOSE_MM)[0])
    weight = points.weight
    error = float(np.sqrt((weight * np.minimum(np.abs(fit.residual_px), 3.0) ** 2).sum() / weight.sum()) / px_per_mm)
    finding = Finding(fit, points, choice, outline, error)
    _refuse_doubtful(finding)
    return finding


def _refuse_doubtful(found: Finding) -> None:
    """Raises CalibrationError unless all that speaks for a finding is there."""
    seen = np.bincount(found.points.side, weights=found.points.weight, minlength=4)
    whole = np.array([max(1, len(found.points.px)) / 6, max(1, len(found.points.px)) / 12] * 2)
    hidden = [SIDE_NAMES[i] for i in range(4) if seen[i] < LEAST_SEEN * REFINE_WEIGHT * whole[i]]
    why = ""
    if found.choice.score < needed_score(found.choice.cushion_mm, found.choice.regret):
        why = "not sure which lines along the rails are the cushions' noses"
    elif found.fit.prior_cost > MOST_PRIOR_COST:
        why = "the lines found fit no ordinary camera above a table of that size"
    elif found.error_mm > MOST_ERROR_MM:
        why = f"the lines found are {found.error_mm:.1f} mm off a table's shape"
    elif hidden:
        why = f"the {' and '.join(hidden)} cushion is hardly seen"
    if why:
        raise CalibrationError(f"{why}: show the whole table for some seconds with nobody over it, or {HELP}")


def needed_score(cushion_mm: Floats, regret: Floats) -> float:
    """What a choice must score, by (4,) how wide its cushions are (nan: none found) and its sides' regrets."""
    if not np.isfinite(cushion_mm).all():
        return BARE_SCORE
    even = np.ptp(cushion_mm) <= EVEN_MM and np.count_nonzero(regret <= NO_REGRET) >= BEST_SIDES
    return EVEN_SCORE if even else LEAST_SCORE


def _ends_look_to(outline: Outline, head: str) -> bool:
    """Whether an end of the table can be at the named side of the picture, and not a long side."""
    ends = (outline.corners_px[0] + outline.corners_px[1]) / 2 - outline.corners_px.mean(0)
    across, down = np.abs(ends)
    return bool(across > 0.75 * down if head in ("left", "right") else down > 0.75 * across)


def _choose(
    picture: Picture,
    outline: Outline,
    size: TableSize,
    lens: CameraModel | None,
    prior: LensPrior,
    image_size: tuple[int, int],
) -> NoseChoice | None:
    length, width = size.length_mm, size.width_mm
    long = {LEFT: length, FOOT: width, RIGHT: length, HEAD: width}
    sides = [lines_along(picture, frame_from_outline(outline, side, mm), ROUGH_SEARCH) for side, mm in long.items()]
    rough = choose_noses(sides, length, width, NOSE_MM, image_size, lens, prior)
    if not rough:
        return None
    camera = rough[0].fit.camera
    frames = [frame_from_camera(camera, side, length, width, NOSE_MM, 25.0) for side in long]
    sides = [lines_along(picture, frame, NEAR_SEARCH) for frame in frames]
    near = choose_noses(sides, length, width, NOSE_MM, image_size, lens, prior)
    return near[0] if near else rough[0]


def geometry_of(finding: Finding, size: TableSize, head: str) -> TableGeometry:
    """The finding as a calibrated table."""
    return TableGeometry(finding.fit.camera, head, size.length_mm, size.width_mm, NOSE_MM, RAIL_MM,
                         pocket_mouths(size), finding.error_mm, size.name)  # fmt: skip


def pocket_mouths(size: TableSize) -> dict[str, Floats]:
    """Mouth centres on the table plane by pocket name."""
    w, h = size.width_mm / 2, size.length_mm / 2
    inset = 29.0  # half of the mouth's chord over the square root of two: 117 mm between the jaws' tips
    return {
        "head-left": np.array([-w + inset, -h + inset]), "head-right": np.array([w - inset, -h + inset]),
        "side-left": np.array([-w, 0.0]), "side-right": np.array([w, 0.0]),
        "foot-left": np.array([-w + inset, h - inset]), "foot-right": np.array([w - inset, h - inset]),
    }  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Calibrated:
    """A calibrated table and the clean plate that it was found in."""

    table: TableGeometry
    plate: Image


def find_table(
    frames: Iterable[Frame],
    size: TableSize,
    head: str,
    lens: CameraModel | None = None,
    corners_px: Floats | None = None,
) -> Calibrated:
    """Find the table in frames of a camera that stands still, or take the four nose corners that a person gave.

    head: the picture side of the head end. lens: a camera whose matrix and distortion are known (its pose is ignored).
    corners_px: (4, 2) head-left, head-right, foot-right, foot-left. Raises CalibrationError: what is wrong, what to do.
    """
    plate = plate_of(frames)
    if plate is None:
        raise CalibrationError("the source has no picture to calibrate on")
    if corners_px is None:
        return Calibrated(geometry_of(find_in_plate(plate, size, head, lens), size, head), plate)
    h, w = plate.shape[:2]
    lens = None if lens is None else lens_for(lens, (w, h))
    check_corners(corners_px, head, (w, h))
    camera = camera_from_corners(corners_px, size.length_mm, size.width_mm, NOSE_MM, (w, h), lens)
    half = np.array([size.width_mm, size.length_mm]) / 2
    seen = camera.image_from_table(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half, NOSE_MM)
    scale = float(camera.scale_px_per_mm(np.zeros((1, 2)), NOSE_MM)[0])
    error = float(np.sqrt(np.mean(np.sum((seen - corners_px) ** 2, 1))) / scale)
    if not error <= MOST_CORNER_MM:
        raise CalibrationError(
            f"no camera sees a table with these corners (error {error:.0f} mm): look at --corners again"
        )
    check_camera(camera)
    table = TableGeometry(
        camera, head, size.length_mm, size.width_mm, NOSE_MM, RAIL_MM, pocket_mouths(size), error, size.name
    )
    return Calibrated(table, plate)
