"""A camera from the four cushion-nose corners that a person points at."""

from __future__ import annotations

import numpy as np
from scipy.optimize import least_squares

from callshot.calibration.camera import CameraModel, Floats
from callshot.calibration.fitting import LensPrior, posed, start_camera


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
