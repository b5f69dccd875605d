"""The Raspberry Pi camera (`picamera:N`) through picamera2.

Luma comes as the camera gives it; pixels and metadata are of one request, which is always given back. Time stamps are
the middle of the exposure of the middle row: the sensor's stamp is taken when its first row is read out, that is at the
end of that row's exposure, so half an exposure is taken off and half the read-out added.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

import cv2
import numpy as np

from callshot.hardware.camera_modes import CameraKind, Choice, SensorMode, choose_mode, describe_exposure, kind_of
from callshot.hardware.clock import Clock, SystemClock
from callshot.hardware.frame import Frame, Image, Notice, NoticeHandler, SourceError, SourceInfo, ignore, steps
from callshot.hardware.picamera_library import FRAME_TIMEOUT_S, LIBRARY_ERRORS, bt601, closed, open_picamera2, why
from callshot.hardware.picamera_settings import CameraSettings, controls_that_fix, keep_settings, kept_settings
from callshot.hardware.places import data_folder

BACK_OFF_S: Final = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Waits before each try to get a lost camera back; the last again and again."""

SETTLING_FRAMES: Final = 90
"""One and a half seconds for gain and white balance to settle before they are fixed."""

BUFFERS: Final = 6


@dataclass(slots=True)
class Health:
    """What went wrong so far."""

    dropped_frames: int = 0
    lost: int = 0
    restarts: int = 0
    fixed: dict[str, Any] = field(default_factory=dict)


