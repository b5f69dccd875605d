"""Accuracy on the footage beside the project: every clip through the command line, every stream through the scorer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
CALLSHOT = Path(sys.executable).parent / "callshot"
CLIP_LIMIT_S = 600
# The footage names sets by their family; the command line by the set that is meant.
SETS = {"baseball": "baseball21", "snooker": "snooker22"}


@dataclass(frozen=True)
class Run:
    """One clip: how the commands ended, and where their files lie."""

    name: str
    kind: str
    folder: Path
    calibrated: bool
    replayed: bool
    trouble: str
    wall_s: float


def run_one(case: Path, out: Path) -> Run:
    """Calibrate a clip by itself and replay it with that calibration; what fails is told, not raised."""
    import time

    camera = json.loads((case / "camera.json").read_text(encoding="utf-8"))
    out.mkdir(parents=True, exist_ok=True)
    table = f"{camera['table']['length_mm']:g}x{camera['table']['width_mm']:g}"
    source = str(case / camera["file"])
    start = time.monotonic()
    made = _call(["calibrate", source, "--table", table, "--head", camera["head"], "-o", str(out / "table.toml")])
    if made:
        return Run(case.name, case.parent.name, out, False, False, made, time.monotonic() - start)
    balls = SETS.get(camera["ball_set"], camera["ball_set"])
    got = _call(
        ["replay", source, "--calibration", str(out / "table.toml"), "--game", "none", "--balls", balls,
         "-o", str(out / "got.jsonl")]
    )  # fmt: skip
    return Run(case.name, case.parent.name, out, True, not got, got, time.monotonic() - start)


def _call(arguments: list[str]) -> str:
    """The empty text where it went well, else the last line that the command said."""
    env = os.environ | {"OMP_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}
    try:
        done = subprocess.run(
            [str(CALLSHOT), *arguments], capture_output=True, text=True, env=env, timeout=CLIP_LIMIT_S
        )
    except subprocess.TimeoutExpired:
        return f"{arguments[0]}: longer than {CLIP_LIMIT_S} s"
    if done.returncode == 0:
        return ""
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    return lines[-1] if lines else f"{arguments[0]}: exit code {done.returncode}"


def run_all(out: Path, only: str = "", workers: int = 2) -> list[Run]:
    """Every clip and still whose name holds `only`."""
    cases = [
        p.parent for kind in ("real", "rendered") for p in sorted((SHARED / "footage" / kind).glob("*/camera.json"))
    ]
    cases = [c for c in cases if only in c.name]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(lambda c: run_one(c, out / c.parent.name / c.name), cases))


def score(kind: str, out: Path, footage: Path = SHARED / "footage") -> dict[str, Any]:
    """The scorer's report over one kind of footage, with a report for each clip under `groups`."""
    command = [sys.executable, str(SHARED / "score" / "score.py"), "--dir", str(footage / kind),
               str(out / kind), "--by", "--json", "--verbose"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def score_tables(runs: list[Run], footage: Path = SHARED / "footage") -> dict[str, Any]:
    """The table scorer's report: corner errors of every clip's calibration."""
    pairs: list[str] = []
    for run in runs:
        pairs += [str(footage / run.kind / run.name / "camera.json"), str(run.folder / "table.toml")]
    command = [sys.executable, str(SHARED / "score" / "score_table.py"), *pairs, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result
