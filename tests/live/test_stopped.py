"""`callshot run` stopped early, on a full disk, beside another: a last line each time, and the right exit code."""

from __future__ import annotations

import json
import os
import resource
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.tracker.command_line import CALLSHOT, assert_one_line, calibration, callshot, process, video

GREEN = np.full((360, 640, 3), (60, 110, 30), np.uint8)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A recording of half a second of cloth, its calibration, and the program's folder."""
    video(tmp_path / "a.mp4", [GREEN] * 15)
    calibration(tmp_path / "table.toml")
    monkeypatch.setenv("CALLSHOT_HOME", str(tmp_path / "home"))
    return tmp_path


def arguments(*more: str) -> tuple[str, ...]:
    return ("run", "--source", "a.mp4", "--calibration", "table.toml", "--mute", "--game", "9ball-fi", "--players",
            "Ann,Bo", *more)  # fmt: skip


def wait_until_up(running: subprocess.Popen[str]) -> str:
    """What it says until it names its records."""
    said = ""
    while "records:" not in said:
        line = running.stderr.readline() if running.stderr is not None else ""
        assert line, said
        said += line
    return said


def test_sigterm_before_it_is_up_has_its_line(home: Path) -> None:
    program = (
        "import os, signal, callshot.tracker.running as running\n"
        "def slow(*_):\n    os.kill(os.getpid(), signal.SIGTERM)\n    raise AssertionError('it goes on')\n"
        "running._table_for = slow\n"
        "import sys; from callshot.tracker.start import main; main(sys.argv[1:])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments()],
        cwd=home,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert_one_line(done, 143, "stopped")
    assert not (home / "home").exists()


def test_sigterm_while_it_runs_is_a_good_end_with_a_line(home: Path) -> None:
    with subprocess.Popen([*CALLSHOT, *arguments("--serve", "--port", "0")], cwd=home, stderr=subprocess.PIPE,
                          text=True) as running:  # fmt: skip
        said = wait_until_up(running)
        running.send_signal(signal.SIGTERM)
        said += running.communicate(timeout=120)[1]
    assert running.returncode == 0 and "Traceback" not in said


def test_a_disk_that_never_took_a_record_is_an_error_at_the_end(home: Path) -> None:
    """The size limit of the process stands in for a full disk."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    done = process(*arguments("-o", "r.jsonl"), cwd=home, preexec_fn=limit)
    assert_one_line(done, 1, "r.jsonl", "are lost", "make room")
    assert not (home / "r.jsonl").read_bytes()


def test_where_a_full_disk_lost_records_nobody_is_told_that_the_game_goes_on(home: Path) -> None:
    """Stopped, not ended: what is said at the end is true of what was written."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    with subprocess.Popen([*CALLSHOT, *arguments("--serve", "--port", "0", "-o", "r.jsonl")], cwd=home, text=True,
                          stderr=subprocess.PIPE, preexec_fn=limit) as running:  # fmt: skip
        said = wait_until_up(running)
        running.send_signal(signal.SIGTERM)
        said += running.communicate(timeout=120)[1]
    assert running.returncode == 1
    assert "are lost" in said.splitlines()[-1]
    assert "goes on from here" not in said and "are whole" not in said


def test_a_game_that_goes_on_in_the_last_runs_file_says_so(home: Path) -> None:
    said = []
    for more in (("-o", "r.jsonl"), ()):
        with subprocess.Popen([*CALLSHOT, *arguments("--serve", "--port", "0", *more)], cwd=home, text=True,
                              stderr=subprocess.PIPE) as running:  # fmt: skip
            begun = wait_until_up(running)
            running.send_signal(signal.SIGTERM)
            said.append(begun + running.communicate(timeout=120)[1])
    lines = [next(line for line in text.splitlines() if line.startswith("records: ")) for text in said]
    assert lines[0].endswith("r.jsonl")
    assert "r.jsonl   (the last run's game goes on there; -o FILE" in lines[1]


def test_a_novel_is_no_file_of_records(home: Path) -> None:
    (home / "novel.txt").write_text("It was a dark and stormy night.\n", encoding="utf-8")
    done = process(*arguments("-o", "novel.txt"), cwd=home)
    assert_one_line(done, 1, "novel.txt", "no file of records")
    assert (home / "novel.txt").read_text(encoding="utf-8").startswith("It was")
    assert sorted(p.name for p in home.iterdir() if "novel" in p.name) == ["novel.txt"]


@pytest.mark.parametrize("place", ["/dev/zero", "/dev/null", "."])
def test_a_device_is_no_place_for_records(home: Path, place: str) -> None:
    done = callshot(*arguments("-o", place), cwd=home)
    assert_one_line(done, 2 if place == "." else 1, place)


def test_a_second_one_beside_it_does_not_change_what_the_first_goes_on_with(home: Path) -> None:
    with subprocess.Popen([*CALLSHOT, *arguments("--serve", "--port", "0")], cwd=home, stderr=subprocess.PIPE,
                          text=True) as first:  # fmt: skip
        try:
            wait_until_up(first)
            done = process(*arguments("-o", "b.jsonl"), cwd=home)
            assert done.returncode == 0 and "another callshot is running" in done.stderr
            choices = json.loads((home / "home" / "choices.json").read_bytes())
            assert choices["file"] == str(home / "home" / "session-000001.jsonl")
        finally:
            os.kill(first.pid, signal.SIGTERM)
            first.communicate(timeout=120)
    records = (home / "b.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(records[0])["type"] == "session"


@pytest.mark.parametrize(("stop", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_what_stops_it_while_it_is_read_in_has_its_line(stop: signal.Signals, code: int) -> None:
    """The first module that the program reads sends the signal."""
    program = (
        "import os, sys, types\n"
        "class Stop:\n    def find_spec(self, name, *_):\n"
        "        if name == 'click':\n            sys.meta_path.remove(self)\n"
        f"            os.kill(os.getpid(), {int(stop)})\n"
        "sys.meta_path.insert(0, Stop())\n"
        "from callshot.tracker.start import main; main(['games'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert_one_line(done, code, "stopped before it began")


AT_WORK = """
import threading
import cv2
import numpy
from callshot.tracker.start import main

def work():
    picture = numpy.zeros((2000, 2000, 3), numpy.uint8)
    while True:
        cv2.GaussianBlur(picture, (0, 0), 2)
        at_work.set()

at_work = threading.Event()
threading.Thread(target=work, daemon=True).start()
at_work.wait()
main(["games"])
"""


def test_a_look_at_the_table_under_way_makes_no_crash_of_the_end() -> None:
    done = subprocess.run([sys.executable, "-c", AT_WORK], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert "9ball-fi" in done.stdout, "what was said is said to the end"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_what_the_shell_closed_is_empty_and_takes_nothing(tmp_path: Path, closed: str) -> None:
    record = json.dumps({"type": "session", "t": 0, "game": "9ball-fi", "players": ["Ann", "Bo"]})
    (tmp_path / "in").write_text(record + "\n", encoding="utf-8")
    words = f"{shlex.join(CALLSHOT)} rule < in {closed}"
    done = subprocess.run(["sh", "-c", words], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert (tmp_path / "in").read_text(encoding="utf-8") == record + "\n"
    if closed == "2>&-":
        assert "session" in done.stdout
