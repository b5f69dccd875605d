"""Who was met first is told by who stood in the way, where the hit itself was seen ill or not at all."""

from __future__ import annotations

import sys
from pathlib import Path as File

import numpy as np
import pytest

sys.path.insert(0, str(File(__file__).parent))
from toy_camera import ToyCamera
from toy_strokes import RACK_9, scenario, told
from toy_table import Strike, Toy

from callshot.rules.vocabulary import Stroke
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.causality import caused
from callshot.tracker.strokes.causes import Cause
from callshot.tracker.strokes.doubts import Start
from callshot.tracker.strokes.explain import Hit, explain
from callshot.tracker.strokes.meeting import weighed
from callshot.tracker.strokes.paths import Path, Raw, make_paths
from callshot.tracker.strokes.starters import can_reach
from callshot.tracker.strokes.way import Way, way_of

BED = Bed(2540.0, 1270.0, 57.15)
APEX = np.array([0.0, 635.0])
CUE = 0


def rack() -> list[np.ndarray]:
    return [APEX + np.array([(k - r / 2) * 57.16, r * 49.51]) for r, k in RACK_9]


def path(ball: int, home: np.ndarray, rows: list[tuple[float, float, float]], sigma: float = 1.5) -> Path:
    sights = np.array([(t, x, y, sigma, 1e3, 0.0) for t, x, y in rows], float).reshape(-1, 6)
    return Path(ball, sights, (), home, None)


def ran(ball: int, home: np.ndarray, after_s: float) -> Path:
    """A ball that lies still until after_s, then runs off."""
    rows = [(t, *home) for t in np.arange(0.0, after_s, 0.04)]
    rows += [(after_s + 0.04 * k, home[0] + 40.0 * k, home[1] + 60.0 * k) for k in range(1, 8)]
    return path(ball, home, rows)


def way(cue: Path, places: list[np.ndarray], movers: set[int], early: float, late: float) -> Way | None:
    paths = {CUE: cue, **{k: ran(k, p, early) for k, p in enumerate(places, 1)}}
    starts = {k: Start(k, early, late) for k in movers} | {CUE: Start(CUE, 0.0, 0.04)}
    return way_of(CUE, 0.0, starts, paths, [], BED)


def straight(start: np.ndarray, end: np.ndarray, count: int) -> Path:
    """Seen at its place, then `count` times on its way to near the end."""
    rows = [(0.0, *start)]
    rows += [(0.04 * k, *(start + (end - start) * 0.9 * k / count)) for k in range(1, count + 1)]
    return path(CUE, start, rows)


@pytest.mark.parametrize("aside_mm", [-30.0, 0.0, 30.0])
@pytest.mark.parametrize("count", [1, 3])
def test_the_head_of_a_rack_is_met_first_though_all_of_it_starts_at_once(aside_mm: float, count: int) -> None:
    start = np.array([-300.0, -700.0])
    got = way(straight(start, APEX + np.array([aside_mm, 0.0]), count), rack(), set(range(1, 10)), 0.16, 0.20)
    assert got is not None and got.best == 1
    assert got.odds[1] > 0.95


def test_two_balls_side_by_side_are_not_put_in_order_by_a_line_between_them() -> None:
    places = [np.array([-28.6, 600.0]), np.array([28.6, 600.0])]
    got = way(straight(np.array([0.0, -600.0]), np.array([0.0, 550.0]), 3), places, {1, 2}, 0.16, 0.20)
    assert got is not None
    assert 0.3 < got.odds[1] < 0.7


def test_a_ball_that_started_late_was_not_met_first_however_the_line_runs() -> None:
    near, far = np.array([35.0, 300.0]), np.array([0.0, 700.0])
    cue = straight(np.array([0.0, -600.0]), np.array([0.0, 620.0]), 3)
    paths = {CUE: cue, 1: ran(1, near, 0.6), 2: ran(2, far, 0.16)}
    starts = {1: Start(1, 0.6, 0.64), 2: Start(2, 0.16, 0.20)}
    got = way_of(CUE, 0.0, starts, paths, [], BED)
    assert got is None or got.odds.get(1, 0.0) < 0.05, "the near one still lay there when the far one ran"


def test_a_cue_ball_seen_only_after_the_hit_still_tells_what_it_met() -> None:
    start = np.array([-300.0, -700.0])
    heading = (APEX - start) / np.hypot(*(APEX - start))
    met = APEX - 57.15 * heading
    after = [(0.20 + 0.04 * k, met[0] - 8.0 * k, met[1] - 10.0 * k) for k in range(1, 6)]
    cue = path(CUE, start, [(0.0, *start), *after])
    got = way(cue, rack(), set(range(1, 10)), 0.16, 0.20)
    assert got is not None and got.best == 1


def test_without_any_sight_on_the_way_nothing_is_said() -> None:
    cue = path(CUE, np.array([-300.0, -700.0]), [(0.0, -300.0, -700.0)])
    assert way(cue, rack(), set(range(1, 10)), 0.16, 0.20) is None


def contact(balls: tuple[int, int], when_s: float, misfit: float, margin: float) -> Hit:
    return Hit(Cause("contact", misfit, when_s, 0.002, np.zeros(2)), balls, (), margin)


