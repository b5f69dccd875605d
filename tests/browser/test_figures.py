"""What the statistics make of a stroke, reckoned by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from desk import Desk

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
