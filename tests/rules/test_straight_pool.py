"""14.1, both forms: the worked scenarios 14F and 14H, and the clauses FI-10 in their order."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.rules.game import Setting
from callshot.tracker.herald import Herald

P1, P3, P6 = "head-left", "side-left", "foot-right"
GOOD_BREAK = "cue>1 cue*1 2|foot 3|foot cue|head"
POOR_BREAK = "cue>1 cue*1 2|foot cue|head"
BOTH = ["141-fi", "141-hu"]
PLAY = "shooter=X phase=play"


def x_has(points: int, more: str = "") -> str:
    return f'{PLAY} score={{"X":{points}}} {more}'


# ---------------------------------------------------------------------------------------------- the break


@pytest.mark.clause("FI-10.2.a", "FI-10.2.f")
def test_breaker_is_asked_which_break(table: Any) -> None:
    t = table("141-fi")
    assert (t.question.about, t.question.player, t.question.candidates) == (
        "break_type_choice",
        "X",
        ("safety", "called"),
    )
    t.answer("break_type_choice", "called", "X").call("5", P1)
    assert t.referee.open_questions == ()
    assert t.latest.next.player == "X"


@pytest.mark.scenario("14F-01")
@pytest.mark.clause("FI-10.2.b")
def test_good_safety_break(table: Any) -> None:
    t = table("141-fi").say("safety", "X").play(GOOD_BREAK)
    assert t.latest.legal is True
    assert t.score("X")["points"] == 0
    assert t.next == ("Y", "in-position")


def test_break_type_left_open_makes_no_difference_where_nothing_dropped(table: Any) -> None:
    t = table("141-fi").play(GOOD_BREAK)
    assert t.latest.legal is True
    assert t.next == ("Y", "in-position")


@pytest.mark.clause("HU-I.24.1.f", "FI-10.1.d")
@pytest.mark.parametrize("game", BOTH)
def test_where_calls_are_taken_for_evident_an_uncalled_ball_counts_unasked(table: Any, game: str) -> None:
    t = table(game, PLAY, calls="evident").play("cue>1 1@head-left")
    assert t.referee.open_questions == ()
    assert (t.score("X")["points"], t.next[0]) == (1, "X")
    spoken = table(game, PLAY).play("cue>1 1@head-left")
    assert spoken.question.about == "call_obvious"


@pytest.mark.clause("FI-10.2.a", "FI-10.2.f")
def test_only_the_breaker_chooses_the_break_by_what_he_announces(table: Any) -> None:
    t = table("141-fi")
    assert "is asked of X" in t.refused("safety", "Y") or "X" in t.refused("safety", "Y")
    assert t.question.about == "break_type_choice"


@pytest.mark.scenario("14F-02")
@pytest.mark.clause("FI-10.2.c", "FI-10.2.e")
@pytest.mark.parametrize("taken", ["accept", "rebreak"])
def test_failed_safety_break(table: Any, taken: str) -> None:
    t = table("141-fi").say("safety", "X").play(POOR_BREAK)
    assert t.fouls == [("illegal_break", "FI-10.2.c")]
    assert t.score("X") == {"points": -2, "fouls": 0}
    assert t.log == "FOUL(illegal_break) POINTS(X,-2) OPTIONS(Y,accept|rebreak)"
    t.answer("incoming_option", taken, "Y")
    if taken == "accept":
        assert t.next == ("Y", "in-position")
    else:
        assert "RERACK(15)" in t.log
        t.answer("break_type_choice", "safety", "X")
        assert t.next == ("X", "in-hand-behind-head-string")
        t.play(POOR_BREAK)
        assert t.score("X")["points"] == -4


@pytest.mark.scenario("14F-04")
@pytest.mark.clause("FI-10.2.d", "FI-10.2.j", "HU-I.19.1")
@pytest.mark.parametrize("game", BOTH)
def test_scratch_on_a_good_break(table: Any, game: str) -> None:
    t = table(game).say("safety", "X").play(GOOD_BREAK + f" cue@{P6}")
    assert [f.code for f in t.latest.fouls] == ["scratch"]
    assert t.score("X") == {"points": -1, "fouls": 0}
    assert t.next == ("Y", "in-hand-behind-head-string")


@pytest.mark.scenario("14F-05")
@pytest.mark.clause("FI-10.2.e", "FI-10.2.j")
def test_failed_break_absorbs_the_scratch(table: Any) -> None:
    t = table("141-fi").say("safety", "X").play(POOR_BREAK + f" cue@{P6}")
    assert t.score("X")["points"] == -2
    assert t.question.candidates == ("kitchen", "rebreak")
    t.answer("incoming_option", "kitchen", "Y")
    assert t.next == ("Y", "in-hand-behind-head-string")


@pytest.mark.scenario("14F-06")
@pytest.mark.clause("FI-10.2.f", "FI-10.2.g")
def test_called_break_made(table: Any) -> None:
    t = table("141-fi").call("5", P1).play(f"cue>1 5@{P1}")
    assert t.log == "CALL_MADE POINTS(X,1) NEXT(X,2)"
    assert t.next == ("X", "in-position")


@pytest.mark.scenario("14F-07")
@pytest.mark.clause("FI-10.2.i")
def test_called_break_missed_but_open(table: Any) -> None:
    t = table("141-fi").call("5", P1).play(GOOD_BREAK)
    assert t.latest.legal is True
    assert t.score("X")["points"] == 0
    assert t.log == "CALL_MISSED NEXT(Y,1)"


@pytest.mark.clause("FI-10.2.h")
def test_called_break_missed_and_not_open(table: Any) -> None:
    t = table("141-fi").call("5", P1).play(POOR_BREAK)
    assert t.fouls == [("illegal_break", "FI-10.2.h")]
    assert t.score("X")["points"] == -2


@pytest.mark.clause("FI-10.2.h")
def test_house_may_charge_every_missed_called_break(table: Any) -> None:
    t = table("141-fi", fi__break_141_penalty="every-miss").call("5", P1).play(GOOD_BREAK)
    assert t.score("X")["points"] == -2


@pytest.mark.clause("FI-10.2.j")
def test_called_ball_made_with_a_scratch_comes_back(table: Any) -> None:
    t = table("141-fi").call("5", P1).play(f"cue>1 5@{P1} cue@{P6}")
    assert t.score("X")["points"] == -1
    assert t.spots == ["5"]
    assert t.next == ("Y", "in-hand-behind-head-string")


# ---------------------------------------------------------------------------------------------- normal strokes


@pytest.mark.scenario("14F-09")
@pytest.mark.clause("FI-10.1.e", "FI-10.3.a", "FI-10.3.d", "FI-10.1.d")
def test_called_ball_and_two_more_score_three(table: Any) -> None:
    t = table("141-fi", x_has(10)).call("7", P3).play(f"cue>4 4*7 7@{P3} 2@{P1} 9@{P6}")
    assert t.score("X")["points"] == 13
    assert t.log == "CALL_MADE POINTS(X,3) NEXT(X,2)"


@pytest.mark.scenario("14F-10")
@pytest.mark.clause("FI-10.3.b", "FI-6.b")
def test_missed_call_spots_what_dropped(table: Any) -> None:
    t = table("141-fi", x_has(10)).call("7", P3).play(f"cue>7 7|foot 4@{P1}")
    assert t.log == "CALL_MISSED SPOT(4) NEXT(Y,1)"
    assert t.score("X")["points"] == 10


@pytest.mark.clause("FI-10.3.b")
def test_house_may_spot_all_balls_of_the_turn(table: Any) -> None:
    t = table("141-fi", x_has(0), fi__spot_scope_141="turn").call("7", P3).play(f"cue>7 7@{P3}")
    t.call("8", P3).play(f"cue>8 8|foot 4@{P1}")
    assert t.spots == ["4", "7"]


@pytest.mark.scenario("14F-11")
@pytest.mark.scenario("14H-07")
@pytest.mark.clause("FI-5.a", "HU-I.22.1.e", "HU-I.23.1.a", "HU-I.21.b")
@pytest.mark.parametrize("game", BOTH)
def test_ball_made_on_a_safety_comes_back(table: Any, game: str) -> None:
    t = table(game, x_has(10)).say("safety", "X").play(f"cue>4 4@{P1}")
    assert t.spots == ["4"]
    assert t.score("X")["points"] == 10
    assert t.next == ("Y", "in-position")


@pytest.mark.scenario("14F-12")
@pytest.mark.scenario("14H-05")
@pytest.mark.clause("FI-10.3.c", "HU-I.21.c", "FI-4.4.c")
@pytest.mark.parametrize("game", BOTH)
def test_foul_costs_a_point_and_the_cue_ball_stays(table: Any, game: str) -> None:
    t = table(game, x_has(0)).call("7", P3).play("cue>7")
    assert [f.code for f in t.latest.fouls] == ["no_cushion"]
    assert t.score("X") == {"points": -1, "fouls": 1}
    assert t.next == ("Y", "in-position")


@pytest.mark.scenario("14F-14")
@pytest.mark.clause("FI-4.2.d", "FI-4.2.e")
@pytest.mark.parametrize("taken", ["accept", "rerack-you-break"])
def test_third_foul_costs_fifteen_more(table: Any, taken: str) -> None:
    t = table("141-fi", x_has(20, 'fouls={"X":2} warned=X')).play("cue>-")
    assert t.score("X") == {"points": 4, "fouls": 0}
    assert "POINTS(X,-1) POINTS(X,-15)" in t.log
    assert t.question.candidates == ("accept", "rerack-you-break")
    t.answer("incoming_option", taken, "Y")
    if taken == "accept":
        assert t.next == ("Y", "in-position")
    else:
        t.answer("break_type_choice", "safety", "X")
        assert t.next == ("X", "in-hand-behind-head-string")
        assert t.score("X")["points"] == 4


@pytest.mark.scenario("14F-15")
@pytest.mark.clause("FI-4.2.g")
def test_third_foul_not_warned_of(table: Any) -> None:
    t = table("141-fi", x_has(20, 'fouls={"X":2}')).play("cue>-")
    assert t.score("X") == {"points": 19, "fouls": 2}


@pytest.mark.scenario("14F-16")
@pytest.mark.clause("FI-6.1.b")
def test_jumped_ball_is_no_foul_in_straight_pool(table: Any) -> None:
    t = table("141-fi", x_has(10)).call("7", P3).play(f"cue>7 7@{P3} 12!")
    assert t.latest.legal is True
    assert t.spots == ["12"]
    assert t.score("X")["points"] == 11
    assert t.next == ("X", "in-position")


@pytest.mark.scenario("14H-09")
@pytest.mark.clause("HU-I.18.e", "HU-I.23.2.a.2", "HU-I.17.b")
def test_jumped_ball_and_nothing_made_passes_the_turn(table: Any) -> None:
    t = table("141-hu", x_has(10)).call("7", P3).play("cue>7 7|foot 12!")
    assert t.latest.legal is True
    assert t.spots == ["12"]
    assert t.next == ("Y", "in-position")


@pytest.mark.clause("HU-I.24.1.f")
@pytest.mark.parametrize("evident", [True, False])
def test_ball_made_without_a_call(table: Any, evident: bool) -> None:
    t = table("141-hu", x_has(10)).play(f"cue>7 7@{P3}")
    assert t.question.about == "call_obvious"
    t.answer("call_obvious", evident)
    assert t.score("X")["points"] == (11 if evident else 10)


# ---------------------------------------------------------------------------------------------- the rerack

MID_15, MID_CUE = "=9:300,0", "=cue:-300,0"
RACK_15, RACK_CUE = "=9:0,700", "=cue:20,720"
HEAD_CUE = "=cue:10,-640"


@pytest.mark.clause("FI-10.4.a", "FI-10.4.b", "FI-10.4.j")
@pytest.mark.scenario("14F-17")
def test_fourteen_are_racked_and_the_turn_goes_on(table: Any) -> None:
    t = table("141-fi", x_has(0, "on_table=4,9")).call("4", P1).play(f"cue>4 4@{P1} {MID_15} {MID_CUE}")
    assert t.log == "CALL_MADE POINTS(X,1) RERACK(14) NEXT(X,2)"
    assert t.next == ("X", "in-position")
    assert len(t.latest.next.ball_on) == 15


@pytest.mark.parametrize(
    ("rest", "log", "cue_ball", "spots"),
    [
        pytest.param(f"{RACK_15} {MID_CUE}", "RERACK(14) PLACE(9,head_spot)", "in-position", [("9", -635.0)],
                     marks=pytest.mark.clause("FI-10.4.d")),
        pytest.param(f"{RACK_15} {HEAD_CUE}", "RERACK(14) PLACE(9,centre_spot)", "in-position", [("9", 0.0)],
                     marks=[pytest.mark.clause("FI-10.4.e"), pytest.mark.scenario("14F-19")]),
        pytest.param(f"{RACK_15} =cue:60,800", "RERACK(15)", "in-hand-behind-head-string", [],
                     marks=[pytest.mark.clause("FI-10.4.f"), pytest.mark.scenario("14F-20")]),
        pytest.param(f"=9:-335,900 {RACK_CUE}", "RERACK(14)", "in-hand-behind-head-string", [],
                     marks=[pytest.mark.clause("FI-10.4.g"), pytest.mark.scenario("14F-21")]),
        pytest.param(f"=9:500,-1100 {RACK_CUE}", "RERACK(14) PLACE(plain,head_spot)", "in-position", [("cue", -635.0)],
                     marks=[pytest.mark.clause("FI-10.4.h"), pytest.mark.scenario("14F-22")]),
        pytest.param(f"=9:20,-650 {RACK_CUE}", "RERACK(14) PLACE(plain,centre_spot)", "in-position", [("cue", 0.0)],
                     marks=pytest.mark.clause("FI-10.4.i")),
        pytest.param(f"=9:500,-1100 {MID_CUE}", "RERACK(14)", "in-position", []),
    ],
)  # fmt: skip
def test_where_the_fifteenth_and_the_cue_ball_go(
    table: Any, rest: str, log: str, cue_ball: str, spots: list[tuple[str, float]]
) -> None:
    t = table("141-fi", x_has(0, "on_table=4,9")).call("4", P1).play(f"cue>4 4@{P1} {rest}")
    assert log in t.log
    assert ("PLACE" in t.log) == ("PLACE" in log)
    assert t.next == ("X", cue_ball)
    assert [(s.ball, s.y_mm) for s in t.latest.spot] == spots


@pytest.mark.clause("FI-10.4.d", "FI-10.4.h")
def test_where_the_balls_lie_after_the_rack_of_fourteen(table: Any) -> None:
    """The one that was placed lies on its spot, the other one where it was seen."""
    for places, want in (
        (f"{RACK_15} {MID_CUE}", {"9": (0.0, -635.0)}),
        (f"=9:500,-1100 {RACK_CUE}", {"9": (500.0, -1100.0), "cue": (0.0, -635.0)}),
    ):
        t = table("141-fi", "shooter=X phase=play on_table=8,9", calls="evident").play(f"cue>8 8@{P1} {places}")
        layout = {b.label: (b.x_mm, b.y_mm) for b in t.referee.state.worlds[0].state.layout}
        assert set(layout) == {"9", "cue"}
        assert {label: layout[label] for label in want} == want


@pytest.mark.clause("FI-10.3.b")
def test_of_a_turn_that_is_over_nothing_comes_back_with_the_next_ones_miss(table: Any) -> None:
    t = table("141-fi", f"{PLAY} on_table=1,2,3,4,5", fi__spot_scope_141="turn")
    t.call("1", P1).play(f"cue>1 1@{P1}").call("2", P1).play(f"cue>2 2@{P3}")
    assert sorted(t.spots) == ["1", "2"] and t.next[0] == "Y"
    t.call("3", P1).play(f"cue>3 3@{P3}")
    assert t.spots == ["3"] and t.next[0] == "X"


@pytest.mark.scenario("14F-24")
@pytest.mark.clause("FI-10.4.c")
def test_last_two_together_rack_fifteen(table: Any) -> None:
    t = table("141-fi", x_has(30, "on_table=4,9")).call("4", P1).play(f"cue>4 4@{P1} 9@{P6} {MID_CUE}")
    assert t.score("X")["points"] == 32
    assert "RERACK(15)" in t.log
    assert t.next == ("X", "in-position")


@pytest.mark.scenario("14F-25")
@pytest.mark.clause("FI-10.4.c")
def test_last_two_together_with_the_cue_ball_in_the_rack(table: Any) -> None:
    t = table("141-fi", x_has(30, "on_table=4,9")).call("4", P1).play(f"cue>4 4@{P1} 9@{P6} {RACK_CUE}")
    assert t.next == ("X", "in-hand-behind-head-string")


@pytest.mark.scenario("14F-26")
@pytest.mark.clause("FI-10.3.c", "FI-4.b", "HU-I.21.c")
def test_last_but_one_with_a_scratch_comes_back(table: Any) -> None:
    t = table("141-fi", x_has(30, "on_table=4,9")).call("4", P1).play(f"cue>4 4@{P1} cue@{P6} {MID_15}")
    assert t.score("X")["points"] == 29
    assert t.spots == ["4"]
    assert "RERACK" not in t.log
    assert t.referee.show()["on_table"] == ["4", "9"]
    assert t.next == ("Y", "in-hand-behind-head-string")


@pytest.mark.clause("FI-10.4.d")
def test_referee_may_say_where_the_balls_lie(table: Any) -> None:
    t = table("141-fi", x_has(0, "on_table=4,9")).call("4", P1).play(f"cue>4 4@{P1}")
    assert t.log.endswith("RERACK(14) NEXT(X,2)")
    t.fact("rack_area_occupancy", {"ball": "rack", "cue": "elsewhere"})
    assert "PLACE(9,head_spot)" in t.log


@pytest.mark.scenario("14F-27")
@pytest.mark.clause("FI-10.3.e")
def test_target_reached_wins(table: Any) -> None:
    t = table("141-fi", x_has(49)).call("2", P1).play(f"cue>2 2@{P1} 6@{P6}")
    assert t.log == "CALL_MADE POINTS(X,2) WIN(X)"
    assert t.score("X")["points"] == 51
    assert t.latest.over.winner == "X"


@pytest.mark.clause("FI-10.3.e")
def test_target_is_agreed(table: Any) -> None:
    t = table("141-fi", x_has(3), target="4").call("2", P1).play(f"cue>2 2@{P1}")
    assert t.latest.over.winner == "X"


# ---------------------------------------------------------------------------------------------- the Hungarian form


@pytest.mark.scenario("14H-01")
@pytest.mark.clause("HU-I.19.1")
def test_failed_break_is_not_in_the_run(table: Any) -> None:
    t = table("141-hu").say("safety", "X").play(POOR_BREAK)
    assert t.score("X")["fouls"] == 0


@pytest.mark.scenario("14H-02")
@pytest.mark.clause("HU-I.19.a.1", "HU-I.19.a.2")
def test_eighteen_points_over_three_fouls(table: Any) -> None:
    t = table("141-hu", x_has(30)).play("cue>-", "cue>7 7|foot", "cue>-", "cue>7 7|foot")
    assert t.score("X") == {"points": 28, "fouls": 2}
    t.play("cue>-")
    assert t.score("X") == {"points": 12, "fouls": 0}
    assert t.question.clause == "HU-I.19.a.2"


@pytest.mark.scenario("14H-04")
@pytest.mark.clause("HU-I.21.c")
def test_scratch_gives_the_kitchen(table: Any) -> None:
    t = table("141-hu", x_has(0)).play(f"cue>7 7|foot cue@{P1}")
    assert t.next == ("Y", "in-hand-behind-head-string")


@pytest.mark.scenario("14H-06")
@pytest.mark.clause("HU-I.13.a", "HU-I.13.b", "HU-I.21.c")
def test_ball_moved_with_the_bridge_stays(table: Any) -> None:
    t = table("141-hu", x_has(0)).play("cue>7 7|foot").fact("touched_by_equipment", ["5"])
    assert t.fouls == [("touched_ball", "HU-I.18.f")]
    assert t.spots == []
    assert t.next == ("Y", "in-position")


@pytest.mark.scenario("14H-10")
@pytest.mark.clause("HU-I.24.1.h")
@pytest.mark.parametrize(("points", "said"), [(48, True), (47, False)])
def test_one_more_ball_to_win_is_said(table: Any, points: int, said: bool) -> None:
    t = table("141-hu", x_has(points)).call("2", P1).play(f"cue>2 2@{P1}")
    texts = Herald("141-hu", Setting(("X", "Y"), {"target": "50"}))(t.latest, ("en",))
    assert ("one" in texts[0]["text"].lower().split()) is said


@pytest.mark.scenario("14H-11")
@pytest.mark.clause("HU-I.24.3.a.2")
@pytest.mark.parametrize("taken", ["accept", "rerack-you-break"])
def test_unsporting_foul_costs_fifteen(table: Any, taken: str) -> None:
    t = table("141-hu", x_has(20)).say("unsporting", "X", by="referee")
    assert t.score("X")["points"] == 5
    t.answer("incoming_option", taken, "Y")
    if taken == "accept":
        assert t.next == ("Y", "in-position")
    else:
        assert "RERACK(15)" in t.log


@pytest.mark.clause("HU-I.24.3.a.2", "HU-I.21.c", "FI-4.3")
@pytest.mark.parametrize("game", BOTH)
def test_after_unsporting_conduct_the_position_has_its_cue_ball_in_hand(table: Any, game: str) -> None:
    """X has lost the cue ball, then behaves: who plays on from there has it behind the head string."""
    t = table(game, x_has(20)).play(f"cue>3 cue@{P1}").say("unsporting", "X", by="referee")
    assert t.question.candidates == ("kitchen", "rerack-you-break")
    assert t.answer("incoming_option", "kitchen", "Y").next == ("Y", "in-hand-behind-head-string")
    t = table(game, x_has(20) + ' in_hand={"cue":"anywhere"}').say("unsporting", "Y", by="referee")
    assert t.question.candidates == ("anywhere", "rerack-you-break")
    assert t.answer("incoming_option", "anywhere", "X").next == ("X", "in-hand")


@pytest.mark.clause("HU-I.24.3.a.2", "FI-10.3.c")
def test_unsporting_conduct_takes_no_ball_that_was_due_to_the_table(table: Any) -> None:
    """The third foul made the 7, which comes back if the position is played, whatever the choice is for."""
    t = table("141-hu", x_has(20, 'fouls={"X":2} warned=X on_table=3,7,9')).play(f"cue>- 7@{P1} cue@{P3}")
    t.say("unsporting", "X", by="referee")
    assert t.question.candidates == ("kitchen", "rerack-you-break")
    t.answer("incoming_option", "kitchen", "Y")
    assert (t.spots, t.next, t.score("X")["points"]) == (["7"], ("Y", "in-hand-behind-head-string"), -11)
    assert t.latest.next.ball_on == ("3", "7", "9")


@pytest.mark.clause("HU-I.24.3.a.2")
def test_before_the_break_unsporting_conduct_costs_the_points_alone(table: Any) -> None:
    """The balls are racked already: nothing is there to choose, and the breaker still says which break it is."""
    t = table("141-hu").say("unsporting", "Y", by="referee")
    assert (t.score("Y")["points"], t.question.about, t.question.player) == (-15, "break_type_choice", "X")
    t = t.answer("break_type_choice", "safety", "X").say("unsporting", "X", by="referee")
    assert (t.score("X")["points"], t.referee.open_questions) == (-15, ())
    assert t.next == ("X", "in-hand-behind-head-string")


@pytest.mark.clause("HU-I.24.3.a.2")
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Unsporting conduct by X: 15 points off."),
        ("fi", "Epäurheilijamainen käytös, X: 15 pistettä pois."),
        ("hu", "Sportszerűtlen magatartás, X: mínusz 15 pont."),
    ],
)
def test_unsporting_conduct_is_named_aloud_once(table: Any, lang: str, said: str) -> None:
    t = table("141-hu", x_has(20)).say("unsporting", "X", by="referee")
    herald = Herald("141-hu", Setting(("X", "Y"), {}))
    assert said in herald(t.latest, (lang,))[0]["text"]
    assert said not in herald(t.answer("incoming_option", "accept", "Y").latest, (lang,))[0]["text"]


@pytest.mark.scenario("14H-12")
@pytest.mark.clause("HU-I.23.1.b", "HU-I.23.1.c", "HU-I.23.1.f", "FI-6.a", "FI-6.b")
@pytest.mark.parametrize("game", BOTH)
def test_three_balls_line_up_behind_the_foot_spot(table: Any, game: str) -> None:
    t = table(game, x_has(0)).say("safety", "X").play(f"cue>4 11@{P1} 4@{P6} 2@{P3} =cue:0,0")
    assert [(s.ball, s.y_mm) for s in t.latest.spot] == [("2", 635.0), ("4", 692.15), ("11", 749.3)]


@pytest.mark.clause("FI-10.1.a", "FI-10.1.c")
def test_fifteen_balls_any_of_them_first(table: Any) -> None:
    t = table("141-fi", x_has(0)).say("safety", "X")
    assert t.latest.next.ball_on == tuple(str(n) for n in range(1, 16))
    assert t.play("cue>15 15|foot").latest.legal is True


@pytest.mark.clause("FI-10.4.g", "FI-10.4.f")
@pytest.mark.parametrize(("game", "clause"), [("141-fi", "FI-10.4.g"), ("141-hu", "HU-I.6.b")])
def test_from_the_kitchen_after_a_rerack_the_string_is_crossed_first(table: Any, game: str, clause: str) -> None:
    """The 9 lies outside the rack, the cue ball in it: from the kitchen, forward (OQ-FI-34)."""
    made = f"cue>5 5@{P1} ~9:500,-600 ~5:100,0 =9:500,-600 =cue:0,700"
    for crossed, fouls in (("false", [("kitchen_not_crossed", clause)]), ("true", [])):
        t = table(game, "shooter=X phase=play on_table=5,9").call("5", P1).play(made)
        assert t.next == ("X", "in-hand-behind-head-string")
        t.play(f"cue>9 9|head !cue_ball_crossed_head_string_before_contact={crossed}")
        assert t.fouls == fouls


@pytest.mark.clause("FI-4.1.14")
def test_the_finnish_document_lets_a_ball_in_hand_after_a_scratch_be_met_at_once(table: Any) -> None:
    t = table("141-fi", x_has(0)).play(f"cue>5 5|foot cue@{P1}", "cue>9 cue*9 9|head ~cue:0,-900 ~9:500,-700")
    assert t.fouls == []


@pytest.mark.clause("FI-10.4.d", "FI-6.1.b")
def test_last_ball_driven_off_goes_to_the_head_spot_where_no_position_is_known(table: Any) -> None:
    t = table("141-fi", "shooter=X phase=play on_table=5,9").call("5", P1).play(f"cue>5 5@{P1} 9!")
    assert t.log == "CALL_MADE POINTS(X,1) RERACK(14) PLACE(9,head_spot) NEXT(X,2)"
    assert [(s.ball, s.y_mm) for s in t.latest.spot] == [("9", -635.0)]


@pytest.mark.clause("FI-10.4.d", "FI-6.1.b")
def test_last_ball_driven_off_as_the_rack_is_played_out_has_one_place(table: Any) -> None:
    """Off the table it would come to the foot spot, but that is the new rack's: it goes to the head spot alone."""
    t = table("141-fi", "shooter=X phase=play on_table=5,9").call("5", P1).play(f"cue>5 5@{P1} 9! =cue:300,-300")
    assert [(s.ball, s.y_mm) for s in t.latest.spot] == [("9", -635.0)]
    assert "SPOT(9)" not in t.log and "PLACE(9,head_spot)" in t.log


@pytest.mark.clause("FI-10.2.b")
@pytest.mark.parametrize(
    ("second", "good"), [("5|left-foot", True), ("8@head-right", False), ("8|foot 8@head-right", True)]
)
def test_ball_that_drops_on_the_safety_break_has_not_reached_a_cushion(table: Any, second: str, good: bool) -> None:
    t = table("141-fi").say("safety", "X").play(f"cue>1 cue*1 1|foot {second} cue|head")
    assert t.latest.legal is good
    assert t.score("X")["points"] == (0 if good else -2)
