"""CP-11 to CP-16: balls owed, scratches, jumped balls, spotting, penalties."""

from __future__ import annotations

from typing import Any

import pytest


def game_of(play: Any, order: str = "ABCD", **state: Any) -> Any:
    game = play(*order, **state.pop("options", {}))
    game.state(**state)
    return game


@pytest.mark.clause("CP-11.1")
def test_the_oldest_debt_is_paid_first(play: Any) -> None:
    game = game_of(play, debts=[["A", "C", "yellow"], ["A", "B", "green"]])
    game.stroke(pocketed=[5])
    assert game.log == ["SCORE(A,5)", "PAID(A->C,5)", "NEXT(A,2)"]
    assert game.debts() == [["A", "B"]]


@pytest.mark.clause("CP-11.2")
def test_payments_run_along_the_chain(play: Any) -> None:
    game = game_of(play, debts=[["A", "B", "orange"], ["B", "C", "yellow"], ["C", "TABLE", "table"]])
    game.stroke(pocketed=[5])
    assert game.log == ["SCORE(A,5)", "PAID(A->B,5)", "PAID(B->C,5)", "PAID(C->TABLE,5)", "SPOT(5)", "NEXT(A,2)"]
    assert game.debts() == []


@pytest.mark.clause("CP-11.2")
def test_the_highest_ball_goes_to_a_player(play: Any) -> None:
    game = game_of(play, debts=[["A", "B", "orange"]])
    game.stroke(pocketed=[5, 21, 9])
    assert game.stash("A") == [9, 5]
    assert game.stash("B") == [21]


@pytest.mark.clause("CP-11.3")
def test_the_table_comes_before_players_and_takes_the_debtors_choice(play: Any) -> None:
    game = game_of(play, debts=[["A", "B", "yellow"], ["A", "TABLE", "table"]])
    game.stroke(pocketed=[5, 21])
    assert game.asked == [("chosen_ball", "table-debt", "A", None)]
    game.answer("chosen_ball", "5", "A")
    assert game.log == ["SCORE(A,5)", "SCORE(A,21)", "PAID(A->TABLE,5)", "PAID(A->B,21)", "SPOT(5)", "NEXT(A,2)"]


@pytest.mark.clause("CP-12.1")
@pytest.mark.parametrize(("kind", "code"), [("pocket", "scratch"), ("off-table", "cue_ball_off_table")])
@pytest.mark.parametrize("cue", ["cue", "crazy-cue"])
def test_a_lost_cue_ball_is_a_scratch(play: Any, kind: str, code: str, cue: str) -> None:
    game = game_of(play)
    lost = {"kind": kind, "ball": cue} | ({"pocket": "foot-left"} if kind == "pocket" else {"x": 0, "y": 1500})
    events = [{"kind": "contact", "balls": ["cue", "1a"]}, {"kind": "cushion", "ball": "1a", "cushion": "foot"}, lost]
    game.say({"type": "stroke", "number": 1, "struck": "cue", "first_contact": "1a", "events": events})
    assert game.ruling["fouls"] == [{"code": code, "clause": "CP-12.1", "ball": cue}]
    assert game.log == [
        "FOUL(scratch)", "OWES(A->TABLE)", f"IN_HAND(B,kitchen,{'plain' if cue == 'cue' else 'crazy'})", "NEXT(B,1)",
    ]  # fmt: skip


@pytest.mark.clause("CP-12.2")
def test_the_incoming_player_has_each_lost_cue_ball_in_the_kitchen(play: Any) -> None:
    game = game_of(play)
    game.stroke(cue_lost=["crazy", "plain"])
    kitchen = "in-hand-behind-head-string"
    assert game.ruling["next"]["cue_ball"] == {"cue": kitchen, "crazy-cue": kitchen}
    assert game.shown["in_hand"] == {"cue": "kitchen", "crazy-cue": "kitchen"}
    game.stroke()
    assert game.ruling["next"]["cue_ball"] == {"cue": "in-position", "crazy-cue": "in-position"}


