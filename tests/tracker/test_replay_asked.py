"""What a replay is asked for: what can't be had is refused before anything is looked at, and what was told is told."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
import pytest

from callshot.hardware import clips
from callshot.hardware.clip_ring import Kept
from callshot.hardware.clips import ClipStore
from callshot.hardware.frame import Frame
from callshot.tracker import replay as replaying
from callshot.tracker.app import run
from callshot.tracker.calibrating import write_whole
from callshot.tracker.doctor import advice
from callshot.tracker.observation import FrameObservation
from callshot.tracker.observations_file import ObservationsWriter
from callshot.tracker.outputs import check_ending
from callshot.tracker.pipeline import Pipeline, Play
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.trouble import Trouble
from tests.tracker.command_line import assert_one_line, calibration, callshot

STROKE = {"type": "stroke", "t": 2.0, "number": 1, "struck": "cue", "first_contact": "1", "events": []}
SESSION = {"type": "session", "t": 0.0, "schema": 1, "game": "9ball-fi", "players": ["Ann", "Bo"], "options": {}}


def observations(folder: Path, frames: int = 3, **head: Any) -> Path:
    """A file of observations of an empty table."""
    table = calibration(folder / "table.toml").read_text(encoding="utf-8")
    told = {"source": "a.mp4", "table": table, "balls": "pool9", "models": [], **head}
    with ObservationsWriter(folder / "seen.bin", told) as out:
        for n in range(frames):
            out.write(FrameObservation(n / 30, n, ()))
    return folder / "seen.bin"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("a.mp4",), ("--calibration is missing",)),
        (("a.mp4", "--calibration", "table.toml", "--annotated", "a.xyz"), ("a.xyz", ".mp4")),
        (("a.mp4", "--calibration", "table.toml", "--annotated", "no/a.mp4"), ("--annotated no/a.mp4", "no folder")),
        (("a.mp4", "--calibration", "table.toml", "-o", "no/r.jsonl"), ("-o no/r.jsonl", "no folder no")),
        (("a.mp4", "--calibration", "table.toml", "--observations", "no/seen"), ("no folder no",)),
        (("a.mp4", "--calibration", "table.toml", "--fps", "nan"), ("nan",)),
        (("seen.bin", "--from", "observations", "--balls", "pool15"), ("pool15", "made with pool9")),
        (("seen.bin", "--from", "observations", "--calibration", "other.toml"), ("other.toml", "made with another")),
        (("seen.bin", "--from", "observations", "--annotated", "a.mp4"), ("--annotated", "needs the recording")),
        (("seen.bin", "--from", "observations", "--clips", "clips"), ("--clips", "needs the recording")),
        (("r.jsonl", "--from", "strokes", "--observations", "x"), ("--observations", "needs the recording")),
    ],
)
def test_what_can_not_be_had_is_bad_usage(tmp_path: Path, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    observations(tmp_path)
    calibration(tmp_path / "other.toml", far=3100.0)
    there = sorted(p.name for p in tmp_path.iterdir())
    assert_one_line(callshot("replay", *arguments, cwd=tmp_path), 2, *words)
    assert sorted(p.name for p in tmp_path.iterdir()) == there


def test_the_same_table_and_set_may_be_said_again(tmp_path: Path) -> None:
    observations(tmp_path)
    done = callshot("replay", "--from", "observations", "seen.bin", "--balls", "pool9", "--calibration", "table.toml",
                    "-o", "r.jsonl", cwd=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("head", [{"balls": "pool8"}, {"balls": ["pool9"]}, {"table": 3}, {"table": "x = ["}])
def test_a_head_that_can_not_be(tmp_path: Path, head: dict[str, Any]) -> None:
    observations(tmp_path, **head)
    done = callshot("replay", "--from", "observations", "seen.bin", "-o", "r.jsonl", cwd=tmp_path)
    assert_one_line(done, 1, "seen.bin")
    assert not (tmp_path / "r.jsonl").exists()


def test_observations_that_were_cut_off_are_told_in_the_records_and_to_the_person(tmp_path: Path) -> None:
    path = observations(tmp_path, frames=500)
    path.write_bytes(path.read_bytes()[:-300])
    done = callshot("replay", "--from", "observations", "seen.bin", "-o", "r.jsonl", cwd=tmp_path)
    assert done.returncode == 0
    records = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()]
    told = [r for r in records if r["type"] == "notice"]
    assert [r["code"] for r in told] == ["cut-off"]
    assert told[0]["text"] in done.stderr and "cut off after" in done.stderr


def test_rulings_are_told_where_the_records_go_to_a_file(tmp_path: Path) -> None:
    lines = [json.dumps(r) for r in ({**SESSION, "game": "8ball-fi"}, STROKE)]
    (tmp_path / "r.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = callshot("replay", "--from", "strokes", "r.jsonl", "-o", "again.jsonl", cwd=tmp_path)
    assert done.returncode == 0 and done.stdout == ""
    assert "stroke 1: Foul by Ann" in done.stderr and "illegal_break (FI-8.2.b)" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("1 stroke ruled, 1 foul; the game waits for an answer: Bo: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--option", "calls=evident"), ("9ball-fi: the game has no option 'calls'",)),
        (("--option", "race=1.5"), ("race: '1.5' is none of 1, 2",)),
        (("--option", "x" * 5000 + "=1"), ("has no option 'xxxx",)),
        (("--players", "Ann"), ("for 2 players, not 1",)),
    ],
)
def test_what_the_records_game_does_not_have_is_bad_usage(
    tmp_path: Path, arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """The game stands in the records; nothing of them would be ruled, and that is no success."""
    (tmp_path / "r.jsonl").write_text(f"{json.dumps(SESSION)}\n{json.dumps(STROKE)}\n", encoding="utf-8")
    done = callshot("replay", "--from", "strokes", "r.jsonl", *arguments, "-o", "again.jsonl", cwd=tmp_path)
    assert_one_line(done, 2, *words)
    assert len(done.stderr) < 500


def test_the_game_none_rules_nothing(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text(f"{json.dumps(SESSION)}\n{json.dumps(STROKE)}\n", encoding="utf-8")
    done = callshot("replay", "--from", "strokes", "r.jsonl", "--game", "none", "-o", "again.jsonl", cwd=tmp_path)
    assert done.returncode == 0 and "0 fouls" in done.stderr


def test_a_line_that_can_not_be_read_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text(json.dumps(SESSION) + "\nnonsense\n", encoding="utf-8")
    done = callshot("replay", "--from", "strokes", "r.jsonl", "-o", "again.jsonl", cwd=tmp_path)
    assert_one_line(done, 1, "r.jsonl: line 2: not a JSON object: 'nonsense'")


def test_a_peas_word_is_not_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = {**SESSION, "game": "congestion"}
    pea = {"type": "input", "t": 1.0, "by": "player", "player": "Ann", "kind": "pea", "value": 17}
    (tmp_path / "r.jsonl").write_text(f"{json.dumps(session)}\n{json.dumps(pea)}\n", encoding="utf-8")
    assert run(["replay", "--from", "strokes", str(tmp_path / "r.jsonl"), "-o", str(tmp_path / "again.jsonl")]) == 0
    assert "17" not in capsys.readouterr().err


def test_what_is_written_whole_leaves_devices_and_links_what_they_are(tmp_path: Path) -> None:
    """As root a device would else be replaced by a file: /dev/null for the whole system."""
    fifo, there, link = tmp_path / "fifo", tmp_path / "there", tmp_path / "link"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(fifo, b"text")
        assert os.read(reader, 10) == b"text" and fifo.is_fifo()
    finally:
        os.close(reader)
    there.write_bytes(b"old")
    link.symlink_to(there)
    write_whole(link, b"new")
    assert link.is_symlink() and there.read_bytes() == b"new"
    (tmp_path / "null.mp4").symlink_to("/dev/null")
    with pytest.raises(click.UsageError, match="that is no file"):
        check_ending("--annotated", tmp_path / "null.mp4", (".mp4",))
    with pytest.raises(Trouble, match="Is a directory"):
        write_whole(tmp_path, b"text")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["fifo", "link", "null.mp4", "there"]


@pytest.mark.parametrize("arguments", [("--at", "nan"), ("--at", "inf"), ("--fps", "nan"), ("--at", "-1")])
def test_a_moment_that_is_none(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    calibration(tmp_path / "table.toml")
    assert_one_line(callshot("detect", "a.mp4", "--calibration", "table.toml", *arguments, cwd=tmp_path), 2)


@pytest.mark.parametrize("option", ["race=1" + "0" * 5000, "race=" + "0" * 5000 + "1", "race=0", "race=10000"])
def test_a_race_beyond_all_bounds(tmp_path: Path, option: str) -> None:
    done = callshot("rule", "--game", "9ball-fi", "--players", "Ann,Bo", "--option", option, cwd=tmp_path)
    assert_one_line(done, 2, "race")


def test_clips_that_can_not_be_written_are_told_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full when the films are written: the records are whole, and the asked-for films are missed."""

    def full(path: Path, kept: object, draw: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    class Filming(replaying.Films):
        def add(self, frame: Frame, *, moving: bool) -> None:
            assert isinstance(self._store, ClipStore)
            self._store.save((Kept(0, b""),), "stroke1")

    monkeypatch.setattr(clips, "write_film", full)
    monkeypatch.setattr(replaying, "Films", Filming)
    cv2.imwrite(str(tmp_path / "still.png"), np.full((360, 640, 3), (60, 110, 30), np.uint8))
    calibration(tmp_path / "table.toml")
    done = callshot("replay", "still.png", "--calibration", "table.toml", "-o", "r.jsonl", "--clips", "clips",
                    cwd=tmp_path)  # fmt: skip
    assert_one_line(done, 1, "clips can't be written", "No space left", "the records are whole")
    records = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [r["code"] for r in records if r["type"] == "notice"] == ["clip-lost"]


@pytest.mark.parametrize(
    ("hz", "source_hz", "live", "level", "words"),
    [
        (70, 60, True, "ok", "keeps up with 60 frames/s"),
        (57, 60, True, "ok", "keeps up with a camera at 55 frames/s"),
        (27, 60, True, "warn", "keeps up with a camera at 25 frames/s"),
        (3, 60, True, "bad", "too slow"),
        (70, 60, False, "ok", "keeps up with this recording's 60"),
        (27, 25, False, "ok", "keeps up with this recording's 25"),
        (3, 25, False, "warn", "would drop frames"),
        (3, None, False, "ok", "3.0 frames/s"),
    ],
)
def test_the_doctors_advice_can_be_followed(
    hz: float, source_hz: float | None, live: bool, level: str, words: str
) -> None:
    """No rate is advised that this machine does not hold, and a recording's rate can't be set."""
    found = advice(hz, source_hz, live)
    assert found.level == level and words in found.text
    assert live or "camera" not in found.text


def test_what_a_film_is_told_names_no_line() -> None:
    """Lines are those of a file of records; a recording has none."""
    bed = Bed(2540.0, 1270.0, 57.15)
    pipeline = Pipeline(bed, {}, Play("9ball-fi", ("Ann", "Bo"), {}))
    pipeline.begin(SESSION)
    answer = {"type": "input", "t": 1.0, "by": "player", "player": "Ann", "kind": "answer", "about": "coin_flip"}
    (refused,) = [r for r in pipeline.input({**answer, "value": "Ann"}) if r["type"] == "notice"]
    assert refused["code"] == "refused" and "line" not in refused and "line" not in refused["text"]
    with pytest.raises(Trouble, match=r"^input: field 'kind' is missing"):
        pipeline.input({"type": "input"})


def test_what_stood_in_the_output_is_kept_beside_it_and_told(tmp_path: Path) -> None:
    """A slip with -o, and then the same command again, lose nothing; what is kept is not kept twice."""
    lines = json.dumps(SESSION) + "\n" + json.dumps(STROKE) + "\n"
    (tmp_path / "r.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "evening.jsonl").write_text("our evening\n", encoding="utf-8")
    again = ("replay", "--from", "strokes", "r.jsonl", "-o", "evening.jsonl")
    done = callshot(*again, cwd=tmp_path)
    assert done.returncode == 0 and "evening.jsonl: what stood there is now in evening.jsonl.old" in done.stderr
    for _ in range(3):
        assert callshot(*again, cwd=tmp_path).returncode == 0
    assert (tmp_path / "evening.jsonl.old").read_text(encoding="utf-8") == "our evening\n"
    ruled = (tmp_path / "evening.jsonl").read_bytes()
    assert (tmp_path / "evening.jsonl.old-2").read_bytes() == ruled and b"ruling" in ruled
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize(
    ("game", "balls", "words"),
    [("8ball-fi", "snooker22", ("no 1", "pool15")), ("8ball-hu", "pool9", ("no 10", "pool15")),
     ("congestion", "pool15", ("no crazy-cue", "congestion"))],
)  # fmt: skip
def test_a_set_that_the_game_is_not_played_with_is_bad_usage(
    tmp_path: Path, game: str, balls: str, words: tuple[str, ...]
) -> None:
    calibration(tmp_path / "table.toml")
    for command in (("replay", "a.mp4"), ("run", "--source", "a.mp4")):
        done = callshot(*command, "--calibration", "table.toml", "--game", game, "--players", "Ann,Bo", "--balls",
                        balls, cwd=tmp_path)  # fmt: skip
        assert_one_line(done, 2, f"--balls {balls}", game, *words)


def test_a_replay_that_ruled_nothing_says_what_to_look_at(tmp_path: Path) -> None:
    odd = {**STROKE, "before": [{"id": "cue", "label": "cue", "x": 0, "y": 0}]}
    lines = (
        json.dumps({**SESSION, "game": "8ball-fi"}) + "\n" + json.dumps({**odd, "number": 5, "first_contact": "red"})
    )
    (tmp_path / "r.jsonl").write_text(lines + "\n", encoding="utf-8")
    done = callshot("replay", "--from", "strokes", "r.jsonl", "-o", "out.jsonl", cwd=tmp_path)
    assert done.returncode == 0
    assert "no stroke could be ruled as 8ball-fi (seen: 1)" in done.stderr
    assert "--balls" in done.stderr.splitlines()[-1] and "--game none" in done.stderr.splitlines()[-1]