def test_an_ill_fit_with_the_ball_behind_gives_way_to_the_ball_in_the_way() -> None:
    clear = Way({1: 0.99, 2: 0.01}, 1.0, np.zeros(2))
    got = weighed(CUE, [contact((CUE, 2), 1.001, 27.0, 1.5), contact((2, 3), 1.2, 0.0, 20.0)], clear)
    assert got.settled and got.best == 1
    assert [h.balls for h in got.contacts] == [(CUE, 1), (2, 3)]


def test_a_good_fit_against_a_clear_line_leaves_it_open() -> None:
    clear = Way({1: 0.99, 2: 0.01}, 1.0, np.zeros(2))
    got = weighed(CUE, [contact((CUE, 2), 1.001, -4.0, 25.0)], clear)
    assert not got.settled
    assert set(got.possible) == {1, 2}


def test_a_good_fit_keeps_its_contact_where_both_were_touched() -> None:
    clear = Way({1: 0.995, 2: 0.005}, 1.0, np.zeros(2))
    got = weighed(CUE, [contact((CUE, 1), 1.001, 5.0, 9.0), contact((CUE, 2), 1.0005, 2.0, 0.5)], clear)
    assert got.settled and got.best == 1
    assert [h.balls for h in sorted(got.contacts, key=lambda h: h.cause.when_s)] == [(CUE, 1), (CUE, 2)]


def test_a_good_fit_long_after_all_began_says_nothing_of_the_first_one() -> None:
    clear = Way({1: 0.99, 2: 0.01}, 1.0, np.zeros(2))
    got = weighed(CUE, [contact((CUE, 2), 2.0, -4.0, 25.0)], clear)
    assert got.settled and got.best == 1
    assert [h.balls for h in got.contacts] == [(CUE, 1), (CUE, 2)]


def test_a_ball_is_thought_to_have_been_met_only_where_the_struck_one_can_have_got_to() -> None:
    rows = [
        (0.0, -500.0, -700.0),
        (0.04, -440.0, -440.0),
        (0.28, -600.0, 500.0),
        (0.32, -640.0, 510.0),
        (0.36, -680.0, 520.0),
    ]
    cue, place = path(CUE, np.array([-500.0, -700.0]), rows), np.array([0.0, 640.0])
    assert not can_reach(cue, 0.045, 0.05, place, BED), "a metre in ten milliseconds"
    assert can_reach(cue, 0.1, 0.2, place, BED)
    assert not can_reach(cue, 0.29, 0.31, place, BED), "seen elsewhere before and after"
    assert can_reach(cue, 0.30, 0.60, place, BED), "nobody saw it any more"


def test_a_ball_that_starts_unseen_was_not_met_by_one_that_was_a_metre_away() -> None:
    """Followed at its place for a while too long, and not seen again for long: nobody knows what sent it off."""
    home, away = np.array([55.0, 636.0]), np.array([340.0, -495.0])
    cue = [(0.04 * k, -513.0, -702.0) for k in range(11)]
    cue += [(0.60 + 0.04 * k, -75.0 - 50.0 * k, 502.0 + 10.0 * k) for k in range(10)]
    one = [(0.04 * k, *home) for k in range(11)] + [(1.20 + 0.04 * k, -16.0 * k, 200.0 - 30.0 * k) for k in range(8)]
    raws = [
        Raw(k, np.array([(*r, 0.5, 1e3, 0.0) for r in rows]), np.array(rows[0][1:]), end)
        for k, (rows, end) in enumerate([(cue, np.array(cue[-1][1:])), (one, away)])
    ]
    paths = make_paths(raws, 1.0)
    chain = caused(explain(paths, BED, 0.04), paths, BED, {CUE})
    reached = [h for h in chain.hits if h.cause.kind == "contact" and h.cause.when_s < 0.5]
    assert not reached


def the_stroke(toy: Toy, camera: ToyCamera) -> Stroke:
    strokes = [r for r in told(toy, camera) if isinstance(r, Stroke)]
    assert len(strokes) == 1
    return strokes[0]


def test_a_break_whose_strike_is_caught_in_one_frame_is_followed_at_25_frames_a_second() -> None:
    stroke = the_stroke(scenario(102, "break"), ToyCamera(fps=25.0, seed=102, exposure_s=0.006))
    assert stroke.struck == "cue"
    assert stroke.first_contact == "1"
    assert not any(u.fact == "first_contact" for u in stroke.uncertain)


def test_frames_lost_at_the_only_contact_leave_it_beyond_doubt() -> None:
    toy = Toy(BED, np.array([[-200.0, -670.0], [0.0, 300.0], [300.0, 600.0]]))
    toy.play([Strike(0, 1.0, (440.0, 2100.0))])
    hit = next(e.t for e in toy.events if e.kind == "contact")
    all_frames = ToyCamera(fps=60.0).watch
    camera = ToyCamera(fps=60.0)
    camera.watch = lambda *a, **k: (f for f in all_frames(*a, **k) if abs(f.t_s - hit) > 0.06)
    stroke = the_stroke(toy, camera)
    assert stroke.first_contact == "1"
    contact_at = next(i for i, e in enumerate(stroke.events) if e.kind == "contact")
    assert {u.fact for u in stroke.uncertain}.isdisjoint({"first_contact", f"events[{contact_at}]"})
