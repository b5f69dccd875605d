"""The Pi camera against a stand-in of picamera2: times, dropped frames, requests, a pulled cable."""

from __future__ import annotations

import itertools
import threading
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from callshot.hardware.clock import TurnedClock
from callshot.hardware.frame import Frame, Notice, SourceError
from callshot.hardware.picamera import PiCamera, open_picamera
from callshot.hardware.picamera_settings import CameraSettings, kept_settings

BOOT_NS = 5_000_000_000_000


class Request:
    def __init__(self, camera: FakePicamera2, number: int) -> None:
        self.camera = camera
        self.number = number
        camera.held += 1

    def get_metadata(self) -> dict[str, Any]:
        return {
            "SensorTimestamp": BOOT_NS + self.camera.times_us[self.number] * 1000,
            "ExposureTime": self.camera.controls.get("ExposureTime"),
            "AnalogueGain": 3.5,
            "ColourGains": (1.9, 1.4),
        }

    def make_buffer(self, name: str) -> np.ndarray:
        assert name == "main"
        (width, height), stride = self.camera.main["size"], self.camera.main["stride"]
        planes = np.full((height * 3 // 2, stride), 128, np.uint8)
        planes[:height, :width] = 50 + self.number
        planes[:height, width:] = 255  # padding that nobody may see
        return planes.ravel()

    def release(self) -> None:
        self.camera.held -= 1


class FakePicamera2:
    """What is used of Picamera2. `times_us`: sensor stamps of the frames; after them it is silent."""

    def __init__(self, model: str = "imx296", times_us: list[int] | None = None) -> None:
        self.camera_properties = {"Model": model}
        self.camera_controls = dict.fromkeys(
            ["ExposureTime", "AnalogueGain", "AeEnable", "AwbEnable", "ColourGains", "FrameDurationLimits"]
        )
        self.times_us = times_us if times_us is not None else [n * 16667 for n in range(200)]
        self.controls: dict[str, Any] = {}
        self.options: dict[str, Any] = {}
        self.main: dict[str, Any] = {}
        self.calls: list[str] = []
        self.held = 0
        self.number = -1

    def create_video_configuration(self, **options: Any) -> dict[str, Any]:
        self.options = options
        return {"main": dict(options["main"]), "raw": {}, "sensor": options.get("sensor")}

    def configure(self, configuration: dict[str, Any]) -> None:
        width, _ = configuration["main"]["size"]
        self.main = {**configuration["main"], "stride": (width + 63) // 64 * 64}

    def camera_configuration(self) -> dict[str, Any]:
        return {"main": self.main}

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert set(controls) <= set(self.camera_controls), "a control that this camera does not know"
        self.controls |= controls

    def start(self) -> None:
        self.calls.append("start")

    def capture_request(self, wait: float) -> Request:
        assert wait > 0
        self.number += 1
        if self.number >= len(self.times_us):
            raise TimeoutError
        return Request(self, self.number)

    def cancel_all_and_flush(self) -> None:
        self.calls.append("cancel")

    def close(self) -> None:
        self.calls.append("close")


def take(camera: PiCamera, count: int) -> list[Frame]:
    return list(itertools.islice(camera, count))


def test_frames_have_luma_as_it_comes_and_colour_without_padding() -> None:
    fake = FakePicamera2()
    camera = PiCamera(0, open_camera=lambda _: fake)
    assert (camera.info.width_px, camera.info.height_px, camera.info.live) == (1456, 1088, True)
    assert fake.options["sensor"] == {"output_size": (1456, 1088), "bit_depth": 10}
    assert fake.options["main"]["format"] == "YUV420"
    for n, frame in enumerate(take(camera, 3)):
        assert frame.luma is not None and frame.luma.shape == (1088, 1456)
        assert frame.luma.min() == frame.luma.max() == 50 + n
        assert frame.image.shape == (1088, 1456, 3)
        expected = round((50 + n - 16) * 255 / 219)
        assert np.abs(frame.image.astype(int) - expected).max() <= 2
    assert fake.held == 0


def test_time_stamps_are_the_middle_of_the_exposure_of_the_middle_row() -> None:
    """A change of the exposure moves the stamp by half of it; a rolling shutter adds half its read-out."""
    for model, readout_ms in (("imx296", 0.0), ("imx708", 1296 * 7824 / 585_600)):
        seen = []
        for exposure_us in (4000, 10_000):
            fake = FakePicamera2(model)
            settings = CameraSettings(exposure_us=exposure_us)
            camera = PiCamera(0, settings=settings, open_camera=partial(lambda f, _: f, fake))
            seen.append(camera._mid_exposure_ns({"SensorTimestamp": BOOT_NS, "ExposureTime": exposure_us}))
            assert camera.info.readout_s == pytest.approx(readout_ms / 1000, abs=1e-8)
        assert seen[0] is not None and seen[1] is not None
        assert seen[0] - BOOT_NS == pytest.approx(readout_ms * 5e5 - 2e6, abs=2)
        assert seen[0] - seen[1] == 3_000_000


def test_gaps_in_the_sensors_time_are_dropped_frames_and_old_requests_are_passed_over() -> None:
    fake = FakePicamera2(times_us=[0, 16667, 16667, 66668, 50001, 83335])
    camera = PiCamera(0, open_camera=lambda _: fake)
    frames = take(camera, 4)
    assert [f.sequence for f in frames] == [0, 1, 4, 5]
    assert [f.timestamp_ns for f in frames] == [0, 16_667_000, 66_668_000, 83_335_000]
    assert camera.health.dropped_frames == 2
    assert fake.held == 0


def test_everything_is_fixed_after_settling() -> None:
    fake = FakePicamera2()
    camera = open_picamera_with(fake)
    assert fake.controls["AeEnable"] is False and fake.controls["AnalogueGain"] == 3.5
    assert fake.controls["AwbEnable"] is False and fake.controls["ColourGains"] == (1.9, 1.4)
    assert fake.controls["ExposureTime"] == 4000
    assert camera.health.fixed == {"AnalogueGain": 3.5, "ColourGains": (1.9, 1.4)}
    assert fake.held == 0


def open_picamera_with(fake: FakePicamera2) -> PiCamera:
    camera = PiCamera(0, open_camera=lambda _: fake)
    camera.fix()
    return camera


def test_what_was_fixed_is_kept_for_the_next_start_and_a_person_may_choose_the_exposure(tmp_path: Path) -> None:
    first, second = FakePicamera2(), FakePicamera2()
    path = tmp_path / "picamera-0.json"
    path.write_text('{"exposure_us": 10000}')
    notices: list[Notice] = []
    open_picamera(0, notices.append, folder=tmp_path, open_camera=lambda _: first)
    assert first.controls["ExposureTime"] == 10_000 and first.number == 89
    assert "90 mm at a hard break" in notices[0].text
    open_picamera(0, notices.append, folder=tmp_path, open_camera=lambda _: second)
    assert second.controls["AnalogueGain"] == 3.5 and second.controls["ColourGains"] == (1.9, 1.4)
    assert second.controls["ExposureTime"] == 10_000
    assert second.number == -1, "nothing is measured again"
    for rubbish in ("", "[]", '{"gain": "x"}', '{"colour_gains": [1]}', '{"exposure_us": -5}'):
        path.write_text(rubbish)
        assert kept_settings(path) == CameraSettings()


def test_a_lost_camera_is_told_let_go_and_tried_again_with_growing_pauses() -> None:
    first = FakePicamera2(times_us=[0, 16667])
    second = FakePicamera2(times_us=[60_000_000, 60_016_667])
    cameras: list[FakePicamera2 | None] = [first, None, None, None, second]
    notices: list[Notice] = []
    clock = TurnedClock()

    def open_camera(_: int) -> FakePicamera2:
        camera = cameras.pop(0)
        if camera is None:
            raise RuntimeError("Camera(s) not found")
        return camera

    camera = PiCamera(0, notices.append, open_camera=open_camera, clock=clock)
    frames = take(camera, 4)
    assert [n.code for n in notices] == ["camera-lost", "camera-back"]
    assert clock.slept_s == [1.0, 2.0, 4.0, 8.0]
    assert first.calls == ["start", "cancel", "close"]
    assert frames[2].timestamp_ns == 60_000_000_000
    assert frames[2].sequence == pytest.approx(3600, abs=1)
    assert camera.health.lost == camera.health.restarts == 1
    assert first.held == second.held == 0


def test_what_was_fixed_stays_fixed_after_a_restart() -> None:
    first, second = FakePicamera2(times_us=[n * 16667 for n in range(90)]), FakePicamera2(times_us=[9_000_000])
    cameras = [first, second]
    camera = PiCamera(0, open_camera=lambda _: cameras.pop(0), clock=TurnedClock())
    camera.fix()
    take(camera, 1)
    assert second.controls["AnalogueGain"] == 3.5 and second.controls["AeEnable"] is False


def test_a_request_that_breaks_is_released_too() -> None:
    class Broken(Request):
        def make_buffer(self, name: str) -> np.ndarray:
            raise RuntimeError("buffer is gone")

    fake = FakePicamera2()
    again = FakePicamera2(times_us=[99_000_000])
    cameras = [fake, again]
    notices: list[Notice] = []
    camera = PiCamera(0, notices.append, open_camera=lambda _: cameras.pop(0), clock=TurnedClock())
    fake.capture_request = lambda wait: Broken(fake, 0)  # type: ignore[method-assign]
    assert len(take(camera, 1)) == 1
    assert fake.held == 0 and notices[0].code == "camera-lost"


def test_an_unknown_camera_is_used_as_it_is() -> None:
    fake = FakePicamera2("ov9999")
    camera = PiCamera(0, settings=CameraSettings(size_px=(640, 480), rate_hz=30.0), open_camera=lambda _: fake)
    assert "sensor" not in fake.options
    assert camera.info.frame_rate_hz == pytest.approx(30.0, rel=1e-3)
    assert (camera.info.width_px, camera.info.height_px) == (640, 480)


def test_no_camera_and_no_library_are_one_clear_line() -> None:
    def missing(_: int) -> Any:
        raise IndexError("list index out of range")

    with pytest.raises(SourceError, match=r"picamera:3 can't be started: no camera of that number"):
        PiCamera(3, open_camera=missing)
    try:
        import picamera2  # noqa: F401
    except ImportError:
        with pytest.raises(SourceError, match="apt install python3-picamera2"):
            open_picamera(0, lambda _: None)


def test_a_library_that_hangs_is_left_behind_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("callshot.hardware.picamera_library.CLOSE_TIMEOUT_S", 0.05)
    hang = threading.Event()
    fake = FakePicamera2(times_us=[0])
    fake.close = hang.wait  # type: ignore[method-assign, assignment]
    notices: list[Notice] = []
    camera = PiCamera(0, notices.append, open_camera=lambda _: fake, clock=TurnedClock())
    assert len(list(camera)) == 1
    assert [n.code for n in notices] == ["camera-lost", "camera-stuck"]
    hang.set()


def test_closing_ends_the_waiting_for_a_lost_camera() -> None:
    fake = FakePicamera2(times_us=[0])
    clock = TurnedClock()
    camera = PiCamera(0, open_camera=lambda _: fake, clock=clock)
    iterator = iter(camera)
    next(iterator)
    camera.close()
    assert list(iterator) == []
    assert fake.calls[-1] == "close"
