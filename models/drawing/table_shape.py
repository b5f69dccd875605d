"""What a table is made of, seen from above: cushions with their jaws, pockets, rails. All in mm, table frame."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import CUSHIONS, POCKETS

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TableShape:
    """Sizes of a table; the defaults are a 9-foot one inside the WPA equipment limits.

    corner_mouth_mm, side_mouth_mm: nose tip to nose tip. corner_turn_deg, side_turn_deg: how far a jaw turns away from
    its nose line (180 less the cut angle). cushion_mm: nose to rail; rail_mm: nose to outer edge.
    """

    length_mm: float = 2540.0
    width_mm: float = 1270.0
    nose_height_mm: float = 36.3
    rail_height_mm: float = 42.0
    cushion_mm: float = 48.0
    rail_mm: float = 140.0
    corner_mouth_mm: float = 116.0
    side_mouth_mm: float = 129.0
    corner_turn_deg: float = 38.0
    side_turn_deg: float = 76.0
    corner_hole_mm: float = 60.0
    side_hole_mm: float = 58.0
    diamond_mm: float = 93.7
    cushions: Floats = field(init=False, repr=False)
    holes: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cushions", self._cushion_quads())
        object.__setattr__(self, "holes", self._pocket_holes())

    def _cushion_quads(self) -> Floats:
        """(6, 4, 2) in the order of CUSHIONS: nose tip, nose tip, back, back."""
        w, h, c = self.width_mm / 2, self.length_mm / 2, self.cushion_mm
        corner = self.corner_mouth_mm / math.sqrt(2)
        at_corner = c / math.tan(math.radians(self.corner_turn_deg))
        at_side = c / math.tan(math.radians(self.side_turn_deg))
        side = self.side_mouth_mm / 2
        across = [(-w + corner, 0.0), (w - corner, 0.0), (w - corner + at_corner, c), (-w + corner - at_corner, c)]
        along = [(side, 0.0), (h - corner, 0.0), (h - corner + at_corner, c), (side - at_side, c)]
        quads = {
            "head": [(u, -h - v) for u, v in across],
            "foot": [(u, h + v) for u, v in across],
            "left-head": [(-w - v, -u) for u, v in along],
            "left-foot": [(-w - v, u) for u, v in along],
            "right-head": [(w + v, -u) for u, v in along],
            "right-foot": [(w + v, u) for u, v in along],
        }
        return np.array([quads[name] for name in CUSHIONS], np.float64)

    def _pocket_holes(self) -> Floats:
        """(6, 3) in the order of POCKETS: centre x, y and radius of the hole in the bed."""
        w, h = self.width_mm / 2, self.length_mm / 2
        shelf = 42.0
        # The hole begins a shelf's depth behind the line from tip to tip.
        reach = -self.corner_mouth_mm / 2 + shelf + self.corner_hole_mm
        o = reach / math.sqrt(2)
        side = w + 4.0 + self.side_hole_mm
        r, s = self.corner_hole_mm, self.side_hole_mm
        at = {
            "head-left": (-w - o, -h - o, r),
            "head-right": (w + o, -h - o, r),
            "side-left": (-side, 0.0, s),
            "side-right": (side, 0.0, s),
            "foot-left": (-w - o, h + o, r),
            "foot-right": (w + o, h + o, r),
        }
        return np.array([at[name] for name in POCKETS], np.float64)

    @property
    def edges(self) -> tuple[Floats, NDArray[np.int64]]:
        """(18, 4) segments x0 y0 x1 y1 that balls touch - nose and both jaws of every cushion - and whose they are."""
        rows, owner = [], []
        for k, quad in enumerate(self.cushions):
            for a, b in ((0, 1), (1, 2), (3, 0)):
                rows.append([*quad[a], *quad[b]])
                owner.append(k)
        return np.array(rows), np.array(owner, np.int64)

    @property
    def pocket_mouths(self) -> dict[str, Floats]:
        """Pocket name -> (2,) the middle between its nose tips."""
        w, h = self.width_mm / 2, self.length_mm / 2
        inset = self.corner_mouth_mm / (2 * math.sqrt(2))
        return {
            "head-left": np.array([-w + inset, -h + inset]),
            "head-right": np.array([w - inset, -h + inset]),
            "side-left": np.array([-w, 0.0]),
            "side-right": np.array([w, 0.0]),
            "foot-left": np.array([-w + inset, h - inset]),
            "foot-right": np.array([w - inset, h - inset]),
        }

    @property
    def diamonds(self) -> Floats:
        """(18, 2) sights on the rail top: eighths of the length, quarters of the width."""
        w, h, d = self.width_mm / 2 + self.diamond_mm, self.length_mm / 2 + self.diamond_mm, self.length_mm / 8
        points = [(s * w, k * d) for s in (-1, 1) for k in (-3, -2, -1, 1, 2, 3)]
        points += [(k * self.width_mm / 4, s * h) for s in (-1, 1) for k in (-1, 0, 1)]
        return np.array(points)
