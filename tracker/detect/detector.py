"""The detector: one verb, `update(frame) -> FrameObservation`.

Cost follows what changes. At rest a frame is compared once with the settled picture. Balls in motion are followed,
all at once, by what lies around their expected places. Only a change that no known ball explains gets a thorough look.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.tracker.detect.ball import Ball
from callshot.tracker.detect.bands import Bands
from callshot.tracker.detect.boxes import Box, boxes_around, grown, inside
from callshot.tracker.detect.cloth import ClothModel, fit_cloth
from callshot.tracker.detect.exposure import exposure_gain
from callshot.tracker.detect.first import first_look
from callshot.tracker.detect.grain import blur_px
from callshot.tracker.detect.known import Known
from callshot.tracker.detect.learn import learn_cloth
from callshot.tracker.detect.look import Glimpse
from callshot.tracker.detect.moving import follow_moving, weigh
from callshot.tracker.detect.odd import odd_cells, outlines_of, unexplained_cells
from callshot.tracker.detect.pockets import PocketEdges
from callshot.tracker.detect.renew import look_anew, welcome
from callshot.tracker.detect.rest import due, measure_again, settle, touched_again
from callshot.tracker.detect.select import discs
from callshot.tracker.detect.telling import ball_observations
from callshot.tracker.detect.view import TableView, make_view
from callshot.tracker.detect.world import AGREE_MIN, light_field
from callshot.tracker.observation import FrameObservation

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Image = NDArray[np.uint8]

FOREIGN_LOOK_S = 0.1  # a person who is known to be there is looked at this often; balls beside him are followed
PEOPLE_DISCS, PEOPLE_PATIENCE = 100, 2.0  # the longer, up to twice, the more of the table (in ball discs) is to be seen
SEARCH_LOOK_S = 0.03  # and this often while a ball is sought that was just lost and may show beside him
SEARCH_S = 0.3
MISSING_RADII = 4.0  # as near to where a ball was lost as this any change may be that ball
LOOK_EACH_S = 1 / 60  # the time for one look at changes that no known ball makes, and one more while any is missing
TIDY_S = 1.0  # how long cloth or a line must hold still to be learned
QUIET_S, STIR_S = 0.2, 0.25  # after so long a quiet what stirs may be a stroke: it is watched for this long, not tidied
LIGHT_SHARE = 0.3  # when more of the table changed at once it may be the light
BANDS_SHARE = 0.15  # and when more than this did, it may be lamps that flicker
LIGHT_DRIFT = 0.06  # by so much (log) the light may fade before the plate follows, however slowly it does
LIGHT_LOOK_S = 0.1  # it is asked for this often, and where it was none after all not tried again before
MISSING_S = 0.7  # so long a ball that was lost in motion may be found again as a streak


class Detector:
    """Finds balls and foreign things in frames of one table, in order of time."""

    def __init__(self, table: TableGeometry, ball_diameter_mm: float) -> None:
        self.view: TableView = make_view(table, ball_diameter_mm)
        self._known: Known | None = None
        self._pockets: PocketEdges | None = None
        self._model: ClothModel | None = None
        self._model_light = 1.0
        self._outlines: tuple[list[Floats], float] = ([], 0.0)
        self._foreign_looked_s = -1e9
        self._tidied_s = 0.0
        self._chores: list[Callable[[Known, Image, Image, float], None]] = []  # of tidying, one a frame
        self._light, self._relit = 1.0, False
        self._gain, self._blur_px = 1.0, 0.0
        self._bands, self._bands_tried_s = Bands(), -1e9
        self._light_tried_s = -1e9
        self._still_since: Floats = np.zeros((1, 1))
        self._quiet_since_s: float | None = None
        self._last: FrameObservation | None = None

    def update(self, frame: Frame) -> FrameObservation:
        """What is seen in this frame. Frames of another size than the calibration's raise ValueError."""
        size = self.view.table.camera.image_size
        plane = frame.luma if frame.luma is not None else frame.image
        height, width = plane.shape[:2]
        if (width, height) != tuple(size):
            raise ValueError(f"the picture is {width}x{height}, the calibration was made for {size[0]}x{size[1]}")
        x0, y0, x1, y1 = self.view.window
        window = slice(y0, y1), slice(x0, x1)
        whole = frame.luma if frame.luma is not None else cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
        luma = np.asarray(whole[window], np.uint8)
        t = frame.t_s
        if self._known is None:
            self._gain = exposure_gain(luma)
            self._blur_px = blur_px(luma, self._gain, self.view.radius_px)
            self._begin(self._colours(frame, window), luma, t)
            return self._observe(frame, moving=True)
        known = self._known
        luma, changed = self._evened(known, luma, t)
        much = bool(changed.sum() > LIGHT_SHARE * known.gate.relevant_cells)
        other_light = much or (known.gate.measured and self._faded(known, t))
        if other_light and self._relight(known, self._colours(frame, window), luma):
            changed = known.gate.look(luma)
        if not changed.any() and all(b.rest_px is not None for b in known.balls) and self._last is not None:
            self._keep_quiet(t)
            if (ball := due(known, t)) is not None:
                measure_again(known, ball, self._colours(frame, window), luma)
                return self._observe(frame, moving=False)
            last = self._last
            light, self._relit = self._light if self._relit else None, False
            self._last = FrameObservation(
                t, frame.sequence, last.balls, last.foreign, False, False, last.covered, None, light
            )
            return self._last
        self._quiet_since_s = None
        # Colours are made when they are asked for: at rest they never are.
        image = self._colours(frame, window)
        lost = follow_moving(known, image, luma, changed, t)
        unexplained = unexplained_cells(changed, known.balls, lost, self.view)
        audited = t - self._tidied_s > TIDY_S
        if audited:
            self._tidied_s = t
            self._chores = [self._fit, self._learn]
            unexplained |= odd_cells(image, known.plate.bgr, known.foreign, known.places(), self.view, known.gate.size)
        boxes = self._boxes(known, unexplained, lost, t)
        if boxes or lost:
            fresh = self._look(known, image, luma, boxes, lost, audited, t)
            known.missing = [b for b in known.missing if t - b.t_s < MISSING_S] + lost
            welcome(known, fresh, t)
            weigh(known, image)
            self._outlines = outlines_of(known.foreign, self.view)
        settle(known, image, luma, t)
        touched_again(known, changed, t)
        if (ball := due(known, t)) is not None:
            measure_again(known, ball, image, luma)
        self._still_since[known.gate.moved] = t
        if self._chores and t > self._tidied_s:
            self._chores.pop(0)(known, image, luma, t)
        return self._observe(frame, moving=bool(known.gate.moved.any()))

    def _colours(self, frame: Frame, window: tuple[slice, slice]) -> Image:
        """(h, w, 3) of the window, as bright as a well exposed picture, without bands and much noise."""
        image = self._bands.even_colours(frame.image[window])
        if self._blur_px:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), self._blur_px), np.uint8)
        return image if self._gain == 1.0 else np.asarray(cv2.convertScaleAbs(image, alpha=self._gain), np.uint8)

    def _evened(self, known: Known, luma: Image, t: float) -> tuple[Image, Mask]:
        """The (h, w) luma without bands of flickering lamps, and what changed in it."""
        if self._bands.known:
            luma = self._bands.even(luma, known.gate, known.plate.luma_black, t)
            return luma, known.gate.look(luma)
        changed = known.gate.look(luma)
        if changed.sum() > BANDS_SHARE * known.gate.relevant_cells and t - self._bands_tried_s > LIGHT_LOOK_S:
            self._bands_tried_s = t
            luma = self._bands.even(luma, known.gate, known.plate.luma_black, t)
            if self._bands.known:
                changed = known.gate.look(luma)
        return luma, changed

    def _keep_quiet(self, t: float) -> None:
        """Tidying takes the time of some frames, and the first of a stroke tell the most."""
        self._quiet_since_s = t if self._quiet_since_s is None else self._quiet_since_s
        if t - self._quiet_since_s > QUIET_S:
            self._chores.clear()
            self._tidied_s = max(self._tidied_s, t - TIDY_S + STIR_S)

    def _begin(self, image: Image, luma: Image, t: float) -> None:
        self._known, self._pockets, self._model = first_look(image, luma, self.view, t)
        self.view = self._known.view
        self._still_since = np.full(self._known.gate.grid[::-1], t)
        self._tidied_s = t
        self._outlines = outlines_of(self._known.foreign, self.view)

    def _boxes(self, known: Known, cells: Mask, lost: list[Ball], t: float) -> list[Box]:
        """Boxes in px around cells, none overlapping another; known foreign things are looked at less often."""
        if not cells.any():
            return []
        boxes = boxes_around(self.view, cells)
        seeking = any(t - b.t_s < SEARCH_S for b in known.missing)
        discs = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes) / (math.pi * self.view.radius_px**2)
        patience = SEARCH_LOOK_S if seeking else FOREIGN_LOOK_S * min(max(1.0, discs / PEOPLE_DISCS), PEOPLE_PATIENCE)
        if t - self._foreign_looked_s < patience:
            return [
                b
                for b in boxes
                if not known.foreign[b[1] : b[3], b[0] : b[2]].any() or any(inside(q.px, b) for q in lost)
            ]
        self._foreign_looked_s = t
        return boxes

    def _look(
        self, known: Known, image: Image, luma: Image, boxes: list[Box], lost: list[Ball], audited: bool, t: float
    ) -> list[Glimpse]:
        """Look at boxes, first where balls were lost; what is new without need waits for a frame that has the time.

        It goes on differing from the settled picture until it is looked at.
        """
        sought = {box: any(inside(b.px, box) for b in lost) for box in boxes}
        reach = MISSING_RADII * self.view.radius_px
        fresh: list[Glimpse] = []
        # A slow camera leaves time for more of them, and what waits for its next frame is lost for longer; people and
        # sticks are looked at piece by piece whatever the camera's rate is.
        passed = LOOK_EACH_S if self._last is None else t - self._last.t_s
        more = max(0, round(passed / LOOK_EACH_S) - 1)
        looks = 1 + more + bool(known.missing)
        for box in sorted(boxes, key=lambda b: not sought[b]):
            kept = more if known.foreign[box[1] : box[3], box[0] : box[2]].any() else 0
            if looks > kept or audited or sought[box]:
                closely = sought[box] or audited or any(inside(b.px, grown(box, reach)) for b in known.missing)
                seen = look_anew(known, image, luma, box, t, sought=closely)
                looks -= seen is not None
                fresh += seen or []
        return fresh

    def _faded(self, known: Known, t: float) -> bool:
        """Has the light become another, little by little?"""
        if t - self._light_tried_s < LIGHT_LOOK_S:
            return False
        self._light_tried_s = t
        return abs(math.log(known.gate.light())) >= LIGHT_DRIFT

    def _relight(self, known: Known, image: Image, luma: Image) -> bool:
        """Was it the light? Then the plate and the settled picture follow it."""
        view = self.view
        light = light_field(image, known.plate.bgr, view.open_bed & ~known.foreign)
        if light.agreeing < AGREE_MIN:
            return False
        self._light *= light.mean
        known.plate.relight(light.over(view.bed.shape))
        busy = known.foreign.copy()
        moving = [b.px for b in known.balls if b.rest_px is None]
        if moving:
            busy |= discs(busy.shape, view, np.array(moving), 2.2)
        known.gate.accept(luma, busy)
        self._relit = True
        return True

    def _fit(self, known: Known, image: Image, luma: Image, t: float) -> None:
        """What cloth looks like now, where any of it is to be learned."""
        if not (known.plate.unknown.any() or known.foreign.any()):
            self._chores.clear()
        elif known.foreign.any() or self._model is None or self._light != self._model_light:
            self._model, self._model_light = fit_cloth(image, self.view.bed, self.view.radius_px), self._light

    def _learn(self, known: Known, image: Image, luma: Image, t: float) -> None:
        """Learn cloth that has come to light, and take thin things that lie still (lines of light, a cue) for cloth."""
        if self._model is None:
            return
        still = known.gate.pixels(t - self._still_since > TIDY_S)
        if learn_cloth(image, luma, known.plate, self._model, known.foreign, still, known.places(), self.view):
            self._outlines = outlines_of(known.foreign, self.view)

    def _observe(self, frame: Frame, moving: bool) -> FrameObservation:
        assert self._known is not None and self._pockets is not None
        balls = ball_observations(self._known, self._pockets)
        outlines, covered = self._outlines
        light = self._light if self._relit else None
        self._last = FrameObservation(
            frame.t_s, frame.sequence, balls, tuple(outlines), moving, True, covered, None, light
        )
        self._relit = False
        return self._last
