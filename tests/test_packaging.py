"""The wheel holds what the repository tracks, and works from an empty folder."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("calibration", "hardware", "models", "rules", "tracker")
SHIPPED = (
    ".py",
    ".typed",
    ".onnx",
    ".html",
    ".css",
    ".js",
    ".svg",
    ".json",
    ".mp4",
    ".po",
    ".toml",
    ".service",
    ".jsonl",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--disable-pip-version-check", "-w", out, ROOT],
        check=True,
        cwd=out,
    )
    return next(out.glob("callshot-*.whl"))


def tracked() -> set[str]:
    listed = subprocess.run(["git", "ls-files", *ROOMS], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {name for name in listed.splitlines() if name.endswith(SHIPPED)}


def test_wheel_holds_every_tracked_file_and_nothing_generic(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    held = {name.removeprefix("callshot/") for name in names if name.startswith("callshot/")}
    wanted = tracked()
    assert len(wanted) > 20
    assert wanted - held == set()
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"callshot"}


def test_wheel_works_from_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    site = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True, capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip
    zipfile.ZipFile(wheel).extractall(site)
    # The dependencies come from the running environment; the package itself must not.
    other = next(p for p in sys.path if p.endswith("site-packages"))
    (Path(site) / "dependencies.pth").write_text(other + "\n")
    empty = tmp_path / "empty"
    empty.mkdir()
    got = subprocess.run(
        [python, "-c", "import callshot.rules.vocabulary as v, sys; print(v.__file__); "
                       "from callshot.tracker.app import run; sys.exit(run(['games', '9ball-fi']))"],
        cwd=empty, capture_output=True, text=True,
    )  # fmt: skip
    assert got.returncode == 0, got.stderr
    assert got.stdout.startswith(site)
    assert "race" in got.stdout
