"""Speed of the stair: each stage as a ratio against one `cv2.absdiff` of the luma plane, in the same run."""

from __future__ import annotations

import statistics
from pathlib import Path

import cv2

from callshot.rules.equipment import BALL_SETS
from callshot.tracker.app import adapters
from callshot.tracker.calibrating import calibrate_source
from callshot.tracker.measuring import Measured, measure_stages

DATA = Path(__file__).parents[2] / "models" / "data"


def measure(recording: Path, table: str, head: str, balls: str) -> Measured:
    """The whole stair over a recording, on one thread."""
    cv2.setNumThreads(1)
    given = adapters()
    found = calibrate_source(given, str(recording), table, head)
    source = given.open_source(str(recording), lambda _: None)
    try:
        return measure_stages(source, found, BALL_SETS[balls])
    finally:
        source.close()


def rows() -> list[str]:
    """The table of the bundled recording: a 9-ball passage with its break."""
    result = measure(DATA / "demo.mp4", "9ft", "left", "pool9")
    unit = result.reference_s
    lines = [
        f"On the bundled recording ({result.width_px}x{result.height_px}, 60 frames/s, a 9-ball passage), "
        "one core, decoding not counted.",
        f"The unit is one `cv2.absdiff` of the luma plane: {1e6 * unit:.0f} microseconds in this run.",
        "",
        "| stage | frames | median, units | 95 %, units | worst, units | frames/s at the mean |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for stage, times in result.stages.items():
        ordered = sorted(times)
        p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
        cells = (statistics.median(times), p95, ordered[-1])
        units = " | ".join(f"{value / unit:.1f}" for value in cells)
        lines.append(f"| {stage} | {len(times)} | {units} | {1 / statistics.fmean(times):.0f} |")
    return lines