@pytest.mark.clause("CP-12.2")
def test_a_cue_ball_that_comes_back_by_itself_is_not_lost(play: Any) -> None:
    for via, lost in (("itself", False), ("lamp", False), ("object", True), ("person", True)):
        game = game_of(play)
        events = [
            {"kind": "contact", "balls": ["cue", "1a"]},
            {"kind": "cushion", "ball": "1a", "cushion": "foot"},
            {"kind": "off-table", "ball": "cue", "x": 0, "y": 1500},
            {"kind": "return", "ball": "cue", "via": via},
        ]
        game.say({"type": "stroke", "number": 1, "struck": "cue", "first_contact": "1a", "events": events})
        assert (game.fouls != []) is lost
    game.fact("returned_to_table", "itself")
    assert game.fouls == []


@pytest.mark.clause("CP-12.1")
def test_the_referee_corrects_what_dropped(play: Any) -> None:
    game = game_of(play)
    game.stroke(pocketed=[5], cue_lost=["plain"])
    game.fact("cue_ball_pocketed", False)
    assert game.log == ["SCORE(A,5)", "NEXT(A,2)"]
    game.fact("cue_ball_off_table", True)
    assert [f["code"] for f in game.ruling["fouls"]] == ["cue_ball_off_table"]
    game.fact("cue_ball_off_table", ["crazy-cue"])
    assert game.log[-2] == "IN_HAND(B,kitchen,crazy)"
    game.fact("cue_ball_off_table", False)
    game.fact("pocketed", ["7a", "9b"])
    assert game.log == ["SCORE(A,7)", "SCORE(A,9)", "NEXT(A,2)"]
    game.fact("rebounded_from_pocket", ["7a"])
    assert game.log == ["SCORE(A,9)", "NEXT(A,2)"]
    game.fact("off_table", ["7a"])
    assert game.log[0] == "FOUL(jumped_object_ball)"


@pytest.mark.clause("CP-12.3")
def test_a_cue_ball_in_hand_in_the_jaws_is_warned_of(play: Any) -> None:
    game = game_of(play, in_hand={"cue": "kitchen"})
    game.input("place", ball="cue", x=675, y=-1385)
    assert game.log == ["WARN(A,jaws)"]


@pytest.mark.clause("CP-13.1", "CP-13.2")
def test_jumped_object_balls_are_one_foul_and_are_spotted(play: Any) -> None:
    game = game_of(play)
    game.stroke(jumped=[9, 3], pocketed=[5])
    assert game.ruling["fouls"] == [{"code": "object_ball_off_table", "clause": "CP-13.1", "ball": "9"}]
    assert game.log == ["FOUL(jumped_object_ball)", "OWES(A->TABLE)", "SPOT(3)", "SPOT(5)", "SPOT(9)", "NEXT(B,1)"]
    assert game.shown["in_hand"] == {}


@pytest.mark.clause("CP-13.1")
@pytest.mark.parametrize(("option", "in_hand"), [("no", {}), ("yes", {"cue": "kitchen"})])
def test_a_jumped_ball_and_the_cue_ball(play: Any, option: str, in_hand: Any) -> None:
    game = game_of(play, options={"cp.jumped_object_in_hand": option})
    game.stroke(jumped=[9])
    assert game.shown["in_hand"] == in_hand


@pytest.mark.clause("CP-14.1", "CP-14.2")
@pytest.mark.parametrize(("option", "codes"), [("no", []), ("yes", ["object_ball_off_table"])])
def test_a_jumped_whammy_is_a_pocketed_one(play: Any, option: str, codes: list[str]) -> None:
    game = game_of(play, options={"cp.jumped_whammy_foul": option})
    game.stroke(jumped=["black"], fouls=["no_cushion"])
    assert [c for c, _ in game.fouls] == codes
    assert "STICK" in game.log
    assert "WHAMMY(black,A,1)" in game.log


def spotted_at(play: Any, after: Any, jumped: list[str], **options: Any) -> list[tuple[str, float, float]]:
    game = play("A", "B", **options)
    game.state()
    events = [{"kind": "contact", "balls": ["cue", "14a"]}]
    events += [{"kind": "off-table", "ball": b, "x": 0, "y": 1500} for b in jumped]
    rows = [{"id": i, "label": i.rstrip("abcdefghij") or i, "x": x, "y": y} for i, x, y in after]
    rows = [{**r, "label": "cue"} if r["id"] == "cue" else r for r in rows]
    stroke = {"type": "stroke", "number": 1, "struck": "cue", "first_contact": "14a", "events": events}
    game.say({**stroke, "after": rows})
    return [(s["ball"], s["x"], s["y"]) for s in game.ruling["spot"]]


