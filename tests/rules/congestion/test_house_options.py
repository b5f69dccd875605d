"""The open questions of Congestion (OQ-CP-..): every reading that the house may choose does what it says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from callshot.rules.congestion.game import GAME
from callshot.rules.congestion.options import OPTIONS
from callshot.rules.vocabulary import Input

SHOOTER_NEARLY = [21, 20, 19, 18, 17, 16, 15, 14]
"""With pea 8 a total of 148."""


def game_of(play: Any, order: str, options: Any, **state: Any) -> Any:
    game = play(*order, **options)
    game.state(**state)
    return game


def test_every_open_question_has_its_option() -> None:
    questions = [o.question for o in OPTIONS if o.question is not None]
    assert questions == [f"OQ-CP-{n:02d}" for n in range(1, 61)]
    assert len({o.key for o in OPTIONS}) == len(OPTIONS)
    assert [o.key for o in GAME.options[:4]] == ["option_1", "option_2", "option_3", "option_3_sub"]
    assert {"race", "next_breaker"} <= {o.key for o in GAME.options}
    assert all(o.default == o.values[0] and o.meaning for o in OPTIONS)


# ------------------------------------------------------------------------------------------------ OQ-CP-03, 06


def test_oq_03_one_plain_eight(play: Any) -> None:
    game = game_of(play, "AB", {"cp.eights_used": "one-plain"})
    game.stroke()
    assert (game.shown["on_table"].count("crazy-8"), game.shown["on_table"].count("8")) == (2, 1)


def test_oq_06_rerack(play: Any) -> None:
    game = game_of(play, "AB", {"cp.failed_open_break": "rerack"}, phase="break")
    game.stroke(fouls=["not_open_break"], whammies=["black"])
    assert game.log == ["FOUL(not_open_break)", "RERACK(55)", "NEXT(A,1)"]
    assert game.shown["phase"] == "break"
    assert game.shown["in_hand"] == {"cue": "kitchen"}
    assert len(game.shown["on_table"]) == 55
    assert game.debts() == []
    assert game.score("A")["whammies"] == 0
    game.stroke()
    assert game.shown["phase"] == "play"


@pytest.mark.parametrize(
    ("choice", "log"),
    [
        ("accept", ["FOUL(not_open_break)", "OWES(A->TABLE)", "SPOT(4)", "NEXT(B,1)"]),
        ("rerack-i-break", ["FOUL(not_open_break)", "RERACK(55)", "NEXT(B,1)"]),
        ("rerack-you-break", ["FOUL(not_open_break)", "RERACK(55)", "NEXT(A,1)"]),
    ],
)
def test_oq_06_the_incoming_player_decides(play: Any, choice: str, log: list[str]) -> None:
    game = game_of(play, "AB", {"cp.failed_open_break": "incoming-choice"}, phase="break")
    game.stroke(fouls=["not_open_break"], pocketed=[4])
    assert game.asked == [("incoming_option", None, "B", None)]
    game.answer("incoming_option", choice, "B")
    assert game.log == log


def test_oq_06_no_penalty(play: Any) -> None:
    game = game_of(play, "AB", {"cp.failed_open_break": "no-penalty"}, phase="break")
    game.stroke(fouls=["not_open_break"], pocketed=[4])
    assert game.log == ["FOUL(not_open_break)", "SPOT(4)", "NEXT(B,1)"]
    assert game.score("A")["foul_innings"] == 0


@pytest.mark.parametrize("option", ["foul", "rerack", "incoming-choice", "no-penalty"])
def test_oq_06_an_open_break_is_the_same_in_every_house(play: Any, option: str) -> None:
    game = game_of(play, "AB", {"cp.failed_open_break": option}, phase="break")
    game.stroke(pocketed=[4])
    assert game.log == ["SCORE(A,4)", "NEXT(A,2)"]


# ------------------------------------------------------------------------------------------------ option 3


@pytest.mark.parametrize(
    ("option", "told", "made", "met"),
    [
        ("within-five", (12, 9), [12], True),
        ("exact", (12, 9), [12], True), ("exact", (11, 1), [12], False), ("exact", (13, 1), [12], False),
        ("balls-too", (12, 1), [12], True), ("balls-too", (12, 2), [12], False), ("balls-too", (17, 1), [12], True),
    ],
)  # fmt: skip
def test_oq_11_when_a_forecast_is_met(play: Any, option: str, told: Any, made: Any, met: bool) -> None:
    game = game_of(play, "AB", {"option_3": True, "cp.opt3_met": option})
    game.input("predict", "A", points=told[0], balls=told[1])
    game.stroke(pocketed=made)
    game.stroke()
    assert ("PREDICTION_MET(A)" in game.log) is met


@pytest.mark.parametrize(("option", "asks"), [("within-five", False), ("exact", True)])
def test_oq_11_exact_after_the_removal(play: Any, option: str, asks: bool) -> None:
    game = game_of(play, "AB", {"option_3": True, "cp.opt3_met": option})
    game.input("predict", "A", points=12, balls=1)
    game.stroke(pocketed=[12])
    game.stroke(pocketed=[3])
    assert (game.asked[:1] == [("chosen_ball", "removal", "A", None)]) is asks
    if asks:
        game.answer("chosen_ball", "3", "A")
        assert game.stash("A") == [12]


def test_oq_12_removal_from_the_stash_or_compulsory(play: Any) -> None:
    game = game_of(play, "AB", {"option_3": True, "cp.opt3_removal": "stash"}, players={"A": {"stash": [10, 1]}})
    game.input("predict", "A", points=2, balls=1)
    game.stroke(pocketed=[12])
    game.stroke()
    assert game.open[0]["candidates"] == ["12", "10", "1", None]
    game.answer("chosen_ball", "10", "A")
    assert game.log == ["REMOVE(A,10)", "SPOT(10)", "PREDICTION_MET(A)", "SCORE(A,12)", "NEXT(B,1)"]
    game = game_of(play, "AB", {"option_3": True, "cp.opt3_removal": "compulsory"})
    game.input("predict", "A", points=2, balls=1)
    game.stroke(pocketed=[12])
    game.stroke(pocketed=[3])
    assert game.open[0]["candidates"] == ["12", "3"]


def test_oq_13_the_pile_may_pay(play: Any) -> None:
    game = game_of(play, "AB", {"option_3": True, "cp.opt3_pile_use": True}, debts=[["A", "B", "orange"]])
    game.input("predict", "A", points=30, balls=3)
    game.stroke(pocketed=[12, 9])
    assert game.log == ["PILE(A,12)", "PILE(A,9)", "PAID(A->B,12)", "NEXT(A,2)"]
    game.stroke(cue_lost=["plain"])
    assert game.log[:3] == ["FOUL(scratch)", "PENALTY(A,9)", "SPOT(9)"]


@pytest.mark.parametrize(("option", "acts"), [("bonus-only", True), ("illegal-never", False)])
def test_oq_14_whammies_on_illegal_strokes_under_option_3(play: Any, option: str, acts: bool) -> None:
    game = game_of(play, "AB", {"option_3": True, "cp.opt3_whammy_exception": option})
    game.input("predict", "A", points=0, balls=0)
    game.stroke(whammies=["orange"], cue_lost=["plain"])
    assert ("STICK" in game.log) is acts
    assert ("REPLACE_PRE_BREAK(orange)" in game.log) is not acts
    legal = game_of(play, "AB", {"option_3": True, "cp.opt3_whammy_exception": option})
    legal.input("predict", "A", points=0, balls=0)
    legal.stroke(whammies=["orange"])
    assert "STICK" in legal.log


# ------------------------------------------------------------------------------------------------ fouls, declarations


@pytest.mark.parametrize(("option", "in_hand"), [("no", {}), ("yes", {"crazy-cue": "kitchen"})])
def test_oq_20_the_struck_cue_ball_after_any_foul(play: Any, option: str, in_hand: Any) -> None:
    game = game_of(play, "AB", {"cp.in_hand_after_other_foul": option})
    game.stroke(fouls=["no_cushion"], struck="crazy-cue")
    assert game.shown["in_hand"] == in_hand


@pytest.mark.parametrize("option", ["yes", "no"])
def test_oq_24_declaring_before_shooting(play: Any, option: str) -> None:
    players = {"A": {"stash": [21]}, "B": {"stash": [20, 1]}}
    game = game_of(play, "AB", {"cp.declare_before_shooting": option}, target=29, players=players)
    said = game.input("declare", "A", value="win")
    assert (said[0]["type"] == "notice") is (option == "no")
    if option == "no":
        game.stroke()
        game.input("declare", "A", value="win")
        assert game.log == ["WIN(A)"]


def test_oq_25_a_wrong_claim(play: Any) -> None:
    state = {"target": 60, "stroke_no": 2, "players": {"A": {"stash": [21, 5]}}}
    game = game_of(play, "AB", {}, **state)
    game.input("declare", "A", value="win")
    assert game.log == ["CLAIM_REJECTED(A)", "NEXT(A,2)"]
    assert game.next == ["A", 2]
    assert game.asked == [("pea_value", "deal", "A", None)]
    game.answer("pea_value", 11, "A")
    assert game.log == ["REDRAW(A)"]
    game.input("declare", "A", value="win")
    game.stroke()
    assert game.asked == []
    game = game_of(play, "AB", {"cp.false_claim": "no-redraw"}, **state)
    game.input("declare", "A", value="win")
    assert game.asked == []
    game = game_of(play, "AB", {"cp.false_claim": "foul"}, **state)
    game.input("declare", "A", value="win")
    game.answer("chosen_ball", "5", "A")
    assert game.log == ["CLAIM_REJECTED(A)", "PENALTY(A,5)", "SPOT(5)", "NEXT(A,2)"]
    assert game.score("A")["foul_innings"] == 0


def test_oq_25_a_wrong_claim_of_one_who_is_over_is_a_bust(play: Any) -> None:
    game = game_of(play, "AB", {}, target=60, players={"A": {"stash": [21, 20, 5]}}, stroke_no=2)
    game.stroke(pocketed=[9])
    game.input("declare", "A", value="win")
    game.answer("draw_new_pea", False, "A")
    assert game.log == ["CLAIM_REJECTED(A)", "BUST(A)", "SPOT(5)", "SPOT(9)", "SPOT(20)", "SPOT(21)", "NEXT(B,1)"]


@pytest.mark.parametrize(("option", "following"), [("yes", ["B", 1]), ("no", ["A", 2])])
def test_oq_26_a_bust_on_the_first_stroke(play: Any, option: str, following: list[Any]) -> None:
    options = {"cp.bust_ends_inning": option}
    game = game_of(play, "ABCD", options, players={"A": {"stash": SHOOTER_NEARLY}})
    game.stroke(pocketed=[12])
    assert game.next == ["A", 2]
    game.input("declare", "A", value="bust")
    game.answer("draw_new_pea", False, "A")
    assert game.next == following


@pytest.mark.parametrize(("option", "debts", "tally", "run"), [("none", 1, 2, 1), ("debts", 0, 2, 1), ("all", 0, 0, 0)])
def test_oq_27_what_a_bust_wipes_out(play: Any, option: str, debts: int, tally: int, run: int) -> None:
    players = {"B": {"whammies": 2, "foul_innings": 1, "stash": [5]}, "A": {"stash": [21]}}
    game = game_of(play, "ABC", {"cp.bust_resets": option}, target=30, players=players)
    game.stroke(whammies=["yellow"])
    game.answer("reposition_choice", {}, "A")
    game.input("declare", "B", value="bust")
    game.answer("draw_new_pea", False, "B")
    assert game.debts() == [["A", "C"]]
    assert (game.score("B")["whammies"], game.score("B")["foul_innings"]) == (tally, run)
    assert debts in (0, 1)


@pytest.mark.parametrize(("option", "left"), [("none", [["A", "TABLE"]]), ("debts", []), ("all", [])])
def test_oq_27_debts_of_a_busted_player(play: Any, option: str, left: list[Any]) -> None:
    """Over with nothing in the stash: a joiner's pea beyond a low final score, while he owes the table."""
    players = {"A": {"pea": 12}}
    game = game_of(play, "AB", {"cp.bust_resets": option}, target=10, players=players, debts=[["A", "TABLE", "table"]])
    game.stroke()
    assert game.shown["over"] == ["A"]
    game.input("declare", "A", value="bust")
    game.answer("draw_new_pea", False, "A")
    assert game.debts() == left


