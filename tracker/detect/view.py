"""How the table lies in the picture: where ball centres can be, and which ellipse a ball shows there.

A sphere of radius R whose centre is seen at an angle theta from the vertical shows, on the plane through its centre,
an ellipse with half axes R (across) and R / cos(theta) (away from the camera's foot point). With the local scale of
the picture this gives a 2x2 matrix A that maps the unit circle to the ball's outline in px around its seen centre.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from callshot.calibration.table import TableGeometry

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

LATTICE_PX = 16  # the fields below are smooth: lens and perspective change little over this many px
# A ball's centre can pass the nose line only in a pocket's jaws; this wide around a mouth's centre counts as jaws.
JAWS_RADIUS_BALLS = 1.35
# Ball centres nearer than this to the place where a frozen ball lies still count: calibration errs by some mm.
CUSHION_SLACK_MM = 10.0


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """What the detector needs of a calibrated table, made once.

    outline: (h, w, 2, 2) float32 A of every pixel of the working picture. centre_mm: (h, w, 2) float32, where a ball
    lies whose centre is seen there. centres_ok: (h, w) bool, where ball centres can be. bed: (h, w) bool, the cloth
    between the noses; open_bed: the same without the pockets' holes, once those are known. All of them have the size of
    `window` (x0, y0, x1, y1) of the frame. radius_px: a ball's mean radius in the middle of the bed.
    foot_mm: (2,) the point of the cloth below the camera. lean: (R / H)^2.
    origin_in_window: where a crop begins in the view that it was cut from.
    """

    table: TableGeometry
    ball_radius_mm: float
    radius_px: float
    window: tuple[int, int, int, int]
    outline: Floats32
    centre_mm: Floats32
    centres_ok: NDArray[np.bool_]
    bed: NDArray[np.bool_]
    open_bed: NDArray[np.bool_]
    foot_mm: Floats
    lean: float
    origin_in_window: tuple[int, int] = (0, 0)

    def outline_at(self, centres_px: ArrayLike) -> Floats:
        """(n, 2) px within the window -> (n, 2, 2) A."""
        h, w = self.bed.shape
        uv = np.rint(np.asarray(centres_px, np.float64)).astype(int).reshape(-1, 2)
        here = self.outline[np.clip(uv[:, 1], 0, h - 1), np.clip(uv[:, 0], 0, w - 1)]
        return np.asarray(here, np.float64)

    def position_mm(self, centres_px: ArrayLike) -> Floats:
        """(n, 2) px within the window -> (n, 2) mm where those balls touch the cloth."""
        px = np.asarray(centres_px, np.float64).reshape(-1, 2)
        h, w = self.bed.shape
        # The field is smooth and was made from the exact mapping: bilinear look-up is good to some micrometres.
        corner = np.clip(np.floor(px).astype(np.int64), 0, (w - 2, h - 2))
        u, v = corner[:, 0], corner[:, 1]
        fx, fy = (px - corner).T[:, :, None]
        field = self.centre_mm
        top = field[v, u] * (1 - fx) + field[v, u + 1] * fx
        low = field[v + 1, u] * (1 - fx) + field[v + 1, u + 1] * fx
        seen = top * (1 - fy) + low * fy
        # The ellipse's middle lies a trace farther out than the centre of the ball: D R^2 / H^2.
        return np.asarray(seen - (seen - self.foot_mm) * self.lean, np.float64)

    def centres_px(self, positions_mm: ArrayLike) -> Floats:
        """(n, 2) mm -> (n, 2) px within the window, the middle of the ball's outline."""
        xy = np.asarray(positions_mm, np.float64).reshape(-1, 2)
        px = self.table.camera.image_from_table(xy + (xy - self.foot_mm) * self.lean, self.ball_radius_mm)
        return np.asarray(px - np.array(self.window[:2]), np.float64)

    def allows(self, centre_px: ArrayLike) -> bool:
        """Can a ball's centre be seen at (2,) px of this window?"""
        x, y = (round(float(v)) for v in np.asarray(centre_px, np.float64))
        h, w = self.bed.shape
        return 0 <= x < w and 0 <= y < h and bool(self.centres_ok[y, x])

    def crop(self, x0: int, y0: int, x1: int, y1: int) -> TableView:
        """The same view of a part of the window (no copies)."""
        left, top = self.window[:2]
        part = (slice(y0, y1), slice(x0, x1))
        return replace(
            self,
            origin_in_window=(self.origin_in_window[0] + x0, self.origin_in_window[1] + y0),
            window=(left + x0, top + y0, left + x1, top + y1),
            outline=self.outline[part],
            centre_mm=self.centre_mm[part],
            centres_ok=self.centres_ok[part],
            bed=self.bed[part],
            open_bed=self.open_bed[part],
        )


