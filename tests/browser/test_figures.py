"""What the statistics make of a stroke, reckoned by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from desk import Desk
from page_games import opening

FIGURES = """async ([stroke, size]) => {
  const { figures } = await import("/static/stats.js");
  return figures(stroke, size);
}"""
SUMMARY = """async ([strokes, size, opening]) => {
  const { summary, firstOfRacks } = await import("/static/stats.js");
  return [firstOfRacks(strokes).length, summary(strokes, size, new Set(strokes.filter((_, i) => opening.includes(i))))];
}"""
SIZE = {"length": 2540.0, "width": 1270.0, "ball": 57.15}


def stroke(cut_degrees: float, number: int = 1, cushion_first: bool = False) -> dict[str, Any]:
    """The cue ball comes straight up the table, the object ball leaves at that angle from its way and drops."""
    turn = math.radians(cut_degrees)
    ball = (100.0, 200.0)
    ghost = (ball[0] - SIZE["ball"] * math.sin(turn), ball[1] - SIZE["ball"] * math.cos(turn))
    cue = (ghost[0], ghost[1] - 600.0)
    away = (ball[0] + 500.0 * math.sin(turn), ball[1] + 500.0 * math.cos(turn))
    events: list[dict[str, Any]] = [{"t": 0.0, "kind": "strike", "ball": "cue"}]
    if cushion_first:
        events.append({"t": 0.1, "kind": "cushion", "ball": "cue", "cushion": "head", "x": 0.0, "y": -1241.0})
    events += [
        {"t": 0.3, "kind": "contact", "balls": ["cue", "1"]},
        {"t": 0.9, "kind": "pocket", "ball": "1", "pocket": "foot-right"},
    ]
    lying = [{"id": "cue", "x": cue[0], "y": cue[1]}, {"id": "1", "x": ball[0], "y": ball[1]}]
    record = {"number": number, "struck": "cue", "first_contact": "1", "before": lying, "after": [], "events": events}
    paths = {
        "1": [[0.3, *ball], [0.9, *away]],
        "cue": [[0.0, *cue], [0.1, cue[0], cue[1] + 200.0], [0.3, *ghost]],
    }
    return {"record": record, "paths": paths, "ruling": {"legal": True, "fouls": []}, "undone": False}


@pytest.mark.parametrize("cut", [0.0, 30.0, 55.0, 80.0])
def test_cut_distance_and_speed(desk: Desk, page_of: Callable[..., Any], cut: float) -> None:
    page = page_of("/history")
    found = page.evaluate(FIGURES, [stroke(cut), SIZE])
    assert found["cut"] == pytest.approx(cut, abs=0.5)
    assert found["speed"] == pytest.approx(2.0, abs=0.01)
    assert found["made"] and found["first"]
    assert 600 < found["distance"] < 665
    assert page.evaluate(FIGURES, [stroke(cut, cushion_first=True), SIZE])["cut"] is None


def test_breaks_are_no_aimed_strokes_and_a_filter_makes_no_break(desk: Desk, page_of: Callable[..., Any]) -> None:
    page = page_of("/history")
    strokes = [stroke(30.0, n) for n in (1, 2, 3)]
    racks, sums = page.evaluate(SUMMARY, [strokes, SIZE, [0]])
    assert racks == 1 and sums["breaks"]["n"] == 1
    assert sums["breaks"]["results"] == {"1 ball made": 1}
    assert [(row["n"], row["made"]) for row in sums["cut"] if row["n"]] == [(2, 2)]
    _, filtered = page.evaluate(SUMMARY, [strokes[1:], SIZE, []])
    assert filtered["breaks"]["n"] == 0


DOUBTS: list[tuple[str, list[Any], tuple[bool, bool, bool | None]]] = [
    ("events[2]", [None], (False, True, None)),  # whether it went down
    ("events[2]", [{"ball": "1"}, {"ball": "2"}], (False, True, None)),  # which ball
    ("events[2]", [{"pocket": "foot-right"}, {"pocket": "side-right"}], (True, False, True)),  # only where
    ("pocketed", [[["1", "foot-right"]], []], (False, True, None)),
    ("first_contact", ["1", "2"], (True, False, None)),  # whether it was the first ball
    ("object_balls_to_rail", [3, 4], (True, False, True)),
]


@pytest.mark.parametrize(("fact", "candidates", "wanted"), DOUBTS)
def test_what_is_not_settled_is_not_counted(
    desk: Desk, page_of: Callable[..., Any], fact: str, candidates: list[Any], wanted: tuple[bool, bool, bool | None]
) -> None:
    page = page_of("/history")
    doubtful = stroke(30.0)
    doubtful["record"]["uncertain"] = [{"fact": fact, "candidates": candidates, "confidence": 0.5}]
    found = page.evaluate(FIGURES, [doubtful, SIZE])
    assert (found["made"], found["open"], found["first"]) == wanted
    _, sums = page.evaluate(SUMMARY, [[doubtful], SIZE, [0]])
    assert sums["breaks"]["balls"] == (1 if wanted[0] else 0)
    assert sums["breaks"]["results"] == ({"not settled": 1} if wanted[1] else {"1 ball made": 1})
    _, sums = page.evaluate(SUMMARY, [[doubtful], SIZE, []])
    assert (sums["made"], sums["open"], sum(row["n"] for row in sums["cut"])) == (
        int(wanted[0]),
        int(wanted[1]),
        0 if wanted[2] is None else 1,
    )


def test_a_doubtful_pot_counts_once_it_is_answered(desk: Desk, page_of: Callable[..., Any]) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    page = page_of("/history")
    doubt = {"fact": "events[2]", "candidates": [None, {"ball": "7"}], "confidence": 0.5}
    desk.tell({**opening("9ball-fi", "1", [("7", "foot-left")], ["2", "3", "4", "5"]), "uncertain": [doubt]})
    (question,) = desk.wait_for("question", 1)
    page.wait_for_selector("text=Strokes in which it is not settled what went down: 1. Those balls are not counted.")
    page.wait_for_selector("text=Strokes 1, with a ball made 0")
    page.wait_for_selector(".row:has-text('? (not settled)')")
    answer = {"kind": "answer", "about": question["about"], "value": {"ball": "7"}}
    desk.tell({"type": "input", "t": 30.0, "by": "referee", **answer})
    page.wait_for_selector("text=Strokes 1, with a ball made 1")
    assert page.locator("text=not settled").count() == 0
    desk.tell({"type": "input", "t": 31.0, "by": "referee", "kind": "undo", "to": 1})
    page.wait_for_selector("text=Strokes 1, with a ball made 0")
