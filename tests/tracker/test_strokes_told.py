"""Strokes of the toy table are told with contacts, cushions and pockets, at every rate; doubts are owned up to."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from callshot.rules.vocabulary import Disturbance, Layout, Stroke

sys.path.insert(0, str(Path(__file__).parent))
from toy_camera import ToyCamera
from toy_strokes import Tally, scenario, told
from toy_table import Strike, Toy

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.builder import StrokeBuilder
from callshot.tracker.strokes.naming import Names
from callshot.tracker.track.tracker import Tracker

BED = Bed(2540.0, 1270.0, 57.15)


def the_stroke(records: list[Layout | Stroke | Disturbance]) -> Stroke:
    strokes = [r for r in records if isinstance(r, Stroke)]
    assert len(strokes) == 1, f"{len(strokes)} strokes told"
    return strokes[0]


@pytest.mark.parametrize(("fps", "error_ms"), [(25.0, 12.0), (60.0, 5.0), (120.0, 4.0)])
def test_one_contact_and_one_cushion_with_their_times_between_frames(fps: float, error_ms: float) -> None:
    toy = Toy(BED, np.array([[-200.0, -670.0], [0.0, 300.0], [300.0, 600.0]]))
    toy.play([Strike(0, 1.0, (440.0, 2100.0))])
    stroke = the_stroke(told(toy, ToyCamera(fps=fps)))
    assert (stroke.struck, stroke.first_contact) == ("cue", "1")
    assert not any(u.fact == "first_contact" for u in stroke.uncertain)
    got = {(e.kind, e.ball or frozenset(e.balls)): e.t_s for e in stroke.events}
    want = {"contact": 1.549, "cushion": 2.439}
    assert abs(got["contact", frozenset({"cue", "1"})] - want["contact"]) * 1e3 < error_ms
    assert abs(got["cushion", "1"] - want["cushion"]) * 1e3 < error_ms
    assert abs(got["strike", "cue"] - 1.0) < 0.02


def test_a_near_miss_is_no_contact() -> None:
    toy = Toy(BED, np.array([[0.0, -700.0], [60.5, 100.0]]))
    toy.play([Strike(0, 0.8, (0.0, 1500.0))])
    assert not any(e.kind == "contact" for e in toy.events), "the scene must be a miss"
    stroke = the_stroke(told(toy, ToyCamera()))
    assert stroke.first_contact is None
    assert not [e for e in stroke.events if e.kind == "contact"]


def test_a_pot_names_ball_and_pocket_and_the_ball_is_gone_after() -> None:
    toy = Toy(BED, np.array([[0.0, 635.0], [317.0, 952.0]]))
    toy.play([Strike(0, 0.8, (1400.0, 1400.0))])
    assert [e.name for e in toy.events if e.kind == "pocket" and e.balls == (1,)] == ["foot-right"]
    stroke = the_stroke(told(toy, ToyCamera()))
    assert next((e.ball, e.pocket) for e in stroke.events if e.kind == "pocket") == ("1", "foot-right")
    assert stroke.before is not None and stroke.after is not None
    assert "1" in {b.id for b in stroke.before} and "1" not in {b.id for b in stroke.after}


def test_a_slow_source_in_a_fast_file_tells_the_same_contact() -> None:
    toy = Toy(BED, np.array([[-200.0, -670.0], [0.0, 300.0], [300.0, 600.0]]))
    toy.play([Strike(0, 1.0, (440.0, 2100.0))])
    stroke = the_stroke(told(toy, ToyCamera(fps=60.0, repeat=2)))
    assert (stroke.struck, stroke.first_contact) == ("cue", "1")
    contact = next(e for e in stroke.events if e.kind == "contact")
    assert abs(contact.t_s - 1.549) < 0.02


def test_a_clip_that_ends_in_motion_gives_its_stroke_at_the_end_without_an_end() -> None:
    toy = Toy(BED, np.array([[-200.0, -670.0], [0.0, 300.0]]))
    toy.play([Strike(0, 0.8, (440.0, 2100.0))], until=1.9)
    stroke = the_stroke(told(toy, ToyCamera(), quiet_s=-0.05))
    assert stroke.t_end_s is None
    assert stroke.first_contact == "1"


def test_an_arm_over_a_resting_ball_changes_nothing() -> None:
    toy = Toy(BED, np.array([[-200.0, -670.0], [400.0, 600.0], [-400.0, 300.0]]))
    toy.play([Strike(0, 1.5, (100.0, 700.0))])
    arm = np.array([[300.0, 500.0], [650.0, 500.0], [650.0, 700.0], [300.0, 700.0]])
    records = told(toy, ToyCamera(), foreign={(0.5, 2.5): arm})
    stroke = the_stroke(records)
    assert stroke.struck == "cue"
    assert not [r for r in records if isinstance(r, Disturbance)]
    assert stroke.after is not None and {b.id for b in stroke.after} == {"cue", "1", "2"}


@pytest.mark.parametrize(("fps", "contact", "cushion"), [(60.0, 0.97, 0.90), (25.0, 0.92, 0.87)])
def test_open_play_at_large(fps: float, contact: float, cushion: float) -> None:
    tally = Tally()
    for seed in range(6):
        toy = scenario(seed)
        strokes = [r for r in told(toy, ToyCamera(fps=fps, seed=seed)) if isinstance(r, Stroke)]
        tally.add(toy, strokes[0] if len(strokes) == 1 else None)
    assert tally.right["strike"] == 6
    assert tally.f1("contact") >= contact
    assert tally.f1("cushion") >= cushion
    assert tally.first_wrong == 0
    assert tally.sure_wrong == 0
    assert float(np.median(tally.errors_s)) < 0.006


@pytest.mark.parametrize(("labels", "told_as"), [(["cue", "yellow", "red"], 0), (["cue", "1", "2"], 1)])
def test_a_carom_table_has_no_head_string_to_cross(labels: list[str], told_as: int) -> None:
    toy = Toy(BED, np.array([[0.0, -900.0], [400.0, 600.0], [-400.0, 300.0]]))
    toy.play([Strike(0, 0.8, (0.0, 900.0))])
    tracker, builder = Tracker(BED), StrokeBuilder(BED, Names(dict.fromkeys(labels, 1)))
    records: list[Layout | Stroke | Disturbance] = []
    for frame in ToyCamera().watch(toy, 0.0, toy.times[-1] + 1.6, labels=labels):
        records += builder.update(tracker.update(frame))
    stroke = the_stroke([*records, *builder.finish()])
    assert sum(e.kind == "head-string" for e in stroke.events) == told_as
