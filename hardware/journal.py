"""An append-only file of records, one JSON object a line, that survives whatever happens to its machine.

At any instant the file holds whole records and at most one torn tail. The tail is repaired when the file is opened.
A disk that takes no more (full, read-only, gone) does not stop the game: records wait in memory, people are told once,
and the file goes on where it stopped as soon as the disk takes them again.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from callshot.hardware.frame import Notice, NoticeHandler, ignore
from callshot.hardware.json_lines import JsonError, read_value

MAX_WAITING_BYTES = 64 * 1024 * 1024
"""What waits in memory for a disk: months of records. Beyond it the newest are not kept (and that is told)."""

BEGINNING = b'{"type":'
"""Of every record that is written here."""

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


class JournalError(Exception):
    """The records can't be kept there at all. One line: what is wrong, what to do."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file holds: its whole records, how many bytes they take, and what was wrong with the rest."""

    records: tuple[dict[str, Any], ...]
    whole_bytes: int
    damage: str | None


def read_journal(data: bytes) -> Contents:
    """The whole records up to the first damage: a torn last line, bytes that are no JSON object with a type."""
    records: list[dict[str, Any]] = []
    place = 0
    while place < len(data):
        end = data.find(b"\n", place)
        if end < 0:
            return Contents(tuple(records), place, "the last record is torn")
        try:
            record = read_value(data[place:end])
        except (JsonError, UnicodeDecodeError):
            return Contents(tuple(records), place, f"line {len(records) + 1} is no record")
        if not isinstance(record, dict) or not isinstance(record.get("type"), str):
            return Contents(tuple(records), place, f"line {len(records) + 1} is no record")
        records.append(record)
        place = end + 1
    return Contents(tuple(records), place, None)


