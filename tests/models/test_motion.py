"""The drawn table's physics against what can be worked out on paper."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip("numba", reason="drawing needs callshot[train]")

from callshot.models.drawing import motion
from callshot.models.drawing.motion import Friction
from callshot.models.drawing.shots import Shot, Table, play, stroke_events
from callshot.models.drawing.table_shape import TableShape

R = 28.575
SHAPE = TableShape()


def table(*spots: tuple[float, float]) -> Table:
    labels = ("cue", *(str(k) for k in range(1, len(spots))))
    centres = np.array([(x, y, R) for x, y in spots])
    return Table(labels, centres, np.repeat(np.eye(3)[None], len(spots), axis=0))


def test_a_rolling_ball_stops_where_friction_says() -> None:
    friction = Friction(rolling=0.02)
    # struck at 2/5 of the radius above the centre a ball rolls at once
    run = play(table((0.0, -600.0)), Shot(0.6, (0.0, 1.0), high=0.4), SHAPE, R, friction)
    went = run.after.centres_mm[0, 1] + 600.0
    assert went == pytest.approx(600.0**2 / (2 * 0.02 * motion.GRAVITY_MMPS2), rel=0.01)
    assert run.duration_s == pytest.approx(600.0 / (0.02 * motion.GRAVITY_MMPS2), rel=0.01)


def test_a_sliding_ball_keeps_five_sevenths_of_its_speed() -> None:
    run = play(table((0.0, -900.0)), Shot(2.0, (0.0, 1.0)), SHAPE, R, Friction())
    slid = 2000.0 * 2 / (7 * 0.2 * motion.GRAVITY_MMPS2)
    k = round((slid + 0.05) / motion.SAMPLE_S)
    speed = (run.path[k + 10, 0, 1] - run.path[k, 0, 1]) / (10 * motion.SAMPLE_S)
    rolled = 0.011 * motion.GRAVITY_MMPS2 * 0.05
    assert speed == pytest.approx(2000.0 * 5 / 7 - rolled, rel=0.01)


def test_a_ball_turns_as_far_as_it_rolls() -> None:
    run = play(table((0.0, -600.0)), Shot(0.5, (0.0, 1.0), high=0.4), SHAPE, R, Friction())
    went = run.after.centres_mm[0, 1] + 600.0
    turn = run.after.turns[0]
    assert np.allclose(turn @ turn.T, np.eye(3), atol=1e-6)
    # rolling along +y turns about -x
    angle = went / R
    assert turn[1, 1] == pytest.approx(math.cos(angle), abs=0.02)
    assert turn[2, 1] == pytest.approx(-math.sin(angle), abs=0.02)


def test_a_full_hit_hands_the_speed_on() -> None:
    run = play(table((0.0, -300.0), (0.0, 0.0)), Shot(1.5, (0.0, 1.0)), SHAPE, R, Friction())
    contact = run.events[run.events[:, 1] == motion.CONTACT][0]
    gap = 300.0 - 2 * R
    t = (1500.0 - math.sqrt(1500.0**2 - 2 * 0.2 * motion.GRAVITY_MMPS2 * gap)) / (0.2 * motion.GRAVITY_MMPS2)
    assert contact[0] == pytest.approx(t, abs=2e-4)
    k = math.ceil(contact[0] / motion.SAMPLE_S) + 2
    speed = (run.path[k + 4, 1, 1] - run.path[k, 1, 1]) / (4 * motion.SAMPLE_S)
    before = 1500.0 - 0.2 * motion.GRAVITY_MMPS2 * t
    assert speed == pytest.approx(before * 1.94 / 2, rel=0.02)


def test_a_ball_comes_back_from_a_cushion_at_the_nose_line() -> None:
    run = play(table((0.0, 900.0)), Shot(1.0, (0.0, 1.0), high=0.4), SHAPE, R, Friction())
    cushion = run.events[run.events[:, 1] == motion.CUSHION][0]
    assert cushion[5] == pytest.approx(SHAPE.length_mm / 2 - R, abs=0.2)
    assert run.after.centres_mm[0, 1] < 1200.0


def test_a_ball_aimed_at_a_pocket_falls_and_is_gone() -> None:
    run = play(table((0.0, 0.0)), Shot(1.2, (1.0, 0.0), high=0.4), SHAPE, R, Friction())
    events, first = stroke_events(run, ("cue",), "cue", 10.0, SHAPE)
    assert first is None
    assert [e["pocket"] for e in events if e["kind"] == "pocket"] == ["side-right"]
    assert run.after.present == ()


def test_the_head_string_is_crossed_where_it_lies() -> None:
    run = play(table((0.0, -800.0)), Shot(1.0, (0.0, 1.0), high=0.4), SHAPE, R, Friction())
    events, _ = stroke_events(run, ("cue",), "cue", 0.0, SHAPE)
    crossing = next(e for e in events if e["kind"] == "head-string")
    assert crossing["direction"] == "out"
    v, a, s = 1000.0, 0.011 * motion.GRAVITY_MMPS2, 800.0 - SHAPE.length_mm / 4
    assert crossing["t"] == pytest.approx((v - math.sqrt(v * v - 2 * a * s)) / a, abs=2e-3)


def test_balls_never_overlap_and_never_leave_the_bed_by_the_cushions() -> None:
    spots = [(float(x), float(y)) for x in (-300, 0, 300) for y in (-600, -200, 200, 600)]
    run = play(table(*spots), Shot(6.0, (0.6, 0.8), side=0.2), SHAPE, R, Friction())
    for k in range(0, len(run.path), 50):
        on = run.path[k, run.path[k, :, 2] > 0.9 * R, :2]
        apart = np.linalg.norm(on[:, None] - on[None], axis=2) + 1e6 * np.eye(len(on))
        assert apart.min() > 2 * R - 0.5
        assert np.abs(on[:, 0]).max() < SHAPE.width_mm / 2 + 90
        assert np.abs(on[:, 1]).max() < SHAPE.length_mm / 2 + 90
