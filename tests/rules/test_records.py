"""The record codec: what is written can be read, what can't be read is named."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

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
