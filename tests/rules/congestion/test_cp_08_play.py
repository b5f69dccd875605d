"""CP-8: strokes, innings, options, the kitchen, winning, busting, the end of the balls."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.tracker.trouble import Trouble

NEARLY = [21, 20, 19, 18, 17, 16, 15, 14]
"""140 points: with pea 8 a total of 148, eight short of four players' 156."""


def raw(game: Any, number: int = 1, first: str | None = "1a", struck: str = "cue", **more: Any) -> Any:
    """A stroke from bare events."""
    events = more.pop("events", [])
    record = {"type": "stroke", "number": number, "struck": struck, "first_contact": first, "events": events}
    return game.say({**record, **more})


def contact(one: str, other: str) -> dict[str, Any]:
    return {"kind": "contact", "balls": [one, other]}


def cushion(ball: str) -> dict[str, Any]:
    return {"kind": "cushion", "ball": ball, "cushion": "foot"}


def pocket(ball: str) -> dict[str, Any]:
    return {"kind": "pocket", "ball": ball, "pocket": "foot-left"}


# ------------------------------------------------------------------------------------------------ strokes, innings


@pytest.mark.clause("CP-8.1.a")
def test_all_balls_of_a_legal_stroke_are_the_shooters(play: Any) -> None:
    game = play("A", "B")
    game.state()
    game.stroke(pocketed=[3, 21, 3])
    assert game.stash("A") == [21, 3, 3]
    assert game.log == ["SCORE(A,3)", "SCORE(A,21)", "SCORE(A,3)", "NEXT(A,2)"]


@pytest.mark.clause("CP-8.1.b")
@pytest.mark.parametrize("struck", ["cue", "crazy-cue"])
@pytest.mark.parametrize("first", ["21", "1a", "black", "crazy-8a"])
def test_any_ball_with_either_cue_ball_and_nothing_called(play: Any, struck: str, first: str) -> None:
    game = play("A", "B")
    game.state()
    assert "not for Congestion" in game.input("call", "A", ball="5", pocket="foot-left")[0]["text"]
    game.stroke(struck=struck, first=first, pocketed=[5])
    assert game.ruling["legal"] is True


@pytest.mark.clause("CP-8.2.a", "CP-8.2.b")
def test_two_strokes_at_most_and_the_second_only_after_a_count(play: Any) -> None:
    game = play("A", "B")
    game.state()
    game.stroke()
    assert game.next == ["B", 1]
    game.stroke(pocketed=[2])
    assert game.next == ["B", 2]
    game.stroke(pocketed=[3])
    assert game.next == ["A", 1]


@pytest.mark.clause("CP-8.2.b", "CP-9.2")
@pytest.mark.parametrize(("option", "following"), [("yes", ["A", 2]), ("no", ["B", 1])])
def test_a_whammy_earns_the_second_stroke(play: Any, option: str, following: list[Any]) -> None:
    game = play("A", "B", **{"cp.whammy_earns_stroke": option})
    game.state()
    game.stroke(whammies=["black"])
    game.answer("reposition_choice", {}, "A")
    assert game.next == following


@pytest.mark.clause("CP-8.2.b", "CP-8.3.a")
def test_a_foul_with_a_ball_made_earns_nothing(play: Any) -> None:
    game = play("A", "B")
    game.state()
    game.stroke(pocketed=[5, 2], cue_lost=["crazy"])
    assert game.stash("A") == []
    assert game.log == [
        "FOUL(scratch)",
        "OWES(A->TABLE)",
        "SPOT(2)",
        "SPOT(5)",
        "IN_HAND(B,kitchen,crazy)",
        "NEXT(B,1)",
    ]


@pytest.mark.clause("CP-8.2.opt0")
@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"option_2": True}, "option_2 needs option_1"),
        ({"option_3_sub": True}, "option_3_sub needs option_3"),
        ({"option_1": True, "option_3": True, "cp.option_combinations": "exclusive"}, "excludes"),
        ({"option_1": "maybe"}, "is one of no, yes"),
        ({"cp.nothing": "x"}, "there is no option"),
    ],
)
def test_options_are_agreed_before_play(play: Any, options: Any, word: str) -> None:
    game = play("A", "B", **options)
    assert word in next(r["text"] for r in game.begun if r["type"] == "notice")


@pytest.mark.clause("CP-8.2.opt1")
@pytest.mark.parametrize(("option", "following"), [("yes", ["A", 2]), ("no", ["B", 1])])
def test_option_1_after_a_foul(play: Any, option: str, following: list[Any]) -> None:
    game = play("A", "B", option_1=True, **{"cp.opt1_second_stroke_after_foul": option})
    game.state()
    game.stroke(cue_lost=["plain"])
    assert game.next == following
    assert game.log[-2] == f"IN_HAND({following[0]},kitchen,plain)"
    game.stroke()
    assert game.next == (["B", 1] if option == "yes" else ["B", 2])


@pytest.mark.clause("CP-8.2.opt2")
def test_option_2_third_stroke_only_after_a_legal_count(play: Any) -> None:
    for second, following in (
        ({}, ["B", 1]),
        ({"pocketed": [5], "cue_lost": ["plain"]}, ["B", 1]),
        ({"pocketed": [5]}, ["A", 3]),
    ):
        game = play("A", "B", option_1=True, option_2=True)
        game.state()
        game.stroke()
        game.stroke(**second)
        assert game.next == following
    game.stroke(pocketed=[9])
    assert game.next == ["B", 1]


# ------------------------------------------------------------------------------------------------ option 3


@pytest.mark.clause("CP-8.2.opt3.a")
def test_a_forecast_is_asked_before_each_inning(play: Any) -> None:
    game = play("A", "B", option_3=True)
    game.state()
    assert game.asked == [("prediction", None, "A", None)]
    game.answer("prediction", {"points": 5, "balls": 1}, "A")
    assert game.log == ["PREDICTION(A,5,1)"]
    assert game.shown["forecast"] == {"points": 5, "balls": 1}
    game.stroke()
    assert game.next == ["B", 1]
    assert game.asked == [("prediction", None, "B", None)]


@pytest.mark.clause("CP-8.2.opt3.a")
def test_a_stroke_before_the_forecast_waits_for_it(play: Any) -> None:
    game = play("A", "B", option_3=True)
    game.state()
    game.stroke(pocketed=[7])
    assert game.ruling["next"] is None
    assert game.asked == [("prediction", None, "A", None)]
    game.input("predict", "A", points=7, balls=1)
    assert game.log == ["PREDICTION(A,7,1)", "PILE(A,7)", "NEXT(A,2)"]
    assert "before the inning's first stroke" in game.input("predict", "A", points=7, balls=1)[0]["text"]


