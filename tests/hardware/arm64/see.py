"""One inference and a short replay of the bundled recording: run under emulation by run.sh, quick anywhere else."""

from __future__ import annotations

import itertools
import platform
import time
from pathlib import Path

import numpy as np

from callshot.calibration.find import find_table
from callshot.hardware.recording import Recording
from callshot.models.classifier import Classifier
from callshot.rules.equipment import BALL_SETS, TABLES
from callshot.tracker.pipeline import Pipeline, Play, bed_of
from callshot.tracker.seeing import open_eyes

RECORDING = Path(__file__).parents[3] / "models" / "data" / "demo.mp4"
SECONDS = 1.0


def main() -> None:
    image = np.full((200, 300, 3), 90, np.uint8)
    scores = Classifier().look(image, [[60.0, 60.0], [150.0, 100.0], [240.0, 140.0]], [14.0, 14.0, 14.0])
    assert scores.shape[0] == 3 and np.isfinite(scores).all()
    print("inference:", scores.shape)
    recording = Recording(RECORDING)
    table = find_table(itertools.islice(recording, 0, 120, 12), TABLES["9ft"], "left").table
    print(f"table: {table.error_mm:.1f} mm off its own lines")
    balls = BALL_SETS["pool9"]
    eyes = open_eyes(table, balls)
    pipeline = Pipeline(bed_of(table, balls.diameter_mm), eyes.capacity, Play(), eyes)
    start = time.perf_counter()
    records = [
        record
        for frame in itertools.takewhile(lambda f: f.t_s < SECONDS, Recording(RECORDING))
        for record in pipeline.update(frame)
    ]
    layouts = [r for r in records if r["type"] == "layout"]
    assert layouts and len(layouts[0]["balls"]) == 10, records
    print(f"replay: {len(layouts[0]['balls'])} balls on {platform.machine()}, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
