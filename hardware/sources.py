"""From the text that a person gives to a frame source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from callshot.hardware.frame import FrameSource, NoticeHandler, SourceError, ignore
from callshot.hardware.pictures import DEFAULT_FRAME_RATE_HZ, PictureFolder, Still, is_picture
from callshot.hardware.recording import Recording

Opener = Callable[[str, NoticeHandler], FrameSource]
"""Opens what stands behind a scheme: gets the part after the colon and where notices go."""


def open_source(
    text: str,
    *,
    frame_rate_hz: float = DEFAULT_FRAME_RATE_HZ,
    on_notice: NoticeHandler = ignore,
    schemes: Mapping[str, Opener] | None = None,
    threads: int = 1,
    start_s: float = 0.0,
) -> FrameSource:
    """A video file, a picture, a folder of numbered pictures, `camera:N`, `picamera:N`, or one of `schemes`.

    frame_rate_hz: for folders. schemes: more kinds of source by name, such as `synthetic`. threads: video decoding.
    start_s: videos are read from there on. Raises SourceError with one line that says what is wrong.
    """
    openers: dict[str, Opener] = {"camera": _v4l2, "picamera": _picamera, **(schemes or {})}
    scheme, colon, rest = text.partition(":")
    if colon and scheme in openers:
        return openers[scheme](rest, on_notice)
    path = Path(text)
    try:
        if not text or not path.exists():
            raise SourceError(f"{text[:200] or 'SOURCE'}: no such file or folder (nor one of {_kinds(openers)})")
        if path.is_dir():
            return PictureFolder(path, on_notice, frame_rate_hz=frame_rate_hz)
        if not path.is_file():
            raise SourceError(f"{text} is neither a file nor a folder; cameras are given as camera:0 or picamera:0")
    except (OSError, ValueError) as error:
        raise SourceError(f"{text[:80]}: can't be opened: {getattr(error, 'strerror', None) or error}") from None
    if is_picture(path):
        return Still(path, on_notice)
    return Recording(path, on_notice, threads=threads, start_s=start_s)


def number_of(text: str, scheme: str) -> int:
    """The N of `camera:N`; nothing counts as 0. Raises SourceError."""
    if text == "":
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise SourceError(f"{scheme}:{text}: give the camera's number, as in {scheme}:0")
    return int(text)


def _kinds(openers: Mapping[str, Opener]) -> str:
    return ", ".join(f"{name}:..." for name in openers)


def _v4l2(text: str, on_notice: NoticeHandler) -> FrameSource:
    from callshot.hardware.v4l2 import open_v4l2

    return open_v4l2(number_of(text, "camera"), on_notice)


def _picamera(text: str, on_notice: NoticeHandler) -> FrameSource:
    from callshot.hardware.picamera import open_picamera

    return open_picamera(number_of(text, "picamera"), on_notice)
