"""The last seconds, from which films are made: a ring of JPEG pictures.

They are cut to the table and blackened outside it: people around the table are not kept, and a minute of ring costs
tens of megabytes, not gigabytes. At rest two pictures a second are enough. Cutting and packing takes 5 ms a picture
at 1456x1088, a third of a frame's time: a thread of its own does it, and the frame under way does not wait for it.
"""

from __future__ import annotations

import mmap
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.hardware.frame import Frame
from callshot.hardware.priority import stand_back

CLIP_WIDTH_PX: Final = 960
"""About 3 mm a pixel on a 9 ft table: enough to see which ball was touched first, a quarter of the camera's bytes."""

MOVING_INTERVAL_NS: Final = 30_000_000
"""30 pictures a second while something moves (the camera may be faster)."""

RESTING_INTERVAL_NS: Final = 500_000_000

RING_NS: Final = 40_000_000_000
"""The longest stroke worth keeping, with the seconds before it."""

MOST_RING_BYTES: Final = 64 * 1024 * 1024
"""Forty quiet seconds take 35 MB. Pictures full of noise take thrice as much: then the oldest go earlier."""

MOST_WAITING: Final = 6
"""Pictures that wait to be packed hold their whole frames, 7 MB each. A fifth of a second of them outlasts the slowest
frames of a break; where more would wait, the frame loop packs the next itself: films lose nothing.
"""

SHEET_BYTES: Final = 1024 * 1024
JPEG_QUALITY: Final = 85

Jpeg = bytes | memoryview


@dataclass(frozen=True, slots=True)
class Window:
    """The table in the picture: its box and its outline, which is what a clip may show."""

    outline_px: NDArray[np.float64]
    width_px: int
    height_px: int

    def box(self) -> tuple[int, int, int, int]:
        """(left, top, right, bottom), inside the picture, of even width and height as H.264 wants."""
        left, top = np.floor(self.outline_px.min(axis=0)).astype(int)
        right, bottom = np.ceil(self.outline_px.max(axis=0)).astype(int)
        left, top = max(0, int(left)), max(0, int(top))
        right, bottom = min(self.width_px, int(right)), min(self.height_px, int(bottom))
        return left, top, left + (right - left) // 2 * 2, top + (bottom - top) // 2 * 2


class Kept:
    """One picture of the ring: its time and its JPEG bytes, which are made by whoever asks for them first."""

    __slots__ = ("_jpeg", "_lock", "timestamp_ns")

    def __init__(self, timestamp_ns: int, jpeg: Jpeg | Callable[[], Jpeg]) -> None:
        """jpeg: the bytes, or what makes them."""
        self.timestamp_ns = timestamp_ns
        self._jpeg = jpeg
        self._lock = threading.Lock()

    @property
    def jpeg(self) -> Jpeg:
        """The picture. From any thread."""
        with self._lock:
            if callable(self._jpeg):
                self._jpeg = self._jpeg()
            return self._jpeg

    @property
    def packed(self) -> bool:
        """Whether the bytes are there."""
        return not callable(self._jpeg)

    @property
    def size_bytes(self) -> int:
        """What it takes once it is packed; 0 until then."""
        jpeg = self._jpeg
        return 0 if callable(jpeg) else len(jpeg)


class _Sheets:
    """Memory for many small things that live for a while and go in the order in which they came.

    On the heap between pictures of megabytes that come and go they would keep its holes open. A sheet is given back to
    the system as a whole, when the last thing on it is gone.
    """

    def __init__(self) -> None:
        self._sheet, self._used = memoryview(b""), 0

    def keep(self, data: memoryview) -> memoryview:
        """A copy of the bytes."""
        if self._used + len(data) > len(self._sheet):
            self._sheet, self._used = memoryview(mmap.mmap(-1, max(SHEET_BYTES, len(data)))), 0
        kept = self._sheet[self._used : self._used + len(data)]
        kept[:] = data
        self._used += len(data)
        return kept.toreadonly()


class ClipRing:
    """The last seconds. `add` is called by the live loop for every frame and mostly does nothing."""

    def __init__(self, window: Window, *, enabled: bool = True) -> None:
        """window: what may be kept. enabled: the off switch; then nothing at all is kept."""
        left, top, right, bottom = window.box()
        self._box = (left, top, right, bottom)
        width, height = right - left, bottom - top
        self.enabled = enabled and width >= 16 and height >= 16
        scale = min(1.0, CLIP_WIDTH_PX / max(width, height, 1))
        self._size = (max(2, round(width * scale) // 2 * 2), max(2, round(height * scale) // 2 * 2))
        outline = (window.outline_px - (left, top)) * scale
        self._inside = np.zeros((self._size[1], self._size[0], 1), np.uint8)
        cv2.fillPoly(self._inside, [np.round(outline).astype(np.int32)], 255)
        self._shrink = cv2.INTER_AREA if scale < 0.5 else cv2.INTER_LINEAR
        self._lock = threading.Lock()
        self._kept: deque[Kept] = deque()
        self._bytes = 0
        self._sheets = _Sheets()
        # Its thread ends with the ring.
        self._packer = ThreadPoolExecutor(1, "clip-ring", stand_back)

    def add(self, frame: Frame, *, moving: bool) -> None:
        """Keep the frame if it is time for one. moving: whether the table changes."""
        if not self.enabled:
            return
        interval = MOVING_INTERVAL_NS if moving else RESTING_INTERVAL_NS
        with self._lock:
            # A frame that comes a little early counts: 60 frames a second give 30, not 20.
            if self._kept and frame.timestamp_ns - self._kept[-1].timestamp_ns < interval * 0.9:
                return
            crowded = len(self._kept) >= MOST_WAITING and not self._kept[-MOST_WAITING].packed
            kept = Kept(frame.timestamp_ns, lambda: self._pack(frame))
            self._kept.append(kept)
        if crowded:
            _packed(kept)
        else:
            self._packer.submit(_packed, kept)

    def between(self, start_s: float, end_s: float) -> tuple[Kept, ...]:
        """What is kept of a span of time."""
        with self._lock:
            return tuple(k for k in self._kept if start_s <= k.timestamp_ns * 1e-9 <= end_s)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """(left, top, right, bottom) px of the frames: what the pictures show."""
        return self._box

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) px of the pictures."""
        return self._size

    @property
    def size_bytes(self) -> int:
        """What the ring holds in memory, but for what waits to be packed."""
        return self._bytes

    def _pack(self, frame: Frame) -> Jpeg:
        left, top, right, bottom = self._box
        small = cv2.resize(frame.image[top:bottom, left:right], self._size, interpolation=self._shrink)
        small = cv2.bitwise_and(small, small, mask=self._inside)
        _, jpeg = cv2.imencode(".jpg", small, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))
        with self._lock:
            kept = self._sheets.keep(jpeg.data.cast("B"))
            self._bytes += len(kept)
            self._forget()
        return kept

    def _forget(self) -> None:
        """The oldest go; one that waits to be packed is never the oldest for long."""
        while self._kept[0].packed and (
            self._kept[-1].timestamp_ns - self._kept[0].timestamp_ns > RING_NS or self._bytes > MOST_RING_BYTES
        ):
            self._bytes -= self._kept.popleft().size_bytes


def _packed(kept: Kept) -> None:
    kept.jpeg  # noqa: B018 - asking makes it
