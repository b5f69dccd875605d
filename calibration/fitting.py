"""One camera from points seen on the cushion noses: robust least squares with physical priors.

The four nose lines of a 2:1 rectangle fix where the noses are seen very well, and say little about focal length and
principal point when the camera looks straight down. Priors of real lenses keep those sane; the height that they leave
uncertain moves a ball by about a millimetre only, since balls and noses are nearly equally high.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from callshot.calibration.camera import CameraModel, Floats

Ints = NDArray[np.int64]

# The sides of the table by index: where they lie and which way they run.
LEFT, FOOT, RIGHT, HEAD = range(4)
SIDE_NAMES = ("left", "foot", "right", "head")


@dataclass(frozen=True, slots=True)
class LensPrior:
    """What is believed of a lens before a table is seen.

    Focal length in picture widths (longer side): webcams 0.8, Pi wide 0.4, television above 1.5. Principal point as a
    share of the longer side. Radial terms of OpenCV's model.
    """

    focal_widths: float = 0.95
    focal_log_sigma: float = 0.35
    centre_sigma: float = 0.012
    k1_sigma: float = 0.15
    k2_sigma: float = 0.03


@dataclass(frozen=True, slots=True, eq=False)
class NosePoints:
    """Points seen on noses. px: (n, 2). side: (n,) index. weight: (n,) 0 to 1."""

    px: Floats
    side: Ints
    weight: Floats


@dataclass(frozen=True, slots=True, eq=False)
class CameraFit:
    """A fitted camera. residual_px: (n,) signed distance of the points from their projected nose line. cost: mean robust
    cost with priors, for comparing hypotheses of equal point counts. prior_cost: the share of the priors, in sigmas squared.
    """

    camera: CameraModel
    residual_px: Floats
    cost: float
    prior_cost: float


def side_point(
    side: Ints, along_mm: Floats, length_mm: float, width_mm: float, inward_mm: Floats | float = 0.0
) -> Floats:
    """(n,) side indices and positions along them (from the table's middle) -> (n, 2) table points, `inward_mm` inside."""
    w, h = width_mm / 2 - inward_mm, length_mm / 2 - inward_mm
    x = np.where(side == LEFT, -w, np.where(side == RIGHT, w, along_mm))
    y = np.where(side == HEAD, -h, np.where(side == FOOT, h, along_mm))
    return np.stack([x, y], axis=-1)


def start_camera(corners_px: Floats, length_mm: float, width_mm: float, nose_mm: float, image_size: tuple[int, int],
                 focal_px: float, distortion: Floats | None = None) -> CameraModel:  # fmt: skip
    """A first camera from the four nose corners (head-left, head-right, foot-right, foot-left) and a focal length."""
    w, h = width_mm / 2, length_mm / 2
    rectangle = np.array([[-w, -h, 0.0], [w, -h, 0.0], [w, h, 0.0], [-w, h, 0.0]])
    matrix = np.array([[focal_px, 0, (image_size[0] - 1) / 2], [0, focal_px, (image_size[1] - 1) / 2], [0, 0, 1.0]])
    dist = np.zeros(5) if distortion is None else distortion
    found = cv2.solvePnPGeneric(rectangle, corners_px.reshape(-1, 1, 2), matrix, dist, flags=cv2.SOLVEPNP_IPPE)
    best: tuple[float, Floats, Floats] | None = None
    for turn, shift in zip(found[1], found[2], strict=True):
        rotation = np.asarray(cv2.Rodrigues(turn)[0], np.float64)
        position = -rotation.T @ shift.ravel()
        px, _ = cv2.projectPoints(rectangle, turn, shift, matrix, dist)
        error = float(np.linalg.norm(px.reshape(-1, 2) - corners_px, axis=1).max())
        if position[2] > 0 and (best is None or error < best[0]):
            best = error, turn, shift
    if best is None:
        turn, shift = found[1][0], found[2][0]
    else:
        _, turn, shift = best
    t = shift.ravel() - np.asarray(cv2.Rodrigues(turn)[0]) @ np.array([0, 0, nose_mm])
    return CameraModel(image_size, matrix, dist, np.asarray(turn, np.float64).ravel(), np.asarray(t, np.float64))


def fit_camera(points: NosePoints, start: CameraModel, length_mm: float, width_mm: float, nose_mm: float, *,
               prior: LensPrior | None = None, sigma_px: float = 1.5, outlier_px: float = 1.5, rounds: int = 3,
               fixed_lens: bool = False) -> CameraFit:  # fmt: skip
    """The camera whose nose lines pass through the points.

    sigma_px is deliberately wider than the noise of one point: neighbouring points err together. fixed_lens keeps the
    start's matrix and distortion (a lens calibrated by itself).
    """
    prior = prior or LensPrior()
    size = max(start.image_size)
    centre = np.array([(start.image_size[0] - 1) / 2, (start.image_size[1] - 1) / 2])
    base = start.camera_from_table_rotation
    far = float(np.linalg.norm(start.translation_mm))

    def unpack(v: Floats) -> tuple[float, Floats, float, float, Floats, Floats]:
        turn = np.asarray(cv2.Rodrigues(v[5:8])[0], np.float64) @ base
        return float(np.exp(v[0])) * size, v[1:3] * size + centre, v[3], v[4], turn, v[8:11] * far

    def project(v: Floats, xy: Floats) -> Floats:
        focal, middle, k1, k2, turn, shift = unpack(v)
        p = xy @ turn[:, :2].T + (turn[:, 2] * nose_mm + shift)
        n = p[:, :2] / p[:, 2:]
        r2 = (n * n).sum(1, keepdims=True)
        return n * (1 + r2 * (k1 + r2 * k2)) * focal + middle

    focal0 = start.matrix[0, 0] / size
    v0 = np.concatenate([[np.log(focal0)], (start.matrix[:2, 2] - centre) / size, start.distortion[:2], np.zeros(3),
                         start.translation_mm / far])  # fmt: skip
    free = np.arange(5, 11) if fixed_lens else np.arange(11)
    p1p2k3 = start.distortion[2:5]
    if fixed_lens and np.any(p1p2k3):
        # The lens' own terms are taken out of the points once; the fit then works with an ideal lens.
        ideal = cv2.undistortPoints(
            points.px.reshape(-1, 1, 2), start.matrix, start.distortion, P=start.matrix
        ).reshape(-1, 2)
        straight = CameraModel(start.image_size, start.matrix, np.zeros(5), start.rotation, start.translation_mm)
        got = fit_camera(NosePoints(np.asarray(ideal, np.float64), points.side, points.weight), straight, length_mm, width_mm,
                         nose_mm, prior=prior, sigma_px=sigma_px, outlier_px=outlier_px, rounds=rounds, fixed_lens=True)  # fmt: skip
        c = got.camera
        camera = CameraModel(c.image_size, start.matrix, start.distortion, c.rotation, c.translation_mm)
        return CameraFit(camera, got.residual_px, got.cost, got.prior_cost)

    v = v0.copy()
    camera = start
    root = np.sqrt(points.weight)

    def priors(v: Floats) -> Floats:
        if fixed_lens:
            return np.zeros(0)
        return np.array([(v[0] - np.log(prior.focal_widths)) / prior.focal_log_sigma, v[1] / prior.centre_sigma,
                         v[2] / prior.centre_sigma, v[3] / prior.k1_sigma, v[4] / prior.k2_sigma])  # fmt: skip

    residual = np.zeros(len(points.px))
    cost = np.inf
    for _ in range(rounds):
        mm = camera.table_from_image(points.px, nose_mm)
        along = np.where((points.side == LEFT) | (points.side == RIGHT), mm[:, 1], mm[:, 0])
        on_line = side_point(points.side, along, length_mm, width_mm)
        inside = side_point(points.side, along, length_mm, width_mm, 10.0)
        here, there = camera.image_from_table(on_line, nose_mm), camera.image_from_table(inside, nose_mm)
        tangent = camera.image_from_table(on_line + 10.0 * _along(points.side), nose_mm) - here
        normal = np.stack([-tangent[:, 1], tangent[:, 0]], 1)
        normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
        normal *= np.sign((normal * (there - here)).sum(1, keepdims=True))

        def residuals(u: Floats, normal: Floats = normal, on_line: Floats = on_line) -> Floats:
            w = v0.copy()
            w[free] = u
            r = ((points.px - project(w, on_line)) * normal).sum(1)
            # Smooth cap of one point's say (Geman-McClure like), applied here so that priors stay quadratic.
            soft = np.sign(r) * outlier_px * np.sqrt(2 * (np.sqrt(1 + (r / outlier_px) ** 2) - 1))
            return np.concatenate([soft * root / sigma_px, priors(w)])

        found = least_squares(residuals, v[free], method="trf", x_scale="jac", max_nfev=40)
        v = v0.copy()
        v[free] = found.x
        focal, middle, k1, k2, turn, shift = unpack(v)
        matrix = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1.0]])
        rotation = np.asarray(cv2.Rodrigues(turn)[0], np.float64).ravel()
        camera = CameraModel(start.image_size, matrix, np.array([k1, k2, 0.0, 0.0, 0.0]), rotation, shift)
        residual = ((points.px - project(v, on_line)) * normal).sum(1)
        cost = 2 * float(found.cost)
    return CameraFit(camera, residual, cost, float((priors(v) ** 2).sum()))


def _along(side: Ints) -> Floats:
    long_side = (side == LEFT) | (side == RIGHT)
    return np.stack([np.where(long_side, 0.0, 1.0), np.where(long_side, 1.0, 0.0)], 1)
