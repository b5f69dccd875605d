"""Somebody reaches over the table and does nothing to the balls: told, so that one knows what nobody could see."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import Disturbance, Stroke
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.track.state import TableState

Floats = NDArray[np.float64]

# A grown hand without its arm covers some 150 cm2. What is half as large as that is a cue, a chalk, a shadow.
HAND_MM2 = 15_000.0
CLEAR_MM2 = 0.5 * HAND_MM2
# The cloth under somebody who was there from the beginning has never been seen, and may look strange for a while after
# he has gone: then only a whole arm counts.
ARM_MM2 = 3.0 * HAND_MM2
STRANGE_S = 2.5
# People come in over a cushion: what lies nowhere near one is print, or light.
EDGE_MM = 60.0
# So long without a hand, the table is clear; so often with one, it is no glitch.
CLEAR_S, LOOKS = 0.3, 2
# What a hand did is known by then: a ball that it hides is waited for, and one that it took is told as removed late.
KNOWN_S = 12.0
# Who leans in and then strikes, or moves a ball, within so long came to do that; and needs so long to leave.
STANCE_S, LEAVE_S = 4.0, 2.0
REACH_S, LET_GO_S = 2.5, 1.0

HANDLED = ("placed", "removed", "moved", "touched", "racked")


@dataclass(slots=True, eq=False)
class Visit:
    """since_s, until_s: while something reached over the bed. hid: keys of the balls that it hid."""

    since_s: float
    until_s: float
    looks: int = 0
    hid: dict[int, None] = field(default_factory=dict)


class Occlusions:
    """`update` takes each state with what was told of it; gives the visits that explain nothing that was told."""

    def __init__(self, bed: Bed) -> None:
        self._bed = bed
        self._now: Visit | None = None
        self._over: list[Visit] = []
        self._busy_s: deque[tuple[float, float]] = deque(maxlen=64)
        self._strange_until_s = math.inf
        self._seen_any = False

    def update(self, state: TableState, told: Iterable[object], moving: bool) -> list[Visit]:
        """Visits that are over and did nothing. moving: balls roll, and nobody knows yet who struck them."""
        self._note(told)
        t = state.t_s
        area = sum(_area_mm2(o) for o in state.foreign if self._from_outside(o))
        if math.isinf(self._strange_until_s) and area < HAND_MM2:
            # who was there when the recording began did not come
            self._strange_until_s = t + STRANGE_S if self._seen_any else -1.0
        self._seen_any = True
        least = HAND_MM2 if t > self._strange_until_s else ARM_MM2
        if area > least and self._now is None and not math.isinf(self._strange_until_s):
            self._now = Visit(t, t)
        if self._now is not None and area > CLEAR_MM2:
            self._now.until_s = t
            self._now.looks += area > HAND_MM2
            self._now.hid |= dict.fromkeys(k.key for k in state.tracks if k.life == "hidden" and k.covered)
        elif self._now is not None and t - self._now.until_s > CLEAR_S:
            self._leave()
        if moving:
            return []
        known = [v for v in self._over if t - v.until_s > KNOWN_S]
        self._over = [v for v in self._over if t - v.until_s <= KNOWN_S]
        return self._idle(known)

    def finish(self, told: Iterable[object]) -> list[Visit]:
        """The recording ends: those that are left."""
        self._note(told)
        self._leave()
        left, self._over = self._over, []
        return self._idle(left)

    def _note(self, told: Iterable[object]) -> None:
        for thing in told:
            if isinstance(thing, Stroke):
                # the player leaves while the balls roll; who comes after him did not strike
                self._busy_s.append((thing.t_start_s - STANCE_S, thing.t_start_s + LEAVE_S))
            elif isinstance(thing, Disturbance) and thing.kind in HANDLED:
                self._busy_s.append((thing.t_s - REACH_S, thing.t_s + LET_GO_S))

    def _leave(self) -> None:
        if self._now is not None and self._now.looks >= LOOKS:
            self._over.append(self._now)
        self._now = None

    def _idle(self, visits: list[Visit]) -> list[Visit]:
        return [v for v in visits if not any(a < v.until_s and v.since_s < b for a, b in self._busy_s)]

    def _from_outside(self, outline: Floats) -> bool:
        w, h = self._bed.width_mm / 2 - EDGE_MM, self._bed.length_mm / 2 - EDGE_MM
        return bool((np.abs(outline[:, 0]) > w).any() or (np.abs(outline[:, 1]) > h).any())


def _area_mm2(outline: Floats) -> float:
    x, y = outline.T
    return 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))