@pytest.mark.parametrize(("option", "free"), [("returned", True), ("stays-out", False)])
def test_oq_28_the_old_pea(play: Any, option: str, free: bool) -> None:
    players = {"A": {"pea": 9, "stash": SHOOTER_NEARLY}}
    game = game_of(play, "ABCD", {"cp.bust_pea": option}, players=players, stroke_no=2)
    game.stroke(pocketed=[12])
    game.input("declare", "A", value="bust")
    game.answer("draw_new_pea", True, "A")
    assert (game.answer("pea_value", 9, "A")[0]["type"] == "ruling") is free


@pytest.mark.parametrize(("option", "in_time"), [("next-player", True), ("next-stroke", False)])
def test_oq_29_the_deadline(play: Any, option: str, in_time: bool) -> None:
    game = game_of(play, "ABCD", {"cp.bust_deadline": option}, players={"A": {"stash": SHOOTER_NEARLY}})
    game.stroke(pocketed=[12])
    game.stroke(pocketed=[1])
    assert (game.score("A")["out"] is None) is in_time


# ------------------------------------------------------------------------------------------------ debts, whammies


def test_oq_33_debts_before_the_distribution_goes_on(play: Any) -> None:
    """With the transfers of an action first, a ball that came back while balls were owed pays before going round."""
    for option in ("cancelled", "paid-first"):
        options = {"cp.out_yellow_green_debts": option, "cp.settle_granularity": "after-action"}
        game = game_of(play, "ABC", options, players={"A": {"whammies": 3, "stash": [9, 7, 5]}})
        game.stroke(whammies=["yellow"])
        game.answer("reposition_choice", {}, "A")
        assert game.log[2:5] == ["GIVE(A->B,9)", "GIVE(A->C,7)", "GIVE(A->B,5)"]


