"""A calibrated table: camera, sizes, the end that is the head, how it was made and how good it is.

`calibration.toml` is this, written so that a file found on a Pi in two years explains itself.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from callshot.calibration import plausible
from callshot.calibration.camera import CameraModel, Floats

HEADS = ("left", "right", "top", "bottom")


class CalibrationError(Exception):
    """A table can't be found or a calibration can't be used. One line: what is wrong, what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class TableGeometry:
    """The table in front of the camera.

    camera: from px to mm. head: the picture side of the head end. length_mm, width_mm: nose to nose.
    nose_height_mm, rail_height_mm: above the cloth. pockets_mm: pocket name -> (2,) mouth centre on the table plane.
    error_mm: how far the fitted nose lines are from the seen ones (rms).
    """

    camera: CameraModel
    head: str
    length_mm: float
    width_mm: float
    nose_height_mm: float
    rail_height_mm: float
    pockets_mm: dict[str, Floats]
    error_mm: float
    name: str = ""
    made_by: str = ""
    made_at: str = ""

    @property
    def nose_corners_mm(self) -> Floats:
        """(4, 2) head-left, head-right, foot-right, foot-left."""
        w, h = self.width_mm / 2, self.length_mm / 2
        return np.array([[-w, -h], [w, -h], [w, h], [-w, h]])

    def to_toml(self) -> str:
        """The text of `calibration.toml`."""
        c = self.camera
        corners = c.image_from_table(self.nose_corners_mm, self.nose_height_mm)

        def row(values: Floats) -> str:
            return "[" + ", ".join(f"{float(v):.9g}" for v in np.ravel(values)) + "]"

        def quoted(text: str) -> str:
            escaped = text.replace("\\", "\\\\").replace('"', '\\"')
            return '"' + "".join(ch for ch in escaped if ch.isprintable()) + '"'

        lines = [
            "# Where the camera is and how it sees the table. mm, and px from the centre of the top left one.",
            f"made_by = {quoted(self.made_by)}",
            f"made_at = {quoted(self.made_at)}",
            f"error_mm = {self.error_mm:.3f}  # rms distance of the fitted nose lines from the seen ones",
            f"image_size = [{c.image_size[0]}, {c.image_size[1]}]",
            f'head = "{self.head}"  # the picture side of the head end',
            "# cushion-nose corners as seen: head-left, head-right, foot-right, foot-left",
            "corners_px = [" + ", ".join(row(p) for p in corners) + "]",
            "",
            "[table]",
            f"name = {quoted(self.name)}",
            f"length_mm = {self.length_mm:.6g}",
            f"width_mm = {self.width_mm:.6g}",
            f"nose_height_mm = {self.nose_height_mm:.6g}",
            f"rail_height_mm = {self.rail_height_mm:.6g}",
            "",
            "[camera]",
            f"matrix = {row(c.matrix)}",
            f"distortion = {row(c.distortion)}",
            f"rotation = {row(c.rotation)}  # camera from table, Rodrigues",
            f"translation_mm = {row(c.translation_mm)}",
            "",
            "[pockets_px]",
            *(f'"{k}" = {row(c.image_from_table(v)[0])}' for k, v in self.pockets_mm.items()),
            "",
            "[pockets_mm]",
            *(f'"{k}" = {row(v)}' for k, v in self.pockets_mm.items()),
            "",
        ]
        return "\n".join(lines)


def table_from_toml(text: str, source: str = "calibration") -> TableGeometry:
    """Read `calibration.toml`. Raises CalibrationError: one line that names what is missing or impossible."""
    try:
        doc = tomllib.loads(text)
        cam, table = doc["camera"], doc["table"]
        size = plausible.image_size(doc["image_size"])
        camera = CameraModel(
            size,
            *plausible.lens(size, cam["matrix"], cam["distortion"]),
            *plausible.pose(cam["rotation"], cam["translation_mm"]),
        )
        if doc["head"] not in HEADS:
            raise ValueError(f"head is {doc['head']!r}, not one of {', '.join(HEADS)}")
        length, width = plausible.bed(table)
        geometry = TableGeometry(
            camera, str(doc["head"]), length, width,
            plausible.number(table["nose_height_mm"], "nose_height_mm", *plausible.NOSE_MM),
            plausible.number(table["rail_height_mm"], "rail_height_mm", *plausible.RAIL_MM),
            plausible.pockets(doc["pockets_mm"], length, width),
            plausible.number(doc["error_mm"], "error_mm", 0.0, plausible.MOST_ERROR_MM),
            str(table.get("name", "")), str(doc.get("made_by", "")), str(doc.get("made_at", "")),
        )  # fmt: skip
        plausible.check_view(geometry, doc.get("corners_px"))
    except KeyError as why:
        raise CalibrationError(f"{source}: {why.args[0]} is missing; make it again with `callshot calibrate`") from why
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError) as why:
        raise CalibrationError(f"{source}: {why}; make it again with `callshot calibrate`") from why
    return geometry


def load_table(path: str | Path) -> TableGeometry:
    """Read a calibration file. Raises CalibrationError."""
    try:
        text = plausible.read_text(path)
    except ValueError as why:
        raise CalibrationError(f"{path}: {why}; make it with `callshot calibrate`") from why
    return table_from_toml(text, str(path))
