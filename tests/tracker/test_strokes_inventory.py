"""The balls add up after every stroke: each is on the table, told to have left it, or asked about."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from callshot.rules.record_values import check_candidates
from callshot.rules.vocabulary import Disturbance, Stroke

sys.path.insert(0, str(Path(__file__).parent))
from toy_camera import ToyCamera
from toy_strokes import LABELS
from toy_table import Strike, Toy

from callshot.tracker.observation import FrameObservation
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.builder import StrokeBuilder
from callshot.tracker.strokes.inventory import balanced
from callshot.tracker.strokes.naming import Names
from callshot.tracker.strokes.reanchor import orphaned
from callshot.tracker.strokes.story import Story
from callshot.tracker.track.tracker import Tracker

BED = Bed(2540.0, 1270.0, 57.15)
LAY = np.array([[0.0, -600.0], [0.0, -300.0], [350.0, 500.0]])


def frames(toy: Toy, **watch: object) -> list[FrameObservation]:
    camera = ToyCamera(fps=60.0, noise_mm=0.5, miss=0.0)
    return list(camera.watch(toy, 0.0, toy.times[-1] + 1.6, labels=LABELS, **watch))  # type: ignore[arg-type]


def vanished(seen: list[FrameObservation], label: str, since_s: float) -> Iterator[FrameObservation]:
    """From then on nobody sees that ball."""
    for f in seen:
        balls = tuple(b for b in f.balls if f.t_s < since_s or max(b.labels, key=b.labels.__getitem__) != label)
        yield replace(f, balls=balls)


def stroke_of(seen: Iterator[FrameObservation] | list[FrameObservation]) -> Stroke:
    tracker, builder = Tracker(BED), StrokeBuilder(BED, Names(dict.fromkeys(LABELS, 1)))
    told = [r for f in seen for r in builder.update(tracker.update(f))] + builder.finish()
    (stroke,) = [r for r in told if isinstance(r, Stroke)]
    return stroke


def play(velocity: tuple[float, float]) -> Toy:
    toy = Toy(BED, LAY.copy())
    toy.play([Strike(0, 0.8, velocity)], until=20.0)
    return toy


def on_table(stroke: Stroke) -> set[str]:
    return {b.id for b in stroke.after or ()}


def left(stroke: Stroke) -> dict[str, str]:
    return {str(e.ball): f"events[{k}]" for k, e in enumerate(stroke.events) if e.kind in ("pocket", "off-table")}


def test_a_whole_stroke_adds_up_and_nothing_is_asked_of_it() -> None:
    stroke = stroke_of(frames(play((0.0, 1500.0))))
    assert on_table(stroke) | set(left(stroke)) == {"cue", "1", "2"}
    assert not [u for u in stroke.uncertain if u.fact == "pocketed"]


def test_a_ball_that_vanished_while_it_rolled_is_told_with_doubt_and_its_rivals() -> None:
    toy = play((0.0, 1500.0))
    hit = next(e.t for e in toy.events if e.kind == "contact")
    stroke = stroke_of(vanished(frames(toy), "1", hit + 0.35))
    where = left(stroke)
    assert "1" not in on_table(stroke) and "1" in where
    doubt = next(u for u in stroke.uncertain if u.fact == where["1"])
    assert None in doubt.candidates and doubt.confidence < 0.9


def test_a_ball_that_vanished_where_it_lay_is_asked_about_and_never_told_as_pocketed() -> None:
    stroke = stroke_of(vanished(frames(play((0.0, 900.0))), "2", 1.6))
    assert "2" not in left(stroke)
    if "2" in on_table(stroke):
        return
    (doubt,) = [u for u in stroke.uncertain if u.fact == "pocketed"]
    told, perhaps = doubt.candidates
    assert ("2", None) in perhaps and ("2", None) not in told  # type: ignore[operator]


def test_a_vanished_ball_without_a_name_is_only_a_ball_and_can_be_read_back() -> None:
    lay = cast(Any, SimpleNamespace(moved=False, pieces=(SimpleNamespace(rest=True),)))
    (doubt,) = balanced(Story(0.0, "cue", None, (), ()), {"ball12": lay}, BED).uncertain
    assert doubt.candidates == ((), (("ball", None),))
    check_candidates(doubt, (), "stroke 1")


@pytest.mark.parametrize("until_s", [2.5, 30.0])
def test_a_ball_at_rest_under_an_arm_is_still_on_the_table(until_s: float) -> None:
    arm = np.array([[700.0, 440.0], [290.0, 440.0], [290.0, 560.0], [700.0, 560.0]])
    toy = play((0.0, 900.0))
    stroke = stroke_of(frames(toy, foreign={(1.2, until_s): arm}))
    assert "2" in on_table(stroke) and "2" not in left(stroke)


def test_a_ball_that_an_arm_hides_as_it_drops_is_told_as_pocketed() -> None:
    toy = Toy(BED, np.array([[0.0, -600.0], [0.0, 0.0]]))
    toy.play([Strike(1, 0.8, (1100.0, 0.0))], until=20.0)
    drop = next(e.t for e in toy.events if e.kind == "pocket")
    arm = np.array([[760.0, -120.0], [420.0, -120.0], [420.0, 120.0], [760.0, 120.0]])
    stroke = stroke_of(frames(toy, foreign={(drop - 0.45, drop + 0.6): arm}))
    assert on_table(stroke) == {"cue"}
    event = next(e for e in stroke.events if e.kind == "pocket")
    assert (event.ball, event.pocket) == ("1", "side-right")
    assert event.t_s == pytest.approx(drop, abs=0.2)


def test_the_track_that_is_left_over_is_the_ball_that_vanished_before_it_ended() -> None:
    def rows(first: float, last: float, pocket: float = 0.0) -> np.ndarray:
        t = np.arange(first, last, 0.02)
        return np.column_stack([t, np.zeros((len(t), 4)), np.full(len(t), pocket)])

    tables = {1: rows(0.0, 1.2), 2: rows(0.0, 1.0), 3: rows(1.0, 2.0)}
    assert orphaned({1: 3}, [2], tables) == {2: 1}
    assert orphaned({1: 3}, [], tables) == {}
    assert orphaned({1: 3}, [2, 4], {**tables, 4: rows(0.0, 0.9)}) == {}
    assert orphaned({1: 3}, [2], {**tables, 2: rows(0.0, 1.0, pocket=1.0)}) == {}
    assert orphaned({1: 3}, [2], {**tables, 2: rows(0.0, 1.5)}) == {}


def test_a_ball_that_a_hand_took_is_gone_though_nothing_changes_any_more() -> None:
    toy = Toy(BED, LAY.copy())
    toy.times, toy.track = [0.0, 8.0], [LAY.copy(), LAY.copy()]
    arm = np.array([[640.0, 440.0], [300.0, 440.0], [300.0, 560.0], [640.0, 560.0]])
    tracker, builder = Tracker(BED), StrokeBuilder(BED, Names(dict.fromkeys(LABELS, 1)))
    out = []
    for f in vanished(frames(toy, foreign={(2.0, 2.5): arm}), "2", 2.4):
        # one glimpse of it in the hand, at the cushion; then nothing moves, and nobody looks
        glimpse = [replace(b, position_mm=np.array([600.0, 520.0])) for b in f.balls[:1] if 2.55 < f.t_s < 2.57]
        f = replace(f, balls=(*f.balls, *glimpse), looked=f.t_s < 2.6, moving=f.t_s < 2.6)
        out += builder.update(tracker.update(f))
    removed = [(d.kind, d.balls[0].id) for d in out if isinstance(d, Disturbance)]
    assert removed == [("removed", "2")]


@pytest.mark.parametrize("lead_s", [0.6, 0.05])
def test_what_happened_under_an_arm_is_settled_when_it_is_gone_or_asked(lead_s: float) -> None:
    toy = Toy(BED, np.array([[0.0, 0.0], [450.0, 0.0], [-300.0, 600.0]]))
    toy.play([Strike(0, 0.8, (900.0, 0.0))], until=20.0)
    hit, drop = (next(e.t for e in toy.events if e.kind == k) for k in ("contact", "pocket"))
    end = toy.times[-1]
    toy.times.append(end + 6.0)
    toy.track.append(toy.track[-1])
    arm = np.array([[760.0, -90.0], [400.0, -90.0], [400.0, 90.0], [760.0, 90.0]])
    stroke = stroke_of(frames(toy, foreign={(hit - lead_s, end + 0.5): arm}))
    assert hit < drop < end
    # the cue ball rolled to where it lies when the arm has gone: it was not pocketed, and nobody put it there
    assert on_table(stroke) == {"cue", "2"} and "cue" not in left(stroke)
    # nobody saw the 1 go down: told with doubt, or asked
    doubted = {u.fact for u in stroke.uncertain}
    assert left(stroke).get("1", "pocketed") in doubted