@pytest.mark.parametrize(("option", "debts"), [("lapse", []), ("to-table", [["B", "TABLE"]])])
def test_oq_34_claims_of_a_leaver(play: Any, option: str, debts: list[Any]) -> None:
    game = game_of(play, "ABC", {"cp.claims_of_leaver": option}, debts=[["B", "C", "yellow"], ["C", "A", "green"]])
    game.input("leave", "C")
    assert game.debts() == debts
    assert {d[2] for d in game.shown["debts"]} <= {"table"}


@pytest.mark.parametrize(
    ("option", "log"),
    [
        ("highest", ["PAID(A->B,21)"]),
        ("lowest", ["PAID(A->B,5)"]),
    ],
)
def test_oq_35_which_ball_pays(play: Any, option: str, log: list[str]) -> None:
    game = game_of(play, "AB", {"cp.debt_ball": option}, debts=[["A", "B", "yellow"]])
    game.stroke(pocketed=[21, 5])
    assert game.log[2:3] == log


def test_oq_35_the_debtors_choice_and_the_lowest_to_the_table(play: Any) -> None:
    game = game_of(play, "AB", {"cp.debt_ball": "choice"}, debts=[["A", "B", "yellow"]])
    game.stroke(pocketed=[21, 5])
    assert game.asked == [("chosen_ball", "table-debt", "A", "B")]
    assert game.open[0]["clause"] == "CP-11.2"
    game.answer("chosen_ball", "5", "A")
    assert game.stash("B") == [5]
    game = game_of(play, "AB", {"cp.debt_ball": "highest"}, debts=[["A", "TABLE", "table"]])
    game.stroke(pocketed=[21, 5])
    assert (game.asked, game.open[0]["clause"]) == ([("chosen_ball", "table-debt", "A", None)], "CP-11.3")
    game = game_of(play, "AB", {"cp.debt_ball": "lowest"}, debts=[["A", "TABLE", "table"]])
    game.stroke(pocketed=[21, 5])
    assert game.log[2] == "PAID(A->TABLE,5)"


