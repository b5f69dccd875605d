"""Recordings: true times, turns, damage."""

from __future__ import annotations

import io
import itertools
import struct
import subprocess
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from callshot.hardware.frame import Notice, SourceError
from callshot.hardware.recording import Recording

WIDTH, HEIGHT = 160, 96


def picture(brightness: int, width: int = WIDTH, height: int = HEIGHT) -> np.ndarray:
    """Grey, brighter at the left edge so that a turn shows."""
    image = np.full((height, width, 3), brightness, np.uint8)
    image[:, : width // 8] = 250
    return image


def write_video(path: Path, times_ms: Sequence[int], *, options: dict[str, str] | None = None, side: int = 1) -> Path:
    """A lossless-ish H.264 file with the given presentation times; picture n has brightness 20 + 2 n."""
    with av.open(str(path), "w", options=options or {}) as container:
        stream = container.add_stream("libx264", rate=30, options={"crf": "10", "g": "10", "bf": "2"})
        stream.width, stream.height, stream.pix_fmt = WIDTH * side, HEIGHT * side, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        for n, time_ms in enumerate(times_ms):
            frame = av.VideoFrame.from_ndarray(picture(20 + 2 * n, WIDTH * side, HEIGHT * side), format="bgr24")
            frame.pts, frame.time_base = time_ms, Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


def test_times_are_presentation_times_from_the_first_frame(tmp_path: Path) -> None:
    steps_ms = [16, 17, 42, 33, 16, 250, 17, 33, 16, 900, 33]
    times_ms = [500, *itertools.accumulate(steps_ms, initial=516)]
    recording = Recording(write_video(tmp_path / "gaps.mp4", times_ms))
    assert [f.timestamp_ns for f in recording] == [(t - 500) * 1_000_000 for t in times_ms]
    assert [f.sequence for f in recording] == list(range(len(times_ms)))


def test_image_and_luma_show_the_same_picture_and_are_read_only(tmp_path: Path) -> None:
    recording = Recording(write_video(tmp_path / "a.mp4", range(0, 330, 33)))
    assert (recording.info.width_px, recording.info.height_px) == (WIDTH, HEIGHT)
    assert recording.info.frame_count == 10
    for n, frame in enumerate(recording):
        assert frame.image.shape == (HEIGHT, WIDTH, 3)
        assert frame.luma is not None and frame.luma.shape == (HEIGHT, WIDTH)
        assert abs(int(frame.image[50, 100, 1]) - (20 + 2 * n)) <= 3
        assert abs((int(frame.luma[50, 100]) - 16) * 255 / 219 - (20 + 2 * n)) <= 4
        assert not frame.image.flags.writeable and not frame.luma.flags.writeable


def test_a_frame_outlives_the_next_ones(tmp_path: Path) -> None:
    frames = list(Recording(write_video(tmp_path / "a.mp4", range(0, 990, 33))))
    for n, frame in enumerate(frames):
        assert abs(int(frame.image[50, 100, 1]) - (20 + 2 * n)) <= 3


def test_it_can_be_read_twice_and_from_the_middle(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mp4", range(100, 1090, 33))
    recording = Recording(path)
    assert [f.timestamp_ns for f in recording] == [f.timestamp_ns for f in recording]
    later = list(Recording(path, start_s=0.5))
    assert later[0].timestamp_ns == 528_000_000
    assert later[-1].timestamp_ns == 29 * 33_000_000
    assert abs(int(later[0].image[50, 100, 1]) - (20 + 2 * 16)) <= 3


@pytest.mark.parametrize(
    ("clockwise", "matrix", "row", "column"),
    [(90, (0, 1, -1, 0), 0, 50), (180, (-1, 0, 0, -1), 50, -1), (270, (0, -1, 1, 0), -1, 50)],
)
def test_a_turned_video_is_shown_upright(
    tmp_path: Path, clockwise: int, matrix: tuple[int, int, int, int], row: int, column: int
) -> None:
    """The bright left edge lands where a player program shows it. The matrix is that of the track header."""
    data = bytearray(write_video(tmp_path / "a.mp4", range(0, 330, 33)).read_bytes())
    place = data.index(b"tkhd") + 44
    a, b, c, d = (value << 16 for value in matrix)
    data[place : place + 36] = struct.pack(">9i", a, b, 0, c, d, 0, 0, 0, 1 << 30)
    turned = tmp_path / "turned.mp4"
    turned.write_bytes(data)
    recording = Recording(turned)
    frame = next(iter(recording))
    size = (HEIGHT, WIDTH) if clockwise == 180 else (WIDTH, HEIGHT)
    assert frame.image.shape[:2] == size
    assert (recording.info.height_px, recording.info.width_px) == size
    assert frame.luma is not None
    assert frame.image[row, column, 0] > 200 and frame.luma[row, column] > 200


def test_an_edit_list_hides_what_it_hides_without_a_notice(tmp_path: Path) -> None:
    plain = write_video(tmp_path / "a.mp4", range(0, 1980, 33))
    cut = tmp_path / "cut.mp4"
    try:
        subprocess.run(["ffmpeg", "-v", "error", "-ss", "0.6", "-i", plain, "-c", "copy", cut], check=True)
    except FileNotFoundError:
        pytest.skip("needs an ffmpeg program to cut a file without encoding")
    notices: list[Notice] = []
    frames = list(Recording(cut, notices.append))
    assert 35 <= len(frames) <= 60
    assert frames[0].timestamp_ns == 0
    assert [b.timestamp_ns - a.timestamp_ns for a, b in itertools.pairwise(frames)] == [33_000_000] * (len(frames) - 1)
    assert notices == []


def test_a_cut_off_file_gives_what_it_has_and_a_notice(tmp_path: Path) -> None:
    whole = write_video(tmp_path / "a.mp4", range(0, 3300, 33), options={"movflags": "faststart"})
    data = whole.read_bytes()
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(data[: len(data) * 2 // 3])
    notices: list[Notice] = []
    frames = list(Recording(cut, notices.append))
    assert 10 < len(frames) < 100
    assert [n.code for n in notices][-1] == "recording-cut" and len(notices) <= 2
    for n, frame in enumerate(frames):
        assert abs(int(frame.image[50, 100, 1]) - (20 + 2 * n)) <= 3


@pytest.mark.parametrize("seed", range(8))
def test_overwritten_bytes_never_raise_and_times_still_grow(tmp_path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    data = bytearray(write_video(tmp_path / "a.mkv", range(0, 3300, 33), side=2).read_bytes())
    start = int(rng.integers(len(data) // 4, len(data) - 400))
    data[start : start + 400] = rng.integers(0, 256, 400, np.uint8).tobytes()
    broken = tmp_path / "broken.mkv"
    broken.write_bytes(data)
    notices: list[Notice] = []
    times = [f.timestamp_ns for f in Recording(broken, notices.append)]
    assert times == sorted(set(times))
    assert 5 < len(times) <= 100
    assert len(times) == 100 or notices or times[-1] < 99 * 33_000_000 or len(times) >= 98


def test_a_video_of_two_frames(tmp_path: Path) -> None:
    notices: list[Notice] = []
    assert [f.timestamp_ns for f in Recording(write_video(tmp_path / "a.mp4", [0, 40]), notices.append)] == [
        0,
        40_000_000,
    ]
    assert notices == []


def test_close_ends_an_iteration(tmp_path: Path) -> None:
    with Recording(write_video(tmp_path / "a.mp4", range(0, 990, 33))) as recording:
        iterator = iter(recording)
        next(iterator)
    recording.close()
    assert len(list(iterator)) < 30


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"these are words, not pictures\n" * 50, "can't be read as a video"),
        (b"\0" * 5000, "can't be"),
    ],
)
def test_what_is_no_video_is_refused_in_one_line(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "clip.mp4"
    path.write_bytes(content)
    with pytest.raises(SourceError, match=says) as caught:
        Recording(path)
    assert "\n" not in str(caught.value)


def test_sound_without_pictures_is_refused(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="wav") as container:
        stream = container.add_stream("pcm_s16le", rate=8000)
        sound = av.AudioFrame.from_ndarray(np.zeros((1, 800), np.int16), format="s16", layout="mono")
        sound.sample_rate = 8000
        container.mux(stream.encode(sound))
        container.mux(stream.encode())
    path = tmp_path / "sound.mp4"
    path.write_bytes(buffer.getvalue())
    with pytest.raises(SourceError, match="no picture track"):
        Recording(path)


def test_a_cut_before_the_index_is_refused(tmp_path: Path) -> None:
    data = write_video(tmp_path / "a.mp4", range(0, 3300, 33)).read_bytes()
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(data[: len(data) // 2])
    with pytest.raises(SourceError, match="cut off before its index"):
        Recording(cut)
