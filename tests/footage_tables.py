"""The footage beside the project: cases, their tables as the truth has them, first layouts, and frames.

For tests and benchmarks only. `cases()` is empty where the footage is missing; callers then skip.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
from scipy.optimize import least_squares

from callshot.calibration.camera import CameraModel, Floats
from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame

FOOTAGE = Path(__file__).resolve().parents[1].parent / "shared" / "footage"
NOSE_HEIGHT_BALLS = 0.64  # of a ball's diameter: the drawn tables' own value, and near every rule book's
# Of the picture's width. A lone top-down view of a plane does not tell the focal length, so real cases take a usual
# one; jchadwick's own note gives the camera's height, which gives its focal length.
USUAL_FOCAL = 1.15
KNOWN_FOCAL = {"jchadwick": 0.55}


@dataclass(frozen=True)
class Case:
    """One folder of footage. source: the clip, the picture, or a folder of pictures."""

    name: str
    kind: str
    folder: Path
    camera: dict[str, Any]

    @property
    def source(self) -> Path:
        return self.folder / self.camera["file"]

    @property
    def is_still(self) -> bool:
        return self.source.suffix.lower() in (".png", ".jpg")

    @property
    def ball_diameter_mm(self) -> float:
        return float(self.camera["ball_diameter_mm"])

    def records(self) -> list[dict[str, Any]]:
        with (self.folder / "truth.jsonl").open(encoding="utf-8") as lines:
            return [json.loads(line) for line in lines if line.strip()]

    def first_layout(self) -> list[dict[str, Any]]:
        """The balls of the first layout record; empty where the truth has none."""
        return next((r["balls"] for r in self.records() if r["type"] == "layout"), [])


def cases(kind: str = "*") -> list[Case]:
    """All cases of `kind` (`real`, `rendered`, or both), sorted by name."""
    found = []
    for path in sorted(FOOTAGE.glob(f"{kind}/*/camera.json")):
        folder = path.parent
        found.append(Case(folder.name, folder.parent.name, folder, json.loads(path.read_text(encoding="utf-8"))))
    return found


def case(name: str) -> Case:
    """The case of that name. Raises StopIteration where it is missing."""
    return next(c for c in cases() if c.name == name)


def table_of(c: Case) -> TableGeometry:
    """The table as the truth has it: rendered cases carry their camera, for real ones a pose is solved."""
    data = c.camera
    size = (int(data["width"]), int(data["height"]))
    length, width = float(data["table"]["length_mm"]), float(data["table"]["width_mm"])
    nose_height = NOSE_HEIGHT_BALLS * c.ball_diameter_mm
    corners_px = np.array(data["corners_px"], np.float64)
    half = np.array([width, length]) / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    if "K" in data:
        camera = CameraModel(
            size, np.array(data["K"]), np.array(data["dist"]), np.array(data["rvec"]), np.array(data["tvec"])
        )
    else:
        focal = KNOWN_FOCAL.get(c.name.split("__")[0], USUAL_FOCAL) * size[0]
        camera = _camera_through(np.column_stack([corners, np.full(4, nose_height)]), corners_px, size, focal)
    error_px = np.linalg.norm(camera.image_from_table(corners, nose_height) - corners_px, axis=1)
    scale = float(camera.scale_px_per_mm(np.zeros((1, 2)))[0])
    pockets = {k: camera.table_from_image(np.array(v))[0] for k, v in data["pockets_px"].items()}
    return TableGeometry(
        camera, data["head"], length, width, nose_height, nose_height + 10, pockets,
        float(np.sqrt(np.mean(error_px**2)) / scale), data["table"].get("name", ""), "truth",
    )  # fmt: skip


def _camera_through(points_mm: Floats, points_px: Floats, size: tuple[int, int], focal_px: float) -> CameraModel:
    """The most ordinary camera that sees these points there: square pixels, the axis in the middle, no distortion.

    Four points on a plane leave some of these open, so each may give way a little where the points ask for it.
    """
    middle = (np.array(size) - 1) / 2

    def camera(v: Floats) -> CameraModel:
        fx, fy = focal_px * np.exp(v[6] + v[7]), focal_px * np.exp(v[6] - v[7])
        cx, cy = middle + v[8:10] * size[0]
        matrix = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])
        return CameraModel(size, matrix, np.array([v[10], 0, 0, 0, 0]), v[:3], v[3:6])

    def residuals(v: Floats) -> Floats:
        seen = camera(v).image_from_table(points_mm[:, :2], points_mm[0, 2])
        return np.concatenate([(seen - points_px).ravel() / 0.3, v[6:11] / [0.03, 0.02, 0.05, 0.05, 0.03]])

    start = np.zeros(11)
    plain = camera(start).matrix
    ok, rotation, translation = cv2.solvePnP(points_mm, points_px, plain, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    if not ok:
        raise ValueError("no pose fits the corners")
    start[:3], start[3:6] = np.ravel(rotation), np.ravel(translation)
    return camera(least_squares(residuals, start, x_scale="jac").x)


def frames_of(c: Case, stop: int | None = None) -> Iterator[Frame]:
    """The frames of a case, with luma as the decoder gave it. Pictures of a folder come at the case's rate."""
    if c.is_still or c.source.is_dir():
        paths = [c.source] if c.is_still else sorted(p for p in c.source.iterdir() if p.suffix in (".png", ".jpg"))
        step_ns = round(1e9 / (c.camera.get("fps") or 25))
        for index, path in enumerate(paths[:stop]):
            image = cv2.imread(str(path))
            yield Frame(image, index * step_ns, index, cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        return
    with av.open(str(c.source)) as container:
        start: float | None = None
        for index, picture in enumerate(container.decode(video=0)):
            if stop is not None and index >= stop:
                return
            start = picture.time if start is None else start
            plane = picture.planes[0]
            luma = np.frombuffer(plane, np.uint8).reshape(plane.height, plane.line_size)[:, : plane.width]
            yield Frame(picture.to_ndarray(format="bgr24"), round((picture.time - start) * 1e9), index, luma.copy())
