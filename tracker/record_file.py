"""The records of a replay, written one by one: whatever stops it, what stands there is whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from callshot.tracker.outputs import keep_old
from callshot.tracker.session import line_of
from callshot.tracker.trouble import Trouble


class RecordFile:
    """Writes to a file, or to standard output where path is None."""

    def __init__(self, path: Path | None) -> None:
        """Raises Trouble where the file can't be made. What stands there is kept beside it, at the first record."""
        self._path = path
        self._begun = False
        self._new = path is not None and not path.exists()
        self._fd: int | None = None
        self._whole = 0
        if path is not None:
            try:
                self._fd = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
            except OSError as why:
                raise Trouble(f"{path}: can't be written ({why.strerror}); choose another place with -o") from why

    def write(self, records: Iterable[Mapping[str, Any]]) -> None:
        """Add records, each as a whole line. Raises Trouble where the disk takes no more; what stood there stays."""
        for record in records:
            self.write_line(line_of(record))

    def write_line(self, text: str) -> None:
        """Add one record as the line that it is."""
        line = text.encode("utf-8", "backslashreplace")
        if self._fd is None:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
        else:
            self._append(line)

    def _append(self, line: bytes) -> None:
        assert self._fd is not None
        try:
            if not self._begun and self._path is not None and self._path.is_file():
                keep_old(self._path)
                os.close(self._fd)
                self._fd = None
                self._fd = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            self._begun = True
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(self._fd, rest) :]
        except OSError as why:
            # A torn line is worse than a missing one.
            if self._fd is not None and self._path is not None and self._path.is_file():
                os.ftruncate(self._fd, self._whole)
            raise Trouble(
                f"{self._path}: the disk takes no more ({why.strerror}); the records up to here are whole, make room "
                "and run it again"
            ) from why
        self._whole += len(line)

    def close(self) -> None:
        """Let go of the file; safe to call twice."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
            if self._new and not self._begun and self._path is not None:
                self._path.unlink(missing_ok=True)

    def __enter__(self) -> RecordFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
