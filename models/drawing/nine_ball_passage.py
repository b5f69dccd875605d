"""The passage of the demo: a 9-ball rack in five strokes, found by trying shots on the drawn table.

A break that pots a ball, a pot, a foul (the wrong ball first), ball in hand put down by a hand, a pot, and a
combination that sinks the 9. Everything follows from one seed: `python -m callshot.models.drawing.nine_ball_passage`
looks for the passage again and prints its script, which lies in `models/data`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from importlib import resources

import numpy as np
from numpy.random import Generator

from callshot.models.drawing import motion
from callshot.models.drawing.motion import Friction
from callshot.models.drawing.passage import Passage, perform
from callshot.models.drawing.set_looks import random_turn
from callshot.models.drawing.shots import Run, Shot, Table, play, rack_diamond, with_ball
from callshot.models.drawing.table_shape import TableShape

RADIUS_MM = 28.575
Good = Callable[[Table, Run, str | None, list[str]], bool]


def _summary(run: Run, labels: tuple[str, ...]) -> tuple[str | None, list[str], int]:
    """First contact, pocketed balls, cushion contacts of a run."""
    cue = labels.index("cue")
    first: str | None = None
    sunk, cushions = [], 0
    for _, kind, a, b, _x, _y in run.events:
        if kind == motion.CONTACT and first is None and cue in (int(a), int(b)):
            first = labels[int(b) if int(a) == cue else int(a)]
        elif kind == motion.POCKET:
            sunk.append(labels[int(a)])
        elif kind == motion.CUSHION:
            cushions += 1
    return first, sunk, cushions


def _tidy(table: Table) -> bool:
    """Balls at rest lie apart from each other by 12 mm or more, so that the passage shows nothing doubtful."""
    c = table.centres_mm[table.centres_mm[:, 2] > 0, :2]
    d = np.linalg.norm(c[:, None] - c[None], axis=2) + 1e6 * np.eye(len(c))
    return bool(d.min() > 2 * RADIUS_MM + 12)


def _aim(a: np.ndarray, b: np.ndarray) -> tuple[float, float]:
    d = b[:2] - a[:2]
    d = d / np.linalg.norm(d)
    return float(d[0]), float(d[1])


def _turned(aim: tuple[float, float], angle: float) -> tuple[float, float]:
    c, s = math.cos(angle), math.sin(angle)
    return aim[0] * c - aim[1] * s, aim[0] * s + aim[1] * c


def _search(
    table: Table, shape: TableShape, friction: Friction, rng: Generator, target: str, speeds: tuple[float, float],
    good: Good, tries: int, place: bool = False, longest_s: float = 6.0,
) -> tuple[Table, Shot, Run] | None:  # fmt: skip
    """The first shot tried that does what `good` asks; with `place` the cue ball is put somewhere first."""
    for _ in range(tries):
        here = table
        if place:
            at = (rng.uniform(-0.4, 0.4) * shape.width_mm, rng.uniform(-0.42, 0.42) * shape.length_mm)
            here = with_ball(table, "cue", (float(at[0]), float(at[1])), RADIUS_MM)
            if not _tidy(here):
                continue
        cue = here.centres_mm[here.index("cue")]
        ball = here.centres_mm[here.index(target)]
        reach = float(np.linalg.norm(ball[:2] - cue[:2]))
        spread = 1.7 * RADIUS_MM / max(reach, 4 * RADIUS_MM)
        shot = Shot(
            float(rng.uniform(*speeds)), _turned(_aim(cue, ball), float(rng.uniform(-spread, spread))),
            float(rng.uniform(-0.35, 0.35)),
        )  # fmt: skip
        run = play(here, shot, shape, RADIUS_MM, friction)
        if run.duration_s > longest_s:
            continue
        first, sunk, _ = _summary(run, here.labels)
        if good(here, run, first, sunk):
            return here, shot, run
    return None


def lowest(table: Table) -> str:
    """The ball on."""
    return min((name for name in table.present if name != "cue"), key=int)


def _break(table: Table, shape: TableShape, friction: Friction, rng: Generator) -> tuple[Shot, Run] | None:
    aim = _aim(table.centres_mm[0], table.centres_mm[1])
    shot = Shot(
        float(rng.uniform(7.0, 9.5)), _turned(aim, float(rng.uniform(-0.006, 0.006))), float(rng.uniform(-0.1, 0.15))
    )
    run = play(table, shot, shape, RADIUS_MM, friction)
    first, sunk, _ = _summary(run, table.labels)
    good = first == "1" and len(sunk) == 1 and sunk[0] not in ("cue", "9", "1") and run.duration_s < 7.0
    return (shot, run) if good and _tidy(run.after) else None


SCRIPT = "nine_ball.json"


def _begin(table: Table) -> Passage:
    return Passage(TableShape(), table, RADIUS_MM, Friction(rolling=0.016), "9ball-fi", "pool9", ("Ann", "Bo"))


def nine_ball_passage() -> Passage:
    """The passage from its stored script (`models/data/nine_ball.json`), simulated anew."""
    text = resources.files("callshot.models").joinpath("data", SCRIPT).read_text(encoding="utf-8")
    stored = json.loads(text)
    table = Table(tuple(stored["labels"]), np.array(stored["centres_mm"]), np.array(stored["turns"]))
    return perform(_begin(table), stored["script"])


def stored_form(start: Table, passage: Passage) -> str:
    """The text of the stored script."""
    return json.dumps(
        {
            "labels": start.labels, "centres_mm": start.centres_mm.tolist(), "turns": start.turns.tolist(),
            "script": passage.script,
        },
        indent=1,
    )  # fmt: skip


def find_passage(seed: int = 9) -> tuple[Table, Passage]:
    """Look for a passage (two minutes): where it starts, and all of it. Raises ValueError where there is none."""
    shape, friction = TableShape(), Friction(rolling=0.016)
    for attempt in range(400):
        rng = np.random.default_rng([seed, attempt])
        table = rack_diamond(shape, RADIUS_MM, rng)
        opened = _break(table, shape, friction, rng)
        if opened is None:
            continue
        passage = _begin(table)
        passage.rest(0.6)
        passage.stroke(opened[1], opened[0])
        if _after_break(passage, rng):
            return table, passage
    raise ValueError(f"seed {seed}: no passage found")


def _after_break(passage: Passage, rng: Generator) -> bool:
    shape, friction = passage.shape, passage.friction

    def pots_low(here: Table, run: Run, first: str | None, sunk: list[str]) -> bool:
        low = lowest(here)
        return first == low and sunk == [low] and _tidy(run.after)

    def wrong_ball(here: Table, run: Run, first: str | None, sunk: list[str]) -> bool:
        return first not in (None, lowest(here)) and not sunk and _tidy(run.after)

    def sinks_nine(here: Table, run: Run, first: str | None, sunk: list[str]) -> bool:
        return first == lowest(here) and sunk == ["9"]

    got = _search(passage.table, shape, friction, rng, lowest(passage.table), (0.9, 2.6), pots_low, 250)
    if got is None:
        return False
    passage.rest(0.5)
    passage.stroke(got[2], got[1])
    low = lowest(passage.table)
    cue = passage.table.centres_mm[passage.table.index("cue")]
    others = [b for b in passage.table.present if b not in ("cue", low)]
    near = min(others, key=lambda b: float(np.linalg.norm(passage.table.centres_mm[passage.table.index(b)] - cue)))
    got = _search(passage.table, shape, friction, rng, near, (0.8, 1.8), wrong_ball, 60)
    if got is None:
        return False
    passage.rest(0.5)
    passage.stroke(got[2], got[1])
    got = _search(passage.table, shape, friction, rng, lowest(passage.table), (0.9, 2.2), pots_low, 400, place=True)
    if got is None:
        return False
    i = got[0].index("cue")
    passage.rest(0.3)
    passage.lift("cue")
    at = got[0].centres_mm[i]
    side = (1.0 if at[0] > 0 else -1.0, 0.0)
    passage.place("cue", (float(at[0]), float(at[1])), side, random_turn(rng))
    got = _search(passage.table, shape, friction, rng, lowest(passage.table), _near(got[1]), pots_low, 400)
    if got is None:
        return False
    passage.rest(0.4)
    passage.stroke(got[2], got[1])
    last = _search(
        passage.table, shape, friction, rng, lowest(passage.table), (1.0, 3.0), sinks_nine, 500, longest_s=5.0
    )
    if last is None:
        return False
    passage.rest(0.5)
    passage.stroke(last[2], last[1])
    passage.rest(1.0)
    return True


def _near(shot: Shot) -> tuple[float, float]:
    """Speeds near those of a shot that is known to work."""
    return shot.speed_mps * 0.9, shot.speed_mps * 1.1


if __name__ == "__main__":
    print(stored_form(*find_passage()))
