"""How well strokes are told, and what it costs, on the toy table; beside it the rules of thumb that others use.

    python tests/benchmarks/bench_strokes.py [strokes a rate, 12 if left out]

Prints a table in Markdown. The rules of thumb: two balls within 60 mm in one frame touched; a ball within 50 mm of a
cushion whose speed changes sign hit it; no such contact by the struck ball is a foul.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tracker"))
from toy_camera import ToyCamera
from toy_strokes import LABELS, Tally, scenario
from toy_table import Toy

from callshot.rules.vocabulary import Stroke
from callshot.tracker.strokes.builder import StrokeBuilder
from callshot.tracker.strokes.naming import Names
from callshot.tracker.track.tracker import Tracker

NAIVE_CONTACT_MM = 60.0


def naive_first_contact(toy: Toy, fps: float) -> int | None:
    """The first ball seen within 60 mm of the struck one in any single frame."""
    for t in np.arange(0.8, toy.times[-1], 1 / fps):
        at = toy.path(np.array([t]))[0]
        far = np.hypot(*(at[1:] - at[0]).T)
        if len(far) and far.min() < NAIVE_CONTACT_MM:
            return int(far.argmin()) + 1
    return None


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    print("| kind | frames/s | strike F1 | contact F1 | cushion F1 | pocket F1 | time error ms, median |"
          " first contact right / wrong / doubted | stated sure, wrong | naive first contact wrong |"
          " track ms a frame | strokes ms a frame, worst |")  # fmt: skip
    print("| --- " * 12 + "|")
    for kind in ("open", "break"):
        for fps in (25.0, 60.0, 120.0):
            tally, naive_wrong, spent_track, spent_strokes, worst, frames = Tally(), 0, 0.0, 0.0, 0.0, 0
            for seed in range(100, 100 + count):
                toy = scenario(seed, kind)
                tracker, builder = Tracker(toy.bed), StrokeBuilder(toy.bed, Names(dict.fromkeys(LABELS, 1)))
                told = []
                for frame in ToyCamera(fps=fps, seed=seed).watch(toy, 0.0, toy.times[-1] + 1.6, labels=LABELS):
                    a = time.perf_counter()
                    state = tracker.update(frame)
                    b = time.perf_counter()
                    told += builder.update(state)
                    c = time.perf_counter()
                    spent_track, spent_strokes, worst = spent_track + b - a, spent_strokes + c - b, max(worst, c - b)
                    frames += 1
                told += builder.finish()
                strokes = [r for r in told if isinstance(r, Stroke)]
                tally.add(toy, strokes[0] if len(strokes) == 1 else None)
                met = next((sum(e.balls) for e in toy.events if e.kind == "contact" and 0 in e.balls), None)
                naive_wrong += naive_first_contact(toy, fps) != met
            error_ms = 1e3 * float(np.median(tally.errors_s))
            first = f"{tally.first_right} / {tally.first_wrong} / {tally.first_doubted}"
            kinds = " | ".join(f"{tally.f1(k):.3f}" for k in ("strike", "contact", "cushion", "pocket"))
            cost = f"{1e3 * spent_track / frames:.2f} | {1e3 * spent_strokes / frames:.2f}, {1e3 * worst:.0f}"
            print(
                f"| {kind} | {fps:.0f} | {kinds} | {error_ms:.1f} | {first} | {tally.sure}, {tally.sure_wrong} | "
                f"{naive_wrong} of {count} | {cost} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
