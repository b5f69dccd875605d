"""Stages 1 and 2 together: frames in, balls with names out."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from callshot.calibration.colours import SetProfile
from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.models.classifier import Classifier
from callshot.rules.equipment import BallSet
from callshot.tracker.detect.detector import Detector
from callshot.tracker.detect.steady import Steady
from callshot.tracker.identify.identifier import Identifier, Looker
from callshot.tracker.observation import FrameObservation
from callshot.tracker.session import Record
from callshot.tracker.trouble import Trouble


class Eyes:
    """Detector and identifier over one table and one set."""

    def __init__(
        self, table: TableGeometry, balls: BallSet, looker: Looker, models: list[Record], profile: SetProfile | None
    ) -> None:
        """models: what the session record says of the looker's weights. profile: how this very set looks."""
        self.capacity: dict[str, int] = dict(balls.labels) if balls.name != "any" else {}
        self.models = models
        self._balls, self._looker, self._profile = balls, looker, profile
        self._steady = Steady(table)
        self._look_at(table)
        self._last: FrameObservation | None = None
        self._held: FrameObservation | None = None

    @property
    def table(self) -> TableGeometry:
        """The table as the camera sees it now: as it was given, or solved anew where the camera was pushed."""
        return self._steady.table

    def _look_at(self, table: TableGeometry) -> None:
        diameter, whole = self._balls.diameter_mm, self._balls.name != "any"
        self._detector = Detector(table, diameter)
        self._identifier = Identifier(
            table, diameter, self.capacity, self._looker, whole_set=whole, profile=self._profile
        )

    def detect(self, frame: Frame) -> FrameObservation:
        """Stage 1: balls without names. While the camera moves or sees no table, nothing new is seen."""
        luma = frame.luma if frame.luma is not None else cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
        view = self._steady.update(np.asarray(luma, np.uint8), frame.t_s)
        self._held = None
        if view == "moved":
            self._look_at(self._steady.table)
            return replace(self._detected(frame), camera_shift_px=self._steady.moved_px)
        if view == "steady" or self._last is None:
            return self._detected(frame)
        self._held = unseen(self._steady.table, self._last, frame, blind=view == "blind")
        return self._held

    def _detected(self, frame: Frame) -> FrameObservation:
        try:
            return self._detector.update(frame)
        except ValueError as why:
            raise Trouble(f"{why}: the calibration is not of this camera as it hangs now; make a new one") from why

    def identify(self, frame: Frame, seen: FrameObservation) -> FrameObservation:
        """Stage 2: the same balls with a probability for every label."""
        if self._held is not None:
            return self._held
        self._last = self._identifier.update(frame, seen)
        return self._last

    def update(self, frame: Frame) -> FrameObservation:
        """What is seen in this frame."""
        return self.identify(frame, self.detect(frame))


def unseen(table: TableGeometry, last: FrameObservation, frame: Frame, *, blind: bool) -> FrameObservation:
    """A picture that tells nothing: all is as it was in the last one, or, where no table is seen, all is covered."""
    if not blind:
        return replace(
            last, t_s=frame.t_s, sequence=frame.sequence, moving=False, looked=False, camera_shift_px=None,
            light_gain=None,
        )  # fmt: skip
    return FrameObservation(frame.t_s, frame.sequence, (), (1.5 * table.nose_corners_mm,), covered=1.0)


def open_eyes(table: TableGeometry, balls: BallSet, profile: SetProfile | None = None) -> Eyes:
    """The seeing half for a table and a set, with the shipped network."""
    # whammies lie among numbers; a snooker pink is pink
    network = Classifier(whammies=any(label.isdecimal() for label in balls.labels))
    return Eyes(table, balls, network, [network.record], profile)
