"""Lamps above the table: flat panels that shine down, as seen by diffuse surfaces and in the balls' highlights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lamp:
    """A panel: centre (x, y, z) mm, half sizes along its own axes, turn about the vertical, colour, power.

    round: a disc instead of a rectangle. mirror: how bright its reflection is, white cloth in full light being 1.
    """

    centre: tuple[float, float, float]
    half_u_mm: float
    half_v_mm: float
    turn_rad: float = 0.0
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    power: float = 1.0
    mirror: float = 30.0
    round: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Lighting:
    """Lamps with the light of the room (`ambient`, share of the light at the table's centre)."""

    lamps: tuple[Lamp, ...]
    ambient: tuple[float, float, float] = (0.25, 0.25, 0.25)
    samples_per_side: int = 3

    def panels(self) -> Floats:
        """(n, 12): centre 3, half u, half v, cos, sin, mirror rgb 3, round, 0."""
        rows = []
        for lamp in self.lamps:
            m = np.asarray(lamp.colour) * lamp.mirror * lamp.power
            rows.append(
                [*lamp.centre, lamp.half_u_mm, lamp.half_v_mm, np.cos(lamp.turn_rad), np.sin(lamp.turn_rad), *m,
                 float(lamp.round), 0.0]
            )  # fmt: skip
        return np.array(rows, np.float64).reshape(-1, 12)

    def points(self) -> Floats:
        """(n, 6) sample points x y z, rgb power; scaled so that the cloth at the centre spot gets 1 - ambient."""
        rows = []
        k = self.samples_per_side
        steps = (np.arange(k) + 0.5) / k * 2 - 1
        for lamp in self.lamps:
            c, s = np.cos(lamp.turn_rad), np.sin(lamp.turn_rad)
            for u in steps * lamp.half_u_mm:
                for v in steps * lamp.half_v_mm:
                    at = np.array([u * c - v * s, u * s + v * c, 0.0]) + lamp.centre
                    rows.append([*at, *(np.asarray(lamp.colour) * lamp.power)])
        pts = np.array(rows, np.float64).reshape(-1, 6)
        if len(pts):
            d2 = (pts[:, :3] ** 2).sum(1)
            # Lambert's law at the lamp and at the cloth: z/d twice, over d squared.
            at_centre = float((pts[:, 3:].mean(1) * pts[:, 2] ** 2 / d2**2).sum())
            pts[:, 3:] *= (1.0 - float(np.mean(self.ambient))) / max(at_centre, 1e-12)
        return pts
