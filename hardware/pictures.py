"""A still, or a folder of numbered pictures, as a frame source."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import cv2
import numpy as np

from callshot.hardware.frame import MAX_SIDE_PX, Frame, Image, Notice, NoticeHandler, SourceError, SourceInfo, ignore

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".ppm", ".pgm"})
DEFAULT_FRAME_RATE_HZ = 25.0
LAST_NUMBER = re.compile(r"(\d+)(?!.*\d)")


def is_picture(path: Path) -> bool:
    """Whether the name is that of a picture."""
    return path.suffix.lower() in PICTURE_SUFFIXES


class Still:
    """One picture, at time 0."""

    def __init__(self, path: Path, on_notice: NoticeHandler = ignore) -> None:
        """Raises SourceError where there is no picture that can be read."""
        image, full_size_px = read_picture(path)
        if image.shape[1::-1] != full_size_px:
            on_notice(_scaled(path, full_size_px, image))
        self._frame = Frame(image, 0, 0)
        height, width = image.shape[:2]
        self._info = SourceInfo(str(path), width, height, None, live=False, frame_count=1)

    @property
    def info(self) -> SourceInfo:
        """Size and name; no rate."""
        return self._info

    def __iter__(self) -> Iterator[Frame]:
        yield self._frame

    def close(self) -> None:
        """Nothing is held open."""


class PictureFolder:
    """Numbered pictures, evenly spaced in time; a number that is missing is a dropped frame.

    The last number in the name counts. Steps other than 1 (frame0010, frame0020) are taken as the numbering's way.
    """

    def __init__(
        self, folder: Path, on_notice: NoticeHandler = ignore, *, frame_rate_hz: float = DEFAULT_FRAME_RATE_HZ
    ) -> None:
        """Raises SourceError where there are no numbered pictures, or the first can't be read."""
        if not (math.isfinite(frame_rate_hz) and 0 < frame_rate_hz <= 1000):
            raise SourceError(f"{frame_rate_hz:g} frames per second can't be: give a rate above 0 and up to 1000")
        self._folder = folder
        self._on_notice = on_notice
        self._rate_hz = frame_rate_hz
        self._pictures = _numbered(folder)
        first, full_size_px = read_picture(self._pictures[0][1])
        if first.shape[1::-1] != full_size_px:
            on_notice(_scaled(self._pictures[0][1], full_size_px, first))
        height, width = first.shape[:2]
        self._info = SourceInfo(
            str(folder), width, height, frame_rate_hz, live=False, frame_count=len(self._pictures)
        )  # fmt: skip

    @property
    def info(self) -> SourceInfo:
        """Size of the first picture, the rate given, the number of pictures."""
        return self._info

    def __iter__(self) -> Iterator[Frame]:
        """The pictures in order; those that can't be read, or are of another size, are dropped and told at the end."""
        unreadable: list[str] = []
        other_size: list[str] = []
        size = (self._info.height_px, self._info.width_px)
        first_number = self._pictures[0][0]
        for number, path in self._pictures:
            sequence = number - first_number
            try:
                image, _ = read_picture(path)
            except SourceError:
                unreadable.append(path.name)
                continue
            if image.shape[:2] != size:
                other_size.append(path.name)
                continue
            yield Frame(image, round(sequence / self._rate_hz * 1e9), sequence)
        for code, what, names in (
            ("damaged-frames", "can't be read", unreadable),
            ("size", "of another size", other_size),
        ):
            if names:
                self._on_notice(
                    Notice(
                        "warning", code, f"{self._folder}: {len(names)} pictures {what} and left out, {names[0]} first"
                    )
                )

    def close(self) -> None:
        """Nothing is held open."""


def read_picture(path: Path) -> tuple[Image, tuple[int, int]]:
    """The picture in BGR, turned as its EXIF asks, scaled to at most MAX_SIDE_PX, and its (width, height) before that.

    Raises SourceError.
    """
    try:
        encoded = path.read_bytes()
    except FileNotFoundError:
        raise SourceError(f"{path}: no such file") from None
    except OSError as error:
        raise SourceError(f"{path}: can't be read: {error.strerror}") from None
    if not encoded:
        raise SourceError(f"{path.name} is empty: give a picture")
    try:
        decoded = cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        raise SourceError(f"{path.name} is too large to be read: scale it to at most {MAX_SIDE_PX} px") from None
    if decoded is None:
        raise SourceError(f"{path.name} is not a picture that can be read, or it is cut off")
    image = cast(Image, decoded)
    height, width = image.shape[:2]
    scale = MAX_SIDE_PX / max(width, height)
    if scale < 1:
        new_size = (max(1, round(width * scale)), max(1, round(height * scale)))
        image = cast(Image, cv2.resize(image, new_size, interpolation=cv2.INTER_AREA))
    return image, (width, height)


def _scaled(path: Path, full_size_px: tuple[int, int], image: Image) -> Notice:
    height, width = image.shape[:2]
    return Notice(
        "info", "scaled",
        f"{path.name}: {full_size_px[0]}x{full_size_px[1]} px are more than is of use; scaled to {width}x{height}",
    )  # fmt: skip


def _numbered(folder: Path) -> list[tuple[int, Path]]:
    """(frame number, picture) in order; numbers are divided by their common step. Raises SourceError where none are."""
    found: dict[int, Path] = {}
    for path in sorted(folder.iterdir()):
        match = LAST_NUMBER.search(path.stem)
        if match is None or not is_picture(path) or not path.is_file():
            continue
        number = int(match.group(1))
        if number in found:
            raise SourceError(
                f"{folder}: {found[number].name} and {path.name} have the same number: keep one series in a folder"
            )
        found[number] = path
    if not found:
        raise SourceError(f"{folder}: no numbered pictures (such as frame0001.png) in this folder")
    numbers = sorted(found)
    step = math.gcd(*(n - numbers[0] for n in numbers)) or 1
    return [((n - numbers[0]) // step, found[n]) for n in numbers]
