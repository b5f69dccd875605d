"""A row of a file of observations, read strictly: what no camera above a table can have seen is refused by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from callshot.calibration.plausible import number
from callshot.hardware.json_lines import read_value
from callshot.rules.vocabulary import LABELS, POCKETS
from callshot.tracker.observation import BallObservation, FrameObservation

Row = list[Any]

LONGEST_S: Final = 366 * 86_400.0
"""No recording lasts a year."""

FARTHEST_MM: Final = 50_000.0
"""Nothing is seen fifty metres from the table's middle."""

MOST_COVARIANCE_MM2: Final = 1e8
MOST_PX: Final = 1e4
FIRST, LAST = ("x", "y", "cxx", "cxy", "cyy", "score", "radius", "L", "a", "b"), ("blur x", "blur y")
BOUNDS: Final = (
    (-FARTHEST_MM, FARTHEST_MM), (-FARTHEST_MM, FARTHEST_MM),
    (0.0, MOST_COVARIANCE_MM2), (-MOST_COVARIANCE_MM2, MOST_COVARIANCE_MM2), (0.0, MOST_COVARIANCE_MM2),
    (0.0, 1.0), (0.0, MOST_PX), (-1.0, 101.0), (-200.0, 200.0), (-200.0, 200.0),
    (-FARTHEST_MM, FARTHEST_MM), (-FARTHEST_MM, FARTHEST_MM),
)  # fmt: skip


def frames_in(lines: Iterator[str]) -> Iterator[FrameObservation]:
    """The frames of the lines after the head. Raises ValueError at the first that can't be true."""
    balls: tuple[BallObservation, ...] = ()
    foreign: tuple[Any, ...] = ()
    last_t, last_sequence = -1.0, -1
    for line in lines:
        row = read_value(line)
        if not isinstance(row, list) or len(row) not in (7, 9):
            raise ValueError("it is no frame")
        if len(row) == 9:
            balls = tuple(_checked_ball(b) for b in _list(row[7], "the balls"))
            foreign = tuple(_outline(f) for f in _list(row[8], "what is foreign"))
        t_s = number(row[0], "its time", 0.0, LONGEST_S)
        sequence = int(number(row[1], "its number", 0, 2**53))
        if t_s < last_t or sequence < last_sequence:
            raise ValueError("it is earlier than the frame before")
        last_t, last_sequence = t_s, sequence
        shift, gain = row[5], row[6]
        yield FrameObservation(
            t_s, sequence, balls, foreign, _truth(row[2], "moving"), _truth(row[3], "looked"),
            number(row[4], "covered", 0.0, 1.0),
            None if shift is None else number(shift, "the camera's shift", 0.0, MOST_PX),
            None if gain is None else number(gain, "the light", 0.0, 1000.0),
        )  # fmt: skip


def _truth(value: Any, name: str) -> bool:
    if value not in (0, 1):
        raise ValueError(f"{name} is {str(value)[:20]}, not 0 or 1")
    return bool(value)


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{name} are no list")
    return value


def _outline(value: Any) -> Any:
    points = _list(value, "what is foreign")
    if len(points) % 2:
        raise ValueError("an outline has half a point")
    return np.array(
        [number(v, "a point of an outline", -FARTHEST_MM, FARTHEST_MM) for v in points], np.float64
    ).reshape(-1, 2)  # fmt: skip


def _checked_ball(row: Any) -> BallObservation:
    if not isinstance(row, list) or len(row) not in (10, 12, 13, 14):
        raise ValueError("a ball is no row of 10 to 14 values")
    for value, name, (least, most) in zip(row, FIRST + LAST, BOUNDS, strict=False):
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
            number(value, f"{name} of a ball", least, most)
    if row[3] * row[3] > (row[2] + 0.001) * (row[4] + 0.001) + 0.001:
        raise ValueError("cxx, cxy, cyy of a ball are no covariance")
    for label, chance in row[12].items() if len(row) > 12 and isinstance(row[12], dict) else ():
        if label not in LABELS:
            raise ValueError(f"{label[:20]!r} is no label of a ball")
        number(chance, f"the chance of {label}", 0.0, 1.0)
    if (len(row) > 12 and not isinstance(row[12], dict)) or (len(row) > 13 and row[13] not in POCKETS):
        raise ValueError("the names or the pocket of a ball are none")
    return ball_of(row)


def ball_of(row: Row) -> BallObservation:
    """The ball of a row that is known to be whole."""
    x, y, cxx, cxy, cyy, score, radius, l_, a, b = row[:10]
    blur = np.array(row[10:12], np.float64) if len(row) > 10 else np.zeros(2)
    return BallObservation(
        np.array([x, y], np.float64), np.array([[cxx, cxy], [cxy, cyy]], np.float64), float(score), float(radius),
        np.array([l_, a, b], np.float64), blur, dict(row[12]) if len(row) > 12 else {},
        str(row[13]) if len(row) > 13 else None,
    )  # fmt: skip
