"""A table above which a camera hangs that sees nothing."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from blind_camera import POCKETS_MM, Blind, missed

from callshot.calibration.by_hand import camera_from_corners
from callshot.calibration.table import TableGeometry
from callshot.tracker import live_sessions
from callshot.tracker.hub import RecordHub


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TableGeometry]:
    def blind(*_: object) -> Blind:
        return Blind()

    monkeypatch.setattr(live_sessions, "open_eyes", blind)
    corners = np.array([[60.0, 40.0], [60.0, 200.0], [380.0, 200.0], [380.0, 40.0]])
    camera = camera_from_corners(corners, 2540.0, 1270.0, 37.0, (440, 240))
    pockets = {name: np.array(at) for name, at in POCKETS_MM.items()}
    made = TableGeometry(camera, "left", 2540.0, 1270.0, 37.0, 45.0, pockets, 1.0, name="9ft")
    (tmp_path / "table.toml").write_text(made.to_toml())
    before = signal.signal(signal.SIGTERM, missed)  # a run that fails early must not end the tests with it
    yield made
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
def hubs(monkeypatch: pytest.MonkeyPatch) -> list[RecordHub]:
    """The hub of the program that runs, once there is one."""
    made: list[RecordHub] = []

    class WatchedHub(RecordHub):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    monkeypatch.setattr("callshot.tracker.running.RecordHub", WatchedHub)
    return made
