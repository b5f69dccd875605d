"""Many pieces looked at together: the same sums as `Piece`, for a whole list of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.pieces import Piece

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """k pieces. place: (k, 3, 2), spread: (k, 3, 3), origin_s: (k, 1), as in `Piece`. Times are (k, n)."""

    place: Floats
    spread: Floats
    origin_s: Floats

    @staticmethod
    def of(pieces: Sequence[Piece]) -> Bundle:
        """These pieces, one a row."""
        return Bundle(
            np.stack([p.place for p in pieces]), np.stack([p.spread for p in pieces]),
            np.array([[p.origin_s] for p in pieces]),
        )  # fmt: skip

    def at(self, t: Floats) -> Floats:
        """(k, n, 2) mm."""
        tau = (t - self.origin_s)[:, :, None]
        a, v, b = (self.place[:, None, i] for i in range(3))
        return np.asarray(a + tau * (v + 0.5 * tau * b))

    def velocity(self, t: Floats) -> Floats:
        """(k, n, 2) mm/s."""
        tau = (t - self.origin_s)[:, :, None]
        return np.asarray(self.place[:, None, 1] + tau * self.place[:, None, 2])

    def place_variance(self, t: Floats) -> Floats:
        """(k, n) mm2 per axis."""
        tau = t - self.origin_s
        c = self.spread[:, :, :, None]
        return np.asarray(
            c[:, 0, 0]
            + tau * (2 * c[:, 0, 1] + tau * (c[:, 1, 1] + c[:, 0, 2] + tau * (c[:, 1, 2] + tau * (0.25 * c[:, 2, 2]))))
        )

    def velocity_variance(self, t: Floats) -> Floats:
        """(k, n) mm2/s2 per axis."""
        tau = t - self.origin_s
        c = self.spread[:, :, :, None]
        return np.asarray(c[:, 1, 1] + tau * (2 * c[:, 1, 2] + tau * c[:, 2, 2]))
