"""The box of one, and the pacing of recordings."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from callshot.hardware.clock import TurnedClock
from callshot.hardware.frame import Frame, SourceError, SourceInfo
from callshot.hardware.newest import LATE_S, NewestFrame, Pace

IMAGE = np.zeros((4, 4, 3), np.uint8)


class Scripted:
    """Gives frames; before each it may wait for the test."""

    def __init__(
        self, count: int, *, live: bool, gate: threading.Semaphore | None = None, breaks: bool = False
    ) -> None:
        self._count, self._gate, self._breaks = count, gate, breaks
        self.info = SourceInfo("scripted", 4, 4, 60.0, live=live)
        self.closed = 0

    def __iter__(self) -> Iterator[Frame]:
        for n in range(self._count):
            if self._gate is not None:
                self._gate.acquire()
            yield Frame(IMAGE, n * 16_000_000, n)
        if self._breaks:
            raise SourceError("the cable is gone")

    def close(self) -> None:
        self.closed += 1


def test_the_newest_wins_and_the_others_are_counted() -> None:
    gate = threading.Semaphore(0)
    newest = NewestFrame(Scripted(6, live=True, gate=gate))
    gate.release()
    first = newest.take(5.0)
    assert first is not None and first.sequence == 0
    gate.release(5)
    while not newest.ended:
        pass
    last = newest.take(5.0)
    assert last is not None and last.sequence == 5
    assert newest.read == 6 and newest.dropped == 4
    assert newest.take(0.01) is None
    newest.stop()


def test_lossless_waits_for_the_taker() -> None:
    with NewestFrame(Scripted(50, live=False), lossless=True) as newest:
        taken = []
        while (frame := newest.take(5.0)) is not None:
            taken.append(frame.sequence)
    assert taken == list(range(50)) and newest.dropped == 0


def test_a_recording_is_paced_by_its_time_stamps() -> None:
    clock = TurnedClock()
    newest = NewestFrame(Scripted(5, live=False), clock=clock, speed=2.0)
    while newest.take(5.0) is not None:
        pass
    assert clock.slept_s == pytest.approx([0.008] * 4)
    newest.stop()


def test_a_recordings_first_frames_wait_and_its_time_begins_after_them() -> None:
    """The first looks take 0.7 s, as at a table that was never seen: no frame of the beginning is lost."""
    clock = TurnedClock()
    with NewestFrame(Scripted(60, live=False), clock=clock, unhurried=4) as newest:
        taken = []
        while (frame := newest.take(5.0)) is not None:
            taken.append(frame.sequence)
            if frame.sequence < 4:
                time.sleep(0.02)
                clock.turn(0.7 if frame.sequence == 0 else 0.1)
    assert taken[:4] == [0, 1, 2, 3]
    assert sum(clock.slept_s) == pytest.approx(
        55 * 0.016
    )  # from the fifth frame on it is paced, as if nothing had been


def test_a_camera_waits_for_nobody() -> None:
    newest = NewestFrame(Scripted(6, live=True), unhurried=4)
    first = newest.take(5.0)
    until = time.monotonic() + 5
    while not newest.ended and time.monotonic() < until:
        time.sleep(0.001)
    assert first is not None and newest.ended
    newest.stop()


def test_what_waits_for_the_first_frames_can_be_stopped() -> None:
    newest = NewestFrame(Scripted(6, live=False), unhurried=4)
    assert newest.take(5.0) is not None
    begun = time.monotonic()
    newest.stop()
    assert time.monotonic() - begun < 2.0 and newest.ended


def test_a_machine_that_slept_goes_on_from_now() -> None:
    clock = TurnedClock()
    pace = Pace(clock)
    pace.wait_for(0)
    clock.turn(LATE_S + 60)
    pace.wait_for(16_000_000)
    pace.wait_for(32_000_000)
    assert clock.slept_s == pytest.approx([0.016])


def test_a_source_that_breaks_is_told_after_its_last_frame() -> None:
    newest = NewestFrame(Scripted(1, live=True, breaks=True))
    assert newest.take(5.0) is not None
    with pytest.raises(SourceError, match="the cable is gone"):
        newest.take(5.0)
    newest.stop()


def test_stopping_closes_the_source_and_ends_the_thread() -> None:
    source = Scripted(1000, live=False)
    newest = NewestFrame(source, lossless=True)
    newest.take(5.0)
    newest.stop()
    assert source.closed == 1
    assert not any(t.name == "frames" for t in threading.enumerate())
