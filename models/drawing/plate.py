"""The empty table as the camera sees it: cloth, cushions, rails, diamonds, pockets, floor; linear light, no balls."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.camera import CameraModel
from callshot.models.drawing.compiled import compiled
from callshot.models.drawing.light import Lighting
from callshot.models.drawing.table_shape import TableShape

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Rgb = tuple[float, float, float]

CLOTH, OTHER, POCKET = 0, 1, 2
MM_PER_TEXEL = 2.0
TEXELS = 1024


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """Colours (linear RGB) and wear of a table. pocket_rim: leather or plastic round the holes, `rim_mm` wide."""

    cloth: Rgb = (0.02, 0.16, 0.45)
    rail: Rgb = (0.12, 0.05, 0.02)
    floor: Rgb = (0.05, 0.04, 0.04)
    pocket_rim: Rgb = (0.03, 0.03, 0.03)
    corner_block: Rgb | None = None
    diamond: Rgb = (0.8, 0.78, 0.7)
    rim_mm: float = 16.0
    wear: float = 0.05
    weave: float = 0.04
    grain: float = 0.25
    # (k, 7): x, y, radius, r, g, b, opacity of spots and chalk; (k, 9): x0, y0, x1, y1, half width, r, g, b, opacity
    spots: Floats = field(default_factory=lambda: np.zeros((0, 7)))
    lines: Floats = field(default_factory=lambda: np.zeros((0, 9)))
    seed: int = 0


def textures(style: Style) -> tuple[Floats32, Floats32, Floats32]:
    """Three (1024, 1024) float32 factors about 1 that tile: cloth, rail grain (along x), floor."""
    rng = np.random.default_rng(style.seed)

    def noise(kx: float, ky: float) -> Floats32:
        field_ = cv2.GaussianBlur(
            np.tile(rng.standard_normal((TEXELS, TEXELS)).astype(np.float32), (1, 1)), (0, 0), kx, sigmaY=ky,
            borderType=cv2.BORDER_REFLECT,
        )  # fmt: skip
        return np.asarray(field_ / max(float(field_.std()), 1e-6), np.float32)

    cloth = 1 + style.weave * (0.6 * noise(0.6, 0.6) + 0.4 * noise(2, 2)) + style.wear * noise(40, 40)
    rail = 1 + style.grain * (0.5 * noise(60, 1.2) + 0.4 * noise(25, 5))
    floor = 1 + 0.25 * noise(1.5, 1.5) + 0.2 * noise(18, 6)
    return tuple(np.clip(t, 0.2, 2.0).astype(np.float32) for t in (cloth, rail, floor))  # type: ignore[return-value]


@compiled
def _inside(quad: Floats, x: float, y: float) -> bool:
    pos = neg = False
    for k in range(4):
        a, b = quad[k], quad[(k + 1) % 4]
        c = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
        if c > 0:
            pos = True
        elif c < 0:
            neg = True
    return not (pos and neg)


@compiled
def _tile(texture: Floats32, x: float, y: float, mm: float) -> float:
    n = texture.shape[0]
    i, j = math.floor(x / mm) % (2 * n), math.floor(y / mm) % (2 * n)
    if i >= n:
        i = 2 * n - 1 - i
    if j >= n:
        j = 2 * n - 1 - j
    return float(texture[j, i])


@compiled
def _light_on_bed(x: float, y: float, height: float, quads: Floats, points: Floats, nose: float, out: Floats) -> None:
    """Light of the lamps at a point, the cushions' shadow taken away, into out (3,)."""
    out[0] = out[1] = out[2] = 0.0
    for k in range(points.shape[0]):
        dx, dy, dz = points[k, 0] - x, points[k, 1] - y, points[k, 2] - height
        dd = dx * dx + dy * dy + dz * dz
        e = dz * dz / (dd * dd)
        if height < 1.0:
            reach = nose / dz
            sx, sy = x + dx * reach, y + dy * reach
            for q in range(quads.shape[0]):
                if _inside(quads[q], sx, sy):
                    e = 0.0
                    break
        out[0] += points[k, 3] * e
        out[1] += points[k, 4] * e
        out[2] += points[k, 5] * e


