"""Recordings: a video file as a frame source, with the true presentation time of every frame."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import cast

import av
import av.error
import cv2
import numpy as np
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from callshot.hardware.frame import MAX_SIDE_PX, Frame, Image, Notice, NoticeHandler, SourceError, SourceInfo, ignore

EIGHT_BIT_LUMA_FIRST = frozenset(
    {"yuv420p", "yuvj420p", "yuv422p", "yuvj422p", "yuv444p", "yuvj444p", "nv12", "nv21", "nv16", "gray", "yuv440p"}
)
"""Pixel formats whose first plane is 8 bit luma, used as it comes."""

TURNS: dict[int, int] = {
    90: cv2.ROTATE_90_COUNTERCLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_CLOCKWISE,
}  # fmt: skip


class Recording:
    """A video file. It can be iterated again and again; each time it is read from the start (or from `start_s`).

    Time stamps are presentation times counted from the first frame, whatever the nominal rate says: variable rates,
    gaps, edit lists. Pictures are turned as the file asks. A frame that the decoder marks as damaged is left out and
    counted in `sequence`, as a dropped frame is: half a picture makes balls that are not there.
    """

    def __init__(
        self, path: Path, on_notice: NoticeHandler = ignore, *, threads: int = 1, start_s: float = 0.0
    ) -> None:
        """path: the file. threads: decoder threads; 1 leaves the other cores alone. start_s: frames before are skipped.

        Raises SourceError where the file can't be opened as a video.
        """
        self._path = path
        self._on_notice = on_notice
        self._threads = max(1, threads)
        self._start_s = start_s
        self._closings = 0
        container, stream = self._open()
        with container:
            self._info = self._describe(container, stream)

    @property
    def info(self) -> SourceInfo:
        """Size as shown (turned and scaled), nominal rate, estimated number of frames."""
        return self._info

    def __enter__(self) -> Recording:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """An iteration under way ends at its next frame and closes the file (closing it at once could crash it)."""
        self._closings += 1

    def __iter__(self) -> Iterator[Frame]:
        """The frames in order of time; a damaged or cut-off file gives what it has, then a notice."""
        container, stream = self._open()
        closings = self._closings
        with container:
            for frame in self._frames(container, stream):
                yield frame
                if self._closings != closings:
                    return

    def _frames(self, container: InputContainer, stream: VideoStream) -> Iterator[Frame]:
        damage = Damage(self._path.name)
        clock = PresentationClock(stream)
        shape = PictureShape()
        if self._start_s > 0:
            clock.first_s = _first_time(stream)
            if clock.first_s is not None:
                _seek(container, stream, clock.first_s + Fraction(self._start_s))
        sequence = -1
        for decoded in _decode(container, stream, damage):
            sequence += 1
            if decoded is None or decoded.is_corrupt:
                damage.frames += 1
                continue
            timestamp_ns = clock.timestamp_ns(decoded)
            if timestamp_ns is None:
                damage.out_of_order += 1
                continue
            if timestamp_ns < self._start_s * 1e9:
                continue
            yield shape.frame(decoded, timestamp_ns, sequence)
        damage.missing_s = clock.missing_s()
        for notice in damage.notices():
            self._on_notice(notice)

    def _open(self) -> tuple[InputContainer, VideoStream]:
        name = self._path.name
        try:
            if self._path.stat().st_size == 0:
                raise SourceError(f"{name} is empty: give a video file")
            container = av.open(str(self._path), metadata_errors="replace")
        except FileNotFoundError:
            raise SourceError(f"{self._path}: no such file") from None
        except PermissionError:
            raise SourceError(f"{self._path}: no permission to read it") from None
        except (av.error.FFmpegError, OSError, ValueError) as error:
            raise SourceError(
                f"{name} can't be read as a video (it is none, or it was cut off before its index): {_why(error)}"
            ) from None
        if not container.streams.video:
            container.close()
            raise SourceError(f"{name} has no picture track: give a video file")
        stream = container.streams.video[0]
        if stream.codec_context is None or not stream.codec_context.width:
            container.close()
            raise SourceError(f"{name}: its picture format is not known to the decoder; convert it to H.264 first")
        stream.thread_type = "NONE" if self._threads == 1 else "AUTO"
        stream.codec_context.thread_count = self._threads
        return container, stream

    def _describe(self, container: InputContainer, stream: VideoStream) -> SourceInfo:
        """Size and count; the first frame is decoded, because the turn is told only with it."""
        first = next((f for f in _decode(container, stream, Damage(self._path.name)) if f is not None), None)
        if first is None:
            raise SourceError(f"{self._path.name} holds no picture that can be decoded")
        shape = PictureShape()
        height, width = shape.frame(first, 0, 0).image.shape[:2]
        if shape.scaled:
            self._on_notice(
                Notice("info", "scaled", f"{self._path.name}: {first.width}x{first.height} px are more than is of use; "
                       f"pictures are scaled to {width}x{height}")
            )  # fmt: skip
        rate = stream.average_rate or stream.guessed_rate
        count = stream.frames or None  # counts what an edit list hides, so the duration is asked first
        if stream.duration is not None and stream.time_base is not None and rate:
            count = max(1, round(stream.duration * stream.time_base * rate))
        return SourceInfo(
            name=str(self._path), width_px=width, height_px=height, frame_rate_hz=float(rate) if rate else None,
            live=False, frame_count=count,
        )  # fmt: skip


class Damage:
    """What was wrong with a file, counted, and told once at its end."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.frames = 0
        self.out_of_order = 0
        self.missing_s = 0.0
        self.stopped: str | None = None

    def notices(self) -> Iterator[Notice]:
        """One line for each kind of damage."""
        if self.frames:
            yield Notice("warning", "damaged-frames", f"{self.name}: {self.frames} damaged pictures were left out")
        if self.out_of_order:
            yield Notice(
                "warning", "times-out-of-order",
                f"{self.name}: {self.out_of_order} pictures whose time is not after the one before were left out",
            )  # fmt: skip
        if self.stopped is not None:
            yield Notice("warning", "recording-cut", f"{self.name} can't be read to its end: {self.stopped}")
        elif self.missing_s > 0:
            yield Notice("warning", "recording-cut", f"{self.name} ends {self.missing_s:.1f} s before its index says")


