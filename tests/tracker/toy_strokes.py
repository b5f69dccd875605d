"""Random strokes on the toy table, through tracker and stroke builder, and how well they were told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from toy_camera import ToyCamera
from toy_table import Strike, Toy

from callshot.rules.vocabulary import Disturbance, Layout, Stroke, StrokeEvent
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.builder import StrokeBuilder
from callshot.tracker.strokes.naming import Names
from callshot.tracker.strokes.shutter import Lateness
from callshot.tracker.track.tracker import Tracker

LABELS = ["cue", *(str(i) for i in range(1, 16))]
TABLES = ((2540.0, 1270.0), (2235.0, 1117.5), (1981.0, 990.5), (2337.0, 1168.5))
RACK_9 = ((0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 1), (3, 2), (4, 2))
TOLERANCE_S = 0.1


def scenario(seed: int, kind: str = "open") -> Toy:
    """A stroke: `open` play with up to nine balls, a `crowd` of up to fifteen in loose groups, up to three clusters of
    balls that are `touching`, a nine-ball `break`.
    """
    rng = np.random.default_rng(seed if kind != "crowd" else 1000 + seed)
    length, width = TABLES[seed % 4]
    bed = Bed(length, width, 57.15)
    if kind == "open":
        count = int(rng.integers(2, 10))
        lay: list[np.ndarray] = []
        while len(lay) < count:
            at = rng.uniform([-width / 2 + 30, -length / 2 + 30], [width / 2 - 30, length / 2 - 30])
            if all(np.hypot(*(at - p)) > 60 for p in lay):
                lay.append(at)
        target = lay[int(rng.integers(1, count))] + rng.normal(0, 20, 2)
        speed = float(np.exp(rng.uniform(np.log(400), np.log(5000))))
    elif kind == "crowd":
        count = int(rng.integers(9, 16))
        lay = [rng.uniform([-width / 2 + 40, -length / 2 + 40], [width / 2 - 40, -length / 4])]
        middle = [rng.uniform([-width / 2 + 150, -length / 6], [width / 2 - 150, length / 2 - 150]) for _ in range(2)]
        inside = np.array([width / 2 - 30, length / 2 - 30])
        while len(lay) < count:
            loose = rng.random() >= 0.8
            at = rng.uniform(-inside, inside) if loose else middle[len(lay) % 2] + rng.normal(0, 130, 2)
            if (np.abs(at) < inside).all() and all(np.hypot(*(at - p)) > 57.6 for p in lay):
                lay.append(at)
        target = lay[int(rng.integers(1, count))] + rng.normal(0, 20, 2)
        speed = float(np.exp(rng.uniform(np.log(600), np.log(4000))))
    elif kind == "touching":
        lay = [rng.uniform([-width / 2 + 100, -length / 2 + 100], [width / 2 - 100, -100])]
        for _ in range(int(rng.integers(1, 4))):
            seat = len(lay)
            lay.append(_free_place(rng, lay, lambda: rng.uniform(-1, 1, 2) * [width / 2 - 30, length / 2 - 30]))
            for _ in range(int(rng.integers(1, 4))):
                other = lay[int(rng.integers(seat, len(lay)))]
                beside = _free_place(
                    rng, lay, lambda o=other: o + _some_way(rng) * (57.15 + rng.choice([0.02, 0.3, 2.0]))
                )
                if (np.abs(beside) < [width / 2 - 30, length / 2 - 30]).all():
                    lay.append(beside)
        target = lay[1] + rng.normal(0, 12, 2)
        speed = float(np.exp(rng.uniform(np.log(800), np.log(6000))))
    else:
        apex = np.array([0.0, length / 4])
        lay = [np.array([rng.uniform(-width / 4, width / 4), -length / 4 - rng.uniform(5, 200)])]
        rows = np.array([((k - r / 2) * 57.16, r * 49.51) for r, k in RACK_9])
        lay += list(apex + rows + rng.normal(0, 0.03, rows.shape))
        target, speed = apex + rng.normal(0, 5, 2), float(rng.uniform(4000, 9000))
    way = target - lay[0]
    toy = Toy(
        bed, np.array(lay), rng.uniform(0.15, 0.25), rng.uniform(0.007, 0.015), rng.uniform(0.9, 0.97),
        rng.uniform(0.65, 0.85),
    )  # fmt: skip
    velocity = way / np.hypot(*way) * speed
    toy.play([Strike(0, 0.8, (float(velocity[0]), float(velocity[1])), float(rng.uniform(0, 1.7)))], until=25.0)
    return toy


def _some_way(rng: np.random.Generator) -> np.ndarray:
    turn = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(turn), np.sin(turn)])


def _free_place(rng: np.random.Generator, lay: list[np.ndarray], draw: Callable[[], np.ndarray]) -> np.ndarray:
    """The first place drawn where a ball can lie."""
    while True:
        at = draw()
        if all(np.hypot(*(at - p)) > 57.15 for p in lay):
            return at


def told(
    toy: Toy, camera: ToyCamera, quiet_s: float = 1.6, late: Lateness | None = None, **watch: object
) -> list[Layout | Stroke | Disturbance]:  # fmt: skip
    """What tracker and builder make of it."""
    tracker, builder = Tracker(toy.bed), StrokeBuilder(toy.bed, Names(dict.fromkeys(LABELS, 1)), late)
    out: list[Layout | Stroke | Disturbance] = []
    for frame in camera.watch(toy, 0.0, toy.times[-1] + quiet_s, labels=LABELS, **watch):  # type: ignore[arg-type]
        out += builder.update(tracker.update(frame))
    return out + builder.finish()


def key_of(event: StrokeEvent) -> tuple[object, ...]:
    """What has to agree, beside the time."""
    if event.kind == "contact":
        return ("contact", frozenset(event.balls))
    return (event.kind, event.ball, event.cushion or event.pocket)


def truth_of(toy: Toy) -> list[tuple[float, tuple[object, ...]]]:
    """(time, key) of every strike, contact, cushion and pocket."""
    out: list[tuple[float, tuple[object, ...]]] = []
    for e in toy.events:
        names = [LABELS[i] for i in e.balls]
        if e.kind == "contact":
            out.append((e.t, ("contact", frozenset(names))))
        elif e.kind in ("strike", "cushion", "pocket"):
            out.append((e.t, (e.kind, names[0], e.name or None)))
    # a ball that trembles against a cushion touches it once
    return [q for k, q in enumerate(out) if not any(p[1] == q[1] and q[0] - p[0] <= 0.04 for p in out[:k])]


@dataclass
class Tally:
    """Counts per kind; sure: stated with 0.9 or more and not doubted; errors_s of cushions and contacts."""

    right: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    sure: int = 0
    sure_wrong: int = 0
    first_right: int = 0
    first_wrong: int = 0
    first_doubted: int = 0
    errors_s: list[float] = field(default_factory=list)

    def f1(self, kind: str) -> float:
        hits = 2 * self.right[kind]
        return hits / max(hits + self.missed[kind] + self.false[kind], 1)

    def add(self, toy: Toy, stroke: Stroke | None) -> None:
        truth = truth_of(toy)
        events = [e for e in stroke.events if e.kind in ("strike", "contact", "cushion", "pocket")] if stroke else []
        doubted = {u.fact for u in stroke.uncertain} if stroke else set()
        open_truth = list(truth)
        for e in events:
            limit = 0.4 if e.kind == "pocket" else TOLERANCE_S
            near = [q for q in open_truth if q[1] == key_of(e) and abs(q[0] - e.t_s) <= limit]
            assert stroke is not None
            sure = e.confidence >= 0.9 and f"events[{stroke.events.index(e)}]" not in doubted
            self.sure += sure
            if near:
                best = min(near, key=lambda q: abs(q[0] - e.t_s))
                open_truth.remove(best)
                self.right[e.kind] += 1
                if e.kind in ("cushion", "contact"):
                    self.errors_s.append(abs(best[0] - e.t_s))
            else:
                self.false[e.kind] += 1
                self.sure_wrong += sure
        for _, key in open_truth:
            self.missed[str(key[0])] += 1
        first = next((LABELS[sum(e.balls)] for e in toy.events if e.kind == "contact" and 0 in e.balls), None)
        if stroke is None or "first_contact" in doubted:
            self.first_doubted += 1
        elif stroke.first_contact == first:
            self.first_right += 1
        else:
            self.first_wrong += 1
