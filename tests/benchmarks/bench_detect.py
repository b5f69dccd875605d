"""What a frame costs the detector, against one look at the plane and against HoughCircles, in the same run.

    python -m tests.benchmarks.bench_detect [case, break_8ball by default] [from frame] [to frame]

Processor time of one core; decoding is not counted, the luma plane is given. In motion: every frame from the first to
the last in which a ball moves, unless a range is asked for; people who are still about are in it. HoughCircles is
called on every sixth of the same frames (see `circles`); how many of the balls it finds is told beside its cost.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from footage_tables import cases, frames_of, table_of

from callshot.tracker.detect.detector import Detector
from tests.benchmarks.circles import Circles

T = TypeVar("T")
EVERY = 6


def main() -> None:
    cv2.setNumThreads(1)
    name = sys.argv[1] if len(sys.argv) > 1 else "break_8ball"
    asked = [int(v) for v in sys.argv[2:4]]
    case = next((c for c in cases() if c.name == name), None)
    if case is None:
        sys.exit(f"no footage called {name}; looked beside the project for shared/footage")
    table = table_of(case)
    detector, circles = Detector(table, case.ball_diameter_mm), Circles(table, case.ball_diameter_mm)
    spent, rolling, looked, looks, hough = [], [], [], [], {}
    found = seen_balls = others = 0
    first: np.ndarray | None = None
    for i, frame in enumerate(itertools.islice(frames_of(case), asked[1] if asked else None)):
        assert frame.luma is not None
        plane = np.ascontiguousarray(frame.luma)
        first = plane if first is None else first
        seen, cost = _timed(lambda frame=frame: detector.update(frame))
        spent.append(cost)
        looked.append(seen.looked)
        known = detector._known
        rolling.append(known is not None and any(b.rest_px is None for b in known.balls))
        looks.append(_timed(lambda plane=plane, first=first: cv2.absdiff(plane, first))[1])
        if i % EVERY == 0:
            places, hough[i] = _timed(lambda plane=plane: circles.find(plane))
            balls = table.camera.image_from_table([b.position_mm for b in seen.balls], case.ball_diameter_mm / 2)
            near = np.hypot(*(balls[:, None] - places[None]).transpose(2, 0, 1)) < 0.4 * circles.radius_px
            found, seen_balls = found + int(near.any(1).sum()), seen_balls + len(balls)
            others += int((~near.any(0)).sum())
    frames = np.nonzero(rolling[1:])[0] + 1
    start, stop = asked if asked else (int(frames[0]), int(frames[-1]) + 1)
    ms = 1e3 * np.array(spent)
    motion, rest = ms[start:stop], ms[1:][~np.array(looked[1:])]
    look, circle = 1e3 * np.median(looks), 1e3 * np.mean([v for k, v in hough.items() if start <= k < stop])
    print(f"{case.name}, {plane.shape[1]}x{plane.shape[0]}, balls of {2 * circles.radius_px:.0f} px; ms a frame")
    print(f"one absdiff of the plane  {look:8.3f}")
    print(f"HoughCircles, mean        {circle:8.3f}, finds {found} of {seen_balls} balls and {others} that are none")
    if len(rest):
        print(f"at rest, median           {np.median(rest):8.3f} = {np.median(rest) / look:.1f} absdiffs (bar: 6)")
    for what, value in (("mean", np.mean(motion)), ("median", np.median(motion))):
        print(
            f"in motion, {what:6}         {value:8.3f} = {value / circle:.2f} of HoughCircles (bar: 0.20),"
            f" {1e3 / value:.0f} frames/s (bar: 240)"
        )
    print(f"frames {start} to {stop}, worst {motion.max():.0f} ms, {int((motion > 1000 / 60).sum())} over 16.7 ms")


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    before = time.process_time()
    result = work()
    return result, time.process_time() - before


if __name__ == "__main__":
    main()