@pytest.mark.parametrize(
    ("option", "log"),
    [
        ("each-transfer", ["TAKE(A<-B,20)", "PAID(A->C,20)", "TAKE(A<-C,20)"]),
        ("after-action", ["TAKE(A<-B,20)", "TAKE(A<-C,7)", "PAID(A->C,20)"]),
    ],
)
def test_oq_36_when_debts_are_paid(play: Any, option: str, log: list[str]) -> None:
    players = {"B": {"stash": [20]}, "C": {"stash": [7]}}
    options = {"cp.settle_granularity": option}
    game = game_of(play, "ABC", options, players=players, debts=[["A", "C", "yellow"]])
    game.stroke(whammies=["orange"])
    assert game.log[2:5] == log


def test_oq_45_netting_at_once(play: Any) -> None:
    for option, debts in (("chain", [["A", "B"], ["B", "A"]]), ("net", [])):
        game = game_of(play, "AB", {"cp.debt_netting": option}, debts=[["A", "B", "yellow"]])
        game.stroke(whammies=["orange"])
        game.answer("reposition_choice", {}, "A")
        assert game.debts() == debts


def test_oq_45_only_debts_between_the_same_two_are_netted(play: Any) -> None:
    """A owes C; an orange whammy makes B and C owe A: what A and C owe each other is gone, B's debt stands."""
    game = game_of(play, "ABC", {"cp.debt_netting": "net"}, debts=[["A", "C", "yellow"]])
    game.stroke(whammies=["orange"])
    game.answer("reposition_choice", {}, "A")
    assert game.debts() == [["B", "A"]]


