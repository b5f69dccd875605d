"""From text to a source: pictures, folders, cameras, and what is refused."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from callshot.hardware.frame import MAX_SIDE_PX, Frame, Notice, SourceError
from callshot.hardware.pictures import PictureFolder, Still
from callshot.hardware.sources import open_source
from callshot.hardware.v4l2 import MANUAL_EXPOSURE, V4l2Camera, open_v4l2


def grey(brightness: int, height: int = 48, width: int = 64) -> np.ndarray:
    return np.full((height, width, 3), brightness, np.uint8)


def test_a_still(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), grey(77))
    source = open_source(str(path))
    assert isinstance(source, Still)
    (frame,) = source
    assert frame.timestamp_ns == 0 and frame.image.shape == (48, 64, 3) and int(frame.image[3, 3, 0]) == 77
    assert source.info.frame_rate_hz is None and not source.info.live


def test_a_folder_goes_by_number_not_by_name_and_gaps_are_dropped_frames(tmp_path: Path) -> None:
    for n in (8, 9, 10, 12):
        cv2.imwrite(str(tmp_path / f"shot2_{n}.png"), grey(n))
    (tmp_path / "notes.txt").write_text("not a picture")
    source = open_source(str(tmp_path), frame_rate_hz=50)
    assert isinstance(source, PictureFolder)
    frames = list(source)
    assert [int(f.image[0, 0, 0]) for f in frames] == [8, 9, 10, 12]
    assert [f.sequence for f in frames] == [0, 1, 2, 4]
    assert [f.timestamp_ns for f in frames] == [0, 20_000_000, 40_000_000, 80_000_000]
    assert source.info.frame_count == 4 and source.info.frame_rate_hz == 50


def test_a_numbering_by_tens_is_no_gap(tmp_path: Path) -> None:
    for n in (10, 20, 30):
        cv2.imwrite(str(tmp_path / f"{n:05d}.jpg"), grey(n))
    assert [f.sequence for f in open_source(str(tmp_path))] == [0, 1, 2]


def test_bad_pictures_in_a_folder_are_left_out_and_told(tmp_path: Path) -> None:
    for n in range(4):
        cv2.imwrite(str(tmp_path / f"{n}.png"), grey(n))
    (tmp_path / "1.png").write_bytes(b"no picture")
    cv2.imwrite(str(tmp_path / "2.png"), grey(2, 20, 20))
    notices: list[Notice] = []
    assert [f.sequence for f in open_source(str(tmp_path), on_notice=notices.append)] == [0, 3]
    assert [n.code for n in notices] == ["damaged-frames", "size"]


def test_a_huge_picture_is_scaled_and_told(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    cv2.imwrite(str(path), np.full((10_000, 10_000), 40, np.uint8))
    notices: list[Notice] = []
    (frame,) = open_source(str(path), on_notice=notices.append)
    assert frame.image.shape == (MAX_SIDE_PX, MAX_SIDE_PX, 3)
    assert [n.code for n in notices] == ["scaled"]


def test_what_can_not_be_opened_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "empty.png").touch()
    (tmp_path / "words.jpg").write_text("words")
    (tmp_path / "none").mkdir()
    (tmp_path / "twice").mkdir()
    for name in ("a1.png", "b1.png"):
        cv2.imwrite(str(tmp_path / "twice" / name), grey(1))
    for text, says in (
        ("", "no such file"),
        (str(tmp_path / "nothing.mp4"), "no such file"),
        (str(tmp_path / "empty.png"), "is empty"),
        (str(tmp_path / "words.jpg"), "not a picture"),
        (str(tmp_path / "none"), "no numbered pictures"),
        (str(tmp_path / "twice"), "same number"),
        ("camera:99", "no /dev/video99"),
        ("camera:x", "give the camera's number"),
        ("camera:-1", "give the camera's number"),
        ("a\0b", "no such file"),
        ("x" * 5000, "File name too long|no such file"),
        ("/dev/null", "neither a file nor a folder"),
        ("drawn:thing", "no such file"),
    ):
        with pytest.raises(SourceError, match=says) as caught:
            open_source(text)
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 400


@pytest.mark.parametrize("rate", [0.0, -1.0, float("nan"), float("inf")])
def test_an_impossible_rate_is_refused(tmp_path: Path, rate: float) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), grey(1))
    with pytest.raises(SourceError, match="frames per second"):
        open_source(str(tmp_path), frame_rate_hz=rate)


def test_other_kinds_of_source_are_handed_in(tmp_path: Path) -> None:
    still = Still(_write(tmp_path / "a.png"))
    asked: list[str] = []

    def drawn(rest: str, _: object) -> Still:
        asked.append(rest)
        return still

    assert open_source("drawn:break", schemes={"drawn": drawn}) is still
    assert asked == ["break"]


def _write(path: Path) -> Path:
    cv2.imwrite(str(path), grey(1))
    return path


class FakeCapture:
    """What cv2.VideoCapture would do: frames with driver times, a dropped one, then an unplugged cable."""

    def __init__(self, times_ms: list[float], opened: bool = True) -> None:
        self.times_ms = times_ms
        self.position = -1
        self.opened = opened
        self.released = False
        self.settings: dict[int, float] = {cv2.CAP_PROP_FPS: 50.0, cv2.CAP_PROP_AUTO_EXPOSURE: 3.0}

    def isOpened(self) -> bool:
        return self.opened

    def read(self) -> tuple[bool, np.ndarray]:
        self.position += 1
        return self.position < len(self.times_ms), grey(self.position)

    def get(self, property_id: int, /) -> float:
        if property_id == cv2.CAP_PROP_POS_MSEC:
            return self.times_ms[min(self.position, len(self.times_ms) - 1)]
        return self.settings.get(property_id, 0.0)

    def set(self, property_id: int, value: float, /) -> bool:
        if property_id != cv2.CAP_PROP_FPS:
            self.settings[property_id] = value
        return True

    def release(self) -> None:
        self.released = True


def test_a_usb_camera_counts_dropped_frames_and_ends_when_unplugged() -> None:
    capture = FakeCapture([1000.0, 1020.0, 1080.4, 1100.0])
    notices: list[Notice] = []
    camera = V4l2Camera(0, notices.append, open_capture=lambda _: capture)
    frames: list[Frame] = list(camera)
    assert [f.sequence for f in frames] == [0, 1, 4, 5]
    assert [f.timestamp_ns for f in frames] == [0, 20_000_000, 80_400_000, 100_000_000]
    assert [n.code for n in notices] == ["camera-lost"]
    camera.close()
    assert capture.released


def test_a_usb_cameras_exposure_is_fixed_where_a_person_wrote_it_down(tmp_path: Path) -> None:
    asked = tmp_path / "camera-0.json"
    notices: list[Notice] = []
    capture = FakeCapture([])
    open_v4l2(0, notices.append, folder=tmp_path, open_capture=lambda _: capture)
    assert cv2.CAP_PROP_EXPOSURE not in capture.settings and "automatic" in notices[-1].text
    for odd in ("no json", "[]", '{"exposure_us": "x"}', '{"exposure_us": -1}', '{"exposure_us": 1e999}'):
        asked.write_text(odd)
        open_v4l2(0, notices.append, folder=tmp_path, open_capture=lambda _: capture)
        assert cv2.CAP_PROP_EXPOSURE not in capture.settings and "automatic" in notices[-1].text
    asked.write_text('{"exposure_us": 4000}')
    camera = open_v4l2(0, notices.append, folder=tmp_path, open_capture=lambda _: capture)
    assert capture.settings[cv2.CAP_PROP_EXPOSURE] == 40
    assert capture.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == MANUAL_EXPOSURE
    assert notices[-1].level == "info" and "4 ms" in notices[-1].text and "36 mm" in notices[-1].text
    assert camera._half_exposure_ns() == 2_000_000
    stubborn = FakeCapture([])
    stubborn.set = lambda *_: False  # type: ignore[method-assign]
    open_v4l2(0, notices.append, folder=tmp_path, open_capture=lambda _: stubborn)
    assert notices[-1].level == "warning" and "4 ms" in notices[-1].text


def test_a_usb_camera_that_does_not_open_is_released() -> None:
    capture = FakeCapture([], opened=False)
    with pytest.raises(SourceError, match=r"camera:5 can't be opened"):
        V4l2Camera(5, open_capture=lambda _: capture)
    assert capture.released
