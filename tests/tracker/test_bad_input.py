"""What people get wrong: one clear line, the right exit code, nothing half-written, never a traceback."""

from __future__ import annotations

import contextlib
import json
import resource
import signal
import subprocess
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.tracker.command_line import CALLSHOT, assert_one_line, calibration, callshot, process, video

DATA = Path(__file__).parents[2] / "models" / "data"


@pytest.fixture
def noise() -> list[np.ndarray]:
    rng = np.random.default_rng(3)
    return [rng.integers(0, 255, (360, 640, 3), dtype=np.uint8) for _ in range(3)]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("missing.mp4", None, ("missing.mp4", "no such file")),
        ("empty.mp4", b"", ("empty.mp4",)),
        ("text.mp4", b"this is no film\n" * 100, ("text.mp4",)),
    ],
)
def test_a_source_that_is_none(tmp_path: Path, name: str, content: bytes | None, words: tuple[str, ...]) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    done = callshot("calibrate", name, "--table", "9ft", "--head", "left", cwd=tmp_path)
    assert_one_line(done, 1, *words)
    assert not (tmp_path / "table.toml").exists()


def test_a_film_of_no_table_is_refused_with_the_way_out(tmp_path: Path, noise: list[np.ndarray]) -> None:
    video(tmp_path / "noise.mp4", noise)
    done = callshot("calibrate", "noise.mp4", "--table", "9ft", "--head", "left", cwd=tmp_path)
    assert_one_line(done, 1, "--corners")
    assert list(tmp_path.iterdir()) == [tmp_path / "noise.mp4"]


def test_a_table_seen_in_part_is_refused(tmp_path: Path) -> None:
    image = np.full((360, 640, 3), (90, 140, 40), np.uint8)
    cv2.imwrite(str(tmp_path / "part.png"), image)
    done = callshot("calibrate", "part.png", "--table", "9ft", "--head", "left", cwd=tmp_path)
    assert_one_line(done, 1, "--corners")


@pytest.mark.parametrize("table", ["10", "9 ft", "0x0", "2540x", "axb", "99999x1"])
def test_a_size_that_is_none(tmp_path: Path, noise: list[np.ndarray], table: str) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), noise[0])
    done = callshot("calibrate", "a.png", "--table", table, "--head", "left", cwd=tmp_path)
    assert_one_line(done, 2, "--table")


