"""Every house option of the pool games: what it changes. Left: the option; right: logs by default and otherwise."""

# ruff: noqa: E501 (one row a case)

from __future__ import annotations

from typing import Any

import pytest

from callshot.rules.games import GAMES
from callshot.rules.options import TARGETS

P1, P6 = "head-left", "foot-right"
PLAY = "shooter=X phase=play"
SOLIDS = f'{PLAY} groups={{"X":"solids"}}'
NINE = f"{PLAY} on_table=3,5,6,9"
ON_EIGHT = f"{SOLIDS} on_table=6,8,12"

CASES = [
    ("9ball-fi", "gen.foul_run_clear", "not-push-out", f'{NINE} push_out=true fouls={{"X":1}}', ["push-out"], "cue>-",
     "FOUL_RUN(X,0) OPTIONS(Y,play|give-back)", "OPTIONS(Y,play|give-back)"),
    ("9ball-hu", "gen.third_ball", "any-contact", NINE, [("balls_frozen_at_start", ["3"])], "cue>3 3*5 3|foot",
     "NEXT(Y,1)", "FOUL(third_ball_disturbed) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("9ball-hu", "gen.jump_allowed", "forbidden", NINE, [], "cue>3 cue^5 3|foot !cue_elevated=true",
     "NEXT(Y,1)", "FOUL(illegal_jump) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("9ball-hu", "gen.jump_allowed", "per-game", NINE, [], "cue>3 cue^5 3|foot !cue_elevated=true",
     "NEXT(Y,1)", "FOUL(illegal_jump) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("9ball-hu", "gen.two_foul_warning", "referee", 'shooter=Y phase=play on_table=3,9 fouls={"X":2}', [], "cue>3 3|foot",
     "WARN(X,two_fouls) NEXT(X,1)", "NEXT(X,1)"),
    ("8ball-fi", "calls", "evident", SOLIDS, [], f"cue>6 6@{P1}", "", "NEXT(X,2)"),
    ("8ball-fi", "fi.eight_own_ball_foul", "down", SOLIDS, [], f"cue>6 6@{P1} cue@{P6}",
     "FOUL(scratch) FOUL_RUN(X,1) SPOT(6) IN_HAND(Y,anywhere,plain) NEXT(Y,1)",
     "FOUL(scratch) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("8ball-fi", "fi.eight_wrong_pocket", "down", SOLIDS, [("call", "6", P6)], f"cue>6 6@{P1}",
     "CALL_MISSED SPOT(6) NEXT(Y,1)", "CALL_MISSED NEXT(Y,1)"),
    ("8ball-fi", "fi.eight_break_8", "spot", "", [], f"cue>1 8@{P1} 5@{P6} cue@{P6}",
     "FOUL(scratch) FOUL_RUN(X,1) OPTIONS(Y,rerack-i-break|rerack-you-break)",
     "FOUL(scratch) FOUL_RUN(X,1) OPTIONS(Y,kitchen|rerack-i-break|rerack-you-break)"),
    ("8ball-fi", "fi.eight_open_table", "break-group", "", [], f"cue>1 5@{P6} 3@{P6}", "NEXT(X,2)", "GROUPS(X,solids) NEXT(X,2)"),
    ("8ball-fi", "fi.eight_first_open", "allowed", PLAY, [], "cue>8 8|foot",
     "FOUL(wrong_ball_first) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)", "NEXT(Y,1)"),
    ("8ball-fi", "fi.eight_same_stroke", "spotted", ON_EIGHT, [("call", "6", P1)], f"cue>6 6@{P1} 8@{P6}",
     "LOSS(X,eight_with_last_ball) WIN(Y)", "SPOT(8) CALL_MADE NEXT(X,2)"),
    ("8ball-fi", "fi.eight_open_foul_balls", "down", PLAY, [], f"cue>1 1|foot 6@{P1} cue@{P6}",
     "FOUL(scratch) FOUL_RUN(X,1) SPOT(6) IN_HAND(Y,anywhere,plain) NEXT(Y,1)",
     "FOUL(scratch) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("8ball-fi", "fi.eight_off_table", "opponents-stay-off", SOLIDS, [], "cue>1 1|foot 12!",
     "FOUL(object_ball_off_table) FOUL_RUN(X,1) SPOT(12) IN_HAND(Y,anywhere,plain) NEXT(Y,1)",
     "FOUL(object_ball_off_table) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("8ball-fi", "fi.frozen_fourth", "three", SOLIDS, [("rail_frozen_at_start", ["3"])], "cue>3 7|foot",
     "NEXT(Y,1)", "FOUL(frozen_ball_not_driven) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("9ball-fi", "fi.nine_break_rails", "four", "", [], "cue>1 3|foot",
     "NEXT(Y,1)", "FOUL(illegal_break) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("8ball-hu", "hu.kitchen_warning", "outright", f'{PLAY} in_hand={{"cue":"kitchen"}}', [], "cue>1 1|foot ~cue:0,-600",
     "", "FOUL(kitchen_placement) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("8ball-hu", "hu.simultaneous_hit", "always", SOLIDS, [], 'cue>1 1|foot !first_contact=["1","2"]',
     "NEXT(Y,1)", "FOUL(simultaneous_first_contact) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("8ball-hu", "hu.simultaneous_hit", "never", SOLIDS, [], 'cue>1 1|foot !first_contact=["1","9"]',
     "FOUL(simultaneous_first_contact) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)", "NEXT(Y,1)"),
    ("8ball-hu", "hu.frozen_towards", "foul", SOLIDS, [("balls_frozen_at_start", ["3"])], "cue>3 3|foot",
     "NEXT(Y,1)", "FOUL(push) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("8ball-hu", "hu.chalk_return", "cue-ball", SOLIDS, [], "cue>3 3|foot 5! 5<object",
     "FOUL(returned_by_object) FOUL_RUN(X,1) SPOT(5) IN_HAND(Y,anywhere,plain) NEXT(Y,1)", "NEXT(Y,1)"),
    ("8ball-hu", "hu.break_not_crossing", "foul", "", [], "cue>- ~cue:0,-900 =cue:0,-800", "",
     "FOUL(no_object_ball) FOUL_RUN(X,1) OPTIONS(Y,accept|rerack-i-break|rerack-you-break)"),
    ("8ball-hu", "hu.eight_off_table", "opponents-stay-off", SOLIDS, [], "cue>1 1|foot 12!",
     "FOUL(object_ball_off_table) FOUL_RUN(X,1) SPOT(12) IN_HAND(Y,anywhere,plain) NEXT(Y,1)",
     "FOUL(object_ball_off_table) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("8ball-hu", "hu.eight_break_scratch", "always", "", [], "cue>1 1|foot",
     "FOUL(illegal_break) FOUL_RUN(X,1) OPTIONS(Y,accept|rerack-i-break|rerack-you-break)",
     "FOUL(illegal_break) FOUL_RUN(X,1) OPTIONS(Y,kitchen|rerack-i-break|rerack-you-break)"),
    ("8ball-hu", "hu.eight_call_duty", "after-first-ball", PLAY, [], f"cue>4 4@{P1}", "", "NEXT(X,2)"),
    ("8ball-hu", "hu.eight_combo", "literal", SOLIDS, [("call", "4", P1)], f"cue>12 12*4 4@{P1}",
     "FOUL(wrong_ball_first) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)", "CALL_MADE NEXT(X,2)"),
    ("8ball-hu", "hu.eight_wrong_pocket", "spotted", SOLIDS, [("call", "6", P6)], f"cue>6 6@{P1}",
     "CALL_MISSED NEXT(Y,1)", "CALL_MISSED SPOT(6) NEXT(Y,1)"),
    ("8ball-hu", "hu.eight_first_open", "foul", PLAY, [], "cue>8 8|foot",
     "NEXT(Y,1)", "FOUL(wrong_ball_first) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("8ball-hu", "hu.safety_own_ball", "spotted", SOLIDS, ["safety"], f"cue>6 6@{P1}", "NEXT(Y,1)", "SPOT(6) NEXT(Y,1)"),
    ("8ball-hu", "hu.eight_break_8_foul_breaker", "breaker", "", [], f"cue>1 8@{P1} cue@{P6}",
     "FOUL(scratch) FOUL_RUN(X,1) OPTIONS(Y,rerack-i-break|rerack-you-break|spot-8)",
     "FOUL(scratch) FOUL_RUN(X,1) OPTIONS(Y,rerack-you-break|spot-8)"),
    ("8ball-hu", "hu.eight_break_8_foul_breaker", "opponent", "", [], f"cue>1 8@{P1} cue@{P6}",
     "FOUL(scratch) FOUL_RUN(X,1) OPTIONS(Y,rerack-i-break|rerack-you-break|spot-8)",
     "FOUL(scratch) FOUL_RUN(X,1) OPTIONS(Y,rerack-i-break|spot-8)"),
    ("9ball-hu", "hu.push_suspends", "first-and-cushion", f"{NINE} push_out=true",
     [("rail_frozen_at_start", ["3"]), "push-out"], "cue>3",
     "OPTIONS(Y,play|give-back)", "FOUL(frozen_ball_not_driven) FOUL_RUN(X,1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("9ball-hu", "hu.nine_break_foul_counts", "only-scratch", "", [], "cue>1 3|foot",
     "FOUL(illegal_break) FOUL_RUN(X,1) OPTIONS(Y,anywhere|accept)", "FOUL(illegal_break) OPTIONS(Y,anywhere|accept)"),
    ("141-fi", "fi.off_table_141", "foul", PLAY, ["safety"], "cue>3 3|foot 12!",
     "SPOT(12) NEXT(Y,1)", "FOUL(object_ball_off_table) FOUL_RUN(X,1) POINTS(X,-1) SPOT(12) NEXT(Y,1)"),
    ("141-fi", "fi.three_foul_141", "15-instead", f'{PLAY} fouls={{"X":2}} warned=X', [], "cue>-",
     "FOUL(no_object_ball) FOUL_RUN(X,3) POINTS(X,-1) POINTS(X,-15) FOUL_RUN(X,0) OPTIONS(Y,accept|rerack-you-break)",
     "FOUL(no_object_ball) FOUL_RUN(X,3) POINTS(X,-15) FOUL_RUN(X,0) OPTIONS(Y,accept|rerack-you-break)"),
    ("141-fi", "fi.three_foul_141", "18-in-all", f'{PLAY} fouls={{"X":2}} warned=X', [], "cue>-",
     "FOUL(no_object_ball) FOUL_RUN(X,3) POINTS(X,-1) POINTS(X,-15) FOUL_RUN(X,0) OPTIONS(Y,accept|rerack-you-break)",
     "FOUL(no_object_ball) FOUL_RUN(X,3) POINTS(X,-1) POINTS(X,-17) FOUL_RUN(X,0) OPTIONS(Y,accept|rerack-you-break)"),
    ("141-fi", "fi.in_hand_141", "anywhere", PLAY, [], "cue>3",
     "FOUL(no_cushion) FOUL_RUN(X,1) POINTS(X,-1) NEXT(Y,1)",
     "FOUL(no_cushion) FOUL_RUN(X,1) POINTS(X,-1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("141-fi", "fi.break_141_penalty", "every-miss", "", [("call", "5", P1)], "cue>1 cue*1 2|foot 3|foot cue|head",
     "CALL_MISSED NEXT(Y,1)", "FOUL(illegal_break) CALL_MISSED POINTS(X,-2) OPTIONS(Y,accept|rebreak)"),
    ("141-fi", "fi.break_141_scratch", "three", "", ["safety"], f"cue>1 2|foot cue@{P6}",
     "FOUL(scratch) FOUL(illegal_break) POINTS(X,-2) OPTIONS(Y,kitchen|rebreak)",
     "FOUL(scratch) FOUL(illegal_break) POINTS(X,-3) OPTIONS(Y,kitchen|rebreak)"),
    ("141-fi", "fi.extra_balls_141", "only-called", PLAY, [("call", "5", P1)], f"cue>5 5@{P1} 6@{P6}",
     "CALL_MADE POINTS(X,2) NEXT(X,2)", "CALL_MADE POINTS(X,1) NEXT(X,2)"),
    ("141-fi", "fi.full_rack_break", "yes", f"{PLAY} on_table=5,6", [("call", "5", P1)], f"cue>5 5@{P1} 6@{P6}",
     "CALL_MADE POINTS(X,2) RERACK(15) NEXT(X,2)", "CALL_MADE POINTS(X,2) RERACK(15) OPTIONS(X,safety|called)"),
    ("141-fi", "fi.break_141_run", "scratch-counts", "", ["safety"], f"cue>1 cue*1 2|foot 3|foot cue|head cue@{P6}",
     "FOUL(scratch) POINTS(X,-1) IN_HAND(Y,kitchen,plain) NEXT(Y,1)",
     "FOUL(scratch) POINTS(X,-1) FOUL_RUN(X,1) IN_HAND(Y,kitchen,plain) NEXT(Y,1)"),
    ("141-hu", "hu.three_foul_141", "18-more", f'{PLAY} fouls={{"X":2}} warned=X', [], "cue>-",
     "FOUL(no_object_ball) FOUL_RUN(X,3) POINTS(X,-1) POINTS(X,-15) FOUL_RUN(X,0) OPTIONS(Y,accept|rerack-you-break)",
     "FOUL(no_object_ball) FOUL_RUN(X,3) POINTS(X,-1) POINTS(X,-18) FOUL_RUN(X,0) OPTIONS(Y,accept|rerack-you-break)"),
    ("141-hu", "hu.in_hand_141", "anywhere", PLAY, [], "cue>3",
     "FOUL(no_cushion) FOUL_RUN(X,1) POINTS(X,-1) NEXT(Y,1)",
     "FOUL(no_cushion) FOUL_RUN(X,1) POINTS(X,-1) IN_HAND(Y,anywhere,plain) NEXT(Y,1)"),
    ("141-hu", "hu.game_141", "wpa-chapter", f'{PLAY} fouls={{"X":2}} warned=X', [], "cue>-",
     "FOUL(no_object_ball) FOUL_RUN(X,3) POINTS(X,-1) POINTS(X,-15) FOUL_RUN(X,0) OPTIONS(Y,accept|rerack-you-break)",
     "FOUL(no_object_ball) FOUL_RUN(X,3) POINTS(X,-1) POINTS(X,-15) FOUL_RUN(X,0) RERACK(15) OPTIONS(X,safety|called)"),
    ("141-hu", "hu.game_141", "wpa-chapter", PLAY, ["safety"], "cue>3 3|foot 12!",
     "SPOT(12) NEXT(Y,1)", "FOUL(object_ball_off_table) FOUL_RUN(X,1) POINTS(X,-1) SPOT(12) NEXT(Y,1)"),
    ("lag-fi", "fi.lag_corner", "mouth", "", [], "cuea>- cuea|foot cueb|foot =cuea:-600,-1255 =cueb:300,-1100",
     "LAG(X) OPTIONS(X,break|pass)", "FOUL(lag_in_jaws) LAG(Y) OPTIONS(Y,break|pass)"),
    ("lag-hu", "hu.lag_jump", "any-hop", "", [], "cuea>- cuea|foot cuea! cuea<itself cueb|foot =cuea:-600,-1200 =cueb:300,-1100",
     "LAG(X) OPTIONS(X,break|pass)", "FOUL(lag_off_table) LAG(Y) OPTIONS(Y,break|pass)"),
    ("lag-hu", "coin_toss", "yes", "", [], "cuea>- =cuea:-600,-1200 =cueb:300,-1100",
     "FOUL(lag_no_foot_cushion) FOUL(lag_no_foot_cushion) REPLAY_LAG",
     "FOUL(lag_no_foot_cushion) FOUL(lag_no_foot_cushion) COIN_FLIP(X,Y)"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "key", "value", "state", "before", "stroke", "usual", "otherwise"), CASES)
def test_what_an_option_changes(
    table: Any, game: str, key: str, value: str, state: str, before: list[Any], stroke: str, usual: str, otherwise: str
) -> None:
    for options, log in (({}, usual), ({key.replace(".", "__"): value}, otherwise)):
        t = table(game, state, **options)
        for said in before:
            if isinstance(said, str):
                t.say(said, "X")
            elif said[0] == "call":
                t.call(said[1], said[2])
            else:
                t.fact(*said)
        t.play(stroke)
        assert t.log == log


ELSEWHERE = {
    "race": "test_nine_ball", "next_breaker": "test_nine_ball", "sets": "test_lag", "unsporting": "below",
    "target": "test_straight_pool", "gen.spot_touching": "below", "gen.spot_front_limit": "below",
    "gen.in_hand_optional": "told to the players only", "hu.eight_rack_side": "test_racks_before_the_break",
    "hu.eight_break_8_foul": "below", "hu.unsporting_141": "below", "fi.break_141_repeat": "below",
    "fi.spot_scope_141": "test_straight_pool",
}  # fmt: skip


def test_every_option_with_a_choice_is_tested() -> None:
    tested = {(key, value) for _, key, value, *_ in CASES}
    for game in GAMES.values():
        for option in game.options:
            if option.key in ELSEWHERE or game.name == "congestion":
                continue
            for other in option.values[1:]:
                same = (option.key, other) == ("hu.three_foul_141", "15-more")  # the default's sum under another name
                assert same or (option.key, other) in tested, (game.name, option.key, other)


def test_eight_spotted_after_a_foul_break_as_it_lies(table: Any) -> None:
    for options, cue_ball in (
        ({}, "in-hand-behind-head-string"),
        ({"hu__eight_break_8_foul": "as-it-lies"}, "in-position"),
    ):
        t = table("8ball-hu", **options).play(f"cue>1 8@{P1} 10!").answer("incoming_option", "spot-8", "Y")
        assert t.next == ("Y", cue_ball)


def test_rack_after_unsporting_conduct(table: Any) -> None:
    t = table("141-hu", PLAY, hu__unsporting_141="always-rerack").say("unsporting", "X", by="referee")
    assert t.log == "POINTS(X,-15) RERACK(15) OPTIONS(X,safety|called)"


def test_failed_break_repeated_from_the_position(table: Any) -> None:
    t = table("141-fi", fi__break_141_repeat="position").say("safety", "X").play(f"cue>1 2|foot 5@{P1}")
    t.answer("incoming_option", "rebreak", "Y")
    assert t.spots == ["5"]
    assert "RERACK" not in t.log
    t.answer("break_type_choice", "safety", "X").play("cue>1 2|foot")
    assert t.score("X")["points"] == -4


def test_spotted_balls_a_millimetre_clear(table: Any) -> None:
    for options, y_mm in (({}, 692.15), ({"gen__spot_touching": "gap"}, 693.15)):
        t = table("8ball-fi", SOLIDS, **options).play("cue>1 1|foot 5! 12! =cue:0,0")
        assert t.latest.spot[1].y_mm == pytest.approx(y_mm)


def test_front_limit(table: Any) -> None:
    behind = " ".join(f"={n}:0,{635 + 57.15 * k}" for k, n in enumerate([1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 13]))
    front = " ".join(f"={n}:0,{635 - 114.3 * k}" for k, n in enumerate([14, 15], 1))
    for options, spots in (({}, ["12"]), ({"gen__spot_front_limit": "centre-spot"}, ["12"])):
        t = table("8ball-fi", SOLIDS, **options).play(f"cue>1 1|foot 12! {behind} {front}")
        assert t.spots == spots
    full = " ".join(f"=cue:0,{635 - 57.15}" for _ in range(1))
    t = table("8ball-fi", SOLIDS).play(f"cue>1 1|foot 12! {behind} {full}")
    assert t.latest.spot[0].y_mm == pytest.approx(635 - 57.15 - 57.65)


def test_only_the_pair_of_a_frozen_start_is_looked_at(table: Any) -> None:
    options = {"gen__third_ball": "any-contact"}
    t = table("9ball-hu", NINE, **options).fact("balls_frozen_at_start", ["3"]).play("cue>3 5*6 3|foot")
    assert t.latest.legal is True
    t = table("9ball-hu", NINE, **options).fact("balls_frozen_at_start", ["3"]).play("cue>3 6*3 3|foot")
    assert [(f.code, f.ball) for f in t.latest.fouls] == [("third_ball_disturbed", "6")]
    t = table("9ball-hu", NINE, **options).play("cue>3 3*5 3|foot")
    assert t.latest.legal is True, "nothing was frozen"


def test_eight_ball_counts_a_third_foul_that_nobody_warned_of(table: Any) -> None:
    t = table("8ball-fi", f'{PLAY} fouls={{"X":2}}').play("cue>- cue|head")
    assert t.score("X")["fouls"] == 3


def test_second_unsporting_act_of_the_event(table: Any) -> None:
    t = table("8ball-hu", PLAY, race="5", unsporting="second").say("unsporting", "X", by="referee")
    assert t.log == "LOSS(X,excluded) WIN(Y)"


def test_targets_are_whole_numbers() -> None:
    assert TARGETS[0] == "50"
    assert all(t.isdecimal() for t in TARGETS)