@pytest.mark.clause("CP-8.2.opt3.a")
def test_a_forecast_is_two_numbers(play: Any) -> None:
    game = play("A", "B", option_3=True)
    game.state()
    assert "whole numbers" in game.input("predict", "A", points=-1, balls=1)[0]["text"]
    for values in ({"points": "7", "balls": 1}, {"points": 7}, {"points": 7, "balls": True}):
        with pytest.raises(Trouble, match="input predict: field"):
            game.input("predict", "A", **values)
    assert "A is at the table" in game.input("predict", "B", points=1, balls=1)[0]["text"]


def forecast(play: Any, points: int, balls: int, *strokes: Any, **options: Any) -> Any:
    """An inning of A with a forecast."""
    game = play("A", "B", option_3=True, **options)
    game.state()
    game.input("predict", "A", points=points, balls=balls)
    for pocketed in strokes:
        game.stroke(pocketed=pocketed)
    return game


@pytest.mark.clause("CP-8.2.opt3.b", "CP-8.2.opt3.c")
@pytest.mark.parametrize(("told", "met"), [(12, True), (17, True), (18, False), (7, True)])
def test_within_five_points_either_way(play: Any, told: int, met: bool) -> None:
    game = forecast(play, told, 1, [12], [])
    assert (f"PREDICTION_{'MET' if met else 'MISSED'}(A)" in game.log) is True
    assert game.stash("A") == ([12] if met else [])
    assert game.next == ["B", 1]


@pytest.mark.clause("CP-8.2.opt3.b")
def test_removal_is_asked_only_where_it_can_help_and_may_be_declined(play: Any) -> None:
    game = forecast(play, 12, 1, [12], [9])
    assert game.asked == [("chosen_ball", "removal", "A", None)]
    assert game.open[0]["candidates"] == ["12", "9", None]
    game.answer("chosen_ball", None, "A", purpose="removal")
    assert game.log == ["PILE(A,9)", "PREDICTION_MISSED(A)", "SPOT(9)", "SPOT(12)", "NEXT(B,1)"]
    game = forecast(play, 12, 1, [12], [9])
    game.answer("chosen_ball", "12", "A")
    assert game.log == ["PILE(A,9)", "REMOVE(A,12)", "SPOT(12)", "PREDICTION_MET(A)", "SCORE(A,9)", "NEXT(B,1)"]


@pytest.mark.clause("CP-8.2.opt3.c")
def test_a_missed_forecast_spots_the_innings_balls(play: Any) -> None:
    game = forecast(play, 40, 3, [12, 9], [3])
    assert game.log == ["PILE(A,3)", "PREDICTION_MISSED(A)", "SPOT(3)", "SPOT(9)", "SPOT(12)", "NEXT(B,1)"]
    assert game.next == ["B", 1]


@pytest.mark.clause("CP-8.2.opt3.d")
def test_the_innings_balls_take_part_in_nothing_until_judged(play: Any) -> None:
    game = play("A", "B", "C", option_3=True)
    game.state(debts=[["A", "B", "yellow"]])
    game.input("predict", "A", points=12, balls=1)
    game.stroke(pocketed=[12], whammies=["green"])
    assert game.log == ["PILE(A,12)", "STICK", "WHAMMY(green,A,1)", "OWES(A->C)", "OWES(A->B)"]
    game.answer("reposition_choice", {}, "A")
    assert game.shown["pile"] == ["12"]
    game.stroke(cue_lost=["plain"])
    assert game.log == [
        "FOUL(scratch)", "OWES(A->TABLE)", "PREDICTION_MET(A)", "SCORE(A,12)", "PAID(A->TABLE,12)", "SPOT(12)",
        "IN_HAND(B,kitchen,plain)", "NEXT(B,1)",
    ]  # fmt: skip
    assert game.debts() == [["A", "B"], ["A", "C"], ["A", "B"]]


@pytest.mark.clause("CP-8.2.opt3.sub.a")
def test_bonus_stroke_after_a_forecast_that_was_met(play: Any) -> None:
    game = forecast(play, 7, 1, [7], [], option_3_sub=True)
    assert game.next == ["A", 3]
    assert game.shown["bonus"] is True
    assert game.ruling["next"]["options"] == ["bonus"]
    game.stroke(pocketed=[20])
    assert game.log == ["SCORE(A,20)", "NEXT(B,1)"]
    missed = forecast(play, 30, 1, [7], [], option_3_sub=True)
    assert missed.next == ["B", 1]


@pytest.mark.clause("CP-8.2.opt3.sub.b")
def test_whammy_on_the_bonus_stroke_goes_back_to_its_rack(play: Any) -> None:
    game = forecast(play, 7, 1, [7], [], option_3_sub=True)
    game.stroke(whammies=["orange"])
    assert game.fouls == [("whammy_on_bonus_stroke", "CP-8.2.opt3.sub.b")]
    assert game.log == [
        "FOUL(whammy_on_bonus_stroke)", "PENALTY(A,7)", "SPOT(7)", "REPLACE_PRE_BREAK(orange)", "NEXT(B,1)",
    ]  # fmt: skip
    assert game.ruling["spot"][1] == {"ball": "pink", "x": 0.0, "y": 0.0}
    assert game.score("A")["whammies"] == 0


# ------------------------------------------------------------------------------------------------ legal strokes


@pytest.mark.clause("CP-8.3.a")
def test_balls_of_an_illegal_stroke_are_spotted_lowest_first(play: Any) -> None:
    game = play("A", "B")
    game.state(players={"A": {"stash": [4]}})
    game.stroke(pocketed=[12, 2], cue_lost=["plain"])
    assert game.spotted == [2, 4, 12]


@pytest.mark.clause("CP-8.3.b", "CP-9.2", "CP-16.2")
def test_a_whammy_counts_on_an_illegal_stroke_too(play: Any) -> None:
    game = play("A", "B")
    game.state(players={"B": {"stash": [6]}})
    game.stroke(whammies=["orange"], cue_lost=["plain"])
    game.answer("reposition_choice", {}, "A")
    assert game.log[:4] == ["FOUL(scratch)", "OWES(A->TABLE)", "STICK", "WHAMMY(orange,A,1)"]
    assert game.log[4:7] == ["TAKE(A<-B,6)", "PAID(A->TABLE,6)", "SPOT(6)"]
    assert game.next == ["B", 1]


