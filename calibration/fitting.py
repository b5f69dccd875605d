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

from callshot.calibration.camera import CameraModel, Floats
from callshot.calibration.solve import levenberg, rotations

Ints = NDArray[np.int64]

# The sides of the table by index: where they lie and which way they run.
LEFT, FOOT, RIGHT, HEAD = range(4)
SIDE_NAMES = ("left", "foot", "right", "head")


@dataclass(frozen=True, slots=True)
class LensPrior:
    """What is believed of a lens before a table is seen.

    Focal length in picture widths (longer side): webcams 0.8, Pi wide 0.4, television above 1.5. Principal point as a
    share of the longer side. Radial and tangential terms of OpenCV's model. Pixels are square but for what a video's
    scaler does to them.
    """

    focal_widths: float = 0.95
    focal_log_sigma: float = 0.35
    centre_sigma: float = 0.012
    k1_sigma: float = 0.2
    k2_sigma: float = 0.05
    aspect_sigma: float = 0.0015
    tangential_sigma: float = 0.0004


@dataclass(frozen=True, slots=True, eq=False)
class NosePoints:
    """Points seen on noses. px: (n, 2). side: (n,) index. weight: (n,) 0 to 1."""

    px: Floats
    side: Ints
    weight: Floats


@dataclass(frozen=True, slots=True, eq=False)
class CameraFit:
    """A fitted camera.

    residual_px: (n,) signed distance of the points from their projected nose line, inward positive. prior_cost: what
    the priors had to give, in sigmas squared.
    """

    camera: CameraModel
    residual_px: Floats
    prior_cost: float


def side_point(
    side: Ints, along_mm: Floats, length_mm: float, width_mm: float, inward_mm: Floats | float = 0.0
) -> Floats:
    """(n,) side indices and positions along them (from the middle) -> (n, 2) table points, `inward_mm` inside."""
    w, h = width_mm / 2 - inward_mm, length_mm / 2 - inward_mm
    x = np.where(side == LEFT, -w, np.where(side == RIGHT, w, along_mm))
    y = np.where(side == HEAD, -h, np.where(side == FOOT, h, along_mm))
    return np.stack([x, y], axis=-1)


def start_camera(
    corners_px: Floats, length_mm: float, width_mm: float, nose_mm: float, image_size: tuple[int, int], focal_px: float
) -> CameraModel:
    """A first camera without distortion from the nose corners (head-left, head-right, foot-right, foot-left)."""
    matrix = np.array([[focal_px, 0, (image_size[0] - 1) / 2], [0, focal_px, (image_size[1] - 1) / 2], [0, 0, 1.0]])
    lens = CameraModel(image_size, matrix, np.zeros(5), np.zeros(3), np.zeros(3))
    return posed(lens, corners_px, length_mm, width_mm, nose_mm)


def posed(lens: CameraModel, corners_px: Floats, length_mm: float, width_mm: float, nose_mm: float) -> CameraModel:
    """The lens in the pose that sees the nose corners best from above."""
    w, h = width_mm / 2, length_mm / 2
    rectangle = np.array([[-w, -h, 0.0], [w, -h, 0.0], [w, h, 0.0], [-w, h, 0.0]])
    found = cv2.solvePnPGeneric(
        rectangle, corners_px.reshape(-1, 1, 2), lens.matrix, lens.distortion, flags=cv2.SOLVEPNP_IPPE
    )
    best = np.inf
    chosen: tuple[Floats, Floats] = (np.zeros(3), np.zeros(3))
    for vector, shift in zip(found[1], found[2], strict=True):
        turn = np.asarray(cv2.Rodrigues(vector)[0], np.float64)
        px, _ = cv2.projectPoints(rectangle, vector, shift, lens.matrix, lens.distortion)
        error = float(np.linalg.norm(px.reshape(-1, 2) - corners_px, axis=1).max())
        above = float((-turn.T @ shift.ravel())[2]) > 0
        if error + (0 if above else 1e6) < best:
            best, chosen = (
                error + (0 if above else 1e6),
                (np.asarray(vector.ravel(), np.float64), np.asarray(shift.ravel() - turn[:, 2] * nose_mm, np.float64)),
            )
    return CameraModel(lens.image_size, lens.matrix, lens.distortion, *chosen)


