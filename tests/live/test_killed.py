"""Killed at random moments of an evening, the game goes on as if nothing had been."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from callshot.hardware.journal import read_journal

PROGRAM = Path(__file__).parent / "evening.py"
STROKES = 60


def _program() -> ModuleType:
    spec = importlib.util.spec_from_file_location("evening", PROGRAM)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _records(home: Path) -> tuple[dict[str, Any], ...]:
    contents = read_journal((home / "session-000001.jsonl").read_bytes())
    assert contents.damage is None
    return contents.records


def _killed_evenings(tmp_path: Path, kills: int, seed: int) -> None:
    """Plays evenings, killing the program again and again, until it was killed so often; compares each at its end."""
    evening = _program()
    rng = random.Random(seed)
    done_kills = 0
    unfinished = 0
    number = 0
    while done_kills < kills:
        number += 1
        script = evening.evening(seed * 1000 + number, STROKES)
        path = tmp_path / f"script-{number}.json"
        path.write_text(json.dumps(script))
        whole = tmp_path / f"whole-{number}"
        evening.play(whole, script)
        expected = evening.essence(_records(whole))
        rulings = [r for r in expected if r["type"] == "ruling"]
        assert len(rulings) >= STROKES and any(r["fouls"] for r in rulings), "an evening in which nothing happens"
        home = tmp_path / f"home-{number}"
        for _ in range(1000):
            seconds_a_frame = "0.0007" if done_kills < kills else "0"
            process = subprocess.Popen(
                [sys.executable, str(PROGRAM), str(home), str(path), seconds_a_frame], stdout=subprocess.PIPE, text=True
            )
            with process:
                assert process.stdout is not None
                assert process.stdout.readline() == "ready\n"
                if done_kills < kills:
                    try:
                        process.wait(rng.uniform(0.0, 0.5))
                    except subprocess.TimeoutExpired:
                        os.kill(process.pid, signal.SIGKILL)
                        done_kills += 1
                process.wait(60)
            if process.returncode == 0:
                break
            unfinished += 1
            if rng.random() < 0.3:  # the power went in the middle of a write
                file = home / "session-000001.jsonl"
                size = file.stat().st_size
                with file.open("r+b") as torn:
                    torn.truncate(size - rng.randint(0, min(40, size)))
        assert process.returncode == 0
        assert evening.essence(_records(home)) == expected
    assert unfinished >= kills


def test_ten_kills(tmp_path: Path) -> None:
    _killed_evenings(tmp_path, 10, seed=20261130)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_five_hundred_kills(tmp_path: Path) -> None:
    _killed_evenings(tmp_path, 500, seed=7)
