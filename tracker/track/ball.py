"""One followed ball: where it is, how fast it goes, what it looks like, how long it has not been seen."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.observation import BallObservation
from callshot.tracker.track.flight import Flight
from callshot.tracker.track.length import length, length_of
from callshot.tracker.track.limits import (
    BIRTH_S,
    BIRTH_SIGHTS,
    REST_MMPS,
    REST_S,
    REST_SIGHTS,
    REST_SPAN_MM,
    SEEN_SIGMA_MM,
    STREAK_MM,
    STREAK_SHARE,
)
from callshot.tracker.track.shares import Shares
from callshot.tracker.track.state import Life, Track

Floats = NDArray[np.float64]


@dataclass(slots=True, eq=False)
class FollowedBall:
    """The tracker's own record of a ball; `track` gives the frozen view of it.

    speed_sigma_mmps: how unsure its velocity is. recent: (t_s, x, y) of the last sights, for the rest test.
    maybe: other ways it may have gone since it was last seen (a knock that nobody has seen the end of).
    excused_s: when something last covered its place. birth_mm: where it was first seen.
    sharp_sights: how many of its sights were no streaks, and so tell its colour. clear_sights: how many lay on nothing
    foreign. started: its last sight was its first away from rest, so it may go at any speed by now.
    """

    key: int
    position_mm: Floats
    first_seen_s: float
    last_seen_s: float
    colour_lab: Floats
    velocity_mmps: Floats = field(default_factory=lambda: np.zeros(2))
    speed_sigma_mmps: float = 0.0
    sigma_mm: float = SEEN_SIGMA_MM
    sights: int = 1
    confirmed: bool = False
    resting: bool = False
    rest_sights: int = 0
    seen: BallObservation | None = None
    covered: bool = False
    in_pocket: str | None = None
    recent: deque[tuple[float, float, float]] = field(default_factory=lambda: deque(maxlen=64))
    label_weight: dict[str, float] = field(default_factory=dict)
    maybe: list[Flight] = field(default_factory=list)
    excused_s: float = -math.inf
    birth_mm: tuple[float, float] = (0.0, 0.0)
    sharp_sights: int = 0
    clear_sights: int = 0
    started: bool = False

    def flight(self) -> Flight:
        """Its way on if nothing happens to it."""
        if self.resting:
            return Flight(self.last_seen_s, self.position_mm, np.zeros(2), SEEN_SIGMA_MM, 0.0)
        return Flight(
            self.last_seen_s, self.position_mm, self.velocity_mmps, self.sigma_mm, self.speed_sigma_mmps
        )  # fmt: skip

    def take(self, seen: BallObservation, t_s: float, way: Flight | None) -> None:
        """Use a sight of it. way: how it came there, None if by none of the ways that were thought of."""
        here = np.asarray(seen.position_mm, np.float64)
        blur = length(seen.blur_mm)
        spread = math.sqrt(max(seen.variance_mm2, 0.25))
        # the ends of a streak are faint: where its middle is, is known to a part of its length
        spread = math.hypot(spread, STREAK_SHARE * blur)
        dt = max(t_s - self.last_seen_s, 1e-3)
        (x, y), (x_then, y_then) = here.tolist(), self.position_mm.tolist()
        stays = self.resting and length_of(x - x_then, y - y_then) <= self._stir_mm(spread)
        self.started = self.resting and not stays and (way is None or not self._moves(way))
        if stays:
            self.rest_sights = min(self.rest_sights + 1, 60)
            n = self.rest_sights + 1
            self.position_mm = np.array((x_then + (x - x_then) / n, y_then + (y - y_then) / n))
        else:
            if way is None or (self.resting and not self._moves(way)):
                chord = (here - self.position_mm) / dt
                self.velocity_mmps = chord if dt < 0.5 else np.zeros(2)
                self.speed_sigma_mmps = 0.5 * length(self.velocity_mmps) + 400.0
            else:
                self.velocity_mmps, self.speed_sigma_mmps = way.corrected(here, spread, t_s)
            if self.resting:
                self.resting, self.rest_sights = False, 0
                self.recent.clear()
            self.position_mm = here
            self.sigma_mm = spread
        self.maybe.clear()
        self.last_seen_s = t_s
        self.seen = seen
        self.covered = False
        self.sights += 1
        self.in_pocket = seen.in_pocket
        self._look(seen, blur)
        self.grow_up(t_s)
        weight, score = self.label_weight, seen.score
        for name, p in seen.labels.items():
            weight[name] = weight.get(name, 0.0) + p * score
        self.recent.append((t_s, x, y))
        if not self.resting:
            self._settle(t_s)

    def stay(self, t_s: float) -> None:
        """It is where it was: the picture there did not change."""
        self.last_seen_s = t_s
        self.sights += 1
        self.clear_sights += 1
        self.grow_up(t_s)
        if not self.resting:
            self.recent.append((t_s, *self.position_mm.tolist()))
            self._settle(t_s)

    def grow_up(self, t_s: float) -> None:
        """Seen often enough, long enough, and not only on a sleeve: it is a ball."""
        if self.confirmed:
            return
        if min(self.sights, self.clear_sights) >= BIRTH_SIGHTS and t_s - self.first_seen_s >= BIRTH_S:
            self.confirmed = True

    def _look(self, seen: BallObservation, blur_mm: float) -> None:
        """Learn its colour; a streak is half cloth and tells none."""
        if blur_mm > STREAK_MM:
            return
        self.sharp_sights += 1
        share = 0.1 if self.sharp_sights > 3 else 1.0 / self.sharp_sights
        self.colour_lab = self.colour_lab + share * (np.asarray(seen.colour_lab) - self.colour_lab)

    def become(self, known: FollowedBall) -> None:
        """This track goes on with that ball."""
        self.key = known.key
        self.first_seen_s = known.first_seen_s
        self.sights += known.sights
        self.confirmed = True
        self.colour_lab = known.colour_lab
        for name, p in known.label_weight.items():
            self.label_weight[name] = self.label_weight.get(name, 0.0) + p

    @staticmethod
    def _moves(way: Flight) -> bool:
        return length(way.velocity_mmps) > 1.0

    @staticmethod
    def _stir_mm(spread: float) -> float:
        """A sight this far from its place of rest says that it has moved."""
        return max(3.0 * math.hypot(spread, SEEN_SIGMA_MM), 4.0)

    def _settle(self, t_s: float) -> None:
        """Start to rest where its last sights lie on one spot and show no drift."""
        late = [r for r in self.recent if r[0] >= t_s - REST_S * 1.5]
        if len(late) < REST_SIGHTS:
            late = list(self.recent)[-REST_SIGHTS:]
        if len(late) < REST_SIGHTS or late[-1][0] - late[0][0] < REST_S:
            return
        still = max(REST_SPAN_MM, 2.0 * self.sigma_mm)
        if _least_spread_mm(late) > 1.001 * still:
            return
        a = np.array(late)
        t = a[:, 0] - a[:, 0].mean()
        mean = a[:, 1:].mean(axis=0)
        drift = (t[:, None] * (a[:, 1:] - mean)).sum(axis=0) / (t * t).sum()
        spread = float(np.sqrt(((a[:, 1:] - mean) ** 2).sum(axis=1).mean()))
        if length(drift) < REST_MMPS and spread < still:
            self.resting = True
            self.rest_sights = len(late)
            self.position_mm = mean
            self.velocity_mmps = np.zeros(2)
            self.speed_sigma_mmps = 0.0

    def labels(self) -> Shares:
        """A probability per label from all that was seen of it."""
        return Shares(self.label_weight)

    def track(self, t_s: float, life: Life | None = None) -> Track:
        """The frozen view at a time."""
        if life is None:
            life = "hidden" if self.seen is None else "confirmed"
            if not self.confirmed:
                life = "tentative"
        return Track(
            self.key, self.position_mm.copy(), self.velocity_mmps.copy(), life, self.resting, self.seen, self.covered,
            self.first_seen_s, self.last_seen_s, self.labels(), self.in_pocket,
        )  # fmt: skip


def _least_spread_mm(sights: list[tuple[float, float, float]]) -> float:
    """What (t_s, x, y) spread at the least: what rolls on is told apart from what lies still by these pairs alone."""
    n, squares = len(sights), 0.0
    for k in range(n // 2):
        (_, x, y), (_, x_then, y_then) = sights[k], sights[n - 1 - k]
        squares += (x - x_then) * (x - x_then) + (y - y_then) * (y - y_then)
    # two places lie at least half their distance from any mean
    return math.sqrt(0.5 * squares / n)
