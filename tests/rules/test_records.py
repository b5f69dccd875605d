"""The record codec: what is written can be read, what can't be read is named."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from callshot.rules import notation
from callshot.rules.records import (
    RecordError,
    disturbance_record,
    input_record,
    layout_record,
    read_disturbance,
    read_input,
    read_layout,
    read_stroke,
    stroke_record,
)
from callshot.rules.records_written import ball_record, event_record
from callshot.rules.vocabulary import Ball, StrokeEvent

STROKE: dict[str, Any] = {
    "type": "stroke", "t": 5.0, "number": 3, "t_start": 2.0, "t_end": 5.0, "struck": "cue",
    "before": [{"id": "5a", "label": "5", "x": -12.4, "y": 635.0, "confidence": 0.98}],
    "after": [],
    "events": [
        {"t": 2.0, "kind": "strike", "confidence": 1.0, "ball": "cue"},
        {"t": 2.1, "kind": "head-string", "confidence": 0.9, "ball": "cue", "direction": "out"},
        {"t": 2.5, "kind": "contact", "confidence": 0.99, "balls": ["cue", "5a"]},
        {"t": 2.9, "kind": "cushion", "confidence": 0.97, "ball": "5a", "cushion": "foot", "x": 200.0, "y": 1241.0},
        {"t": 3.6, "kind": "pocket", "confidence": 1.0, "ball": "5a", "pocket": "foot-left"},
        {"t": 3.7, "kind": "return", "confidence": 0.5, "ball": "7", "via": None},
        {"t": 3.8, "kind": "jump", "confidence": 0.5, "ball": "cue", "over": ["7"]},
    ],
    "first_contact": "5a",
    "uncertain": [{"fact": "first_contact", "candidates": ["5a", None, ["5a", "7"]], "confidence": 0.6}],
}  # fmt: skip


def test_stroke_round_trips_through_json() -> None:
    assert json.loads(json.dumps(stroke_record(read_stroke(STROKE)))) == STROKE


def test_places_are_written_to_a_hundredth_of_a_millimetre_and_times_to_a_hundredth_of_a_millisecond() -> None:
    ball = ball_record(Ball("3", "3", 1.23456, -9.87654, 0.98765))
    assert (ball["x"], ball["y"], ball["confidence"]) == (1.23, -9.88, 0.988)
    event = event_record(StrokeEvent(1.2345678, "off-table", 0.98765, ball="3", x_mm=1.23456, y_mm=-9.87654))
    assert (event["t"], event["x"], event["y"], event["confidence"]) == (1.23457, 1.23, -9.88, 0.988)


def test_how_sure_a_doubt_is_told_to_a_thousandth_and_is_even_where_nothing_is_said() -> None:
    doubt = {"fact": "first_contact", "candidates": ["5a", None]}
    read = read_stroke({**STROKE, "uncertain": [doubt, {**doubt, "fact": "struck", "confidence": 0.98765}]})
    assert [u.confidence for u in read.uncertain] == [0.5, 0.98765]
    assert [u["confidence"] for u in stroke_record(read)["uncertain"]] == [0.5, 0.988]


@pytest.mark.parametrize(("letters", "told"), [(38, "'" + 38 * "z" + "'"), (39, "'" + 36 * "z" + "...")])
def test_a_long_value_is_told_by_its_beginning(letters: int, told: str) -> None:
    with pytest.raises(RecordError) as why:
        read_stroke({**STROKE, "number": letters * "z"})
    assert str(why.value).endswith(f"not {told}")


def test_a_stroke_that_tells_only_its_time_began_then() -> None:
    assert read_stroke({"type": "stroke", "number": 1, "events": [], "t": 4.5}).t_start_s == 4.5
    assert read_stroke({"type": "stroke", "number": 1, "events": [], "t": 4.5, "t_start": 3.5}).t_start_s == 3.5
    assert read_stroke({"type": "stroke", "number": 1, "events": []}).t_start_s == 0.0


def test_layout_disturbance_and_input_round_trip() -> None:
    layout = {"type": "layout", "t": 1.0, "balls": STROKE["before"]}
    assert layout_record(read_layout(layout)) == layout
    disturbance = {
        "type": "disturbance", "t": 14.0, "kind": "moved",
        "balls": [{"id": "9", "label": "9", "from": {"x": 400.0, "y": 0.0}, "to": None}], "rack": "9ball",
    }  # fmt: skip
    assert disturbance_record(read_disturbance(disturbance)) == disturbance
    said = {
        "type": "input",
        "t": 1.0,
        "by": "player",
        "kind": "call",
        "player": "Ann",
        "ball": "5",
        "pocket": "head-left",
    }
    assert input_record(read_input(said)) == said


def test_a_hand_written_stroke_may_leave_positions_out() -> None:
    stroke = read_stroke({"number": 1, "struck": "cue", "first_contact": None, "events": []})
    assert stroke.before is None and stroke.after is None


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("number",), "1", "'number'"),
        (("number",), True, "'number'"),
        (("t_start",), None, "'t_start'"),
        (("events",), {}, "'events'"),
        (("events", 0, "kind"), "bang", "'kind'"),
        (("events", 1, "direction"), "up", "'direction'"),
        (("events", 2, "balls"), ["cue"], "'balls'"),
        (("events", 2, "balls"), ["cue", "cue"], "'balls'"),
        (("events", 3, "cushion"), "north", "'cushion'"),
        (("events", 4, "pocket"), 3, "'pocket'"),
        (("before", 0, "x"), "left", "'x'"),
        (("before", 0, "x"), float("nan"), "'x'"),
        (("uncertain", 0, "candidates"), "5a", "'candidates'"),
    ],
)
def test_what_is_wrong_is_named(path: tuple[Any, ...], value: Any, named: str) -> None:
    record = copy.deepcopy(STROKE)
    place: Any = record
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(RecordError, match="stroke") as why:
        read_stroke(record)
    assert named in str(why.value)
    assert "\n" not in str(why.value)


def test_a_ball_twice_in_a_layout_is_refused() -> None:
    with pytest.raises(RecordError, match="twice"):
        read_layout({"balls": STROKE["before"] * 2})


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"kind": "call", "ball": "5"}, "input call: field 'pocket' is missing"),
        ({"kind": "call", "ball": True, "pocket": "side-left"}, "input call: field 'ball' must be a text"),
        ({"kind": "answer", "value": 1}, "input answer: field 'about' is missing"),
        ({"kind": "answer", "about": "x"}, "input answer: field 'value' is missing"),
        ({"kind": "fact", "fact": 3, "value": 1}, "input fact: field 'fact' must be a text"),
        ({"kind": "pea", "value": "seven"}, "input pea: field 'value' must be a whole number, or \"system\"$"),
        ({"kind": "predict", "points": 3.5, "balls": 1}, "field 'points' must be a whole number"),
        ({"kind": "place", "ball": "cue", "x": 0, "y": "0"}, "field 'y' must be a number"),
        (
            {"kind": "place", "ball": "cue", "x": 0, "y": 1e308},
            "must be a number below 1e\\+12, not 1e\\+308",
        ),
        ({"kind": "undo", "to": "1"}, "input undo: field 'to' must be a whole number"),
        ({"kind": "declare"}, "input declare: field 'value' is missing"),
    ],
)
def test_what_a_kind_of_input_must_say(said: dict[str, Any], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        read_input({"type": "input", **said})


@pytest.mark.parametrize(
    ("fact", "candidate", "words"),
    [
        ("events[0]", 3, "candidate must be an object"),
        ("events[0]", {"balls": 1}, "field 'balls' must be a list"),
        ("events[0]", {"balls": ["1", "1"]}, "two different balls"),
        ("events[0]", {"ball": 5}, "field 'ball' must be a text"),
        ("events[0]", {"pocket": "corner"}, "field 'pocket' must be one of"),
        ("first_contact", 5, "field 'candidates' must be a text"),
        ("first_contact", ["5", None], "field 'candidates' must be a text"),
        ("external_interference", {"value": True, "p": 0.4}, "can't be its value"),
        ("object_balls_to_rail", "four", "can't be its value"),
    ],
)
def test_what_was_perhaps_instead_is_of_the_same_types(fact: str, candidate: Any, words: str) -> None:
    doubt = {"fact": fact, "candidates": [None, candidate], "confidence": 0.6}
    event = {"kind": "contact", "balls": ["cue", "1"]}
    with pytest.raises(RecordError, match=words):
        read_stroke({"type": "stroke", "number": 1, "events": [event], "uncertain": [doubt]})


@pytest.mark.parametrize(
    ("told", "first"),
    [({}, "3"), ({"struck": "cue"}, "3"), ({"struck": "5"}, None), ({"first_contact": None}, None)],
)
def test_a_first_contact_left_out_is_that_of_the_contacts(told: dict[str, Any], first: str | None) -> None:
    events = [{"kind": "contact", "balls": ["1", "2"]}, {"kind": "contact", "balls": ["3", "cue"]}]
    assert read_stroke({"type": "stroke", "number": 1, "events": events, **told}).first_contact == first


def test_the_states_that_the_notation_shows_are_read() -> None:
    """The line of the module's own words, and back."""
    shown = next(line for line in (notation.__doc__ or "").split("`") if line.startswith("shooter=Ann"))
    fields = notation.parse_state(shown)
    assert fields["fouls"] == {"Ann": 2, "Bo": 0}
    assert notation.format_state(fields) == shown


def test_the_name_of_a_ball_is_bounded() -> None:
    ball = {"id": "x" * 64, "label": "5", "x": 0, "y": 0}
    assert read_layout({"type": "layout", "balls": [ball]}).balls[0].id == "x" * 64
    for field in ("id", "label"):
        with pytest.raises(RecordError, match=f"field '{field}' is longer than 64 characters"):
            read_layout({"type": "layout", "balls": [{**ball, field: "x" * 65}]})
