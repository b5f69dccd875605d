"""A plain table drawn through a known camera: floor, rail, cushion, shadow, bed, pockets, balls.

The truth to calibrate against."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from callshot.calibration.camera import CameraModel, Floats
from callshot.hardware.frame import Image

NOSE_MM = 36.3
GAMMA = 2.2
Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Look:
    """BGR colours, and the widths in mm that differ from table to table."""

    cloth: Colour = (60, 140, 40)
    rail: Colour = (40, 70, 120)
    floor: Colour = (90, 90, 95)
    cushion_mm: float = 50.0
    rail_mm: float = 90.0
    shadow_mm: float = 16.0
    shadow: float = 0.5
    pockets: bool = True
    noise: float = 2.0


def camera_above(
    image_size: tuple[int, int] = (1280, 720),
    *,
    focal_px: float = 1150.0,
    height_mm: float = 2700.0,
    k1: float = 0.0,
    tilt: tuple[float, float, float] = (0.0, 0.0, 0.0),
    shift_mm: tuple[float, float] = (0.0, 0.0),
) -> CameraModel:
    """A camera that looks down with the head end on the picture's left; tilt: small turns about x, y, z in radians."""
    looking_down = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])  # table y to the right, x down
    turn = np.asarray(cv2.Rodrigues(np.array(tilt))[0]) @ looking_down
    matrix = np.array([[focal_px, 0, (image_size[0] - 1) / 2], [0, focal_px, (image_size[1] - 1) / 2], [0, 0, 1.0]])
    vector = np.asarray(cv2.Rodrigues(turn)[0]).ravel()
    shift = np.array([shift_mm[0], shift_mm[1], height_mm])
    return CameraModel(image_size, matrix, np.array([k1, 0, 0, 0, 0.0]), vector, shift)


def draw_table(
    camera: CameraModel,
    length_mm: float,
    width_mm: float,
    look: Look | None = None,
    balls_mm: Floats | None = None,
    seed: int = 1,
) -> Image:
    """(h, w, 3) picture of the table."""
    look = look or Look()
    w, h = camera.image_size
    fine = 1  # samples a px, each way; the blur below stands for the optics
    u, v = np.meshgrid((np.arange(w * fine) + 0.5) / fine - 0.5, (np.arange(h * fine) + 0.5) / fine - 0.5)
    px = np.stack([u.ravel(), v.ravel()], 1)
    half = np.array([width_mm, length_mm]) / 2

    def outside(height: float) -> tuple[Floats, Floats]:
        mm = camera.table_from_image(px, height)
        return mm, (np.abs(mm) - half).max(1)

    top, beyond = outside(NOSE_MM)
    bed, bed_beyond = outside(0.0)
    rng = np.random.default_rng(seed)
    cloth = np.array(look.cloth, float)
    light = 1 - 0.12 * (np.linalg.norm(bed / half, axis=1) / 1.4) ** 2
    shade = look.shadow + (1 - look.shadow) * np.clip(-bed_beyond / look.shadow_mm, 0, 1)
    out = cloth * (light * shade)[:, None]
    out[beyond > 0] = cloth * 0.92
    out[beyond > look.cushion_mm] = np.array(look.rail, float)
    out[beyond > look.cushion_mm + look.rail_mm] = np.array(look.floor, float)
    if look.pockets:
        for x, y in [(sx, sy) for sx in (-1, 1) for sy in (-1, 0, 1)]:
            centre = half * [x, y] + (np.array([x * 12, y * 12]) if y else np.array([x * 40, 0]))
            out[np.linalg.norm(top - centre, axis=1) < 62] = (12, 12, 12)
    for x, y in np.empty((0, 2)) if balls_mm is None else balls_mm:
        ball = camera.table_from_image(px, 28.6)
        out[np.linalg.norm(ball - [x, y], axis=1) < 28.6] = rng.integers(30, 255, 3)
    picture = out.reshape(h * fine, w * fine, 3)
    picture = picture.reshape(h, fine, w, fine, 3).mean((1, 3))
    light = cv2.GaussianBlur((picture / 255) ** GAMMA, (0, 0), 0.7)  # a lens blurs light, not the codes of it
    picture = light ** (1 / GAMMA) * 255 + rng.normal(0, look.noise, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def corners_px(camera: CameraModel, length_mm: float, width_mm: float) -> Floats:
    """(4, 2) where the nose corners are seen: head-left, head-right, foot-right, foot-left."""
    w, h = width_mm / 2, length_mm / 2
    return camera.image_from_table(np.array([[-w, -h], [w, -h], [w, h], [-w, h]]), NOSE_MM)
