"""What the tracker says after a frame: every ball it follows, at one time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.observation import BallObservation

Floats = NDArray[np.float64]
Life = Literal["tentative", "confirmed", "hidden", "gone"]


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """One ball.

    key: its number in this run of the tracker, never used again. position_mm, velocity_mmps: (2,) at the state's time
    (the last seen ones where it is hidden). life: tentative (too young to count), confirmed, hidden (not seen just
    now), gone (given up; told once). resting: it hasn't moved for a while; position_mm is then the mean over its rest.
    seen: what was seen of it in this frame, None where nothing was. covered: something foreign lies over its place.
    last_seen_s: when it was last seen. first_seen_s: when it was first seen.
    labels: evidence added up over its life, a probability per label, empty while nobody has looked.
    in_pocket: the pocket in whose mouth it was last seen below the bed.
    """

    key: int
    position_mm: Floats
    velocity_mmps: Floats
    life: Life
    resting: bool
    seen: BallObservation | None
    covered: bool
    first_seen_s: float
    last_seen_s: float
    labels: Mapping[str, float] = field(default_factory=dict)
    in_pocket: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TableState:
    """All balls at one time.

    fresh: this frame showed something new (not a repeated picture, not a frame skipped as unchanged).
    foreign: outlines of hands, arms, cues on the cloth plane, mm. camera_shift_px, light_gain: as observed.
    joined: (young key, known key) of tracks that turned out to be a ball known before; the young key is not used again.
    sunk: pockets in which something new was seen that no followed ball accounts for.
    """

    t_s: float
    sequence: int
    tracks: tuple[Track, ...]
    fresh: bool = True
    foreign: tuple[Floats, ...] = ()
    covered: float = 0.0
    camera_shift_px: float | None = None
    light_gain: float | None = None
    joined: tuple[tuple[int, int], ...] = ()
    sunk: tuple[str, ...] = ()
