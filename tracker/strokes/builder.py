"""From balls over time to strokes: watches for motion, waits for rest, then tells what happened between."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import Ball, Disturbance, Layout, Moved, Stroke, label_of
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.clock import fit_clock
from callshot.tracker.strokes.episode import Episode, balls_of, raws_of, stroke_of
from callshot.tracker.strokes.hands import is_stroke
from callshot.tracker.strokes.handwork import Handwork
from callshot.tracker.strokes.naming import Names
from callshot.tracker.strokes.occlusion import Occlusions, Visit
from callshot.tracker.strokes.paths import Path, make_paths, noise_scale
from callshot.tracker.strokes.rails import RailSense
from callshot.tracker.strokes.recognition import Recognition
from callshot.tracker.strokes.shutter import Lateness
from callshot.tracker.strokes.stick import StickWatch
from callshot.tracker.strokes.stirring import FirstLooks, Stirring
from callshot.tracker.strokes.watched import LONGEST_S, Watched
from callshot.tracker.strokes.world import WorldWatch
from callshot.tracker.track.state import TableState

Floats = NDArray[np.float64]
Told = Layout | Stroke | Disturbance

# Nothing has moved for so long: the balls have come to rest. A ball that rests has shown so for a while already.
SETTLE_S = 0.12
# Where something foreign was over the table until just now a ball may yet come to light.
SETTLE_BESIDE_S = 0.35
# A covered ball that was moving may come out yet; after so long the story is told without it.
COVERED_WAIT_S = 8.0
# A recording may begin while a ball still creeps: it stops within this.
CREPT_S = 1.0
# A layout is told again when a ball lies elsewhere by this.
LAYOUT_MM = 3.0


class StrokeBuilder:
    """`update` takes the balls of one frame and tells what has become certain; `finish` tells the rest."""

    def __init__(self, bed: Bed, names: Names | None = None, late: Lateness | None = None) -> None:
        """late: how late each place is seen, where the shutter rolls."""
        self.bed = bed
        self.names = names or Names()
        self._late = late
        self._before: dict[int, Floats] = {}
        self._moving_since: float | None = None
        self._last_motion_s = -math.inf
        self._told: tuple[Ball, ...] | None = None
        self._number = 0
        self._watched = Watched(bed)
        self._firsts = FirstLooks()
        self._stirring = Stirring(self._watched, self._firsts)
        self._recognition = Recognition(self._watched, self.names)
        self._handwork = Handwork(self._watched, self.names)
        self._rails = RailSense()
        self._world = WorldWatch()
        self._occlusions = Occlusions(bed)
        self._stick = StickWatch(bed)

    @property
    def moving(self) -> bool:
        """Whether balls roll, or something is at work on the table."""
        return self._moving_since is not None

    def resume(self, number: int, balls: Iterable[Ball], away: Iterable[str]) -> None:
        """Go on after stroke `number`. balls: as they lay then; away: ids that had left the table."""
        self._number = number
        self.names.expect(balls, away)

    def update(self, state: TableState) -> list[Told]:
        """One frame on. Gives the records that became certain with it, in order."""
        t = state.t_s
        if self._firsts.since_s is None:
            self._before = {k.key: k.position_mm for k in state.tracks if k.seen is not None}
        self._firsts.update(t)
        self._watched.update(state, resting=not self.moving)
        removed = self._handwork.expired(t)
        out: list[Told] = list(removed)
        if removed and not self.moving:
            out += self._layout(t, self._balls(self._before))
        out += [*self._world.update(state), *self._stick.update(state)]
        out += self._while_moving(state) if self.moving else self._while_resting(state)
        return [*out, *(self._occluded(v) for v in self._occlusions.update(state, out, self.moving))]

    def finish(self) -> list[Told]:
        """The recording ends here: tell an open stroke, with the last positions."""
        out: list[Told] = []
        last = self._watched.last_t_s
        if self._told is None and self._watched.latest:
            out += self._tell_first(last)
        if self.moving:
            out += self._episode(last, settled=False)
        out += self._handwork.expired(math.inf)
        return [*out, *(self._occluded(v) for v in self._occlusions.finish(out))]

    # ------------------------------------------------------------------------------------------ phases

    def _while_resting(self, state: TableState) -> list[Told]:
        t = state.t_s
        out: list[Told] = []
        if state.fresh and self._stirring.update(state, self._before, self._told is not None):
            if self._told is None:
                out += self._tell_first(t)
            self._moving_since = self._last_motion_s = t
            self._watched.begin(state)
        elif self._told is None:
            if self._firsts.done(t):
                self._before = {k.key: k.position_mm for k in self._watched.at_rest()}
                out += self._tell_first(t)
        else:
            for track in self._watched.at_rest():
                if track.resting and self._stirring.is_still(track.key) and track.key in self._before:
                    self._before[track.key] = track.position_mm
        return out

    def _while_moving(self, state: TableState) -> list[Told]:
        t = state.t_s
        assert self._moving_since is not None
        for track in state.tracks:
            if track.life in ("tentative", "gone"):
                continue
            lost_moving = track.life == "hidden" and not (track.covered and track.resting)
            if track.life == "hidden" and track.covered and t - track.last_seen_s > COVERED_WAIT_S:
                lost_moving = False
            if (track.life == "confirmed" and not track.resting) or lost_moving:
                self._last_motion_s = t
        if t - self._last_motion_s >= (SETTLE_BESIDE_S if self._watched.beside else SETTLE_S):
            return self._episode(t, settled=True)
        if t - self._moving_since > LONGEST_S:
            return self._episode(t, settled=False)
        return []

    # ------------------------------------------------------------------------------------------ telling

    def _balls(self, where: Mapping[int, Floats]) -> tuple[Ball, ...]:
        return balls_of(where, self.names, self._watched)

    def _tell_first(self, t: float) -> list[Told]:
        self.names.give(k for k in self._watched.latest.values() if k.key in self._before)
        self._told = self._balls(self._before)
        return [Layout(self._firsts.since_s if self._firsts.since_s is not None else t, self._told)]

    def _episode(self, t: float, settled: bool) -> list[Told]:
        """All that happened since the last rest."""
        watched, before = self._watched, self._before
        since = self._moving_since if self._moving_since is not None else t
        told = self._told is not None
        after = {
            k.key: k.position_mm for k in watched.at_rest()
            if k.key in before or self._stirring.plausible(k, t, told)
            or (not settled and self._recognition.rolled_in(k))
        }  # fmt: skip
        tables = {k: s.table() for k, s in watched.sights.items() if s.rows}
        self._recognition.same_place(before, after)
        clock = fit_clock(tables.values(), list(watched.shown))
        for rows in tables.values():
            rows[:, 0] = clock.inner(rows[:, 0])
        keys = [k for k in tables if k in before or k in after]
        ends = self._recognition.known_again(before, tables, after)
        keys = [k for k in keys if k in before or k in after]
        swapped = self._recognition.unmix(before, tables, after) if not ends else []
        if self._late is not None:
            # each sight at its own row's time, once all that goes by the frames' times is done
            for k in keys:
                tables[k][:, 0] += self._late(tables[k][:, 1:3])
        scale = noise_scale([tables[k] for k in keys])
        paths = make_paths(raws_of(keys, tables, before, after, ends, watched), scale)
        # a ball that came while the others rolled was put there
        came = [k for k in keys if k not in before and k in after]
        own = {k: p for k, p in paths.items() if k not in came}
        hits = self._rails.explained(own, self.bed, watched.step_s)
        self.names.give(k for k in watched.latest.values() if k.key in after or k.key in own)
        it = Episode(since, settled, clock, own, hits, dict(before), after, came)
        out = self._told_of(it, t)
        self._rename(own, after, swapped, ends, settled)
        for k in came:
            where = (float(after[k][0]), float(after[k][1]))
            out.append(self._handwork.put_down(k, where, clock.source(float(tables[k][0, 0]))))
        balls = self._balls(after)
        self._rest_again(t, after)
        return out + (self._layout(t, balls) if settled else [])

    def _told_of(self, it: Episode, t: float) -> list[Told]:
        """A stroke, or what hands did."""
        if not is_stroke(it.paths, it.hits, self.bed):
            early = it.since_s - (self._firsts.since_s or 0.0) < CREPT_S
            return [*self._handwork.moved(it.paths, it.after, t, it.clock, early)]
        self._number += 1
        return [stroke_of(self._number, it, self.bed, self.names, self._watched)]

    def _rename(
        self, own: Mapping[int, Path], after: dict[int, Floats], swapped: list[tuple[int, int]],
        ends: Mapping[int, int], settled: bool,
    ) -> None:  # fmt: skip
        """From balls back to tracks, once all was told: names and places go to the tracks that go on."""
        for a, b in swapped:
            self.names.exchange(a, b)
            after[a], after[b] = after[b], after[a]
        for k in own:
            if k not in after:
                self.names.lose(k)
        if ends:
            self.names.change_tracks({ball: track for ball, track in ends.items() if ball in after})
            for ball, at in [(b, after.pop(b)) for b in ends if b in after]:
                after[ends[ball]] = at
        if settled:
            # names of this stroke stand as told; what the rest shows holds from here on
            self.names.revise(k for k in self._watched.latest.values() if k.key in after)

    def _rest_again(self, t: float, after: Mapping[int, Floats]) -> None:
        self._before = dict(after)
        self._moving_since = None
        self._stirring.rest()
        self._watched.end(t, after)

    def _layout(self, t: float, balls: tuple[Ball, ...]) -> list[Told]:
        """The balls at rest, where they lie otherwise than was told; while somebody holds one all has not settled."""
        if self._handwork.holds or not self._differs(balls):
            return []
        self._told = balls
        return [Layout(t, balls)]

    def _differs(self, balls: tuple[Ball, ...]) -> bool:
        if self._told is None or {b.id for b in balls} != {b.id for b in self._told}:
            return True
        old = {b.id: b for b in self._told}
        return any(math.hypot(b.x_mm - old[b.id].x_mm, b.y_mm - old[b.id].y_mm) > LAYOUT_MM for b in balls)

    def _occluded(self, visit: Visit) -> Disturbance:
        """Somebody reached over the table; balls that he hid lie where they lay."""
        hidden = [(n, self._before[k]) for k in visit.hid if k in self._before and (n := self.names.id_of(k))]
        balls = [Moved(n, label_of(n), at, at) for n, p in hidden if (at := (float(p[0]), float(p[1])))]
        return Disturbance(visit.since_s, "occluded", tuple(balls), {"until": round(visit.until_s, 5)})
