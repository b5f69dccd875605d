"""The drawing of a stroke: what is marked where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from desk import Desk
from page_games import stroke


def test_where_two_rolling_balls_met_is_marked(desk: Desk, page_of: Callable[..., Any]) -> None:
    """The second contact of the 1 with the 2, both under way: between where both were seen at that time."""
    desk.begin("none", ())
    table = page_of("/table")
    played = stroke(1, "1", ["cue", "1", "2"], (), ())
    t = played["t_start"]
    for after, balls in ((0.4, ["1", "2"]), (1.0, ["1", "2"])):
        played["events"].append({"t": t + after, "kind": "contact", "balls": balls, "confidence": 1.0})
    desk.tell(played)
    table.wait_for_selector("text=Stroke 1")
    assert table.locator(".marks text").all_text_contents() == ["1", "2"]
    ways = {
        "1": [[t, -400, 300], [t + 0.4, 240, -300], [t + 0.9, 100, 300], [t + 1.1, 140, 400]],
        "2": [[t + 0.4, 300, -300], [t + 0.9, 200, 300], [t + 1.1, 160, 400]],
    }
    desk.tell({"type": "paths", "t": t + 2, "of": 1, "balls": ways})
    table.wait_for_selector('.marks text:text-is("3")')
    assert table.locator('.marks circle[r="9"]').last.evaluate("e => [e.cx.baseVal.value, e.cy.baseVal.value]") == [
        350,
        150,
    ]
    assert table.locator(".steps li").count() == 3


def test_the_winner_stands_apart_from_the_name_of_the_game(desk: Desk, page_of: Callable[..., Any]) -> None:
    desk.begin("9ball-fi", ("Ann", "Bő"))
    board = page_of("/")
    nine = ["cue", *(str(n) for n in range(1, 10))]
    desk.tell(stroke(1, "1", nine, [("9", "foot-left")], ["3", "4", "5", "6"]))
    board.wait_for_selector(".over h2:has-text('Ann wins the match')")
    assert board.inner_text("h1.game").strip() == "9-ball, Finnish rules"


def test_numbers_of_a_stroke_hide_neither_each_other_nor_balls(desk: Desk, page_of: Callable[..., Any]) -> None:
    desk.begin("8ball-fi", ("Ann", "Bő"))
    left = ["cue", *(str(n) for n in range(1, 16))]
    desk.tell(stroke(1, "1", left, [("9", "foot-left")], ["2", "3", "5", "7", "10", "15", "cue"]))
    for width, height in ((1920, 1080), (360, 740)):
        table = page_of("/table", width=width, height=height)
        table.wait_for_selector(".marks rect")
        boxes = """what => [...document.querySelectorAll(what)].map((each) => {
          const {left, top, right, bottom} = each.getBoundingClientRect(); return [left, top, right, bottom]; })"""
        marks = table.evaluate(boxes, "svg.table .marks rect")
        balls = table.evaluate(boxes, "svg.table .balls > g")
        assert len(marks) == 9 and len(balls) == 15
        for k, mark in enumerate(marks):
            for other in [*marks[:k], *balls]:
                across = min(mark[2], other[2]) - max(mark[0], other[0])
                down = min(mark[3], other[3]) - max(mark[1], other[1])
                assert min(across, down) < 2.5, (width, mark, other)
