"""The bed as motion sees it: where a ball's centre meets a cushion, where the jaws and the pockets are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from callshot.calibration.pocket_sides import pocket_sides
from callshot.rules.vocabulary import POCKETS, Cushion, Pocket

Floats = NDArray[np.float64]

# Tip to tip, corner mouths are 114 to 118 mm and side mouths 127 to 130 mm wide: the nose ends lie this far from
# the corner along each rail, and from the middle of a long side.
CORNER_NOSE_END_MM = 82.0
SIDE_NOSE_END_MM = 64.0
# The facings turn away from the nose line by 180 degrees less the cut angle: 142 in corners, 104 at the sides.
CORNER_FACING_RAD = np.radians(38.0)
SIDE_FACING_RAD = np.radians(76.0)
FACING_MM = 70.0


@dataclass(frozen=True, slots=True, eq=False)
class Rail:
    """One straight piece of cushion: a nose line, or a facing behind its end.

    start, end: (2,) mm. inward: (2,) unit normal toward the side where balls are. jaw: it is a facing.
    """

    cushion: Cushion
    start: Floats
    end: Floats
    inward: Floats
    jaw: bool

    @property
    def length_mm(self) -> float:
        """From start to end."""
        return math.dist(self.start, self.end)


@dataclass(frozen=True, slots=True, eq=False)
class RailLines:
    """The rails as arrays, to ask all of them at once. starts, ways (unit), inwards: (n, 2). lengths_mm: (n,)."""

    starts: Floats
    ways: Floats
    inwards: Floats
    lengths_mm: Floats

    @staticmethod
    def of(rails: Sequence[Rail]) -> RailLines:
        """These rails, one a row."""
        starts, ends = np.array([r.start for r in rails]), np.array([r.end for r in rails])
        lengths = np.array([r.length_mm for r in rails])
        return RailLines(starts, (ends - starts) / lengths[:, None], np.array([r.inward for r in rails]), lengths)


@dataclass(frozen=True, slots=True, eq=False)
class Bed:
    """Sizes of the table and its balls. pockets_mm: name -> (2,) mouth centre; those of the plain form if left out."""

    length_mm: float
    width_mm: float
    ball_diameter_mm: float
    pockets_mm: Mapping[str, Floats] = field(default_factory=dict)
    rails: tuple[Rail, ...] = field(init=False)
    rail_lines: RailLines = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._rail_it(_rails(self.width_mm / 2, self.length_mm / 2))
        if not self.pockets_mm:
            w, h = self.width_mm / 2, self.length_mm / 2
            object.__setattr__(self, "pockets_mm", {p: np.array(pocket_sides(p)) * (w, h) for p in POCKETS})

    @property
    def radius_mm(self) -> float:
        """Ball radius."""
        return self.ball_diameter_mm / 2

    @property
    def head_string_mm(self) -> float:
        """y of the head string."""
        return -self.length_mm / 4

    def with_rails_moved(self, inward_mm: Mapping[str, float]) -> Bed:
        """The same bed with the rails of a side moved inward: side (head, foot, left, right) -> mm."""
        moved = replace(self)
        ways = [_SIDES[side_of(r.cushion)] * inward_mm.get(side_of(r.cushion), 0.0) for r in self.rails]
        moved._rail_it(replace(r, start=r.start + w, end=r.end + w) for r, w in zip(self.rails, ways, strict=True))
        return moved

    def _rail_it(self, rails: Iterable[Rail]) -> None:
        object.__setattr__(self, "rails", tuple(rails))
        object.__setattr__(self, "rail_lines", RailLines.of(self.rails))

    def nearest_pocket(self, point_mm: ArrayLike) -> tuple[Pocket, float]:
        """The pocket whose mouth is nearest, and how far its corner (or side middle) is."""
        at = np.asarray(point_mm, np.float64)
        half = np.array([self.width_mm / 2, self.length_mm / 2])
        far = {p: float(np.hypot(*(at - np.array(pocket_sides(p)) * half))) for p in POCKETS}
        best = min(far, key=lambda p: far[p])
        return best, far[best]

    def beyond_nose_mm(self, point_mm: ArrayLike) -> float:
        """How far a centre lies outside the nose rectangle; negative inside."""
        x, y = np.abs(np.asarray(point_mm, np.float64))
        return float(max(x - self.width_mm / 2, y - self.length_mm / 2))

    def in_mouth(self, point_mm: ArrayLike, slack_mm: float = 0.0) -> Pocket | None:
        """The pocket between whose nose ends (or behind them) this point lies, if any."""
        x, y = (float(v) for v in np.asarray(point_mm, np.float64))
        w, h = self.width_mm / 2, self.length_mm / 2
        dx, dy = w - abs(x), h - abs(y)
        name = self.nearest_pocket((x, y))[0]
        if "side" in name:
            inside = dx < slack_mm and abs(y) < SIDE_NOSE_END_MM + slack_mm
        else:
            inside = dx + dy < CORNER_NOSE_END_MM + slack_mm * np.sqrt(2)
        return name if inside else None


_SIDES: Final = {
    "head": np.array([0.0, 1.0]), "foot": np.array([0.0, -1.0]),
    "left": np.array([1.0, 0.0]), "right": np.array([-1.0, 0.0]),
}  # fmt: skip


def side_of(cushion: str) -> str:
    """The side of the table a cushion is on: head, foot, left or right."""
    return cushion.split("-")[0]


def _rails(w: float, h: float) -> list[Rail]:
    out: list[Rail] = []

    def add(name: Cushion, a: tuple[float, float], b: tuple[float, float], turn_a: float, turn_b: float) -> None:
        p, q = np.array(a), np.array(b)
        along = (q - p) / np.hypot(*(q - p))
        normal = np.array([-along[1], along[0]])
        inward = -normal if normal @ (p + q) > 0 else normal
        out.append(Rail(name, p, q, inward, False))
        for end, way, turn in ((p, -along, turn_a), (q, along, turn_b)):
            face = way * np.cos(turn) - inward * np.sin(turn)
            out.append(Rail(name, end, end + FACING_MM * face, inward * np.cos(turn) + way * np.sin(turn), True))

    c, s, corner, side = CORNER_NOSE_END_MM, SIDE_NOSE_END_MM, float(CORNER_FACING_RAD), float(SIDE_FACING_RAD)
    add("head", (-w + c, -h), (w - c, -h), corner, corner)
    add("foot", (-w + c, h), (w - c, h), corner, corner)
    add("left-head", (-w, -h + c), (-w, -s), corner, side)
    add("left-foot", (-w, s), (-w, h - c), side, corner)
    add("right-head", (w, -h + c), (w, -s), corner, side)
    add("right-foot", (w, s), (w, h - c), side, corner)
    return out