@compiled
def _paint(
    normal: Floats32, turn: Floats, origin: Floats, step: float, fine: int, sizes: Floats, quads: Floats, holes: Floats,
    colours: Floats, has_block: bool, diamonds: Floats, spots: Floats, lines: Floats, cloth_t: Floats32,
    rail_t: Floats32, floor_t: Floats32, points: Floats, ambient: Floats, image: Floats32, where: NDArray[np.uint8],
) -> None:  # fmt: skip
    w, h, nose, rail_h, cushion, rail, rim, diamond_r = (
        sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6], sizes[7],
    )  # fmt: skip
    light = np.zeros(3)
    rgb = np.zeros(3)
    for py in range(normal.shape[0]):
        for px in range(normal.shape[1]):
            sums = np.zeros(3)
            seen = np.zeros(3, np.int64)
            for a in range(fine):
                for b in range(fine):
                    u = normal[py, px, 0] + ((a + 0.5) / fine - 0.5) * step
                    v = normal[py, px, 1] + ((b + 0.5) / fine - 0.5) * step
                    rx = turn[0, 0] * u + turn[0, 1] * v + turn[0, 2]
                    ry = turn[1, 0] * u + turn[1, 1] * v + turn[1, 2]
                    rz = turn[2, 0] * u + turn[2, 1] * v + turn[2, 2]
                    kind = 1
                    # rail top first, then the cushion's, then the bed
                    k = (rail_h - origin[2]) / rz
                    x, y = origin[0] + rx * k, origin[1] + ry * k
                    edge = 1e9
                    for q in range(holes.shape[0]):
                        d = math.sqrt((x - holes[q, 0]) ** 2 + (y - holes[q, 1]) ** 2) - holes[q, 2]
                        if d < edge:
                            edge = d
                    outer = abs(x) < w + rail and abs(y) < h + rail
                    behind = abs(x) > w + cushion or abs(y) > h + cushion
                    if outer and behind and edge > 0:
                        if edge < rim:
                            rgb[0], rgb[1], rgb[2] = colours[3, 0], colours[3, 1], colours[3, 2]
                        elif has_block and edge < 3.2 * rim + 20:
                            rgb[0], rgb[1], rgb[2] = colours[5, 0], colours[5, 1], colours[5, 2]
                        else:
                            along = abs(x) > w + cushion and abs(y) < h + cushion
                            g = _tile(rail_t, y if along else x, x if along else y, 2.0)
                            rgb[0], rgb[1], rgb[2] = colours[1, 0] * g, colours[1, 1] * g, colours[1, 2] * g
                            for q in range(diamonds.shape[0]):
                                if (x - diamonds[q, 0]) ** 2 + (y - diamonds[q, 1]) ** 2 < diamond_r * diamond_r:
                                    rgb[0], rgb[1], rgb[2] = colours[4, 0], colours[4, 1], colours[4, 2]
                        _light_on_bed(x, y, rail_h, quads, points, nose, light)
                    else:
                        k = (nose - origin[2]) / rz
                        cx, cy = origin[0] + rx * k, origin[1] + ry * k
                        on = False
                        for q in range(quads.shape[0]):
                            if _inside(quads[q], cx, cy):
                                on = True
                                break
                        if on:
                            # the nose's rounding catches less light than the top
                            depth = max(abs(cx) - w, abs(cy) - h)
                            g = _tile(cloth_t, cx, cy, 2.0) * (0.55 + 0.5 * min(1.0, depth / 9.0))
                            rgb[0], rgb[1], rgb[2] = colours[0, 0] * g, colours[0, 1] * g, colours[0, 2] * g
                            x, y = cx, cy
                            _light_on_bed(x, y, nose, quads, points, nose, light)
                        else:
                            k = (0.0 - origin[2]) / rz
                            x, y = origin[0] + rx * k, origin[1] + ry * k
                            inside = abs(x) < w + cushion and abs(y) < h + cushion
                            edge = 1e9
                            for q in range(holes.shape[0]):
                                d = math.sqrt((x - holes[q, 0]) ** 2 + (y - holes[q, 1]) ** 2) - holes[q, 2]
                                edge = min(edge, d)
                            if edge < 0 or (outer and not inside):
                                kind = 2
                                deep = 0.25 * max(0.0, 1.0 + edge / 14.0)
                                for c in range(3):
                                    rgb[c] = 0.002 + colours[3, c] * deep
                                light[0] = light[1] = light[2] = 0.6
                            elif inside:
                                kind = 0
                                g = _tile(cloth_t, x, y, 2.0)
                                rgb[0], rgb[1], rgb[2] = colours[0, 0] * g, colours[0, 1] * g, colours[0, 2] * g
                                for q in range(lines.shape[0]):
                                    ex, ey = lines[q, 2] - lines[q, 0], lines[q, 3] - lines[q, 1]
                                    t = ((x - lines[q, 0]) * ex + (y - lines[q, 1]) * ey) / (ex * ex + ey * ey)
                                    t = min(1.0, max(0.0, t))
                                    dx, dy = x - lines[q, 0] - t * ex, y - lines[q, 1] - t * ey
                                    if dx * dx + dy * dy < lines[q, 4] ** 2:
                                        for c in range(3):
                                            rgb[c] += (lines[q, 5 + c] - rgb[c]) * lines[q, 8]
                                for q in range(spots.shape[0]):
                                    dd = (x - spots[q, 0]) ** 2 + (y - spots[q, 1]) ** 2
                                    if dd < spots[q, 2] ** 2:
                                        for c in range(3):
                                            rgb[c] += (spots[q, 3 + c] - rgb[c]) * spots[q, 6]
                                _light_on_bed(x, y, 0.0, quads, points, nose, light)
                                # a cushion hides half the room from the cloth beside it
                                near = min(w - abs(x), h - abs(y))
                                open_ = 1.0 - 0.4 * math.exp(-max(near, 0.0) / 22.0)
                                for c in range(3):
                                    light[c] *= open_
                            else:
                                # the floor, 800 mm below, gets little of the lamps
                                k = (-800.0 - origin[2]) / rz
                                x, y = origin[0] + rx * k, origin[1] + ry * k
                                g = _tile(floor_t, x, y, 4.0)
                                rgb[0], rgb[1], rgb[2] = colours[2, 0] * g, colours[2, 1] * g, colours[2, 2] * g
                                light[0] = light[1] = light[2] = 0.35
                    seen[kind] += 1
                    for c in range(3):
                        sums[c] += rgb[c] * (light[c] + ambient[c])
            for c in range(3):
                image[py, px, c] = sums[c] / (fine * fine)
            best = 0
            for c in range(3):
                if seen[c] > seen[best]:
                    best = c
            where[py, px] = best


