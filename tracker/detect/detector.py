"""The detector: one verb, `update(frame) -> FrameObservation`."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.tracker.detect.ball_fit import fit_balls
from callshot.tracker.detect.candidates import candidate_centres
from callshot.tracker.detect.cloth import ClothModel, coloured_shadow, fit_cloth, lab_of, unlike_cloth
from callshot.tracker.detect.gate import CELL_PX, Gate
from callshot.tracker.detect.select import discs, select_balls
from callshot.tracker.detect.streak import fit_streak
from callshot.tracker.detect.view import TableView, make_view
from callshot.tracker.observation import BallObservation, FrameObservation

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Mask = NDArray[np.bool_]
Box = tuple[int, int, int, int]

# A region of change is looked at with this much around it, in ball radii: whole balls and some cloth.
MARGIN_RADII = 3.0
# Nearer to a box's border than this nothing changed and no ball is seen whole: what was known there stays.
BORDER_RADII = 1.6
FOREIGN_DISCS = 2.2  # what covers more than this many balls and is none is a hand, a cue, a person
SPECK_DISCS = 0.3  # what covers less is chalk, a spot, noise
POCKET_DROP_MM = 45.0  # a ball whose centre is seen this near to a mouth's centre lies below the bed


@dataclass(slots=True, eq=False)
class _Seen:
    """A ball as last seen: px within the window."""

    px: Floats
    score: float
    radius_px: float
    lab: Floats
    blur_px: Floats
    sigma_px: float


class Detector:
    """Finds balls and foreign things in frames of one table, in order of time."""

    def __init__(self, table: TableGeometry, ball_diameter_mm: float) -> None:
        self.view: TableView = make_view(table, ball_diameter_mm)
        self._pockets = {k: np.asarray(v, np.float64) for k, v in table.pockets_mm.items()}
        self._gate: Gate | None = None
        self._plate: ClothModel | None = None
        self._model: ClothModel | None = None
        self._balls: list[_Seen] = []
        self._foreign: NDArray[np.uint8] = np.zeros(self.view.bed.shape, np.uint8)
        self._last: FrameObservation | None = None
        self._changed_before: Mask = np.zeros((1, 1), np.bool_)

    def update(self, frame: Frame) -> FrameObservation:
        """What is seen in this frame. Frames of another size than the calibration's raise ValueError."""
        x0, y0, x1, y1 = self.view.window
        height, width = frame.image.shape[:2]
        if (width, height) != tuple(self.view.table.camera.image_size):
            size = self.view.table.camera.image_size
            raise ValueError(f"the picture is {width}x{height}, the calibration was made for {size[0]}x{size[1]}")
        luma = frame.luma if frame.luma is not None else cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
        luma = luma[y0:y1, x0:x1]
        image = frame.image[y0:y1, x0:x1]
        if self._gate is None or self._plate is None:
            self._gate = Gate(luma)
            self._changed_before = self._gate.moved
            self._first_look(image)
            return self._observe(frame, moving=True)
        changed = self._gate.look(luma)
        if not changed.any() and not self._changed_before.any() and self._last is not None:
            last = self._last
            self._last = FrameObservation(
                frame.t_s, frame.sequence, last.balls, last.foreign, False, False, last.covered
            )
            return self._last
        # Where something was a frame ago must be looked at once more: it may have gone.
        boxes = self._boxes(changed | self._changed_before)
        self._changed_before = changed
        for box in boxes:
            self._look(image, box)
        self._gate.settle(luma, changed)
        return self._observe(frame, moving=bool(self._gate.moved.any()))

    def _first_look(self, image: NDArray[np.uint8]) -> None:
        lab = lab_of(image)
        self._model = fit_cloth(lab, self.view.bed)
        plate = ClothModel(lab.copy(), self._model.noise)
        self._plate = self._model
        h, w = lab.shape[:2]
        self._look(image, (0, 0, w, h))
        # The plate is the picture itself but for the balls and what may be one, or a person.
        unlike = unlike_cloth(lab, self._model)
        hide = (unlike > 0.3) & self.view.bed
        count, parts, stats, _ = cv2.connectedComponentsWithStats(hide.astype(np.uint8), connectivity=8)
        specks = np.zeros(count, np.bool_)
        specks[1:] = stats[1:, cv2.CC_STAT_AREA] < SPECK_DISCS * np.pi * self.view.radius_px**2
        hide &= ~specks[parts]
        if self._balls:
            hide |= discs(hide.shape, self.view, np.array([b.px for b in self._balls]), 1.45) & self.view.bed
        hide = cv2.dilate(hide.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        plate.lab[hide] = self._model.lab[hide]
        self._plate = plate

    def _boxes(self, changed: Mask) -> list[Box]:
        """Boxes in px around changed cells, none overlapping another."""
        h, w = self.view.bed.shape
        reach = int(np.ceil(MARGIN_RADII * self.view.radius_px / CELL_PX))
        grown = cv2.dilate(changed.astype(np.uint8), np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=8)
        boxes = []
        for x, y, bw, bh, _ in stats[1:]:
            boxes.append((x * CELL_PX, y * CELL_PX, min((x + bw) * CELL_PX, w), min((y + bh) * CELL_PX, h)))
        merged = True
        while merged:
            merged = False
            for i in range(len(boxes)):
                for j in range(i + 1, len(boxes)):
                    a, b = boxes[i], boxes[j]
                    if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                        boxes[i] = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
                        boxes.pop(j)
                        merged = True
                        break
                if merged:
                    break
        return boxes

    def _inner(self, box: Box) -> Box:
        """The part of a box in which balls are looked for anew."""
        h, w = self.view.bed.shape
        edge = round(BORDER_RADII * self.view.radius_px)
        x0, y0, x1, y1 = box
        return (
            x0 + edge if x0 > 0 else 0,
            y0 + edge if y0 > 0 else 0,
            x1 - edge if x1 < w else w,
            y1 - edge if y1 < h else h,
        )

    def _look(self, image: NDArray[np.uint8], box: Box) -> None:
        """Look anew at one box: replace what was known of it."""
        x0, y0, x1, y1 = box
        assert self._plate is not None
        view = self.view.crop(*box)
        plate = ClothModel(self._plate.lab[y0:y1, x0:x1], self._plate.noise)
        lab = lab_of(image[y0:y1, x0:x1])
        unlike = unlike_cloth(lab, plate)
        solid = np.where(coloured_shadow(lab, plate), np.float32(0), unlike)
        corner = np.array([x0, y0], np.float64)
        inner = self._inner(box)
        known = [b for b in self._balls if _inside(b.px, inner)]
        self._balls = [b for b in self._balls if not _inside(b.px, inner)]
        allowed = np.zeros(unlike.shape, np.bool_)
        allowed[inner[1] - y0 : inner[3] - y0, inner[0] - x0 : inner[2] - x0] = True
        beside = [b.px - corner for b in self._balls if _inside(b.px, box)]
        if beside:
            allowed &= ~discs(allowed.shape, view, np.array(beside), 1.7)
        starts = candidate_centres(lab, unlike, view, allowed)
        if known:
            starts = np.concatenate([np.array([b.px - corner for b in known]), starts])
        fits = fit_balls(lab, unlike, solid, view, starts)
        chosen = select_balls(fits, lab, solid, view)
        found = fits.centres_px[chosen.index]
        for k, quality in zip(chosen.index, chosen.quality, strict=True):
            centre = fits.centres_px[k]
            colour = _face_colour(lab, centre, view.radius_px)
            sigma = max(0.15, float(fits.spread_px[k]) / np.sqrt(max(fits.support[k].sum() / 2, 1)))
            size = view.radius_px * float(fits.scale[k])
            self._balls.append(_Seen(centre + corner, float(quality), size, colour, np.zeros(2), sigma))
        whole = np.concatenate([found, np.array(beside).reshape(-1, 2)])
        covered = discs(solid.shape, view, whole, 1.2) if len(whole) else np.zeros(solid.shape, np.bool_)
        self._rest_of(lab, plate, solid, covered, view, box)

    def _rest_of(
        self, lab: Floats32, plate: ClothModel, solid: Floats32, covered: Mask, view: TableView, box: Box
    ) -> None:
        """What no sharp ball explains: streaks of fast balls, and foreign things."""
        corner = np.array(box[:2], np.float64)
        foreign = self._foreign[box[1] : box[3], box[0] : box[2]]
        foreign[:] = 0
        rest = ((solid > 0.4) & ~covered & view.bed).astype(np.uint8)
        disc = np.pi * view.radius_px**2
        count, parts, stats, _ = cv2.connectedComponentsWithStats(rest, connectivity=8)
        for k in range(1, count):
            x, y, w, h, area = stats[k]
            if area < SPECK_DISCS * disc:
                continue
            own = parts[y : y + h, x : x + w] == k
            part = (slice(y, y + h), slice(x, x + w))
            weight = np.where(own, np.linalg.norm(lab[part] - plate.lab[part], axis=2), 0)
            outline = view.outline_at([[x + w / 2, y + h / 2]])[0]
            streak = fit_streak(weight, outline, (x, y))
            if streak is not None and area < 12 * disc:
                colour = np.asarray(np.median(lab[part][own], axis=0), np.float64)
                score = float(np.clip(1 - 2 * abs(streak.width - 1), 0.1, 0.9))
                sigma = 0.08 * view.radius_px + 0.05 * float(np.hypot(*streak.half))
                self._balls.append(_Seen(streak.centre + corner, score, view.radius_px, colour, streak.half, sigma))
            elif area > FOREIGN_DISCS * disc:
                foreign[part][own] = 1

    def _observe(self, frame: Frame, moving: bool) -> FrameObservation:
        view = self.view
        balls = []
        for ball in self._balls:
            here = view.position_mm(ball.px)[0]
            ends = view.position_mm(np.array([ball.px - ball.blur_px, ball.px + ball.blur_px]))
            scale = view.ball_radius_mm / view.radius_px
            along = (ends[1] - ends[0]) / 2
            covariance = np.eye(2) * (ball.sigma_px * scale) ** 2 + 0.04 * np.outer(along, along)
            balls.append(
                BallObservation(
                    here, covariance, ball.score, ball.radius_px, ball.lab, along, in_pocket=self._pocket_of(here)
                )
            )
        outlines = []
        for polygon in cv2.findContours(self._foreign, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            if cv2.contourArea(polygon) > SPECK_DISCS * np.pi * view.radius_px**2:
                corners = cv2.approxPolyDP(polygon, 2.0, True).reshape(-1, 2) + np.array(view.window[:2])
                outlines.append(view.table.camera.table_from_image(corners, 0.0))
        covered = float(self._foreign[view.bed].mean()) if outlines else 0.0
        self._last = FrameObservation(frame.t_s, frame.sequence, tuple(balls), tuple(outlines), moving, True, covered)
        return self._last

    def _pocket_of(self, position_mm: Floats) -> str | None:
        for name, mouth in self._pockets.items():
            if np.hypot(*(position_mm - mouth)) < POCKET_DROP_MM:
                return name
        return None


def _face_colour(lab: Floats32, centre: Floats, radius: float) -> Floats:
    h, w = lab.shape[:2]
    r = 0.7 * radius
    x0, x1 = max(int(centre[0] - r), 0), min(int(centre[0] + r) + 2, w)
    y0, y1 = max(int(centre[1] - r), 0), min(int(centre[1] + r) + 2, h)
    vv, uu = np.mgrid[y0:y1, x0:x1]
    face = np.hypot(uu - centre[0], vv - centre[1]) <= r
    return np.asarray(lab[y0:y1, x0:x1][face].mean(0), np.float64) if face.any() else np.zeros(3)


def _inside(px: Floats, box: Box) -> bool:
    return bool(box[0] <= px[0] < box[2] and box[1] <= px[1] < box[3])