def make_view(table: TableGeometry, ball_diameter_mm: float) -> TableView:
    """Derive the view of `table` for balls of that diameter."""
    radius = ball_diameter_mm / 2
    width, height = table.camera.image_size
    reach = np.array([table.width_mm, table.length_mm]) / 2
    window = _window(table, reach, radius, (width, height))
    x0, y0, x1, y1 = window
    u = np.arange(x0, x1 + LATTICE_PX, LATTICE_PX, dtype=np.float64)
    v = np.arange(y0, y1 + LATTICE_PX, LATTICE_PX, dtype=np.float64)
    uu, vv = np.meshgrid(u, v)
    px = np.column_stack([uu.ravel(), vv.ravel()])
    here = table.camera.table_from_image(px, radius)
    outline = _outlines(table, here, radius)

    def spread(values: Floats) -> Floats32:
        grid = values.reshape(len(v), len(u), -1).astype(np.float32)
        h, w = y1 - y0, x1 - x0
        gx = np.arange(w, dtype=np.float32) / LATTICE_PX
        gy = np.arange(h, dtype=np.float32) / LATTICE_PX
        mx, my = np.meshgrid(gx, gy)
        return np.asarray(np.dstack([cv2.remap(c, mx, my, cv2.INTER_LINEAR) for c in np.moveaxis(grid, 2, 0)]))

    centre_mm = spread(here)
    field = spread(outline.reshape(-1, 4)).reshape(y1 - y0, x1 - x0, 2, 2)
    inside = np.all(np.abs(centre_mm) <= reach - radius + CUSHION_SLACK_MM, axis=2)
    for pocket in table.pockets_mm.values():
        inside |= np.hypot(*np.moveaxis(centre_mm - pocket.astype(np.float32), 2, 0)) < JAWS_RADIUS_BALLS * radius * 2
    bed = np.all(np.abs(centre_mm) <= reach, axis=2)
    middle = _outlines(table, np.zeros((1, 2)), radius)[0]
    radius_px = float(np.sqrt(abs(np.linalg.det(middle))))
    foot = table.camera.position_mm
    lean = float((radius / (foot[2] - radius)) ** 2)
    return TableView(table, radius, radius_px, window, field, centre_mm, inside, bed, bed, foot[:2], lean)


def _window(table: TableGeometry, reach: Floats, radius: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
    margin = 3 * radius
    w, h = reach + margin
    edge = np.linspace(-1, 1, 9)
    border = np.concatenate([np.column_stack([edge * w, np.full(9, s * h)]) for s in (-1, 1)]
                            + [np.column_stack([np.full(9, s * w), edge * h]) for s in (-1, 1)])  # fmt: skip
    px = table.camera.image_from_table(border, radius)
    low = np.maximum(np.floor(px.min(0)), 0).astype(int)
    high = np.minimum(np.ceil(px.max(0)) + 1, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _outlines(table: TableGeometry, here: Floats, radius: float) -> Floats:
    camera = table.camera
    step = radius / 2
    ex, ey = np.array([step, 0]), np.array([0, step])
    jx = camera.image_from_table(here + ex, radius) - camera.image_from_table(here - ex, radius)
    jy = camera.image_from_table(here + ey, radius) - camera.image_from_table(here - ey, radius)
    jacobian = np.stack([jx, jy], axis=2) / (2 * step)
    foot = camera.position_mm
    away = here - foot[:2]
    distance = np.hypot(*away.T)
    direction = away / np.maximum(distance, 1e-9)[:, None]
    stretch = np.sqrt(1 + (distance / (foot[2] - radius)) ** 2)
    lengthen = np.eye(2) + (stretch - 1)[:, None, None] * direction[:, :, None] * direction[:, None, :]
    return np.asarray(jacobian @ lengthen * radius, np.float64)
