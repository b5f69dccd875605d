"""A cue that lies on the bed with nobody's hand on it: Congestion's sign that whammies are being placed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from callshot.rules.equipment import CUE_LENGTH_MIN_MM
from callshot.rules.vocabulary import Disturbance
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.track.outline import nearest_gap_mm
from callshot.tracker.track.state import TableState

Floats = NDArray[np.float64]

# A butt is 30 mm thick, and its shadow lies beside it.
WIDEST_MM = 75.0
# Nobody aims with the whole cue over the bed: laid down, both its ends lie inside, within what an outline may be off.
INSIDE_MM = 20.0
# So long in one place (to within that much) without a hand, it lies; so long out of sight, it does not.
LIES_S, SAME_MM, GONE_S = 0.5, 15.0, 0.4
# Who lifts it has a hand on it just before.
AT_HAND_MM, AT_HAND_S = 120.0, 1.5


@dataclass(frozen=True, slots=True, eq=False)
class Stick:
    """ends_mm: (2, 2). since_s, seen_s: first and last seen there."""

    ends_mm: Floats
    since_s: float
    seen_s: float

    def same(self, ends_mm: Floats) -> bool:
        """Whether a stick with these ends lies where this one does, either way round."""
        off = min(np.abs(ends_mm - self.ends_mm).max(), np.abs(ends_mm[::-1] - self.ends_mm).max())
        return bool(off < SAME_MM)


class StickWatch:
    """`update` takes each state and tells `stick-on` and `stick-off`."""

    def __init__(self, bed: Bed) -> None:
        self._bed = bed
        self._candidate: Stick | None = None
        self._lying: Stick | None = None
        self._hand_s = -np.inf

    def update(self, state: TableState) -> list[Disturbance]:
        """Each at the time when it was laid down or last seen lying."""
        t = state.t_s
        ends = next((e for o in state.foreign if (e := self._ends(o)) is not None), None)
        if self._lying is None:
            return self._laid(ends, t)
        return self._lifted(ends, state)

    def _laid(self, ends: Floats | None, t: float) -> list[Disturbance]:
        known = self._candidate
        if ends is None or known is None or not known.same(ends):
            self._candidate = None if ends is None else Stick(ends, t, t)
            return []
        self._candidate = Stick(known.ends_mm, known.since_s, t)
        if t - known.since_s < LIES_S:
            return []
        self._lying, self._candidate = self._candidate, None
        return [Disturbance(known.since_s, "stick-on")]

    def _lifted(self, ends: Floats | None, state: TableState) -> list[Disturbance]:
        lying, t = self._lying, state.t_s
        assert lying is not None
        if ends is not None and lying.same(ends):
            self._lying = lying = Stick(lying.ends_mm, lying.since_s, t)
            hands = [o for o in state.foreign if self._ends(o) is None]
        else:
            hands = list(state.foreign)
        along = lying.ends_mm[0] + np.linspace(0, 1, 13)[:, None] * (lying.ends_mm[1] - lying.ends_mm[0])
        if hands and min(nearest_gap_mm(p, hands) for p in along) < AT_HAND_MM:
            self._hand_s = t
        # what lies still for long is taken for cloth: it has gone only if somebody was there to take it
        if t - lying.seen_s < GONE_S or self._hand_s < lying.seen_s - AT_HAND_S:
            return []
        self._lying, self._hand_s = None, -np.inf
        return [Disturbance(lying.seen_s, "stick-off")]

    def _ends(self, outline: Floats) -> Floats | None:
        """The ends of what is as long and thin as a cue and lies inside the bed; None for all else."""
        if len(outline) < 4:
            return None
        middle = outline.mean(axis=0)
        _, _, axes = np.linalg.svd(outline - middle, full_matrices=False)
        along, across = (outline - middle) @ axes[0], (outline - middle) @ axes[1]
        if np.ptp(along) < CUE_LENGTH_MIN_MM or np.ptp(across) > WIDEST_MM:
            return None
        aside = float(across.min() + across.max()) / 2
        ends = middle + aside * axes[1] + np.array([[along.min()], [along.max()]]) * axes[0]
        reach = np.array([self._bed.width_mm, self._bed.length_mm]) / 2 - INSIDE_MM
        return np.asarray(ends, np.float64) if bool((np.abs(ends) < reach).all()) else None