def test_the_calibration_of_another_camera(tmp_path: Path, noise: list[np.ndarray]) -> None:
    video(tmp_path / "a.mp4", noise)
    calibration(tmp_path / "other.toml", 1280, 720)
    done = callshot("replay", "a.mp4", "--calibration", "other.toml", "-o", "r.jsonl", cwd=tmp_path)
    assert_one_line(done, 1, "640x360", "other.toml was made for 1280x720")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--game", "chess"), ("chess", "9ball-fi")),
        (("--players", "Ann,Ann"), ("two players", "Ann")),
        (("--players", "Ann,,Bo"), ("empty",)),
        (("--players", "A" * 201), ("201",)),
        (("--option", "race"), ("KEY=VALUE",)),
        (("--option", "race=3", "--option", "race=4"), ("race", "twice", "'3'", "'4'")),
        (("--lang", "se"), ("se",)),
        (("--bogus",), ("--bogus",)),
    ],
)
def test_bad_usage_is_2(tmp_path: Path, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    done = callshot("replay", "a.mp4", "--calibration", "t.toml", *arguments, cwd=tmp_path)
    assert_one_line(done, 2, *words)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("games",), 0), (("balls",), 0), (("lens", "--board", "board.pdf"), 0),
        (("games", "croquet"), 2), (("balls", "x"), 2), (("lens",), 2), (("calibrate", "a.mp4"), 2), (("colours",), 2),
        (("detect",), 2), (("replay",), 2), (("rule", "--option", "x"), 2), (("run", "--fps", "0"), 2),
        (("doctor", "--bogus"), 2), (("demo", "--lang", "se"), 2),
        (("lens", "none.mp4"), 1), (("calibrate", "none.mp4", "--table", "9ft", "--head", "left"), 1),
        (("colours", "none.mp4", "--calibration", "table.toml", "--balls", "pool9"), 1),
        (("detect", "none.mp4", "--calibration", "table.toml"), 1),
        (("replay", "none.mp4", "--calibration", "table.toml"), 1),
        (("run", "--source", "none.mp4", "--calibration", "table.toml", "--mute"), 1),
        (("doctor", "--source", "none.mp4"), 1), (("demo", "-o", "/dev/null/x"), 1),
    ],
)  # fmt: skip
def test_the_exit_codes_are_those_that_help_tells(tmp_path: Path, arguments: tuple[str, ...], code: int) -> None:
    calibration(tmp_path / "table.toml")
    done = callshot(*arguments, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    if code:
        assert_one_line(done, code)


@pytest.mark.parametrize("command", ["run", "demo"])
def test_a_port_without_a_page_is_a_slip(tmp_path: Path, command: str) -> None:
    assert_one_line(callshot(command, "--port", "8080", cwd=tmp_path), 2, "--port 8080", "--serve")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("names", ["Ann Lee,Bo von Öö", "🎱,🐙", "A" * 200 + ",B"])
def test_odd_names_play(tmp_path: Path, names: str) -> None:
    stroke = '{"type":"stroke","number":1,"struck":"cue","first_contact":null,"events":[]}\n'
    done = process("rule", "--game", "9ball-fi", "--players", names, cwd=tmp_path, input=stroke)
    assert done.returncode == 0, done.stderr
    ruling = next(r for r in map(json.loads, done.stdout.splitlines()) if r["type"] == "ruling")
    assert ruling["next"]["player"] == names.split(",")[1]


def test_a_film_of_two_frames_gives_whole_records(tmp_path: Path, noise: list[np.ndarray]) -> None:
    video(tmp_path / "two.mp4", noise[:2])
    calibration(tmp_path / "t.toml")
    done = callshot("replay", "two.mp4", "--calibration", "t.toml", "-o", "r.jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()]
    assert records[0]["type"] == "session"


def test_a_picture_too_large_is_told(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "big.png"), np.zeros((10_000, 10_000, 3), np.uint8))
    done = callshot("calibrate", "big.png", "--table", "9ft", "--head", "left", cwd=tmp_path)
    assert_one_line(done, 1)


def test_a_full_disk_leaves_whole_records(tmp_path: Path, noise: list[np.ndarray]) -> None:
    """The size limit of the process stands in for a full disk: both end a write short, with an error."""
    video(tmp_path / "a.mp4", noise)
    calibration(tmp_path / "t.toml")

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    done = process("replay", "a.mp4", "--calibration", "t.toml", "-o", "r.jsonl", cwd=tmp_path, preexec_fn=limit)
    assert_one_line(done, 1, "r.jsonl", "the disk takes no more")
    text = (tmp_path / "r.jsonl").read_text(encoding="utf-8")
    assert text == "" or text.endswith("\n")


@pytest.mark.skipif(not (DATA / "demo.mp4").exists(), reason="the demo recording has not been drawn")
def test_ctrl_c_leaves_whole_records(tmp_path: Path) -> None:
    calibration(tmp_path / "t.toml", 1280, 720)
    command = [*CALLSHOT, "replay", str(DATA / "demo.mp4"), "--calibration", "t.toml", "-o", "r.jsonl"]
    running = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    out = tmp_path / "r.jsonl"
    try:
        until = time.monotonic() + 120
        while time.monotonic() < until and not (out.exists() and out.stat().st_size):
            time.sleep(0.05)
        # A library that is being read in may eat one; a person presses again.
        for _ in range(3):
            running.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                _, said = running.communicate(timeout=1)
                break
        else:
            _, said = running.communicate(timeout=120)
    finally:
        running.kill()
        running.communicate()
    assert running.returncode == 130, said
    assert "Traceback" not in said
    assert "stopped" in said.splitlines()[-1]
    for line in out.read_text(encoding="utf-8").splitlines(keepends=True):
        assert line.endswith("\n")
        json.loads(line)


def test_a_wrong_source_leaves_the_records_that_were_there(tmp_path: Path) -> None:
    kept = tmp_path / "keep.jsonl"
    kept.write_text("precious\n", encoding="utf-8")
    calibration(tmp_path / "table.toml")
    for out in ("keep.jsonl", "new.jsonl"):
        done = callshot("replay", "nofile.mp4", "--calibration", "table.toml", "--game", "9ball-fi", "--players",
                        "Ann,Bo", "-o", out, cwd=tmp_path)  # fmt: skip
        assert_one_line(done, 1, "nofile.mp4")
    assert kept.read_text(encoding="utf-8") == "precious\n" and not (tmp_path / "new.jsonl").exists()


@pytest.mark.parametrize(
    ("corners", "word"),
    [
        (("5,5", "5,5", "5,5", "5,5"), "four-sided"),
        (("nan,1", "2,2", "3,3", "4,4"), "outside"),
        (("1e300,1", "2,2", "3,3", "4,4"), "outside"),
        (("100,320", "100,40", "540,40", "540,320"), "mirrored"),
        (("540,320", "540,40", "100,40", "100,320"), "another side"),
    ],
)
def test_corners_of_no_table_are_refused(tmp_path: Path, corners: tuple[str, ...], word: str) -> None:
    picture = np.full((360, 640, 3), 90, np.uint8)
    cv2.imwrite(str(tmp_path / "still.png"), picture)
    done = callshot("calibrate", "still.png", "--table", "9ft", "--head", "left", "--corners", *corners,
                    "-o", "table.toml", cwd=tmp_path)  # fmt: skip
    assert_one_line(done, 1, "--corners", word)
    assert not (tmp_path / "table.toml").exists()


def test_a_calibration_that_leaves_no_bed_to_see_is_one_line(tmp_path: Path) -> None:
    """The table as a camera fifteen times farther away would see it: a few pixels of cloth."""
    calibration(tmp_path / "far.toml", far=45_000.0)
    cv2.imwrite(str(tmp_path / "still.png"), np.full((360, 640, 3), 90, np.uint8))
    done = callshot("detect", "still.png", "--calibration", "far.toml", "--balls", "pool9", cwd=tmp_path)
    assert_one_line(done, 1, "calibration")
