"""Streaks, looks and repeated pictures as evidence of which sight is which ball."""

from __future__ import annotations

import numpy as np
import pytest

from callshot.tracker.observation import BallObservation, FrameObservation
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.track.adopt import adoption_mm
from callshot.tracker.track.ball import FollowedBall
from callshot.tracker.track.repeats import repeats
from callshot.tracker.track.streaks import streak_nats
from callshot.tracker.track.tracker import Tracker

BED = Bed(2540.0, 1270.0, 57.15)
WHITE, RED = np.array([92.0, 0.0, 8.0]), np.array([50.0, 65.0, 45.0])


def sight(at: tuple[float, float], lab: np.ndarray = WHITE, blur: tuple[float, float] = (0.0, 0.0)) -> BallObservation:
    return BallObservation(np.array(at), np.eye(2), 0.8, 14.0, lab, np.array(blur), {})


def frame(t: float, *balls: BallObservation, moving: bool = True) -> FrameObservation:
    return FrameObservation(t, round(t * 30), balls, moving=moving)


def ball(at: tuple[float, float], velocity: tuple[float, float], lab: np.ndarray, t: float) -> FollowedBall:
    out = FollowedBall(1, np.array(at), t, t, lab, np.array(velocity))
    out.sharp_sights = out.sights = out.clear_sights = 4
    out.birth_mm, out.confirmed = at, True
    out.seen = sight(at, lab)
    return out


def test_a_streak_speaks_for_the_ball_whose_place_it_points_to() -> None:
    way = np.array([[150.0, 0.0], [150.0, 0.0], [150.0, 0.0], [10.0, 0.0]])
    blur = np.array([[-40.0, 2.0], [0.0, 40.0], [2.0, 0.0], [0.0, 40.0]])
    right, wrong, sharp, near = streak_nats(way, blur)
    assert right < -2.0
    assert wrong == pytest.approx(4.0)
    assert sharp == near == 0.0


def test_a_ball_struck_across_a_resting_one_does_not_take_its_track() -> None:
    tracker = Tracker(BED)
    for k in range(12):
        tracker.update(frame(k / 30, sight((-82.0, 507.0)), sight((152.0, 624.0), RED)))
    # the cue ball is seen as a streak beside the red one, which is a streak that nobody sees
    state = tracker.update(frame(12 / 30, sight((71.0, 569.0), blur=(-59.0, -21.0)), sight((152.0, 624.0), RED)))
    state = tracker.update(frame(14 / 30, sight((138.0, 573.0), blur=(-26.0, 17.0))))
    cue, red = state.tracks[0], state.tracks[1]
    assert cue.seen is not None and tuple(cue.position_mm) == (138.0, 573.0)
    assert red.seen is None


def test_a_picture_looked_at_again_is_known_by_its_streak() -> None:
    last = np.array([[71.0, 569.0], [152.0, 624.0]])
    again = frame(0.4, sight((71.0, 569.0), blur=(-59.0, -21.0)), sight((300.0, 300.0)), moving=False)
    on = frame(0.4, sight((190.0, 620.0), blur=(-59.0, -21.0)), moving=False)
    assert repeats(again, [], 0.367, last)
    assert not repeats(on, [], 0.367, last)


def test_a_still_ball_does_not_make_a_repeated_picture() -> None:
    rolling = ball((71.0, 569.0), (400.0, 0.0), WHITE, 0.367)
    last = np.array([[71.0, 569.0]])
    assert not repeats(frame(0.4, sight((84.0, 569.0)), moving=False), [rolling], 0.367, last)
    assert repeats(frame(0.4, sight((71.0, 569.0)), moving=False), [rolling], 0.367, last)


def test_a_white_ball_is_not_adopted_as_the_red_one_that_is_missing() -> None:
    young = ball((-75.0, 500.0), (-1300.0, 250.0), WHITE, 1.2)
    lost = ball((1.0, 735.0), (0.0, 0.0), RED, 1.16)
    alike = ball((1.0, 735.0), (0.0, 0.0), WHITE, 1.16)
    for known in (lost, alike):
        known.resting = True
        young.first_seen_s = 1.2
    assert adoption_mm(young, lost, BED) > 45.0
    assert adoption_mm(young, alike, BED) < 45.0
