"""How one ball looks: ground, band, discs, number, rings and dots, packed for the kernel.

A ball's own frame: the two number discs lie on the x axis, a band runs round the equator (|z| small), so the discs
sit on the band. Colours are linear RGB reflectances.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from callshot.models.drawing.glyphs import blank

Rgb = tuple[float, float, float]

# Fields of the packed vector (see `Look.packed`).
GROUND, BAND, BAND_HALF, RIM_WIDTH, RIM, DISC_COS, DISC, INK, RING_IN, RING_OUT, RING, N_DISCS, DOT_COS, DOT = (
    0, 3, 6, 7, 8, 11, 12, 15, 18, 19, 20, 23, 24, 25,
)  # fmt: skip
LENGTH = 29
MAX_DOTS = 8


def linear(red: int, green: int, blue: int) -> Rgb:
    """sRGB 0..255 -> linear RGB 0..1."""

    def one(value: int) -> float:
        v = value / 255.0
        return v / 12.92 if v <= 0.04045 else float(((v + 0.055) / 1.055) ** 2.4)

    return one(red), one(green), one(blue)


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One ball's face. band_half: sine of the band's half width, 0 without a band. Angles in radians.

    disc: angular radius of the number discs, 0 without. ring: inner and outer angle of a ring round the disc.
    dots: unit vectors (n <= 8, 3) of painted dots of angular radius `dot`.
    """

    ground: Rgb
    band: Rgb = (1.0, 1.0, 1.0)
    band_half: float = 0.0
    rim_width: float = 0.0
    rim: Rgb = (1.0, 1.0, 1.0)
    disc: float = 0.0
    disc_colour: Rgb = (0.85, 0.83, 0.75)
    ink: Rgb = (0.01, 0.01, 0.01)
    ring: tuple[float, float] = (0.0, 0.0)
    ring_colour: Rgb = (0.01, 0.01, 0.01)
    discs: int = 2
    dot: float = 0.0
    dot_colour: Rgb = (0.6, 0.02, 0.02)
    dots: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 3), np.float32))
    number: NDArray[np.float32] = field(default_factory=blank)

    def packed(self) -> NDArray[np.float32]:
        """(29,) float32 as the kernel wants it."""
        out = np.zeros(LENGTH, np.float32)
        out[GROUND : GROUND + 3] = self.ground
        out[BAND : BAND + 3] = self.band
        out[BAND_HALF] = self.band_half
        out[RIM_WIDTH] = self.rim_width
        out[RIM : RIM + 3] = self.rim
        out[DISC_COS] = np.cos(self.disc) if self.disc > 0 else 2.0
        out[DISC : DISC + 3] = self.disc_colour
        out[INK : INK + 3] = self.ink
        out[RING_IN], out[RING_OUT] = np.cos(self.ring[0]), np.cos(self.ring[1])
        if self.ring[1] <= 0:
            out[RING_OUT] = 2.0
        out[RING : RING + 3] = self.ring_colour
        out[N_DISCS] = self.discs
        out[DOT_COS] = np.cos(self.dot) if self.dot > 0 else 2.0
        out[DOT : DOT + 3] = self.dot_colour
        out[28] = np.sin(self.disc) if self.disc > 0 else 1.0
        return out

    def packed_dots(self) -> NDArray[np.float32]:
        """(8, 3) float32, unused rows zero."""
        out = np.zeros((MAX_DOTS, 3), np.float32)
        out[: len(self.dots)] = self.dots
        return out
