"""What people take home says what people settled, and marks what nobody did."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from desk import session

from callshot.rules.records import read_stroke
from callshot.tracker.rule_command import RuleSession
from callshot.tracker.scoreboard.exports import stroke_png, strokes_csv
from callshot.tracker.scoreboard.settled import Settling, settled

POT = {"t": 1.5, "kind": "pocket", "ball": "3", "pocket": "foot-left", "confidence": 0.6}
HIT = {"t": 1.2, "kind": "contact", "balls": ["cue", "1"], "confidence": 1.0}
RAIL = {"t": 1.8, "kind": "cushion", "ball": "4", "cushion": "foot", "x": 0.0, "y": 1241.0, "confidence": 0.6}
LYING = [{"id": ball, "label": ball, "x": 50.0 * k, "y": 100.0, "confidence": 1.0} for k, ball in enumerate("13459")]
CUE = {"id": "cue", "label": "cue", "x": 0.0, "y": -700.0, "confidence": 1.0}


def stroke(number: int, *doubts: tuple[str, list[Any]]) -> dict[str, Any]:
    return {
        "type": "stroke", "t": 2.0 + number, "number": number, "t_start": 1.0, "t_end": 2.0, "struck": "cue",
        "first_contact": "1", "before": [CUE, *LYING], "after": [CUE, *(b for b in LYING if b["id"] != "3")],
        "events": [{"t": 1.0, "kind": "strike", "ball": "cue", "confidence": 1.0}, HIT, POT, RAIL],
        "uncertain": [{"fact": f, "candidates": c, "confidence": 0.6} for f, c in doubts],
    }  # fmt: skip


def said(kind: str, **values: Any) -> dict[str, Any]:
    return {"type": "input", "t": 9.0, "by": "referee", "kind": kind, **values}


def stream(*records: dict[str, Any]) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    rules = RuleSession(out.append, "9ball-fi", ("Ann", "Bo"), {})
    entered = {"type": "state", "t": 0.0, "phase": "play", "shooter": "Ann", "on_table": list("13459")}
    for number, record in enumerate((session("9ball-fi", ("Ann", "Bo")), entered, *records), 1):
        rules.take(dict(record), number)
    assert not [record for record in out if record.get("code") == "refused"]
    return out


def pocketed(records: list[dict[str, Any]]) -> list[str]:
    return [row["pocketed"] for row in csv.DictReader(io.StringIO(strokes_csv(records, "en")))]


WHETHER = ("events[2]", [None, {"ball": "3"}])
WHERE = ("events[2]", [{"pocket": "foot-left"}, {"pocket": "side-left"}])


@pytest.mark.parametrize(
    ("records", "wanted"),
    [
        ([stroke(1)], "3>foot-left"),
        ([stroke(1, WHETHER)], "3>foot-left?"),
        ([stroke(1, WHERE)], "3>foot-left"),
        ([stroke(1, ("pocketed", [[], [["3", "foot-left"]]]))], "3>foot-left?"),
        ([stroke(1, WHETHER), said("answer", about="events[2]", value={"ball": "3"})], "3>foot-left"),
        ([stroke(1, WHETHER), said("answer", about="events[2]", value=None)], ""),
        ([stroke(1), said("fact", fact="pocketed", value=[])], ""),
        ([stroke(1, WHETHER), said("fact", fact="pocketed", value=[["3", "foot-left"]])], "3>foot-left"),
        ([stroke(1), said("fact", fact="pocketed", value=[["3", "foot-left"], ["4", "side-left"]])],
         "3>foot-left 4>side-left"),
        ([stroke(1), said("fact", fact="pocketed", value=[]), said("undo", to=1)], "3>foot-left"),
    ],
)  # fmt: skip
def test_the_table_of_strokes_says_what_went_down(records: list[dict[str, Any]], wanted: str) -> None:
    assert pocketed(stream(*records)) == [wanted]


def test_a_ball_that_left_the_table_unseen_stands_there() -> None:
    records = stream(stroke(1), said("fact", fact="off_table", value=["4"]))
    (row,) = csv.DictReader(io.StringIO(strokes_csv(records, "en")))
    assert (row["pocketed"], row["off_table"], row["fouls"]) == ("3>foot-left", "4", "object_ball_off_table")
    assert stroke_png(records, 1, "en") is not None


def test_words_go_with_the_strokes_that_are_taken_back_and_come_again_with_them() -> None:
    told = said("fact", fact="pocketed", value=[])
    played = [stroke(1), told, stroke(2), said("undo", to=1)]
    assert pocketed(stream(*played)) == ["3>foot-left", "3>foot-left"]
    assert pocketed(stream(*played, said("redo", to=2))) == ["", "3>foot-left"]
    assert pocketed(stream(*played, stroke(2), told)) == ["3>foot-left", "3>foot-left", ""]


def test_a_picture_is_drawn_of_what_was_settled_and_doubts_keep_their_events() -> None:
    doubts = (WHETHER, ("events[3]", [None, {"ball": "4"}]))
    records = stream(stroke(1, *doubts), said("fact", fact="pocketed", value=[["9", "foot-right"]]))
    at = next(k for k, record in enumerate(records) if record["type"] == "stroke")
    now = settled(records[at], Settling(records).at(at))
    assert [event["kind"] for event in now["events"]] == ["strike", "contact", "cushion", "pocket"]
    assert [doubt["fact"] for doubt in now["uncertain"]] == ["events[2]"]
    assert read_stroke(now).events[-1].ball == "9"
    picture = stroke_png(records, 1, "en")
    assert picture is not None and picture != stroke_png(stream(stroke(1, *doubts)), 1, "en")