@pytest.mark.clause("CP-8.4.a", "CP-8.4.b", "CP-10.1")
def test_stroke_while_the_table_is_stuck(play: Any) -> None:
    """CS-66: it is not scored, and the transaction goes on."""
    game = play("A", "B")
    game.state(players={"A": {"stash": [3]}, "B": {"stash": [5]}})
    game.stroke(whammies=["blue"])
    before = game.shown
    assert game.ruling["next"] is None
    game.stroke(pocketed=[9])
    assert game.ruling["of"] == 2
    assert game.log == ["STROKE_WHILE_STUCK"]
    assert {**game.shown, "t": 0} == {**before, "t": 0}
    assert "the table is stuck" in game.input("declare", "A", value="win")[0]["text"]
    game.answer("reposition_choice", {}, "A")
    assert game.ruling["of"] == 1
    assert game.log == ["STICK", "WHAMMY(blue,A,1)", "SWAP(A:3<->B:5)", "REPOSITION(A,blue)", "UNSTICK", "NEXT(A,2)"]
    assert game.stash("A") == [5]


@pytest.mark.clause("CP-8.5", "CP-9.11.a")
def test_out_after_the_fourth_whammy_is_done(play: Any) -> None:
    game = play("A", "B", "C")
    game.state(players={"A": {"whammies": 3, "stash": [9]}, "B": {"stash": [4]}})
    game.stroke(whammies=["black"])
    assert game.score("A")["out"] is None
    game.answer("reposition_choice", {}, "A")
    assert game.score("A")["out"] == "fourth_whammy"
    assert game.log[-4:] == ["SPOT(4)", "SPOT(9)", "OUT(A,fourth_whammy)", "NEXT(B,1)"]


@pytest.mark.clause("CP-8.6.a", "CP-8.6.b")
@pytest.mark.parametrize(
    ("first", "events", "codes"),
    [
        ("1a", [contact("cue", "1a"), cushion("1a")], []),
        ("1a", [contact("cue", "1a"), cushion("cue")], []),
        ("1a", [contact("cue", "1a"), cushion("crazy-cue")], []),
        ("1a", [contact("cue", "1a"), pocket("5a")], []),
        ("1a", [contact("cue", "1a"), pocket("cue")], ["scratch"]),
        ("1a", [cushion("cue"), contact("cue", "1a")], ["no_cushion"]),
        ("1a", [cushion("cue")], []),
        ("1a", [contact("cue", "1a")], ["no_cushion"]),
        ("1a", [], ["no_cushion"]),
        (None, [cushion("cue")], ["no_object_ball"]),
        (None, [], ["no_object_ball"]),
    ],
)
def test_object_ball_then_cushion_or_pocket(play: Any, first: Any, events: Any, codes: list[str]) -> None:
    game = play("A", "B")
    game.state()
    raw(game, first=first, events=events)
    assert [c for c, _ in game.fouls] == codes


@pytest.mark.clause("CP-8.6.c")
@pytest.mark.parametrize(
    ("events", "option", "codes"),
    [
        ([contact("cue", "crazy-cue"), cushion("cue")], "yes", ["no_object_ball"]),
        ([contact("cue", "crazy-cue"), contact("crazy-cue", "5a"), cushion("5a")], "yes", []),
        ([contact("cue", "crazy-cue"), contact("crazy-cue", "5a"), cushion("5a")], "no", ["no_object_ball"]),
        ([contact("cue", "crazy-cue"), contact("cue", "5a"), cushion("5a")], "no", []),
        ([contact("cue", "crazy-cue"), contact("cue", "5a"), cushion("crazy-cue")], "no", ["no_cushion"]),
        ([contact("cue", "crazy-cue"), contact("cue", "5a"), cushion("crazy-cue")], "yes", []),
        ([cushion("5a")], "yes", []),
        ([], "yes", ["no_object_ball"]),
    ],
)
def test_cue_balls_that_meet(play: Any, events: Any, option: str, codes: list[str]) -> None:
    game = play("A", "B", **{"cp.either_cue_ball_contact": option})
    game.state()
    raw(game, first="crazy-cue", events=events)
    assert [c for c, _ in game.fouls] == codes


@pytest.mark.clause("CP-8.6.b")
def test_uncertain_cushion_is_asked(play: Any) -> None:
    game = play("A", "B")
    game.state()
    events = [contact("cue", "1a"), cushion("1a")]
    raw(game, events=events, uncertain=[{"fact": "events[1]", "candidates": [None, events[1]], "confidence": 0.5}])
    assert game.ruling["legal"] is None
    assert len(game.open) == 1
    game.answer(game.open[0]["about"], None)
    assert [c for c, _ in game.fouls] == ["no_cushion"]


@pytest.mark.clause("CP-8.6.b")
def test_the_referee_corrects_first_contact_and_cushions(play: Any) -> None:
    game = play("A", "B")
    game.state()
    raw(game, events=[contact("cue", "1a")])
    game.fact("rails_after_contact", True)
    assert game.ruling["legal"] is True
    game.fact("first_contact", None)
    assert [c for c, _ in game.fouls] == ["no_object_ball"]


# ------------------------------------------------------------------------------------------------ the kitchen


@pytest.mark.clause("CP-8.7.a")
@pytest.mark.parametrize(
    ("y", "codes"), [(-712.0, []), (-711.2, ["kitchen_placement"]), (-500.0, ["kitchen_placement"])]
)
def test_a_cue_ball_in_hand_is_played_from_behind_the_string(play: Any, y: float, codes: list[str]) -> None:
    game = play("A", "B")
    game.state(in_hand={"cue": "kitchen"})
    events = [{"kind": "head-string", "ball": "cue", "direction": "out"}, contact("cue", "1a"), cushion("1a")]
    raw(game, events=events, before=[{"id": "cue", "label": "cue", "x": 0, "y": y}])
    assert [c for c, _ in game.fouls] == codes


@pytest.mark.clause("CP-8.7.a", "CP-12.3")
def test_a_badly_placed_cue_ball_in_hand_is_warned_of_once(play: Any) -> None:
    game = play("A", "B")
    game.state(in_hand={"cue": "kitchen"})

    def at(x: float, y: float) -> list[str]:
        said = game.say({"type": "layout", "balls": [{"id": "cue", "label": "cue", "x": x, "y": y}]})
        return [token for r in said if r["type"] == "ruling" for token in r["log"]]

    assert at(0, -700) == ["WARN(A,kitchen)"]
    assert at(5, -700) == []
    assert at(5, -800) == []
    assert at(5, -711.2) == ["WARN(A,kitchen)"]
    assert at(675, -1385) == []  # it has been said that it lies wrongly
    assert at(0, -800) == []
    assert at(675, -1385) == ["WARN(A,jaws)"]


