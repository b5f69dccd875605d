"""Stages 1 and 2 together: frames in, balls with names out."""

from __future__ import annotations

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.rules.equipment import BallSet
from callshot.tracker.detect.detector import Detector
from callshot.tracker.observation import FrameObservation
from callshot.tracker.session import Record


class Eyes:
    """Detector and identifier over one table and one set."""

    def __init__(self, table: TableGeometry, balls: BallSet) -> None:
        self._detector = Detector(table, balls.diameter_mm)
        self.capacity: dict[str, int] = dict(balls.labels)
        self.models: list[Record] = []

    def update(self, frame: Frame) -> FrameObservation:
        """What is seen in this frame."""
        return self._detector.update(frame)


def open_eyes(table: TableGeometry, balls: BallSet) -> Eyes:
    """The seeing half for a table and a set."""
    return Eyes(table, balls)
