"""Questions that hold nothing up: what is played past them takes their default, and they stay open beside the play."""

from __future__ import annotations

from typing import Any

import pytest

PEAS = {"A": {"pea": 5, "stash": [15]}, "B": {"pea": 3, "stash": [21]}}


def bust(play: Any, **players: Any) -> Any:
    """B, who shot before A, is over 20 and says so: he is asked whether he draws."""
    game = play("A", "B", "C")
    game.state(shooter="A", stroke_no=1, prior="B", target=20, players={**PEAS, **players}, over=["B"])
    game.input("declare", "B", value="bust")
    assert game.asked == [("draw_new_pea", None, "B", None)]
    assert (game.log[0], game.next) == ("BUST(B)", None)
    return game


@pytest.mark.clause("CP-8.8.a", "CP-8.9.b")
def test_a_win_is_declared_past_a_draw_that_is_still_open(play: Any) -> None:
    game = bust(play)
    said = game.input("declare", "A", value="win")
    logs = [r["log"] for r in said if r["type"] == "ruling"]
    assert logs[-1] == ["WIN(A)"]
    assert not [r for r in said if r["type"] == "notice"]


@pytest.mark.clause("CP-8.9.b")
def test_a_win_that_is_none_leaves_the_draw_open_all_the_same(play: Any) -> None:
    game = bust(play, A={"pea": 5, "stash": [14]})
    said = game.input("declare", "C", value="win")
    assert "A is at the table" in said[-1]["text"]
    assert game.asked == [("draw_new_pea", None, "B", None)], "what was refused changed nothing"


@pytest.mark.clause("CP-8.9.b")
def test_a_stroke_goes_past_the_draw_and_it_stays_open_beside_the_play(play: Any) -> None:
    game = bust(play)
    game.stroke(first="1a")
    assert game.ruling["legal"] is True and game.next == ["B", 1]
    assert game.asked == [("draw_new_pea", None, "B", None)]
    (no,) = game.answer("draw_new_pea", "maybe", "B")
    assert "draw_new_pea is true or false" in no["text"]
    (no,) = game.answer("draw_new_pea", 1, "B")
    assert "draw_new_pea is true or false" in no["text"]
    game.answer("draw_new_pea", True, "B")
    assert game.asked == [("pea_value", "bust", "B", None)]
    game.answer("pea_value", 7, "B")
    assert game.log == ["REDRAW(B)"] and game.next == ["B", 1]


@pytest.mark.clause("CP-8.9.b")
def test_a_draw_that_is_declined_beside_the_play_is_not_offered_again(play: Any) -> None:
    game = bust(play)
    game.stroke(first="1a")
    game.answer("draw_new_pea", False, "B")
    assert game.asked == [] and game.next == ["B", 1]


@pytest.mark.clause("CP-9.6.e", "CP-9.1.a")
def test_where_an_extra_whammy_was_put_is_known_afterwards(play: Any) -> None:
    """With places known, the next ball can't be put where the extra one lies now."""
    game = play("A", "B")
    game.state(shooter="A", stroke_no=1)
    after = [{"id": "green", "label": "green", "x": 0, "y": 900}, {"id": "cue", "label": "cue", "x": 400, "y": 0}]
    rows = [
        {"kind": "contact", "balls": ["cue", "blue"]},
        {"kind": "pocket", "ball": "blue", "pocket": "foot-left"},
        {"kind": "pocket", "ball": "black", "pocket": "foot-left"},
    ]
    stroke = {"type": "stroke", "number": 1, "struck": "cue", "first_contact": "blue", "events": rows, "after": after}
    game.say(stroke)
    while game.asked[0][0] == "chosen_ball":
        game.answer("chosen_ball", None, game.asked[0][2])
    game.answer("reposition_choice", {"blue": [0, 0], "black": [300, 0]}, "A")
    placed = {"id": "green", "label": "green", "from": {"x": 0, "y": 900}, "to": {"x": -100, "y": 300}}
    game.say({"type": "disturbance", "kind": "placed", "balls": [placed]})
    assert game.log == ["REPOSITION(A,green,extra)"]
    touching = {"id": "yellow", "label": "yellow", "from": {"x": 0, "y": 500}, "to": {"x": -100, "y": 340}}
    said = game.say({"type": "disturbance", "kind": "placed", "balls": [touching]})
    assert "touches" in said[-1]["text"]
    free = {**touching, "to": {"x": 0, "y": 900}}
    game.say({"type": "disturbance", "kind": "placed", "balls": [free]})
    assert game.log == ["REPOSITION(A,yellow,extra)"], "where the green one lay is free now"


@pytest.mark.clause("CP-8.2.opt3.a", "CP-5.1", "CP-8.9.b")
def test_questions_beside_the_play_name_their_clause(play: Any) -> None:
    game = play("A", "B", option_3=True)
    assert {(q["about"], q["clause"]) for q in game.open} == {("pea_value", "CP-5.1"), ("prediction", "CP-8.2.opt3.a")}
    game = bust(play)
    assert game.open[0]["clause"] == "CP-8.9.b"
    game.stroke(first="1a")
    assert game.open[0]["clause"] == "CP-8.9.b"


def test_facts_after_the_end_are_heard_for_what_they_are(play: Any) -> None:
    """The last stroke may still be ruled anew; the order draw is long past."""
    game = play("A", "B")
    game.state(shooter="A", stroke_no=2, target=20, players={"A": {"pea": 5, "stash": [15]}, "B": {"pea": 3}})
    game.stroke(first="1a")
    game.input("declare", "A", value="win")
    assert game.log == ["WIN(A)"]
    (no,) = game.fact("turn_order", ["B", "A"])
    assert "the order is drawn before the break" in no["text"]
    (no,) = game.input("declare", "B", value="bust")
    assert "the game is over" in no["text"]
    said = game.fact("feet", 0)
    assert [r["fouls"][0]["code"] for r in said if r["type"] == "ruling" and r["of"] == 1] == ["no_foot"]
