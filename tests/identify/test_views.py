"""Views of one ball: what is printed on it is new in each, what paint it has is the same question again."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import ArrayLike

from callshot.calibration.camera import CameraModel
from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.models.faces import FACES
from callshot.rules.equipment import BALL_SETS
from callshot.tracker.identify.identifier import Identifier, capacity_vector, name_together
from callshot.tracker.identify.memory import NEW_VIEW_MM, Known
from callshot.tracker.observation import BallObservation, FrameObservation

POOL9 = capacity_vector(BALL_SETS["pool9"].labels)


def look(**p: float) -> np.ndarray:
    row = np.full(len(FACES), 1e-4)
    for label, share in p.items():
        row[FACES.index(label.removeprefix("n"))] += share
    return np.asarray(np.log(row / row.sum()))


def seen(*views: np.ndarray) -> np.ndarray:
    known = Known(np.zeros(2), 0.0)
    for view in views:
        known.add(view, 1.0)
        known.moved_mm = 2 * NEW_VIEW_MM
    return known.evidence(len(FACES))


def test_an_orange_taken_for_a_tan_from_all_sides_does_not_take_the_name_of_the_sure_seven() -> None:
    """The maroon 7 was looked at once, the orange 5 rolled and was looked at twenty times, each time a little wrong."""
    seven, orange = seen(look(n7=0.99)), seen(*[look(n7=0.9, n5=0.1)] * 20)
    names = [FACES[k] for k in name_together(np.array([seven, orange]), POOL9).argmax(axis=1)]
    assert names == ["7", "5"]


def test_numbers_that_show_now_and_then_still_add_up() -> None:
    flat, told = look(n9=0.5, n17=0.5), look(n9=0.9, n17=0.1)
    nine, other = FACES.index("9"), FACES.index("17")
    odds = [
        float(np.exp(row[nine] - row[other])) for row in (seen(told), seen(told, told), seen(*[flat] * 4, *[told] * 3))
    ]
    assert 8.0 < odds[0] < 10.0 and odds[1] > 25.0 and odds[2] > 11.0


def test_a_stripe_that_shows_its_white_end_first_is_no_cue_ball() -> None:
    told = seen(look(cue=0.8, n9=0.15), *[look(n9=0.99)] * 3)
    assert FACES[int(told.argmax())] == "9"


def test_a_ball_that_has_stopped_is_looked_at_while_another_spins_on() -> None:
    camera = CameraModel(
        (640, 360), np.array([[560.0, 0, 320], [0, 560.0, 180], [0, 0, 1]]), np.zeros(5),
        np.array([np.pi / np.sqrt(2), np.pi / np.sqrt(2), 0.0]), np.array([0.0, 0.0, 2700.0]),
    )  # fmt: skip
    table = TableGeometry(camera, "left", 2540.0, 1270.0, 36.3, 42.0, {}, 0.5)
    looked: list[tuple[int, int]] = []

    class Looker:
        def look(
            self, image: object, centres_px: ArrayLike, radii_px: object, white_bgr: object = None, quarters: int = 0
        ) -> np.ndarray:
            spots = camera.image_from_table([(0.0, 400.0), (300.0, 0.0)], 28.575)
            centres = np.asarray(centres_px, np.float64)
            for px in centres:
                looked.append((frame, int(np.argmin(np.hypot(*(spots - px).T)))))
            return np.array([look(n3=0.6)] * len(centres))

    stage = Identifier(table, 57.15, BALL_SETS["pool9"].labels, Looker())
    for frame in range(60):
        # one rolls for 20 frames and lies then; the other spins on its place: the picture never comes to rest
        at = ((0.0, 20.0 * min(frame, 20)), (300.0, 0.0))
        balls = tuple(BallObservation(np.array(p), np.eye(2), 1.0, 10.0, np.zeros(3)) for p in at)
        picture = Frame(np.full((360, 640, 3), 90, np.uint8), round(frame * 1e9 / 60), frame)
        stage.update(picture, FrameObservation(frame / 60, frame, balls, moving=frame > 0))
    assert [which for when, which in looked if when > 23].count(0) == 1


def test_in_the_first_picture_too_balls_are_compared_with_each_other() -> None:
    """What is said of the first picture is what a game starts from, and a first frame counts as moving."""
    camera = CameraModel(
        (640, 360), np.array([[560.0, 0, 320], [0, 560.0, 180], [0, 0, 1]]), np.zeros(5),
        np.array([np.pi / np.sqrt(2), np.pi / np.sqrt(2), 0.0]), np.array([0.0, 0.0, 2700.0]),
    )  # fmt: skip
    table = TableGeometry(camera, "left", 2540.0, 1270.0, 36.3, 42.0, {}, 0.5)
    spots = [(0.0, 400.0), (300.0, 0.0), (-300.0, -500.0)]
    centres = camera.image_from_table(spots, 28.575)
    picture = np.full((360, 640, 3), 60, np.uint8)
    for px, bgr in zip(centres, ((40, 110, 205), (55, 50, 100), (225, 225, 225)), strict=True):
        cv2.circle(picture, (round(px[0]), round(px[1])), 8, bgr, -1)

    class Looker:
        def look(
            self, image: object, centres_px: ArrayLike, radii_px: object, white_bgr: object = None, quarters: int = 0
        ) -> np.ndarray:
            """The orange could be a tan 7; the maroon 15 is surely one."""
            says = (look(n7=0.9, n5=0.08), look(n15=0.999), look(cue=0.99))
            seen_at = np.asarray(centres_px, np.float64)
            return np.array([says[int(np.argmin(np.hypot(*(centres - px).T)))] for px in seen_at])

    stage = Identifier(table, 57.15, BALL_SETS["pool15"].labels, Looker())
    balls = tuple(BallObservation(np.array(p), np.eye(2), 1.0, 8.0, np.zeros(3)) for p in spots)
    out = stage.update(Frame(picture, 0, 0), FrameObservation(0.0, 0, balls, moving=True))
    assert max(out.balls[0].labels, key=lambda name: out.balls[0].labels[name]) == "5"


@pytest.mark.parametrize(("sensible", "says"), [("bulb", "cue"), ("day", "1")])
def test_of_two_whites_the_one_under_which_all_balls_make_sense_is_taken(sensible: str, says: str) -> None:
    camera = CameraModel(
        (640, 360), np.array([[560.0, 0, 320], [0, 560.0, 180], [0, 0, 1]]), np.zeros(5),
        np.array([np.pi / np.sqrt(2), np.pi / np.sqrt(2), 0.0]), np.array([0.0, 0.0, 2700.0]),
    )  # fmt: skip
    table = TableGeometry(camera, "left", 2540.0, 1270.0, 36.3, 42.0, {}, 0.5)
    spots = [(0.0, 400.0), (300.0, 0.0)]
    centres = camera.image_from_table(spots, 28.575)
    picture = np.full((360, 640, 3), 60, np.uint8)
    for px, bgr in zip(centres, ((80, 189, 255), (15, 20, 190)), strict=True):
        cv2.circle(picture, (round(px[0]), round(px[1])), 8, bgr, -1)

    class Looker:
        def look(
            self, image: object, centres_px: ArrayLike, radii_px: object, white_bgr: ArrayLike, quarters: int = 0
        ) -> np.ndarray:
            """Under the right white each ball is one of the set, under the wrong one it could be anything."""
            blue = np.asarray(white_bgr, np.float64).reshape(-1, 3)[0, 0]
            light = "bulb" if blue < 120 else "day"
            first = look(cue=0.98) if light == "bulb" else look(n1=0.98)
            rows = (first, look(n3=0.98)) if light == sensible else (look(n7=0.2, yellow=0.5), look(n7=0.3, brown=0.4))
            seen_at = np.asarray(centres_px, np.float64)
            return np.array([rows[int(np.argmin(np.hypot(*(centres - px).T)))] for px in seen_at])

    stage = Identifier(table, 57.15, BALL_SETS["pool9"].labels, Looker())  # type: ignore[arg-type]
    balls = tuple(BallObservation(np.array(p), np.eye(2), 1.0, 8.0, np.zeros(3)) for p in spots)
    out = stage.update(Frame(picture, 0, 0), FrameObservation(0.0, 0, balls, moving=True))
    assert [max(b.labels, key=lambda name: b.labels[name]) for b in out.balls] == [says, "3"]