def wall() -> list[tuple[str, float, float]]:
    """The long string, full from cushion to cushion with gaps narrower than a ball."""
    ys = [711.2 + 114.2 * k for k in range(-18, 6)] + [1377.6]
    return [(f"{1 + k % 7}{'abcdefghij'[k // 7]}", 0.0, y) for k, y in enumerate(ys)]


@pytest.mark.clause("CP-15.1")
def test_the_long_string_then_the_foot_string(play: Any) -> None:
    assert spotted_at(play, [], ["9a"]) == [("9", 0.0, 711.2)]
    assert spotted_at(play, [("cue", 0.0, 711.2)], ["9a"]) == [("9", 0.0, 768.85)]
    assert spotted_at(play, wall(), ["9a"]) == [("9", 57.15, 711.2)]


@pytest.mark.clause("CP-15.1")
def test_centre_spot_as_the_limit(play: Any) -> None:
    behind = [b for b in wall() if b[2] > 20]
    assert spotted_at(play, behind, ["9a"])[0][1] == 0.0
    assert spotted_at(play, behind, ["9a"], **{"cp.centre_line_limit": "centre-spot"}) == [("9", 57.15, 711.2)]


@pytest.mark.clause("CP-15.2")
def test_right_first_at_equal_distance(play: Any) -> None:
    assert spotted_at(play, wall(), ["9a", "12a"]) == [("9", 57.15, 711.2), ("12", -57.15, 711.2)]
    seen_from_foot = spotted_at(play, wall(), ["9a"], **{"cp.spot_right_side": "foot"})
    assert seen_from_foot == [("9", -57.15, 711.2)]
    assert spotted_at(play, [*wall(), ("10a", 70.0, 711.2)], ["9a"]) == [("9", -57.15, 711.2)]


@pytest.mark.clause("CP-15.3")
def test_lowest_first_each_an_obstacle_for_the_next(play: Any) -> None:
    assert spotted_at(play, [], ["12a", "9a", "crazy-8a"]) == [
        ("crazy-8", 0.0, 711.2), ("9", 0.0, 768.35), ("12", 0.0, 825.5),
    ]  # fmt: skip


@pytest.mark.clause("CP-15.3")
@pytest.mark.parametrize(("option", "spots"), [("one", ["2", "3", "4", "9"]), ("per-cause", ["9", "3", "2", "4"])])
def test_one_batch_or_a_batch_for_each_cause(play: Any, option: str, spots: list[str]) -> None:
    game = game_of(play, players={"A": {"stash": [2, 4]}}, options={"cp.spot_batch": option})
    game.stroke(pocketed=[9], jumped=[3], cue_lost=["plain"])
    game.answer("chosen_ball", "4", "A")
    assert [s["ball"] for s in game.ruling["spot"]] == spots


@pytest.mark.clause("CP-16.1")
def test_one_ball_of_his_choice_for_each_foul(play: Any) -> None:
    game = game_of(play, players={"A": {"stash": [9, 5]}})
    game.stroke(cue_lost=["plain"])
    (question,) = game.open
    assert (question["about"], question["purpose"], question["candidates"]) == ("chosen_ball", "penalty", ["9", "5"])
    assert question["clause"] == "CP-16.1"
    assert game.ruling["legal"] is False
    assert game.ruling["next"] is None
    (notice,) = game.answer("chosen_ball", "7", "A")
    assert notice["code"] == "refused"
    (notice,) = game.answer("chosen_ball", "9", "B")
    assert notice["code"] == "refused"
    game.answer("chosen_ball", "9", "A")
    assert game.stash("A") == [5]


@pytest.mark.clause("CP-16.1")
def test_a_stroke_before_the_answer_waits_for_it(play: Any) -> None:
    game = game_of(play, players={"A": {"stash": [9, 5]}})
    game.stroke(cue_lost=["plain"])
    game.stroke(pocketed=[7])
    assert game.ruling["of"] == 2
    assert (game.ruling["legal"], game.ruling["next"], game.log) == (None, None, [])
    game.stroke()
    game.answer("chosen_ball", "5", "A")
    rulings = {r["of"]: r["log"] for r in game.out if r["type"] == "ruling"}
    assert rulings[2] == ["SCORE(B,7)", "NEXT(B,2)"]
    assert rulings[3] == ["NEXT(C,1)"]


