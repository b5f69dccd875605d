"""What a file about a camera or a table may say: numbers within what can be built, and that fit one another.

A file is written by `callshot calibrate` and read months later, by hand changed in between perhaps. A number that no
camera and no table can have is refused here, by name; never taken, never put right in silence.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from callshot.calibration.camera import CameraModel, Floats
from callshot.calibration.pocket_sides import pocket_sides
from callshot.hardware.frame import MAX_SIDE_PX
from callshot.rules.equipment import table_size
from callshot.rules.vocabulary import POCKETS

if TYPE_CHECKING:
    from callshot.calibration.table import TableGeometry

MOST_BYTES: Final = 1024 * 1024
"""A table takes 2 kB; what goes on and on (a recording, a device) must not fill the memory."""

LEAST_SIDE_PX: Final = 16
"""No camera gives a smaller picture, and no ball is seen in one."""

FOCAL_WIDTHS: Final = (0.1, 50.0)
"""Focal length in picture widths: a fish-eye has 0.3, a telescope 30."""

NOSE_MM: Final = (10.0, 120.0)
"""A nose stands 62 to 65 % of a ball's diameter above the cloth: 28 mm at the smallest balls, 45 mm at the largest."""

RAIL_MM: Final = (10.0, 200.0)
POCKET_AWAY_MM: Final = 200.0
"""A mouth's centre lies within two ball's widths of its corner or of its side's middle."""

FARTHEST_MM: Final = 50_000.0
"""No camera that tells balls apart hangs fifty metres away."""

MOST_ERROR_MM: Final = 100.0
"""Beyond one and a half balls nothing is calibrated."""

CORNERS_AGREE_PX: Final = 1.0
"""They are written with nine digits: what differs by more was changed by hand."""

TURNS_ROUND_MM: Final = 20.0
"""A third of a ball, from table to picture and back: a lens that loses more on its way is none."""


def read_text(path: str | Path) -> str:
    """The text of a file of settings. Raises ValueError with why it can't be had, in a few words."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as why:
        raise ValueError(f"can't be read ({why.strerror})") from why
    if len(data) > MOST_BYTES:
        raise ValueError("is far too long for such a file")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as why:
        raise ValueError("can't be read (it is no text)") from why


def number(value: Any, name: str, least: float, most: float) -> float:
    """A number within bounds. Raises ValueError with one line that names it."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise ValueError(f"{name} is {_short(value)}, not a number from {least:g} to {most:g}")
    return float(value)


def numbers(value: Any, name: str, count: int, most: float = 1e9) -> Floats:
    """(count,) finite numbers, also from nested lists. Raises ValueError."""
    flat = list(_flat(value))
    if len(flat) != count:
        raise ValueError(f"{name} holds {len(flat)} numbers, not {count}")
    return np.array([number(v, name, -most, most) for v in flat], np.float64)


def _flat(value: Any, depth: int = 0) -> Iterable[Any]:
    if isinstance(value, list) and depth < 3:
        for part in value:
            yield from _flat(part, depth + 1)
    else:
        yield value


def _short(value: Any) -> str:
    # A whole number of thousands of digits can't even be written out.
    text = "a number beyond all bounds" if isinstance(value, int) and abs(value) > 10**18 else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def image_size(value: Any) -> tuple[int, int]:
    """(width, height) px. Raises ValueError."""
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("image_size is no pair of whole numbers")
    width, height = (number(v, "image_size", LEAST_SIDE_PX, MAX_SIDE_PX) for v in value)
    if width != int(width) or height != int(height):
        raise ValueError("image_size is no pair of whole numbers")
    return int(width), int(height)


