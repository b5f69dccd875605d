"""What people take home bears the names that people gave."""

from __future__ import annotations

import csv
import io
from typing import Any

import cv2
import numpy as np

from callshot.tracker.scoreboard import exports
from callshot.tracker.scoreboard.exports import stroke_png, strokes_csv
from callshot.tracker.scoreboard.naming import Namings, with_names

Record = dict[str, Any]
SESSION: Record = {"type": "session", "t": 0.0, "game": "9ball-fi", "players": ["Ann", "Bo"]}
PLACES = {"cue": (-200.0, -700.0), "2": (300.0, -300.0), "3": (-100.0, 500.0), "4": (450.0, 0.0)}


def stroke(number: int, first: str, made: str) -> Record:
    t = 10.0 * number
    lying = [{"id": i, "label": i, "x": x, "y": y, "confidence": 1.0} for i, (x, y) in PLACES.items()]
    return {
        "type": "stroke", "t": t + 2, "number": number, "t_start": t, "t_end": t + 2, "struck": "cue",
        "first_contact": first, "before": lying, "after": [b for b in lying if b["id"] != made],
        "events": [
            {"t": t, "kind": "strike", "ball": "cue", "confidence": 1.0},
            {"t": t + 0.2, "kind": "contact", "balls": ["cue", first], "confidence": 1.0},
            {"t": t + 0.9, "kind": "pocket", "ball": made, "pocket": "foot-left", "confidence": 1.0},
        ],
    }  # fmt: skip


def word(kind: str, **fields: Any) -> Record:
    return {"type": "input", "t": 99.0, "by": "referee", "kind": kind, **fields}


STREAM = [SESSION, stroke(1, "2", "2"), stroke(2, "3", "3")]
IS_4 = word("fact", fact="ball_identity", value={"3": "4"})


def rows(records: list[Record]) -> list[tuple[str, str]]:
    table = csv.DictReader(io.StringIO(strokes_csv(records, "en")))
    return [(row["first_contact"], row["pocketed"]) for row in table]


def test_the_table_of_strokes_has_the_names_that_are_right() -> None:
    assert rows(STREAM) == [("2", "2>foot-left"), ("3", "3>foot-left")]
    assert rows([*STREAM, IS_4]) == [("2", "2>foot-left"), ("4", "4>foot-left")]
    assert rows([*STREAM, {**IS_4, "since": 1, "value": {"2": "3"}}]) == [("3", "3>foot-left"), ("2", "2>foot-left")]


def test_a_name_goes_and_comes_with_its_stroke() -> None:
    taken_back = [*STREAM, IS_4, word("undo", to=1)]
    assert rows(taken_back)[1][0] == "3"
    assert rows([*taken_back, word("redo")])[1][0] == "4"
    assert rows([*taken_back, stroke(2, "3", "3")])[2][0] == "3"
    assert rows([*STREAM, word("answer", about="ball_identity", value={"3": "4"})])[1][0] == "4"
    assert rows([*STREAM, word("fact", fact="ball_identity", value={"3": "no ball"})])[1][0] == "3"


def test_a_name_that_was_said_of_the_latest_stroke_goes_with_what_was_said_since() -> None:
    assert rows([*STREAM, IS_4, word("undo", to=2)])[1][0] == "3"
    assert rows([*STREAM, IS_4, word("undo", to=2), word("redo")])[1][0] == "4"
    assert rows([*STREAM, IS_4, stroke(3, "5", "5"), word("undo", to=2)])[1][0] == "4"


def test_two_that_were_taken_for_each_other_change_names() -> None:
    assert Namings([*STREAM, IS_4]).of(2) == {"3": "4", "4": "3"}
    assert Namings([*STREAM, IS_4]).of(1) == {}


def test_the_records_say_beside_the_ids_what_people_know_the_balls_as() -> None:
    kept = with_names([*STREAM, IS_4])
    assert kept[1] == STREAM[1] and kept[3] == IS_4
    assert kept[2] == {**STREAM[2], "known_as": {"3": "4", "4": "3"}}


def test_the_picture_is_drawn_with_the_names(monkeypatch: Any) -> None:
    drawn: list[tuple[Any, Any]] = []

    def draw(stroke: Any, ruling: Any, table: Any, paths: Any, **_: Any) -> Any:
        drawn.append((stroke, paths))
        return np.zeros((9, 9, 3), np.uint8)

    monkeypatch.setattr(exports, "draw_stroke", draw)
    paths = {"type": "paths", "of": 2, "balls": {"3": [[20.0, 0.0, 0.0]], "cue": [[20.0, 1.0, 1.0]]}}
    data = stroke_png([*STREAM, paths, IS_4], 2, "en")
    assert data is not None and cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) is not None
    seen, ways = drawn[0]
    assert seen.first_contact == "4" and {e.ball for e in seen.events if e.kind == "pocket"} == {"4"}
    assert sorted((b.id, b.label, b.x_mm) for b in seen.before if b.id in ("3", "4")) == [
        ("3", "3", 450.0),
        ("4", "4", -100.0),
    ]
    assert set(ways) == {"4", "cue"}
