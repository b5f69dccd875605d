"""A ball that the detector follows from frame to frame."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.look import Glimpse
from callshot.tracker.observation import BallObservation

Floats = NDArray[np.float64]


@dataclass(slots=True, eq=False)
class Ball:
    """A ball that is followed. Its name is its place in memory: identities are for later stages."""

    glimpse: Glimpse
    t_s: float
    velocity: Floats = field(default_factory=lambda: np.zeros(2))  # px/s
    mass: float | None = None
    width: float = 1.0  # over a ball's, of what shows of it: half of it may have the cloth's colour
    rest_px: Floats | None = None  # where it lies in the settled picture
    again_s: float | None = None  # when its place at rest is to be measured again
    stood_since_s: float | None = None  # its streak has got nowhere since then
    trail: list[tuple[float, Floats]] = field(default_factory=list)
    seen: tuple[Glimpse, BallObservation] | None = None  # what was said of which glimpse
    expected: Floats | None = None  # where it was looked for in vain in this frame

    @property
    def px(self) -> Floats:
        return self.glimpse.px