@pytest.mark.clause("CP-8.7.b", "CP-8.7.c")
@pytest.mark.parametrize(
    ("struck", "events", "codes"),
    [
        ("cue", [contact("cue", "1a"), cushion("1a")], ["kitchen_not_crossed"]),
        ("cue", [{"kind": "head-string", "ball": "cue", "direction": "out"}, contact("cue", "1a"), cushion("1a")], []),
        ("cue", [contact("cue", "1a"), {"kind": "head-string", "ball": "cue", "direction": "out"}, cushion("1a")],
         ["kitchen_not_crossed"]),
        ("crazy-cue", [contact("crazy-cue", "1a"), cushion("1a")], []),
    ],
)  # fmt: skip
def test_in_hand_ball_passes_the_string_first(play: Any, struck: str, events: Any, codes: list[str]) -> None:
    game = play("A", "B")
    game.state(in_hand={"cue": "kitchen"})
    raw(game, struck=struck, events=events)
    assert game.fouls == [(c, "CP-8.7.c") for c in codes]


@pytest.mark.clause("CP-8.7.b")
def test_positions_tell_that_the_string_was_passed(play: Any) -> None:
    """A ball met more than a diameter outside the kitchen can't have been met from within it."""
    for y, legal in ((-650.0, True), (-660.0, False)):
        game = play("A", "B")
        game.state(in_hand={"cue": "kitchen"})
        before = [{"id": "cue", "label": "cue", "x": 0, "y": -800}, {"id": "1a", "label": "1", "x": 0, "y": y}]
        raw(game, events=[contact("cue", "1a"), cushion("1a")], before=before)
        assert game.ruling["legal"] is legal
    game.fact("cue_ball_crossed_head_string_before_contact", True)
    assert game.ruling["legal"] is True


@pytest.mark.clause("CP-8.7.b")
@pytest.mark.parametrize(("scope", "legal"), [("in-hand", True), ("any-kitchen", False)])
def test_the_other_cue_ball_in_the_kitchen(play: Any, scope: str, legal: bool) -> None:
    game = play("A", "B", **{"cp.kitchen_rule_scope": scope})
    game.state(in_hand={"cue": "kitchen"})
    before = [{"id": "crazy-cue", "label": "crazy-cue", "x": 0, "y": -900}]
    raw(game, struck="crazy-cue", events=[contact("crazy-cue", "1a"), cushion("1a")], before=before)
    assert game.ruling["legal"] is legal


@pytest.mark.clause("CP-8.7.b")
def test_in_hand_holds_for_one_stroke(play: Any) -> None:
    game = play("A", "B")
    game.state(in_hand={"cue": "kitchen"})
    raw(game, struck="crazy-cue", events=[contact("crazy-cue", "1a"), cushion("1a")])
    raw(game, number=2, events=[contact("cue", "1a"), cushion("1a")])
    assert game.ruling["legal"] is True


def kitchen(play: Any, *lying: tuple[str, str, float], **options: Any) -> Any:
    """B has the crazy cue ball in hand and these balls lie there (label, id, y)."""
    game = play("A", "B", **options)
    game.state(shooter="B", in_hand={"crazy-cue": "kitchen"}, on_table=["2", "9", "green"])
    rows = [{"id": i, "label": label, "x": 0.0, "y": y} for label, i, y in lying]
    game.said = game.say({"type": "layout", "balls": rows})
    return game


CS_65 = (("2", "2a", -1122.4), ("9", "9a", -902.4), ("green", "green", -822.4), ("cue", "cue", 0.0))


@pytest.mark.clause("CP-8.7.d")
def test_all_object_balls_in_the_kitchen(play: Any) -> None:
    """CS-65."""
    game = kitchen(play, *CS_65)
    (question,) = [r for r in game.said if r["type"] == "question"]
    assert (question["about"], question["player"], question["clause"]) == ("spot_nearest_choice", "B", "CP-8.7.d")
    game.answer("spot_nearest_choice", True, "B")
    assert game.log == ["SPOT(green)"]
    assert game.ruling["spot"] == [{"ball": "green", "x": 0.0, "y": 711.2}]
    assert game.next == ["B", 1]
    assert game.asked == []


@pytest.mark.clause("CP-8.7.d")
def test_the_nearest_ball_is_left_where_it_lies(play: Any) -> None:
    game = kitchen(play, *CS_65)
    game.answer("spot_nearest_choice", False, "B")
    assert game.asked == []
    raw(game, struck="crazy-cue", first="green", events=[contact("crazy-cue", "green"), cushion("green")])
    assert game.fouls == [("kitchen_not_crossed", "CP-8.7.c")]


@pytest.mark.clause("CP-8.7.d")
def test_who_has_the_cue_ball_in_hand_next_has_the_choice_again(play: Any) -> None:
    """B has left the nearest ball where it lay, and scratched: now A may have it spotted."""
    game = kitchen(play, *CS_65)
    game.answer("spot_nearest_choice", False, "B")
    after = [{"id": i, "label": label, "x": 0.0, "y": y} for label, i, y in CS_65]
    events = [contact("cue", "green"), cushion("green"), {"kind": "pocket", "ball": "crazy-cue", "pocket": "foot-left"}]
    raw(game, struck="cue", first="green", events=events, after=after)
    assert game.next == ["A", 1]
    assert game.asked == [("spot_nearest_choice", None, "A", None)]


@pytest.mark.clause("CP-8.7.d")
def test_a_stroke_waives_the_choice(play: Any) -> None:
    game = kitchen(play, *CS_65)
    raw(game, struck="cue", first="green", events=[contact("cue", "green"), cushion("green")])
    assert game.ruling["legal"] is True
    assert game.next == ["A", 1]


@pytest.mark.clause("CP-8.7.d")
def test_nearest_ball_without_whammies_and_between_equals(play: Any) -> None:
    game = kitchen(play, *CS_65, **{"cp.nearest_ball_spot": "whammies-skipped"})
    game.answer("spot_nearest_choice", True, "B")
    assert game.log == ["SPOT(9)"]
    game = kitchen(play, ("2", "2a", -903.0), ("9", "9a", -902.4))
    game.answer("spot_nearest_choice", True, "B")
    assert game.asked == [("chosen_ball", "pick", "B", None)]
    game.answer("chosen_ball", "2", "B")
    assert game.log == ["SPOT(2)"]
    assert game.shown["on_table"].count("2") == 1


