"""The record file: torn tails, full disks, read-only ones, and what two processes do with one file."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callshot.hardware.frame import Notice
from callshot.hardware.journal import Journal, JournalError, encode, read_journal

EVENING = [{"type": "stroke", "t": n / 7, "number": n, "note": "ääkköset 🎱"} for n in range(20)]


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_records_come_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "folder" / "records.jsonl"
    with Journal(path) as journal:
        journal.append(EVENING[:3])
        journal.append(EVENING[3:], sync=True)
    assert lines(path) == EVENING
    with Journal(path) as again:
        assert list(again.records) == EVENING
    assert path.stat().st_mode & 0o077 == 0


@given(st.integers(min_value=0, max_value=len(b"".join(encode(r) for r in EVENING))))
def test_a_file_cut_anywhere_gives_exactly_its_whole_records(length: int) -> None:
    data = b"".join(encode(r) for r in EVENING)[:length]
    contents = read_journal(data)
    assert list(contents.records) == EVENING[: data.count(b"\n")]
    assert contents.whole_bytes == data.rfind(b"\n") + 1
    assert (contents.damage is None) == (contents.whole_bytes == length)


@given(st.binary(max_size=200))
def test_any_bytes_can_be_read(data: bytes) -> None:
    whole = b"".join(encode(r) for r in EVENING[:2])
    contents = read_journal(whole + data)
    assert list(contents.records[:2]) == EVENING[:2]
    assert read_journal((whole + data)[: contents.whole_bytes]).damage is None


@pytest.mark.parametrize(
    "tail", [b'{"type":"ruli', b"\0" * 4096, b"\xff\xfe rubbish\n", b"[1,2]\n", b'{"t":1}\n{"type":"x"}\n']
)
def test_a_damaged_tail_is_cut_off_told_once_and_kept_aside(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "records.jsonl"
    whole = b"".join(encode(r) for r in EVENING)
    path.write_bytes(whole + tail)
    notices: list[Notice] = []
    with Journal(path, notices.append) as journal:
        assert list(journal.records) == EVENING
        assert path.read_bytes() == whole
        journal.append([{"type": "layout"}], sync=True)
    assert [n.code for n in notices] == ["records-repaired"]
    assert path.read_bytes() == whole + b'{"type":"layout"}\n'
    aside = list(tmp_path.glob("*.damaged-*"))
    assert [a.read_bytes() for a in aside] == ([tail] if tail.strip(b"\0") else [])
    assert all(f"is in {a.name}" in notices[0].text for a in aside)
    notices.clear()
    Journal(path, notices.append).close()
    assert notices == []


def test_good_lines_after_a_torn_place_are_told_and_where_they_are(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    lines = [encode(r) for r in EVENING]
    path.write_bytes(lines[0] + b'{"type":"str\n' + lines[1] + lines[0])
    notices: list[Notice] = []
    Journal(path, notices.append).close()
    assert "(1 kept); the rest (whole lines after it: 2) is in records.jsonl.damaged-1" in notices[0].text


@pytest.mark.parametrize(
    "tail",
    [
        b'{"type":"x","t":1' + b"0" * 400 + b"}\n", b'{"type":"x","t":NaN}\n', b'{"type":"x","t":1e999}\n',
        b'{"type":"x","t":1,"t":2}\n', b"[" * 9999 + b"\n",
    ],
)  # fmt: skip
def test_numbers_and_names_that_no_record_has_are_damage(tail: bytes) -> None:
    whole = b"".join(encode(r) for r in EVENING)
    contents = read_journal(whole + tail)
    assert list(contents.records) == EVENING and contents.whole_bytes == len(whole)
    assert contents.damage == f"line {len(EVENING) + 1} is no record"


@pytest.mark.parametrize(
    "text", [b"It was a dark and stormy night.\nThe end.\n", b"no end", b"\n\n", b"PK\x03\x04", b'{"a": 1}\n', b"[]\n"]
)
def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path, text: bytes) -> None:
    novel = tmp_path / "novel.txt"
    novel.write_bytes(text)
    with pytest.raises(JournalError, match=r"novel\.txt is no file of records"):
        Journal(novel)
    assert [p.name for p in tmp_path.iterdir()] == ["novel.txt"] and novel.read_bytes() == text


@pytest.mark.parametrize("torn", [b"{", b'{"type":"sess', b"\0" * 512])
def test_a_power_cut_in_the_first_record_is_repaired(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes(torn)
    with Journal(path) as journal:
        assert journal.records == ()
        journal.append(EVENING[:1], sync=True)
    assert path.read_bytes() == encode(EVENING[0])


def test_a_full_disk_is_told_once_and_nothing_is_lost_when_there_is_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk takes 100 bytes more, in pieces, then none, then all."""
    path = tmp_path / "records.jsonl"
    notices: list[Notice] = []
    journal = Journal(path, notices.append)
    room = 100
    real_write = os.write

    def write(fd: int, data: bytes) -> int:
        nonlocal room
        if room <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = real_write(fd, bytes(data[: min(room, 30)]))
        room -= taken
        return taken

    monkeypatch.setattr(os, "write", write)
    for record in EVENING[:10]:
        journal.append([record], sync=True)
    assert [n.code for n in notices] == ["disk-full"]
    assert path.stat().st_size == 100
    assert journal.waiting_bytes > 0
    assert list(read_journal(path.read_bytes()).records) == EVENING[: path.read_bytes().count(b"\n")]
    room = 1 << 20
    for record in EVENING[10:]:
        journal.append([record])
    journal.close()
    assert [n.code for n in notices] == ["disk-full", "disk-back"]
    assert lines(path) == EVENING


