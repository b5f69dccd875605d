"""A calibration drawn on its picture, for a person to judge: noses, strings, spots, pockets."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np

from callshot.calibration.camera import Floats
from callshot.calibration.pocket_sides import pocket_sides
from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Image

NOSE, STRING, SPOT, POCKET = (60, 255, 60), (255, 200, 60), (80, 80, 255), (0, 220, 255)
HEAD_STRING = (255, 120, 255)
LABEL_AT = -0.6
"""A string's name stands so far from the middle of it towards its left end: clear of spots and pockets."""

CAPTION_PX = 44
"""The height of the strip below the picture, for letters of size 1."""

HOLE_MM = 57.0
"""The hole begins behind the mouth, whose jaws stand two ball's widths apart."""
SHIFT = 4  # fractional bits of OpenCV's drawing coordinates: lines are drawn to a sixteenth of a px


def draw_preview(image: Image, table: TableGeometry) -> Image:
    """A copy of the picture with the table drawn on it, and a line of text below. Lines follow the lens' distortion."""
    out = np.array(image)
    thick = max(1, round(max(image.shape[:2]) / 1000))
    w, h = table.width_mm / 2, table.length_mm / 2
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h], [-w, -h]])
    for a, b in pairwise(corners):
        _line(out, table, a, b, table.nose_height_mm, NOSE, thick)
    for y in (-h / 2, 0.0, h / 2):
        main = y < 0  # the head string is what a referee rules by
        colour, width = (HEAD_STRING, 2 * thick) if main else (STRING, thick)
        _line(out, table, np.array([-w, y]), np.array([w, y]), 0.0, colour, width)
    _line(out, table, np.array([0.0, -h]), np.array([0.0, h]), 0.0, STRING, thick)
    for y in (-h / 2, 0.0, h / 2):
        _circle(out, table, np.array([0.0, y]), 8.0, 0.0, SPOT, thick)
    for name, centre in table.pockets_mm.items():
        hole = centre + HOLE_MM * _outward(name)
        _circle(out, table, hole, HOLE_MM, 0.0, POCKET, thick)
        _text(out, name, table.camera.image_from_table(hole, 0.0)[0], POCKET)
    for y, name, colour in ((-h / 2, "head string", HEAD_STRING), (h / 2, "foot string", STRING)):
        _text(out, name, table.camera.image_from_table(np.array([[LABEL_AT * w, y]]), 0.0)[0], colour)
    return _captioned(out, f"{table.length_mm:.0f} x {table.width_mm:.0f} mm, head at the {table.head}, "
                      f"noses (green) within {table.error_mm:.1f} mm")  # fmt: skip


def _captioned(picture: Image, text: str) -> Image:
    """The picture with a line of text in a strip below it, where it hides nothing."""
    size = text_size(picture)
    strip = np.full((round(CAPTION_PX * size), picture.shape[1], 3), 24, np.uint8)
    (width, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    size *= min(1.0, (picture.shape[1] - 16) / max(1, width))  # a narrow picture has it smaller
    at = (8, round(0.65 * len(strip)))
    cv2.putText(strip, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, NOSE, 1, cv2.LINE_AA)
    return np.vstack([picture, strip])


def _outward(pocket: str) -> Floats:
    """(2,) from the table's middle out through a pocket."""
    way = np.array(pocket_sides(pocket), np.float64)
    return np.asarray(way / np.linalg.norm(way), np.float64)


def _line(
    out: Image, table: TableGeometry, a: Floats, b: Floats, height_mm: float, colour: tuple[int, int, int], thick: int
) -> None:
    along = np.linspace(0, 1, 40)[:, None]
    _curve(out, table, a + along * (b - a), height_mm, colour, thick, closed=False)


def _circle(
    out: Image,
    table: TableGeometry,
    centre: Floats,
    radius_mm: float,
    height_mm: float,
    colour: tuple[int, int, int],
    thick: int,
) -> None:
    turn = np.linspace(0, 2 * np.pi, 33)[:-1]
    _curve(
        out,
        table,
        centre + radius_mm * np.stack([np.cos(turn), np.sin(turn)], 1),
        height_mm,
        colour,
        thick,
        closed=True,
    )


def _curve(
    out: Image,
    table: TableGeometry,
    points_mm: Floats,
    height_mm: float,
    colour: tuple[int, int, int],
    thick: int,
    *,
    closed: bool,
) -> None:
    px = table.camera.image_from_table(points_mm, height_mm)
    if np.isfinite(px).all() and np.abs(px).max() < 1e5:
        fixed = np.round(px * (1 << SHIFT)).astype(np.int32)
        cv2.polylines(out, [fixed.reshape(-1, 1, 2)], closed, colour, thick, cv2.LINE_AA, SHIFT)


def text_size(picture: Image) -> float:
    """The size of letters on a picture, in OpenCV's units."""
    return max(0.4, int(max(picture.shape[:2])) / 2600)


def _text(out: Image, text: str, at: Floats, colour: tuple[int, int, int]) -> None:
    spot = (int(at[0]) + 6, int(at[1]) - 6)
    size = text_size(out)
    shadow = (spot[0] + 1, spot[1] + 1)
    cv2.putText(out, text, shadow, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.putText(out, text, spot, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
