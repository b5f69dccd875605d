"""Whether something has moved, came or went since the last rest; and what may have lain there all along."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.watched import Watched
from callshot.tracker.track.length import length
from callshot.tracker.track.state import TableState, Track

Floats = NDArray[np.float64]

# Off its place by this, seen twice: it has moved.
STIR_MM = 5.0
# A new ball must lie in the open for so long, this far from anything foreign (its own edge is a radius away).
CAME_S = 0.4
CLEAR_MM = 35.0
# The first layout is told after so much quiet, and so many looks: the first may take long.
FIRST_S, FIRST_LOOKS = 0.3, 4
# A wait between two looks counts as quiet for so long only.
QUIET_STEP_S = 0.1


class FirstLooks:
    """When enough was seen since the beginning to know what lies there. since_s: the first frame's time."""

    def __init__(self) -> None:
        self.since_s: float | None = None
        self._last_t = 0.0
        self._frames = 0
        self._watched_s = 0.0
        self._settled_s: float | None = None

    def update(self, t: float) -> None:
        """One frame on."""
        if self.since_s is None:
            self.since_s = t
        self._frames += 1
        self._watched_s += min(t - self._last_t, QUIET_STEP_S) if self._frames > 1 else 0.0
        self._last_t = t

    def done(self, t: float) -> bool:
        """Enough time and enough looks since the beginning to know what lies there."""
        if self._frames < FIRST_LOOKS or self._watched_s < FIRST_S - 1e-6:
            return False
        if self._settled_s is None:
            self._settled_s = t
        return t >= self._settled_s

    def early(self, track: Track) -> bool:
        """First seen just after the beginning: it lay there and was missed at first."""
        return not self.done(track.first_seen_s) or self._settled_s is None


class Stirring:
    """`update` takes each state and says whether something stirs."""

    def __init__(self, watched: Watched, firsts: FirstLooks) -> None:
        self._watched = watched
        self._firsts = firsts
        self._stirs: dict[int, int] = {}

    def is_still(self, key: int) -> bool:
        """Whether a ball was at its place when it was last looked at."""
        return not self._stirs.get(key)

    def rest(self) -> None:
        """All lies still again."""
        self._stirs.clear()

    def update(self, state: TableState, before: dict[int, Floats], told: bool) -> bool:
        """Whether something lies elsewhere, appeared or vanished since the last rest.

        before: (2,) mm of what lay there, by track; what turns out to have lain there from the beginning is added.
        told: the first layout was told.
        """
        stirred = False
        for track in state.tracks:
            if track.life == "gone":
                stirred |= track.key in before
                continue
            if track.key not in before and (track.life == "tentative" or not self.plausible(track, state.t_s, told)):
                continue
            home = before.get(track.key)
            if home is None:
                if not told and self._firsts.early(track):
                    before[track.key] = track.position_mm
                elif track.life == "confirmed" and track.resting:
                    stirred = True
                continue
            if track.seen is None or (track.resting and length(track.position_mm - home) < STIR_MM):
                self._stirs[track.key] = 0
                continue
            off = length(np.asarray(track.seen.position_mm) - home)
            self._stirs[track.key] = self._stirs.get(track.key, 0) + 1 if off > STIR_MM else 0
            stirred |= self._stirs[track.key] >= 2
        return stirred

    def plausible(self, track: Track, t: float, told: bool) -> bool:
        """A ball that came: it lies in the open, not in a pocket, and has done so for a while."""
        if track.in_pocket is not None:
            return False
        if not told and self._firsts.early(track):
            return True
        rows = self._watched.sights.get(track.key)
        clear = rows is not None and all(r[4] > CLEAR_MM for r in rows.rows[-5:])
        return clear and track.resting and t - track.first_seen_s > CAME_S
