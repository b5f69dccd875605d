"""The detector: one verb, `update(frame) -> FrameObservation`.

Cost follows what changes. At rest a frame is compared once with the settled picture. Balls in motion are followed,
all at once, by what lies around their expected places. Only a change that no known ball explains gets a thorough look.
"""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.tracker.detect.ball import Ball
from callshot.tracker.detect.boxes import Box, box_around, boxes_around, inner_part, inside
from callshot.tracker.detect.cloth import ClothModel, fit_cloth, lab_of, unlike_cloth
from callshot.tracker.detect.follow import Followed, follow
from callshot.tracker.detect.gate import CELL_PX, Gate
from callshot.tracker.detect.learn import learn_cloth
from callshot.tracker.detect.look import Glimpse, Looked, look_at, refit
from callshot.tracker.detect.odd import odd_cells, outlines_of, unexplained_cells
from callshot.tracker.detect.plate import Plate, printed, thin
from callshot.tracker.detect.pockets import PocketEdges
from callshot.tracker.detect.select import discs
from callshot.tracker.detect.view import TableView, make_view
from callshot.tracker.detect.world import AGREE_MIN, camera_shift_px, light_field
from callshot.tracker.observation import BallObservation, FrameObservation

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Image = NDArray[np.uint8]

FOREIGN_LOOK_S = 0.1  # a person who is known to be there is looked at this often; balls beside him are followed
SEARCH_LOOK_S = 0.03  # and this often while a ball is sought that was just lost and may show beside him
SEARCH_S = 0.3
TIDY_S = 1.0  # how long cloth or a line must hold still to be learned
STIRRED_LUMA, STIRRED_PX = 1.5, 0.5  # a ball at rest moved when its picture changed by more than these make up
LIGHT_SHARE = 0.3  # when more of the table changed at once it may be the light
REST_S = 0.2  # a ball whose mean place moved less than REST_MM from half to half of this lies still
REST_MM = 0.5
SAME_BALL_RADII = 1.5  # nearer centres are one ball seen twice
FASTEST_MM_S = 13000.0  # the hardest break shots
SAME_COLOUR_LAB = 45.0  # a ball's mean colour as it turns, from streak to sharp
MISSING_S = 0.7  # so long a ball that was lost in motion may be found again as a streak
NEW_BALL_MIN, NEW_AT_CUSHION_MIN = 0.55, 0.75
SUPPORT_MIN = 0.4
MASS_RANGE = (0.4, 1.7)
WIDTH_SLACK = 0.4
_NO_STREAK = np.zeros(2)