@pytest.mark.clause("CP-8.7.d")
@pytest.mark.parametrize("y", [-711.2, -700.0])
def test_no_choice_where_a_ball_lies_outside(play: Any, y: float) -> None:
    assert kitchen(play, *CS_65[:2], ("green", "green", y)).asked == []


# ------------------------------------------------------------------------------------------------ winning


@pytest.mark.clause("CP-8.8.a")
def test_a_claim_that_the_core_can_check(play: Any) -> None:
    game = play("A", "B", "C", "D")
    game.state(players={"A": {"stash": NEARLY}}, stroke_no=2)
    game.stroke(pocketed=[8])
    game.input("declare", "A", value="win")
    assert game.log == ["WIN(A)"]
    assert game.ruling["over"] == {"what": "match", "winner": "A", "reason": "final_score", "clause": "CP-8.8.a"}
    assert game.ruling["next"] is None
    assert "the game is over" in game.stroke()[0]["text"]


@pytest.mark.clause("CP-8.8.a")
@pytest.mark.parametrize("confirmed", [True, False])
def test_a_claim_with_a_pea_that_nobody_told(play: Any, confirmed: bool) -> None:
    game = play("A", "B", "C", "D")
    game.state(players={"A": {"pea": None, "stash": NEARLY}})
    game.input("declare", "A", value="win")
    (question,) = game.open
    assert (question["about"], question["asks"], question["clause"]) == ("win_confirmed", "referee", "CP-8.8.a")
    assert game.ruling["next"] is None
    game.answer("win_confirmed", confirmed)
    assert game.log == (["WIN(A)"] if confirmed else ["CLAIM_REJECTED(A)"])


@pytest.mark.clause("CP-8.8.b")
def test_a_win_is_declared_in_ones_own_turn(play: Any) -> None:
    game = play("A", "B", "C", "D")
    game.state(shooter="B", prior="A", players={"D": {"stash": [*NEARLY, 8]}})
    assert "B is at the table" in game.input("declare", "D", value="win")[0]["text"]


@pytest.mark.clause("CP-8.8.c")
def test_the_window_closes_with_the_next_players_stroke_and_opens_again(play: Any) -> None:
    game = play("A", "B")
    game.state(target=156, players={"A": {"stash": NEARLY}}, stroke_no=2)
    game.stroke(pocketed=[8])
    assert game.next == ["B", 1]
    game.stroke(pocketed=[1])
    assert "B is at the table" in game.input("declare", "A", value="win")[0]["text"]
    game.stroke()
    assert game.next == ["A", 1]
    game.input("declare", "A", value="win")
    assert game.log == ["WIN(A)"]


@pytest.mark.clause("CP-8.8.c")
def test_still_in_time_after_the_last_stroke_of_the_inning(play: Any) -> None:
    game = play("A", "B")
    game.state(target=156, players={"A": {"stash": NEARLY}}, stroke_no=2)
    game.stroke(pocketed=[8])
    game.input("declare", "A", value="win")
    assert game.log == ["WIN(A)"]


@pytest.mark.clause("CP-8.8.d")
def test_the_first_proper_declaration_wins(play: Any) -> None:
    game = play("A", "B")
    game.state(target=30, shooter="B", prior="A", players={"A": {"stash": [21, 1]}, "B": {"stash": [20, 2]}})
    game.input("declare", "B", value="win")
    assert game.ruling["over"]["winner"] == "B"


# ------------------------------------------------------------------------------------------------ busting


@pytest.mark.clause("CP-8.9.a", "CP-8.9.b")
def test_a_bust_spots_everything_lowest_first_and_offers_a_new_pea(play: Any) -> None:
    game = play("A", "B", "C", "D")
    game.state(players={"A": {"stash": NEARLY, "foul_innings": 1, "whammies": 2}}, stroke_no=2)
    game.stroke(pocketed=[12])
    assert game.shown["over"] == ["A"]
    game.input("declare", "A", value="bust")
    assert game.spotted == [12, 14, 15, 16, 17, 18, 19, 20, 21]
    assert game.asked == [("draw_new_pea", None, "A", None)]
    game.answer("draw_new_pea", True, "A")
    assert game.asked == [("pea_value", "bust", "A", None)]
    (notice,) = game.answer("pea_value", 16, "A")
    assert notice["code"] == "refused"
    game.answer("pea_value", 2, "A")
    assert game.log[-2:] == ["REDRAW(A)", "NEXT(B,1)"]
    assert game.score("A")["whammies"] == 2


@pytest.mark.clause("CP-8.9.a", "CP-8.9.c")
def test_a_declaration_before_another_players_answer_is_in_time(play: Any) -> None:
    """B busts by a gift, A owes a penalty ball and is slow: B's word counts, and the next stroke too."""
    players = {"A": {"stash": [9, 5]}, "B": {"stash": [21, 20]}}
    game = play("A", "B", "C")
    game.state(target=40, stroke_no=2, over=["B"], players=players)
    game.stroke(cue_lost=["plain"])
    assert game.asked == [("chosen_ball", "penalty", "A", None)]
    assert game.input("declare", "B", value="bust") == []
    game.stroke()
    game.answer("chosen_ball", "5", "A")
    game.answer("draw_new_pea", False, "B")
    assert game.score("B")["out"] is None
    told = {r["of"]: r["log"] for r in game.out if r["type"] == "ruling"}
    assert told[None] == ["BUST(B)", "SPOT(20)", "SPOT(21)"]
    assert told[2] == ["NEXT(C,1)"]


@pytest.mark.clause("CP-8.9.b")
def test_the_old_pea_may_be_kept_or_drawn_later(play: Any) -> None:
    game = play("A", "B", "C", "D")
    game.state(players={"A": {"stash": NEARLY}}, stroke_no=2)
    game.stroke(pocketed=[12])
    game.input("declare", "A", value="bust")
    game.stroke()
    assert game.asked == [("draw_new_pea", None, "A", None)]
    game.answer("draw_new_pea", True, "A")
    game.answer("pea_value", 4, "A")
    assert game.log == ["REDRAW(A)"]
    assert game.asked == []


@pytest.mark.clause("CP-8.9.b")
def test_the_right_to_a_new_pea_ends_with_his_next_stroke(play: Any) -> None:
    game = play("A", "B")
    game.state(target=100, players={"A": {"stash": [21, 20, 19, 18, 14]}}, stroke_no=2)
    game.stroke(pocketed=[12])
    game.input("declare", "A", value="bust")
    game.stroke()
    assert game.next == ["A", 1]
    game.stroke()
    assert game.asked == []
    assert "nobody asked" in game.answer("draw_new_pea", True, "A")[0]["text"]