class PresentationClock:
    """Presentation times in ns from the first frame; strictly growing."""

    def __init__(self, stream: VideoStream) -> None:
        rate = stream.average_rate or stream.guessed_rate
        self._interval_s = 1 / rate if rate else Fraction(1, 25)
        self._time_base = stream.time_base or Fraction(1, 90000)
        self._end_s: Fraction | None = None
        if stream.duration is not None:
            self._end_s = ((stream.start_time or 0) + stream.duration) * self._time_base
        self.first_s: Fraction | None = None
        self._last_s: Fraction | None = None
        self._last_duration_s = self._interval_s

    def timestamp_ns(self, decoded: VideoFrame) -> int | None:
        """The frame's time, None where it is not after the one before; without a time of its own, one interval on."""
        time_base = decoded.time_base or self._time_base
        if decoded.pts is not None:
            time_s = decoded.pts * time_base
        else:
            time_s = Fraction(0) if self._last_s is None else self._last_s + self._interval_s
        if self._last_s is not None and time_s <= self._last_s:
            return None
        self._last_s = time_s
        self._last_duration_s = max(self._interval_s, (decoded.duration or 0) * time_base)
        if self.first_s is None:
            self.first_s = time_s
        return round((time_s - self.first_s) * 1_000_000_000)

    def missing_s(self) -> float:
        """How much of the duration that the file claims was not there; up to two intervals are rounding."""
        if self._end_s is None or self._last_s is None:
            return 0.0
        missing = self._end_s - (self._last_s + self._last_duration_s)
        return float(missing) if missing > 2 * self._interval_s else 0.0


class PictureShape:
    """From decoded pictures to frames: luma plane as it comes, turned as the file asks, never larger than is of use."""

    def __init__(self) -> None:
        self.scaled = False

    def frame(self, decoded: VideoFrame, timestamp_ns: int, sequence: int) -> Frame:
        """A frame whose colours are converted when they are asked for."""
        turn = TURNS.get(round(decoded.rotation) % 360)
        longest = max(decoded.width, decoded.height)
        scale = min(1.0, MAX_SIDE_PX / longest)
        self.scaled = scale < 1.0
        width, height = round(decoded.width * scale), round(decoded.height * scale)

        def image() -> Image:
            converted = decoded.reformat(width, height, "bgr24", threads=1)
            return _turned(cast(Image, converted.to_ndarray()), turn)

        luma = None
        if not self.scaled and decoded.format.name in EIGHT_BIT_LUMA_FIRST:
            luma = _turned(_luma(decoded), turn)
        return Frame(image, timestamp_ns, sequence, luma)


def _luma(decoded: VideoFrame) -> Image:
    """A view of the first plane: no copy where its lines are as long as the picture is wide."""
    plane = decoded.planes[0]
    lines: Image = np.frombuffer(memoryview(plane), np.uint8).reshape(plane.height, plane.line_size)
    return lines[:, : decoded.width]


def _turned(image: Image, turn: int | None) -> Image:
    return image if turn is None else cast(Image, cv2.rotate(image, turn))


def _decode(container: InputContainer, stream: VideoStream, damage: Damage) -> Iterator[VideoFrame | None]:
    """Decoded frames; None stands for a packet that could not be decoded. An unreadable rest ends it."""
    packets = container.demux(stream)
    while True:
        try:
            packet = next(packets)
        except StopIteration:
            return
        except (av.error.FFmpegError, OSError) as error:
            damage.stopped = _why(error)
            return
        try:
            frames = packet.decode()
        except av.error.EOFError:
            return
        except (av.error.FFmpegError, ValueError):
            yield None
            continue
        yield from frames


def _first_time(stream: VideoStream) -> Fraction | None:
    if stream.start_time is None or stream.time_base is None:
        return None
    return stream.start_time * stream.time_base


def _seek(container: InputContainer, stream: VideoStream, time_s: Fraction) -> None:
    """Go to the key frame before a time; where the file can't be sought in, reading starts at its beginning."""
    if stream.time_base is None:
        return
    try:
        container.seek(int(time_s / stream.time_base), stream=stream)
    except (av.error.FFmpegError, OSError):
        container.seek(0)


def _why(error: BaseException) -> str:
    text = getattr(error, "strerror", None) or str(error)
    return text.splitlines()[0] if text else type(error).__name__
