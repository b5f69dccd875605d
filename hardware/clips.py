"""Short films of what was in question: a bounded folder of H.264 files."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final, cast

import av
import cv2
import numpy as np

from callshot.hardware.clip_ring import Kept
from callshot.hardware.frame import Image, Notice, NoticeHandler, ignore
from callshot.hardware.priority import stand_back

MOST_WAITING_BYTES: Final = 64 * 1024 * 1024
"""Clips that wait for a slow disk or processor hold their pictures; more is not kept, and that is told."""

DEFAULT_MAX_BYTES: Final = 2 * 1024**3
"""Two gigabytes of an SD card: a month of evenings at some 0.5 MB a clip."""

GIVING_UP_S: Final = 2.0
"""A picture takes a few hundredths of a second to write, and the file then has to be closed."""

CLIP_LOST: Final = "clip-lost"
"""The code of the notice."""

KEEP_FREE_BYTES: Final = 200 * 1024**2
"""Room for the records of years: where the disk has less, clips make way, to the latest."""

X264: Final = {"preset": "veryfast", "crf": "24", "threads": "1", "rc-lookahead": "2", "bf": "1"}
"""Looking ahead by more pictures takes 20 MB more and makes these films no smaller (measured on the bundled recording:
121 kB with two pictures, 174 kB with the preset's ten)."""

NAME = re.compile(r"clip-(\d+)\b.*\.mp4$")

Draw = Callable[[Image, float], Image]
"""Draws paths and contacts on a picture (height, width, 3) of time t in seconds; gives a new picture."""


class ClipStore:
    """A folder of clips that never grows beyond its bound: the oldest go first. Clips are numbered, not dated, because
    the date of a Pi without a clock battery jumps. They are written by a thread of their own.
    """

    def __init__(
        self, folder: Path, on_notice: NoticeHandler = ignore, *, max_bytes: int = DEFAULT_MAX_BYTES,
        keep_free_bytes: int = 0,
    ) -> None:  # fmt: skip
        """folder: made when the first clip is written. Files with other names in it are left alone.

        keep_free_bytes: so much of the disk is left to others; old clips go where they take it.
        """
        self._keep_free_bytes = keep_free_bytes
        self._folder = folder
        self._on_notice = on_notice
        self._max_bytes = max_bytes
        self._failing = False
        self._jobs: deque[tuple[str, tuple[Kept, ...], Draw | None]] = deque()
        self._wake = threading.Condition()
        self._closing = False
        self._hurry = threading.Event()
        self._busy = False
        self._next_number = 1 + max((number for number, _ in self._clips()), default=0)
        self._writer = threading.Thread(target=self._write_all, name="clips", daemon=True)
        self._writer.start()

    def save(self, pictures: Iterable[Kept], what: str, draw: Draw | None = None) -> str | None:
        """Take a clip to be written, and give its file name at once; None where there are no pictures.

        what: part of the name, such as `stroke12`. The write happens later; a failing disk is a notice.
        """
        kept = tuple(pictures)
        if not kept:
            return None
        with self._wake:
            waiting = sum(k.size_bytes for _, pictures, _ in self._jobs for k in pictures)
            if self._jobs and waiting + sum(k.size_bytes for k in kept) > MOST_WAITING_BYTES:
                self._lost("they are written too slowly")
                return None
            name = f"clip-{self._next_number:06d}-{re.sub(r'[^A-Za-z0-9_.-]+', '-', what)[:60]}.mp4"
            self._next_number += 1
            self._jobs.append((name, kept, draw))
            self._wake.notify_all()
        return name

    def wait(self, timeout_s: float) -> bool:
        """Wait until all clips are written."""
        with self._wake:
            return self._wake.wait_for(lambda: not self._jobs and not self._busy, timeout_s)

    def close(self, timeout_s: float = 10.0) -> None:
        """Write what is left, then stop; what is not written by then is given up, and told."""
        with self._wake:
            self._closing = True
            self._wake.notify_all()
        self._writer.join(timeout_s)
        self._hurry.set()
        self._writer.join(GIVING_UP_S)

    def _write_all(self) -> None:
        stand_back()
        while True:
            with self._wake:
                self._busy = False
                self._wake.notify_all()
                self._wake.wait_for(lambda: self._jobs or self._closing)
                if not self._jobs:
                    return
                name, kept, draw = self._jobs.popleft()
                self._busy = True
            self._write(name, kept, draw)

    def _write(self, name: str, kept: tuple[Kept, ...], draw: Draw | None) -> None:
        part = self._folder / f"{name}.part"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._thin()
            write_film(part, self._unless_hurried(kept), draw)
            part.rename(self._folder / name)
            self._thin()
        except (OSError, av.error.FFmpegError) as error:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            self._lost(getattr(error, "strerror", None) or str(error))
            return
        self._failing = False

    def _unless_hurried(self, kept: Iterable[Kept]) -> Iterator[Kept]:
        """The pictures, as long as there is time. Raises TimeoutError."""
        for picture in kept:
            if self._hurry.is_set():
                raise TimeoutError("the program ended before they were written")
            yield picture

    def _lost(self, reason: str) -> None:
        """Told once, until one is written again."""
        if not self._failing:
            self._failing = True
            self._on_notice(Notice("warning", CLIP_LOST, f"{self._folder}: clips can't be written: {reason}"))

    def _thin(self) -> None:
        clips = sorted(self._clips())
        sizes = {path: path.stat().st_size for _, path in clips}
        over = sum(sizes.values()) - self._max_bytes
        if self._keep_free_bytes:
            over = max(over, self._keep_free_bytes - shutil.disk_usage(self._folder).free)
        for _, path in clips[:-1]:
            if over <= 0:
                return
            path.unlink(missing_ok=True)
            over -= sizes[path]

    def _clips(self) -> list[tuple[int, Path]]:
        try:
            paths = list(self._folder.iterdir())
        except OSError:
            return []
        return [(int(m.group(1)), path) for path in paths if (m := NAME.match(path.name))]


def write_film(path: Path, kept: Iterable[Kept], draw: Draw | None = None) -> None:
    """An H.264 file of the pictures at their true times. Raises OSError or av's FFmpegError."""
    with av.open(str(path), "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=30, options=X264)
        stream.pix_fmt = "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1_000_000)
        first_ns: int | None = None
        for picture in kept:
            image = cast(Image, cv2.imdecode(np.frombuffer(picture.jpeg, np.uint8), cv2.IMREAD_COLOR))
            if draw is not None:
                image = draw(image, picture.timestamp_ns * 1e-9)
            if first_ns is None:
                first_ns = picture.timestamp_ns
                stream.height, stream.width = image.shape[:2]
            frame = av.VideoFrame.from_ndarray(image, format="bgr24")
            frame.pts, frame.time_base = (picture.timestamp_ns - first_ns) // 1000, Fraction(1, 1_000_000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    with path.open("rb") as written:
        os.fsync(written.fileno())
