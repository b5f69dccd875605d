"""A drawing surface in mm: antialiased, drawn large and made small; texts in any script without system fonts."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Point = tuple[float, float]
Colour = tuple[int, int, int]

OVERSAMPLING: Final = 2
DASH_MM: Final = 34.0
"""A dash and the gap after it: a little more than a ball's radius, so that a dashed way is seen to be one."""

_SHIFT: Final = 4
_FACE: Final[Any] = cv2.FontFace("sans") if hasattr(cv2, "FontFace") else None
"""OpenCV 5 carries a font with accents and most scripts; OpenCV 4 has only ASCII strokes."""


def _bgr(colour: Colour) -> Colour:
    return colour[2], colour[1], colour[0]


@dataclass(slots=True)
class Canvas:
    """pixels: (h, w, 3) at OVERSAMPLING times the final size. scale: final px per mm. origin: final px of (0, 0) mm.

    The head of the table is at the left of the picture: y of the table grows to the right, x downwards.
    """

    pixels: Image
    scale: float
    origin: Point

    def px(self, point: Point) -> tuple[int, int]:
        """mm -> fixed-point pixels of the large drawing."""
        x = (self.origin[0] + point[1] * self.scale) * OVERSAMPLING
        y = (self.origin[1] + point[0] * self.scale) * OVERSAMPLING
        return round(x * 2**_SHIFT), round(y * 2**_SHIFT)

    def length(self, mm: float) -> float:
        """mm -> pixels of the large drawing."""
        return mm * self.scale * OVERSAMPLING

    def circle(self, centre: Point, radius_mm: float, colour: Colour, line_mm: float | None = None) -> None:
        """A disc, or a ring where `line_mm` is given."""
        thickness = -1 if line_mm is None else max(1, round(self.length(line_mm)))
        radius = round(self.length(radius_mm) * 2**_SHIFT)
        cv2.circle(self.pixels, self.px(centre), radius, _bgr(colour), thickness, cv2.LINE_AA, _SHIFT)

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """A filled outline."""
        corners = np.array([self.px(p) for p in points], dtype=np.int32)
        cv2.fillPoly(self.pixels, [corners], _bgr(colour), cv2.LINE_AA, _SHIFT)

    def line(self, points: Sequence[Point], colour: Colour, line_mm: float, *, dashed: bool = False) -> None:
        """A polyline; dashed for what is not sure."""
        thickness = max(1, round(self.length(line_mm)))
        for run in _dashes(points, DASH_MM) if dashed else [points]:
            corners = np.array([self.px(p) for p in run], dtype=np.int32)
            cv2.polylines(self.pixels, [corners], False, _bgr(colour), thickness, cv2.LINE_AA, _SHIFT)

    def blend(self, drawn: Canvas, opacity: float) -> None:
        """Lay another drawing of the same size over this one."""
        cv2.addWeighted(drawn.pixels, opacity, self.pixels, 1 - opacity, 0, dst=self.pixels)

    def copy(self) -> Canvas:
        """A drawing that may be changed on its own."""
        return Canvas(self.pixels.copy(), self.scale, self.origin)

    def text(self, text: str, place_px: Point, size_px: float, colour: Colour, *, weight: int = 400) -> None:
        """A line of text with its baseline's left end at `place_px` (final pixels)."""
        at = (round(place_px[0] * OVERSAMPLING), round(place_px[1] * OVERSAMPLING))
        put_text(self.pixels, text, at, size_px * OVERSAMPLING, colour, weight)

    def text_mm(self, text: str, centre: Point, size_mm: float, colour: Colour, *, weight: int = 700) -> None:
        """A short text centred on a place of the table."""
        size = self.length(size_mm)
        x, y = (value / 2**_SHIFT for value in self.px(centre))
        put_text(self.pixels, text, (round(x - text_width(text, size, weight) / 2), round(y + size * 0.36)), size,
                 colour, weight)  # fmt: skip

    def finished(self) -> Image:
        """The picture at its final size."""
        height, width = self.pixels.shape[0] // OVERSAMPLING, self.pixels.shape[1] // OVERSAMPLING
        return np.asarray(cv2.resize(self.pixels, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def new_canvas(width_px: int, height_px: int, scale: float, origin: Point, paper: Colour) -> Canvas:
    """An empty drawing of the final size width_px x height_px."""
    pixels = np.empty((height_px * OVERSAMPLING, width_px * OVERSAMPLING, 3), dtype=np.uint8)
    pixels[:] = _bgr(paper)
    return Canvas(pixels, scale, origin)


def put_text(pixels: Image, text: str, at: tuple[int, int], size: float, colour: Colour, weight: int = 400) -> None:
    """Draw on an image; letters that no font here has are left out or shown as `?`, never an error."""
    text = _drawable(text)
    if _FACE is not None:
        cv2.putText(pixels, text, at, _bgr(colour), _FACE, max(1, round(size)), weight)
    else:
        thickness = max(1, round(size / (14 if weight < 600 else 9)))
        cv2.putText(pixels, text, at, cv2.FONT_HERSHEY_SIMPLEX, size / 30, _bgr(colour), thickness, cv2.LINE_AA)


def text_width(text: str, size: float, weight: int = 400) -> float:
    """Width in the unit of `size`."""
    text = _drawable(text)
    if _FACE is not None:
        # Measured at the size it is drawn in: letters keep to whole pixels.
        drawn = max(1, round(size * OVERSAMPLING))
        return float(cv2.getTextSize((0, 0), text, (0, 0), _FACE, drawn, weight)[2]) / OVERSAMPLING
    return float(cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size / 30, 1)[0][0])


def wrap(text: str, size: float, width: float) -> list[str]:
    """Lines no wider than `width`; a word that is too long is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        while text_width(word, size) > width and len(word) > 1:
            fit = max(1, int(len(word) * width / text_width(word, size)))
            lines.extend([line] if line else [])
            lines.append(word[:fit])
            line, word = "", word[fit:]
        longer = f"{line} {word}".strip()
        if line and text_width(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def capital(text: str) -> str:
    """With a capital at the beginning, as a sentence has it."""
    return text[:1].upper() + text[1:]


def _drawable(text: str) -> str:
    """Without what no font draws: control and joining characters, emoji and other astral signs."""
    kept = "".join(
        "?" if ord(ch) > 0xFFFF else ch
        for ch in text
        if unicodedata.category(ch) not in ("Cc", "Cf", "Cs", "Co", "Cn") and not 0xFE00 <= ord(ch) <= 0xFE0F
    )
    if _FACE is not None:
        return kept
    plain = unicodedata.normalize("NFKD", kept)
    return "".join(ch if ord(ch) < 128 else "" if unicodedata.combining(ch) else "?" for ch in plain)


def _dashes(points: Sequence[Point], dash_mm: float) -> list[list[Point]]:
    runs: list[list[Point]] = []
    drawn, left, run = True, dash_mm, [points[0]] if points else []
    for a, b in pairwise(points):
        length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
        done = 0.0
        while length - done > left:
            done += left
            at = (a[0] + (b[0] - a[0]) * done / length, a[1] + (b[1] - a[1]) * done / length)
            if drawn:
                runs.append([*run, at])
            drawn, left, run = not drawn, dash_mm, [at]
        left -= length - done
        run.append(b)
    return [*runs, run] if drawn and len(run) > 1 else runs
