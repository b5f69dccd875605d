"""A small table drawn for the detector's tests: cloth with grain and fall-off, balls with shade and highlight."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.camera import CameraModel
from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame

DIAMETER_MM = 57.15
SIZE = (640, 360)
LENGTH_MM, WIDTH_MM = 1981.0, 990.5
WHITE, RED, YELLOW, BLACK = (225, 235, 235), (40, 40, 190), (40, 190, 230), (28, 26, 26)
GREEN_CLOTH, BLACK_CLOTH = (70, 120, 30), (38, 34, 34)


def table() -> TableGeometry:
    """Seen from 2.2 m above, a little off centre, the head on the left."""
    focal = 590.0
    matrix = np.array([[focal, 0, 319.5], [0, focal, 179.5], [0, 0, 1.0]])
    turn = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])
    rotation = np.ravel(cv2.Rodrigues(turn)[0])
    camera = CameraModel(SIZE, matrix, np.zeros(5), rotation, np.array([12.0, -8.0, 2200.0]))
    w, h = WIDTH_MM / 2, LENGTH_MM / 2
    pockets = {
        f"{end}-{side}": np.array([x * (w + 25), y * (h + 25)])
        for end, y in (("head", -1), ("foot", 1))
        for side, x in (("left", -1), ("right", 1))
    }
    pockets |= {f"side-{side}": np.array([x * (w + 60), 0.0]) for side, x in (("left", -1), ("right", 1))}
    return TableGeometry(camera, "left", LENGTH_MM, WIDTH_MM, 36.6, 46.0, pockets, 0.0)


@dataclass
class Scene:
    """What lies on the table. balls: (x, y, BGR). swept_mm: by ball index, how far it goes during the exposure.

    prints: outlines (k, 2) mm painted on the cloth with a colour. people: the same, above all balls. light: a factor.
    """

    balls: list[tuple[float, float, tuple[int, int, int]]] = field(default_factory=list)
    cloth: tuple[int, int, int] = GREEN_CLOTH
    swept_mm: dict[int, tuple[float, float]] = field(default_factory=dict)
    prints: list[tuple[NDArray[np.float64], tuple[int, int, int]]] = field(default_factory=list)
    people: list[tuple[NDArray[np.float64], tuple[int, int, int]]] = field(default_factory=list)
    light: float = 1.0

    def frame(self, t_s: float = 0.0, sequence: int = 0) -> Frame:
        """The picture, with its own noise for every `sequence`."""
        geometry = table()
        scale = 2
        picture = _bed(self.cloth).copy()
        for outline, colour in self.prints:
            cv2.fillPoly(picture, [_px(geometry, outline, 0.0, scale)], colour)
        for i, (x, y, colour) in enumerate(self.balls):
            _draw_ball(picture, geometry, np.array([x, y]), colour, np.array(self.swept_mm.get(i, (0.0, 0.0))), scale)
        for outline, colour in self.people:
            cv2.fillPoly(picture, [_px(geometry, outline, 60.0, scale)], colour)
        small = cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA).astype(np.float32) * self.light
        noise = np.random.default_rng(1000 + sequence).normal(0, 1.2, small.shape)
        image = np.clip(small + noise, 0, 255).astype(np.uint8)
        return Frame(image, round(t_s * 1e9), sequence, cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))


@cache
def _bed(cloth: tuple[int, int, int]) -> NDArray[np.float32]:
    geometry, scale = table(), 2
    picture = np.full((SIZE[1] * scale, SIZE[0] * scale, 3), (25, 40, 70), np.float32)
    reach = np.array([WIDTH_MM, LENGTH_MM]) / 2
    outer = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (reach + 45)
    cv2.fillPoly(picture, [_px(geometry, outer, 36.6, scale)], [c * 0.8 for c in cloth])
    cv2.fillPoly(picture, [_px(geometry, geometry.nose_corners_mm, 36.6, scale)], cloth)
    v, u = np.mgrid[0 : SIZE[1] * scale, 0 : SIZE[0] * scale]
    fall_off = 1 - 0.25 * ((u / u.max() - 0.45) ** 2 + (v / v.max() - 0.55) ** 2)
    picture *= fall_off[..., None].astype(np.float32)
    for mouth in geometry.pockets_mm.values():
        ring = mouth + 62 * np.column_stack([np.cos(np.linspace(0, 6.28, 40)), np.sin(np.linspace(0, 6.28, 40))])
        cv2.fillPoly(picture, [_px(geometry, ring, 0.0, scale)], (8, 8, 8))
    return picture


def _px(geometry: TableGeometry, points_mm: NDArray[np.float64], height_mm: float, scale: int) -> NDArray[np.int32]:
    px = geometry.camera.image_from_table(points_mm, height_mm)
    return np.rint((px + 0.5) * scale - 0.5).astype(np.int32)


def _draw_ball(
    picture: NDArray[np.float32],
    geometry: TableGeometry,
    at: NDArray[np.float64],
    colour: tuple[int, int, int],
    swept: NDArray[np.float64],
    scale: int,
) -> None:
    radius = DIAMETER_MM / 2
    steps = 1 if not swept.any() else 25
    ends = np.array([at - swept / 2, at + swept / 2])
    px = (geometry.camera.image_from_table(ends, radius) + 0.5) * scale - 0.5
    reach = float(geometry.camera.scale_px_per_mm(at[None], radius)[0]) * radius * scale * 1.4
    x0, y0 = np.maximum(np.floor(px.min(0) - reach), 0).astype(int)
    x1, y1 = np.ceil(px.max(0) + reach).astype(int) + 1
    part = picture[y0:y1, x0:x1]
    face = np.zeros_like(part)
    share = np.zeros(part.shape[:2], np.float32)
    v, u = np.mgrid[y0 : y0 + part.shape[0], x0 : x0 + part.shape[1]]
    for s in np.linspace(-0.5, 0.5, steps) if steps > 1 else [0.0]:
        centre = (geometry.camera.image_from_table((at + s * swept)[None], radius)[0] + 0.5) * scale - 0.5
        size = float(geometry.camera.scale_px_per_mm((at + s * swept)[None], radius)[0]) * radius * scale
        rho2 = ((u - centre[0]) ** 2 + (v - centre[1]) ** 2) / size**2
        disc = np.clip((1 - np.sqrt(rho2)) * size + 0.5, 0, 1).astype(np.float32)
        shade = (0.55 + 0.45 * np.sqrt(np.clip(1 - rho2, 0, 1)))[..., None]
        glint = np.exp(-((u - centre[0] + 0.2 * size) ** 2 + (v - centre[1] + 0.2 * size) ** 2) / (0.15 * size) ** 2)
        face += disc[..., None] * (np.array(colour) * shade + 90 * glint[..., None]).astype(np.float32) / steps
        share += disc / steps
    part *= 1 - share[..., None]
    part += face
