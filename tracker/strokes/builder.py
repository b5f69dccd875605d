"""From balls over time to strokes: watches for motion, waits for rest, then tells what happened between."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import POCKETS, Ball, Disturbance, Layout, Moved, Pocket, Stroke, label_of
from callshot.tracker.strokes.added import with_events
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.clock import Clock, fit_clock
from callshot.tracker.strokes.ends import stop_s
from callshot.tracker.strokes.explain import Hit, explain
from callshot.tracker.strokes.hands import is_stroke
from callshot.tracker.strokes.inventory import balanced
from callshot.tracker.strokes.jumps import jumped
from callshot.tracker.strokes.mixups import exchange_tails, mixups
from callshot.tracker.strokes.naming import Names
from callshot.tracker.strokes.occlusion import Occlusions, Visit
from callshot.tracker.strokes.paths import Path, Raw, Sights, make_paths, noise_scale
from callshot.tracker.strokes.pending import InHand, TakenUp
from callshot.tracker.strokes.rails import RailSense
from callshot.tracker.strokes.reanchor import endings, orphaned, respliced
from callshot.tracker.strokes.shutter import Lateness
from callshot.tracker.strokes.stick import StickWatch
from callshot.tracker.strokes.story import tell
from callshot.tracker.strokes.touches import touched
from callshot.tracker.strokes.world import WorldWatch
from callshot.tracker.track.length import length
from callshot.tracker.track.outline import nearest_gap_mm, nearest_gaps_mm
from callshot.tracker.track.state import TableState, Track

Floats = NDArray[np.float64]
Told = Layout | Stroke | Disturbance

# Sights kept while all rests, so that a stroke's beginning is seen whole.
LEAD_S = 0.6
# Nothing has moved for so long: the balls have come to rest. A ball that rests has shown so for a while already.
SETTLE_S = 0.12
# Where something foreign was over the table until just now a ball may yet come to light.
SETTLE_BESIDE_S = 0.35
# The first layout is told after so much quiet, and so many looks: the first may take long.
FIRST_S, FIRST_LOOKS = 0.3, 4
# A wait between two looks counts as quiet for so long only.
QUIET_STEP_S = 0.1
# Off its place by this, seen twice: it has moved.
STIR_MM = 5.0
# A covered ball that was moving may come out yet; after so long the story is told without it.
COVERED_WAIT_S = 8.0
# More than this is no stroke: somebody leans on the table, or the camera is lost. Bounds the memory.
LONGEST_S = 90.0
# A new ball must lie in the open for so long, this far from anything foreign (its own edge is a radius away).
CAME_S = 0.4
CLEAR_MM = 35.0
# A recording may begin while a ball still creeps: it stops within this.
CREPT_S = 1.0
# A new ball shows where an arm lay until just before: it came to rest under it.
UNCOVERED_S = 0.5
# Two places this near are one.
SAME_PLACE_MM = 8.0
# A sight that is hardly a ball (half behind a rail, a cue over it) is off by up to this.
DOUBT_MM = 12.0
# A rail that turns out to act this far from where it was thought is worth a second look.
RELEARN_MM = 3.0
# Whether a picture is shown again is seen while something goes as fast.
CLOCK_MMPS = 150.0
# Only balls that went farther than this can have been taken for each other. Colours are kept of so many sights.
MIXED_MM = 60.0
FACES = 12
FACE_MMPS = 600.0
# A layout is told again when a ball lies elsewhere by this.
LAYOUT_MM = 3.0


class StrokeBuilder:
    """`update` takes the balls of one frame and tells what has become certain; `finish` tells the rest."""

    def __init__(self, bed: Bed, names: Names | None = None, late: Lateness | None = None) -> None:
        """late: how late each place is seen, where the shutter rolls."""
        self.bed = bed
        self._late = late
        self.names = names or Names()
        self._sights: dict[int, Sights] = {}
        self._before: dict[int, Floats] = {}
        self._latest: dict[int, Track] = {}
        self._gone: dict[int, Track] = {}
        self._moving_since: float | None = None
        self._last_motion_s = -math.inf
        self._first_s: float | None = None
        self._told: tuple[Ball, ...] | None = None
        self._stirs: dict[int, int] = {}
        self._number = 0
        self._last_t = 0.0
        self._step_s = 1 / 30
        self._steps: list[float] = []
        self._rails = RailSense()
        self._in_hand = InHand()
        self._world = WorldWatch()
        self._occlusions = Occlusions(bed)
        self._stick = StickWatch(bed)
        self._covers: deque[tuple[float, tuple[Floats, ...]]] = deque()
        self._uncovered: set[int] = set()
        self._faces: dict[int, deque[Floats]] = {}
        self._looks: dict[int, Floats] = {}
        self._labels: dict[int, dict[str, float]] = {}
        self._frames = 0
        self._watched_s = 0.0
        self._settled_s: float | None = None
        self._sunk: list[tuple[float, Pocket]] = []
        self._shown: deque[tuple[float, bool]] = deque(maxlen=int(LONGEST_S * 60))

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
        if self._first_s is None:
            self._first_s = t
            self._before = {k.key: k.position_mm for k in state.tracks if k.seen is not None}
        if any(length(k.velocity_mmps) > CLOCK_MMPS for k in state.tracks if not k.resting):
            self._shown.append((t, state.fresh))
        self._frames += 1
        self._watched_s += min(t - self._last_t, QUIET_STEP_S) if self._frames > 1 else 0.0
        if state.fresh:
            self._clock(t)
            self._note(state)
        self._last_t = t
        removed = self._in_hand.expired(t)
        out: list[Told] = list(removed)
        if removed and self._moving_since is None:
            out += self._layout(t, self._balls(self._before))
        out += [*self._world.update(state), *self._stick.update(state)]
        if self._moving_since is None:
            out += self._while_resting(state)
        else:
            out += self._while_moving(state)
        return [*out, *(self._occluded(v) for v in self._occlusions.update(state, out, self.moving))]

    def finish(self) -> list[Told]:
        """The recording ends here: tell an open stroke, with the last positions."""
        out: list[Told] = []
        if self._told is None and self._latest:
            out += self._tell_first(self._last_t)
        if self._moving_since is not None:
            out += self._episode(self._last_t, settled=False)
        out += self._in_hand.expired(math.inf)
        return [*out, *(self._occluded(v) for v in self._occlusions.finish(out))]

    # ------------------------------------------------------------------------------------------ seeing

    def _clock(self, t: float) -> None:
        if self._last_t and t > self._last_t:
            self._steps = [*self._steps[-30:], t - self._last_t]
            self._step_s = float(np.median(self._steps))

    def _note(self, state: TableState) -> None:
        t = state.t_s
        for young, known in state.joined:
            rows = self._sights.pop(young, None)
            self._latest.pop(young, None)
            if rows is not None and rows.rows:
                # what the known track was thought to be seen at meanwhile was something else
                first = rows.rows[0][0]
                kept = [r for r in self._sights.setdefault(known, Sights()).rows if r[0] < first - 1e-9]
                self._sights[known].rows = kept + rows.rows
        gaps = self._gaps_mm(state)
        for track in state.tracks:
            if track.life == "gone":
                self._gone[track.key] = track
                self._latest.pop(track.key, None)
                continue
            self._latest[track.key] = track
            if track.seen is None:
                continue
            seen = track.seen
            slow = track.resting or length(track.velocity_mmps) < FACE_MMPS
            if slow and length(seen.blur_mm) < 2.0 and seen.score > 0.8:
                self._faces.setdefault(track.key, deque(maxlen=FACES)).append(np.asarray(seen.colour_lab, np.float64))
            spread = math.sqrt(max(seen.variance_mm2, 0.04))
            spread = math.hypot(spread, DOUBT_MM * max(0.9 - seen.score, 0.0))
            x, y = seen.position_mm.tolist()
            if track.key not in self._sights and any(
                nearest_gap_mm(seen.position_mm, outlines) < self.bed.radius_mm for _, outlines in self._covers
            ):
                self._uncovered.add(track.key)
            rows = self._sights.setdefault(track.key, Sights())
            rows.add(t, x, y, spread, gaps.get(track.key, math.inf), seen.in_pocket is not None)
        self._covers.append((t, state.foreign))
        while t - self._covers[0][0] > UNCOVERED_S:
            self._covers.popleft()
        self._sunk += [(t, p) for p in POCKETS if p in state.sunk]
        present = {k.key for k in state.tracks}
        for key in [k for k in self._latest if k not in present]:
            del self._latest[key]
        if self._moving_since is None:
            self._sunk = [q for q in self._sunk if q[0] > t - LEAD_S]
            for rows in self._sights.values():
                rows.forget_before(t - LEAD_S)

    @staticmethod
    def _gaps_mm(state: TableState) -> dict[int, float]:
        """How far each sight lies from what is foreign; none where nothing is."""
        seen = {k.key: k.seen.position_mm for k in state.tracks if k.seen is not None} if state.foreign else {}
        return dict(zip(seen, nearest_gaps_mm(list(seen.values()), state.foreign).tolist(), strict=True))

    def _stirred(self, state: TableState) -> bool:
        """Something lies elsewhere, appeared or vanished since the last rest."""
        stirred = False
        for track in state.tracks:
            if track.life == "gone":
                stirred |= track.key in self._before
                continue
            if track.key not in self._before and (track.life == "tentative" or not self._plausible(track, state.t_s)):
                continue
            home = self._before.get(track.key)
            if home is None:
                if self._told is None and self._early(track):
                    self._before[track.key] = track.position_mm
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

    def _plausible(self, track: Track, t: float) -> bool:
        """A ball that came: it lies in the open, not in a pocket, and has done so for a while."""
        if track.in_pocket is not None:
            return False
        if self._told is None and self._early(track):
            return True
        rows = self._sights.get(track.key)
        clear = rows is not None and all(r[4] > CLEAR_MM for r in rows.rows[-5:])
        return clear and track.resting and t - track.first_seen_s > CAME_S

    def _early(self, track: Track) -> bool:
        """First seen just after the beginning: it lay there and was missed at first."""
        return not self._firsts_done(track.first_seen_s) or self._settled_s is None

    def _firsts_done(self, t: float) -> bool:
        """Enough time and enough looks since the beginning to know what lies there."""
        if self._frames < FIRST_LOOKS or self._watched_s < FIRST_S - 1e-6:
            return False
        if self._settled_s is None:
            self._settled_s = t
        return t >= self._settled_s

    # ------------------------------------------------------------------------------------------ phases

    def _while_resting(self, state: TableState) -> list[Told]:
        t = state.t_s
        assert self._first_s is not None
        out: list[Told] = []
        if state.fresh and self._stirred(state):
            if self._told is None:
                out += self._tell_first(t)
            self._moving_since = t
            self._last_motion_s = t
            self._looks = {k: np.median(np.array(f), axis=0) for k, f in self._faces.items() if len(f) >= 4}
            self._faces = {}
            self._labels = {k.key: dict(k.labels) for k in state.tracks if k.labels}
            return out
        if self._told is None:
            if self._firsts_done(t):
                self._before = {k.key: k.position_mm for k in self._at_rest()}
                out += self._tell_first(t)
        else:
            for track in self._at_rest():
                if track.resting and not self._stirs.get(track.key) and track.key in self._before:
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
        beside = any(outlines for _, outlines in self._covers)
        if t - self._last_motion_s >= (SETTLE_BESIDE_S if beside else SETTLE_S):
            return self._episode(t, settled=True)
        if t - self._moving_since > LONGEST_S:
            return self._episode(t, settled=False)
        return []

    def _at_rest(self) -> list[Track]:
        return [k for k in self._latest.values() if k.life in ("confirmed", "hidden") and k.in_pocket is None]

    # ------------------------------------------------------------------------------------------ telling

    def _balls(self, where: Mapping[int, Floats]) -> tuple[Ball, ...]:
        out = []
        for key, at in where.items():
            name = self.names.id_of(key)
            if name is None:
                continue
            label = label_of(name)
            track = self._latest.get(key) or self._gone.get(key)
            sure = track.labels.get(label, 0.5) if track is not None else 0.5
            out.append(Ball(name, label, float(at[0]), float(at[1]), round(float(sure), 3)))
        return tuple(out)

    def _tell_first(self, t: float) -> list[Told]:
        self.names.give(k for k in self._latest.values() if k.key in self._before)
        self._told = self._balls(self._before)
        return [Layout(self._first_s if self._first_s is not None else t, self._told)]

    def _episode(self, t: float, settled: bool) -> list[Told]:
        """All that happened since the last rest."""
        since = self._moving_since if self._moving_since is not None else t
        after = {
            k.key: k.position_mm for k in self._at_rest()
            if k.key in self._before or self._plausible(k, t) or (not settled and self._rolled_in(k))
        }  # fmt: skip
        tables = {k: s.table() for k, s in self._sights.items() if s.rows}
        self._same_place(after)
        keys = [k for k in tables if k in self._before or k in after]
        clock = fit_clock(tables.values(), list(self._shown))
        for rows in tables.values():
            rows[:, 0] = clock.inner(rows[:, 0])
        ends = self._known_again(tables, after)
        keys = [k for k in keys if k in self._before or k in after]
        swapped = self._unmix(tables, after) if not ends else []
        if self._late is not None:
            # each sight at its own row's time, once all that goes by the frames' times is done
            for k in keys:
                tables[k][:, 0] += self._late(tables[k][:, 1:3])
        scale = noise_scale([tables[k] for k in keys])
        raws: list[Raw] = []
        for k in keys:
            end = ends.get(k, k)
            track = self._gone.get(end) or self._latest.get(end)
            lost = None
            if k not in after:
                above = tables[k][tables[k][:, 5] == 0]
                lost = float(above[-1, 0]) if len(above) else float(tables[k][0, 0])
            down = next((p for p in POCKETS if track and track.in_pocket == p), None)
            covered = bool(track and track.covered)
            raws.append(Raw(k, tables[k], self._before.get(k), after.get(k), lost, covered, down))
        paths = make_paths(raws, scale)
        # a ball that came while the others rolled was put there
        came = [k for k in keys if k not in self._before and k in after]
        own = {k: p for k, p in paths.items() if k not in came}
        hits = explain(own, self._rails.moved(self.bed), self._step_s)
        known = self._rails.offsets_mm()
        self._rails.learn(hits, self.bed)
        now = self._rails.offsets_mm()
        if any(abs(now[side] - known.get(side, 0.0)) > RELEARN_MM for side in now):
            # the rails act elsewhere than was thought: look again with that known
            hits = explain(own, self._rails.moved(self.bed), self._step_s)
        out: list[Told] = []
        self.names.give(k for k in self._latest.values() if k.key in after or k.key in own)
        before = dict(self._before)
        if is_stroke(own, hits, self.bed):
            out.append(self._stroke(own, hits, before, after, since, clock, settled, came))
        else:
            out += self._moved_by_hand(own, after, t, clock)
        for a, b in swapped:
            self.names.exchange(a, b)
            after[a], after[b] = after[b], after[a]
        own_lost = [k for k in own if k not in after]
        for k in own_lost:
            self.names.lose(k)
        if ends:
            self.names.change_tracks({ball: track for ball, track in ends.items() if ball in after})
            for ball, at in [(b, after.pop(b)) for b in ends if b in after]:
                after[ends[ball]] = at
        if settled:
            # names of this stroke stand as told; what the rest shows holds from here on
            self.names.revise(k for k in self._latest.values() if k.key in after)
        for k in came:
            where = (float(after[k][0]), float(after[k][1]))
            out.append(self._put_down(k, where, clock.source(float(tables[k][0, 0]))))
        balls = self._balls(after)
        self._rest_again(t, after)
        return out + (self._layout(t, balls) if settled else [])

    def _layout(self, t: float, balls: tuple[Ball, ...]) -> list[Told]:
        """The balls at rest, where they lie otherwise than was told; while somebody holds one all has not settled."""
        if self._in_hand.holds or not self._differs(balls):
            return []
        self._told = balls
        return [Layout(t, balls)]

    def _known_again(self, tables: dict[int, Floats], after: dict[int, Floats]) -> dict[int, int]:
        """Balls whose looks at rest say that they lie at the end of another's track: their sights and places put right.

        Gives (ball, track) of those; `after` then holds balls.
        """
        before, looks = {}, {}
        for k, home in self._before.items():
            if k in self._labels and k in tables and (k not in after or float(np.hypot(*(after[k] - home))) > STIR_MM):
                before[k] = self._labels[k]
        lost = [k for k in before if k not in after]
        last_s = max((float(tables[k][-1, 0]) for k in lost), default=-math.inf)
        for k in after:
            track = self._latest.get(k)
            if track is None or track.seen is None or k not in tables:
                continue
            # one that was there while all others were still seen is no ball from outside, however still it lies
            there = float(tables[k][0, 0]) < last_s
            uncovered = k in self._uncovered
            if k in before or (k not in self._before and (there or uncovered or self._rolled_in(track))):
                looks[k] = track.seen.labels
        ends = endings(before, looks, [k for k in before if k not in after or k in looks])
        ends |= orphaned(ends, lost, tables)
        if ends:
            spliced = respliced(tables, ends)
            places = {ball: after[track] for ball, track in ends.items() if track in after}
            for k in {*ends, *ends.values()}:
                after.pop(k, None)
            tables.update(spliced)
            after.update(places)
        return ends

    def _rolled_in(self, track: Track) -> bool:
        """A new track that was rolling in the open when it was first seen: one of the balls that were there."""
        rows = self._sights.get(track.key)
        if track.life != "confirmed" or rows is None or self.names.id_of(track.key) is not None:
            return False
        first = rows.rows[0]
        far = max(math.hypot(r[1] - first[1], r[2] - first[2]) for r in rows.rows)
        return far > MIXED_MM and first[4] > CLEAR_MM

    def _unmix(self, tables: dict[int, Floats], after: dict[int, Floats]) -> list[tuple[int, int]]:
        """Undo exchanges of balls in a crowd: their sights from the meeting on, and where they lie now."""
        moved = [
            k for k, home in self._before.items()
            if k in after and k in tables and float(np.hypot(*(after[k] - home))) > MIXED_MM
        ]  # fmt: skip
        now = {k: np.median(np.array(self._faces[k]), axis=0) for k in moved if len(self._faces.get(k, ())) >= 4}
        done: list[tuple[int, int]] = []
        for a, b in mixups(self._looks, now):
            tails = exchange_tails(tables[a], tables[b])
            if tails is not None:
                tables[a], tables[b] = tails
                after[a], after[b] = after[b], after[a]
                done.append((a, b))
        return done

    def _same_place(self, after: Mapping[int, Floats]) -> None:
        """A new ball just where a lost one lay is that one: it was covered, and followed wrongly meanwhile."""
        for k, at in after.items():
            if k in self._before:
                continue
            for j in [j for j in self._before if j not in after]:
                if float(np.hypot(*(self._before[j] - at))) < SAME_PLACE_MM:
                    self._before[k] = self._before.pop(j)
                    self.names.move(j, k)
                    self._gone.pop(j, None)
                    break

    def _rest_again(self, t: float, after: Mapping[int, Floats]) -> None:
        self._before = dict(after)
        self._moving_since = None
        self._gone.clear()
        self._shown.clear()
        self._sunk.clear()
        self._stirs.clear()
        self._uncovered.clear()
        self._sights = {k: s for k, s in self._sights.items() if k in after}
        for rows in self._sights.values():
            rows.forget_before(t - LEAD_S)

    def _stroke(
        self, paths: Mapping[int, Path], hits: list[Hit], before: Mapping[int, Floats], after: Mapping[int, Floats],
        since: float, clock: Clock, settled: bool, came: list[int],
    ) -> Stroke:  # fmt: skip
        def name(key: int) -> str:
            return self.names.id_of(key) or f"ball{key}"

        sunk = tuple((float(clock.inner(np.array([t]))[0]), p) for t, p in self._sunk)
        rolled = max((q.end_s for p in paths.values() for q in p.pieces if not q.rest), default=math.inf)
        meanwhile = any(self._sights[k].rows[0][0] < clock.source(rolled) for k in came)
        cues = self.names.cue_balls(k for k in paths if k in before)
        story = tell(
            hits, paths, self.bed, name, float(clock.inner(np.array([since]))[0]), sunk, cues, self._step_s, meanwhile
        )  # fmt: skip
        story = with_events(story, jumped(story, paths, self.bed, name) + touched(story, paths, self.bed, name))
        story = balanced(story, {name(k): p for k, p in paths.items() if k in before and k not in after}, self.bed)
        stops = [s for p in paths.values() if p.ball in after and (s := stop_s(p)) is not None]
        drops = [e.t_s for e in story.events if e.kind in ("pocket", "off-table")]
        end = max([*stops, *drops, story.start_s]) if settled else None
        self._number += 1
        events = tuple(replace(e, t_s=clock.source(e.t_s)) for e in story.events)
        return Stroke(
            self._number, clock.source(story.start_s), None if end is None else clock.source(end), story.struck,
            story.first_contact, events,
            self._balls(before), self._balls({k: v for k, v in after.items() if k not in came}), story.uncertain,
        )  # fmt: skip

    def _occluded(self, visit: Visit) -> Disturbance:
        """Somebody reached over the table; balls that he hid lie where they lay."""
        hidden = [(n, self._before[k]) for k in visit.hid if k in self._before and (n := self.names.id_of(k))]
        balls = [Moved(n, label_of(n), at, at) for n, p in hidden if (at := (float(p[0]), float(p[1])))]
        return Disturbance(visit.since_s, "occluded", tuple(balls), {"until": round(visit.until_s, 5)})

    def _put_down(self, key: int, where: tuple[float, float], t: float) -> Disturbance:
        """A ball came to lie there: one that a hand had taken up elsewhere, or one from outside."""
        faces = self._faces.get(key, ())
        look = np.median(np.array(faces), axis=0) if len(faces) >= 4 else None
        name = self.names.id_of(key) or "ball"
        held = self._in_hand.put_down(look, lambda other: label_of(other) == label_of(name))
        if held is None:
            return Disturbance(t, "placed", (Moved(name, label_of(name), None, where),))
        self.names.move(held.key, key)
        return Disturbance(t, "moved", (Moved(held.name, label_of(held.name), held.was_mm, where),))

    def _moved_by_hand(
        self, paths: Mapping[int, Path], after: Mapping[int, Floats], t: float, clock: Clock
    ) -> list[Told]:
        out: list[Told] = []
        for k, p in paths.items():
            home = p.before_mm
            if home is None:
                continue
            name = self.names.id_of(k) or "ball"
            was = (float(home[0]), float(home[1]))
            if k not in after:
                when = clock.source(p.lost_s) if p.lost_s is not None else t
                self._in_hand.take(TakenUp(k, name, was, when, self._looks.get(k)))
                continue
            if float(np.hypot(*(after[k] - home))) > STIR_MM and not self._crept(p):
                where = (float(after[k][0]), float(after[k][1]))
                stop = stop_s(p)
                when = t if stop is None else clock.source(stop)
                out.append(Disturbance(when, "moved", (Moved(name, label_of(name), was, where),)))
        return out

    def _crept(self, path: Path) -> bool:
        """With nothing foreign near it, just after the beginning: the last of a roll from before, no hand's work."""
        early = (self._moving_since or 0.0) - (self._first_s or 0.0) < CREPT_S
        return early and len(path.sights) > 0 and float(path.sights[:, 4].min()) > CLEAR_MM

    def _differs(self, balls: tuple[Ball, ...]) -> bool:
        if self._told is None or {b.id for b in balls} != {b.id for b in self._told}:
            return True
        old = {b.id: b for b in self._told}
        return any(math.hypot(b.x_mm - old[b.id].x_mm, b.y_mm - old[b.id].y_mm) > LAYOUT_MM for b in balls)
