"""What the detector knows of the table at a moment: the balls, what is foreign, the plate, the settled picture."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.ball import Ball
from callshot.tracker.detect.boxes import Box, box_around
from callshot.tracker.detect.gate import CELL_PX, Gate
from callshot.tracker.detect.look import Glimpse
from callshot.tracker.detect.plate import Plate
from callshot.tracker.detect.select import discs
from callshot.tracker.detect.view import TableView

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Image = NDArray[np.uint8]

STIRRED_LUMA, STIRRED_PX = 1.5, 0.5  # a ball at rest moved when its picture changed by more than these make up


@dataclass(slots=True, eq=False)
class Known:
    """balls: those that are followed. missing: those lost in motion, which may show again elsewhere.
    foreign: (h, w) of the window, covered by people and other things that are no balls. puzzling: (h, w), what was
    looked at closely and is neither cloth nor a ball nor a person: it is no news.
    """

    view: TableView
    gate: Gate
    plate: Plate
    foreign: Mask
    puzzling: Mask
    balls: list[Ball] = field(default_factory=list)
    missing: list[Ball] = field(default_factory=list)

    def places(self) -> Floats:
        """(n, 2) px of all balls."""
        return np.array([b.px for b in self.balls]).reshape(-1, 2)

    def touched(self, px: Floats, changed: Mask) -> Mask:
        """(n,) did any of the (rows, columns) `changed` cells lie on the ball at each of (n, 2) px?"""
        reach = 0.9 * self.view.radius_px
        summed = cv2.integral(changed.astype(np.uint8))
        last = np.array(changed.shape[::-1])
        low = np.minimum(np.maximum(px - reach, 0) // CELL_PX, last).astype(int)
        high = np.minimum(np.maximum(px + reach, 0) // CELL_PX + 1, last).astype(int)
        (x0, y0), (x1, y1) = low.T, high.T
        return np.asarray(summed[y1, x1] - summed[y0, x1] - summed[y1, x0] + summed[y0, x0] > 0, np.bool_)

    def stirred(self, px: Floats, luma: Image) -> bool:
        """Does a ball at rest look other than in the settled picture, by more than half a px of motion makes it?"""
        x0, y0, x1, y1 = box_around(self.view, px, 0.9)
        was = self.gate.settled[y0:y1, x0:x1].astype(np.int16)
        steep = np.abs(np.diff(was, axis=0)).mean() + np.abs(np.diff(was, axis=1)).mean()
        change = np.abs(luma[y0:y1, x0:x1].astype(np.int16) - was).mean()
        return bool(change > STIRRED_LUMA + STIRRED_PX * 0.5 * steep)

    def uncover(self, rest_px: Floats, ball: Ball) -> None:
        """A ball left its place: there the settled picture becomes the plate, but for balls that still lie there."""
        box = box_around(self.view, rest_px, 1.6)
        view = self.view.crop(*box)
        corner = np.array(box[:2])
        where = discs(view.bed.shape, view, rest_px[None] - corner, 1.5)
        lying = [b.rest_px - corner for b in self.balls if b is not ball and b.rest_px is not None]
        near = [p for p in lying if np.hypot(*(p + corner - rest_px)) < 4 * self.view.radius_px]
        if near:
            where &= ~discs(view.bed.shape, view, np.array(near), 1.05)
        x0, y0, x1, y1 = box
        self.gate.settled[y0:y1, x0:x1][where] = self.plate.luma[y0:y1, x0:x1][where]

    def absorb(self, luma: Image, box: Box, moving: list[Glimpse]) -> None:
        """What was looked at and holds no moving ball is the new settled picture."""
        x0, y0, x1, y1 = box
        view = self.view.crop(*box)
        free = np.ones(view.bed.shape, np.bool_)
        if moving:
            free &= ~discs(view.bed.shape, view, np.array([g.px for g in moving]) - [x0, y0], 2.2)
        self.gate.settled[y0:y1, x0:x1][free] = luma[y0:y1, x0:x1][free]