def paint_table(
    camera: CameraModel, shape: TableShape, style: Style, lighting: Lighting, fine: int = 3
) -> tuple[Floats32, NDArray[np.uint8]]:
    """The empty table: (h, w, 3) linear RGB float32 and (h, w) material (0 cloth, 1 other, 2 pocket)."""
    width, height = camera.image_size
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1).reshape(-1, 1, 2).astype(np.float64)
    normal = cv2.undistortPoints(grid, camera.matrix, camera.distortion).reshape(height, width, 2).astype(np.float32)
    image = np.empty((height, width, 3), np.float32)
    where = np.empty((height, width), np.uint8)
    block = style.corner_block
    colours = np.array([style.cloth, style.rail, style.floor, style.pocket_rim, style.diamond, block or (0, 0, 0)])
    sizes = np.array(
        [shape.width_mm / 2, shape.length_mm / 2, shape.nose_height_mm, shape.rail_height_mm, shape.cushion_mm,
         shape.rail_mm, style.rim_mm, 6.0]
    )  # fmt: skip
    cloth_t, rail_t, floor_t = textures(style)
    # Seen aslant there is a crack between a cushion's top and the rail that is higher; there is none in life.
    quads = shape.cushions.copy()
    quads[:, 2:] *= 1 + 10.0 / np.abs(quads[:, 2:]).max(axis=2, keepdims=True)
    _paint(
        normal, np.ascontiguousarray(camera.camera_from_table_rotation.T), camera.position_mm,
        1.0 / float(camera.matrix[0, 0]), fine, sizes, quads, shape.holes, colours, block is not None,
        shape.diamonds, style.spots, style.lines, cloth_t, rail_t, floor_t, lighting.points(),
        np.asarray(lighting.ambient, np.float64), image, where,
    )  # fmt: skip
    return image, where
