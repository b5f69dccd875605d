"""A passage of play on the drawn table: strokes and hands on one timeline, with the truth as a record stream."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from callshot.models.drawing import motion
from callshot.models.drawing.motion import Friction, simulate
from callshot.models.drawing.people import Capsule, body, cue_stick, hand
from callshot.models.drawing.table_shape import TableShape
from callshot.rules.vocabulary import CUSHIONS, POCKETS

Floats = NDArray[np.float64]
Record = dict[str, object]
People = Callable[[float], list[Capsule]]

SKIN, SLEEVE = (0.42, 0.24, 0.16), (0.03, 0.04, 0.08)
GONE_MM = -500.0


@dataclass(frozen=True, slots=True)
class Shot:
    """How the cue meets the ball: speed m/s, aim (unit), vertical and side offset of the tip in ball radii."""

    speed_mps: float
    aim: tuple[float, float]
    high: float = 0.0
    side: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Balls at one moment: labels, centres (n, 3), turns (n, 3, 3); z far below the bed: not there."""

    labels: tuple[str, ...]
    centres_mm: Floats
    turns: Floats

    def index(self, label: str) -> int:
        """Where that ball is in the arrays."""
        return self.labels.index(label)

    @property
    def present(self) -> tuple[str, ...]:
        """Labels of the balls on the table."""
        return tuple(name for name, z in zip(self.labels, self.centres_mm[:, 2], strict=True) if z > 0)


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """What a shot did: samples a millisecond apart, and events (t from the strike, kind, a, b, x, y) by index."""

    path: Floats
    turns: Floats
    events: Floats
    after: Table

    @property
    def duration_s(self) -> float:
        """From the strike to the last ball at rest."""
        return (len(self.path) - 1) * motion.SAMPLE_S


