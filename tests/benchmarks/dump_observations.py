"""Run the detector over clips of the footage with the true tables and keep what it saw.

    python tests/benchmarks/dump_observations.py OUT_FOLDER [part of a clip's name ...]

Writes OUT_FOLDER/NAME.obs.gz, to be read with `callshot.tracker.observations_file.read_observations`.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from footage_tables import cases, frames_of, table_of

from callshot.tracker.detect.detector import Detector
from callshot.tracker.observations_file import ObservationsWriter


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for case in cases():
        if case.is_still or (sys.argv[2:] and not any(part in case.name for part in sys.argv[2:])):
            continue
        table = table_of(case)
        detector = Detector(table, case.ball_diameter_mm)
        spent, counts, looked = [], [], 0
        head = {"source": case.name, "table": table.to_toml(), "ball_diameter_mm": case.ball_diameter_mm}
        with ObservationsWriter(out / f"{case.name}.obs.gz", head) as writer:
            for frame in frames_of(case):
                start = time.process_time()
                seen = detector.update(frame)
                spent.append(time.process_time() - start)
                writer.write(seen)
                counts.append(len(seen.balls))
                looked += seen.looked
        ms = np.array(spent) * 1e3
        tally = {k: v for k, v in enumerate(np.bincount(counts).tolist()) if v}
        print(
            f"{case.name}: {len(ms)} frames, {looked} looked at; ms of one core a frame: mean {ms.mean():.1f}, median"
            f" {np.median(ms):.1f}, worst {ms.max():.0f}; frames by number of balls {tally}",
            flush=True,
        )


if __name__ == "__main__":
    main()
