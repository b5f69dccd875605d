"""Touches that hardly move what is touched: with a cushion behind it, by a ball that creeps up, or only passes by."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from toy_camera import ToyCamera
from toy_strokes import LABELS, told
from toy_table import G, Strike, Toy

from callshot.rules.vocabulary import Stroke
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.causality import caused
from callshot.tracker.strokes.causes import STALE_S, Cause, alone
from callshot.tracker.strokes.collision import contact_cause
from callshot.tracker.strokes.explain import Hit
from callshot.tracker.strokes.joints import Joint
from callshot.tracker.strokes.paths import Raw, make_paths
from callshot.tracker.strokes.pieces import Piece

BED = Bed(2540.0, 1270.0, 57.15)
D, R = 57.15, 28.575
TO_THE_RAIL = BED.width_mm / 2 - R


def stroke_of(toy: Toy, fps: float, noise_mm: float = 0.6) -> Stroke:
    strokes = [r for r in told(toy, ToyCamera(fps=fps, noise_mm=noise_mm, seed=7)) if isinstance(r, Stroke)]
    assert len(strokes) == 1
    return strokes[0]


def rolled(places: list[tuple[float, float]], velocity: tuple[float, float]) -> Toy:
    """The first ball is set rolling, without a slide."""
    toy = Toy(BED, np.array(places))
    toy.play([Strike(0, 0.8, velocity, 0.0)], until=20.0)
    return toy


@pytest.mark.parametrize("fps", [30.0, 60.0])
@pytest.mark.parametrize("speed", [900.0, 3500.0])
def test_a_ball_that_lies_against_a_cushion_is_met_though_it_hardly_moves(fps: float, speed: float) -> None:
    toy = rolled([(-200.0, 200.0), (TO_THE_RAIL - 0.05, 200.0), (-300.0, -700.0)], (speed, 0.0))
    assert [e.kind for e in toy.events if 0 in e.balls][:2] == ["strike", "contact"]
    stroke = stroke_of(toy, fps)
    assert stroke.first_contact == LABELS[1]
    touch = next(e for e in stroke.events if e.kind == "contact")
    assert set(touch.balls) == {LABELS[0], LABELS[1]}
    assert touch.t_s == pytest.approx(next(e.t for e in toy.events if e.kind == "contact"), abs=0.5 / fps)


@pytest.mark.parametrize("fps", [25.0, 60.0])
def test_that_a_ball_was_crept_up_to_is_no_certain_miss(fps: float) -> None:
    way = 400.0
    arrives = 45.0
    start = math.sqrt(arrives**2 + 2 * 0.011 * G * way)
    toy = rolled([(0.0, -300.0), (0.0, -300.0 + way + D), (300.0, 700.0)], (0.0, start))
    assert any(e.kind == "contact" for e in toy.events)
    stroke = stroke_of(toy, fps)
    doubt = next((u for u in stroke.uncertain if u.fact == "first_contact"), None)
    assert stroke.first_contact == LABELS[1] or (doubt is not None and LABELS[1] in doubt.candidates)


def test_a_ball_left_lying_at_a_distance_was_surely_not_met() -> None:
    way = 400.0
    start = math.sqrt(2 * 0.011 * G * (way - 15.0))
    toy = rolled([(0.0, -300.0), (0.0, -300.0 + way + D), (300.0, 700.0)], (0.0, start))
    assert not any(e.kind == "contact" for e in toy.events)
    stroke = stroke_of(toy, 60.0)
    assert stroke.first_contact is None
    assert not any(u.fact == "first_contact" for u in stroke.uncertain)


@pytest.mark.parametrize(("speed", "least", "most"), [(1500.0, 8.0, 16.0), (100.0, 0.0, 3.0)])
def test_a_touch_that_leaves_a_ball_lying_is_the_less_likely_the_faster_it_was(
    speed: float, least: float, most: float
) -> None:
    """A fast ball sends away what it touches but for a hair's breadth of lines; a slow one just nudges it."""

    def piece(start: float, velocity: tuple[float, float], rest: bool) -> Piece:
        place = np.array([(0.0, D) if rest else (0.0, 0.0), velocity, (0.0, 0.0)])
        return Piece(0, 9, start, start + 0.5, 0.5, place, np.diag([0.2, 1.0, 1.0]), 10, rest)

    kink = Joint(0, piece(0.0, (speed, 30.0), False), piece(0.5, (speed, 0.0), False), 0.49, 0.51)
    lies = piece(0.0, (0.0, 0.0), True)
    told_plainly = contact_cause(kink, None, lies, BED)
    told_of_one_that_stays = contact_cause(kink, None, lies, BED, stays=True)
    assert told_plainly is not None and told_of_one_that_stays is not None
    assert least <= told_of_one_that_stays.misfit - told_plainly.misfit <= most


@pytest.mark.parametrize(("gap", "touches"), [(1.0, 0), (20.0, 1)])
def test_a_ball_that_leaves_the_cushion_that_it_lay_at_does_not_touch_it(gap: float, touches: int) -> None:
    """Its first sights leave open that it ran at the cushion; one that lay farther off may have."""
    home = np.array([100.0, BED.length_mm / 2 - R - gap])
    times = np.arange(0.5, 1.5, 1 / 60)
    gone = np.maximum(times - 0.8, 0.0)
    places = home + gone[:, None] * (1000.0, -3000.0)
    sights = np.column_stack(
        [times, places, np.full_like(times, 0.6), np.full_like(times, np.inf), np.zeros_like(times)]
    )
    (path,) = make_paths([Raw(0, sights, home, places[-1])], 1.0).values()
    rest, runs = path.pieces[0], path.pieces[1]
    joint = Joint(0, rest, runs, 0.79, 0.81)
    strike = Hit(Cause("strike", 6.0, 0.8, 0.001, home, impulse_mmps=3000.0), (0,), (joint,), 16.0)
    at = np.array([101.0, BED.length_mm / 2 - R])
    rail = Hit(Cause("cushion", 10.0, 0.803, 0.001, at, "foot"), (0,), (joint,), 12.0)
    assert len(caused([strike, rail], {0: path}, BED).hits) == touches


def test_a_strike_is_not_told_long_before_the_ball_was_last_seen_in_its_place() -> None:
    """The first sights after it, under the cue, may point back to an earlier time."""
    lies = Piece(
        0, 7, 1.0, 1.28, 1.14, np.array([(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]), np.diag([0.1, 0.0, 0.0]), 8, True
    )
    went = np.array([(40.0, 0.0), (200.0, 0.0), (0.0, 0.0)])
    goes = Piece(8, 12, 1.32, 1.48, 1.36, went, np.diag([0.2, 10.0, 10.0]), 5, False)
    strike = alone(Joint(0, lies, goes, 1.24, 1.36), "strike", 8.0)
    assert strike.when_s >= lies.end_s - STALE_S - 1e-9
