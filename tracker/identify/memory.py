"""What is known of each ball from earlier looks: one entry a ball, found again by where it is."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from callshot.models.faces import FACES
from callshot.tracker.identify.compared import Traits
from callshot.tracker.identify.crazy import curve_nats, roll_on
from callshot.tracker.identify.paints import paint_of
from callshot.tracker.observation import BallObservation

Floats = NDArray[np.float64]

# A ball this far from where it was still lies; what the detector's noise makes of a resting ball is less.
STILL_MM = 2.0
# After half a turn of its foot a ball shows another face: a new view, nearly independent of the last.
NEW_VIEW_MM = 25.0
# Looks at one face are nearly copies of each other; different faces of one ball share light and dirt, and what its
# maker is in the habit of: how broad a band is, how tinted a ground. Drawn tables looked at from six sides are told
# best about so: log loss 0.16 a ball, against 0.21 where six views count in full.
VIEW_WEIGHT = 0.6
MOST_VIEWS = 3.0
# What paint a ball has is the same question in every view, under the same light: a dull orange that is taken for a tan
# is so from all sides. More than two views tell nothing more of it; numbers, stripes and marks are newer in each.
MOST_PAINT_VIEWS = 1.7
# A ball that nothing was seen of for so long is taken for gone (a hand that rests on the table hides it longer).
FORGET_MOVING_S, FORGET_RESTING_S = 0.5, 20.0
REST_FRAMES = 3
# What comes in sight while balls roll is one that was lost a moment ago, far oftener than one that a hand brings.
LOST_NATS = 2.5


_PAINTS = sorted({paint_of(label) for label in FACES})
_PAINT_OF = np.array([_PAINTS.index(paint_of(label)) for label in FACES])
_TOGETHER = (_PAINT_OF[:, None] == np.arange(len(_PAINTS))).astype(np.float64)


@dataclass(slots=True, eq=False)
class Known:
    """One ball. views: (mean log probabilities, weight, looks) of each face looked at, newest last.

    traits: what is compared with other balls at rest; compared: (labels,) nats that this told when last all lay still.
    shares: (labels,) what it was last named; missed: (labels,) nats for the names that were lost when it came in sight.
    """

    position_mm: Floats
    t_s: float
    step_mm: Floats = field(default_factory=lambda: np.zeros(2))
    still: int = 0
    moved_mm: float = 0.0
    rested_looks: int = 0
    traits: Traits | None = None
    compared: Floats | None = None
    shares: Floats | None = None
    missed: Floats | None = None
    trail: list[Floats] = field(default_factory=list)
    curved_nats: float = 0.0
    views: list[tuple[Floats, float, int]] = field(default_factory=list)

    @property
    def resting(self) -> bool:
        """It has lain still for some frames."""
        return self.still >= REST_FRAMES

    def add(self, log_p: Floats, weight: float) -> None:
        """One more look at it: (k,) log probabilities; weight below 1 for a blurred one."""
        if self.views and self.moved_mm < NEW_VIEW_MM:
            mean, w, looks = self.views[-1]
            best = max(w, weight)
            share = weight / (weight + w * looks)
            self.views[-1] = (mean + (log_p - mean) * share, best, looks + 1)
        else:
            self.views.append((log_p, weight, 1))
            self.moved_mm = 0.0
            if len(self.views) > 24:
                self.views.pop(0)
        if self.resting:
            self.rested_looks += 1

    def evidence(self, kinds: int) -> Floats:
        """(k,) summed log probabilities of its faces, nothing known: zeros. How it rolls is `curved_nats`."""
        if not self.views:
            return np.zeros(kinds)
        weights = np.array([w for _, w, _ in self.views]) * VIEW_WEIGHT
        weights[int(np.argmax(weights))] /= VIEW_WEIGHT
        if len(self.views) == 1:
            return np.asarray(weights[0] * self.views[0][0], np.float64)
        if weights.sum() > MOST_VIEWS:
            weights *= MOST_VIEWS / weights.sum()
        means = np.array([mean for mean, _, _ in self.views])
        paints = np.log(np.maximum(np.exp(means) @ _TOGETHER, 1e-12))[:, _PAINT_OF]
        share = min(1.0, MOST_PAINT_VIEWS / float(weights.sum()))
        return np.asarray(weights @ (means - paints) + share * (weights @ paints), np.float64)


class Memory:
    """All balls known just now."""

    def __init__(self, radius_mm: float) -> None:
        """Empty."""
        self._radius_mm = radius_mm
        self.known: list[Known] = []

    def match(self, balls: tuple[BallObservation, ...], t_s: float, moving: bool = False) -> list[Known]:
        """The entry of each ball, in order; a ball that is not found again gets a new one."""
        here = np.array([b.position_mm for b in balls]).reshape(-1, 2)
        out: list[Known | None] = [None] * len(balls)
        free = set(range(len(self.known)))
        if len(here) and self.known:
            ahead = np.array([k.position_mm + k.step_mm for k in self.known])
            stay = np.array([k.position_mm for k in self.known])
            gap = np.minimum(cdist(here, ahead), cdist(here, stay))
            # Nearest first; beyond half a ball from where it should be it may be another.
            near = np.nonzero(gap <= self._radius_mm)
            nearest_first = np.argsort(gap[near])
            for i, j in zip(near[0][nearest_first].tolist(), near[1][nearest_first].tolist(), strict=True):
                if out[i] is None and j in free:
                    out[i] = self.known[j]
                    free.discard(j)
        entries = []
        missed = self._missed(free) if moving and None in out else None
        for i, entry in enumerate(out):
            if entry is None:
                entry = Known(here[i].copy(), t_s, missed=missed)
                self.known.append(entry)
            else:
                self._move(entry, here[i], t_s)
            entries.append(entry)
        seen = {id(e) for e in entries}
        self.known = [k for k in self.known if id(k) in seen or self._remembered(k, t_s)]
        return entries

    def _missed(self, lost: set[int]) -> Floats | None:
        """(labels,) nats for each name that a ball of those `lost` bore."""
        named = [shares for i in lost if (shares := self.known[i].shares) is not None]
        return LOST_NATS * np.minimum(np.sum(named, axis=0), 1.0) if named else None

    @staticmethod
    def _move(entry: Known, here: Floats, t_s: float) -> None:
        step = here - entry.position_mm
        length = math.hypot(float(step[0]), float(step[1]))
        rolled = entry.trail
        entry.trail = roll_on(rolled, here, length)
        if len(entry.trail) <= 1 and len(rolled) > 1:
            # the roll ended, by itself or by a knock: what it told of the ball is kept
            entry.curved_nats = max(entry.curved_nats, curve_nats(rolled))
        if length < STILL_MM:
            entry.still += 1
            entry.step_mm = np.zeros(2)
            # a slow creep is noise; following it a little keeps the place right
            entry.position_mm = entry.position_mm + 0.2 * step
        else:
            if entry.resting:
                entry.rested_looks = 0
            entry.still = 0
            entry.moved_mm += length
            entry.step_mm = step
            entry.position_mm = here.copy()
        entry.t_s = t_s

    @staticmethod
    def _remembered(entry: Known, t_s: float) -> bool:
        return t_s - entry.t_s < (FORGET_RESTING_S if entry.resting else FORGET_MOVING_S)