UNDER_A_LIMIT = """
import json, os, resource, signal, sys
from pathlib import Path
from callshot.hardware.journal import Journal
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))
codes = []
journal = Journal(Path(sys.argv[1]), lambda n: codes.append(n.code))
for record in json.loads(sys.stdin.read()):
    journal.append([record], sync=True)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
journal.append([{"type": "last"}], sync=True)
print(*codes, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_real_limit_of_the_system(tmp_path: Path) -> None:
    """Past the limit the kernel refuses each write; the records wait and are written when it is lifted."""
    path = tmp_path / "records.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", UNDER_A_LIMIT, path],
        input=json.dumps(EVENING),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert done.stdout.split() == ["disk-full", "disk-back"]
    assert lines(path) == [*EVENING, {"type": "last"}]


def test_a_disk_that_is_read_only_from_the_start_keeps_the_game_going(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"".join(encode(r) for r in EVENING[:5]))
    real_open = os.open
    read_only = True

    def opened(name: object, flags: int, mode: int = 0o777, **more: object) -> int:
        if read_only and flags & os.O_RDWR:
            raise OSError(errno.EROFS, "Read-only file system")
        return real_open(name, flags, mode, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", opened)
    notices: list[Notice] = []
    journal = Journal(path, notices.append)
    assert list(journal.records) == EVENING[:5]
    journal.append(EVENING[5:], sync=True)
    assert [n.code for n in notices] == ["disk-read-only"]
    read_only = False
    journal.close()
    assert lines(path) == EVENING


def test_a_folder_that_can_not_be_made_is_a_notice(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    notices: list[Notice] = []
    journal = Journal(tmp_path / "file" / "records.jsonl", notices.append)
    journal.append(EVENING)
    assert len(notices) == 1 and notices[0].level == "error"
    journal.close()


def test_a_file_has_one_owner(tmp_path: Path) -> None:
    with Journal(tmp_path / "records.jsonl"), pytest.raises(JournalError, match="in use by another callshot"):
        Journal(tmp_path / "records.jsonl")
    Journal(tmp_path / "records.jsonl").close()


def test_half_surrogates_in_a_name_survive(tmp_path: Path) -> None:
    with Journal(tmp_path / "r.jsonl") as journal:
        journal.append([{"type": "session", "players": ["\udc80x"]}])
    with Journal(tmp_path / "r.jsonl") as journal:
        assert journal.records[0]["players"] == ["\udc80x"]
