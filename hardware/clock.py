"""Time as an argument: the system's clock, and its sibling that a test turns by hand."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """What the program knows of time. Nothing but what people read (file names, made_at) uses the wall clock."""

    def monotonic_ns(self) -> int:
        """Nanoseconds that only ever grow; the domain of camera time stamps on Linux."""
        ...

    def wall(self) -> datetime:
        """Date and time in UTC, which may jump when the network sets it."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait; not at all for a time that is not positive."""
        ...


class SystemClock:
    """The real one."""

    def monotonic_ns(self) -> int:
        """CLOCK_MONOTONIC."""
        return time.monotonic_ns()

    def wall(self) -> datetime:
        """The system's idea of the date."""
        return datetime.now(UTC)

    def sleep(self, seconds: float) -> None:
        """time.sleep."""
        if seconds > 0:
            time.sleep(seconds)


class TurnedClock:
    """A clock that moves when it is told to, or slept on. Its date can jump by itself."""

    def __init__(self, wall: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._now_ns = 0
        self._wall = wall
        self.slept_s: list[float] = []

    def monotonic_ns(self) -> int:
        """As turned."""
        return self._now_ns

    def wall(self) -> datetime:
        """As turned."""
        return self._wall

    def sleep(self, seconds: float) -> None:
        """Turns the clock and remembers that it was slept on."""
        if seconds > 0:
            self.slept_s.append(seconds)
            self.turn(seconds)

    def turn(self, seconds: float) -> None:
        """Let time pass."""
        self._now_ns += round(seconds * 1e9)
        self._wall += timedelta(seconds=seconds)
