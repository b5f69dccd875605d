"""What the detector leaves: no search where nothing new is seen; no ball is lost that looks as it always did."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from callshot.tracker.detect import look, moving, renew
from callshot.tracker.detect.ball import Ball
from callshot.tracker.detect.detector import Detector
from callshot.tracker.detect.follow import Followed, follow
from callshot.tracker.detect.look import Glimpse
from callshot.tracker.detect.moving import _accept

sys.path.insert(0, str(Path(__file__).parent))
from drawn_scene import DIAMETER_MM, GREEN_CLOTH, RED, WHITE, YELLOW, Scene, table

SPREAD = [(-200.0, -500.0, RED), (150.0, 300.0, YELLOW)]
# Four balls near one another, of which one stays and the others go to all sides, by up to most of a radius.
CROWD = np.array([[0.0, 0.0], [66.0, 8.0], [30.0, 66.0], [-40.0, 60.0]])
WAYS = np.array([[-24.0, 4.0], [0.0, 0.0], [6.0, 26.0], [-4.0, 3.0]])
SQUARE = np.array([[-120.0, -120.0], [120.0, -120.0], [120.0, 120.0], [-120.0, 120.0]])


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one with every thorough look."""
    seen: list[int] = []
    look_at = look.look_at

    def counted(*args: Any, **kwargs: Any) -> Any:
        seen.append(1)
        return look_at(*args, **kwargs)

    monkeypatch.setattr(renew, "look_at", counted)
    return seen


def test_a_shadow_that_comes_is_not_searched_for_balls(searches: list[int]) -> None:
    eyes = Detector(table(), DIAMETER_MM)
    shadow = (SQUARE, tuple(round(0.85 * v) for v in GREEN_CLOTH))
    looked = 0
    for i in range(30):
        seen = eyes.update(Scene(SPREAD, prints=[shadow] if i >= 10 else []).frame(i / 60, i))
        looked += seen.looked
    assert looked > 1, "the shadow was not noticed"
    assert not searches
    assert len(seen.balls) == 2


def test_a_ball_that_is_put_down_is_found(searches: list[int]) -> None:
    eyes = Detector(table(), DIAMETER_MM)
    for i in range(30):
        seen = eyes.update(Scene([*SPREAD, (0.0, 0.0, WHITE)] if i >= 10 else SPREAD).frame(i / 60, i))
    assert searches
    assert min(float(np.hypot(*b.position_mm)) for b in seen.balls) < 2.0


@pytest.mark.parametrize(("usual", "followed"), [(0.55, True), (1.0, False)])
def test_a_ball_half_of_the_cloths_colour_is_known_by_its_usual_width(usual: float, followed: bool) -> None:
    eyes = Detector(table(), DIAMETER_MM)
    eyes.update(Scene(SPREAD).frame())
    known = eyes._known
    assert known is not None
    middle = np.array(known.view.bed.shape[::-1]) / 2
    ball = Ball(Glimpse(middle, 0.9, 1.0, np.zeros(3), np.zeros(2), 0.2), 0.0, mass=20.0, width=usual)
    one, none = np.ones(1), np.zeros(1)
    seen = Followed(middle[None] + 3, np.zeros((1, 2)), 20.0 * one, 0.55 * one, none, none)
    assert _accept(known, known.gate.settled, ball, seen, 0, 1 / 60) is followed


def test_which_balls_of_a_crowd_were_doubtful_changes_the_cost_and_nothing_else() -> None:
    crowd = [(x, y, colour) for (x, y), colour in zip(CROWD.tolist(), [RED, YELLOW, WHITE, RED], strict=True)]
    eyes = Detector(table(), DIAMETER_MM)
    eyes.update(Scene(crowd).frame())
    known = eyes._known
    assert known is not None
    moved = Scene([(x + dx, y + dy, c) for (x, y, c), (dx, dy) in zip(crowd, WAYS.tolist(), strict=True)])
    x0, y0, x1, y1 = known.view.window
    image = np.ascontiguousarray(moved.frame().image[y0:y1, x0:x1])
    places = np.array([b.px for b in known.balls])
    usual = np.array([b.mass for b in known.balls])
    travel = np.full(len(places), 0.3 * known.view.radius_px)

    def seen(doubtful: list[bool]) -> Followed:
        none = np.zeros((0, 2))
        return follow(image, known.plate.bgr, known.view, places, travel, usual, none, np.array(doubtful))

    plain = seen([False] * len(places))
    weighed = plain.mass != usual
    assert weighed.any(), "none had to be weighed"
    assert not weighed.all(), "all had to be"
    for doubtful in ([True] * len(places), [True, False] * (len(places) // 2)):
        other = seen(doubtful)
        np.testing.assert_allclose(other.centres_px, plain.centres_px, atol=1e-6)
        np.testing.assert_allclose(other.half, plain.half, atol=1e-6)
        np.testing.assert_allclose(other.mass, plain.mass, atol=1e-6)
        np.testing.assert_allclose(other.width, plain.width, atol=1e-6)


@pytest.mark.parametrize(("seen", "usual"), [(0.6, 0.6), (1.3, 1.3), (2.3, 1.0)])
def test_no_ball_is_usually_wider_than_its_rim(seen: float, usual: float, monkeypatch: pytest.MonkeyPatch) -> None:
    ball = Ball(Glimpse(np.array([50.0, 40.0]), 0.9, 1.0, np.zeros(3), np.zeros(2), 0.3), 0.0)
    known = SimpleNamespace(balls=[ball], plate=SimpleNamespace(bgr=None), view=None)
    weighed = SimpleNamespace(mass=np.array([2.0]), width=np.array([seen]))
    monkeypatch.setattr(moving, "follow", lambda *_: weighed)
    moving.weigh(known, np.zeros((1, 1, 3), np.uint8))  # type: ignore[arg-type]
    assert (ball.mass, ball.width) == (2.0, usual)