def encode(record: Mapping[str, Any]) -> bytes:
    """One line, UTF-8. Letters that UTF-8 can't hold (half surrogates in a name) become JSON escapes."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


class Journal:
    """The file of one session, held by one process at a time."""

    def __init__(self, path: Path, on_notice: NoticeHandler = ignore) -> None:
        """Opens or makes the file, repairs its tail (the removed bytes are kept beside it), reads what it holds.

        Raises JournalError where another process holds it, or where something else than records stands there.
        A disk that can't be written to is a notice: the records then wait in memory.
        """
        self._path = path
        self._on_notice = on_notice
        self._waiting = bytearray()
        self._failing = False
        self._overflowed = False
        self._fd: int | None = None
        self._closed = False
        self.records: tuple[dict[str, Any], ...] = ()
        try:
            self._open()
        except OSError as error:
            self._tell_failure(error)

    @property
    def path(self) -> Path:
        """Where the records are."""
        return self._path

    @property
    def waiting_bytes(self) -> int:
        """How much the disk has not taken yet."""
        return len(self._waiting)

    def append(self, records: Iterable[Mapping[str, Any]], *, sync: bool = False) -> None:
        """Write records in one go; `sync` waits until the disk has them. Never raises for what the disk does."""
        lines = b"".join(encode(record) for record in records)
        if len(self._waiting) + len(lines) > MAX_WAITING_BYTES:
            if not self._overflowed:
                self._overflowed = True
                self._tell("error", "records-lost", f"{self._path}: too much waits for the disk; new records are lost")
            return
        self._waiting += lines
        self.flush(sync=sync)

    def flush(self, *, sync: bool = False) -> bool:
        """Hand what waits to the disk; True where nothing waits any more."""
        if self._closed:
            return not self._waiting
        try:
            if self._fd is None:
                self._open()
            self._write_waiting()
            if sync and self._fd is not None:
                os.fsync(self._fd)
        except OSError as error:
            self._tell_failure(error)
            return False
        except JournalError as error:  # the file could not be had at the start, and now somebody else has it
            self._tell("error", "disk-failing", str(error))
            return False
        if self._failing:
            self._failing = self._overflowed = False
            self._tell("info", "disk-back", f"{self._path}: the disk takes records again; all that waited is written")
        return True

    def close(self) -> None:
        """Write what waits, sync, let go of the file."""
        if self._closed:
            return
        self.flush(sync=True)
        self._closed = True
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- inside --

    def _open(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
        try:
            fd = os.open(self._path, flags, 0o600)  # the stream holds players' secrets
        except OSError:
            if not self.records and self._path.is_file():
                self.records = read_journal(self._path.read_bytes()).records
            raise
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(fd)
            raise JournalError(
                f"{self._path} is in use by another callshot: stop that one, or keep records elsewhere"
            ) from None
        try:
            self._repair(fd)
        except (OSError, JournalError):
            os.close(fd)
            raise
        self._fd = fd
        _sync_folder(self._path.parent)

    def _repair(self, fd: int) -> None:
        data = _read_all(fd)
        contents = read_journal(data)
        if contents.damage is not None and not contents.records and not _may_be_torn(data):
            raise JournalError(f"{self._path} is no file of records: nothing in it was touched, choose another file")
        if contents.damage is not None:
            tail = data[contents.whole_bytes :]
            aside = self._set_aside(tail)
            os.ftruncate(fd, contents.whole_bytes)
            os.fsync(fd)
            self._tell("warning", "records-repaired", self._repaired(contents, tail, aside))
        if not self.records:
            self.records = contents.records

    def _repaired(self, contents: Contents, tail: bytes, aside: str | None) -> str:
        """What was cut off and where it is now, in one line; aside: its file, "" where the disk had no room for it."""
        kept = len(contents.records)
        if aside is None:
            return f"{self._path}: {contents.damage}; cut back to the last whole record before it ({kept} kept)"
        if not aside:
            return (
                f"{self._path}: {contents.damage}; cut back to the last whole record before it ({kept} kept); "
                f"the disk has no room for the rest"
            )
        lines = tail.partition(b"\n")[2].count(b"\n")
        return (
            f"{self._path}: {contents.damage}; cut back to the last whole record before it ({kept} kept); "
            f"the rest (whole lines after it: {lines}) is in {aside}"
        )

    def _set_aside(self, tail: bytes) -> str | None:
        """Keep what is cut off, for people: its file's name, "" where the disk has no room for it, None where it says
        nothing.
        """
        if not tail.strip(b"\0\n "):
            return None
        number = 1
        while (aside := self._path.with_name(f"{self._path.name}.damaged-{number}")).exists():
            number += 1
        try:
            aside.write_bytes(tail)
        except OSError:
            aside.unlink(missing_ok=True)
            return ""
        return aside.name

    def _write_waiting(self) -> None:
        while self._waiting and self._fd is not None:
            written = os.write(self._fd, self._waiting)
            del self._waiting[:written]

    def _tell_failure(self, error: OSError) -> None:
        if self._failing:
            return
        self._failing = True
        reason = os.strerror(error.errno) if error.errno else str(error)
        if error.errno in FULL:
            code, what = "disk-full", "the disk is full: make room"
        elif error.errno == errno.EROFS:
            code, what = "disk-read-only", "the disk is read-only: check or replace the card"
        else:
            code, what = "disk-failing", f"{reason}: check the disk"
        self._tell("error", code, f"{self._path}: {what}; the game goes on, its records wait in memory")

    def _tell(self, level: str, code: str, text: str) -> None:
        self._on_notice(Notice(level, code, text))


def _may_be_torn(data: bytes) -> bool:
    """Whether data without one whole record is what a power cut leaves of the first: its beginning, or zeros."""
    return b"\n" not in data and (data[: len(BEGINNING)] == BEGINNING[: len(data)] or not data.strip(b"\0"))


def _read_all(fd: int) -> bytes:
    size = os.fstat(fd).st_size
    parts: list[bytes] = []
    place = 0
    while place < size:
        part = os.pread(fd, min(1 << 20, size - place), place)
        if not part:
            break
        parts.append(part)
        place += len(part)
    return b"".join(parts)


def _sync_folder(folder: Path) -> None:
    """The name of a new file is safe only when its folder is synced."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
