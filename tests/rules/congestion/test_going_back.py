"""Which ball is which, redo, and what is left out after an answer, in Congestion."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.clause("CP-3.1.a", "CP-15.3")
def test_one_of_three_copies_must_be_told(play: Any) -> None:
    game = play("A", "B")
    table = ["3", "3", "5", "5", "9"]
    game.state(shooter="A", stroke_no=1, on_table=table)
    seen = [
        {"id": i, "label": i[0], "x": 90.0 * k, "y": 0} for k, i in enumerate(("3a", "3b", "5a", "5b", "9"))
    ]  # fmt: skip
    stroke = {
        "type": "stroke", "number": 1, "struck": "cue", "first_contact": "3a", "before": seen, "after": seen[1:],
        "events": [
            {"kind": "contact", "balls": ["cue", "3a"]},
            {"kind": "pocket", "ball": "3a", "pocket": "foot-left"},
        ],
    }  # fmt: skip
    game.say(stroke)
    assert game.stash("A") == [3]
    (no,) = game.fact("ball_identity", {"3a": "5"})
    assert "say of one of 5a, 5b what it is too" in no["text"]
    game.fact("ball_identity", {"3a": "5", "5b": "3"})
    assert (game.stash("A"), game.log[0]) == ([5], "SCORE(A,5)")
    assert sorted(b for b in game.shown["on_table"] if b.isdecimal()) == ["3", "3", "5", "9"]
    game.fact("ball_identity", {"3a": "9", "5b": "5"})
    assert game.stash("A") == [9], "there is one 9: it is a 3 then"


def test_cue_balls_taken_for_each_other(play: Any) -> None:
    game = play("A", "B")
    game.state(shooter="A", stroke_no=1, on_table=["3", "5"])
    game.stroke(first="3a", cue_lost=["crazy"])
    assert "IN_HAND(A,kitchen,crazy)" in game.log or "IN_HAND(B,kitchen,crazy)" in game.log
    game.fact("ball_identity", {"crazy-cue": "cue"})
    assert any(token.endswith("kitchen,plain)") for token in game.log)


def test_redo_by_record_line(play: Any) -> None:
    game = play("A", "B")
    game.state(shooter="A", stroke_no=1)
    game.stroke(pocketed=[5])
    game.stroke(pocketed=[6])
    before, said = {**game.shown, "t": 0}, {**game.ruling, "t": 0}
    game.input("undo", by="referee", to=0)
    assert (game.ruling["of"], game.next) == (None, ["A", 1])
    assert game.shown["on_table"] != before["on_table"]
    game.input("redo", by="referee")
    assert ({**game.ruling, "t": 0}, {**game.shown, "t": 0}) == (said, before)


def test_held_stroke_that_makes_no_sense_after_the_answer_is_told(play: Any) -> None:
    """A stroke waits for an answer; the penalty ball comes back, and the ball that it pocketed is not there."""
    game = play("A", "B")
    game.state(shooter="A", stroke_no=1, on_table=["3", "5"], players={"A": {"stash": ["9", "7"]}})
    game.stroke(first="3a", fouls=["no_cushion"])
    assert game.asked[0][:2] == ("chosen_ball", "penalty")
    game.stroke(first="3a", pocketed=[7])
    said = game.answer("chosen_ball", "9", "A")
    (notice,) = [r for r in said if r["type"] == "notice"]
    assert (notice["code"], notice["line"]) == ("refused", game.lines)
    assert "stroke 2" in notice["text"] and "no ball 7" in notice["text"] and "left out" in notice["text"]


def test_held_declaration_of_a_player_whom_the_answer_puts_out_is_told(play: Any) -> None:
    game = play("A", "B", "C")
    game.state(stroke_no=2, players={"A": {"stash": [9, 5], "foul_innings": 2}})
    game.stroke(cue_lost=["plain"])
    assert game.input("declare", "A", value="bust") == []
    said = game.answer("chosen_ball", "5", "A")
    assert game.log[-3:] == ["OUT(A,three_fouling_innings)", "IN_HAND(B,kitchen,plain)", "NEXT(B,1)"]
    (notice,) = [r for r in said if r["type"] == "notice"]
    assert "declare by A: A is out of the game; it was held until the answer came and is left out" in notice["text"]


def test_held_declaration_that_makes_no_sense_after_the_answer_is_told(play: Any) -> None:
    game = play("A", "B", "C")
    game.state(shooter="A", stroke_no=1, on_table=["3", "5"], players={"A": {"stash": ["9", "7"]}})
    game.stroke(first="3a", fouls=["no_cushion"])
    game.input("declare", "B", value="bust")
    said = game.answer("chosen_ball", "9", "A")
    (notice,) = [r for r in said if r["type"] == "notice"]
    assert "declare by B" in notice["text"]
