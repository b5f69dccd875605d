"""A calibration that can't be true is refused in one line that says what is wrong."""

from __future__ import annotations

import re

import pytest

from callshot.calibration.table import CalibrationError, table_from_toml

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
rotation = [0, 0, 0]
translation_mm = [0, 0, 2500]
[pockets_mm]
head-left = [-606, -1241]
"""


def test_the_whole_one_is_read() -> None:
    assert table_from_toml(WHOLE).length_mm == 2540


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("length_mm = -1", "length_mm is -1, no length"),
        ("length_mm = nan", "length_mm is nan, no length"),
        ("width_mm = 1e400", "width_mm is inf, no length"),
        ("rail_height_mm = 0", "rail_height_mm is 0, no length"),
        ("rotation = [0, nan, 0]", "not finite"),
        ("head-left = [inf, 0]", "not finite"),
        ("image_size = [1e400, 1]", "integer"),
        ('image_size = ["x", 1]', "invalid literal"),
    ],
)
def test_numbers_that_cannot_be(line: str, words: str) -> None:
    name = line.split(" =")[0]
    damaged = re.sub(rf"^{name} = .*$", line, WHOLE, flags=re.MULTILINE)
    with pytest.raises(CalibrationError, match=words):
        table_from_toml(damaged)


def test_a_table_in_the_place_of_pockets() -> None:
    text = "pockets_mm = 3\n" + WHOLE[: WHOLE.index("[pockets_mm]")]
    with pytest.raises(CalibrationError, match="make it again"):
        table_from_toml(text)
