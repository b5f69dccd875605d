"""A lens by itself: focal length, principal point and distortion from views of the printed board.

A table seen straight from above hardly tells the focal length; a board held at an angle does.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration import plausible
from callshot.calibration.board import charuco_board
from callshot.calibration.camera import CameraModel
from callshot.calibration.table import CalibrationError
from callshot.hardware.frame import Image

Points = NDArray[np.float32]

# Views below this tell little of distortion; more than that only cost time.
FEWEST_VIEWS, MOST_VIEWS = 6, 40
FEWEST_CORNERS = 12
# A view must differ from those kept by this share of the picture's width, or it says nothing new.
NEW_VIEW = 0.04
# Above this the board was bent, blurred or not the printed one.
MOST_ERROR_PX = 1.5
ADVICE = "hold the whole board still at many angles and places, the picture's corners too"


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A calibrated lens. camera: its pose is nothing. error_px: rms over all corners. views: how many were used."""

    camera: CameraModel
    error_px: float
    views: int

    def to_toml(self, made_by: str, made_at: str) -> str:
        """The text of `lens.toml`."""
        c = self.camera
        quoted = made_by.replace("\\", "\\\\").replace('"', '\\"')
        return "\n".join([
            "# A lens as OpenCV models it: px from the centre of the top left pixel, distortion k1 k2 p1 p2 k3.",
            f'made_by = "{"".join(ch for ch in quoted if ch.isprintable())}"',
            f'made_at = "{made_at}"',
            f"error_px = {self.error_px:.4f}",
            f"views = {self.views}",
            f"image_size = [{c.image_size[0]}, {c.image_size[1]}]",
            "matrix = [" + ", ".join(f"{v:.9g}" for v in c.matrix.ravel()) + "]",
            "distortion = [" + ", ".join(f"{v:.9g}" for v in c.distortion) + "]",
            "",
        ])  # fmt: skip


def calibrate_lens(images: Iterable[Image]) -> Lens:
    """The lens that took the pictures. Raises CalibrationError where the board was seen too little."""
    detector = cv2.aruco.CharucoDetector(charuco_board())
    corners_mm = np.asarray(charuco_board().getChessboardCorners(), np.float32)
    seen: list[tuple[Points, Points]] = []  # (mm, px) of each view
    size: tuple[int, int] | None = None
    looked = 0
    for image in images:
        looked += 1
        here = (image.shape[1], image.shape[0])
        size = size or here
        if here != size:
            raise CalibrationError(f"views of {size[0]}x{size[1]} and {here[0]}x{here[1]}: use one camera mode for all")
        px, ids, _, _ = detector.detectBoard(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        if ids is None or len(ids) < FEWEST_CORNERS:
            continue
        points = np.asarray(px, np.float32).reshape(-1, 2)
        mm = corners_mm[np.asarray(ids).ravel()]
        if all(_differs(mm, points, *view, size[0]) for view in seen):
            seen.append((mm, points))
        if len(seen) >= MOST_VIEWS:
            break
    if size is None:
        raise CalibrationError("the source has no picture of the board")
    if len(seen) < FEWEST_VIEWS:
        raise CalibrationError(
            f"{len(seen)} different views of the board in {looked} pictures, {FEWEST_VIEWS} are needed: {ADVICE}"
        )
    fit = cv2.calibrateCamera([v[0] for v in seen], [v[1] for v in seen], size, np.eye(3), np.zeros(5), flags=0)
    error, matrix, distortion = float(fit[0]), np.asarray(fit[1], np.float64), np.asarray(fit[2], np.float64)
    if error > MOST_ERROR_PX:
        raise CalibrationError(f"the lens fits only to {error:.1f} px: is the board flat and sharp? {ADVICE}")
    camera = CameraModel(size, matrix, distortion.ravel()[:5], np.zeros(3), np.zeros(3))
    return Lens(camera, error, len(seen))


def _differs(mm: Points, px: Points, old_mm: Points, old_px: Points, width: int) -> bool:
    """Whether the corners that both views show have moved enough."""
    places = {tuple(p): i for i, p in enumerate(old_mm.round(2).tolist())}
    shared = [(i, places[tuple(p)]) for i, p in enumerate(mm.round(2).tolist()) if tuple(p) in places]
    if len(shared) < 4:
        return True
    new, old = np.array(shared).T
    return float(np.linalg.norm(px[new] - old_px[old], axis=1).max()) > NEW_VIEW * width


def load_lens(path: str | Path) -> CameraModel:
    """Read a lens file. Raises CalibrationError."""
    try:
        doc = tomllib.loads(plausible.read_text(path))
        size = plausible.image_size(doc["image_size"])
        matrix, distortion = plausible.lens(size, doc["matrix"], doc["distortion"])
    except KeyError as why:
        missing = f"{why.args[0]} is missing"
        raise CalibrationError(f"{path}: no lens file ({missing}); make it with `callshot lens`") from why
    except (ValueError, TypeError, RecursionError) as why:
        raise CalibrationError(f"{path}: no lens file ({why}); make it with `callshot lens`") from why
    return CameraModel(size, matrix, distortion, np.zeros(3), np.zeros(3))


def lens_for(lens: CameraModel, image_size: tuple[int, int]) -> CameraModel:
    """The lens in pictures of another size of the same view. Raises CalibrationError where the proportions differ."""
    if lens.image_size == image_size:
        return lens
    across, down = image_size[0] / lens.image_size[0], image_size[1] / lens.image_size[1]
    if abs(across / down - 1) > 0.01:
        raise CalibrationError(
            f"the lens was calibrated for {lens.image_size[0]}x{lens.image_size[1]}, the pictures are "
            f"{image_size[0]}x{image_size[1]}: another camera mode; make a lens file in this one with `callshot lens`"
        )
    matrix = np.diag([across, down, 1.0]) @ lens.matrix
    matrix[0, 2] = (lens.matrix[0, 2] + 0.5) * across - 0.5
    matrix[1, 2] = (lens.matrix[1, 2] + 0.5) * down - 0.5
    return CameraModel(image_size, matrix, lens.distortion, lens.rotation, lens.translation_mm)
