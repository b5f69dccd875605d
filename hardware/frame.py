"""One picture with its time, and the protocol of whatever gives pictures."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol, final

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@final
class Frame:
    """A picture. It never changes.

    image: (h, w, 3) uint8 BGR, read-only. Where the source gives YUV it is made when it is first asked for, so that
    whoever needs only the luma plane does not pay for it; pass a function to get that. It may be asked for from several
    threads: it is made once.
    luma: (h, w) uint8, read-only, the luma plane as the camera or the decoder gave it (full or video range; only
    differences and edges of it are used), or None where the source has none.
    timestamp_ns: the middle of the exposure on the source's own clock, 0 at its first frame.
    sequence: counts every frame the source made, dropped ones included.
    """

    __slots__ = ("_image", "_lock", "luma", "sequence", "timestamp_ns")

    def __init__(
        self, image: Image | Callable[[], Image], timestamp_ns: int, sequence: int, luma: Image | None = None
    ) -> None:
        self._image = image
        self._lock = threading.Lock()
        self.timestamp_ns = timestamp_ns
        self.sequence = sequence
        self.luma = luma
        for plane in (image, luma):
            if isinstance(plane, np.ndarray):
                plane.flags.writeable = False

    @property
    def image(self) -> Image:
        """The picture in BGR."""
        with self._lock:
            if not isinstance(self._image, np.ndarray):
                self._image = self._image()
                self._image.flags.writeable = False
            return self._image

    @property
    def t_s(self) -> float:
        """The time stamp in seconds."""
        return self.timestamp_ns * 1e-9

    def later(self, by_ns: int) -> Frame:
        """The same picture with a later time stamp."""
        return Frame(lambda: self.image, self.timestamp_ns + by_ns, self.sequence, self.luma)

    def __repr__(self) -> str:
        return f"Frame({self.t_s:.6f} s, number {self.sequence})"


MAX_SIDE_PX = 4096
"""Longer pictures are scaled down: at 10 ft and 4096 px a pixel is 0.75 mm, finer than the optics above a table."""


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """What a source says of itself. `frame_rate_hz` is nominal (None for a still); `live` sources can't be read again.

    frame_count is an estimate for the progress bar, None where it can't be known.
    readout_s: a rolling shutter's time from the first row to the last, 0 for a global one (and for recordings, where it
    is not known); row r of h was exposed (r / h - 0.5) * readout_s after the frame's time stamp.
    """

    name: str
    width_px: int
    height_px: int
    frame_rate_hz: float | None
    live: bool
    frame_count: int | None = None
    is_stand_in: bool = False
    readout_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Notice:
    """Something about the health of the system; `code` is a short word for programs, `text` one line for people."""

    level: str
    code: str
    text: str


NoticeHandler = Callable[[Notice], None]


def ignore(_: Notice) -> None:
    """A notice handler for those who don't want to know."""


def steps(gap_ns: float, interval_ns: float) -> int:
    """How many frames of a source with that interval lie in a gap between two time stamps, at least one."""
    return max(1, round(gap_ns / interval_ns))


class SourceError(Exception):
    """A source can't be used. The message is one line: what is wrong, what to do."""


class FrameSource(Protocol):
    """Whatever gives frames: a camera, a recording, a folder of pictures, a drawn table."""

    @property
    def info(self) -> SourceInfo:
        """Size, rate and name of the source."""
        ...

    def __iter__(self) -> Iterator[Frame]:
        """Frames in order of time. A corrupt tail ends the iteration after a notice; it never raises half-way."""
        ...

    def close(self) -> None:
        """Let go of the device or file; safe to call twice."""
        ...
