"""Balls keep their tracks through breaks, repeated pictures, hands and double sights."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from callshot.tracker.observation import BallObservation, FrameObservation

sys.path.insert(0, str(Path(__file__).parent))
from toy_camera import ToyCamera
from toy_strokes import scenario
from toy_table import Strike, Toy

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.track.tracker import Tracker

BED = Bed(2540.0, 1270.0, 57.15)


def sight(x: float, y: float, pocket: str | None = None, score: float = 0.95) -> BallObservation:
    return BallObservation(
        np.array([x, y]), np.eye(2), score, 14.0, np.array([60.0, 10.0, 10.0]), in_pocket=pocket
    )  # fmt: skip


def frames(*balls: tuple[BallObservation, ...], fps: float = 60.0) -> list[FrameObservation]:
    return [FrameObservation(k / fps, k, b) for k, b in enumerate(balls)]


@pytest.mark.parametrize("fps", [60.0, 120.0])
def test_a_break_exchanges_no_two_balls(fps: float) -> None:
    toy = scenario(1, "break")
    tracker, owner, switches, seen = Tracker(toy.bed), {}, 0, 0
    for frame in ToyCamera(fps=fps).watch(toy, 0.0, 4.0):
        state = tracker.update(frame)
        truth = toy.path(np.array([frame.t_s]))[0]
        for track in state.tracks:
            if track.seen is None or track.life != "confirmed":
                continue
            far = np.hypot(*(truth - track.position_mm).T)
            ball = int(far.argmin())
            if far[ball] < 25.0:
                seen += 1
                switches += owner.get(track.key, ball) != ball
                owner[track.key] = ball
    assert seen > 1000, "the break must have been followed"
    assert switches <= 1


def test_a_fast_ball_off_two_cushions_stays_one_track() -> None:
    toy = Toy(BED, np.array([[400.0, 900.0]]))
    toy.play([Strike(0, 0.5, (3000.0, 3000.0))], until=3.0)
    tracker, keys = Tracker(BED), set()
    for frame in ToyCamera(fps=60.0, miss=0.0).watch(toy, 0.0, 2.5):
        keys |= {k.key for k in tracker.update(frame).tracks if k.life == "confirmed"}
    assert len(keys) == 1


def test_a_repeated_picture_is_not_fresh() -> None:
    path = [(0.0, 50.0 * k) for k in range(12)]
    doubled = [p for p in path for _ in (0, 1)]
    tracker = Tracker(BED)
    still = [tracker.update(f).fresh for f in frames(*[(sight(0.0, 0.0),)] * 20)]
    fresh = [
        tracker.update(replace(f, t_s=f.t_s + 1.0)).fresh for f in frames(*[(sight(*p),) for p in doubled], fps=50.0)
    ]
    assert all(still)
    assert fresh[6:].count(False) >= 7


def test_two_sights_on_one_ball_are_one() -> None:
    tracker = Tracker(BED)
    for frame in frames(*[(sight(0.0, 100.0 + 30 * k), sight(0.0, 135.0 + 30 * k)) for k in range(10)]):
        state = tracker.update(frame)
    assert len([k for k in state.tracks if k.life != "gone"]) == 1


def test_what_always_lay_in_a_pocket_is_no_ball() -> None:
    tracker = Tracker(BED)
    for frame in frames(*[(sight(0.0, 0.0), sight(640.0, 1275.0, "foot-right"))] * 30):
        state = tracker.update(frame)
    assert len(state.tracks) == 1 and state.sunk == ()


def test_a_ball_under_a_hand_is_hidden_not_gone_and_comes_back_as_itself() -> None:
    hand = (np.array([[-80.0, -80.0], [80.0, -80.0], [80.0, 80.0], [-80.0, 80.0]]),)
    tracker = Tracker(BED)
    shown = frames(*[(sight(0.0, 0.0), sight(300.0, 0.0))] * 200)
    covered = [replace(f, balls=(f.balls[1],), foreign=hand) if 30 <= k < 150 else f for k, f in enumerate(shown)]
    lives = []
    for frame in covered:
        state = tracker.update(frame)
        lives.append({k.key: k.life for k in state.tracks})
    assert lives[29] == lives[-1]
    assert "hidden" in lives[100].values() and "gone" not in lives[100].values()
