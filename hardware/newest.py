"""The newest frame wins: a thread reads the source into a box of one, from which the pipeline takes.

Overload thus drops frames, whose time stamps tell the true interval, instead of adding latency.
"""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Final

from callshot.hardware.clock import Clock, SystemClock
from callshot.hardware.frame import Frame, FrameSource, SourceError

LATE_S: Final = 0.5
"""A paced recording that has fallen behind by so much (the machine slept) goes on from now instead of racing."""


class NewestFrame:
    """Reads a source in a thread of its own. A recording is paced by its time stamps, a camera paces itself.

    speed: of the pacing, 2.0 is twice as fast. lossless: wait for the pipeline instead of dropping. paced: whether a
    recording comes no faster than it was made; if not given, one that may lose frames does. unhurried: so many of a
    recording's first frames are waited for; its time begins to run when the last of them has been worked on.
    """

    def __init__(
        self, source: FrameSource, *, clock: Clock | None = None, speed: float = 1.0, lossless: bool = False,
        paced: bool | None = None, unhurried: int = 0,
    ) -> None:  # fmt: skip
        self._source = source
        self._clock = clock or SystemClock()
        self._speed = speed
        self._lossless = lossless
        self._paced = not lossless if paced is None else paced
        self._unhurried = 0 if source.info.live else unhurried
        self._asked = False
        """Somebody waits for a frame: he is done with the one before."""
        self._box: Frame | None = None
        self._changed = threading.Condition()
        self._stopping = False
        self._error: SourceError | None = None
        self.ended = False
        self.read = 0
        """Frames that came out of the source."""
        self.dropped = 0
        """Of these, how many were replaced by a newer one before anybody took them."""
        self._thread: threading.Thread | None = None

    @property
    def live(self) -> bool:
        """Whether the source is a camera: what is past can't be read again."""
        return self._source.info.live

    @property
    def readout_s(self) -> float:
        """A rolling shutter's time from the first row to the last, 0 for a global one."""
        return self._source.info.readout_s

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame, once; None on time-out or at the end. Reading begins with the first call.

        Raises SourceError where the source broke.
        """
        if self._thread is None:
            self._thread = threading.Thread(target=self._read_all, name="frames", daemon=True)
            self._thread.start()
        with self._changed:
            self._asked = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._box is not None or self.ended, timeout_s)
            self._asked = False
            frame, self._box = self._box, None
            self._changed.notify_all()
            if frame is None and self._error is not None:
                raise self._error
            return frame

    def stop(self, timeout_s: float = 5.0) -> None:
        """End the reading and close the source."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        self._source.close()
        if self._thread is not None:
            self._thread.join(timeout_s)

    def __enter__(self) -> NewestFrame:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _read_all(self) -> None:
        try:
            pace = None if self._source.info.live or not self._paced else Pace(self._clock, self._speed)
            for count, frame in enumerate(self._source):
                hurried = count >= self._unhurried
                if self._unhurried and count <= self._unhurried:
                    with self._changed:
                        self._changed.wait_for(lambda: (self._asked and self._box is None) or self._stopping)
                if pace is not None and hurried:
                    pace.wait_for(frame.timestamp_ns)
                with self._changed:
                    if self._lossless:
                        self._changed.wait_for(lambda: self._box is None or self._stopping)
                    if self._stopping:
                        return
                    self.read += 1
                    self.dropped += self._box is not None
                    self._box = frame
                    self._changed.notify_all()
        except SourceError as error:
            self._error = error
        finally:
            with self._changed:
                self.ended = True
                self._changed.notify_all()


class Pace:
    """Lets recorded time pass as fast as real time (times a speed)."""

    def __init__(self, clock: Clock, speed: float = 1.0) -> None:
        self._clock = clock
        self._speed = speed
        self._start_ns: float | None = None

    def wait_for(self, timestamp_ns: int) -> None:
        """Sleep until the moment of a frame."""
        now_ns = self._clock.monotonic_ns()
        due_ns = timestamp_ns / self._speed
        if self._start_ns is None:
            self._start_ns = now_ns - due_ns
        behind_s = (now_ns - self._start_ns - due_ns) * 1e-9
        if behind_s > LATE_S:
            self._start_ns += behind_s * 1e9
        else:
            self._clock.sleep(-behind_s)