class PiCamera:
    """A camera of the Raspberry Pi. A lost camera is tried again until `close`; iterating ends by itself only where the
    library hangs, and a new process is the only way out.
    """

    def __init__(
        self,
        number: int,
        on_notice: NoticeHandler = ignore,
        *,
        settings: CameraSettings | None = None,
        open_camera: Callable[[int], Any] | None = None,
        clock: Clock | None = None,
    ) -> None:
        """number: as picamera2 counts them. open_camera: gives a Picamera2 object. Raises SourceError."""
        self._number = number
        self._name = f"picamera:{number}"
        self._on_notice = on_notice
        self._settings = settings or CameraSettings()
        self._open_camera = open_camera or open_picamera2
        self._clock = clock or SystemClock()
        self.health = Health()
        self._closed = False
        self._camera: Any = None
        self._choice: Choice | None = None
        self._kind: CameraKind | None = None
        try:
            self._start()
        except LIBRARY_ERRORS as error:
            self._let_go()
            raise SourceError(
                f"{self._name} can't be started: {why(error)}; `rpicam-hello --list-cameras` shows what is connected"
            ) from None
        width, height = self._size
        self._info = SourceInfo(
            self._name, width, height, 1e9 / self._interval_ns, live=True, readout_s=self._readout_ns * 1e-9
        )  # fmt: skip

    @property
    def info(self) -> SourceInfo:
        """Size and rate that the camera agreed to, and its rolling shutter's read-out time."""
        return self._info

    @property
    def choice(self) -> Choice | None:
        """The mode that was chosen, and why; None for a camera that is not known."""
        return self._choice

    def __iter__(self) -> Iterator[Frame]:
        """Frames as they come. Silence is told, and the camera is tried again with growing pauses."""
        first_ns: int | None = None
        last_ns: int | None = None
        sequence = -1
        while not self._closed:
            try:
                request = self._camera.capture_request(wait=FRAME_TIMEOUT_S)
            except LIBRARY_ERRORS as error:
                self._recover(why(error))
                continue
            try:
                metadata = request.get_metadata()
                pixels = np.asarray(request.make_buffer("main"))  # a copy: the request goes back at once
            except LIBRARY_ERRORS as error:
                self._recover(why(error))
                continue
            finally:
                with contextlib.suppress(*LIBRARY_ERRORS):
                    request.release()
            stamp_ns = self._mid_exposure_ns(metadata)
            if stamp_ns is None or (last_ns is not None and stamp_ns <= last_ns):
                continue  # an old request that came out of the queue late
            first_ns = stamp_ns if first_ns is None else first_ns
            missed = 0 if last_ns is None else steps(stamp_ns - last_ns, self._interval_ns) - 1
            self.health.dropped_frames += missed
            sequence += 1 + missed
            last_ns = stamp_ns
            yield self._frame(pixels, stamp_ns - first_ns, sequence)

    def close(self) -> None:
        """Stop and let go of the camera."""
        self._closed = True
        self._let_go()

    def fix(self, frames: int = SETTLING_FRAMES) -> Mapping[str, Any]:
        """Let gain, white balance and focus settle, then fix them; gives what they are, for the next start.

        Call before iterating. What `settings` names is fixed already and stays.
        """
        metadata: dict[str, Any] = {}
        for _ in range(frames):
            request = self._camera.capture_request(wait=FRAME_TIMEOUT_S)
            try:
                metadata = request.get_metadata()
            finally:
                request.release()
        found = {
            "AnalogueGain": self._settings.gain or metadata.get("AnalogueGain"),
            "ColourGains": self._settings.colour_gains or metadata.get("ColourGains"),
            "LensPosition": self._settings.lens_position or metadata.get("LensPosition"),
        }
        fixed = {key: value for key, value in found.items() if value is not None}
        self._set(controls_that_fix(self._settings.exposure_us, fixed))
        self.health.fixed = dict(fixed)
        return fixed

    # -- inside --

    def _start(self) -> None:
        self._camera = self._open_camera(self._number)
        model = str(self._camera.camera_properties.get("Model", ""))
        self._kind = kind_of(model)
        wanted = self._settings
        mode: SensorMode | None = None
        size, rate = wanted.size_px or (1280, 720), wanted.rate_hz or 60.0
        if self._kind is not None:
            self._choice = choose_mode(self._kind, wanted.table_mm, wanted.height_mm, wanted.focal_mm)
            mode = self._choice.mode
            size = wanted.size_px or (self._choice.width_px, self._choice.height_px)
            rate = wanted.rate_hz or self._choice.rate_hz
        interval_us = round(1e6 / rate)
        options: dict[str, Any] = {
            "main": {"size": size, "format": wanted.pixel_format},
            "buffer_count": BUFFERS,
            "controls": {"FrameDurationLimits": (interval_us, interval_us)},
        }
        if (colour_space := bt601()) is not None:
            options["colour_space"] = colour_space
        if mode is not None:
            options["sensor"] = {"output_size": (mode.width_px, mode.height_px), "bit_depth": mode.bit_depth}
        configuration = self._camera.create_video_configuration(**options)
        if mode is None:
            configuration["raw"] = None
        self._camera.configure(configuration)
        agreed = self._camera.camera_configuration()["main"]
        self._size: tuple[int, int] = (int(agreed["size"][0]), int(agreed["size"][1]))
        self._stride = int(agreed.get("stride") or self._size[0])
        self._format = str(agreed["format"])
        self._interval_ns = interval_us * 1000
        self._readout_ns = round(mode.readout_ms * 1e6) if mode is not None else 0
        fixed = {
            key: value
            for key, value in (
                ("AnalogueGain", wanted.gain),
                ("ColourGains", wanted.colour_gains),
                ("LensPosition", wanted.lens_position),
            )
            if value is not None
        } | self.health.fixed
        self._set(controls_that_fix(wanted.exposure_us, fixed))
        self._camera.start()

    def _set(self, controls: Mapping[str, Any]) -> None:
        """Only what this camera knows: a fixed-focus one has no lens position."""
        known = self._camera.camera_controls
        self._camera.set_controls({key: value for key, value in controls.items() if key in known})

    def _recover(self, reason: str) -> None:
        self.health.lost += 1
        self._on_notice(
            Notice("error", "camera-lost", f"{self._name} gives no pictures ({reason}): check its cable; trying again")
        )
        self._let_go()
        for attempt in itertools.count():
            if self._closed:
                return
            self._clock.sleep(BACK_OFF_S[min(attempt, len(BACK_OFF_S) - 1)])
            try:
                self._start()
            except LIBRARY_ERRORS:
                self._let_go()
                continue
            self.health.restarts += 1
            self._on_notice(Notice("info", "camera-back", f"{self._name} is back after {attempt + 1} tries"))
            return

    def _let_go(self) -> None:
        """Close the camera. Where its library hangs (its event thread may have died) that is told and left behind."""
        camera, self._camera = self._camera, None
        if camera is not None and not closed(camera, self._name):
            self._closed = True
            self._on_notice(
                Notice("error", "camera-stuck", f"{self._name} can't be let go: the program must be started again")
            )

    def _mid_exposure_ns(self, metadata: Mapping[str, Any]) -> int | None:
        first_row_read_ns = metadata.get("SensorTimestamp")
        if first_row_read_ns is None:
            return None
        exposure_ns = int(metadata.get("ExposureTime") or 0) * 1000
        return int(first_row_read_ns) - exposure_ns // 2 + self._readout_ns // 2

    def _frame(self, pixels: Image, timestamp_ns: int, sequence: int) -> Frame:
        width, height = self._size
        stride = self._stride
        planes = pixels[: stride * height * 3 // 2].reshape(height * 3 // 2, stride)
        code = cv2.COLOR_YUV2BGR_NV12 if self._format == "NV12" else cv2.COLOR_YUV2BGR_I420

        def image() -> Image:
            return np.ascontiguousarray(cast(Image, cv2.cvtColor(planes, code))[:, :width])

        return Frame(image, timestamp_ns, sequence, planes[:height, :width])


def open_picamera(
    number: int,
    on_notice: NoticeHandler,
    *,
    folder: Path | None = None,
    open_camera: Callable[[int], Any] | None = None,
) -> PiCamera:
    """picamera:N as it was set up; the first time gain, white balance and focus are measured, fixed and kept.

    folder: where `picamera-N.json` is. A person may write `exposure_us` into it (10000 under lamps that pulse on 50 Hz
    mains), `height_mm`, `focal_mm`, or delete it to have all measured again. Raises SourceError.
    """
    path = (folder or data_folder()) / f"picamera-{number}.json"
    settings = kept_settings(path)
    camera = PiCamera(number, on_notice, settings=settings, open_camera=open_camera)
    on_notice(Notice("info", "exposure", f"picamera:{number}: {describe_exposure(settings.exposure_us)}"))
    if settings.gain is not None and settings.colour_gains is not None:
        return camera
    try:
        fixed = camera.fix()
    except LIBRARY_ERRORS as error:
        camera.close()
        raise SourceError(f"picamera:{number} gives no pictures: {why(error)}; check its cable") from None
    keep_settings(path, settings, fixed)
    return camera