def play(
    table: Table, shot: Shot, shape: TableShape, radius_mm: float, friction: Friction, struck: str = "cue",
    curve: Mapping[str, float] | None = None, t_max_s: float = 20.0,
) -> Run:  # fmt: skip
    """Strike a ball and let everything come to rest. `curve`: label -> sideways pull of a crazy ball, mm/s2."""
    n = len(table.labels)
    p, rot = table.centres_mm.copy(), table.turns.copy()
    v, w = np.zeros((n, 3)), np.zeros((n, 3))
    i = table.index(struck)
    ax, ay = shot.aim
    speed = shot.speed_mps * 1000.0
    v[i, :2] = speed * ax, speed * ay
    spin = 2.5 * speed / radius_mm
    w[i] = -ay * spin * shot.high, ax * spin * shot.high, -spin * shot.side
    state = np.where(p[:, 2] > 0, 0, 2).astype(np.int64)
    pull = np.array([(curve or {}).get(name, 0.0) for name in table.labels])
    edges, owner = shape.edges
    mu = np.array(
        [friction.sliding, friction.rolling, friction.spin_radps2, friction.ball, friction.throw, friction.cushion,
         friction.cushion_loss, friction.cushion_grip]
    )  # fmt: skip
    samples = int(t_max_s / motion.SAMPLE_S) + 2
    path, turns, events = np.zeros((samples, n, 3)), np.zeros((samples, n, 3, 3)), np.zeros((4000, 6))
    k, m = simulate(
        p, v, w, rot, state, pull, edges, owner, shape.holes, radius_mm, mu, t_max_s, path, turns, events
    )  # fmt: skip
    end = p.copy()
    end[state != 0, 2] = GONE_MM
    events = events[:m]
    return Run(path[:k], turns[:k], events[np.argsort(events[:, 0], kind="stable")], Table(table.labels, end, rot))


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A stretch of the timeline: samples from `t_s` on, a millisecond apart (a single one: nothing moves)."""

    t_s: float
    length_s: float
    path: Floats
    turns: Floats


class Passage:
    """Build a timeline: `rest`, `stroke`, `place`; then `positions(t)`, `people(t)` and `records` are its truth."""

    def __init__(
        self, shape: TableShape, table: Table, radius_mm: float, friction: Friction, game: str, ball_set: str,
        players: Sequence[str],
    ) -> None:  # fmt: skip
        """Start with `table` at t = 0."""
        self.shape, self.table, self.radius_mm, self.friction = shape, table, radius_mm, friction
        self.t_s = 0.0
        self.pieces: list[Piece] = []
        self._people: list[tuple[float, float, People]] = []
        self._strokes = 0
        self.script: list[list[object]] = []
        self.records: list[Record] = [
            {
                "type": "session", "t": 0.0, "schema": 1, "source": "synthetic", "game": game, "options": {},
                "players": list(players),
                "table": {"name": "drawn", "length_mm": shape.length_mm, "width_mm": shape.width_mm},
                "ball_set": ball_set, "ball_diameter_mm": 2 * radius_mm, "software": "truth", "models": [],
            }
        ]  # fmt: skip
        self._layout()

    def _balls(self) -> list[Record]:
        return [
            {"id": n, "label": n, "x": round(float(c[0]), 3), "y": round(float(c[1]), 3), "confidence": 1.0}
            for n, c in zip(self.table.labels, self.table.centres_mm, strict=True)
            if c[2] > 0
        ]

    def _layout(self) -> None:
        self.records.append({"type": "layout", "t": round(self.t_s, 5), "balls": self._balls()})

    def rest(self, seconds: float) -> None:
        """Nothing happens."""
        self.script.append(["rest", seconds])
        self._wait(seconds)

    def _wait(self, seconds: float) -> None:
        self.pieces.append(Piece(self.t_s, seconds, self.table.centres_mm[None], self.table.turns[None]))
        self.t_s += seconds

    def stroke(self, run: Run, shot: Shot, struck: str = "cue", approach_s: float = 1.6) -> None:
        """Somebody comes to the table, aims, strikes; all comes to rest."""
        i = self.table.index(struck)
        ball = self.table.centres_mm[i]
        before = self._balls()
        self.script.append(["stroke", shot.speed_mps, list(shot.aim), shot.high, shot.side])
        self._wait(approach_s)
        t0 = self.t_s
        self._people.append(
            (t0 - approach_s, t0 + 1.0, _player(ball, shot, t0, approach_s, self.shape, self.radius_mm))
        )
        self.pieces.append(Piece(t0, run.duration_s, run.path, run.turns))
        self.table = run.after
        self.t_s = t0 + run.duration_s
        self._strokes += 1
        events, first = stroke_events(run, self.table.labels, struck, t0, self.shape)
        self.records.append(
            {
                "type": "stroke", "t": round(self.t_s, 5), "number": self._strokes, "t_start": round(t0, 5),
                "t_end": round(self.t_s, 5), "struck": struck, "before": before, "after": self._balls(),
                "events": events, "first_contact": first, "uncertain": [],
            }
        )  # fmt: skip
        self._layout()

    def place(self, label: str, at_mm: tuple[float, float], side: tuple[float, float], turn: Floats) -> None:
        """A hand brings a ball that is not on the table; it comes from `side` (unit, from the ball outwards)."""
        self.script.append(["place", label, list(at_mm), list(side), np.asarray(turn).tolist()])
        came = self.t_s + 0.9
        lift = self.radius_mm
        path = np.repeat(self.table.centres_mm[None], 1600, axis=0)
        turns = np.repeat(self.table.turns[None], 1600, axis=0)
        i = self.table.index(label)
        hands = _bringing(at_mm, side, self.t_s, came, lift)
        for k in range(1600):
            held = hands(self.t_s + k * 1e-3)
            grip, up = held[1], held[2]
            path[k, i] = (grip[0], grip[1], lift + up)
            turns[k, i] = turn
        self._people.append((self.t_s, self.t_s + 1.6, lambda t: hands(t)[0]))
        self.pieces.append(Piece(self.t_s, 1.6, path, turns))
        self.t_s += 1.6
        centres, all_turns = self.table.centres_mm.copy(), self.table.turns.copy()
        centres[i] = (*at_mm, lift)
        all_turns[i] = turn
        self.table = Table(self.table.labels, centres, all_turns)
        to = {"x": round(at_mm[0], 3), "y": round(at_mm[1], 3)}
        self.records.append(
            {
                "type": "disturbance", "t": round(came, 5), "kind": "placed",
                "balls": [{"id": label, "label": label, "from": None, "to": to}],
            }
        )  # fmt: skip
        self._layout()

    def lift(self, label: str) -> None:
        """A hand comes, takes a ball off the table and leaves with it."""
        self.script.append(["lift", label])
        i = self.table.index(label)
        start = self.table.centres_mm[i].copy()
        at = (float(start[0]), float(start[1]))
        side = (1.0 if at[0] > 0 else -1.0, 0.0)
        t0, taken = self.t_s, self.t_s + 0.7
        path = np.repeat(self.table.centres_mm[None], 1400, axis=0)
        turns = np.repeat(self.table.turns[None], 1400, axis=0)

        def who(t: float) -> tuple[list[Capsule], float, float]:
            near = 1 - _smooth((t - t0) / 0.6)
            away = _smooth((t - taken) / 0.6)
            back = 35.0 + 1100.0 * max(near, away)
            up = 70.0 * _smooth(away * 3)
            palm = (at[0] + side[0] * back, at[1], 2 * self.radius_mm + up + 40.0 * near)
            return hand(palm, (-side[0], 0.0), SKIN, SLEEVE, 900.0), 1100.0 * away, up

        for k in range(1400):
            _, away, up = who(t0 + k * 1e-3)
            path[k, i] = (at[0] + side[0] * away, at[1], self.radius_mm + up)
        self._people.append((t0, t0 + 1.4, lambda t: who(t)[0]))
        self.pieces.append(Piece(t0, 1.4, path, turns))
        self.t_s += 1.4
        centres = self.table.centres_mm.copy()
        centres[i, 2] = GONE_MM
        self.table = replace(self.table, centres_mm=centres)
        was = {"x": round(at[0], 3), "y": round(at[1], 3)}
        self.records.append(
            {
                "type": "disturbance", "t": round(taken, 5), "kind": "removed",
                "balls": [{"id": label, "label": label, "from": was, "to": None}],
            }
        )  # fmt: skip
        self._layout()

    def state(self, times_s: Floats) -> tuple[Floats, Floats]:
        """(s, n, 3) centres and (s, n, 3, 3) turns at the times, which must be of one short exposure."""
        out_p, out_r = [], []
        for t in times_s:
            t = min(max(float(t), 0.0), self.t_s)
            piece = next((q for q in reversed(self.pieces) if q.t_s <= t), self.pieces[0])
            at = (t - piece.t_s) / motion.SAMPLE_S
            k = min(int(at), len(piece.path) - 1)
            m = min(k + 1, len(piece.path) - 1)
            f = min(at - k, 1.0)
            out_p.append(piece.path[k] * (1 - f) + piece.path[m] * f)
            out_r.append(piece.turns[k])
        return np.array(out_p), np.array(out_r)

    def people(self, t_s: float) -> list[Capsule]:
        """Whoever is in the picture at that time."""
        return [part for a, b, who in self._people if a <= t_s < b for part in who(t_s)]


def perform(passage: Passage, script: Sequence[Sequence[Any]]) -> Passage:
    """Play a script (what `Passage.script` noted) again; the shots are simulated anew and give the same truth."""
    for action, *values in script:
        if action == "rest":
            passage.rest(values[0])
        elif action == "stroke":
            shot = Shot(values[0], (values[1][0], values[1][1]), values[2], values[3])
            passage.stroke(play(passage.table, shot, passage.shape, passage.radius_mm, passage.friction), shot)
        elif action == "lift":
            passage.lift(values[0])
        elif action == "place":
            x, y = values[1]
            passage.place(values[0], (x, y), (values[2][0], values[2][1]), np.array(values[3]))
        else:
            raise ValueError(f"a script knows no action {action!r}")
    return passage


def stroke_events(
    run: Run, labels: tuple[str, ...], struck: str, t0_s: float, shape: TableShape
) -> tuple[list[Record], str | None]:
    """The events of a stroke as records, and its first contact."""
    out: list[tuple[float, Record]] = [
        (t0_s, {"t": round(t0_s, 5), "kind": "strike", "ball": struck, "confidence": 1.0})
    ]
    first: str | None = None
    for t, kind, a, b, x, y in run.events:
        at = round(t0_s + float(t), 5)
        ball = labels[int(a)]
        if kind == motion.CONTACT:
            pair = sorted((ball, labels[int(b)]))
            out.append((at, {"t": at, "kind": "contact", "balls": pair, "confidence": 1.0}))
            if first is None and struck in pair:
                first = pair[0] if pair[1] == struck else pair[1]
        elif kind == motion.CUSHION:
            place = {"x": round(float(x), 2), "y": round(float(y), 2)}
            out.append(
                (
                    at,
                    {"t": at, "kind": "cushion", "ball": ball, "cushion": CUSHIONS[int(b)], **place, "confidence": 1.0},
                )
            )
        else:
            out.append((at, {"t": at, "kind": "pocket", "ball": ball, "pocket": POCKETS[int(b)], "confidence": 1.0}))
    i = labels.index(struck)
    y = run.path[:, i, 1] + shape.length_mm / 4
    on_bed = run.path[:, i, 2] > 0
    for k in np.nonzero((y[:-1] * y[1:] < 0) & on_bed[1:])[0]:
        at = round(t0_s + (int(k) + float(y[k] / (y[k] - y[k + 1]))) * motion.SAMPLE_S, 5)
        way = "out" if y[k] < 0 else "in"
        out.append((at, {"t": at, "kind": "head-string", "ball": struck, "direction": way, "confidence": 1.0}))
    return [record for _, record in sorted(out, key=lambda e: e[0])], first


def _smooth(x: float) -> float:
    x = min(1.0, max(0.0, x))
    return x * x * (3 - 2 * x)


def _player(ball: Floats, shot: Shot, t0: float, approach: float, shape: TableShape, radius: float) -> People:
    """Cue, bridge hand and a body behind it, round a strike at t0."""
    ax, ay = shot.aim
    tip_x, tip_y = float(ball[0]) - ax * radius, float(ball[1]) - ay * radius
    height = radius * (1 + 0.8 * shot.high)

    def tip(t: float) -> float:
        """How far behind the ball the tip is, mm."""
        u = t - t0
        if u < -0.35:
            away = 900.0 * (1 - _smooth((u + approach) / 0.45))
            return 25.0 + 55.0 * (0.5 - 0.5 * math.cos(2 * math.pi * (u + 0.35) / 0.55)) * float(u > -1.1) + away
        if u < -0.12:
            return 25.0 + 110.0 * _smooth((u + 0.35) / 0.23)
        if u < 0.0:
            return 135.0 * (1 - ((u + 0.12) / 0.12) ** 2)
        if u < 0.35:
            return -35.0 * _smooth(u / 0.08)
        return -35.0 + 1100.0 * _smooth((u - 0.35) / 0.6)

    def bridge_away(t: float) -> float:
        u = t - t0
        return 1000.0 * (1 - _smooth((u + approach) / 0.5)) + 1100.0 * _smooth((u - 0.35) / 0.6)

    room = 1e9
    for at, direction, half in ((tip_x, -ax, shape.width_mm / 2), (tip_y, -ay, shape.length_mm / 2)):
        if abs(direction) > 1e-6:
            room = min(room, ((half if direction > 0 else -half) - at) / direction)
    stand = max(room + shape.rail_mm + 180.0, 700.0)

    def who(t: float) -> list[Capsule]:
        back = tip(t)
        away = bridge_away(t)
        parts = cue_stick((tip_x - ax * back, tip_y - ay * back, height), shot.aim)
        hand_at = (tip_x - ax * (210.0 + away), tip_y - ay * (210.0 + away), 14.0)
        parts = hand(hand_at, shot.aim, SKIN, SLEEVE, max(stand - 210.0, 420.0)) + parts
        foot = (tip_x - ax * (stand + 0.5 * away), tip_y - ay * (stand + 0.5 * away))
        return parts + body(foot, shot.aim, SLEEVE, (0.02, 0.012, 0.01))

    return who


def _bringing(
    at: tuple[float, float], side: tuple[float, float], t0: float, released: float, lift: float
) -> Callable[[float], tuple[list[Capsule], tuple[float, float], float]]:
    """A hand that brings a ball to `at`, lets go at `released`, leaves: (parts, ball x y, its height above rest)."""

    def who(t: float) -> tuple[list[Capsule], tuple[float, float], float]:
        coming = 1 - _smooth((t - t0) / (released - t0 - 0.1))
        going = _smooth((t - released - 0.05) / 0.6)
        far = 1100.0
        ball = (at[0] + side[0] * far * coming, at[1] + side[1] * far * coming)
        up = 60.0 * _smooth(coming * 3)
        palm = (
            ball[0] + side[0] * (35.0 + far * going),
            ball[1] + side[1] * (35.0 + far * going),
            2 * lift + up + 10.0 + 50.0 * going,
        )
        return hand(palm, (-side[0], -side[1]), SKIN, SLEEVE, 900.0), ball, up

    return who


def rack_diamond(shape: TableShape, radius_mm: float, rng: Generator, gap_mm: float = 0.15) -> Table:
    """Cue ball at the head string and a 9-ball diamond, the 1 on the foot spot and the 9 in the middle."""
    from callshot.models.drawing.set_looks import random_turn

    pitch = 2 * radius_mm + gap_mm
    rows = [1, 2, 3, 2, 1]
    spots = []
    for k, count in enumerate(rows):
        for j in range(count):
            spots.append((pitch * (j - (count - 1) / 2), shape.length_mm / 4 + k * pitch * math.sqrt(3) / 2))
    others = [str(n) for n in rng.permutation(np.arange(2, 9))]
    order = ["1", *others[:3], "9", *others[3:]]
    labels = ("cue", *order)
    centres = np.array([(0.0, 0.0, 0.0)] + [(x, y, radius_mm) for x, y in spots])
    centres[0] = (rng.uniform(-250, 250), -shape.length_mm / 4 - rng.uniform(30, 120), radius_mm)
    jitter = rng.uniform(-gap_mm, gap_mm, (len(labels) - 1, 2)) * 0.4
    centres[1:, :2] += jitter
    turns = np.array([random_turn(rng) for _ in labels])
    return Table(labels, centres, turns)


def with_ball(table: Table, label: str, at_mm: tuple[float, float], radius_mm: float) -> Table:
    """The same table with one ball put elsewhere."""
    centres = table.centres_mm.copy()
    centres[table.index(label)] = (*at_mm, radius_mm)
    return replace(table, centres_mm=centres)
