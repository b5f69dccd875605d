"""Which sight is which ball: one to one, by physics first and looks second.

Costs are in nats: minus the log of how likely the ball is seen there. A ball that rests and is seen where it rested
costs next to nothing to settle; only what moves, or can have been hit, enters the full assignment.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from callshot.tracker.observation import BallObservation, FrameObservation
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.track.adopt import adoption_mm
from callshot.tracker.track.ball import FollowedBall
from callshot.tracker.track.costs import STRANGER_NATS, costs, looks_nats
from callshot.tracker.track.doubles import without_doubles
from callshot.tracker.track.fixtures import Fixtures
from callshot.tracker.track.flight import Flight, bounced, knocked
from callshot.tracker.track.length import length, length_of
from callshot.tracker.track.limits import BIRTH_SIGHTS, BIRTH_SPEED_MMPS, GONE_S, STREAK_MM
from callshot.tracker.track.outline import nearest_gap_mm, nearest_gaps_mm
from callshot.tracker.track.repeats import STILL_MMPS, repeats
from callshot.tracker.track.state import TableState, Track

Floats = NDArray[np.float64]

# A ball that knocks another is unlikelier by this than flying on.
KNOCK_NATS = 1.5
# Balls whose places are known to some mm may touch where they lie this much apart.
TOUCH_MM = 8.0
# A ball unseen for longer than this is no longer thought to be about to hit others.
KNOCKER_S = 0.3
# A young track is looked at for so long, and must point back to the lost ball's place within so much.
ADOPT_S = 0.4
ADOPT_MM = 45.0
# Ways kept for a ball that nobody sees just now.
MAYBE_KEPT = 6


class Tracker:
    """Follows every ball. `update` takes one frame's sights and gives all balls at its time."""

    def __init__(self, bed: Bed) -> None:
        self.bed = bed
        self._balls: list[FollowedBall] = []
        self._next_key = 1
        self._last_s: float | None = None
        self._fixtures = Fixtures()
        self._sunk: tuple[str, ...] = ()
        self._last_sights: Floats = np.zeros((0, 2))

    def update(self, frame: FrameObservation) -> TableState:
        """One frame on; frames come in order of time. A repeated or skipped picture changes nothing."""
        t = frame.t_s
        first = self._last_s is None
        still = not any(not b.resting and length(b.velocity_mmps) > STILL_MMPS for b in self._balls)
        unchanged = not first and not frame.looked
        fresh = first or not (unchanged or repeats(frame, self._balls, self._last_s, self._last_sights))
        self._sunk = ()
        gone: list[Track] = []
        joined: tuple[tuple[int, int], ...] = ()
        if unchanged and still:
            # nobody looked because nothing changed: what was seen is still there
            for ball in self._balls:
                if ball.seen is not None:
                    ball.stay(t)
            self._last_s = t
            # what was lost stays lost, though nobody looks any more
            return self._state(frame, self._retire(frame), True)
        if fresh:
            for ball in self._balls:
                ball.seen = None
            sights = self._fixtures.without([b for b in frame.balls if b.score >= 0.2], t)
            rest = np.array([b.position_mm for b in self._balls if b.resting]).reshape(-1, 2)
            sights = without_doubles(sights, rest, self.bed)
            free = self._keep_resting(sights, t)
            self._assign(free, frame, first)
            joined = self._adopt(t)
            gone = self._retire(frame)
            self._last_sights = np.array([s.position_mm for s in frame.balls], np.float64).reshape(-1, 2)
        elif unchanged:
            gone = self._retire(frame)
        self._last_s = t
        return self._state(frame, gone, fresh or bool(gone), joined)

    def _state(
        self, frame: FrameObservation, gone: list[Track], fresh: bool, joined: tuple[tuple[int, int], ...] = ()
    ) -> TableState:
        t = frame.t_s
        tracks = tuple(b.track(t) for b in self._balls) + tuple(gone)
        return TableState(
            t, frame.sequence, tracks, fresh, frame.foreign, frame.covered, frame.camera_shift_px, frame.light_gain,
            joined, self._sunk,
        )  # fmt: skip

    def _adopt(self, t: float) -> tuple[tuple[int, int], ...]:
        """Young tracks that go on from where a known ball was lost are that ball. (young key, known key) of each."""
        lost = [b for b in self._balls if b.confirmed and b.seen is None and b.in_pocket is None]
        young = [b for b in self._balls if b.seen is not None and b.sights >= 2 and t - b.first_seen_s < ADOPT_S]
        if not lost or not young:
            return ()
        price = np.array([[adoption_mm(a, b, self.bed) for b in lost] for a in young])
        rows, cols = linear_sum_assignment(np.minimum(price, ADOPT_MM))
        out: list[tuple[int, int]] = []
        for i, j in zip(rows, cols, strict=True):
            if price[i, j] < ADOPT_MM:
                out.append((young[i].key, lost[j].key))
                young[i].become(lost[j])
                self._balls.remove(lost[j])
        return tuple(out)

    def exchange(self, key_a: int, key_b: int) -> None:
        """Two balls turned out to be each other: exchange what they are, not where."""
        a = next((b for b in self._balls if b.key == key_a), None)
        b = next((b for b in self._balls if b.key == key_b), None)
        if a is not None and b is not None:
            a.key, b.key = key_b, key_a

    def _keep_resting(self, sights: list[BallObservation], t: float) -> list[BallObservation]:
        """Settle the balls that rest where they rested; gives the sights that are left."""
        resting = [b for b in self._balls if b.resting]
        if not resting or not sights:
            return sights
        movers = [b for b in self._balls if not b.resting]
        where = np.array([b.position_mm for b in resting])
        at = np.array([s.position_mm for s in sights])
        far = np.hypot(where[:, None, 0] - at[None, :, 0], where[:, None, 1] - at[None, :, 1])
        nearest = far.argmin(axis=1)
        back = far.argmin(axis=0)
        open_to_doubt = np.zeros(len(resting), bool)
        for m in movers:
            dt = t - m.last_seen_s
            reach = length(m.velocity_mmps) * dt * 1.2 + 2.2 * self.bed.radius_mm
            open_to_doubt |= np.hypot(*(where - m.position_mm).T) < reach
        used: set[int] = set()
        for i, ball in enumerate(resting):
            j = int(nearest[i])
            limit = 4.0 if open_to_doubt[i] else 8.0
            if far[i, j] > limit or back[j] != i or j in used:
                continue
            if open_to_doubt[i] and looks_nats(ball, sights[j]) > 2.0:
                continue
            used.add(j)
            ball.take(sights[j], t, None)
        return [s for j, s in enumerate(sights) if j not in used]

    def _assign(self, sights: list[BallObservation], frame: FrameObservation, first: bool) -> None:
        t = frame.t_s
        waiting = [b for b in self._balls if b.seen is None]
        gaps = nearest_gaps_mm([b.position_mm for b in waiting], frame.foreign)
        for ball, covered in zip(waiting, (gaps < self.bed.radius_mm).tolist(), strict=True):
            ball.covered = covered
            if covered:
                ball.excused_s = t
        ways = self._ways(waiting, t)
        # what was seen once only has any speed, and would take what belongs to a ball that we know
        known = [b for b in waiting if b.confirmed or b.sights > 1]
        sights = self._match(known, ways, sights, frame)
        sights = self._match([b for b in waiting if b not in known], ways, sights, frame)
        for ball in waiting:
            if ball.seen is None:
                # knocked, perhaps: remember where to, the ball that knocked it will have flown on by the next frame
                ball.maybe = sorted((w for w in ways[ball.key] if w.price > 0), key=lambda w: w.price)[:MAYBE_KEPT]
        self._sunk = self._fixtures.note(sights, t, first)
        for seen in sights:
            self._begin(seen, t, first)
        for ball in self._balls:
            if ball.seen is not None and ball.clear_sights < BIRTH_SIGHTS:
                ball.clear_sights += int(nearest_gap_mm(ball.position_mm, frame.foreign) > 0.0)
                ball.grow_up(t)

    def _match(
        self, balls: list[FollowedBall], ways: dict[int, list[Flight]], sights: list[BallObservation],
        frame: FrameObservation,
    ) -> list[BallObservation]:  # fmt: skip
        """Give sights to balls, at the least cost in all; returns the sights that are left."""
        if not sights or not balls:
            return sights
        known = [b for b in self._balls if b.confirmed and not b.in_pocket and frame.t_s - b.last_seen_s < KNOCKER_S]
        fastest = max((length(b.velocity_mmps) for b in known), default=0.0)
        cost, came = costs(balls, ways, sights, frame, self.bed.radius_mm, fastest)
        rows, cols = linear_sum_assignment(np.minimum(cost, STRANGER_NATS))
        taken = set()
        for i, j in zip(rows, cols, strict=True):
            if cost[i, j] < STRANGER_NATS:
                k = int(came[i, j])
                balls[i].take(sights[j], frame.t_s, ways[balls[i].key][k] if k >= 0 else None)
                taken.add(int(j))
        return [s for j, s in enumerate(sights) if j not in taken]

    def _ways(self, balls: list[FollowedBall], t: float) -> dict[int, list[Flight]]:
        """For each ball the ways it may have gone until t."""
        bed = self.bed
        ways: dict[int, list[Flight]] = {}
        for ball in balls:
            on = ball.flight()
            ways[ball.key] = [on, *(w for w in bounced(on, t, bed) if not ball.resting), *ball.maybe]
        # a ball that was seen in this frame already rests: it can be run into, but was not moved
        # only a ball that is known as one, and was seen just now, knocks others
        movers = [b for b in balls if (not b.resting or b.maybe) and b.confirmed and t - b.last_seen_s < KNOCKER_S]
        for mover in movers:
            for path in [w for w in ways[mover.key] if FollowedBall._moves(w)][:3]:
                for other, on in self._knock(mover, path, balls, ways, t):
                    # a ball that lies against another one passes the knock on at once
                    beside = [b for b in balls if b.resting and b is not mover and self._touches(other, b)]
                    self._knock(other, on, beside, ways, t)
        return ways

    def _knock(
        self, mover: FollowedBall, path: Flight, others: Sequence[FollowedBall], ways: dict[int, list[Flight]], t: float
    ) -> list[tuple[FollowedBall, Flight]]:
        """Add the ways on of those that run into each other until t; the balls at rest that were knocked, and how."""
        knocked_on: list[tuple[FollowedBall, Flight]] = []
        for other in others:
            both = None if other is mover else knocked(path, ways[other.key][0], t, self.bed, KNOCK_NATS)
            if both is None:
                continue
            for key, way in ((mover.key, both[0]), (other.key, both[1])):
                ways[key] += [way, *bounced(way, t, self.bed)]
            if other.resting:
                knocked_on.append((other, both[1]))
        return knocked_on

    def _touches(self, one: FollowedBall, two: FollowedBall) -> bool:
        """Two different balls lie so near each other that they may touch."""
        (x, y), (u, v) = one.position_mm.tolist(), two.position_mm.tolist()
        return one is not two and length_of(x - u, y - v) < self.bed.ball_diameter_mm + TOUCH_MM

    def _begin(self, seen: BallObservation, t: float, first: bool) -> None:
        if seen.in_pocket is not None:
            return  # below the bed: not in play, and never a new ball on it
        ball = FollowedBall(
            self._next_key, np.asarray(seen.position_mm, np.float64), t, t, np.asarray(seen.colour_lab, np.float64)
        )
        self._next_key += 1
        ball.seen = seen
        ball.birth_mm = (float(seen.position_mm[0]), float(seen.position_mm[1]))
        ball.sharp_sights = int(length(seen.blur_mm) <= STREAK_MM)
        ball.speed_sigma_mmps = BIRTH_SPEED_MMPS
        ball.recent.append((t, float(seen.position_mm[0]), float(seen.position_mm[1])))
        for name, p in seen.labels.items():
            ball.label_weight[name] = p * seen.score
        if first:
            # what lies there when we first look has been lying there, as far as anyone can tell
            ball.resting, ball.rest_sights = True, 1
        self._balls.append(ball)

    def _retire(self, frame: FrameObservation) -> list[Track]:
        t = frame.t_s
        kept: list[FollowedBall] = []
        gone: list[Track] = []
        for ball in self._balls:
            unseen = t - ball.last_seen_s
            patience = GONE_S if ball.confirmed else 0.12
            if ball.seen is None and unseen > patience and not (ball.covered and ball.confirmed):
                if ball.confirmed:
                    gone.append(ball.track(t, "gone"))
            else:
                kept.append(ball)
        self._balls = kept
        return gone
