"""Which sight is which ball: one to one, by physics first and looks second.

Costs are in nats: minus the log of how likely the ball is seen there. A ball that rests and is seen where it rested
costs next to nothing to settle; only what moves, or can have been hit, enters the full assignment.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from callshot.tracker.observation import BallObservation, FrameObservation
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.track.adopt import adoption_mm
from callshot.tracker.track.ball import FollowedBall
from callshot.tracker.track.doubles import without_doubles
from callshot.tracker.track.fixtures import Fixtures
from callshot.tracker.track.flight import Flight, bounced, knocked
from callshot.tracker.track.limits import BIRTH_SIGHTS, BIRTH_SPEED_MMPS, FASTEST_MMPS, GONE_S, STREAK_MM
from callshot.tracker.track.outline import nearest_gap_mm
from callshot.tracker.track.repeats import STILL_MMPS, repeats
from callshot.tracker.track.state import TableState, Track
from callshot.tracker.track.streaks import streak_nats

Floats = NDArray[np.float64]

# A sight anywhere on the bed that belongs to no ball we know, and a ball that goes unseen: together about e-22 a mm2.
STRANGER_NATS = 22.0
# A hit out of the blue (cue, unseen ball): unlikelier by this than flying on.
HIT_NATS = 5.0
KNOCK_NATS = 1.5
# A struck ball comes out from under cue and hand within this.
STRIKE_UNSEEN_S = 0.06
# A ball unseen for longer than this is no longer thought to be about to hit others.
KNOCKER_S = 0.3
# From where it lay a ball may be gone into a pocket this near between two frames.
SINK_REACH_MM = 300.0
# ... or was known to be on its way there within so much.
SINK_SIGMA_MM = 120.0
# A young track is looked at for so long, and must point back to the lost ball's place within so much.
ADOPT_S = 0.4
ADOPT_MM = 45.0
# A ball that was moving and is unseen for longer may be anywhere.
LOOSE_S = 0.3
LOOSE_SIGMA_MM = 150.0
# What a sight of score zero would lose against a sure one.
DOUBT_NATS = 6.0
# A sight on something foreign is no ball out of the blue.
ON_FOREIGN_NATS = 6.0
# A ball that left its place comes straight from there for so long; later it may have met anything.
STRAIGHT_S = 0.1
# Ways kept for a ball that nobody sees just now.
MAYBE_KEPT = 6
# Lab colours of one ball differ by about this while it rolls; stripes show both their colours, so it is capped.
COLOUR_SIGMA = 10.0
COLOUR_CAP_NATS = 5.0


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
        still = not any(float(np.hypot(*b.velocity_mmps)) > STILL_MMPS for b in self._balls)
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

    def tell_labels(self, key: int, labels: dict[str, float], weight: float = 5.0) -> None:
        """Add what someone who looked closely says of a ball."""
        for ball in self._balls:
            if ball.key == key:
                for name, p in labels.items():
                    ball.label_weight[name] = ball.label_weight.get(name, 0.0) + weight * p

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
            reach = float(np.hypot(*m.velocity_mmps)) * dt * 1.2 + 2.2 * self.bed.radius_mm
            open_to_doubt |= np.hypot(*(where - m.position_mm).T) < reach
        used: set[int] = set()
        for i, ball in enumerate(resting):
            j = int(nearest[i])
            limit = 4.0 if open_to_doubt[i] else 8.0
            if far[i, j] > limit or back[j] != i or j in used:
                continue
            if open_to_doubt[i] and self._looks(ball, sights[j]) > 2.0:
                continue
            used.add(j)
            ball.take(sights[j], t, None)
        return [s for j, s in enumerate(sights) if j not in used]

    def _looks(self, ball: FollowedBall, seen: BallObservation) -> float:
        off = float(np.linalg.norm(np.asarray(seen.colour_lab) - ball.colour_lab))
        return min(0.5 * (off / COLOUR_SIGMA) ** 2, COLOUR_CAP_NATS)

    def _assign(self, sights: list[BallObservation], frame: FrameObservation, first: bool) -> None:
        t = frame.t_s
        waiting = [b for b in self._balls if b.seen is None]
        for ball in waiting:
            ball.covered = nearest_gap_mm(ball.position_mm, frame.foreign) < self.bed.radius_mm
            if ball.covered:
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
        cost, came = self._costs(balls, ways, sights, frame)
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
                for other in balls:
                    if other is mover:
                        continue
                    both = knocked(path, other.flight(), t, bed, KNOCK_NATS)
                    if both is not None:
                        for key, way in ((mover.key, both[0]), (other.key, both[1])):
                            ways[key] += [way, *bounced(way, t, bed)]
        return ways

    def _costs(
        self, balls: list[FollowedBall], ways: dict[int, list[Flight]], sights: list[BallObservation],
        frame: FrameObservation,
    ) -> tuple[Floats, NDArray[np.int64]]:  # fmt: skip
        """(balls, sights) nats, and by which way each would have come (-1: by none that was thought of)."""
        t = frame.t_s
        # what is seen on a sleeve or a cue may be part of it
        on_foreign = np.array([nearest_gap_mm(s.position_mm, frame.foreign) <= 0.0 for s in sights])
        at = np.array([s.position_mm for s in sights], np.float64)
        spread = np.array([max(float(np.trace(s.covariance_mm2)) / 2, 0.25) for s in sights])
        seen_lab = np.array([s.colour_lab for s in sights], np.float64)
        # a streak is half cloth: its colour says little
        blur = np.array([s.blur_mm for s in sights], np.float64)
        streak = np.hypot(blur[:, 0], blur[:, 1])
        sharp = np.clip(1.0 - streak / (0.8 * self.bed.radius_mm), 0.0, 1.0)
        # a detector that doubts its sight: something of a cue or a sleeve, rather than a ball
        doubt = DOUBT_NATS * np.clip(0.95 - np.array([s.score for s in sights]), 0.0, 1.0)
        sunk = np.array([s.in_pocket is not None for s in sights])
        # half hidden in the dark of a pocket any ball is faint
        doubt = np.where(sunk, 0.0, doubt)
        cost = np.full((len(balls), len(sights)), np.inf)
        came = np.full((len(balls), len(sights)), -1, np.int64)
        known = [b for b in self._balls if b.confirmed and not b.in_pocket and t - b.last_seen_s < KNOCKER_S]
        fastest = max((float(np.hypot(*b.velocity_mmps)) for b in known), default=0.0)
        for i, ball in enumerate(balls):
            mine = ways[ball.key]
            ahead = np.array([w.ahead(t) for w in mine])
            var = np.array([w.variance(t) for w in mine])[:, None] + spread[None, :]
            d2 = (ahead[:, None, 0] - at[None, :, 0]) ** 2 + (ahead[:, None, 1] - at[None, :, 1]) ** 2
            price = np.array([w.price for w in mine])[:, None]
            each = 0.5 * d2 / var + np.log(2 * np.pi * var) + price
            each[(var > SINK_SIGMA_MM**2) & sunk] = np.inf
            far = np.hypot(at[:, 0] - ball.position_mm[0], at[:, 1] - ball.position_mm[1])
            unseen = t - ball.last_seen_s
            if unseen > LOOSE_S:
                each[var > LOOSE_SIGMA_MM**2] = np.inf
            if not ball.confirmed and ball.sights == 1:
                each[:, far > 2 * BIRTH_SPEED_MMPS * unseen + 40.0] = np.inf
            if ball.in_pocket is not None:
                each[:, ~sunk & (far > SINK_REACH_MM)] = np.inf
            came[i] = each.argmin(axis=0)
            cost[i] = each.min(axis=0)
            loose = self._anywhere(ball, at, t, fastest)
            if (ball.resting or ball.started) and t - ball.last_seen_s < STRAIGHT_S:
                loose += streak_nats(at - ball.position_mm, blur)
            # by no way that was thought of: then it has to look like it, and can't have sunk from where it lay
            off = np.linalg.norm(seen_lab - ball.colour_lab, axis=1)
            unlike = sharp * np.minimum(0.5 * (off / COLOUR_SIGMA) ** 2, 2 * COLOUR_CAP_NATS)
            loose += unlike + np.where(on_foreign, ON_FOREIGN_NATS, 0.0) + doubt
            loose[sunk & ((far > SINK_REACH_MM) | (ball.covered & ball.resting))] = np.inf
            cost[i] += np.minimum(unlike, COLOUR_CAP_NATS)
            came[i][loose < cost[i]] = -1
            cost[i] = np.minimum(cost[i], loose)
            if ball.label_weight:
                named = ball.labels()
                for j, s in enumerate(sights):
                    if s.labels:
                        same = sum(p * named.get(name, 0.0) for name, p in s.labels.items())
                        cost[i, j] -= math.log(max(min(same * 1.2, 1.0), 0.05))
        return cost, came

    def _anywhere(self, ball: FollowedBall, at: Floats, t: float, fastest: float) -> Floats:
        """Cost of being anywhere within reach: after a hit nobody saw, or in a hand."""
        dt = t - ball.last_seen_s
        off = np.hypot(at[:, 0] - ball.position_mm[0], at[:, 1] - ball.position_mm[1])
        speed = float(np.hypot(*ball.velocity_mmps))
        tops: tuple[tuple[float, float], ...]
        if ball.started:
            # it was hit just now: how hard, nobody has seen yet
            tops = ((FASTEST_MMPS, 0.6 * HIT_NATS),)
        elif ball.resting:
            # by the fastest ball about, else by a cue: out of the blue, however long it was covered before
            dt = min(t - max(ball.last_seen_s, ball.excused_s) + STRIKE_UNSEEN_S, dt, 0.5)
            tops = ((fastest * 1.05, HIT_NATS), (FASTEST_MMPS, HIT_NATS + 3.0))
        elif ball.covered or dt > LOOSE_S:
            return np.full(len(at), np.inf)  # when it comes out it is adopted, by its way or its looks
        else:
            tops = ((max(speed * 1.15 + 2 * ball.speed_sigma_mmps, fastest) + 200.0, 0.6 * HIT_NATS),)
        out = np.full(len(at), np.inf)
        for top, price in tops:
            reach = min(top * dt, FASTEST_MMPS * 0.1) + 15.0
            inside = off < reach
            # nearer is likelier: slow hits are commoner than hard ones
            out[inside] = np.minimum(out[inside], np.log(2 * np.pi * (off[inside] + 10.0) * reach) + price)
        return out

    def _begin(self, seen: BallObservation, t: float, first: bool) -> None:
        if seen.in_pocket is not None:
            return  # below the bed: not in play, and never a new ball on it
        ball = FollowedBall(
            self._next_key, np.asarray(seen.position_mm, np.float64), t, t, np.asarray(seen.colour_lab, np.float64)
        )
        self._next_key += 1
        ball.seen = seen
        ball.birth_mm = (float(seen.position_mm[0]), float(seen.position_mm[1]))
        ball.sharp_sights = int(float(np.hypot(*seen.blur_mm)) <= STREAK_MM)
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
