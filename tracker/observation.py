"""What the detector says of one frame: balls in millimetres, and where something foreign hides the cloth."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class BallObservation:
    """One ball in one frame.

    position_mm: (2,) where it touches the cloth (parallax removed). covariance_mm2: (2, 2).
    blur_mm: (2,) half length and direction of its motion streak during the exposure, zero where it is sharp.
    labels: a probability per label - the distribution, never only the winner; empty where nobody has looked yet.
    colour_lab: (3,) mean CIE Lab of its face, for association.
    radius_px: its seen radius. score: 0 to 1, how sure the detector is that this is a ball.
    in_pocket: the name of the pocket whose mouth it is seen in, below the bed, or None.
    """

    position_mm: NDArray[np.float64]
    covariance_mm2: NDArray[np.float64]
    score: float
    radius_px: float
    colour_lab: NDArray[np.float64]
    blur_mm: NDArray[np.float64] = field(default_factory=lambda: np.zeros(2))
    labels: dict[str, float] = field(default_factory=dict)
    in_pocket: str | None = None

    @property
    def variance_mm2(self) -> float:
        """The mean variance of its two coordinates."""
        return float(self.covariance_mm2.item(0) + self.covariance_mm2.item(3)) / 2


@dataclass(frozen=True, slots=True, eq=False)
class FrameObservation:
    """All that was seen in one frame.

    foreign: convex or concave outlines, each (k, 2) mm on the cloth plane, of hands, arms, cues, heads and other
    things that are not balls; a ball inside one is hidden, not gone. moving: the picture of the table changed since
    the frame before. looked: False where the frame was skipped as unchanged (then `balls` is that of the last look).
    covered: share of the bed that is hidden; 1.0: no table is seen at all. camera_shift_px: by so much the camera was
    found pushed; from this frame on positions are by its new pose. light_gain: against the first look. None: no news.
    """

    t_s: float
    sequence: int
    balls: tuple[BallObservation, ...]
    foreign: tuple[NDArray[np.float64], ...] = ()
    moving: bool = True
    looked: bool = True
    covered: float = 0.0
    camera_shift_px: float | None = None
    light_gain: float | None = None
