"""The record file on a real file system that is full, and one that turns read-only (both need root to mount)."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from callshot.hardware.frame import Notice
from callshot.hardware.journal import Journal, read_journal

SIZE_KIB = 64
RECORD = {"type": "stroke", "note": "x" * 900}


def mount(*words: object) -> bool:
    return subprocess.run(["mount", *map(str, words)], capture_output=True, check=False).returncode == 0


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    if not mount("-t", "tmpfs", "-o", f"size={SIZE_KIB}k", "callshot-test", place):
        pytest.skip("needs root, to mount a small disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=False)


def count(path: Path) -> int:
    return len(read_journal(path.read_bytes()).records)


def test_a_full_disk_and_room_again(disk: Path) -> None:
    notices: list[Notice] = []
    ballast = disk / "holiday.mp4"
    ballast.write_bytes(b"x" * 1024 * (SIZE_KIB // 2))
    with Journal(disk / "records.jsonl", notices.append) as journal:
        for _ in range(80):
            journal.append([RECORD], sync=True)
        assert [n.code for n in notices] == ["disk-full"]
        assert 20 <= count(disk / "records.jsonl") < 80
        ballast.unlink()
        for _ in range(80 - 60):
            journal.append([RECORD], sync=True)
        assert mount("-o", f"remount,size={4 * SIZE_KIB}k", disk)
        journal.flush(sync=True)
    assert [n.code for n in notices][-1] == "disk-back"
    assert count(disk / "records.jsonl") == 100


def test_a_card_that_turns_read_only(disk: Path) -> None:
    path = disk / "records.jsonl"
    with Journal(path) as journal:
        journal.append([RECORD] * 3)
    assert mount("-o", "remount,ro", disk)
    notices: list[Notice] = []
    journal = Journal(path, notices.append)
    assert len(journal.records) == 3, "what is there can still be read"
    journal.append([RECORD], sync=True)
    assert [n.code for n in notices] == ["disk-read-only"]
    assert mount("-o", "remount,rw", disk)
    journal.append([RECORD], sync=True)
    journal.close()
    assert [n.code for n in notices] == ["disk-read-only", "disk-back"]
    assert count(path) == 5
