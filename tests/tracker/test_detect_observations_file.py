"""The file of observations gives back what went in, whatever happens to it on the way."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from callshot.tracker.observation import BallObservation, FrameObservation
from callshot.tracker.observations_file import ObservationsError, ObservationsWriter, read_observations, rounded


def ball(seed: int, **more: object) -> BallObservation:
    rng = np.random.default_rng(seed)
    spread = rng.normal(size=(2, 2))
    return BallObservation(
        rng.normal(size=2) * 500, spread @ spread.T, float(rng.random()), 14.23456, rng.normal(size=3) * 40, **more
    )  # type: ignore[arg-type]


def frames() -> list[FrameObservation]:
    still = (ball(1), ball(2, labels={"8": 0.97123, "16": 0.02877}), ball(3, in_pocket="foot-left"))
    moving = (ball(4, blur_mm=np.array([12.3456, -3.1])), *still[1:])
    arm = (np.array([[0.0, 0.0], [100.04, 3.0], [50.0, 80.0]]),)
    return [
        FrameObservation(0.0, 0, still),
        FrameObservation(1 / 60, 1, still, moving=False, looked=False),
        FrameObservation(2 / 60, 3, moving, arm, covered=0.123456, camera_shift_px=0.256, light_gain=0.98765),
        FrameObservation(3 / 60, 4, (), arm, covered=0.1),
    ]


def write(path: Path, seen: list[FrameObservation]) -> None:
    with ObservationsWriter(path, {"ball_diameter_mm": 57.15}) as writer:
        for frame in seen:
            writer.write(frame)


def test_what_is_read_is_what_was_rounded(tmp_path: Path) -> None:
    write(tmp_path / "a.gz", frames())
    head, got = read_observations(tmp_path / "a.gz")
    assert head["ball_diameter_mm"] == 57.15
    assert [repr(f) for f in got] == [repr(rounded(f)) for f in frames()]


def test_rounding_changes_little_and_only_once(tmp_path: Path) -> None:
    for frame in frames():
        once = rounded(frame)
        assert repr(rounded(once)) == repr(once)
        for a, b in zip(once.balls, frame.balls, strict=True):
            assert np.abs(a.position_mm - b.position_mm).max() <= 0.0005
            assert a.in_pocket == b.in_pocket
            assert set(a.labels) == set(b.labels)


def test_a_second_copy_is_the_same_file(tmp_path: Path) -> None:
    write(tmp_path / "a.gz", frames())
    write(tmp_path / "b.gz", list(read_observations(tmp_path / "a.gz")[1]))
    texts = [gzip.decompress((tmp_path / n).read_bytes()) for n in ("a.gz", "b.gz")]
    assert texts[0] == texts[1]


def test_a_file_that_was_cut_off_gives_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    many = [FrameObservation(i / 60, i, (ball(i),)) for i in range(600)]
    write(path, many)
    path.write_bytes(path.read_bytes()[:-2000])
    got = list(read_observations(path)[1])
    assert 0 < len(got) < 600
    assert [f.sequence for f in got] == list(range(len(got)))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "holds no observations"),
        (b"no gzip at all", "can't be read"),
        (gzip.compress(b'{"type": "session"}\n', mtime=0), "holds no observations"),
        (gzip.compress(b'{"type": "observations", "version": 99}\n', mtime=0), "version 99"),
        (gzip.compress(b"[1, 2]\n", mtime=0), "holds no observations"),
    ],
)
def test_another_file_is_refused_in_one_line(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(ObservationsError, match=words) as caught:
        list(read_observations(path)[1])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("row", ["[1,2", '{"a": 1}', "[0.0, 1, 0, 1, 0, null, null, [[1, 2]], []]", "[]"])
def test_a_damaged_line_is_named(tmp_path: Path, row: str) -> None:
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(f'{{"type":"observations","version":1}}\n{row}\n'.encode()))
    with pytest.raises(ObservationsError, match="line 2"):
        list(read_observations(path)[1])


def test_a_missing_file_and_a_missing_folder_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(ObservationsError, match="can't be read"):
        read_observations(tmp_path / "nowhere.gz")
    with pytest.raises(ObservationsError, match="can't be written"):
        ObservationsWriter(tmp_path / "no" / "folder" / "x.gz", {})
