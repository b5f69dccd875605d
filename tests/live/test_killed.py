"""Killed at random moments of an evening, the game goes on as if nothing had been."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from callshot.hardware.journal import read_journal

PROGRAM = Path(__file__).parent / "evening.py"
STROKES = 60
KILLS_AN_EVENING = 20


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


@dataclass(frozen=True, slots=True)
class Moment:
    """When the program dies: so long after the record file has grown by so much, however slow the machine is."""

    file: Path
    grown_bytes: float
    then_s: float

    def wait(self, process: Path) -> None:
        """Until then, or until the program has come to its end. process: its folder in /proc."""
        wanted = self.file.stat().st_size + self.grown_bytes
        while self.file.stat().st_size < wanted and process.exists():
            time.sleep(0.0002)
        time.sleep(self.then_s)


class Program:
    """The program that is killed: its children play the evenings."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def play(self, home: Path, script: Path, kill: Moment | None) -> int:
        """Plays until the end or the kill; the exit code."""
        assert self._server.stdin is not None and self._server.stdout is not None
        self._server.stdin.write(json.dumps([str(home), str(script), 0.0 if kill is None else 0.0007]) + "\n")
        self._server.stdin.flush()
        pid, code = 0, None
        while code is None:
            words = self._server.stdout.readline().split()
            assert words, "the program died of itself"
            if words[0] == "child":
                pid = int(words[1])
            elif words[0] == "ready" and kill is not None:
                assert pid > 1
                kill.wait(Path(f"/proc/{pid}"))
                with contextlib.suppress(ProcessLookupError):  # it came to its end first
                    os.kill(pid, signal.SIGKILL)
            elif words[0] == "exit":
                code = int(words[1])
        return code

    def close(self) -> None:
        self._server.communicate(timeout=60)


def _assert_eventful(expected: Sequence[dict[str, Any]]) -> None:
    """Every stroke of the evening was ruled, and there was something to lose: fouls, questions, answers, new racks."""
    rulings = [r for r in expected if r["type"] == "ruling"]
    assert {r["of"] for r in rulings if r["of"] is not None} == set(range(1, STROKES + 1))
    assert sum(bool(r["fouls"]) for r in rulings) >= 3
    assert sum(r["over"] is not None for r in rulings) >= 2
    assert sum(r["type"] == "question" for r in expected) >= 3
    assert sum(r["type"] == "input" for r in expected) >= 3


def _killed_evenings(tmp_path: Path, kills: int, seed: int) -> None:
    """Plays evenings, killing the program again and again, until it was killed so often; compares each at its end."""
    evening = _program()
    rng = random.Random(seed)
    program = Program()
    deaths = 0
    in_the_middle = 0
    number = 0
    while deaths < kills:
        number += 1
        script = evening.evening(seed * 1000 + number, STROKES)
        path = tmp_path / f"script-{number}.json"
        path.write_text(json.dumps(script))
        whole = tmp_path / f"whole-{number}"
        evening.play(whole, script)
        expected = evening.essence(_records(whole))
        _assert_eventful(expected)
        size = (whole / "session-000001.jsonl").stat().st_size
        home = tmp_path / f"home-{number}"
        file = home / "session-000001.jsonl"
        for _ in range(KILLS_AN_EVENING):
            moment = Moment(file, rng.uniform(0.0, 2.0) * size / KILLS_AN_EVENING, rng.uniform(0.0, 0.01))
            if deaths == kills or program.play(home, path, moment) == 0:
                break
            deaths += 1
            in_the_middle += 0 < file.read_bytes().count(b'{"type":"stroke"') < STROKES
            if rng.random() < 0.3:  # the power went in the middle of a write
                there = file.stat().st_size
                with file.open("r+b") as torn:
                    torn.truncate(there - rng.randint(0, min(40, there)))
        assert program.play(home, path, None) == 0
        assert evening.essence(_records(home)) == expected
    program.close()
    assert in_the_middle >= 0.8 * kills, "the deaths came before the evening or after it"


def test_ten_kills(tmp_path: Path) -> None:
    _killed_evenings(tmp_path, 10, seed=20261130)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_five_hundred_kills(tmp_path: Path) -> None:
    _killed_evenings(tmp_path, 500, seed=7)
