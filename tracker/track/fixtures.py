"""What lies in the pockets for good: liners, nets, balls potted before. Seen below the bed, it is no ball in play."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.observation import BallObservation

Floats = NDArray[np.float64]

SAME_MM = 15.0
# What belongs to no ball we follow for so long is part of the pocket; what is there at first is at once.
SETTLED_S = 1.0
FORGET_S = 20.0


@dataclass(slots=True, eq=False)
class _Thing:
    at: Floats
    since_s: float
    last_s: float


class Fixtures:
    """Remembers things in pockets, by place."""

    def __init__(self) -> None:
        self._things: list[_Thing] = []

    def without(self, sights: list[BallObservation], t_s: float) -> list[BallObservation]:
        """The sights but for those of things that have been in a pocket all along."""
        return [s for s in sights if s.in_pocket is None or not self._known(s, t_s)]

    def note(self, sights: list[BallObservation], t_s: float, first: bool) -> tuple[str, ...]:
        """Sights in pockets that no ball took become part of the pocket in time. Gives the pockets of new ones."""
        new: list[str] = []
        for s in sights:
            if s.in_pocket is None:
                continue
            near = [q for q in self._things if float(np.hypot(*(q.at - s.position_mm))) < SAME_MM]
            if near:
                near[0].last_s = t_s
            else:
                new.append(s.in_pocket)
                self._things.append(_Thing(np.array(s.position_mm), t_s - (SETTLED_S if first else 0.0), t_s))
        self._things = [q for q in self._things if t_s - q.last_s < FORGET_S]
        return () if first else tuple(new)

    def _known(self, seen: BallObservation, t_s: float) -> bool:
        for q in self._things:
            if t_s - q.since_s >= SETTLED_S and float(np.hypot(*(q.at - seen.position_mm))) < SAME_MM:
                q.last_s = t_s
                return True
        return False
