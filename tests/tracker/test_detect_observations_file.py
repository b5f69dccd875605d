"""The file of observations gives back what went in, whatever happens to it on the way."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from callshot.hardware.frame import Notice
from callshot.tracker.observation import BallObservation, FrameObservation
from callshot.tracker.observations_file import ObservationsError, ObservationsWriter, read_observations, rounded


def ball(seed: int, **more: object) -> BallObservation:
    rng = np.random.default_rng(seed)
    spread = rng.normal(size=(2, 2))
    return BallObservation(
        rng.normal(size=2) * 500,
        spread @ spread.T,
        float(rng.random()),
        14.23456,
        np.abs(rng.normal(size=3) * 20),
        **more,
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
    notices: list[Notice] = []
    got = list(read_observations(path, notices.append)[1])
    assert 0 < len(got) < 600
    assert [n.code for n in notices] == ["cut-off"]
    assert f"cut off after {len(got)} frames" in notices[0].text
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


def test_a_whole_file_says_nothing(tmp_path: Path) -> None:
    write(tmp_path / "a.gz", frames())
    notices: list[Notice] = []
    assert len(list(read_observations(tmp_path / "a.gz", notices.append)[1])) == 4
    assert not notices


GOOD_BALL = [1.5, 2.5, 4, 0.5, 4, 0.9, 14.2, 60, 10, -10, 0, 0, {"8": 0.9}, "foot-left"]


def row_of(ball: list[object]) -> str:
    return json.dumps([0.5, 1, 0, 1, 0, None, None, [ball], [[0, 0, 1, 0, 1, 1]]])


def with_value(place: int, value: object) -> str:
    return row_of([*GOOD_BALL[:place], value, *GOOD_BALL[place + 1 :]])


@pytest.mark.parametrize(
    "row",
    [
        "[1,2", '{"a": 1}', "[0.0, 1, 0, 1, 0, null, null, [[1, 2]], []]", "[]", "3", "[" * 10_000, "NaN",
        "[NaN, 1, 0, 1, 0, null, null]", "[1e999, 1, 0, 1, 0, null, null]", "[-1, 1, 0, 1, 0, null, null]",
        f"[1{'0' * 400}, 1, 0, 1, 0, null, null]", f"[0, 1{'0' * 400}, 0, 1, 0, null, null]",
        "[0, true, 0, 1, 0, null, null]", "[0, 1, 7, 1, 0, null, null]", "[0, 1, 0, 1, 1.5, null, null]",
        "[0, 1, 0, 1, 0, -3, null]", "[0, 1, 0, 1, 0, null, 1e300]", "[0, 1, 0, 1, 0, null, null, 1, []]",
        "[0, 1, 0, 1, 0, null, null, [], [[1, 2, 3]]]", "[0, 1, 0, 1, 0, null, null, [], [[1, 1e300]]]",
        *(with_value(k, v) for k in range(12) for v in ("Infinity", 1e300, True, None, "1", [1])),
        with_value(2, -1), with_value(3, 90), with_value(5, 1.1), with_value(6, -1), with_value(12, 3),
        with_value(12, {"99": 0.5}), with_value(12, {"8": 2}), with_value(12, {"8": True}), with_value(13, "foot"),
    ],
)  # fmt: skip
def test_a_damaged_line_is_named(tmp_path: Path, row: str) -> None:
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(f'{{"type":"observations","version":1}}\n{row}\n'.encode()))
    with pytest.raises(ObservationsError, match="line 2 is damaged"):
        list(read_observations(path)[1])


def test_the_good_ball_of_these_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(f'{{"type":"observations","version":1}}\n{row_of(GOOD_BALL)}\n'.encode()))
    (seen,) = read_observations(path)[1]
    assert seen.balls[0].labels == {"8": 0.9} and seen.balls[0].in_pocket == "foot-left"


def test_time_that_runs_back_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    rows = [f"[{t}, {n}, 0, 1, 0, null, null]" for n, t in enumerate((1.0, 2.0, 1.5))]
    path.write_bytes(gzip.compress("\n".join(['{"type":"observations","version":1}', *rows, ""]).encode()))
    with pytest.raises(ObservationsError, match="it is earlier"):
        list(read_observations(path)[1])


def test_a_line_without_end_fills_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(b'{"type":"observations","version":1}\n' + b"1" * (5 * 2**20)))
    with pytest.raises(ObservationsError, match="line 2 has no end"):
        list(read_observations(path)[1])


def test_a_missing_file_and_a_missing_folder_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(ObservationsError, match="can't be read"):
        read_observations(tmp_path / "nowhere.gz")
    with pytest.raises(ObservationsError, match="can't be written"):
        ObservationsWriter(tmp_path / "no" / "folder" / "x.gz", {})