class Detector:
    """Finds balls and foreign things in frames of one table, in order of time."""

    def __init__(self, table: TableGeometry, ball_diameter_mm: float) -> None:
        self.view: TableView = make_view(table, ball_diameter_mm)
        self._pockets: PocketEdges | None = None
        self._outlines: tuple[list[Floats], float] = ([], 0.0)
        self._gate: Gate | None = None
        self._plate: Plate | None = None
        self._balls: list[Ball] = []
        self._missing: list[Ball] = []
        self._foreign: Mask = np.zeros(self.view.bed.shape, np.bool_)
        self._foreign_looked_s = -1e9
        self._tidied_s = 0.0
        self._light, self._relit = 1.0, False
        self._shift: float | None = None
        self._model: ClothModel | None = None
        self._model_light = 1.0
        self._still_since: Floats = np.zeros((1, 1))
        self._last: FrameObservation | None = None

    def update(self, frame: Frame) -> FrameObservation:
        """What is seen in this frame. Frames of another size than the calibration's raise ValueError."""
        size = self.view.table.camera.image_size
        height, width = frame.image.shape[:2]
        if (width, height) != tuple(size):
            raise ValueError(f"the picture is {width}x{height}, the calibration was made for {size[0]}x{size[1]}")
        x0, y0, x1, y1 = self.view.window
        image = frame.image[y0:y1, x0:x1]
        whole = frame.luma if frame.luma is not None else cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
        luma = np.asarray(whole[y0:y1, x0:x1], np.uint8)
        t = frame.t_s
        if self._gate is None or self._plate is None:
            self._first_look(image, luma, t)
            return self._observe(frame, moving=True)
        changed = self._gate.look(luma)
        if changed.sum() > LIGHT_SHARE * self._gate.relevant_cells and self._relight(image, luma):
            changed = self._gate.look(luma)
        if not changed.any() and all(b.rest_px is not None for b in self._balls) and self._last is not None:
            last = self._last
            self._last = FrameObservation(t, frame.sequence, last.balls, last.foreign, False, False, last.covered)
            return self._last
        lost = self._follow(image, luma, changed, t)
        unexplained = unexplained_cells(changed, self._balls, lost, self.view)
        if t - self._tidied_s > TIDY_S:
            unexplained |= odd_cells(image, self._plate.bgr, self._foreign, self._places(), self.view, self._gate.size)
        boxes = self._boxes(unexplained, lost, t)
        if boxes or lost:
            fresh: list[Glimpse] = []
            for box in boxes:
                fresh += self._look(image, luma, box, t)
            self._missing = [b for b in self._missing if t - b.t_s < MISSING_S] + lost
            self._welcome(fresh, t)
            self._weigh(self._balls, image)
            self._outlines = outlines_of(self._foreign, self.view)
        self._settle(image, luma, t)
        self._still_since[self._gate.moved] = t
        if t - self._tidied_s > TIDY_S:
            self._tidy(image, luma, t)
        return self._observe(frame, moving=bool(self._gate.moved.any()))

    def _first_look(self, image: Image, luma: Image, t: float) -> None:
        view = self.view
        model = fit_cloth(image, view.bed)
        unlike = unlike_cloth(lab_of(image), model)
        self._pockets = PocketEdges(view, unlike)
        self.view = view = replace(view, open_bed=view.bed & ~self._pockets.holes(view))
        h, w = view.bed.shape
        none = np.zeros((0, 2))
        looked = look_at(image, model, view, np.ones((h, w), np.bool_), none, none, seen_before=False)
        # The plate is the picture itself but for the balls, and what may be one, or a person.
        hidden = (unlike > 0.3) & view.bed
        hidden &= ~thin(hidden, view.radius_px)
        places = np.array([b.px for b in looked.balls]).reshape(-1, 2)
        balls = discs(hidden.shape, view, places, 1.45) & view.bed
        letters = printed(hidden & ~balls, view.open_bed, view.radius_px)
        hidden = (hidden & ~letters) | balls
        hidden = cv2.dilate(hidden.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        self._plate = Plate(image, luma, model, hidden)
        self._model, self._model_light = model, 1.0
        self._gate = Gate(luma, view.bed | view.centres_ok, self._pockets.holes(view))
        self._foreign = looked.foreign & ~thin(looked.foreign, view.radius_px) & ~letters
        self._still_since = np.full((self._gate.grid[1], self._gate.grid[0]), t)
        self._tidied_s = t
        self._outlines = outlines_of(self._foreign, self.view)
        for glimpse in looked.balls:
            self._balls.append(Ball(glimpse, t, rest_px=glimpse.px.copy()))
        self._weigh(self._balls, image)

    def _weigh(self, balls: list[Ball], image: Image) -> None:
        """Learn how much each sharp ball differs from its plate, to know it again as a streak."""
        assert self._plate is not None
        fresh = [b for b in balls if b.mass is None and not b.glimpse.half_px.any()]
        if not fresh:
            return
        at = np.array([b.px for b in fresh])
        others = [b.px for b in self._balls if not any(b is f for f in fresh)]
        still = np.zeros(len(at))
        seen = follow(image, self._plate.bgr, self.view, at, still, still, np.array(others).reshape(-1, 2))
        for ball, mass in zip(fresh, seen.mass, strict=True):
            ball.mass = float(mass)

    def _follow(self, image: Image, luma: Image, changed: Mask, t: float) -> list[Ball]:
        """Move the balls that move; those that can't be found where they should be are returned and not followed."""
        assert self._gate is not None and self._plate is not None
        active = [
            b for b in self._balls if b.rest_px is None or (self._touched(b.px, changed) and self._stirred(b.px, luma))
        ]
        if not active:
            return []
        moving = {id(b) for b in active}
        lying = [b.px for b in self._balls if id(b) not in moving]
        past = np.array([t - b.t_s for b in active])
        velocity = np.array([b.velocity for b in active])
        expected = np.array([b.px for b in active]) + velocity * past[:, None]
        travel = np.hypot(*velocity.T) * past
        mass = np.array([b.mass or 0.0 for b in active])
        seen = follow(image, self._plate.bgr, self.view, expected, travel, mass, np.array(lying).reshape(-1, 2))
        lost = [b for i, b in enumerate(active) if not self._accept(b, seen, i, t)]
        for ball, place in zip(active, expected, strict=True):
            ball.expected = place
        lost += self._doubles(active, lost)
        gone = {id(b) for b in lost}
        for ball in active:
            if ball.rest_px is None:
                continue
            if id(ball) in gone or np.hypot(*(ball.px - ball.rest_px)) > 0.12 * self.view.radius_px:
                self._uncover(ball.rest_px, ball)
                ball.rest_px = None
        if lost:
            self._balls = [b for b in self._balls if id(b) not in gone]
        return lost

    def _accept(self, ball: Ball, seen: Followed, i: int, t: float) -> bool:
        centre = seen.centres_px[i]
        support, width, spread = float(seen.support[i]), float(seen.width[i]), float(seen.spread[i])
        share = float(seen.mass[i]) / max(ball.mass or float(seen.mass[i]), 1e-6)
        whole = MASS_RANGE[0] < share < MASS_RANGE[1] and abs(width - 1) < WIDTH_SLACK
        if not (support > SUPPORT_MIN or whole) or not self.view.allows(centre):
            return False
        radius = self.view.radius_px
        old = ball.glimpse
        if support > 0.3:
            half = _NO_STREAK
            sigma = max(0.12, spread * radius / math.sqrt(max(support * 12, 1)))
        else:
            half = seen.half[i]
            sigma = 0.07 * radius + 0.05 * math.hypot(*half)
        score = support if support > 0.3 else max(0.9 - abs(share - 1) - abs(width - 1), 0.3)
        dx, dy = float(centre[0] - old.px[0]), float(centre[1] - old.px[1])
        ball.velocity = (
            np.array([dx, dy]) / max(t - ball.t_s, 1e-3) if math.hypot(dx, dy) > 0.05 * radius else np.zeros(2)
        )
        ball.glimpse = Glimpse(centre, score, old.scale, old.lab, half, sigma)
        ball.t_s = t
        if ball.rest_px is None:
            ball.trail.append((t, centre))
        return True

    def _doubles(self, active: list[Ball], lost: list[Ball]) -> list[Ball]:
        """Of two followers that ended on one ball the less sure one is lost."""
        gone = {id(b) for b in lost}
        left = [b for b in self._balls if id(b) not in gone]
        if len(left) < 2:
            return []
        at = np.array([b.px for b in left])
        apart = at[:, None] - at[None]
        near = np.einsum("ijk,ijk->ij", apart, apart) < (SAME_BALL_RADII * self.view.radius_px) ** 2
        doubles: list[Ball] = []
        moving = {id(b) for b in active}
        for i, j in zip(*np.nonzero(np.triu(near, 1)), strict=True):
            a, b = left[i], left[j]
            if (id(a) in moving or id(b) in moving) and not any(d is a or d is b for d in doubles):
                doubles.append(min(a, b, key=lambda q: q.glimpse.score))
        return doubles

    def _touched(self, px: Floats, changed: Mask) -> bool:
        reach = 0.9 * self.view.radius_px
        x0, y0 = (int(max(v - reach, 0) / CELL_PX) for v in px)
        x1, y1 = (int(max(v + reach, 0) / CELL_PX) + 1 for v in px)
        return bool(changed[y0:y1, x0:x1].any())

    def _stirred(self, px: Floats, luma: Image) -> bool:
        """Does a ball at rest look other than in the settled picture, by more than half a px of motion makes it?"""
        assert self._gate is not None
        x0, y0, x1, y1 = box_around(self.view, px, 0.9)
        was = self._gate.settled[y0:y1, x0:x1].astype(np.int16)
        steep = np.abs(np.diff(was, axis=0)).mean() + np.abs(np.diff(was, axis=1)).mean()
        change = np.abs(luma[y0:y1, x0:x1].astype(np.int16) - was).mean()
        return bool(change > STIRRED_LUMA + STIRRED_PX * 0.5 * steep)

    def _uncover(self, rest_px: Floats, ball: Ball) -> None:
        """A ball left its place: there the settled picture becomes the plate, but for balls that still lie there."""
        assert self._gate is not None and self._plate is not None
        box = box_around(self.view, rest_px, 1.6)
        view = self.view.crop(*box)
        corner = np.array(box[:2])
        where = discs(view.bed.shape, view, rest_px[None] - corner, 1.5)
        lying = [b.rest_px - corner for b in self._balls if b is not ball and b.rest_px is not None]
        near = [p for p in lying if np.hypot(*(p + corner - rest_px)) < 4 * self.view.radius_px]
        if near:
            where &= ~discs(view.bed.shape, view, np.array(near), 1.05)
        x0, y0, x1, y1 = box
        self._gate.settled[y0:y1, x0:x1][where] = self._plate.luma[y0:y1, x0:x1][where]

    def _boxes(self, cells: Mask, lost: list[Ball], t: float) -> list[Box]:
        """Boxes in px around cells, none overlapping another; known foreign things are looked at less often."""
        if not cells.any():
            return []
        boxes = boxes_around(self.view, cells)
        seeking = any(t - b.t_s < SEARCH_S for b in self._missing)
        if t - self._foreign_looked_s < (SEARCH_LOOK_S if seeking else FOREIGN_LOOK_S):
            return [
                b
                for b in boxes
                if not self._foreign[b[1] : b[3], b[0] : b[2]].any() or any(inside(q.px, b) for q in lost)
            ]
        self._foreign_looked_s = t
        return boxes

    def _look(self, image: Image, luma: Image, box: Box, t: float) -> list[Glimpse]:
        """Look anew at one box: known balls get their new glimpse or are forgotten, new glimpses are returned."""
        assert self._gate is not None and self._plate is not None
        x0, y0, x1, y1 = box
        view = self.view.crop(*box)
        inner = inner_part(self.view, box)
        corner = np.array([x0, y0], np.float64)
        here = [b for b in self._balls if inside(b.px, box)]
        sure = [b.rest_px is not None and not self._stirred(b.px, luma) for b in here]
        known = [b for b, s in zip(here, sure, strict=True) if inside(b.px, inner) and not s]
        beside = [b.px - corner for b, s in zip(here, sure, strict=True) if s or not inside(b.px, inner)]
        allowed = np.zeros(view.bed.shape, np.bool_)
        allowed[inner[1] - y0 : inner[3] - y0, inner[0] - x0 : inner[2] - x0] = True
        known_px = np.array([b.px - corner for b in known]).reshape(-1, 2)
        looked = look_at(
            image[y0:y1, x0:x1], self._plate.cloth(box), view, allowed, known_px, np.array(beside).reshape(-1, 2)
        )
        self._foreign[y0:y1, x0:x1] = looked.foreign
        # A streak is where something moves: what looks like one and stands still is print, or a line of light.
        fresh = [g for g in self._match(known, looked, t) if g.outlined or self._stirred(g.px, luma)]
        moving = fresh + [b.glimpse for b in self._balls if b.rest_px is None and inside(b.px, box)]
        self._absorb(luma, box, moving)
        return fresh

    def _match(self, known: list[Ball], looked: Looked, t: float) -> list[Glimpse]:
        """Give new glimpses to the balls that were here; a ball without one is forgotten. Returns what is left."""
        open_ = list(looked.balls)
        for ball in known:
            near = [g for g in open_ if np.hypot(*(g.px - ball.px)) < self.view.radius_px]
            if near:
                glimpse = min(near, key=lambda g: float(np.hypot(*(g.px - ball.px))))
                open_ = [g for g in open_ if g is not glimpse]
                if t > ball.t_s:
                    step = glimpse.px - ball.px
                    ball.velocity = (
                        step / (t - ball.t_s) if np.hypot(*step) > 0.05 * self.view.radius_px else np.zeros(2)
                    )
                ball.glimpse = glimpse
                ball.t_s = t
                if ball.rest_px is None:
                    ball.trail.append((t, glimpse.px))
            else:
                if ball.rest_px is not None:
                    self._uncover(ball.rest_px, ball)
                self._balls = [b for b in self._balls if b is not ball]
        return open_

    def _welcome(self, fresh: list[Glimpse], t: float) -> None:
        """New glimpses are missing balls that went farther than expected, or, where they are clear, new balls."""
        lost = self._missing
        scale = self.view.ball_radius_mm / self.view.radius_px
        pairs = []
        for i, ball in enumerate(lost):
            for j, glimpse in enumerate(fresh):
                away = float(np.hypot(*(glimpse.px - ball.px))) * scale
                reach = FASTEST_MM_S * max(t - ball.t_s, 1e-3) + self.view.ball_radius_mm
                colour = float(np.linalg.norm(glimpse.lab - ball.glimpse.lab))
                if away < reach and colour < SAME_COLOUR_LAB:
                    pairs.append((away / reach + colour / SAME_COLOUR_LAB, i, j))
        used_balls: set[int] = set()
        used: set[int] = set()
        for _, i, j in sorted(pairs):
            if i in used_balls or j in used:
                continue
            used_balls.add(i)
            used.add(j)
            ball = lost[i]
            ball.velocity = (fresh[j].px - ball.px) / max(t - ball.t_s, 1e-3)
            ball.glimpse = fresh[j]
            ball.t_s = t
            ball.expected = None
            ball.trail.append((t, ball.px))
            self._balls.append(ball)
        self._missing = [b for i, b in enumerate(lost) if i not in used_balls]
        for j, glimpse in enumerate(fresh):
            # Balls don't come from nowhere: what was no ball a moment ago must look like one, round and sharp.
            least = NEW_BALL_MIN if self._within(glimpse.px) else NEW_AT_CUSHION_MIN
            clear = glimpse.outlined and glimpse.score > least
            if j not in used and clear:
                self._balls.append(Ball(glimpse, t, trail=[(t, glimpse.px)]))

    def _within(self, px: Floats) -> bool:
        """Is it well away from the cushions? There people come in, and the first that shows of a hand is round."""
        reach = np.array([self.view.table.width_mm, self.view.table.length_mm]) / 2 - 4 * self.view.ball_radius_mm
        return bool(np.all(np.abs(self.view.position_mm(px)[0]) < reach))

    def _absorb(self, luma: Image, box: Box, moving: list[Glimpse]) -> None:
        """What was looked at and holds no moving ball is the new settled picture."""
        assert self._gate is not None
        x0, y0, x1, y1 = box
        view = self.view.crop(*box)
        free = np.ones(view.bed.shape, np.bool_)
        if moving:
            free &= ~discs(view.bed.shape, view, np.array([g.px for g in moving]) - [x0, y0], 2.2)
        self._gate.settled[y0:y1, x0:x1][free] = luma[y0:y1, x0:x1][free]

    def _relight(self, image: Image, luma: Image) -> bool:
        """Was it the light? Then the plate and the settled picture follow it."""
        assert self._gate is not None and self._plate is not None
        view = self.view
        light = light_field(image, self._plate.bgr, view.open_bed & ~self._foreign)
        if light.agreeing < AGREE_MIN:
            return False
        self._light *= light.mean
        self._plate.relight(light.over(view.bed.shape))
        busy = self._foreign.copy()
        moving = [b.px for b in self._balls if b.rest_px is None]
        if moving:
            busy |= discs(busy.shape, view, np.array(moving), 2.2)
        self._gate.accept(luma, busy)
        self._relit = True
        return True

    def _tidy(self, image: Image, luma: Image, t: float) -> None:
        """Learn cloth that has come to light, and take thin things that lie still (lines of light, a cue) for cloth."""
        assert self._gate is not None and self._plate is not None
        self._tidied_s = t
        view = self.view
        self._shift = camera_shift_px(luma, self._plate.luma)
        if not (self._plate.unknown.any() or self._foreign.any()):
            return
        if self._foreign.any() or self._model is None or self._light != self._model_light:
            self._model, self._model_light = fit_cloth(image, view.bed), self._light
        still = self._gate.pixels(t - self._still_since > TIDY_S)
        if learn_cloth(image, luma, self._plate, self._model, self._foreign, still, self._places(), view):
            self._outlines = outlines_of(self._foreign, view)

    def _places(self) -> Floats:
        return np.array([b.px for b in self._balls]).reshape(-1, 2)

    def _settle(self, image: Image, luma: Image, t: float) -> None:
        """Balls that came to rest become part of the settled picture."""
        assert self._gate is not None and self._plate is not None
        scale = self.view.ball_radius_mm / self.view.radius_px
        for ball in self._balls:
            if ball.rest_px is not None:
                continue
            trail = ball.trail
            while len(trail) > 1 and trail[1][0] <= t - REST_S:
                trail.pop(0)
            if not trail or t - trail[0][0] < REST_S or ball.glimpse.half_px.any():
                continue
            if np.abs(trail[0][1] - ball.px).max() * scale > 4 * REST_MM:
                continue
            recent = np.array([p for _, p in ball.trail])
            half = len(recent) // 2
            if half and np.abs(recent[half:].mean(0) - recent[:half].mean(0)).max() * scale > REST_MM:
                continue
            rest, score = recent.mean(0), ball.glimpse.score
            box = box_around(self.view, rest, 3.0)
            corner = np.array(box[:2], np.float64)
            part = (slice(box[1], box[3]), slice(box[0], box[2]))
            exact = refit(image[part], self._plate.cloth(box), self.view.crop(*box), rest - corner)
            if exact is not None:
                # The mean over many frames is the finer one, unless the follower had strayed.
                strayed = np.hypot(*(exact[0] - rest)) > 0.15 * self.view.radius_px
                rest, score = exact[0] if strayed else rest, exact[1]
            ball.glimpse = replace(ball.glimpse, px=rest, score=score)
            ball.rest_px = rest.copy()
            ball.velocity = np.zeros(2)
            ball.trail = []
            x0, y0, x1, y1 = box = box_around(self.view, rest, 2.0)
            view = self.view.crop(*box)
            where = discs(view.bed.shape, view, rest[None] - [x0, y0], 1.9)
            self._gate.settled[y0:y1, x0:x1][where] = luma[y0:y1, x0:x1][where]

    def _observe(self, frame: Frame, moving: bool) -> FrameObservation:
        view = self.view
        assert self._pockets is not None
        scale = view.ball_radius_mm / view.radius_px
        fresh = [b for b in self._balls if b.seen is None or b.seen[0] is not b.glimpse]
        if fresh:
            px = np.array([b.px for b in fresh])
            half = np.array([b.glimpse.half_px for b in fresh])
            here = view.position_mm(px)
            swept = half.any()
            along = (view.position_mm(px + half) - view.position_mm(px - half)) / 2 if swept else np.zeros_like(here)
            for ball, xy, way in zip(fresh, here, along, strict=True):
                g = ball.glimpse
                covariance = np.eye(2) * (g.sigma_px * scale) ** 2
                if swept:
                    covariance += 0.04 * np.outer(way, way)
                pocket = self._pockets.holding(xy)
                ball.seen = (
                    g,
                    BallObservation(xy, covariance, g.score, view.radius_px * g.scale, g.lab, way, {}, pocket),
                )
        balls = [b.seen[1] for b in self._balls if b.seen is not None]
        outlines, covered = self._outlines
        light = self._light if self._relit else None
        self._last = FrameObservation(
            frame.t_s, frame.sequence, tuple(balls), tuple(outlines), moving, True, covered, self._shift, light
        )
        self._shift, self._relit = None, False
        return self._last
