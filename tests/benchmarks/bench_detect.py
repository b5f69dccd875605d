"""What a frame costs the detector, against one look at the plane and against HoughCircles, in the same run.

    python tests/benchmarks/bench_detect.py [case to measure in a break, break_8ball by default] [from frame] [to frame]

Processor time of one core; decoding is not counted, the luma plane is given. Prints the table and what holds of it.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from footage_tables import cases, frames_of, table_of

from callshot.tracker.detect.detector import Detector


def main() -> None:
    cv2.setNumThreads(1)
    name = sys.argv[1] if len(sys.argv) > 1 else "break_8ball"
    start, stop = (int(v) for v in (sys.argv[2:4] or (170, 240)))
    case = next((c for c in cases() if c.name == name), None)
    if case is None:
        sys.exit(f"no footage called {name}; looked beside the project for shared/footage")
    frames = list(frames_of(case, stop))
    detector = Detector(table_of(case), case.ball_diameter_mm)
    radius = detector.view.radius_px
    rest, motion = [], []
    for i, frame in enumerate(frames):
        before = time.process_time()
        seen = detector.update(frame)
        spent = time.process_time() - before
        if i and not seen.looked:
            rest.append(spent)
        elif i >= start:
            motion.append(spent)
    planes = [f.luma for f in frames[:60] if f.luma is not None]
    looks = [_timed(lambda p=p: cv2.absdiff(p, planes[0])) for p in planes for _ in range(5)]
    circles = [
        _timed(
            lambda p=p: cv2.HoughCircles(
                p, cv2.HOUGH_GRADIENT, 1, 1.8 * radius, param1=100, param2=18,
                minRadius=round(0.85 * radius), maxRadius=round(1.15 * radius),
            )
        )
        for p in planes[:20]
    ]  # fmt: skip
    look, circle = np.median(looks), np.median(circles)
    print(
        f"{case.name}, {frames[0].image.shape[1]}x{frames[0].image.shape[0]}, balls of {2 * radius:.0f} px; ms a frame"
    )
    print(f"one absdiff of the plane  {1e3 * look:8.3f}")
    print(f"HoughCircles              {1e3 * circle:8.3f}")
    if rest:
        print(
            f"at rest, median           {1e3 * np.median(rest):8.3f} = {np.median(rest) / look:.1f} absdiffs (bar: 6)"
        )
    print(
        f"in motion, median         {1e3 * np.median(motion):8.3f} = {np.median(motion) / circle:.2f} of HoughCircles"
        f" (bar: 0.20), {1 / np.median(motion):.0f} frames/s (bar: 240); mean {1e3 * np.mean(motion):.3f}"
    )


def _timed(work: object) -> float:
    before = time.process_time()
    work()  # type: ignore[operator]
    return time.process_time() - before


if __name__ == "__main__":
    main()
