"""The import contracts hold, and each is shown to break on a planted violation."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("calibration", "hardware", "models", "rules", "tracker")


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter over a tree whose rooms are importable as callshot.*"""
    command = [
        str(Path(sys.executable).parent / "lint-imports"),
        "--no-cache",
        "--config",
        str(folder / "pyproject.toml"),
    ]
    env = os.environ | {"PYTHONPATH": str(folder / ".typing")}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("*.onnx", "*.mp4", "__pycache__"))
    (tmp_path / ".typing" / "callshot").mkdir(parents=True)
    for room in ROOMS:
        (tmp_path / ".typing" / "callshot" / room).symlink_to(Path("..") / ".." / room)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_contracts_are_kept(tree: Path) -> None:
    got = lint(tree)
    assert got.returncode == 0, got.stdout
    assert "4 kept, 0 broken" in got.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("hardware/frame.py", "import callshot.tracker.session", "The rooms are layers"),
        ("tracker/detect/__init__.py", "import callshot.rules.fouls", "The seeing half knows"),
        ("rules/ruling.py", "import time", "The rules know no camera"),
        ("tracker/session.py", "import callshot.hardware.recording", "Only the app picks adapters"),
    ],
)
def test_a_planted_violation_is_reported(tree: Path, file: str, line: str, contract: str) -> None:
    with (tree / file).open("a", encoding="utf-8") as source:
        source.write(f"\n{line}\n")
    got = lint(tree)
    assert got.returncode != 0
    assert any(contract in row and "BROKEN" in row for row in got.stdout.splitlines()), got.stdout


def test_the_second_contract_names_every_room_of_the_rules() -> None:
    """A new file of the rules is closed to the seeing half until somebody decides otherwise."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    named = {name.rpartition(".")[2] for name in contracts[1]["forbidden_modules"]}
    there = {path.stem for path in (ROOT / "rules").glob("*.py")} | {"congestion"}
    assert there - named == {"__init__", "vocabulary", "equipment"}
