"""Among many balls that lie close by: who touched whom, the soft touches too, and never a wrong word said as sure."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from callshot.rules.vocabulary import Stroke

sys.path.insert(0, str(Path(__file__).parent))
from toy_camera import ToyCamera
from toy_strokes import Tally, scenario, told
from toy_table import Strike, Toy

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.leaving import anchored, left_home
from callshot.tracker.strokes.pieces import fit

SEEDS = (3, 8, 17, 23)
BED = Bed(2540.0, 1270.0, 57.15)


def test_contacts_in_crowds_are_told_and_none_is_wrong_and_sure() -> None:
    tally = Tally()
    for seed in SEEDS:
        toy = scenario(seed, "crowd")
        strokes = [r for r in told(toy, ToyCamera(fps=60.0, seed=seed)) if isinstance(r, Stroke)]
        tally.add(toy, strokes[0])
    assert tally.right["contact"] > 20, "too few contacts to tell anything"
    assert tally.f1("contact") >= 0.95
    assert tally.sure_wrong == 0


@pytest.mark.parametrize("fps", [30.0, 60.0])
def test_a_ball_that_was_barely_nudged_was_touched(fps: float) -> None:
    toy = Toy(BED, np.array([[-400.0, -700.0], [0.0, 0.0]]), mu_roll=0.01)
    toy.play([Strike(0, 0.8, (426.0, 637.0), 0.9)])
    contacts = [e for e in toy.events if e.kind == "contact"]
    assert len(contacts) == 1, "the scene must be one soft touch"
    nudged = np.hypot(*(toy.track[-1][1] - toy.positions[1]))
    assert 5.0 < nudged < 12.0
    strokes = [r for r in told(toy, ToyCamera(fps=fps, seed=3)) if isinstance(r, Stroke)]
    assert [set(e.balls) for e in strokes[0].events if e.kind == "contact"] == [{"cue", "1"}]


def test_one_touch_is_told_once() -> None:
    toy = Toy(BED, np.array([[-400.0, -700.0], [0.0, 0.0]]), mu_roll=0.01)
    toy.play([Strike(0, 0.8, (425.0, 637.0), 0.9)])
    assert [e.kind for e in toy.events].count("contact") == 1
    for fps in (30.0, 60.0):
        strokes = [r for r in told(toy, ToyCamera(fps=fps, seed=3)) if isinstance(r, Stroke)]
        assert [e.kind for e in strokes[0].events].count("contact") == 1


def test_a_slow_start_is_cut_where_the_ball_left_its_place() -> None:
    rng = np.random.default_rng(5)
    t = np.arange(40) / 60
    x = np.where(t > 0.25, 45.0 * (t - 0.25) - 0.5 * 60.0 * (t - 0.25) ** 2, 0.0)
    p = np.column_stack([x, 0.5 * x]) + rng.normal(0, 0.6, (40, 2))
    sigma = np.full(40, 0.8)
    whole = fit(t, p, sigma, 0, 39)
    assert not whole.rest
    rest, moving = left_home([whole], np.zeros(2), (t, p, sigma))
    assert rest.rest and abs(rest.end_s - 0.25) < 0.05
    assert moving.velocity(moving.start_s)[0] > 20.0
    # it came from its place: that makes its first speed surer
    tied = anchored(moving, np.zeros(2), rest.end_s)
    assert tied.velocity_variance(tied.start_s) < 0.9 * moving.velocity_variance(moving.start_s)


def test_a_way_that_did_not_come_from_there_is_not_tied_to_it() -> None:
    t = np.arange(6) / 30 + 1.0
    p = np.column_stack([500.0 + 300.0 * (t - 1.0), np.zeros(6)])
    piece = fit(t, p, np.full(6, 1.0), 0, 5)
    assert anchored(piece, np.zeros(2), 0.9) is piece
