"""A camera from the four cushion-nose corners that a person points at."""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import least_squares

from callshot.calibration.camera import CameraModel, Floats
from callshot.calibration.fitting import LensPrior, posed, start_camera
from callshot.calibration.table import CalibrationError

MIN_SIDE = 0.05  # of the picture's longer side: a table whose cushion is shorter than this shows no balls
FARTHEST = 2.0  # picture sizes: a corner may lie outside the picture, but not beyond this

HEIGHT_MM = (900.0, 10_000.0)
"""A player's head needs the room below a camera, and from a hall's ceiling a ball is a few px: footage has 2 to 4 m.
"""
MOST_ASLANT_DEG = 50.0
"""The table's middle is seen from straight above (0) to so far aslant: beyond it balls hide one another."""


def check_camera(camera: CameraModel) -> None:
    """Refuses what no camera over a table can be, though it would see the corners there. Raises CalibrationError."""
    x, y, height = (float(v) for v in camera.position_mm)
    aslant = math.degrees(math.atan2(math.hypot(x, y), height))
    if not HEIGHT_MM[0] <= height <= HEIGHT_MM[1]:
        raise CalibrationError(
            f"only a camera {height / 1000:.1f} m above the cloth would see a table so: look at --corners again"
        )
    if aslant > MOST_ASLANT_DEG:
        raise CalibrationError(
            f"only a camera {aslant:.0f} degrees aslant would see a table so: look at --corners again"
        )


def check_corners(corners_px: Floats, head: str, image_size: tuple[int, int]) -> None:
    """Refuses corners that no table seen from above has. Raises CalibrationError with what is wrong.

    Seen from above, head-left, head-right, foot-right, foot-left go round anticlockwise in the picture (left and right
    as the breaker sees them), and the head pair lies on the `head` side.
    """
    order = "head-left, head-right, foot-right, foot-left, left and right as seen by who breaks"
    if corners_px.shape != (4, 2):
        raise CalibrationError(f"--corners are four points: {order}")
    if not (np.isfinite(corners_px).all() and (np.abs(corners_px) < FARTHEST * max(image_size)).all()):
        raise CalibrationError(f"--corners lie far outside the picture; give them in px, in this order: {order}")
    edges = np.roll(corners_px, -1, axis=0) - corners_px
    turns = edges[:, 0] * np.roll(edges[:, 1], -1) - edges[:, 1] * np.roll(edges[:, 0], -1)
    if not ((turns > 0).all() or (turns < 0).all()) or np.hypot(*edges.T).min() < MIN_SIDE * max(image_size):
        raise CalibrationError(f"--corners make no four-sided table; give them in this order: {order}")
    if (turns > 0).all():
        raise CalibrationError(f"--corners show the table mirrored; give them in this order: {order}")
    towards = corners_px[:2].mean(0) - corners_px[2:].mean(0)
    across = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}.get(head)
    if across is not None and towards @ np.array(across) <= 0:
        raise CalibrationError(f"--corners put the head end on another side of the picture than --head {head}")


def camera_from_corners(
    corners_px: Floats,
    length_mm: float,
    width_mm: float,
    nose_mm: float,
    image_size: tuple[int, int],
    lens: CameraModel | None = None,
    prior: LensPrior | None = None,
) -> CameraModel:
    """The likeliest camera that sees the corners there (head-left, head-right, foot-right, foot-left).

    Four points say nothing of distortion and little of focal length: without a lens file those stay at their
    priors.
    """
    prior = prior or LensPrior()
    size = max(image_size)
    focal = prior.focal_widths * size
    if lens is None:
        start = start_camera(corners_px, length_mm, width_mm, nose_mm, image_size, focal)
    else:
        start = posed(lens, corners_px, length_mm, width_mm, nose_mm)
    w, h = width_mm / 2, length_mm / 2
    rectangle = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
    far = float(np.linalg.norm(start.translation_mm))

    def camera(v: Floats) -> CameraModel:
        matrix = start.matrix.copy()
        if lens is None:
            matrix[0, 0] = matrix[1, 1] = focal * np.exp(v[6])
            matrix[:2, 2] += v[7:9] * size
        return CameraModel(
            image_size, matrix, start.distortion, start.rotation + v[:3], start.translation_mm + v[3:6] * far
        )

    def residuals(v: Floats) -> Floats:
        miss = (camera(v).image_from_table(rectangle, nose_mm) - corners_px).ravel() / 0.5
        own = np.array([v[6] / prior.focal_log_sigma, v[7] / prior.centre_sigma, v[8] / prior.centre_sigma])
        return np.concatenate([miss, own])

    return camera(least_squares(residuals, np.zeros(9), x_scale="jac").x)
