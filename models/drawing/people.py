"""Arms, hands, cues, bodies: round shapes with a little shading, each a chain of capsules in space."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from callshot.calibration.camera import CameraModel
from callshot.models.drawing.compiled import compiled

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Rgb = tuple[float, float, float]
Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Capsule:
    """A rounded rod from `a` to `b` (mm, table frame) with a radius at each end."""

    a: Point
    b: Point
    radius_a_mm: float
    radius_b_mm: float
    colour: Rgb


def cue_stick(
    tip: Point, aim: tuple[float, float], lift: float = 0.06, dark: Rgb = (0.05, 0.02, 0.01)
) -> list[Capsule]:
    """A cue with its tip at `tip`, pointing along `aim` (unit), butt raised by `lift` (slope)."""

    def at(back: float) -> Point:
        return tip[0] - aim[0] * back, tip[1] - aim[1] * back, tip[2] + lift * back

    maple, ferrule, leather = (0.55, 0.38, 0.18), (0.8, 0.8, 0.75), (0.03, 0.12, 0.30)
    return [
        Capsule(at(0), at(8), 6.5, 6.5, leather),
        Capsule(at(8), at(30), 6.5, 6.5, ferrule),
        Capsule(at(30), at(740), 6.5, 10.5, maple),
        Capsule(at(740), at(1460), 10.5, 15.0, dark),
    ]


def hand(at: Point, towards: tuple[float, float], skin: Rgb, sleeve: Rgb, reach_mm: float = 700.0) -> list[Capsule]:
    """A hand over `at`, fingers along `towards` (unit); the arm leads back the other way for `reach_mm`."""
    tx, ty = towards
    nx, ny = -ty, tx

    def p(ahead: float, aside: float, up: float) -> Point:
        return at[0] + tx * ahead + nx * aside, at[1] + ty * ahead + ny * aside, at[2] + up

    parts = [
        Capsule(p(-reach_mm, 40, 220), p(-240, 8, 70), 62, 50, sleeve),
        Capsule(p(-240, 8, 70), p(-90, 0, 30), 38, 30, skin),
        Capsule(p(-85, -14, 25), p(-30, -14, 12), 34, 28, skin),
        Capsule(p(-85, 16, 25), p(-30, 16, 12), 34, 28, skin),
    ]
    for aside, ahead in ((-33, 34), (-12, 48), (10, 46), (31, 36)):
        parts.append(Capsule(p(-30, aside * 0.8, 12), p(ahead, aside, 6), 11, 9, skin))
    parts.append(Capsule(p(-60, 34, 18), p(12, 66, 8), 12, 9, skin))
    return parts


def body(foot: tuple[float, float], towards: tuple[float, float], shirt: Rgb, hair: Rgb) -> list[Capsule]:
    """A player who leans in from `foot` (outside the table) along `towards`: shoulders and head."""
    tx, ty = towards
    nx, ny = -ty, tx

    def p(ahead: float, aside: float, up: float) -> Point:
        return foot[0] + tx * ahead + nx * aside, foot[1] + ty * ahead + ny * aside, up

    return [
        Capsule(p(0, -150, 300), p(0, 150, 300), 130, 130, shirt),
        Capsule(p(-60, 0, 250), p(40, 0, 320), 170, 150, shirt),
        Capsule(p(130, 0, 430), p(150, 0, 430), 88, 95, hair),
    ]


@compiled
def _capsule(
    image: Floats32, ax: float, ay: float, ra: float, bx: float, by: float, rb: float, rgb: Floats, soft: float,
    shadow: float,
) -> None:  # fmt: skip
    """Draw (shadow 0) or darken by `shadow` the capsule given in px; edges `soft` px wide."""
    reach = max(ra, rb) + soft + 1
    x_lo, x_hi = max(0, int(min(ax, bx) - reach)), min(image.shape[1] - 1, int(max(ax, bx) + reach) + 1)
    y_lo, y_hi = max(0, int(min(ay, by) - reach)), min(image.shape[0] - 1, int(max(ay, by) + reach) + 1)
    ex, ey = bx - ax, by - ay
    ll = ex * ex + ey * ey
    for y in range(y_lo, y_hi + 1):
        for x in range(x_lo, x_hi + 1):
            t = 0.0
            if ll > 0:
                t = min(1.0, max(0.0, ((x - ax) * ex + (y - ay) * ey) / ll))
            d = math.sqrt((x - ax - t * ex) ** 2 + (y - ay - t * ey) ** 2)
            r = ra + (rb - ra) * t
            cover = min(1.0, max(0.0, (r - d) / soft + 0.5))
            if cover <= 0:
                continue
            if shadow > 0:
                f = 1 - shadow * cover
                for c in range(3):
                    image[y, x, c] *= f
            else:
                q = min(1.0, d / max(r, 1e-6))
                lit = 0.35 + 0.65 * math.sqrt(1 - q * q)
                for c in range(3):
                    image[y, x, c] = image[y, x, c] * (1 - cover) + cover * rgb[c] * lit


def draw_people(image: Floats32, camera: CameraModel, parts: Sequence[Capsule], lamp: Point, shadow: float) -> None:
    """Draw capsules with the shadow they throw on the cloth from a lamp at `lamp`, lowest first."""
    if not parts:
        return
    ends = np.array([[p.a, p.b] for p in parts], np.float64)
    radii = np.array([[p.radius_a_mm, p.radius_b_mm] for p in parts])
    k = lamp[2] / (lamp[2] - ends[..., 2])
    cast = np.stack([lamp[i] + (ends[..., i] - lamp[i]) * k for i in (0, 1)], -1)
    flat = camera.image_from_table(cast.reshape(-1, 2)).reshape(-1, 2, 2)
    size = camera.scale_px_per_mm(cast.reshape(-1, 2)).reshape(-1, 2)
    none = np.zeros(3)
    for i in range(len(parts)):
        r = radii[i] * size[i] * k[i]
        soft = 1.0 + 0.12 * float(ends[i, :, 2].mean() * size[i].mean())
        (ax, ay), (bx, by) = flat[i]
        _capsule(image, ax, ay, r[0], bx, by, r[1], none, soft, shadow)
    at = camera.image_from_table(ends[..., :2].reshape(-1, 2), ends[..., 2].reshape(-1)).reshape(-1, 2, 2)
    depth = camera.position_mm[2] - ends[..., 2]
    px = radii * float(camera.matrix[0, 0]) / np.maximum(depth, 200.0)
    for i in np.argsort(ends[..., 2].mean(1), kind="stable"):
        (ax, ay), (bx, by) = at[i]
        _capsule(image, ax, ay, px[i, 0], bx, by, px[i, 1], np.asarray(parts[i].colour), 1.0, 0.0)
