"""Whether the camera still is where it was calibrated: the table's own noses, looked at again.

Cheap enough for every second: some two hundred short sections across the noses, no search. A person over a rail hides a
part of one nose; a nudged camera moves all four together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from callshot.calibration.camera import CameraModel, Floats
from callshot.calibration.cloth import Picture, picture_of
from callshot.calibration.decide import choose_noses
from callshot.calibration.fitting import FOOT, HEAD, LEFT, RIGHT, LensPrior
from callshot.calibration.profiles import LineSearch, frame_from_camera, lines_along
from callshot.calibration.refine import EdgeSearch, nose_edges, refine
from callshot.calibration.table import CalibrationError, TableGeometry
from callshot.hardware.frame import Image

# Notice above the first, no ruling on millimetre questions above the second.
NOTICE_MM, REFUSE_MM = 3.0, 6.0
# Noses are looked for this far from where they should be, in sections this far apart.
WATCH = EdgeSearch(window_mm=16.0, spacing_mm=30.0)
# Fewer sections than this share say nothing of the camera: a crowd over the table, or the light is off.
LEAST_SEEN = 0.35
RECALIBRATION_SEARCH = LineSearch(110.0, 90.0, 25.0, 8.0, 1.5)


@dataclass(frozen=True, slots=True)
class Drift:
    """What a check found.

    moved_mm: the farthest that a nose corner has moved; None where too little was seen. seen: share of the sections in
    which the nose was found.
    """

    moved_mm: float | None
    seen: float

    @property
    def lost(self) -> bool:
        """Too little of the noses is where it should be: something covers them, or the camera moved by centimetres."""
        return self.moved_mm is None


class CalibrationWatch:
    """Compares frames with a calibration. plate: a clean picture taken while the calibration was good, best its own."""

    def __init__(self, table: TableGeometry, plate: Image) -> None:
        _same_size(table, plate)
        self._table = table
        picture = picture_of(plate)
        self._changes = tuple(nose_change(picture, table, side) for side in (LEFT, FOOT, RIGHT, HEAD))
        self._rest = np.zeros(4)
        motion, _ = self._motion(picture)
        self._rest = motion if motion is not None else self._rest

    def check(self, image: Image) -> Drift:
        """How far the table's corners have moved since, in a picture that people may stand in."""
        _same_size(self._table, image)
        motion, seen = self._motion(picture_of(image))
        if motion is None:
            return Drift(None, seen)
        corners = self._table.nose_corners_mm
        moved = _moved(corners, motion - self._rest)
        return Drift(float(np.linalg.norm(moved, axis=1).max()), seen)

    def _motion(self, picture: Picture) -> tuple[Floats | None, float]:
        """Shift x, y (mm), turn and growth (per mm of table) that carry the calibrated noses to the seen ones."""
        t = self._table
        rows, misses, weights, total = [], [], [], 0
        inward = {LEFT: (1.0, 0.0), RIGHT: (-1.0, 0.0), HEAD: (0.0, 1.0), FOOT: (0.0, -1.0)}
        for side in (LEFT, FOOT, RIGHT, HEAD):
            px, weight, looked = nose_edges(
                picture, t.camera, side, t.length_mm, t.width_mm, t.nose_height_mm, WATCH, self._changes[side]
            )
            total += looked
            if not len(px):
                continue
            mm = t.camera.table_from_image(px, t.nose_height_mm)
            n = np.array(inward[side])
            line = -(t.width_mm if side in (LEFT, RIGHT) else t.length_mm) / 2
            misses.append(mm @ n - line)
            x, y = mm.T
            rows.append(
                np.stack([np.full(len(x), n[0]), np.full(len(x), n[1]), n[1] * x - n[0] * y, n[0] * x + n[1] * y], 1)
            )
            weights.append(weight)
        if not rows:
            return None, 0.0
        a, b, w = np.concatenate(rows), np.concatenate(misses), np.concatenate(weights)
        seen = float(w.sum()) / max(total, 1)
        sides_seen = sum(float(x.sum()) > 3 for x in weights)
        if seen < LEAST_SEEN or sides_seen < 3:
            return None, seen
        fit: Floats = np.zeros(4)
        for _ in range(6):  # reweighted: what lies far off is a hand
            residual = b - a @ fit
            spread = max(0.5, 1.4826 * float(np.median(np.abs(residual))))
            robust = w / (1 + (residual / (2 * spread)) ** 2)
            fit = np.asarray(np.linalg.lstsq(a * robust[:, None], b * robust, rcond=None)[0], np.float64)
        return fit, seen


def _moved(points_mm: Floats, motion: Floats) -> Floats:
    x, y = points_mm.T
    return np.stack([motion[0] - motion[2] * y + motion[3] * x, motion[1] + motion[2] * x + motion[3] * y], 1)


def nose_change(picture: Picture, table: TableGeometry, side: int) -> Floats:
    """(3,) Lab change from rail to bed across a calibrated nose, as a clean picture shows it."""
    search = LineSearch(20.0, 20.0, 3.0, 2.0, 1.0)
    frame = frame_from_camera(table.camera, side, table.length_mm, table.width_mm, table.nose_height_mm, 20.0)
    lines = lines_along(picture, frame, search)
    near = [line for line in lines if abs(line.offset_mm) < 6.0]
    return max(near, key=lambda line: line.support).change if near else np.array([-5.0, 0.0, 0.0])


def recalibrate(table: TableGeometry, plate: Image) -> TableGeometry:
    """The same table and lens in the pose that a clean plate shows now, for a camera nudged by up to some centimetres.

    Raises CalibrationError where the noses aren't found again.
    """
    _same_size(table, plate)
    picture = picture_of(plate)
    length, width, nose = table.length_mm, table.width_mm, table.nose_height_mm
    size = (plate.shape[1], plate.shape[0])
    camera: CameraModel = table.camera
    sides = [
        lines_along(picture, frame_from_camera(camera, side, length, width, nose, 25.0), RECALIBRATION_SEARCH)
        for side in (LEFT, FOOT, RIGHT, HEAD)
    ]
    prior = LensPrior()
    choices = choose_noses(sides, length, width, nose, size, camera, prior)
    if not choices:
        raise CalibrationError("the table isn't where it was: make a new calibration with `callshot calibrate`")
    changes = tuple(line.change for line in choices[0].lines)
    fit, points = refine(picture, choices[0].fit.camera, changes, length, width, nose, prior=prior, fixed_lens=True)
    scale = float(fit.camera.scale_px_per_mm(np.zeros((1, 2)), nose)[0])
    rms = np.sqrt((points.weight * fit.residual_px**2).sum() / points.weight.sum())
    error = float(rms / scale)
    if error > REFUSE_MM:
        raise CalibrationError("the noses don't fit the old lens: make a new calibration with `callshot calibrate`")
    return TableGeometry(
        fit.camera, table.head, length, width, nose, table.rail_height_mm, table.pockets_mm, error, table.name,
        table.made_by, table.made_at,
    )  # fmt: skip


def _same_size(table: TableGeometry, image: Image) -> None:
    w, h = table.camera.image_size
    if image.shape[:2] != (h, w):
        raise CalibrationError(
            f"the picture is {image.shape[1]}x{image.shape[0]}, the calibration was made for {w}x{h}: "
            "make one for this mode with `callshot calibrate`"
        )