def lens(size: tuple[int, int], matrix: Any, distortion: Any) -> tuple[Floats, Floats]:
    """((3, 3) K, (5,) distortion). Raises ValueError where no lens is like that."""
    k = numbers(matrix, "matrix", 9).reshape(3, 3)
    longest = max(size)
    for name, focal in (("fx", k[0, 0]), ("fy", k[1, 1])):
        number(float(focal), f"the focal length {name} of matrix", *(f * longest for f in FOCAL_WIDTHS))
    for name, middle in (("cx", k[0, 2]), ("cy", k[1, 2])):
        number(float(middle), f"the middle {name} of matrix", -longest, 2.0 * longest)
    if np.abs(k[[1, 2, 2], [0, 0, 1]]).max() > 1e-9 or abs(k[2, 2] - 1) > 1e-9 or abs(k[0, 1]) > longest:
        raise ValueError("matrix is no camera's: its lower left is not 0 0 1")
    return k, numbers(distortion, "distortion", 5, 1e6)


def pose(rotation: Any, translation_mm: Any) -> tuple[Floats, Floats]:
    """((3,) Rodrigues, (3,) mm). Raises ValueError."""
    return numbers(rotation, "rotation", 3, 4 * math.pi), numbers(translation_mm, "translation_mm", 3, FARTHEST_MM)


def bed(table: Mapping[str, Any]) -> tuple[float, float]:
    """(length, width) mm, nose to nose. Raises ValueError where no table is so large."""
    length, width = (number(table[name], name, 500.0, 4000.0) for name in ("length_mm", "width_mm"))
    if table_size(f"{length}x{width}") is None:
        raise ValueError(f"length_mm {length:g} and width_mm {width:g} are no pool table's")
    return length, width


def pockets(found: Mapping[str, Any], length_mm: float, width_mm: float) -> dict[str, Floats]:
    """The six mouths, each near its place. Raises ValueError."""
    odd = sorted(set(map(str, found)) ^ set(POCKETS))
    if odd:
        raise ValueError(f"pockets_mm must name the six pockets, and {odd[0]!r} is missing or none of them")
    out: dict[str, Floats] = {}
    for name in found:
        out[name] = numbers(found[name], f"the pocket {name}", 2)
        place = np.array(pocket_sides(name)) * (width_mm / 2, length_mm / 2)
        if np.hypot(*(out[name] - place)) > POCKET_AWAY_MM:
            raise ValueError(f"the pocket {name} lies too far from its place on the table")
    return out


def check_view(table: TableGeometry, corners_px: Any) -> None:
    """Camera and table fit one another, and the file's other sayings. Raises ValueError."""
    camera, noses = table.camera, table.nose_corners_mm
    if camera.position_mm[2] <= table.rail_height_mm:
        raise ValueError("rotation and translation_mm put the camera below the table")
    depth = np.column_stack([noses, np.full(4, table.nose_height_mm)]) @ camera.camera_from_table_rotation[2]
    if (depth + camera.translation_mm[2]).min() <= 0:
        raise ValueError("rotation and translation_mm put the table behind the camera")
    seen = camera.image_from_table(noses, table.nose_height_mm)
    with np.errstate(all="ignore"):
        back = camera.table_from_image(seen, table.nose_height_mm)
    if not np.abs(back - noses).max() <= TURNS_ROUND_MM:
        raise ValueError("matrix and distortion are no lens's: the table seen through it does not come back")
    ends = dict(zip(("head", "foot"), (seen[:2].mean(axis=0), seen[2:].mean(axis=0)), strict=True))
    axis, way = {"left": (0, -1), "right": (0, 1), "top": (1, -1), "bottom": (1, 1)}[table.head]
    if (ends["head"] - ends["foot"])[axis] * way <= 0:
        raise ValueError(f"head is {table.head!r}, but the camera sees the head end on another side")
    _check_in_picture(camera, seen)
    if corners_px is not None:
        told = numbers(corners_px, "corners_px", 8).reshape(4, 2)
        if np.abs(told - seen).max() > CORNERS_AGREE_PX:
            raise ValueError("corners_px and the camera do not agree: the file was changed by hand (use --corners)")


def _check_in_picture(camera: CameraModel, corners_px: Floats) -> None:
    """Of a table all of which is outside the picture, or a dot in it, nothing was calibrated."""
    low, high = corners_px.min(axis=0), corners_px.max(axis=0)
    shown = np.minimum(high, camera.image_size) - np.maximum(low, 0)
    if shown.min() < LEAST_SIDE_PX:
        raise ValueError("rotation, translation_mm and matrix put the table outside the picture")
