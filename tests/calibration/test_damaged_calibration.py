"""A calibration that can't be true is refused in one line that says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from callshot.calibration.colours import ProfileError, load_profile
from callshot.calibration.lens import load_lens
from callshot.calibration.table import CalibrationError, load_table, table_from_toml
from callshot.rules.vocabulary import POCKETS

WHOLE = """
image_size = [1280, 720]
head = "left"
error_mm = 0.3
[table]
length_mm = 2540
width_mm = 1270
nose_height_mm = 36.3
rail_height_mm = 42
[camera]
matrix = [[1000, 0, 640], [0, 1000, 360], [0, 0, 1]]
distortion = [0, 0, 0, 0, 0]
rotation = [2.221441469, 2.221441469, 0]
translation_mm = [0, 0, 2500]
[pockets_mm]
head-left = [-606, -1241]
head-right = [606, -1241]
side-left = [-635, 0]
side-right = [635, 0]
foot-left = [-606, 1241]
foot-right = [606, 1241]
"""


def test_the_whole_one_is_read() -> None:
    assert table_from_toml(WHOLE).length_mm == 2540


def test_what_is_written_is_read_again() -> None:
    text = table_from_toml(WHOLE).to_toml()
    assert table_from_toml(text).to_toml() == text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("length_mm = -1", "length_mm is -1, not a number from 500 to 4000"),
        ("length_mm = nan", "length_mm is nan"),
        ("length_mm = true", "length_mm is True"),
        ("length_mm = 1", "length_mm is 1,"),
        ("length_mm = 1" + "0" * 400, "length_mm is a number beyond all bounds"),
        ("length_mm = 1" + "0" * 5000, "make it again"),
        ("length_mm = 1200", "are no pool table's"),
        ("length_mm = " + "[" * 5000 + "]" * 5000, "make it again"),
        ("width_mm = 1e400", "width_mm is inf"),
        ("rail_height_mm = 0", "rail_height_mm is 0"),
        ("error_mm = -3", "error_mm is -3"),
        ("error_mm = true", "error_mm is True"),
        ("rotation = [0, nan, 0]", "rotation is nan"),
        ("rotation = [0, 0, 0]", "the camera below the table"),
        ("rotation = [2.221441469, -2.221441469, 0]", "head end on another side"),
        ("rotation = [0, 0]", "rotation holds 2 numbers, not 3"),
        ("translation_mm = [0, 0, -2500]", "the camera below the table"),
        ("translation_mm = [1e9, 0, 2500]", "translation_mm is 1000000000.0"),
        ("translation_mm = [9000, 0, 2500]", "outside the picture"),
        ("matrix = [[0, 0, 640], [0, 1000, 360], [0, 0, 1]]", "focal length fx"),
        ("matrix = [[1000, 0, 640], [0, 1000, 360], [1, 0, 1]]", "no camera's"),
        ("distortion = [90, 0, 0, 0, 0]", "does not come back"),
        ("distortion = [0, 0, 0, 0, true]", "distortion is True"),
        ("head-left = [inf, 0]", "head-left is inf"),
        ("head-left = [606, -1241]", "head-left lies too far"),
        ('head = "up"', "not one of left"),
        ('head = "right"', "head end on another side"),
        ("image_size = [1e400, 1]", "image_size is inf"),
        ('image_size = ["x", 1]', "image_size is 'x'"),
        ("image_size = [1280.5, 720]", "whole numbers"),
        ("image_size = 1280", "whole numbers"),
    ],
)
def test_numbers_that_cannot_be(line: str, words: str) -> None:
    name = line.split(" =")[0]
    damaged = re.sub(rf"^{name} = .*$", line, WHOLE, flags=re.MULTILINE)
    with pytest.raises(CalibrationError, match=re.escape(words)):
        table_from_toml(damaged)


@pytest.mark.parametrize("pocket", POCKETS)
def test_a_pocket_left_out(pocket: str) -> None:
    damaged = re.sub(rf"^{pocket} = .*$", "", WHOLE, flags=re.MULTILINE)
    with pytest.raises(CalibrationError, match=f"'{pocket}' is missing"):
        table_from_toml(damaged)


def test_corners_moved_by_hand() -> None:
    text = table_from_toml(WHOLE).to_toml()
    corners = re.search(r"^corners_px = \[\[([0-9.]+)", text, flags=re.MULTILINE)
    assert corners is not None
    moved = text.replace(corners[1], str(float(corners[1]) + 5), 1)
    with pytest.raises(CalibrationError, match="corners_px and the camera do not agree"):
        table_from_toml(moved)


def test_a_table_in_the_place_of_pockets() -> None:
    text = "pockets_mm = 3\n" + WHOLE[: WHOLE.index("[pockets_mm]")]
    with pytest.raises(CalibrationError, match="make it again"):
        table_from_toml(text)


@pytest.mark.parametrize(
    ("read", "error"), [(load_table, CalibrationError), (load_lens, CalibrationError), (load_profile, ProfileError)]
)
def test_what_has_no_end_or_is_no_text(tmp_path: Path, read: Callable[[str], object], error: type[Exception]) -> None:
    """A device that never ends must not fill the memory; each is one line that names the file."""
    (tmp_path / "bin").write_bytes(b"\x97\x00\xff")
    for path, words in (
        ("/dev/zero", "far too long"),
        (str(tmp_path), "Is a directory"),
        (str(tmp_path / "bin"), "text"),
    ):
        with pytest.raises(error, match=f"^{re.escape(path)}.*{words}"):
            read(path)
