"""USB cameras by Video4Linux (`camera:N`)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.hardware.camera_modes import describe_exposure
from callshot.hardware.frame import Frame, Image, Notice, NoticeHandler, SourceError, SourceInfo, ignore, steps
from callshot.hardware.picamera_settings import kept_exposure_us
from callshot.hardware.places import data_folder

WANTED_WIDTH_PX, WANTED_HEIGHT_PX, WANTED_RATE_HZ = 1280, 720, 60.0
"""2 mm a pixel on a 9 ft table; the driver gives the nearest that it can."""

MANUAL_EXPOSURE = 1.0
"""V4L2_EXPOSURE_MANUAL. Automatic exposure lengthens itself in the dark, and with it every streak of a moving ball."""

MAX_FAILED_READS = 50
"""A read that fails waits up to a frame; after so many in a row the camera is gone."""


class Capture(Protocol):
    """What is used of cv2.VideoCapture."""

    def isOpened(self) -> bool: ...

    def read(self) -> tuple[bool, NDArray[np.generic]]: ...

    def get(self, property_id: int, /) -> float: ...

    def set(self, property_id: int, value: float, /) -> bool: ...

    def release(self) -> None: ...


class V4l2Camera:
    """A camera of Video4Linux. It ends its iteration, after a notice, where the camera is unplugged."""

    def __init__(
        self, number: int, on_notice: NoticeHandler = ignore, *, open_capture: Callable[[int], Capture] | None = None
    ) -> None:
        """number: N of /dev/videoN. Raises SourceError where it can't be opened."""
        self._on_notice = on_notice
        self._name = f"camera:{number}"
        self._capture = (open_capture or _open)(number)
        if not self._capture.isOpened():
            self._capture.release()
            raise SourceError(f"{self._name} can't be opened: {_reason(number)}")
        for property_id, value in (
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),  # USB 2 carries 720p at 60 Hz only compressed
            (cv2.CAP_PROP_FRAME_WIDTH, WANTED_WIDTH_PX),
            (cv2.CAP_PROP_FRAME_HEIGHT, WANTED_HEIGHT_PX),
            (cv2.CAP_PROP_FPS, WANTED_RATE_HZ),
            (cv2.CAP_PROP_BUFFERSIZE, 2),
            (cv2.CAP_PROP_AUTOFOCUS, 0),
        ):
            self._capture.set(property_id, value)
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._interval_ns = 1e9 / rate if rate > 0 else None
        self._info = SourceInfo(
            self._name,
            int(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
            int(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
            rate if rate > 0 else None,
            live=True,
        )

    @property
    def info(self) -> SourceInfo:
        """What the driver agreed to."""
        return self._info

    def fix_exposure(self, exposure_us: float) -> bool:
        """Switch the automatic exposure off and set a time; whether the driver took it."""
        counts = max(1, round(exposure_us / 100))  # V4L2 counts in 100 us
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE)
        self._capture.set(cv2.CAP_PROP_EXPOSURE, counts)
        took = (self._capture.get(cv2.CAP_PROP_AUTO_EXPOSURE), self._capture.get(cv2.CAP_PROP_EXPOSURE))
        return took == (MANUAL_EXPOSURE, counts)

    def __iter__(self) -> Iterator[Frame]:
        """Frames with the driver's time (monotonic, UVC stamps the start of the exposure), moved to its middle."""
        half_exposure_ns = self._half_exposure_ns()
        first_ns: int | None = None
        last_ns: int | None = None
        sequence = -1
        failed = 0
        while failed < MAX_FAILED_READS:
            ok, image = self._capture.read()
            stamp_ns = round(self._capture.get(cv2.CAP_PROP_POS_MSEC) * 1e6) + half_exposure_ns
            if not ok or image is None or (last_ns is not None and stamp_ns <= last_ns):
                failed += 1
                continue
            failed = 0
            first_ns = stamp_ns if first_ns is None else first_ns
            sequence += (
                1 if last_ns is None or self._interval_ns is None else steps(stamp_ns - last_ns, self._interval_ns)
            )
            last_ns = stamp_ns
            yield Frame(cast(Image, image), stamp_ns - first_ns, sequence)
        self._on_notice(Notice("error", "camera-lost", f"{self._name} gives no more pictures: is it unplugged?"))

    def _half_exposure_ns(self) -> int:
        """Half the exposure where the driver tells it (in 100 us), else 0."""
        if self._capture.get(cv2.CAP_PROP_AUTO_EXPOSURE) != MANUAL_EXPOSURE:
            return 0
        return round(max(0.0, self._capture.get(cv2.CAP_PROP_EXPOSURE)) * 100_000 / 2)

    def close(self) -> None:
        """Release the device."""
        self._capture.release()


def open_v4l2(
    number: int, on_notice: NoticeHandler, *, folder: Path | None = None,
    open_capture: Callable[[int], Capture] | None = None,
) -> V4l2Camera:  # fmt: skip
    """camera:N. What its right exposure is can't be asked of a webcam: it is fixed where a person has written
    `exposure_us` into `camera-N.json`, and else automatic; either is told. Raises SourceError.

    folder: where that file is.
    """
    camera = V4l2Camera(number, on_notice, open_capture=open_capture)
    path = (folder or data_folder()) / f"camera-{number}.json"
    exposure_us = kept_exposure_us(path)
    if exposure_us is None:
        text = f'the exposure is automatic, long in the dark; {{"exposure_us": 4000}} in {path} fixes it'
        on_notice(Notice("info", "exposure", f"camera:{number}: {text}"))
    elif camera.fix_exposure(exposure_us):
        on_notice(Notice("info", "exposure", f"camera:{number}: {describe_exposure(exposure_us)}"))
    else:
        text = f"its driver does not take an exposure of {exposure_us / 1000:g} ms ({path}): it stays automatic"
        on_notice(Notice("warning", "exposure", f"camera:{number}: {text}"))
    return camera


def _open(number: int) -> Capture:
    if not sys.platform.startswith("linux"):
        raise SourceError(f"camera:{number}: Video4Linux cameras work on Linux only; give a recording")
    if not Path(f"/dev/video{number}").exists():
        raise SourceError(f"camera:{number} can't be opened: {_reason(number)}")
    return cast(Capture, cv2.VideoCapture(number, cv2.CAP_V4L2))


def _reason(number: int) -> str:
    device = Path(f"/dev/video{number}")
    if not device.exists():
        there = ", ".join(sorted(f"camera:{p.name[5:]}" for p in Path("/dev").glob("video*") if p.name[5:].isdigit()))
        return f"there is no {device}; " + (f"there is {there}" if there else "plug a camera in, or give a recording")
    if not os.access(device, os.R_OK | os.W_OK):
        return f"no permission for {device}: add this user to the group video"
    return f"{device} is in use by another program, or is no camera"
