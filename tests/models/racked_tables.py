"""Racks as a camera sees them: drawn whole, with a ball missing, wrong or loose, told or not. By hand:

    python -m tests.models.racked_tables FOLDER [--rounds N]

FOLDER keeps the drawn tables.
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from callshot.models.classifier import Classifier
from callshot.models.drawing.table_shape import TableShape
from callshot.rules.game import Setting
from callshot.rules.racks import RACKS, Rack
from callshot.rules.vocabulary import Ball, Layout
from callshot.tracker.racking import RackWatch
from callshot.tracker.strokes.bed import Bed
from tests.models.naming import read
from tests.models.whole_tables import FIRST_SEED, WholeTable, draw_with, kept

SETTING: Final = Setting(("Ann", "Bo"))
# game, racks that stand, the set that they are of
GAMES: Final = (
    ("8ball-fi", ("8-ball",), "pool15"), ("8ball-hu", ("8-ball, mixed sides",), "pool15"),
    ("9ball-fi", ("9-ball",), "pool9"), ("141-fi", ("14.1",), "pool15"), ("141-hu", ("14.1 rerack",), "pool15"),
    ("congestion", ("congestion foot", "congestion centre", "congestion head"), "congestion"),
)  # fmt: skip
FAULTS: Final = ("none", "missing", "wrong", "loose")
LOOSE_MM: Final = 15.0


def filled(rng: Generator, rack: Rack) -> list[str]:
    """A label for each place, as the rack asks for."""
    for _ in range(200):
        left = [str(b) for b in rng.permutation([b for b, n in rack.contents.items() for _ in range(n)])]
        out: list[str] = [""] * len(rack.places)
        for k in sorted(range(len(out)), key=lambda k: len(rack.places[k].labels)):
            fits = [b for b in left if b in rack.places[k].labels]
            if not fits:
                break
            out[k] = fits[0]
            left.remove(fits[0])
        if all(out) and (not rack.name.startswith("8-ball") or _sides_differ(out)):
            return out
    raise AssertionError(f"{rack.name} can't be filled")


def _sides_differ(labels: list[str]) -> bool:
    groups = [int(b) > 8 for b in labels]
    sides = ((0, 1, 3, 6, 10), (0, 2, 5, 9, 14), (10, 11, 12, 13, 14))
    return groups[10] != groups[14] and all(len({groups[k] for k in side}) == 2 for side in sides)


def draw_rack(seed: int) -> tuple[WholeTable, str, str, str]:
    """The table of a seed, its game, what is wrong in its first rack, and the ball that it is about."""
    game, names, ball_set = GAMES[seed // len(FAULTS) % len(GAMES)]
    fault = FAULTS[seed % len(FAULTS)]
    about = ""

    def placing(rng: Generator, shape: TableShape) -> tuple[list[str], NDArray[np.float64]]:
        nonlocal about
        labels: list[str] = ["cue"]
        at: list[tuple[float, float]] = [(210.0, -800.0)]
        if game == "congestion":
            labels.append("crazy-cue")
            at.append((-300.0, -330.0))
        for number, name in enumerate(names):
            rack = RACKS[name](SETTING)
            mine, places = filled(rng, rack), [(p.x_mm, p.y_mm) for p in rack.places]
            if number == 0 and fault == "wrong":
                # the ball of the narrowest place changes with one that may not stand there; in 14.1 any may
                a = min(range(len(mine)), key=lambda k: len(rack.places[k].labels))
                strange = [k for k in rng.permutation(len(mine)) if mine[k] not in rack.places[a].labels]
                if strange:
                    mine[a], mine[strange[0]] = mine[strange[0]], mine[a]
                    about = mine[a]
            elif number == 0 and fault in ("missing", "loose"):
                # one of the last row, on its outer end
                k = len(mine) - 1
                about = mine[k]
                if fault == "missing":
                    del mine[k], places[k]
                else:
                    places[k] = (places[k][0] + LOOSE_MM * 0.6, places[k][1] + LOOSE_MM * 0.8)
            labels += mine
            at += places
        return labels, np.array(at)

    rng = np.random.default_rng(FIRST_SEED + 500_000 + seed)
    return draw_with(rng, seed, ball_set, "", placing), game, fault, about


def told(game: str, balls: list[Ball]) -> list[dict[str, Any]]:
    """What is told of racks when these balls lie there after an empty table."""
    watch = RackWatch(game, Bed(2540.0, 1270.0, 57.15))
    watch.update(Layout(0.0, (Ball("cue", "cue", 0.0, -700.0),)))
    return [dict(d.details) for d in watch.update(Layout(1.0, tuple(balls)))]


def errors_mm(case: WholeTable, balls: list[Ball]) -> list[float]:
    """How far each ball of a rack is seen from its place, its rack as a whole moved to where it is seen."""
    at = np.array([(b.x_mm, b.y_mm) for b in balls])
    off = []
    for place in case.at_mm:
        gap = at - place
        k = int(np.argmin(np.hypot(*gap.T)))
        if np.hypot(*gap[k]) < 25:
            off.append(gap[k])
    moved = np.array(off) - np.median(off, axis=0)
    return [float(v) for v in np.hypot(*moved.T)]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=1)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    networks = {whammies: Classifier(None, whammies) for whammies in (False, True)}
    errors: list[float] = []
    found: dict[tuple[str, str], list[str]] = {}
    for case, game, fault, about in kept(
        args.folder / "rack", range(args.rounds * len(GAMES) * len(FAULTS)), draw_rack
    ):
        seen, _ = read(case, networks)
        balls = []
        for k, b in enumerate(seen.balls):
            label, p = max(b.labels.items(), key=lambda item: item[1], default=("ball", 0.0))
            balls.append(Ball(f"{label}#{k}", label, float(b.position_mm[0]), float(b.position_mm[1]), p))
        errors += errors_mm(case, balls)
        said = told(game, balls)
        words = [f"{d['rack']}{'' if d['complete'] else ' incomplete'} " + "; ".join(
            w["text"] for w in d["wrong"]) for d in said]  # fmt: skip
        print(case.seed, game, fault, about, case.cells["diameter"], len(balls), len(case.labels), words, flush=True)
        found.setdefault((game, fault), []).append(" | ".join(words))
    print("seen off their places, racks moved as a whole: median, 95 %, 99 %, worst mm:")
    print(np.round(np.percentile(errors, [50, 95, 99, 100]), 1), len(errors))
    print(len(list(itertools.chain(*found.values()))), "tables")


if __name__ == "__main__":
    main()
