"""Nonsense, and what makes no sense now: one clear line, and the game goes on."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from callshot.rules.congestion.balls import ball_of
from callshot.rules.congestion.game import GAME
from callshot.rules.congestion.options import read_house
from callshot.rules.congestion.placing import in_jaws
from callshot.rules.game import Setting
from callshot.rules.vocabulary import Input
from callshot.tracker.rule_command import run_rules
from callshot.tracker.trouble import Trouble


def text(said: Any) -> str:
    """The text of the one notice that was said."""
    (record,) = said
    assert (record["type"], record["code"]) == ("notice", "refused")
    return str(record["text"])


@pytest.mark.parametrize("players", [["A"], list("ABCDEFGHIJK"), ["A", "A"], ["A", "TABLE"], []])
def test_wrong_players(play: Any, players: list[str]) -> None:
    game = play(*players)
    assert "notice" in [r["type"] for r in game.begun]


def test_strokes_out_of_order_and_twice(play: Any) -> None:
    game = play("A", "B")
    game.state()
    game.strokes = 4
    game.stroke()
    before = game.shown
    game.strokes = 4
    assert "comes after stroke 5" in text(game.stroke())
    game.strokes = 1
    assert "stroke 2 comes after stroke 5" in text(game.stroke())
    assert game.shown == before
    game.strokes = 9
    assert game.stroke()[0]["type"] == "ruling"


@pytest.mark.parametrize(
    ("events", "word"),
    [
        ([("pocket", "13a"), ("pocket", "13b")], "no ball 13"),
        ([("pocket", "5a"), ("pocket", "5a")], "dropped twice"),
        ([("pocket", "yellow"), ("off-table", "yellow")], "gone twice"),
        ([("pocket", "22")], "none of this game's"),
        ([("pocket", "red")], "none of this game's"),
        ([("cushion", "red")], "none of this game's"),
    ],
)
def test_balls_that_can_not_have_dropped(play: Any, events: list[tuple[str, str]], word: str) -> None:
    game = play("A", "B")
    game.state()
    rows = [{"kind": k, "ball": b, "pocket": "foot-left", "cushion": "foot", "x": 0, "y": 0} for k, b in events]
    stroke = {"type": "stroke", "number": 1, "struck": "cue", "first_contact": "1a", "events": rows}
    assert word in text(game.say(stroke))
    game.strokes = 0
    assert game.stroke()[0]["type"] == "ruling"


def test_a_ball_already_held(play: Any) -> None:
    game = play("A", "B")
    game.state(players={"A": {"stash": [21]}})
    assert "no ball 21" in text(game.stroke(pocketed=[21]))


@pytest.mark.parametrize(
    ("label", "candidates"), [("solid", ["4", "8"]), ("stripe", ["9", "12"]), ("ball", ["4", "8", "9", "12"])]
)
def test_an_unread_ball_is_asked_about(play: Any, label: str, candidates: list[str]) -> None:
    game = play("A", "B")
    game.state(on_table=["4", "8", "9", "12"])
    rows = [{"kind": "contact", "balls": ["cue", "4a"]}, {"kind": "pocket", "ball": label, "pocket": "foot-left"}]
    game.say({"type": "stroke", "number": 1, "struck": "cue", "first_contact": "4a", "events": rows})
    (question,) = game.open
    assert (question["about"], question["clause"]) == ("pocketed", "CP-6.1")
    assert question["candidates"] == [[b] for b in candidates]
    game.fact("pocketed", [candidates[-1]])
    assert game.log == [f"SCORE(A,{candidates[-1]})", "NEXT(A,2)"]


def test_two_unread_balls(play: Any) -> None:
    rows = [{"kind": "pocket", "ball": b, "pocket": "foot-left"} for b in ("12a", "solid", "ball")]
    stroke = {"type": "stroke", "number": 1, "struck": "cue", "first_contact": "4a", "events": rows}
    game = play("A", "B")
    game.state(on_table=["4", "8", "8", "12"])
    game.say(stroke)
    assert game.open[0]["candidates"] == [["12", "4", "8"], ["12", "8", "8"]]
    game = play("A", "B")
    game.state()
    assert "must be told which ball" in text(game.say(stroke))


def test_answers_that_nobody_asked_for(play: Any) -> None:
    game = play("A", "B")
    game.state()
    for about in ("chosen_ball", "pea_value", "prediction", "win_confirmed", "coin_flip", "nothing"):
        assert "nobody asked" in text(game.answer(about, "5", "A"))


def test_players_who_are_not_there_or_out(play: Any) -> None:
    game = play("A", "B", "C")
    game.state(players={"C": {"out": "fourth_whammy"}})
    assert "X is not playing" in text(game.input("declare", "X", value="win"))
    assert "C is out of the game" in text(game.input("declare", "C", value="bust"))
    assert "C is out of the game" in text(game.input("leave", "C"))
    assert "C is out of this game" in text(game.input("join", "C"))
    assert "whose" in text(game.input("declare", value="win"))
    assert "whose" in text(game.input("pea", value=3))
    assert "who" in text(game.input("leave"))
    assert "who" in text(game.input("join"))
    assert "win or bust" in text(game.input("declare", "A", value="draw"))


def test_the_eleventh_player(play: Any) -> None:
    game = play(*"ABCDEFGHIJ")
    assert "ten players are the most" in text(game.input("join", "K"))
    assert "A is in the game" in text(game.input("join", "A"))


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"shooter": "X"}, "shooter"),
        ({"phase": "lunch"}, "phase"),
        ({"order": ["A", "A"]}, "twice"),
        ({"order": ["A", "Q"]}, "'Q' is not playing"),
        ({"players": {"A": {"stash": ["13", "13"]}}}, "ball 13"),
        ({"players": {"A": {"stash": ["yellow"]}}}, "no numbered ball"),
        ({"players": {"A": {"whammies": 4}}}, "would be out"),
        ({"players": {"A": {"foul_innings": 3}}}, "would be out"),
        ({"players": {"A": {"pea": 16}}}, "no such pea"),
        ({"players": {"A": {"pea": "x"}}}, "whole number"),
        ({"players": {"A": {"out": "left", "stash": ["3"]}}}, "still holds balls"),
        ({"players": {"A": {"stash": ["3"]}}, "debts": [["A", "B", "yellow"]]}, "would have been paid"),
        ({"debts": [["A", "A", "yellow"]]}, "nobody owes himself"),
        ({"debts": [["A", "B", "beer"]]}, "no debt"),
        ({"debts": [["A"]]}, "a debt is"),
        ({"debts": [["X", "A", "yellow"]]}, "debtor"),
        ({"on_table": ["13", "13"]}, "ball 13"),
        ({"on_table": ["red"]}, "'red'"),
        ({"on_table": ["22"]}, "'22'"),
        ({"in_hand": {"cue": "bar"}}, "in_hand"),
        ({"stroke_no": 0}, "stroke_no"),
        ({"target": -5}, "target"),
        ({"forecast": 7}, "forecast"),
        ({"forecast": {"points": -1, "balls": 1}}, "forecast"),
        ({"positioned": ["5"]}, "whammies"),
        ({"prior": "X"}, "prior"),
        ({"over": ["X"]}, "over"),
        ({"players": {"A": {"out": "left"}, "B": {"out": "left"}}}, "nobody is left"),
        ({"players": {"A": {"out": 7}}}, "out of A is a reason"),
        ({"players": {"A": {"out": ""}}}, "out of A is a reason"),
        ({"players": {"X": {}}}, "'X' is not playing"),
        ({"players": {"A": {"stash": ["3"] * 4}}}, "ball 3 is held more often"),
        ({"pile": ["13"], "players": {"A": {"stash": ["13"]}}}, "ball 13 is held more often"),
        ({"target": 10**6 + 1}, "target"),
        ({"forecast": [1, 2, 3]}, "forecast"),
    ],
)
def test_states_that_break_a_promise(play: Any, fields: Any, word: str) -> None:
    game = play("A", "B")
    assert word in text(game.say({"type": "state", **fields}))
    assert game.stroke(first="1a")[0]["type"] == "ruling"


def test_a_claim_of_a_win_that_is_wrong(play: Any) -> None:
    game = play("A", "B", "C", "D")
    game.state(players={"A": {"stash": [9]}})
    game.input("declare", "A", value="win")
    assert game.log == ["CLAIM_REJECTED(A)"]
    assert game.next == ["A", 1]


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({}, "override: say"),
        ({"next": {"player": "X"}}, "who is not playing"),
        ({"over": {"winner": "X"}}, "not in the game"),
        ({"score": {"X": {"out": "disqualified"}}}, "can't be put out"),
        ({"score": {"A": {"stash": ["13", "13"]}}}, "ball 13"),
    ],
)
def test_overrides_that_can_not_be(play: Any, values: Any, word: str) -> None:
    game = play("A", "B")
    game.state()
    assert word in text(game.input("override", by="referee", **values))
    assert "only the referee" in text(game.input("override", "A", **values))


def test_overrides_that_can(play: Any) -> None:
    game = play("A", "B", "C")
    game.state(players={"A": {"stash": [5]}})
    cues = {"cue": "in-hand-behind-head-string", "crazy-cue": "in-position"}
    game.input("override", by="referee", next={"player": "C", "stroke_no": 2, "cue_ball": cues})
    assert game.next == ["C", 2]
    assert game.ruling["next"]["cue_ball"] == cues
    game.input("override", by="referee", score={"B": {"stash": ["7"], "whammies": 2, "foul_innings": 1}})
    assert game.stash("B") == [7]
    assert game.score("B")["whammies"] == 2
    assert game.shown["on_table"].count("7") == 2
    game.input("override", by="referee", score={"A": {"out": "disqualified"}})
    assert game.log == ["SPOT(5)", "OUT(A,disqualified)", "NEXT(C,2)"]
    game.stroke(pocketed=[9])
    game.input("override", by="referee", fouls=[{"code": "push", "clause": "CP-0.1"}])
    assert game.log[0] == "FOUL(push)"
    game.input("override", by="referee", legal=True)
    assert game.log[0] == "SCORE(C,9)"
    game.input("override", by="referee", over={"winner": "B"})
    assert game.log == ["WIN(B)"]


def test_half_a_line_at_the_end_and_what_was_ruled_before_it() -> None:
    session = {"type": "session", "game": "congestion", "players": ["A", "B"]}
    stroke = {"type": "stroke", "number": 1, "struck": "cue", "first_contact": "1a", "events": []}
    lines = [json.dumps(session), json.dumps(stroke), json.dumps(stroke)[:40]]
    out = io.StringIO()
    with pytest.raises(Trouble, match="line 3"):
        run_rules(lines, out.write, None, (), {})
    assert '"type":"ruling"' in out.getvalue()


def test_a_line_of_a_megabyte() -> None:
    session = {"type": "session", "game": "congestion", "players": ["A", "B"], "note": "x" * 2**20}
    out = io.StringIO()
    run_rules([json.dumps(session)], out.write, None, (), {})
    assert '"type":"question"' in out.getvalue()


@pytest.mark.parametrize("kind", ["call", "safety", "push-out", "nonsense"])
def test_what_is_not_for_this_game(play: Any, kind: str) -> None:
    game = play("A", "B")
    assert "not for Congestion" in text(game.input(kind, "A", ball="5", pocket="side-left"))


def test_unsporting_conduct_is_the_referees_to_punish(play: Any) -> None:
    game = play("A", "B")
    assert "override" in text(game.input("unsporting", "A", by="referee"))


def test_a_place_without_numbers(play: Any) -> None:
    game = play("A", "B")
    assert "must be said" in text(game.input("place", ball=5, x=1, y=1))
    for values in ({"ball": "cue"}, {"ball": "cue", "x": "1", "y": 1}):
        with pytest.raises(Trouble, match="field 'x'"):
            game.input("place", **values)


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"players": {"A": []}}, "A must be an object"),
        ({"players": {"A": {"stash": "3"}}}, "stash of A must be a list"),
        ({"on_table": "3"}, "on_table must be a list"),
        ({"debts": "A"}, "debts must be a list"),
        ({"order": "AB"}, "order must be a list"),
        ({"positioned": "blue"}, "list of whammies"),
        ({"inning_foul": 1}, "inning_foul must be true or false"),
        ({"stroke_no": True}, "stroke_no"),
    ],
)
def test_fields_that_are_no_state_at_all(fields: dict[str, Any], word: str) -> None:
    """The game itself says why, whoever hands it the fields."""
    step = GAME.enter(Setting(("A", "B")), fields)
    assert step.refused is not None and word in step.refused.reason


def test_a_setting_that_can_not_be_entered() -> None:
    assert "2 to 10 players" in str(GAME.enter(Setting(("A",)), {}).refused)


def test_a_player_who_is_not_in_the_order_has_left(play: Any) -> None:
    game = play("A", "B", "C")
    game.state(order=["B", "A"])
    game.stroke(first="1a")
    assert game.shown["players"]["C"]["out"] == "left"
    assert game.next == ["A", 1]


def waiting_for_a_penalty(play: Any, *players: str) -> Any:
    """A has fouled, and has not yet said which ball he pays with."""
    game = play(*players)
    game.state(shooter="A", stroke_no=1, players={"A": {"stash": [9, 7]}})
    game.stroke(first="1a", fouls=["no_cushion"])
    assert game.asked == [("chosen_ball", "penalty", "A", None)]
    return game


@pytest.mark.parametrize("kind", ["leave", "join", "concede"])
def test_nobody_comes_or_goes_while_an_answer_is_out(play: Any, kind: str) -> None:
    game = waiting_for_a_penalty(play, "A", "B", "C")
    who = "D" if kind == "join" else "B"
    assert f"{kind}: A has not answered chosen_ball yet" in text(game.input(kind, who))


def test_no_pea_is_dealt_while_an_answer_is_out(play: Any) -> None:
    game = play("A", "B")
    game.state(players={"A": {"stash": [9, 5]}, "B": {"pea": None}})
    game.stroke(cue_lost=["plain"])
    assert "pea: A has not answered chosen_ball yet" in text(game.input("pea", "B", value=3))
    game.answer("chosen_ball", "5", "A")
    assert game.input("pea", "B", value=3)[0]["type"] == "ruling"


def test_a_pea_that_the_program_draws_comes_with_its_number(play: Any) -> None:
    """Chance is no part of the rules: whoever keeps the bottle draws, and says what he drew."""
    state = GAME.start(Setting(("A", "B"))).state
    step = GAME.step(state, Input(0.0, "player", "pea", "A", {"value": "system"}))
    assert step.state == state
    assert step.refused is not None
    assert step.refused.reason == "pea: the program draws it and says its number"


def test_who_leaves_is_asked_nothing_more(play: Any) -> None:
    game = play("A", "B", "C")
    assert [q[2] for q in game.asked] == ["A", "B", "C"]
    game.input("leave", "B")
    assert [q[2] for q in game.asked] == ["A", "C"]
    busted = play("A", "B", "C")
    busted.state(target=20, players={"C": {"stash": [20]}})
    busted.input("declare", "C", value="bust")
    busted.stroke()
    assert busted.asked == [("draw_new_pea", None, "C", None)]
    busted.input("leave", "C")
    assert busted.asked == []


def test_a_whammy_put_where_it_can_not_lie_is_refused_between_strokes(play: Any) -> None:
    game = play("A", "B")
    game.state()
    said = text(game.input("place", by="referee", ball="black", x=705, y=1415))
    assert "lies in the jaws of a pocket" in said
    assert game.input("place", by="referee", ball="cue", x=300, y=300) == []
    said = text(game.input("place", by="referee", ball="black", x=0, y=1410))
    assert "does not lie on the bed" in said


def test_the_referee_may_name_one_who_is_out_beside_what_he_decides(play: Any) -> None:
    game = play("A", "B", "C")
    game.state(players={"C": {"out": "left"}})
    game.input("override", "C", by="referee", next={"player": "B"})
    assert game.next == ["B", 1]
    assert "C is out of the game" in text(game.input("predict", "C", points=3, balls=1))


def test_an_id_that_ends_in_a_figure_is_no_letter_behind_a_label() -> None:
    ids = ("5a", "21c", "5", "21", "black", "blackb", "22", "black1", "5a2", "crazy-8a", "cue", "crazy-cue")
    labels = ("5", "21", "5", "21", "black", "black", "", "", "", "crazy-8", "cue", "crazy-cue")
    assert tuple(map(ball_of, ids)) == labels


def test_a_cue_ball_may_be_named_as_a_log_names_it(play: Any) -> None:
    """`crazy` and `plain` are the cue balls: in hand, they are warned of when they are put over the string."""
    for named, ball in (("crazy", "crazy-cue"), ("crazy-cue", "crazy-cue"), ("plain", "cue"), ("cue", "cue")):
        game = play("A", "B")
        game.state(in_hand={ball: "kitchen"})
        assert game.input("place", "A", ball=named, x=0, y=-900) == []
        said = game.input("place", "A", ball=named, x=0, y=-600)
        assert [r["log"] for r in said if r["type"] == "ruling"] == [["WARN(A,kitchen)"]]


def test_a_ball_of_another_game_can_not_be_put_down_and_a_cue_ball_lies_there_once(play: Any) -> None:
    game = play("A", "B")
    game.state()
    assert "there is no ball 'zz'" in text(game.input("place", "A", ball="zz", x=0, y=-900))
    assert "there is no ball 'red'" in text(game.input("place", "A", ball="red", x=0, y=-900))
    balls = [("cue", "cue", 100), ("5a", "5", 0), ("5b", "5", 90)]
    game.say({"type": "layout", "balls": [{"id": i, "label": label, "x": x, "y": -900} for i, label, x in balls]})
    for named in ("plain", "cue"):
        assert game.input("place", by="referee", ball=named, x=0, y=-800) == []
    assert game.input("place", by="referee", ball="5b", x=200, y=0) == []
    lying = game.rules._referee.state.worlds[0].state.position.layout
    assert sorted((b.id, b.x_mm) for b in lying) == [("5a", 0.0), ("5b", 200.0), ("cue", 0.0)]


@pytest.mark.clause("CP-9.1.a", "CP-12.3")
@pytest.mark.parametrize(("gap", "jaws"), [(81.9, True), (82.0, False), (100.0, False)])
def test_the_jaws_of_a_corner_end_at_the_line_that_joins_its_points(gap: float, jaws: bool) -> None:
    """The mouth is 115.9 mm wide: from side and end cushion together 81.95 mm on its line, whatever the corner."""
    setting = Setting((), {}, 2844.8, 1422.4, 57.15)
    for x_side in (-1, 1):
        for y_side in (-1, 1):
            for part in (0.4, 0.5):
                at = x_side * (711.2 - gap * part), y_side * (1422.4 - gap * (1 - part))
                assert in_jaws(*at, setting) is jaws


def test_nobody_begins_a_new_match_alone(play: Any) -> None:
    game = play("A", "B")
    game.state()
    game.input("leave", "B")
    assert game.say({"type": "disturbance", "kind": "racked", "rack": "congestion foot"}) == []


def test_a_ball_that_is_none_of_this_games_can_not_be_said_to_have_dropped(play: Any) -> None:
    for fact in ("pocketed", "off_table"):
        game = play("A", "B")
        game.state()
        game.stroke()
        assert "ball 22 is none of this game's balls" in text(game.fact(fact, ["22"]))
        game.fact(fact, ["1"])
        assert game.fouls == ([] if fact == "pocketed" else [("object_ball_off_table", "CP-13.1")])


def test_nothing_is_overridden_while_an_answer_is_out(play: Any) -> None:
    game = waiting_for_a_penalty(play, "A", "B")
    assert "an open question must be answered first" in text(game.input("override", by="referee", next={"player": "B"}))


@pytest.mark.parametrize(
    ("value", "player", "word"),
    [
        ("21", "A", "not among those to choose from"),
        (None, "A", "a ball must be named"),
        (True, "A", "not among those to choose from"),
        ("9", "B", "nobody asked about 'chosen_ball' of B"),
    ],
)
def test_balls_that_can_not_be_chosen(play: Any, value: Any, player: str, word: str) -> None:
    game = waiting_for_a_penalty(play, "A", "B")
    assert word in text(game.answer("chosen_ball", value, player))
    assert word not in text(game.answer("chosen_ball", "21", "A", purpose="pick"))


def test_an_answer_may_name_its_question(play: Any) -> None:
    game = waiting_for_a_penalty(play, "A", "B")
    (question,) = game.open
    assert "not open any more" in text(game.answer("chosen_ball", "9", "A", id="s7.other"))
    assert "nobody asked" in text(game.answer("chosen_ball", "9", "A", purpose="exchange"))
    game.answer("chosen_ball", 9, "A", id=question["id"], purpose="penalty")
    assert game.log[1:3] == ["PENALTY(A,9)", "SPOT(9)"]


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("many", "a forecast is points and balls"),
        ({"points": 3}, "two whole numbers"),
        ({"points": -1, "balls": 1}, "two whole numbers"),
        ({"points": 1.5, "balls": 1}, "two whole numbers"),
        ({"points": True, "balls": 1}, "two whole numbers"),
        ({"points": 1, "balls": -1}, "two whole numbers"),
    ],
)
def test_forecasts_that_are_none(play: Any, value: Any, word: str) -> None:
    game = play("A", "B", option_3=True)
    game.state(shooter="A", stroke_no=1)
    game.stroke(first="1a")
    assert game.asked[0][0] == "prediction", "the stroke waits for it"
    assert word in text(game.answer("prediction", value, "A"))
    game.answer("prediction", {"points": 3.0, "balls": 0}, "A")
    assert game.log[0] == "PREDICTION(A,3,0)"


@pytest.mark.parametrize(
    ("value", "word"), [("x", "whole number"), (99, "there is no pea with that number"), (4, "not in the bottle")]
)
def test_peas_that_a_busted_player_can_not_draw(play: Any, value: Any, word: str) -> None:
    game = play("A", "B")
    game.state(shooter="A", stroke_no=2, target=20, players={"A": {"stash": [21], "pea": 3}, "B": {"pea": 4}})
    game.input("declare", "A", value="bust")
    game.answer("draw_new_pea", True, "A")
    if value == "x":
        with pytest.raises(Trouble, match="whole number"):
            game.input("pea", "A", value=value)
        return
    assert word in text(game.answer("pea_value", value, "A"))
    assert "one of True, False" not in str(game.open)
    game.answer("pea_value", 5, "A")
    assert "REDRAW(A)" in game.log


def test_questions_of_yes_and_no_take_nothing_else(play: Any) -> None:
    game = play("A", "B")
    game.state(shooter="A", stroke_no=2, target=20, players={"A": {"stash": [21], "pea": 3}})
    game.input("declare", "A", value="bust")
    assert "'maybe' is not one of True, False" in text(game.answer("draw_new_pea", "maybe", "A"))
    assert "1 is not one of True, False" in text(game.answer("draw_new_pea", 1, "A"))


def test_a_win_is_not_declared_before_the_break(play: Any) -> None:
    game = play("A", "B")
    assert "only while the game is on" in text(game.input("declare", "A", value="win"))


def test_what_has_no_hold_on_this_game_is_taken_without_a_word(play: Any) -> None:
    """Facts of pool games for the next stroke: nothing in Congestion hangs on them, and nobody is reproached."""
    game = play("A", "B")
    game.state(shooter="A", stroke_no=1)
    assert game.fact("two_foul_warning", True) == []
    assert game.fact("placement_warning", True) == []


def test_strokes_with_balls_that_are_not_this_games(play: Any) -> None:
    game = play("A", "B")
    game.state()
    game.strokes = 0
    for label, word in (("red", "none of this game's balls"), ("0", "none of this game's balls")):
        rows = [{"kind": "off-table", "ball": label, "x": 0, "y": 0}]
        assert word in text(
            game.say({"type": "stroke", "number": 1, "struck": "cue", "first_contact": "1a", "events": rows})
        )


def test_options_may_be_truth_values() -> None:
    """A record may say true and false where the command line says yes and no."""
    for yes, no in ((True, False), ("yes", "no"), ("true", "false"), ("on", "off"), (" Yes", "FALSE ")):
        for value, strokes in ((yes, True), (no, False)):
            house = read_house(Setting(("A", "B"), {"option_1": value}))  # type: ignore[dict-item]
            assert not isinstance(house, str) and house.yes("option_1") is strokes