@pytest.mark.clause("CP-8.9.b")
def test_a_new_pea_may_be_told_by_the_pea_itself(play: Any) -> None:
    game = play("A", "B")
    game.state(target=100, players={"A": {"stash": [21, 20, 19, 18, 14]}, "B": {"pea": 5}}, stroke_no=2)
    game.stroke(pocketed=[12])
    game.input("declare", "A", value="bust")
    game.answer("draw_new_pea", False, "A")
    assert "has drawn one already" in game.input("pea", "A", value=3)[0]["text"]
    game = play("A", "B")
    game.state(target=100, players={"A": {"stash": [21, 20, 19, 18, 14]}, "B": {"pea": 5}}, stroke_no=2)
    game.stroke(pocketed=[12])
    game.input("declare", "A", value="bust")
    game.stroke()
    assert "not in the bottle" in game.input("pea", "A", value=5)[0]["text"]
    game.input("pea", "A", value=6)
    assert game.log == ["REDRAW(A)"]


@pytest.mark.clause("CP-8.9.a")
def test_only_who_is_over_can_declare_a_bust(play: Any) -> None:
    game = play("A", "B", "C", "D")
    game.state(players={"A": {"stash": NEARLY}, "B": {"pea": None, "stash": [5]}, "C": {"pea": None, "stash": [9]}})
    for name in ("A", "B", "C"):
        assert "has not gone over" in game.input("declare", name, value="bust")[0]["text"]


@pytest.mark.clause("CP-8.9.a")
def test_a_bust_of_one_who_is_over_in_a_game_entered_so(play: Any) -> None:
    game = play("A", "B", "C", "D")
    game.state(players={"B": {"stash": [*NEARLY, 9]}})
    game.input("declare", "B", value="bust")
    assert game.log[0] == "BUST(B)"


@pytest.mark.clause("CP-8.9.a")
def test_a_bust_with_a_pea_that_nobody_told(play: Any) -> None:
    game = play("A", "B", "C", "D")
    game.state(players={"A": {"pea": None, "stash": [*NEARLY, 6]}}, stroke_no=2)
    game.input("declare", "A", value="bust")
    assert game.log[-1] == "NEXT(B,1)"
    assert game.stash("A") == []


@pytest.mark.clause("CP-8.9.c")
def test_disqualified_at_the_next_players_stroke_and_not_before(play: Any) -> None:
    game = play("A", "B", "C", "D")
    game.state(players={"A": {"stash": NEARLY}, "C": {"stash": [2]}}, debts=[["B", "A", "orange"]])
    game.stroke(pocketed=[12])
    game.stroke()
    assert game.score("A")["out"] is None
    game.stroke(pocketed=[10])
    assert game.log[0] == "DISQUALIFIED(A)"
    assert game.log[-3:] == ["OUT(A,disqualified)", "SCORE(B,10)", "NEXT(B,2)"]
    assert game.debts() == []


@pytest.mark.clause("CP-8.9.c")
def test_a_disqualified_shooters_stroke_is_not_scored(play: Any) -> None:
    game = play("A", "B", "C")
    game.state(target=100, players={"B": {"stash": [21, 20, 19, 18, 17]}}, over=["B"], shooter="B", prior="A")
    game.stroke(pocketed=[5], whammies=["black"], cue_lost=["plain"])
    assert game.log == [
        "DISQUALIFIED(B)", "SPOT(5)", "SPOT(17)", "SPOT(18)", "SPOT(19)", "SPOT(20)", "SPOT(21)", "OUT(B,disqualified)",
    ]  # fmt: skip
    assert game.asked == [("reposition_choice", None, "A", None)]
    game.answer("reposition_choice", {}, "A")
    assert game.log[-3:] == ["REPOSITION(A,black,dead)", "IN_HAND(C,kitchen,plain)", "NEXT(C,1)"]


@pytest.mark.clause("CP-8.9.c")
def test_a_disqualification_that_leaves_one_player_or_none(play: Any) -> None:
    game = play("A", "B")
    game.state(target=50, players={"A": {"stash": [21, 20]}, "B": {"pea": 9}}, stroke_no=2)
    game.stroke(pocketed=[12])
    game.stroke(pocketed=[3])
    assert game.log == ["DISQUALIFIED(A)", "SPOT(12)", "SPOT(20)", "SPOT(21)", "OUT(A,disqualified)", "WIN(B)"]
    game = play("A", "B")
    game.state(
        target=30, shooter="B", prior="A", over=["A", "B"], players={"A": {"stash": [21, 3]}, "B": {"stash": [20, 4]}}
    )
    game.stroke()
    assert game.log[-1] == "DRAW(nobody_left)"
    assert "the game is over" in game.stroke()[0]["text"]
    assert game.ruling["over"]["winner"] is None


# ------------------------------------------------------------------------------------------------ end of the balls


def last_ball(play: Any, players: dict[str, Any], **more: Any) -> Any:
    """The last numbered ball, a 6, is made by A."""
    game = play(*players, **more.pop("options", {}))
    game.state(on_table=["6"], players=players, target=more.pop("target", 200), **more)
    game.stroke(pocketed=[6])
    return game


@pytest.mark.clause("CP-8.6.a", "CP-8.6.c")
@pytest.mark.parametrize("option", ["yes", "no"])
def test_an_object_ball_driven_by_the_other_cue_ball_may_reach_the_cushion_before_all_else(
    play: Any, option: str
) -> None:
    """Only the cue balls are said to have met, and yet the 5 moved: whatever the order, a ball reached a cushion."""
    game = play("A", "B", **{"cp.either_cue_ball_contact": option})
    game.state()
    events = [
        {"kind": "cushion", "ball": "5a", "cushion": "foot"},
        {"kind": "head-string", "ball": "cue", "direction": "out"},
    ]
    game.say({"type": "stroke", "number": 1, "struck": "cue", "first_contact": "crazy-cue", "events": events})
    assert [c for c, _ in game.fouls] == ([] if option == "yes" else ["no_object_ball"])


@pytest.mark.clause("CP-8.6.a", "CP-8.6.b")
def test_contacts_that_were_seen_tell_that_no_cue_ball_met_an_object_ball(play: Any) -> None:
    """The cue balls met, and the 5 the 6: contacts were seen, and none was with an object ball."""
    for seen, fouls in (([["5a", "6a"]], ["no_object_ball"]), ([["crazy-cue", "5a"], ["5a", "6a"]], []), ([], [])):
        game = play("A", "B")
        game.state()
        events: list[Any] = [{"kind": "contact", "balls": b} for b in (["cue", "crazy-cue"], *seen)]
        events.append({"kind": "cushion", "ball": "5a", "cushion": "foot"})
        game.say({"type": "stroke", "number": 1, "struck": "cue", "first_contact": "crazy-cue", "events": events})
        assert [c for c, _ in game.fouls] == fouls