def test_oq_50_a_win_declared_before_going_out(play: Any) -> None:
    players = {"A": {"whammies": 3}, "B": {"stash": [10]}, "C": {"stash": [12]}}
    for option, asks in (("out", False), ("declare-first", True)):
        game = game_of(play, "ABC", {"cp.win_vs_out": option}, players=players, target=30)
        game.stroke(whammies=["orange"])
        game.answer("reposition_choice", {}, "A")
        assert (game.asked == [("win_declared", None, "A", None)]) is asks
    game.answer("win_declared", False, "A")
    assert game.score("A")["out"] == "fourth_whammy"


def test_oq_50_and_wins(play: Any) -> None:
    players = {"A": {"whammies": 3}, "B": {"stash": [10]}, "C": {"stash": [12]}}
    game = game_of(play, "ABC", {"cp.win_vs_out": "declare-first"}, players=players, target=30)
    game.stroke(whammies=["orange"])
    game.answer("reposition_choice", {}, "A")
    game.answer("win_declared", True, "A")
    assert game.log[-3:] == ["REPOSITION(A,orange)", "UNSTICK", "WIN(A)"]


def test_oq_51_the_last_player_must_still_reach_the_score(play: Any) -> None:
    game = game_of(play, "AB", {"cp.last_player": "must-reach"}, target=30, players={"A": {"stash": [21]}})
    game.input("leave", "B")
    assert game.log == ["OUT(B,left)", "NEXT(A,1)"]
    game.stroke()
    assert game.next == ["A", 1]
    game.stroke(pocketed=[1])
    game.input("declare", "A", value="win")
    assert game.log == ["WIN(A)"]
    assert game.ruling["over"]["reason"] == "final_score"


def test_oq_52_final_score_follows_the_number_of_players(play: Any) -> None:
    for option, targets in (("score-stays", [156, 156]), ("score-follows", [136, 156])):
        game = game_of(play, "ABCD", {"cp.join_leave": option})
        game.input("join", "E")
        seen = [game.shown["target"]]
        game.input("leave", "B")
        assert [*seen, game.shown["target"]] == targets


def test_oq_55_a_private_warning(play: Any) -> None:
    game = game_of(play, "ABCD", {"cp.disqualification": "warn"}, players={"A": {"stash": SHOOTER_NEARLY}})
    said = game.stroke(pocketed=[12])
    (whisper,) = [r for r in said if r.get("private_to")]
    assert (whisper["private_to"], whisper["log"]) == ("A", ["WARN(A,over)"])
    game = game_of(play, "ABCD", {}, players={"A": {"stash": SHOOTER_NEARLY}})
    assert [r for r in game.stroke(pocketed=[12]) if r.get("private_to")] == []


@pytest.mark.parametrize(("option", "out"), [("sticky", True), ("at-deadline", False)])
def test_oq_60_over_and_under_again_by_a_later_stroke(play: Any, option: str, out: bool) -> None:
    players = {"A": {"stash": [20, 15, 1]}, "C": {"pea": 6, "stash": [21, 19, 18, 17, 16, 14, 13, 12, 10]}}
    game = game_of(play, "ABCD", {"cp.bust_sticky": option}, players=players)
    game.stroke(whammies=["yellow"])
    game.answer("reposition_choice", {}, "A")
    assert game.shown["bust_window"] == ["C"]
    game.stroke(whammies=["orange"])
    game.answer("reposition_choice", {}, "A")
    game.stroke()
    assert (game.score("C")["out"] == "disqualified") is out


# ------------------------------------------------------------------------------------------------ matches