@pytest.mark.clause("CP-16.1")
@pytest.mark.parametrize(("option", "debts"), [("each", 3), ("one-per-stroke", 1), ("per-ball", 4)])
def test_how_fouls_are_counted(play: Any, option: str, debts: int) -> None:
    game = game_of(play, options={"cp.foul_counting": option})
    game.stroke(cue_lost=["plain", "crazy"], jumped=[3, 4])
    assert game.debts() == [["A", "TABLE"]] * debts
    assert game.score("A")["foul_innings"] == 1


@pytest.mark.clause("CP-16.1")
def test_only_balls_he_pocketed_himself_as_a_house_option(play: Any) -> None:
    game = game_of(
        play, order="AB", players={"B": {"stash": [20]}}, options={"cp.penalty_ball": "own", "option_1": True}
    )
    game.stroke(whammies=["orange"], pocketed=[4])
    game.answer("reposition_choice", {}, "A")
    assert game.stash("A") == [20, 4]
    game.stroke(cue_lost=["plain", "crazy"])
    assert game.log[:5] == ["FOUL(scratch)", "FOUL(scratch)", "PENALTY(A,4)", "OWES(A->TABLE)", "PAID(A->TABLE,20)"]


@pytest.mark.clause("CP-16.2")
def test_the_penalty_comes_before_the_whammy(play: Any) -> None:
    game = game_of(play, order="AB", players={"A": {"stash": [9, 5]}})
    game.stroke(whammies=["yellow"], cue_lost=["plain"])
    assert game.log == ["FOUL(scratch)"]
    game.answer("chosen_ball", "9", "A")
    assert game.log == ["FOUL(scratch)", "PENALTY(A,9)", "SPOT(9)", "STICK", "WHAMMY(yellow,A,1)", "GIVE(A->B,5)"]


@pytest.mark.clause("CP-16.3", "CP-16.4")
def test_three_fouling_innings_in_a_row(play: Any) -> None:
    game = game_of(play, order="ABC")
    for _ in range(2):
        game.stroke(fouls=["no_cushion"])
        game.stroke()
        game.stroke()
    assert game.debts() == [["A", "TABLE"]] * 2
    assert game.score("A")["foul_innings"] == 2
    game.stroke(fouls=["no_cushion"])
    assert game.log == ["FOUL(no_cushion)", "OWES(A->TABLE)", "OUT(A,three_fouling_innings)", "NEXT(B,1)"]
    assert game.debts() == []


@pytest.mark.clause("CP-16.3")
def test_a_clean_inning_ends_the_run_and_two_fouls_of_one_inning_are_one(play: Any) -> None:
    game = game_of(play, order="AB", options={"option_1": True})
    game.stroke(fouls=["no_cushion"])
    game.stroke(fouls=["no_cushion"])
    assert game.score("A")["foul_innings"] == 1
    game.stroke()
    game.stroke()
    game.stroke()
    assert game.score("A")["foul_innings"] == 1
    game.stroke()
    assert game.score("A")["foul_innings"] == 0


@pytest.mark.clause("CP-16.3", "CP-9.11.b")
@pytest.mark.parametrize(
    ("option", "reason"), [("whammy-first", "fourth_whammy"), ("fouls-first", "three_fouling_innings")]
)
def test_third_fouling_inning_and_fourth_whammy_at_once(play: Any, option: str, reason: str) -> None:
    players = {"A": {"foul_innings": 2, "whammies": 3, "stash": [9, 9, 9]}}
    game = game_of(play, order="AB", players=players, options={"cp.three_fouls_and_fourth": option})
    game.stroke(whammies=["yellow"], cue_lost=["plain"])
    game.answer("reposition_choice", {}, "A")
    assert game.score("A")["out"] == reason
    assert game.stash("B") == ([9, 9] if option == "whammy-first" else [9])
    assert game.ruling["over"]["winner"] == "B"
