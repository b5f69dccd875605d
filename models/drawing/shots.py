"""One stroke on the drawn table: how the cue meets the ball, what comes of it, and its truth as records."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from callshot.models.drawing import motion
from callshot.models.drawing.motion import Friction, simulate
from callshot.models.drawing.table_shape import TableShape
from callshot.rules.vocabulary import CUSHIONS, POCKETS

Floats = NDArray[np.float64]
Record = dict[str, object]

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
