"""How far a long command has come: a bar on a terminal, a line every few seconds elsewhere; always to stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TextIO

LINE_EVERY_S = 5.0
"""Elsewhere than on a terminal: often enough to see that it lives, seldom enough for a log."""
BAR_EVERY_S = 0.1
BAR_WIDTH = 30


class Progress:
    """`with Progress("replay", frames) as p: p.at(n)`. total: None where nobody knows."""

    def __init__(
        self, what: str, total: int | None, *, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._what, self._total, self._clock = what, total, clock
        self._stream = stream or sys.stderr
        self._bar = self._stream.isatty()
        self._start = self._told = clock()
        self._done = 0
        self._shown = False

    def at(self, done: int) -> None:
        """So many frames are done."""
        self._done = done
        now = self._clock()
        if now - self._told >= (BAR_EVERY_S if self._bar else LINE_EVERY_S):
            self._told = now
            self._show(now)

    def say(self, text: str) -> None:
        """A line of its own, above the bar."""
        if self._bar and self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
        print(text, flush=True)
        if self._bar and self._shown:
            self._show(self._clock())

    def _show(self, now: float) -> None:
        rate = self._done / max(now - self._start, 1e-6)
        if self._total:
            part = min(self._done / self._total, 1.0)
            bar = "#" * round(part * BAR_WIDTH)
            text = f"{self._what} [{bar:<{BAR_WIDTH}}] {100 * part:3.0f} %  {rate:.0f} frames/s"
        else:
            text = f"{self._what}: {self._done} frames, {rate:.0f} frames/s"
        self._stream.write(f"\r\x1b[K{text}" if self._bar else f"{text}\n")
        self._stream.flush()
        self._shown = True

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar and self._shown:
            self._show(self._clock())
            self._stream.write("\n")
            self._stream.flush()
