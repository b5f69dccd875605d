"""The camera above the table: lens, pose, and the way between pixels and millimetres at a given height.

Frames of reference
- table: mm, origin at the centre spot on the cloth, x right and y ahead for a person at the head who looks to the
  foot, z up. Right-handed.
- camera: mm, OpenCV's: x right, y down in the picture, z into the scene.
- image: px, (0, 0) is the centre of the top left pixel.

Heights matter: a ball's centre is seen R above the cloth, a cushion's nose about 0.635 ball diameters above it, the
rail top with its diamonds a little higher. One homography for all of them is off by up to 20 mm at the rails.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class CameraModel:
    """Lens and pose.

    image_size: (width, height) px. matrix: (3, 3) K. distortion: (5,) k1 k2 p1 p2 k3 of OpenCV's model.
    rotation: (3,) Rodrigues vector and translation_mm: (3,), both camera_from_table.
    """

    image_size: tuple[int, int]
    matrix: Floats
    distortion: Floats
    rotation: Floats
    translation_mm: Floats

    @property
    def camera_from_table_rotation(self) -> Floats:
        """(3, 3) rotation matrix."""
        return np.asarray(cv2.Rodrigues(self.rotation)[0], np.float64)

    @property
    def position_mm(self) -> Floats:
        """(3,) where the camera stands in the table frame."""
        return np.asarray(-self.camera_from_table_rotation.T @ self.translation_mm, np.float64)

    def image_from_table(self, points_mm: ArrayLike, height_mm: ArrayLike = 0.0) -> Floats:
        """(n, 2) table points at `height_mm` (a number or (n,)) -> (n, 2) px."""
        xy = np.asarray(points_mm, np.float64).reshape(-1, 2)
        z = np.broadcast_to(np.asarray(height_mm, np.float64), (len(xy),))
        if not len(xy):
            return np.empty((0, 2))
        points = np.column_stack([xy, z])
        px, _ = cv2.projectPoints(points, self.rotation, self.translation_mm, self.matrix, self.distortion)
        return np.asarray(px, np.float64).reshape(-1, 2)

    def table_from_image(self, points_px: ArrayLike, height_mm: ArrayLike = 0.0) -> Floats:
        """(n, 2) px -> (n, 2) mm where the rays meet the plane `height_mm` (a number or (n,)) above the cloth."""
        px = np.asarray(points_px, np.float64).reshape(-1, 2)
        if not len(px):
            return np.empty((0, 2))
        normal = cv2.undistortPoints(px.reshape(-1, 1, 2), self.matrix, self.distortion).reshape(-1, 2)
        turn = self.camera_from_table_rotation.T
        rays = np.column_stack([normal, np.ones(len(normal))]) @ turn.T
        origin = self.position_mm
        z = np.broadcast_to(np.asarray(height_mm, np.float64), (len(px),))
        reach = (z - origin[2]) / rays[:, 2]
        return np.asarray(origin[:2] + rays[:, :2] * reach[:, None], np.float64)

    def scale_px_per_mm(self, points_mm: ArrayLike, height_mm: float = 0.0) -> Floats:
        """(n, 2) table points -> (n,) local scale, the geometric mean of both directions."""
        xy = np.asarray(points_mm, np.float64).reshape(-1, 2)
        here = self.image_from_table(xy, height_mm)
        dx = self.image_from_table(xy + np.array([1.0, 0.0]), height_mm) - here
        dy = self.image_from_table(xy + np.array([0.0, 1.0]), height_mm) - here
        return np.asarray(np.sqrt(np.abs(dx[:, 0] * dy[:, 1] - dx[:, 1] * dy[:, 0])), np.float64)
