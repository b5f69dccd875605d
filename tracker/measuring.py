"""How long each stage takes on this machine: for `callshot doctor` and the benchmarks."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.rules.equipment import BallSet
from callshot.tracker.pipeline import Pipeline, Play, bed_of
from callshot.tracker.seeing import open_eyes

REFERENCE_REPEATS = 200


@dataclass(slots=True)
class Measured:
    """Seconds a frame, by stage, and of one `cv2.absdiff` of the luma plane in the same run."""

    width_px: int
    height_px: int
    reference_s: float
    stages: dict[str, list[float]] = field(default_factory=dict)


def reference_s(luma: np.ndarray) -> float:
    """The median time of one `cv2.absdiff` of this plane."""
    other = np.roll(luma, 1, axis=1).copy()
    out = np.empty_like(luma)
    times = []
    for _ in range(REFERENCE_REPEATS):
        start = time.perf_counter()
        cv2.absdiff(luma, other, out)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def measure_stages(frames: Iterable[Frame], table: TableGeometry, balls: BallSet, most: int = 2000) -> Measured:
    """Runs the stair over frames (decoded one by one, which is not counted) and times each stage of it."""
    eyes = open_eyes(table, balls)
    pipeline = Pipeline(bed_of(table, balls.diameter_mm), eyes.capacity, Play(), eyes)
    width, height = table.camera.image_size
    detect: list[float] = []
    identify: list[float] = []
    follow: list[float] = []
    rest: list[float] = []
    moving: list[float] = []
    reference: float | None = None
    for frame in itertools.islice(frames, most):
        luma = frame.luma if frame.luma is not None else cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
        if reference is None:
            reference = reference_s(np.ascontiguousarray(luma))
        t0 = time.perf_counter()
        seen = eyes.detect(frame)
        t1 = time.perf_counter()
        seen = eyes.identify(frame, seen)
        t2 = time.perf_counter()
        pipeline.observe(seen)
        t3 = time.perf_counter()
        detect.append(t1 - t0)
        identify.append(t2 - t1)
        follow.append(t3 - t2)
        (moving if seen.moving else rest).append(t3 - t0)
    stages = {"detect": detect, "identify": identify, "track, strokes, rules": follow}
    stages |= {"whole stair, at rest": rest, "whole stair, in motion": moving}
    return Measured(width, height, reference or 0.0, {k: v for k, v in stages.items() if v})
