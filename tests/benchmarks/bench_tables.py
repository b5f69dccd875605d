"""Find the table in all footage and score it against the truth: where the nose corners are seen, in mm.

    python tests/benchmarks/bench_tables.py [NAME ...] [--jobs N] [--write DIR]

Prints one row a case and the summary that ../shared/score/score_table.py would print; --write keeps the calibrations.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from callshot.calibration.find import find_table
from callshot.calibration.table import CalibrationError
from callshot.rules.equipment import TableSize

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from footage_tables import case, cases, frames_of  # type: ignore[import-not-found]


@dataclass(frozen=True)
class Row:
    """What came of one case. errors_mm: of the four corners, None where no table was accepted."""

    name: str
    errors_mm: list[float] | None
    fit_mm: float
    cpu_s: float
    note: str = ""


def measure(name: str, folder: str | None) -> Row:
    """Calibrate one case and compare."""
    cv2.setNumThreads(1)
    c = case(name)
    size = TableSize(
        str(c.camera["table"].get("name", "")), c.camera["table"]["length_mm"], c.camera["table"]["width_mm"]
    )
    start = time.process_time()
    try:
        table = find_table(frames_of(c), size, c.camera["head"]).table
    except CalibrationError as why:
        return Row(name, None, float("nan"), time.process_time() - start, str(why))
    spent = time.process_time() - start
    if folder:
        (Path(folder) / f"{name}.toml").write_text(table.to_toml(), encoding="utf-8")
    true = np.array(c.camera["corners_px"], float)
    got = table.camera.image_from_table(table.nose_corners_mm, table.nose_height_mm)
    if not c.camera.get("head_known", True):
        got = min(got, np.roll(got, 2, 0), key=lambda g: float(np.abs(g - true).sum()))
    scale = size.length_mm / np.mean([np.linalg.norm(true[1] - true[2]), np.linalg.norm(true[0] - true[3])])
    return Row(name, (np.linalg.norm(got - true, axis=1) * scale).tolist(), table.error_mm, spent)


def main() -> int:
    """Exit code 1 where a table is missing from too many cases or one is badly wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="parts of case names; all if none")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", help="folder for the calibrations")
    options = parser.parse_args()
    names = [c.name for c in cases() if not options.names or any(part in c.name for part in options.names)]
    if not names:
        print("no footage beside the project: nothing to measure")
        return 0
    with ProcessPoolExecutor(options.jobs) as pool:
        rows = []
        for row in pool.map(measure, names, [options.write] * len(names)):
            rows.append(row)
            print(f"{row.name}: {row.cpu_s:.1f} s", file=sys.stderr, flush=True)
    print(f"{'case':44} {'worst mm':>9} {'median mm':>9} {'fit mm':>7} {'cpu s':>6}")
    for row in rows:
        worst, middle = (max(row.errors_mm), float(np.median(row.errors_mm))) if row.errors_mm else (np.nan, np.nan)
        print(f"{row.name[:44]:44} {worst:9.1f} {middle:9.1f} {row.fit_mm:7.2f} {row.cpu_s:6.1f} {row.note}")
    found = [row.errors_mm for row in rows if row.errors_mm]
    every = np.array([e for errors in found for e in errors]) if found else np.array([np.nan])
    wrong = sum(max(errors) > 25 for errors in found)
    print(
        f"tables {len(rows)} found {len(found)} corner_mm_median {np.median(every):.2f} "
        f"corner_mm_max {np.max(every):.2f} worse_than_25_mm {wrong}"
    )
    return int(wrong > 0 or len(found) < 0.9 * len(rows) or float(np.median(every)) > 6)


if __name__ == "__main__":
    sys.exit(main())