@pytest.mark.clause("CP-8.2.opt3.c", "CP-8.10.a")
def test_a_pile_with_the_last_ball_is_judged_at_once(play: Any) -> None:
    """Nothing is left to shoot at: there is no second stroke to wait for."""
    game = play("A", "B", option_3=True)
    game.state(on_table=["6"], players={"B": {"stash": [5]}}, forecast={"points": 6, "balls": 1})
    game.stroke(pocketed=[6])
    assert game.log == ["PILE(A,6)", "PREDICTION_MET(A)", "SCORE(A,6)", "END_OF_BALLS", "WIN(A)"]


@pytest.mark.clause("CP-8.2.opt3.sub.a", "CP-8.2.opt2")
def test_nothing_follows_the_bonus_stroke(play: Any) -> None:
    options = {"option_1": True, "option_2": True, "option_3": True, "option_3_sub": True}
    game = play("A", "B", **options, **{"cp.opt1_second_stroke_after_foul": "no"})
    game.state(players={"A": {"stash": [9]}}, forecast={"points": 0, "balls": 0})
    game.stroke(cue_lost=["plain"])
    assert (game.next, game.ruling["next"]["options"]) == (["A", 2], ["bonus"])
    game.stroke(pocketed=[5])
    assert game.log[0] == "SCORE(A,5)"
    assert game.next == ["B", 1]


@pytest.mark.clause("CP-8.10.a", "CP-8.8.a")
@pytest.mark.parametrize(("held", "asked"), [(4, False), (5, True), (19, True), (20, False)])
def test_the_shooter_is_asked_first_where_a_rivals_pea_could_tie(play: Any, held: int, asked: bool) -> None:
    """A has exactly 20; B's pea, 1 to 15, is not known: only where some pea makes 20 too does a claim matter."""
    game = last_ball(play, {"A": {"stash": [5], "pea": 9}, "B": {"stash": [held], "pea": None}}, target=20)
    assert (("win_declared", None, "A", None) in game.asked) is asked
    assert (("pea_value", "deal", "B", None) in game.asked) is not asked


@pytest.mark.clause("CP-8.10.a")
def test_highest_total_wins_when_the_balls_are_gone(play: Any) -> None:
    game = last_ball(play, {"A": {"stash": [5]}, "B": {"stash": [21]}, "C": {"stash": [20], "pea": 3}})
    assert game.log == ["SCORE(A,6)", "END_OF_BALLS", "WIN(B)"]
    assert game.ruling["over"]["clause"] == "CP-8.10.a"


@pytest.mark.clause("CP-8.10.b")
def test_tie_goes_to_the_pea_nearest_to_eight(play: Any) -> None:
    game = last_ball(play, {"A": {"stash": [5], "pea": 6}, "B": {"stash": [6], "pea": 11}})
    assert game.ruling["over"]["winner"] == "A"
    assert game.ruling["over"]["clause"] == "CP-8.10.b"


@pytest.mark.clause("CP-8.10.c")
def test_then_most_balls_then_a_coin(play: Any) -> None:
    """CS-69."""
    game = last_ball(play, {"A": {"stash": [5], "pea": 7}, "B": {"stash": [9], "pea": 9}})
    assert game.ruling["over"] == {"what": "match", "winner": "A", "reason": "tie_balls", "clause": "CP-8.10.c"}
    game = last_ball(play, {"A": {"stash": [5], "pea": 7}, "B": {"stash": [2, 3, 4], "pea": 9}})
    assert game.ruling["over"]["winner"] == "B"
    game = last_ball(play, {"A": {"stash": [5], "pea": 7}, "B": {"stash": [1, 8], "pea": 9}})
    assert game.log == ["SCORE(A,6)", "END_OF_BALLS", "COIN_FLIP(A,B)"]
    (question,) = game.open
    assert (question["about"], question["asks"], question["candidates"]) == ("coin_flip", "referee", ["A", "B"])
    assert "is not one of" in game.answer("coin_flip", "C")[0]["text"]
    game.answer("coin_flip", "B")
    assert game.log[-1] == "WIN(B)"
    assert game.ruling["over"]["reason"] == "coin"


@pytest.mark.clause("CP-8.10.a")
def test_peas_are_shown_at_the_end(play: Any) -> None:
    game = last_ball(play, {"A": {"stash": [5], "pea": None}, "B": {"stash": [10], "pea": None}})
    assert game.log == ["SCORE(A,6)", "END_OF_BALLS"]
    assert [a[0] for a in game.asked] == ["pea_value", "pea_value"]
    game.answer("pea_value", 3, "B")
    game.answer("pea_value", 1, "A")
    assert game.log[-1] == "WIN(B)"


@pytest.mark.clause("CP-8.10.a", "CP-8.8.a")
def test_the_shooter_may_claim_first(play: Any) -> None:
    players = {"A": {"stash": [5], "pea": 9}, "B": {"stash": [12], "pea": 8}}
    game = last_ball(play, players, target=20)
    assert game.asked == [("win_declared", None, "A", None)]
    game.answer("win_declared", True, "A")
    assert game.log == ["SCORE(A,6)", "WIN(A)"]
    game = last_ball(play, players, target=20)
    game.answer("win_declared", False, "A")
    assert game.log == ["SCORE(A,6)", "END_OF_BALLS", "WIN(B)"]


@pytest.mark.clause("CP-8.10.a", "CP-8.8.a")
def test_a_claim_that_only_changes_the_reason_is_not_asked_for(play: Any) -> None:
    players = {"A": {"stash": [5], "pea": 9}, "B": {"stash": [10], "pea": 8}}
    game = last_ball(play, players, target=20)
    assert game.log == ["SCORE(A,6)", "END_OF_BALLS", "WIN(A)"]
    game.input("declare", "A", value="win")
    assert game.ruling["of"] == 1
    assert game.log == ["SCORE(A,6)", "WIN(A)"]
    assert game.ruling["over"]["reason"] == "final_score"
    assert "the game is over" in game.input("declare", "A", value="win")[0]["text"]


