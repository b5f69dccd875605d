"""Arguments with characters that no file and no name can have: one line, no traceback."""

from __future__ import annotations

import os

import pytest

from callshot.tracker.app import run

ODD = ["a\0b", "\ud800x", "picamera:\0"]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    "command",
    [
        ["run", "--calibration"], ["run", "--source"], ["run", "--players"], ["run", "-o"], ["replay"],
        ["replay", "x.mp4", "--calibration"], ["rule", "--game"], ["calibrate"], ["doctor", "--calibration"], ["lens"],
    ],
)  # fmt: skip
def test_one_line(command: list[str], odd: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command, odd]) == 2
    said = capsys.readouterr().err
    assert said.startswith("callshot: '") and said.count("\n") == 1 and "character" in said


def test_bytes_that_are_no_utf8_are_a_file_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", os.fsdecode(b"\xff.mp4"), "--from", "observations"]) == 1
    assert capsys.readouterr().err.startswith("callshot: \\udcff.mp4: ")