def fit_camera(
    points: NosePoints,
    start: CameraModel,
    length_mm: float,
    width_mm: float,
    nose_mm: float,
    *,
    prior: LensPrior,
    sigma_px: float = 1.5,
    outlier_px: float = 1.5,
    rounds: int = 3,
    fixed_lens: bool = False,
) -> CameraFit:
    """The camera whose nose lines pass through the points.

    sigma_px is deliberately wider than the noise of one point: neighbouring points err together. fixed_lens keeps the
    start's matrix and distortion (a lens calibrated by itself).
    """
    if fixed_lens and np.any(start.distortion):
        # The lens' distortion is taken out of the points once; the fit then works with an ideal lens.
        ideal = cv2.undistortPoints(points.px.reshape(-1, 1, 2), start.matrix, start.distortion, P=start.matrix)
        straight = CameraModel(start.image_size, start.matrix, np.zeros(5), start.rotation, start.translation_mm)
        got = fit_camera(
            NosePoints(np.asarray(ideal, np.float64).reshape(-1, 2), points.side, points.weight),
            straight, length_mm, width_mm, nose_mm,
            prior=prior, sigma_px=sigma_px, outlier_px=outlier_px, rounds=rounds, fixed_lens=True,
        )  # fmt: skip
        pose = got.camera
        camera = CameraModel(pose.image_size, start.matrix, start.distortion, pose.rotation, pose.translation_mm)
        return CameraFit(camera, got.residual_px, 0.0)

    size = max(start.image_size)
    centre = np.array([(start.image_size[0] - 1) / 2, (start.image_size[1] - 1) / 2])
    base = start.camera_from_table_rotation
    far = float(np.linalg.norm(start.translation_mm))
    # Unknowns: log focal length, principal point (2), k1, k2, log pixel aspect, p1, p2; turn (3), shift (3).
    sigmas = np.array([
        prior.focal_log_sigma, prior.centre_sigma, prior.centre_sigma, prior.k1_sigma, prior.k2_sigma,
        prior.aspect_sigma, prior.tangential_sigma, prior.tangential_sigma,
    ])  # fmt: skip
    means = np.array([np.log(prior.focal_widths), 0, 0, 0, 0, 0, 0, 0])
    free = slice(8, 14) if fixed_lens else slice(0, 14)
    v = np.concatenate([
        [np.log(start.matrix[0, 0] / size)], (start.matrix[:2, 2] - centre) / size, start.distortion[:2],
        [np.log(start.matrix[1, 1] / start.matrix[0, 0])], start.distortion[2:4], np.zeros(3),
        start.translation_mm / far,
    ])  # fmt: skip
    steps = np.array([1e-5, 1e-6, 1e-6, 1e-5, 1e-5] + [1e-6] * 9)
    root = np.sqrt(points.weight) / sigma_px
    camera = start
    residual = np.zeros(len(points.px))

    def project(batch: Floats, xy: Floats) -> Floats:
        turn = rotations(batch[:, 8:11]) @ base
        p = xy @ turn[:, :, :2].transpose(0, 2, 1) + (turn[:, :, 2] * nose_mm + batch[:, 11:14] * far)[:, None]
        n = p[..., :2] / p[..., 2:]
        r2 = (n * n).sum(-1, keepdims=True)
        k1, k2 = batch[:, 3, None, None], batch[:, 4, None, None]
        twist = batch[:, None, [7, 6]]  # p2 goes with x, p1 with y
        bent = n * (1 + r2 * (k1 + r2 * k2)) + twist * (r2 + 2 * n * n) + 2 * twist[..., ::-1] * n[..., :1] * n[..., 1:]
        focal = np.exp(np.stack([batch[:, 0], batch[:, 0] + batch[:, 5]], 1))[:, None] * size
        return np.asarray(bent * focal + (batch[:, 1:3] * size + centre)[:, None])

    for _ in range(rounds):
        on_line, normal = _targets(points, camera, length_mm, width_mm, nose_mm)
        begin = v

        def distances(batch: Floats, on_line: Floats = on_line, normal: Floats = normal) -> Floats:
            return np.asarray(((points.px - project(batch, on_line)) * normal).sum(-1))

        def residuals(u: Floats, begin: Floats = begin, distances=distances) -> Floats:  # type: ignore[no-untyped-def]
            batch = np.broadcast_to(begin, (len(u), 14)).copy()
            batch[:, free] = u
            r = distances(batch)
            # A smooth cap on what one point may say, applied here so that the priors stay quadratic.
            soft = np.sign(r) * outlier_px * np.sqrt(2 * (np.sqrt(1 + (r / outlier_px) ** 2) - 1))
            if fixed_lens:
                return np.asarray(soft * root)
            return np.concatenate([soft * root, (batch[:, :8] - means) / sigmas], axis=1)

        found, _ = levenberg(residuals, v[free], steps[free])
        v = v.copy()
        v[free] = found
        camera = _camera_of(v, start.image_size, size, centre, base, far)
        residual = distances(v[None])[0]
    prior_cost = 0.0 if fixed_lens else float((((v[:8] - means) / sigmas) ** 2).sum())
    return CameraFit(camera, residual, prior_cost)


def _camera_of(
    v: Floats, image_size: tuple[int, int], size: int, centre: Floats, base: Floats, far: float
) -> CameraModel:
    focal = float(np.exp(v[0])) * size
    middle = v[1:3] * size + centre
    matrix = np.array([[focal, 0, middle[0]], [0, focal * np.exp(v[5]), middle[1]], [0, 0, 1.0]])
    vector = np.asarray(cv2.Rodrigues(rotations(v[None, 8:11])[0] @ base)[0], np.float64).ravel()
    return CameraModel(image_size, matrix, np.array([v[3], v[4], v[6], v[7], 0.0]), vector, v[11:14] * far)


def _targets(
    points: NosePoints, camera: CameraModel, length_mm: float, width_mm: float, nose_mm: float
) -> tuple[Floats, Floats]:
    """Where on its nose each point belongs (mm), and the inward normal there as seen (px, unit length)."""
    mm = camera.table_from_image(points.px, nose_mm)
    long_side = (points.side == LEFT) | (points.side == RIGHT)
    along = np.where(long_side, mm[:, 1], mm[:, 0])
    on_line = side_point(points.side, along, length_mm, width_mm)
    inside = side_point(points.side, along, length_mm, width_mm, 10.0)
    ahead = on_line + np.where(long_side[:, None], [0.0, 10.0], [10.0, 0.0])
    n = len(on_line)
    px = camera.image_from_table(np.concatenate([on_line, inside, ahead]), nose_mm)
    tangent = px[2 * n :] - px[:n]
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], 1)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    normal *= np.sign((normal * (px[n : 2 * n] - px[:n])).sum(1, keepdims=True))
    return on_line, normal
