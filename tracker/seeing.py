"""Stages 1 and 2 together: frames in, balls with names out."""

from __future__ import annotations

from callshot.calibration.colours import SetProfile
from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.models.classifier import Classifier
from callshot.rules.equipment import BallSet
from callshot.tracker.detect.detector import Detector
from callshot.tracker.identify.identifier import Identifier, Looker
from callshot.tracker.observation import FrameObservation
from callshot.tracker.session import Record


class Eyes:
    """Detector and identifier over one table and one set."""

    def __init__(
        self, table: TableGeometry, balls: BallSet, looker: Looker, models: list[Record], profile: SetProfile | None
    ) -> None:
        """models: what the session record says of the looker's weights. profile: how this very set looks."""
        self.capacity: dict[str, int] = dict(balls.labels) if balls.name != "any" else {}
        self.models = models
        self._detector = Detector(table, balls.diameter_mm)
        self._identifier = Identifier(
            table, balls.diameter_mm, self.capacity, looker, whole_set=balls.name != "any", profile=profile
        )

    def detect(self, frame: Frame) -> FrameObservation:
        """Stage 1: balls without names."""
        return self._detector.update(frame)

    def identify(self, frame: Frame, seen: FrameObservation) -> FrameObservation:
        """Stage 2: the same balls with a probability for every label."""
        return self._identifier.update(frame, seen)

    def update(self, frame: Frame) -> FrameObservation:
        """What is seen in this frame."""
        return self.identify(frame, self.detect(frame))


def open_eyes(table: TableGeometry, balls: BallSet, profile: SetProfile | None = None) -> Eyes:
    """The seeing half for a table and a set, with the shipped network."""
    network = Classifier()
    return Eyes(table, balls, network, [network.record], profile)
