"""With a calibration that is off nothing is ruled that hangs on as little; with one that fits, all of it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from callshot.hardware.announcer import Silent
from callshot.hardware.frame import Frame
from callshot.hardware.journal import Journal
from callshot.rules.vocabulary import Ball, Stroke, StrokeEvent
from callshot.tracker.hub import RecordHub
from callshot.tracker.live import LiveSession
from callshot.tracker.live_doubts import in_doubt
from callshot.tracker.pipeline import Pipeline, Play
from callshot.tracker.session import Record, session_record
from callshot.tracker.strokes.bed import Bed

BED = Bed(2540.0, 1270.0, 57.15)
STRING = -635.0
AT_SIDE = 635.0 - 28.575


def ball(name: str, x: float, y: float) -> Ball:
    return Ball(name, "cue" if name in ("cuea", "cueb") else name, x, y)


def contact(t: float, *balls: str) -> StrokeEvent:
    return StrokeEvent(t, "contact", balls=balls)


def cushion(t: float, name: str, side: Any, x: float = 0.0, y: float = 0.0) -> StrokeEvent:
    return StrokeEvent(t, "cushion", ball=name, cushion=side, x_mm=x, y_mm=y)


def stroke(before: Sequence[Ball], after: Sequence[Ball], first: str | None, *events: StrokeEvent) -> Stroke:
    struck = before[0].id
    all_events = (StrokeEvent(1.0, "strike", ball=struck), *events)
    return Stroke(1, 1.0, 4.0, struck, first, all_events, tuple(before), tuple(after))


def facts(told: Stroke, moved_mm: float = 9.0, game: str = "9ball-fi") -> dict[str, tuple[object, ...]]:
    return {u.fact: u.candidates for u in in_doubt(told, BED, moved_mm, game).uncertain}


def test_a_stroke_in_the_open_is_in_no_doubt() -> None:
    told = stroke(
        (ball("cue", 0, 100), ball("1", 50, 600)), (ball("cue", 20, 300), ball("1", 100, 900)), "1",
        contact(1.5, "cue", "1"), cushion(2.0, "1", "foot", 80, 1241),
    )  # fmt: skip
    assert in_doubt(told, BED, 9.0, "9ball-fi") == told


@pytest.mark.parametrize(
    ("y", "doubted"), [(STRING - 20, False), (STRING - 8, True), (STRING + 8, True), (-600, False)]
)
def test_the_kitchen_line(y: float, doubted: bool) -> None:
    before = (ball("cue", 0, y), ball("1", 0, 600))
    told = facts(stroke(before, (ball("cue", 0, 500), ball("1", 0, 900)), "1", contact(1.5, "cue", "1")))
    assert ("cue_ball_behind_head_string" in told) == doubted
    if doubted:
        assert told["cue_ball_behind_head_string"] == (y < STRING, y >= STRING)


@pytest.mark.parametrize(("met_y", "doubted"), [(-400, False), (-590, True), (-690, True), (-720, False)])
def test_a_ball_met_near_the_head_string(met_y: float, doubted: bool) -> None:
    before = (ball("cue", 0, -1000), ball("1", 0, met_y))
    told = facts(stroke(before, (ball("cue", 0, 0), ball("1", 0, 900)), "1", contact(1.5, "cue", "1")))
    assert ("cue_ball_crossed_head_string_before_contact" in told) == doubted


def test_a_ball_that_stopped_short_of_a_cushion_may_have_touched_it() -> None:
    before = (ball("cue", 0, 100), ball("1", 0, 600))
    short = stroke(before, (ball("cue", 0, 300), ball("1", AT_SIDE - 7, 650)), "1", contact(1.5, "cue", "1"))
    assert facts(short)["rails_after_contact"] == (False, True)
    assert facts(short)["object_balls_to_rail"] == (0, 1)
    assert facts(short, moved_mm=6.5) == {}
    touched = replace(short, events=(*short.events, cushion(3.0, "1", "right-foot", 606, 650)))
    assert facts(touched)["events[2]"] == ({"ball": "1", "cushion": "right-foot"}, None)
    assert "rails_after_contact" not in facts(touched) and facts(touched)["object_balls_to_rail"] == (1, 0)


def test_a_ball_that_rested_at_a_cushion_all_the_time_is_in_no_doubt() -> None:
    frozen = ball("2", AT_SIDE, -300)
    before = (ball("cue", 0, 100), ball("1", 0, 600), frozen)
    after = (ball("cue", 0, 300), ball("1", 0, 800), replace(frozen, y_mm=-299.0))
    assert facts(stroke(before, after, "1", contact(1.5, "cue", "1"))) == {}


def test_the_break_counts_what_may_have_reached_a_cushion() -> None:
    before = (ball("cue", 0, -700), *(ball(str(n), 60.0 * n - 300, 600) for n in range(1, 6)))
    after = [ball("cue", 0, 300), *(ball(str(n), 60.0 * n - 300, 900) for n in range(1, 4))]
    after += [ball("4", AT_SIDE - 2, 0), ball("5", -AT_SIDE + 3, 100)]
    events = [cushion(2.0, "1", "foot", 0, 1241), cushion(3.0, "4", "right-head", 606, 0)]
    told = facts(stroke(before, after, "1", contact(1.5, "cue", "1"), *events))
    assert told["object_balls_to_rail"] == (2, 1, 3)


def lag(first_y: float, second_y: float, first_x: float = -300.0) -> Stroke:
    before = (ball("cuea", -300, -800), ball("cueb", 300, -800))
    after = (ball("cuea", first_x, first_y), ball("cueb", 300, second_y))
    return stroke(before, after, None, cushion(2, "cuea", "foot", -300, 1241), cushion(2, "cueb", "foot", 300, 1241))


def test_a_lag() -> None:
    assert facts(lag(-1100, -1000)) == {}
    assert facts(lag(-1100, -1093))["lag_rest_distance"] == ("cuea", "cueb", None)
    assert facts(lag(-1100, -1000, first_x=-5))["lag_crossed_long_string"] == ([], ["cuea"])
    assert facts(lag(-1274, -1000))["lag_past_head_nose"] == (["cuea"], [])


def test_the_rack_of_straight_pool() -> None:
    foot = 635.0
    for y, places in ((foot - 40, {"rack"}), (foot - 55, {"rack", "elsewhere"}), (foot - 100, set())):
        after = (ball("cue", 0, 100), ball("5", 0, y))
        before = (ball("cue", 0, 50), ball("5", 0, y))
        told = facts(stroke(before, after, "5", contact(1.5, "cue", "5")), game="141-fi")
        found = {str(c["ball"]) for c in told.get("rack_area_occupancy", ()) if isinstance(c, dict)}
        assert found == (places if len(places) > 1 else set())


# ------------------------------------------------------------------------------------------------ end to end


class Scripted(Pipeline):
    """The real pipeline but for its eyes."""

    def __init__(self, play: Play, told: Stroke) -> None:
        super().__init__(BED, {}, play)
        self._told = [told]

    def update(self, frame: Frame) -> list[Record]:
        told, self._told = self._told, []
        return self._rule(self._records(told))


def ruled(tmp_path: Path, game: str, told: Stroke, moved_mm: float, *inputs: Record) -> list[Record]:
    """What is said of one stroke by a live session whose calibration is off by so much."""
    play = Play(game, ("Ann", "Bo"))
    head = session_record(
        source="x", game=game, players=play.players, options={}, table_name="9ft", length_mm=2540.0,
        width_mm=1270.0, ball_set="pool9", ball_diameter_mm=57.15,
    )  # fmt: skip
    path = tmp_path / f"{moved_mm}.jsonl"
    with Journal(path) as journal:
        session = LiveSession(Scripted(play, told), journal, RecordHub(), Silent())
        session.begin(head, source_goes_on=False)
        for record in inputs:
            session.input(record)
        session.calibration_is_off(moved_mm)
        session.frame(Frame(lambda: None, 5_000_000_000, 1))  # type: ignore[arg-type,return-value]
    with Journal(path) as again:
        return [r for r in again.records if r["type"] in ("ruling", "question")]


NO_CUSHION = stroke(
    (ball("cue", 0, 100), ball("1", 0, 600)), (ball("cue", 0, 300), ball("1", AT_SIDE - 5, 650)), "1",
    contact(1.5, "cue", "1"),
)  # fmt: skip
IN_PLAY: Record = {"type": "state", "t": 0.0, "phase": "play", "shooter": "Ann"}


def test_a_foul_that_hangs_on_millimetres_is_asked_about(tmp_path: Path) -> None:
    sure = ruled(tmp_path, "9ball-fi", NO_CUSHION, 6.0, IN_PLAY)
    assert [f["code"] for f in sure[-1]["fouls"]] == ["no_cushion"] and sure[-1]["legal"] is False
    asked = ruled(tmp_path, "9ball-fi", NO_CUSHION, 6.5, IN_PLAY)
    assert [r["type"] for r in asked[-2:]] == ["ruling", "question"]
    assert asked[-2]["legal"] is None and not asked[-2]["fouls"] and asked[-2]["next"] is None
    assert asked[-1]["about"] == "rails_after_contact" and asked[-1]["asks"] == "referee"


def test_what_makes_no_difference_is_not_asked(tmp_path: Path) -> None:
    clear = replace(NO_CUSHION, events=(*NO_CUSHION.events, cushion(2.0, "cue", "foot", 0, 1241)))
    for moved_mm in (0.0, 9.0):
        said = ruled(tmp_path, "9ball-fi", clear, moved_mm, IN_PLAY)
        assert [r["type"] for r in said] == ["ruling"] and said[0]["legal"] is True


@pytest.mark.parametrize("game", ["lag-fi", "lag-hu"])
def test_a_lag_that_is_too_close_is_asked_about(tmp_path: Path, game: str) -> None:
    sure = ruled(tmp_path, game, lag(-1100, -1092), 5.0)
    assert "LAG(Ann)" in sure[0]["log"]
    asked = ruled(tmp_path, game, lag(-1100, -1092), 9.0)
    assert asked[-1]["about"] == "lag_rest_distance" and not any("LAG(" in t for r in asked[:-1] for t in r["log"])


@pytest.mark.parametrize("game", ["8ball-hu", "8ball-fi"])
def test_a_cue_ball_near_the_head_string_is_asked_about(tmp_path: Path, game: str) -> None:
    """Placed 5 mm outside the kitchen, after a warning."""
    before = (ball("cue", 0, STRING + 5), ball("1", 0, 600))
    after = (ball("cue", 0, 300), ball("1", 0, 900))
    told = stroke(before, after, "1", contact(1.5, "cue", "1"), cushion(2.0, "1", "foot", 0, 1241))
    warned: Record = {
        "type": "input",
        "t": 0.5,
        "by": "referee",
        "kind": "fact",
        "fact": "placement_warning",
        "value": True,
    }
    in_hand: Record = {**IN_PLAY, "in_hand": {"cue": "kitchen"}}
    sure = ruled(tmp_path, game, told, 0.0, in_hand, warned)
    assert "kitchen_placement" in [f["code"] for r in sure for f in r.get("fouls", ())]
    asked = ruled(tmp_path, game, told, 7.0, in_hand, warned)
    assert "kitchen_placement" not in [f["code"] for r in asked for f in r.get("fouls", ())]
    assert asked[-1]["about"] == "cue_ball_behind_head_string"


def test_straight_pool_asks_where_the_last_ball_lies(tmp_path: Path) -> None:
    foot = 635.0
    before = (ball("cue", 0, 50), ball("5", 0, foot - 55), ball("6", 300, 900))
    after = (ball("cue", 0, 100), ball("5", 0, foot - 55))
    events = (contact(1.5, "cue", "6"), StrokeEvent(2.0, "pocket", ball="6", pocket="foot-right"))
    told = stroke(before, after, "6", *events)
    state: Record = {**IN_PLAY, "on_table": ["5", "6"]}
    call: Record = {"type": "input", "t": 0.5, "by": "player", "player": "Ann", "kind": "call", "ball": "6",
                    "pocket": "foot-right"}  # fmt: skip
    sure = ruled(tmp_path, "141-fi", told, 0.0, state, call)
    assert any(t.startswith("RERACK(") for r in sure for t in r.get("log", ()))
    asked = ruled(tmp_path, "141-fi", told, 9.0, state, call)
    assert asked[-1]["about"] == "rack_area_occupancy"
