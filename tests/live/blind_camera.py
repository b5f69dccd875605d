"""A program without a table: a camera of blank pictures, eyes that see nothing, and what it is asked to run."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame, FrameSource, NoticeHandler, SourceInfo
from callshot.tracker.adapters import Adapters
from callshot.tracker.hub import RecordHub
from callshot.tracker.observation import FrameObservation
from callshot.tracker.running import RunRequest
from callshot.tracker.session import Record

POCKETS_MM = {
    "head-left": (-635.0, -1270.0), "head-right": (635.0, -1270.0), "side-left": (-660.0, 0.0),
    "side-right": (660.0, 0.0), "foot-left": (-635.0, 1270.0), "foot-right": (635.0, 1270.0),
}  # fmt: skip


class Blind:
    """Eyes that see nothing."""

    def __init__(self) -> None:
        self.capacity: dict[str, int] = {}
        self.models: list[Record] = []

    def update(self, frame: Frame) -> FrameObservation:
        return FrameObservation(frame.t_s, frame.sequence, (), moving=False)


class Camera:
    """Blank pictures; `count` None: for ever, at some 200 a second."""

    def __init__(self, size: tuple[int, int], count: int | None, live: bool, start_s: float = 0.0) -> None:
        self._image = np.zeros((size[1], size[0], 3), np.uint8)
        self._count, self._start_s = count, start_s
        self._closed = threading.Event()
        self.info = SourceInfo("camera", size[0], size[1], 60.0, live=live)

    def __iter__(self) -> Iterator[Frame]:
        n = round(self._start_s * 60)
        while not self._closed.is_set() and (self._count is None or n < self._count):
            if self._count is None:
                time.sleep(0.005)
            yield Frame(self._image, round(n / 60 * 1e9), n)
            n += 1

    def close(self) -> None:
        self._closed.set()


def missed(*_: object) -> None:
    """The signal came while nobody was running."""


def adapters(table: TableGeometry, count: int | None, live: bool, opened: list[float] | None = None) -> Adapters:
    def open_source(
        text: str, on_notice: NoticeHandler, *, frame_rate_hz: float = 25.0, start_s: float = 0.0
    ) -> FrameSource:
        if opened is not None:
            opened.append(start_s)
        width, height = table.camera.image_size
        return Camera((int(width), int(height)), count, live, start_s)

    return Adapters(open_source, lambda: "2026-11-30T12:00:00+02:00")


def request(tmp_path: Path, **more: object) -> RunRequest:
    chosen: dict[str, object] = {
        "source": "evening.mp4", "calibration": tmp_path / "table.toml", "game": "9ball-fi", "players": ("Ann", "Bo"),
        "balls": "pool9", "pace": 0.0, "mute": True,
    }  # fmt: skip
    return RunRequest(**{**chosen, **more})  # type: ignore[arg-type]


def grown(hub: RecordHub, number: int, limit_s: float = 10.0) -> bool:
    """Whether there is, within the limit, a record with that number."""
    until = time.monotonic() + limit_s
    while len(hub) <= number and time.monotonic() < until:
        time.sleep(0.01)
    return len(hub) > number
