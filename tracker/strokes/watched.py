"""What is seen of every ball from one rest to the next, kept until it is told."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import POCKETS, Pocket
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.paths import Sights
from callshot.tracker.track.length import length
from callshot.tracker.track.outline import nearest_gap_mm, nearest_gaps_mm
from callshot.tracker.track.state import TableState, Track

Floats = NDArray[np.float64]

# Sights kept while all rests, so that a stroke's beginning is seen whole.
LEAD_S = 0.6
# A new ball shows where an arm lay until just before: it came to rest under it.
UNCOVERED_S = 0.5
# A sight that is hardly a ball (half behind a rail, a cue over it) is off by up to this.
DOUBT_MM = 12.0
# Whether a picture is shown again is seen while something goes as fast.
CLOCK_MMPS = 150.0
# More than this is no stroke: somebody leans on the table, or the camera is lost. Bounds the memory.
LONGEST_S = 90.0
# Colours are kept of so many sights, of balls no faster than this; so many tell a look.
FACES, FACE_MMPS, LOOK_FACES = 12, 600.0, 4


class Watched:
    """`update` takes each frame; `begin` and `end` are told when balls begin to move and when they lie again.

    sights: of each track. latest, gone: each track as last known. looks, labels: of the balls as they lay before they
    moved. uncovered: tracks that came to light where something foreign lay. sunk: (s, pocket) of things newly seen in
    pockets. shown: (s, whether the picture was a new one) while something moves fast.
    step_s: usual time between frames.
    """

    def __init__(self, bed: Bed) -> None:
        self._bed = bed
        self.sights: dict[int, Sights] = {}
        self.latest: dict[int, Track] = {}
        self.gone: dict[int, Track] = {}
        self.looks: dict[int, Floats] = {}
        self.labels: dict[int, dict[str, float]] = {}
        self.uncovered: set[int] = set()
        self.sunk: list[tuple[float, Pocket]] = []
        self.shown: deque[tuple[float, bool]] = deque(maxlen=int(LONGEST_S * 60))
        self.step_s = 1 / 30
        self.last_t_s = 0.0
        self._steps: list[float] = []
        self._covers: deque[tuple[float, tuple[Floats, ...]]] = deque()
        self._faces: dict[int, deque[Floats]] = {}

    @property
    def beside(self) -> bool:
        """Whether something foreign was over the table until just now."""
        return any(outlines for _, outlines in self._covers)

    def at_rest(self) -> list[Track]:
        """What lies on the bed or is thought to."""
        return [k for k in self.latest.values() if k.life in ("confirmed", "hidden") and k.in_pocket is None]

    def look(self, key: int) -> Floats | None:
        """(3,) Lab, the colour of a track of late; None where it was not seen often enough."""
        faces = self._faces.get(key, ())
        return np.median(np.array(faces), axis=0) if len(faces) >= LOOK_FACES else None

    def update(self, state: TableState, resting: bool) -> None:
        """One frame on. resting: nothing has moved since the last rest."""
        t = state.t_s
        if any(length(k.velocity_mmps) > CLOCK_MMPS for k in state.tracks if not k.resting):
            self.shown.append((t, state.fresh))
        if state.fresh:
            self._tick(t)
            self._note(state)
            if resting:
                self._forget_old(t)
        self.last_t_s = t

    def begin(self, state: TableState) -> None:
        """Balls begin to move: how they looked until now is kept."""
        self.looks = {k: look for k in self._faces if (look := self.look(k)) is not None}
        self._faces = {}
        self.labels = {k.key: dict(k.labels) for k in state.tracks if k.labels}

    def end(self, t: float, after: Mapping[int, Floats]) -> None:
        """All was told: only what lies there now is watched on."""
        self.gone.clear()
        self.shown.clear()
        self.sunk.clear()
        self.uncovered.clear()
        self.sights = {k: s for k, s in self.sights.items() if k in after}
        for rows in self.sights.values():
            rows.forget_before(t - LEAD_S)

    def _tick(self, t: float) -> None:
        if self.last_t_s and t > self.last_t_s:
            self._steps = [*self._steps[-30:], t - self.last_t_s]
            self.step_s = float(np.median(self._steps))

    def _note(self, state: TableState) -> None:
        t = state.t_s
        self._join(state)
        gaps = _gaps_mm(state)
        for track in state.tracks:
            if track.life == "gone":
                self.gone[track.key] = track
                self.latest.pop(track.key, None)
                continue
            self.latest[track.key] = track
            if track.seen is not None:
                self._see(t, track, gaps.get(track.key, math.inf))
        self._covers.append((t, state.foreign))
        while t - self._covers[0][0] > UNCOVERED_S:
            self._covers.popleft()
        self.sunk += [(t, p) for p in POCKETS if p in state.sunk]
        present = {k.key for k in state.tracks}
        for key in [k for k in self.latest if k not in present]:
            del self.latest[key]

    def _join(self, state: TableState) -> None:
        for young, known in state.joined:
            rows = self.sights.pop(young, None)
            self.latest.pop(young, None)
            if rows is not None and rows.rows:
                # what the known track was thought to be seen at meanwhile was something else
                first = rows.rows[0][0]
                kept = [r for r in self.sights.setdefault(known, Sights()).rows if r[0] < first - 1e-9]
                self.sights[known].rows = kept + rows.rows

    def _see(self, t: float, track: Track, gap_mm: float) -> None:
        seen = track.seen
        assert seen is not None
        slow = track.resting or length(track.velocity_mmps) < FACE_MMPS
        if slow and length(seen.blur_mm) < 2.0 and seen.score > 0.8:
            self._faces.setdefault(track.key, deque(maxlen=FACES)).append(np.asarray(seen.colour_lab, np.float64))
        spread = math.sqrt(max(seen.variance_mm2, 0.04))
        spread = math.hypot(spread, DOUBT_MM * max(0.9 - seen.score, 0.0))
        x, y = seen.position_mm.tolist()
        if track.key not in self.sights and any(
            nearest_gap_mm(seen.position_mm, outlines) < self._bed.radius_mm for _, outlines in self._covers
        ):
            self.uncovered.add(track.key)
        rows = self.sights.setdefault(track.key, Sights())
        rows.add(t, x, y, spread, gap_mm, seen.in_pocket is not None)

    def _forget_old(self, t: float) -> None:
        self.sunk = [q for q in self.sunk if q[0] > t - LEAD_S]
        for rows in self.sights.values():
            rows.forget_before(t - LEAD_S)


def _gaps_mm(state: TableState) -> dict[int, float]:
    """How far each sight lies from what is foreign; none where nothing is."""
    seen = {k.key: k.seen.position_mm for k in state.tracks if k.seen is not None} if state.foreign else {}
    return dict(zip(seen, nearest_gaps_mm(list(seen.values()), state.foreign).tolist(), strict=True))
