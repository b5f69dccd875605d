"""Stage 2 in time: looks are few, evidence adds up, names stay."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from callshot.calibration.camera import CameraModel
from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.models.faces import FACES
from callshot.rules.equipment import BALL_SETS
from callshot.tracker.identify.identifier import Identifier
from callshot.tracker.observation import BallObservation, FrameObservation

CAMERA = CameraModel(
    (640, 360), np.array([[560.0, 0, 320], [0, 560.0, 180], [0, 0, 1]]), np.zeros(5),
    np.array([np.pi / np.sqrt(2), np.pi / np.sqrt(2), 0.0]), np.array([0.0, 0.0, 2700.0]),
)  # fmt: skip
TABLE = TableGeometry(CAMERA, "left", 2540.0, 1270.0, 36.3, 42.0, {}, 0.5)
IMAGE = np.full((360, 640, 3), 90, np.uint8)


class Script:
    """A looker that says what it is told of each ball, by where the ball is; counts the crops."""

    def __init__(self, says: dict[tuple[float, float], dict[str, float]]) -> None:
        self.says = says
        self.crops = 0
        self.quarters: list[int] = []

    def look(
        self, image: object, centres_px: np.ndarray, radii_px: object, white_bgr: object = None, quarters: int = 0
    ) -> np.ndarray:
        self.quarters.append(quarters)
        self.crops += len(centres_px)
        spots = {tuple(CAMERA.image_from_table(at, 28.575)[0]): p for at, p in self.says.items()}
        rows = []
        for px in centres_px:
            nearest = min(spots, key=lambda s: float(np.hypot(s[0] - px[0], s[1] - px[1])))
            row = np.full(len(FACES), 1e-3)
            for label, p in spots[nearest].items():
                row[FACES.index(label)] += p
            rows.append(np.log(row / row.sum()))
        return np.array(rows)


def seen(
    k: int, *spots: tuple[float, float], moving: bool = False, blur: float = 0.0
) -> tuple[Frame, FrameObservation]:
    balls = tuple(
        BallObservation(np.array(s), np.eye(2), 1.0, 10.0, np.zeros(3), np.array([blur, 0.0])) for s in spots
    )  # fmt: skip
    frame = Frame(IMAGE, round(k * 1e9 / 60), k)
    return frame, FrameObservation(k / 60, k, balls, moving=moving)


def named(observation: FrameObservation) -> list[str]:
    return [max(b.labels, key=lambda name: b.labels[name]) for b in observation.balls]


def test_balls_are_named_on_the_first_frame_and_not_looked_at_for_ever() -> None:
    looker = Script({(0.0, 0.0): {"3": 0.9}, (200.0, 100.0): {"cue": 0.9}})
    stage = Identifier(TABLE, 57.15, BALL_SETS["pool9"].labels, looker)
    out = stage.update(*seen(0, (0.0, 0.0), (200.0, 100.0)))
    assert named(out) == ["3", "cue"]
    for k in range(1, 60):
        stage.update(*seen(k, (0.0, 0.0), (200.0, 100.0)))
    assert looker.crops <= 2 * 4


def test_a_ball_that_lies_still_is_read_turned_and_a_rolling_one_as_it_is() -> None:
    looker = Script({(0.0, 0.0): {"3": 0.9}, (200.0, 100.0): {"cue": 0.9}})
    stage = Identifier(TABLE, 57.15, BALL_SETS["pool9"].labels, looker)
    for k in range(20):
        stage.update(*seen(k, (0.0, 0.0), (200.0, 100.0)))
    assert {0, 1, 2} <= set(looker.quarters)
    looker.quarters.clear()
    for k in range(20, 40):
        stage.update(*seen(k, (0.0, 6.0 * (k - 19)), (200.0, 100.0 + 5.0 * (k - 19)), moving=True))
    assert looker.quarters and set(looker.quarters) == {0}


def test_a_still_with_a_ball_in_a_pocket_has_its_others_named_at_once() -> None:
    """A first frame counts as moving; a ball below the bed is not looked at and must not hold up the rest."""
    looker = Script({(0.0, 0.0): {"3": 0.9}, (200.0, 100.0): {"cue": 0.9}, (630.0, 1260.0): {"7": 0.9}})
    frame, observation = seen(0, (630.0, 1260.0), (0.0, 0.0), (200.0, 100.0), moving=True)
    sunk = replace(observation.balls[0], in_pocket="foot-right")
    out = Identifier(TABLE, 57.15, BALL_SETS["pool9"].labels, looker).update(
        frame, replace(observation, balls=(sunk, *observation.balls[1:]))
    )
    assert [max(b.labels, key=lambda name: b.labels[name]) for b in out.balls[1:]] == ["3", "cue"]


def test_a_frame_that_repeats_the_balls_costs_no_look() -> None:
    looker = Script({(0.0, 0.0): {"3": 0.9}})
    stage = Identifier(TABLE, 57.15, BALL_SETS["pool9"].labels, looker)
    frame, first = seen(0, (0.0, 0.0))
    stage.update(frame, first)
    for k in range(1, 20):
        same = FrameObservation(k / 60, k, first.balls, moving=False, looked=False)
        assert named(stage.update(Frame(IMAGE, k, k), same)) == ["3"]
    assert looker.crops <= 4


@pytest.mark.parametrize("moving", [True, False])
def test_what_comes_in_sight_while_balls_roll_is_likelier_one_that_was_lost(moving: bool) -> None:
    looker = Script({(0.0, 0.0): {"blue": 0.9}, (300.0, 0.0): {"red": 0.9}, (500.0, 0.0): {"pink": 0.5, "blue": 0.4}})
    stage = Identifier(TABLE, 52.5, BALL_SETS["snooker22"].labels, looker)
    assert named(stage.update(*seen(0, (0.0, 0.0), (300.0, 0.0)))) == ["blue", "red"]
    for k in range(1, 40):
        out = stage.update(*seen(k, (500.0, 0.0), (300.0, 0.0), moving=moving))
    assert named(out) == ["blue" if moving else "pink", "red"]


def test_one_crop_a_frame_while_balls_roll() -> None:
    looker = Script({(0.0, 0.0): {"3": 0.9}, (300.0, 0.0): {"cue": 0.9}})
    stage = Identifier(TABLE, 57.15, BALL_SETS["pool9"].labels, looker)
    stage.update(*seen(0, (0.0, 0.0), (300.0, 0.0)))
    before = looker.crops
    for k in range(1, 21):
        stage.update(*seen(k, (0.0, 5.0 * k), (300.0, 6.0 * k), moving=True))
    assert looker.crops - before <= 20


def test_other_faces_of_a_rolling_ball_settle_what_one_face_left_open() -> None:
    looker = Script(
        {(0.0, y): ({"9": 0.5, "17": 0.5} if y < 50 else {"9": 0.8, "17": 0.1}) for y in range(0, 2000, 10)}
    )
    stage = Identifier(TABLE, 57.15, BALL_SETS["baseball21"].labels, looker)
    first = stage.update(*seen(0, (0.0, 0.0)))
    assert first.balls[0].labels["9"] < 0.6
    last = first
    for k in range(1, 60):
        last = stage.update(*seen(k, (0.0, 10.0 * k), moving=True))
    assert last.balls[0].labels["9"] > 0.95


def test_the_same_face_again_and_again_proves_nothing_new() -> None:
    looker = Script({(0.0, 0.0): {"9": 0.6, "17": 0.4}})
    stage = Identifier(TABLE, 57.15, BALL_SETS["baseball21"].labels, looker)
    out = stage.update(*seen(0, (0.0, 0.0)))
    for k in range(1, 100):
        out = stage.update(*seen(k, (0.0, 0.0)))
    assert out.balls[0].labels["9"] == pytest.approx(0.6, abs=0.05)


def test_a_blurred_look_weighs_less() -> None:
    sharp, blurred = (
        Identifier(TABLE, 57.15, BALL_SETS["pool9"].labels, Script({(0.0, 0.0): {"3": 0.9}})) for _ in "ab"
    )
    a = sharp.update(*seen(0, (0.0, 0.0)))
    b = blurred.update(*seen(0, (0.0, 0.0), blur=40.0))
    assert a.balls[0].labels["3"] > b.balls[0].labels["3"]


def test_a_set_that_is_not_told_is_inferred() -> None:
    spots = {(100.0 * k, 50.0 * k): {name: 0.9} for k, name in enumerate(["cue", "red", "red", "red", "black", "pink"])}
    stage = Identifier(TABLE, 52.5, {}, Script(spots), whole_set=False)
    out = stage.update(*seen(0, *spots))
    assert named(out) == ["cue", "red", "red", "red", "black", "pink"]


def test_an_empty_table() -> None:
    stage = Identifier(TABLE, 57.15, BALL_SETS["pool9"].labels, Script({}))
    assert stage.update(*seen(0)).balls == ()


def test_a_white_ball_that_curves_is_the_crazy_one() -> None:
    """Two whites that look the same: the one that ran a bow is the crazy cue ball."""
    says = {(x, y): {"cue": 0.5, "crazy-cue": 0.5} for x in (0.0, 400.0) for y in range(-1000, 1000, 50)}
    stage = Identifier(TABLE, 57.15, BALL_SETS["congestion"].labels, Script(says))
    run = [(250.0 * (k / 80) ** 2, -900.0 + 18.0 * k) for k in range(81)]
    out = None
    for k, at in enumerate(run):
        out = stage.update(*seen(k, at, (400.0, 0.0), moving=True))
    for k in range(81, 90):
        out = stage.update(*seen(k, run[-1], (400.0, 0.0)))
    assert out is not None
    assert named(out) == ["crazy-cue", "cue"]
    assert out.balls[0].labels["crazy-cue"] > 0.7