@pytest.mark.clause("CP-8.10.a", "CP-8.8.a")
def test_only_whose_silence_was_taken_for_an_answer_may_still_speak(play: Any) -> None:
    game = last_ball(play, {"A": {"stash": [5], "pea": 9}, "B": {"stash": [10], "pea": 8}}, target=20)
    for name, value in (("B", "win"), ("A", "bust")):
        (notice,) = game.input("declare", name, value=value)
        assert "the game is over" in notice["text"]
    game.input("declare", "A", value="win")
    assert game.ruling["over"]["reason"] == "final_score"


@pytest.mark.clause("CP-8.10.a", "CP-8.8.a")
def test_a_declaration_answers_the_question_for_it(play: Any) -> None:
    game = last_ball(play, {"A": {"stash": [5], "pea": 9}, "B": {"stash": [12], "pea": 8}}, target=20)
    assert game.asked == [("win_declared", None, "A", None)]
    game.input("declare", "A", value="win")
    assert game.log == ["SCORE(A,6)", "WIN(A)"]


@pytest.mark.clause("CP-8.10.a", "CP-8.9.a", "CP-8.9.c")
@pytest.mark.parametrize("option", ["disqualify", "leave-out"])
def test_who_is_over_at_the_end_may_say_so_until_the_next_event(play: Any, option: str) -> None:
    players = {"A": {"stash": [5], "pea": 9}, "B": {"stash": [12], "pea": 10}, "C": {}}
    game = last_ball(play, players, target=21, stroke_no=2, options={"cp.end_of_balls": option})
    assert game.asked == []
    end = ["DISQUALIFIED(B)", "SPOT(12)", "OUT(B,disqualified)", "NEXT(C,1)"] if option == "disqualify" else ["WIN(A)"]
    assert game.log == ["SCORE(A,6)", "END_OF_BALLS", *end]
    game.input("declare", "B", value="bust")
    game.answer("draw_new_pea", False, "B")
    assert game.log == ["SCORE(A,6)", "BUST(B)", "SPOT(12)", "NEXT(B,1)"]
    assert game.score("B")["out"] is None
    if option == "disqualify":
        game = last_ball(play, players, target=21, stroke_no=2)
        game.stroke()
        assert "B is out" in game.input("declare", "B", value="bust")[0]["text"]


@pytest.mark.clause("CP-8.10.a", "CP-8.9.c", "CP-8.5")
def test_who_is_left_alone_when_the_peas_are_shown_has_won(play: Any) -> None:
    game = last_ball(play, {"A": {"stash": [5], "pea": 9}, "B": {"stash": [12], "pea": 10}}, target=21)
    assert game.log == [
        "SCORE(A,6)", "END_OF_BALLS", "DISQUALIFIED(B)", "SPOT(12)", "OUT(B,disqualified)", "WIN(A)",
    ]  # fmt: skip
    assert game.ruling["over"] == {"what": "match", "winner": "A", "reason": "last_player", "clause": "CP-8.5"}


@pytest.mark.clause("CP-8.9.c", "CP-8.5")
def test_balls_of_the_stroke_that_a_disqualification_has_made_needless_are_nobodys(play: Any) -> None:
    """C has not said that he is over, and is out as A begins to shoot: A has won before his ball dropped."""
    game = play("A", "C")
    game.state(shooter="A", prior="C", over=["C"], target=30, players={"C": {"stash": [21, 20]}})
    game.stroke(pocketed=[5])
    assert game.log[0] == "DISQUALIFIED(C)" and game.log[-1] == "WIN(A)"
    assert game.stash("A") == []
    assert game.shown["on_table"].count("5") == 3


@pytest.mark.clause("CP-8.9.a", "CP-8.3.a")
def test_a_fact_that_comes_late_re_rules_what_followed(play: Any) -> None:
    """A busts and says so; then the referee says the stroke was a double hit: he never went over."""
    game = play("A", "B", "C", "D")
    game.state(players={"A": {"stash": NEARLY}}, stroke_no=2)
    game.stroke(pocketed=[12])
    game.input("declare", "A", value="bust")
    game.answer("draw_new_pea", True, "A")
    game.answer("pea_value", 4, "A")
    assert game.stash("A") == []
    game.fact("double_hit", True)
    assert game.log == ["FOUL(double_hit)"]
    assert game.asked == [("chosen_ball", "penalty", "A", None)]
    game.answer("chosen_ball", "14", "A")
    assert game.log == ["FOUL(double_hit)", "PENALTY(A,14)", "SPOT(12)", "SPOT(14)", "NEXT(B,1)"]
    assert game.stash("A") == NEARLY[:-1]


@pytest.mark.clause("CP-8.8.a", "CP-8.9.c")
def test_undo_takes_back_what_came_after_a_stroke(play: Any) -> None:
    game = play("A", "B")
    game.state(target=40, players={"A": {"stash": [21]}})
    game.stroke(pocketed=[5])
    game.stroke(pocketed=[19])
    assert game.shown["over"] == ["A"]
    game.stroke()
    assert game.log[-1] == "WIN(B)"
    game.input("undo", by="referee", to=1)
    assert game.log == ["SCORE(A,5)", "NEXT(A,2)"]
    assert game.shown["over"] == []
    game.strokes = 1
    game.stroke(pocketed=[6])
    game.input("declare", "A", value="win")
    assert game.log == ["WIN(A)"]


@pytest.mark.clause("CP-8.9.a")
def test_the_window_of_a_game_entered(play: Any) -> None:
    """`over`: who is over now (or may be, with a pea that nobody told); `bust_window`: who must still say so."""
    game = play("A", "B", "C", "D")
    players = {"A": {"stash": NEARLY}, "B": {"pea": None, "stash": [10]}, "C": {"stash": [9]}}
    game.state(over=["B", "C"], stroke_no=2, players=players)
    game.stroke(pocketed=[12])
    assert game.shown["over"] == ["A", "B"]
    assert game.shown["bust_window"] == ["A", "B", "C"]
    game.stroke()
    assert [p for p in "ABCD" if game.score(p)["out"]] == ["A", "B", "C"]


@pytest.mark.clause("CP-8.2.opt3.a")
@pytest.mark.parametrize(("fouls", "legal"), [([], True), (["no_cushion"], None)])
def test_a_stroke_before_the_forecast_waits_but_not_for_its_legality(play: Any, fouls: list[str], legal: Any) -> None:
    game = play("A", "B", option_3=True)
    game.state(shooter="A", stroke_no=1)
    game.stroke(first="1a", fouls=fouls)
    assert (game.ruling["legal"], game.next, game.asked[0][0]) == (legal, None, "prediction")
    game.answer("prediction", {"points": 0, "balls": 0}, "A")
    assert game.ruling["legal"] is (not fouls)
