"""What was seen, frame by frame, kept in a file: `--observations FILE` writes it, `--from observations FILE` reads it.

Gzipped JSON Lines. The first line is the head: {"type": "observations", "version": 1, ...} with whatever else is needed
to go on from here: table, set of balls, and `ball_diameter_mm` as it was measured. Then one array a frame: [t_s,
sequence, moving, looked, covered, camera_shift_px, light_gain, balls, foreign]; the last two are left out where they
are those of the frame before. A ball is [x, y, cxx, cxy, cyy, score, radius_px, l, a, b, blur_x, blur_y, labels,
in_pocket], the tail left out where it is zero or empty.

Numbers are rounded on writing. `rounded` does the same to an observation in memory: a stage that is given rounded
observations says exactly the same live and from the file.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from callshot.hardware.frame import Notice, NoticeHandler, ignore
from callshot.hardware.json_lines import read_value
from callshot.tracker.observation import BallObservation, FrameObservation
from callshot.tracker.observation_rows import Row, ball_of, frames_in

VERSION = 1
MM_DIGITS, SCORE_DIGITS, COLOUR_DIGITS, LABEL_DIGITS = 3, 3, 2, 4
FLUSH_FRAMES = 120  # a program that is killed loses at most this many frames

MAX_LINE = 4 * 1024 * 1024
"""A frame of 57 balls takes 10 kB."""

Head = dict[str, Any]


class ObservationsError(Exception):
    """A file of observations can't be read or written. One line: what is wrong, what to do."""


def rounded(seen: FrameObservation, balls: tuple[BallObservation, ...] | None = None) -> FrameObservation:
    """The observation as it would come back from a file. balls: its balls, where they are known rounded already."""
    return replace(
        seen,
        t_s=round(seen.t_s, 9),
        balls=tuple(ball_of(_ball_row(b)) for b in seen.balls) if balls is None else balls,
        foreign=tuple(np.asarray(np.round(f, 1), np.float64) for f in seen.foreign),
        covered=round(float(seen.covered), 4),
        camera_shift_px=None if seen.camera_shift_px is None else round(float(seen.camera_shift_px), 2),
        light_gain=None if seen.light_gain is None else round(float(seen.light_gain), 4),
    )


class ObservationsWriter:
    """Writes observations as they come. Raises ObservationsError where the file can't be written."""

    def __init__(self, path: str | Path, head: dict[str, Any]) -> None:
        self._path = Path(path)
        self._before: tuple[Any, Any] = (None, None)
        self._count = 0
        try:
            self._file = gzip.open(self._path, "wt", encoding="utf-8", compresslevel=6)  # noqa: SIM115
        except OSError as why:
            raise self._cannot(why) from why
        self._put({"type": "observations", "version": VERSION, **head})

    def write(self, seen: FrameObservation) -> None:
        """Append one frame."""
        row: Row = [
            round(seen.t_s, 9), seen.sequence, int(seen.moving), int(seen.looked), round(float(seen.covered), 4),
            None if seen.camera_shift_px is None else round(float(seen.camera_shift_px), 2),
            None if seen.light_gain is None else round(float(seen.light_gain), 4),
        ]  # fmt: skip
        content = (
            [_ball_row(b) for b in seen.balls],
            [np.round(np.asarray(f, np.float64), 1).ravel().tolist() for f in seen.foreign],
        )
        if content != self._before:
            row += content
            self._before = content
        self._put(row)
        self._count += 1
        if self._count % FLUSH_FRAMES == 0:
            try:
                self._file.flush()
            except OSError as why:
                raise self._cannot(why) from why

    def close(self) -> None:
        """Finish the file; safe to call twice."""
        try:
            self._file.close()
        except OSError as why:
            raise self._cannot(why) from why

    def __enter__(self) -> ObservationsWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _put(self, line: Any) -> None:
        try:
            self._file.write(json.dumps(line, separators=(",", ":")) + "\n")
        except OSError as why:
            raise self._cannot(why) from why

    def _cannot(self, why: OSError) -> ObservationsError:
        return ObservationsError(f"{self._path}: observations can't be written ({why.strerror or why})")


def read_observations(path: str | Path, on_notice: NoticeHandler = ignore) -> tuple[Head, Iterator[FrameObservation]]:
    """The head, and the frames in order. Raises ObservationsError, also while iterating over a damaged file.

    A file that was cut off (the program was killed) gives what it has, and that is a notice at its end.
    """
    lines = _Lines(Path(path), on_notice)
    try:
        head = read_value(next(iter(lines)))
    except (StopIteration, ValueError) as why:
        raise ObservationsError(f"{path}: holds no observations; make it with `replay --observations`") from why
    if not isinstance(head, dict) or head.get("type") != "observations":
        raise ObservationsError(f"{path}: holds no observations; make it with `replay --observations`")
    if head.get("version") != VERSION:
        raise ObservationsError(
            f"{path}: has version {str(head.get('version'))[:20]}, this program reads {VERSION}; make it again"
        )
    return head, _frames(lines)


def _frames(lines: _Lines) -> Iterator[FrameObservation]:
    try:
        yield from frames_in(iter(lines))
    except ValueError as why:
        raise ObservationsError(f"{lines.path}: line {lines.number} is damaged ({why}); make the file again") from why


class _Lines:
    """The whole lines of a file, one after the other, however often it is asked for an iterator. number: the last."""

    def __init__(self, path: Path, on_notice: NoticeHandler) -> None:
        self.path, self.number = path, 0
        self._on_notice = on_notice
        self._read = self._all()

    def __iter__(self) -> Iterator[str]:
        return self._read

    def _all(self) -> Iterator[str]:
        try:
            with gzip.open(self.path, "rt", encoding="utf-8") as file:
                while True:
                    try:
                        line = file.readline(MAX_LINE)
                    except EOFError:  # cut off in the middle: what was read so far is good
                        self._cut_off()
                        return
                    if not line:
                        return
                    if not line.endswith("\n"):
                        if len(line) >= MAX_LINE:
                            raise ObservationsError(f"{self.path}: line {self.number + 1} has no end; make it again")
                        self._cut_off()
                        return
                    self.number += 1
                    yield line
        except (OSError, zlib.error, UnicodeDecodeError) as why:
            reason = getattr(why, "strerror", None) or "it is no file of observations, or it is damaged"
            raise ObservationsError(f"{self.path}: observations can't be read ({reason})") from why

    def _cut_off(self) -> None:
        text = f"{self.path}: it is cut off after {max(0, self.number - 1)} frames; what came later is missing"
        self._on_notice(Notice("warning", "cut-off", text))


def _ball_row(ball: BallObservation) -> Row:
    cxx, cxy, _, cyy = ball.covariance_mm2.ravel().tolist()
    row: Row = [round(v, MM_DIGITS) for v in (*ball.position_mm.tolist(), cxx, cxy, cyy)]
    row += [round(float(ball.score), SCORE_DIGITS), round(float(ball.radius_px), 2)]
    row += [round(v, COLOUR_DIGITS) for v in ball.colour_lab.tolist()]
    blur = [round(v, MM_DIGITS) + 0.0 for v in ball.blur_mm.tolist()]
    labels = {k: round(float(v), LABEL_DIGITS) for k, v in ball.labels.items()}
    if ball.in_pocket is not None:
        return [*row, *blur, labels, ball.in_pocket]
    if labels:
        return [*row, *blur, labels]
    return [*row, *blur] if any(blur) else row