@pytest.mark.parametrize(("option", "breaker"), [("winner", "B"), ("alternate", "B"), ("loser", "C")])
def test_a_match_of_several_games(play: Any, option: str, breaker: str) -> None:
    options = {"race": 2, "next_breaker": option}
    players = {"A": {"stash": [5]}, "B": {"stash": [21]}, "C": {"stash": [3]}}
    game = game_of(play, "ABC", options, target=29, players=players, shooter="B")
    game.input("declare", "B", value="win")
    assert game.ruling["over"]["what"] == "rack"
    assert game.log == ["RACK(B)", f"NEXT({breaker},1)"]
    assert game.shown["phase"] == "break"
    assert game.shown["target"] == 196
    assert game.score("B") == {
        "stash": [], "points": 0, "owes": [], "owed": [], "whammies": 0, "foul_innings": 0, "out": None, "racks": 1,
    }  # fmt: skip
    assert [a[:2] for a in game.asked] == [("pea_value", "deal")] * 3
    game.input("override", by="referee", over={"winner": "B"})
    assert game.ruling["over"]["what"] == "match"


def test_who_left_does_not_come_back_in_the_next_game(play: Any) -> None:
    game = game_of(play, "ABC", {"race": 2}, target=29, players={"A": {"stash": [21]}})
    game.input("leave", "C")
    game.input("declare", "A", value="win")
    assert game.shown["order"] == ["A", "B"]
    assert game.shown["target"] == 276


def test_balls_racked_after_the_end_begin_a_new_match(play: Any) -> None:
    game = game_of(play, "AB", {}, target=29, players={"A": {"stash": [21]}})
    game.input("declare", "A", value="win")
    game.say({"type": "disturbance", "kind": "racked", "rack": "congestion foot"})
    assert game.log == ["NEXT(A,1)"]
    assert game.shown["phase"] == "break"
    assert game.asked == [("pea_value", "deal", "A", None), ("pea_value", "deal", "B", None)]


def test_oq_52_whom_a_lower_final_score_puts_over_it_must_say_so(play: Any) -> None:
    """Two players play for 276, three for 196: with 189 and a pea of 8 A is over as soon as C joins."""
    players = {"A": {"stash": [21, 20, 19, 18, 17, 16, 15, 15, 15, 14, 14, 5]}}
    for option, target, over in (("score-follows", 196, ["A"]), ("score-stays", 276, [])):
        game = play("A", "B", **({"cp.join_leave": option} if over else {}))
        game.state(shooter="B", players=players)
        game.input("join", "C")
        assert (game.shown["target"], game.shown["over"]) == (target, over)


def test_nothing_but_a_rack_after_the_end_begins_a_new_match(play: Any) -> None:
    over = game_of(play, "AB", {}, target=29, players={"A": {"stash": [21]}})
    over.input("declare", "A", value="win")
    for kind in ("stick-on", "touched", "occluded"):
        assert over.say({"type": "disturbance", "kind": kind, "balls": []}) == []
    going_on = game_of(play, "AB", {}, players={"A": {"stash": [21]}})
    assert going_on.say({"type": "disturbance", "kind": "racked", "rack": "congestion foot"}) == []
    going_on.stroke(pocketed=[5])
    assert going_on.stash("A") == [21, 5]


def test_oq_28_the_last_pea_in_the_bottle_never_stays_out(play: Any) -> None:
    """A bottle that is empty lets nobody draw: then the old pea goes back after all."""
    players = {"A": {"pea": 9, "stash": SHOOTER_NEARLY}, "B": {"pea": 1}}
    for more, free in ((set(), {9}), ({5}, {5})):
        game = game_of(play, "AB", {"cp.bust_pea": "stays-out"}, target=156, players=players, stroke_no=2)
        rules = game.rules._referee
        (world,) = rules.state.worlds
        lost = tuple(sorted({*range(2, 16)} - {9} - more))
        state = replace(world.state, position=replace(world.state.position, lost_peas=lost))
        state = replace(state, position=replace(state.position, over=(("A", "A"),)))
        state = GAME.step(state, Input(0.0, "player", "declare", "A", {"value": "bust"})).state
        state = GAME.step(state, Input(0.0, "player", "answer", "A", {"about": "draw_new_pea", "value": True})).state
        assert set(state.free_peas) == free
