"""One drawn picture: plate, shadows, balls, people, then the camera's film."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from callshot.calibration.camera import CameraModel
from callshot.models.drawing.develop import Film, develop
from callshot.models.drawing.light import Lighting
from callshot.models.drawing.looks import Look
from callshot.models.drawing.people import Capsule, draw_people
from callshot.models.drawing.plate import Style, paint_table
from callshot.models.drawing.shading import draw_ball, shade_cloth
from callshot.models.drawing.table_shape import TableShape

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A ball during one exposure: positions (s, 3) mm of its centre and turns (s, 3, 3), one a sub-exposure."""

    look: Look
    positions_mm: Floats
    turns: Floats


def looking_down(
    size: tuple[int, int], focal_px: float, at_mm: tuple[float, float, float], head: str = "left",
    tilt_rad: tuple[float, float] = (0.0, 0.0), distortion: Sequence[float] = (0, 0, 0, 0, 0), roll_rad: float = 0.0,
) -> CameraModel:  # fmt: skip
    """A camera at `at_mm` above the table that looks straight down but for a tilt about its own axes and a roll."""
    import cv2

    right, down = {
        "left": ((0, 1, 0), (1, 0, 0)),
        "right": ((0, -1, 0), (-1, 0, 0)),
        "top": ((-1, 0, 0), (0, 1, 0)),
        "bottom": ((1, 0, 0), (0, -1, 0)),
    }[head]
    base = np.array([right, down, np.cross(right, down)], np.float64)
    lean = cv2.Rodrigues(np.array([tilt_rad[0], tilt_rad[1], roll_rad], np.float64))[0]
    rotation = lean @ base
    matrix = np.array([[focal_px, 0, size[0] / 2 - 0.5], [0, focal_px, size[1] / 2 - 0.5], [0, 0, 1.0]])
    rvec = cv2.Rodrigues(rotation)[0].ravel()
    return CameraModel(
        size, matrix, np.asarray(distortion, np.float64), np.asarray(rvec, np.float64),
        np.asarray(-rotation @ np.asarray(at_mm, np.float64), np.float64),
    )  # fmt: skip


class Scene:
    """A table under lamps before a camera; `draw` puts balls and people on it."""

    def __init__(
        self, camera: CameraModel, shape: TableShape, style: Style, lighting: Lighting, film: Film,
        radius_mm: float = 28.575, fine: int = 3,
    ) -> None:  # fmt: skip
        """Paints the empty table, which takes seconds."""
        self.camera, self.shape, self.style, self.lighting, self.film = camera, shape, style, lighting, film
        self.radius_mm = radius_mm
        self.plate, self.where = paint_table(camera, shape, style, lighting, fine)
        self._panels, self._points = lighting.panels(), lighting.points()
        self._ambient = np.asarray(lighting.ambient, np.float64)
        self._cloth = np.asarray(style.cloth, np.float64)
        lamp = lighting.lamps[0].centre if lighting.lamps else (0.0, 0.0, 1500.0)
        self.lamp = lamp

    def draw_linear(self, balls: Sequence[Placed], people: Sequence[Capsule] = (), fine: int = 3) -> Floats32:
        """(h, w, 3) linear RGB."""
        image = self.plate.copy()
        self.add_balls(image, balls, np.zeros((0, 3)), fine)
        draw_people(image, self.camera, people, self.lamp, 0.3)
        return image

    def add_balls(
        self, image: Floats32, balls: Sequence[Placed], around: Floats, fine: int = 3, reach: float = 3.2
    ) -> None:
        """Put balls into a linear picture; `around` (k, 3): centres of balls already in it.

        reach: how far a ball darkens the cloth, in radii.
        """
        middles = np.array([b.positions_mm[len(b.positions_mm) // 2] for b in balls]).reshape(-1, 3)
        for centre in middles:
            if centre[2] > 0.7 * self.radius_mm:
                self._shadow(image, centre, reach)
        for k in np.argsort(middles[:, 2], kind="stable"):
            self._ball(image, balls[k], np.vstack([np.delete(middles, k, axis=0), around]), fine)

    def draw(self, balls: Sequence[Placed], people: Sequence[Capsule] = (), fine: int = 3) -> NDArray[np.uint8]:
        """(h, w, 3) uint8 BGR without noise."""
        return develop(self.draw_linear(balls, people, fine), self.film)

    def _shadow(self, image: Floats32, centre: Floats, reach: float) -> None:
        px = self.camera.image_from_table(centre[:2], 0.0)[0]
        half = int(reach * self.radius_mm * float(self.camera.scale_px_per_mm(centre[:2])[0])) + 2
        h, w = image.shape[:2]
        x0, x1 = max(0, int(px[0]) - half), min(w, int(px[0]) + half)
        y0, y1 = max(0, int(px[1]) - half), min(h, int(px[1]) + half)
        if x1 <= x0 or y1 <= y0:
            return
        corners = np.array([[x0, y0], [x1 - 1, y0], [x0, y1 - 1], [x1 - 1, y1 - 1]], np.float64)
        c = self.camera.table_from_image(corners)
        u = np.linspace(0, 1, x1 - x0)[None, :, None]
        v = np.linspace(0, 1, y1 - y0)[:, None, None]
        ground = (c[0] * (1 - u) + c[1] * u) * (1 - v) + (c[2] * (1 - u) + c[3] * u) * v
        shade_cloth(
            image, self.where, ground, self.camera.position_mm, x0, y0, centre, self._points,
            float(self._ambient.mean()), self.radius_mm,
        )  # fmt: skip

    def _ball(self, image: Floats32, ball: Placed, others: Floats, fine: int) -> None:
        p = ball.positions_mm
        middle = p[len(p) // 2]
        if middle[2] < -3 * self.radius_mm:
            return
        towards = self.camera.position_mm - middle
        towards = towards / math.sqrt(float(towards @ towards))
        e1 = np.cross([0.0, 1.0, 0.0], towards)
        e1 = e1 / math.sqrt(float(e1 @ e1))
        e2 = np.cross(towards, e1)
        r = self.radius_mm
        probe = np.vstack([p, middle + e1 * r, middle - e1 * r, middle + e2 * r, middle - e2 * r])
        px = self.camera.image_from_table(probe[:, :2], probe[:, 2])
        n = len(p)
        jacobian = np.column_stack([(px[n] - px[n + 1]) / 2, (px[n + 2] - px[n + 3]) / 2])
        near = others[np.linalg.norm(others - middle, axis=1) < 3.2 * r] if len(others) else others
        # few sub-samples a sub-exposure are enough when there are many of them
        fine = fine if n == 1 else max(1, min(2, round(fine / math.sqrt(n) + 0.5)))
        draw_ball(
            image, self.where, px[:n].copy(), jacobian, np.array([e1, e2, towards]), ball.turns, p, ball.look.packed(),
            ball.look.packed_dots(), ball.look.number, self._panels, self._points, self._ambient, self._cloth, 1.0,
            0.12, np.ascontiguousarray(near).reshape(-1, 3), r, fine,
        )  # fmt: skip
