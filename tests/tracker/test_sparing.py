"""What is read is never written over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest

from callshot.tracker.sparing import check_files


@pytest.mark.parametrize("way", ["name", "dots", "symlink", "hard link"])
def test_the_source_is_not_the_output(tmp_path: Path, way: str) -> None:
    source, out = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    source.write_text("{}\n")
    if way == "symlink":
        out.symlink_to(source)
    elif way == "hard link":
        out.hardlink_to(source)
    else:
        out = source if way == "name" else tmp_path / "." / "a.jsonl"
    with pytest.raises(click.UsageError, match=r"-o .*: is source too and would be lost"):
        check_files({"source": str(source), "output": out})


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"sources": ("v.mp4", "t.toml"), "output": Path("t.toml")}, "is sources too"),
        ({"source": "v.mp4", "calibration": Path("t.toml"), "observations": Path("t.toml")}, "--observations .*calib"),
        ({"source": "v.mp4", "output": Path("x"), "preview": Path("x")}, "--preview x: is written by --output too"),
    ],
)
def test_no_file_is_lost(params: dict[str, Any], words: str) -> None:
    with pytest.raises(click.UsageError, match=words):
        check_files(params)


def test_other_files_and_devices_are_free() -> None:
    check_files({"source": "camera:0", "output": Path("x"), "annotated": None, "lens": None, "balls": "any"})
    check_files({"source": "v.mp4", "output": Path("/dev/null"), "observations": Path("/dev/null")})
