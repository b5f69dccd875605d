"""9-ball, both forms: the worked scenarios 9F and 9H, and the clauses FI-9 and HU-III in their order."""

from __future__ import annotations

from typing import Any

import pytest

LEGAL_BREAK = "cue>1 3|foot 4|foot 5|left-foot 6|right-foot"
P1, P2 = "foot-left", "side-left"


@pytest.mark.scenario("9F-01")
@pytest.mark.clause("FI-9.2.a", "FI-9.3.a", "FI-3")
def test_one_ball_to_a_cushion_is_a_lawful_break(table: Any) -> None:
    t = table("9ball-fi").play("cue>1 3|foot")
    assert t.latest.legal is True
    assert t.next == ("Y", "in-position")
    assert t.latest.next.options == ("push-out",)
    assert t.log == "NEXT(Y,1)"


@pytest.mark.scenario("9F-02")
@pytest.mark.clause("FI-9.2.a", "FI-9.2.c", "FI-9.2.d", "FI-4.2.a")
def test_break_without_ball_to_cushion_or_pocket(table: Any) -> None:
    t = table("9ball-fi").play("cue>1 cue|foot")
    assert t.fouls == [("illegal_break", "FI-9.2.a")]
    assert t.next == ("Y", "in-hand")
    assert t.score("X")["fouls"] == 1


@pytest.mark.scenario("9F-04")
@pytest.mark.clause("FI-9.3.a", "FI-9.1.c")
def test_ball_made_on_the_break_goes_on_with_a_push_out(table: Any) -> None:
    t = table("9ball-fi").play(f"cue>1 6@{P1}")
    assert t.next == ("X", "in-position")
    assert t.latest.next.options == ("push-out",)
    assert t.latest.next.stroke_no == 2


@pytest.mark.scenario("9F-05")
@pytest.mark.clause("FI-9.1.d", "FI-9.4.b")
def test_nine_on_the_break_wins(table: Any) -> None:
    t = table("9ball-fi").play(f"cue>1 9@{P1}")
    assert t.latest.over.winner == "X"
    assert t.latest.over.clause == "FI-9.4.b"
    assert t.log == "WIN(X)"
    assert t.latest.next is None


@pytest.mark.scenario("9F-06")
@pytest.mark.clause("FI-9.2.e", "FI-4.c", "FI-9.4.e", "FI-4.4.c")
def test_nine_on_a_foul_break_is_spotted_and_nothing_else(table: Any) -> None:
    t = table("9ball-fi").play(f"cue>1 9@{P1} 4@{P2} cue@side-right")
    assert t.fouls == [("scratch", "FI-4.1.3")]
    assert t.spots == ["9"]
    assert (t.latest.spot[0].x_mm, t.latest.spot[0].y_mm) == (0.0, 635.0)
    assert t.next == ("Y", "in-hand")
    assert t.latest.over is None
    assert "4" not in t.referee.show()["on_table"]


@pytest.mark.scenario("9F-07")
@pytest.mark.clause("FI-9.3.b", "FI-9.3.d")
def test_push_out_that_meets_nothing(table: Any) -> None:
    t = table("9ball-fi").play("cue>1 3|foot").say("push-out", "Y").play("cue>-")
    assert t.latest.legal is True
    assert t.latest.next is None
    assert t.log == "OPTIONS(X,play|give-back)"
    assert (t.question.about, t.question.player, t.question.candidates) == (
        "incoming_option",
        "X",
        ("play", "give-back"),
    )
    t.answer("incoming_option", "play", "X")
    assert t.next == ("X", "in-position")
    assert t.latest.next.options == ()


@pytest.mark.clause("FI-9.3.d")
def test_shot_given_back_after_a_push_out(table: Any) -> None:
    t = table("9ball-fi").play("cue>1 3|foot").say("push-out", "Y").play("cue>-")
    t.answer("incoming_option", "give-back", "X")
    assert t.next == ("Y", "in-position")
    assert t.refused("push-out", "Y")


@pytest.mark.scenario("9F-09")
@pytest.mark.clause("FI-9.3.b", "FI-4.1.3")
def test_scratch_on_a_push_out(table: Any) -> None:
    t = table("9ball-fi").play("cue>1 3|foot").say("push-out", "Y").play(f"cue>- cue@{P1}")
    assert t.fouls == [("scratch", "FI-4.1.3")]
    assert t.next == ("X", "in-hand")
    assert t.score("Y")["fouls"] == 1


@pytest.mark.scenario("9F-10")
@pytest.mark.clause("FI-9.3.c")
@pytest.mark.parametrize("evident", [True, False])
def test_unannounced_push_out_is_asked_about(table: Any, evident: bool) -> None:
    t = table("9ball-fi").play("cue>1 3|foot", "cue>- cue|head")
    assert t.latest.legal is None
    assert t.latest.next is None
    assert (t.question.about, t.question.asks, t.question.clause) == ("push_out_called", "referee", "FI-9.3.c")
    t.answer("push_out_called", evident)
    assert t.latest.of == 2
    if evident:
        assert t.latest.legal is True
        assert t.log == "PUSH_OUT(Y) OPTIONS(X,play|give-back)"
    else:
        assert t.fouls == [("no_object_ball", "FI-4.1.1")]
        assert t.next == ("X", "in-hand")


@pytest.mark.scenario("9F-11")
@pytest.mark.clause("FI-9.4.b", "FI-9.4.c")
def test_combination_on_the_nine_wins(table: Any) -> None:
    t = table("9ball-fi", "shooter=X phase=play on_table=3,5,7,9").play(f"cue>3 cue*3 3*9 9@{P1}")
    assert t.latest.over.winner == "X"


@pytest.mark.scenario("9F-12")
@pytest.mark.clause("FI-9.4.a", "FI-9.1.b")
def test_any_ball_lawfully_made_goes_on(table: Any) -> None:
    t = table("9ball-fi", "shooter=X phase=play on_table=3,5,7,9").play(f"cue>3 7@{P1}")
    assert t.next == ("X", "in-position")
    assert t.latest.next.ball_on == ("3",)


@pytest.mark.scenario("9F-14")
@pytest.mark.clause("FI-3", "FI-4.2.b")
def test_lawful_miss_passes_the_turn_and_clears_the_run(table: Any) -> None:
    t = table("9ball-fi", 'shooter=X phase=play on_table=3,9 fouls={"X":1}').play("cue>3 3|foot")
    assert t.next == ("Y", "in-position")
    assert t.score("X")["fouls"] == 0
    assert "FOUL_RUN(X,0)" in t.log


@pytest.mark.scenario("9F-15")
@pytest.mark.clause("FI-4.2.c", "FI-9.4.d", "FI-4.2.f")
def test_third_foul_after_a_warning_loses_the_rack(table: Any) -> None:
    t = table("9ball-fi", 'shooter=X phase=play on_table=3,9 fouls={"X":2} warned=X').play("cue>9 9|foot")
    assert t.log == "FOUL(wrong_ball_first) FOUL_RUN(X,3) LOSS(X,three_fouls) WIN(Y)"
    assert (t.latest.over.winner, t.latest.over.clause) == ("Y", "FI-9.4.d")


@pytest.mark.scenario("9F-16")
@pytest.mark.clause("FI-4.2.g")
def test_third_foul_without_a_warning_counts_as_the_second(table: Any) -> None:
    t = table("9ball-fi", 'shooter=X phase=play on_table=3,9 fouls={"X":2}').play("cue>9 9|foot")
    assert t.score("X")["fouls"] == 2
    assert t.next == ("Y", "in-hand")
    assert t.latest.over is None


@pytest.mark.scenario("G-15")
@pytest.mark.clause("FI-4.2.g", "HU-I.19.warn")
@pytest.mark.parametrize("game", ["9ball-fi", "9ball-hu", "141-fi", "141-hu"])
def test_foul_of_a_player_on_two_whom_nobody_warned(table: Any, game: str) -> None:
    t = table(game, 'shooter=X phase=play fouls={"X":2}').play("cue>-")
    assert "FOUL_RUN(X,2)" in t.log
    assert t.latest.over is None
    t.say("undo", by="referee", to=0).fact("two_foul_warning", True).play("cue>-")
    assert "FOUL_RUN(X,3)" in t.log


@pytest.mark.clause("FI-4.2.f", "HU-III.3.4.b", "HU-I.19.warn")
@pytest.mark.parametrize("game", ["9ball-fi", "9ball-hu"])
def test_player_on_two_fouls_is_warned_when_he_comes_to_the_table(table: Any, game: str) -> None:
    t = table(game, 'shooter=Y phase=play on_table=3,9 fouls={"X":2}').play("cue>3 3|foot")
    assert t.log == "WARN(X,two_fouls) NEXT(X,1)"
    t.play("cue>9 9|foot")
    assert t.latest.over.winner == "Y"


@pytest.mark.clause("HU-I.19.warn")
def test_where_the_referee_warns_the_system_does_not(table: Any) -> None:
    state = 'shooter=Y phase=play on_table=3,9 fouls={"X":2}'
    t = table("9ball-hu", state, gen__two_foul_warning="referee").play("cue>3 3|foot")
    assert t.log == "NEXT(X,1)"
    t.fact("two_foul_warning", True)
    assert t.log == "WARN(X,two_fouls)"
    t.play("cue>9 9|foot")
    assert t.latest.over.winner == "Y"


@pytest.mark.scenario("9F-17")
@pytest.mark.clause("FI-9.2.e", "FI-4.1.5", "FI-6.1.a")
def test_jumped_ball_stays_off_in_nine_ball(table: Any) -> None:
    t = table("9ball-fi", "shooter=X phase=play on_table=3,6,9").play("cue>3 3|foot 6!")
    assert t.fouls == [("object_ball_off_table", "FI-4.1.5")]
    assert t.spots == []
    assert t.next == ("Y", "in-hand")
    assert t.referee.show()["on_table"] == ["3", "9"]


@pytest.mark.clause("FI-9.1.e", "HU-III.1.e")
@pytest.mark.parametrize("game", ["9ball-fi", "9ball-hu"])
def test_winner_breaks_the_next_rack(table: Any, game: str) -> None:
    t = table(game, race="2").play(f"cue>1 9@{P1}")
    assert t.latest.over.what == "rack"
    assert t.log == "RACK(X) IN_HAND(X,kitchen,plain) NEXT(X,1)"
    assert t.next == ("X", "in-hand-behind-head-string")
    t.play(f"cue>1 9@{P1}")
    assert t.latest.over.what == "match"
    assert t.score("X")["racks"] == 2


@pytest.mark.clause("HU-III.1.e", "HU-II.3.3.b")
@pytest.mark.parametrize(("order", "breaker"), [("alternate", "Y"), ("loser", "Y"), ("winner", "X")])
def test_organiser_fixes_the_breaking_order(table: Any, order: str, breaker: str) -> None:
    t = table("9ball-hu", race="3", next_breaker=order).play(f"cue>1 9@{P1}")
    assert t.next[0] == breaker


@pytest.mark.scenario("9H-01")
@pytest.mark.clause("HU-III.2.2.2", "HU-III.2.2.5", "HU-III.2.2.a", "HU-III.2.2.b")
@pytest.mark.parametrize(("taken", "cue_ball"), [("anywhere", "in-hand"), ("accept", "in-position")])
def test_three_balls_to_cushions_fail_the_hungarian_break(table: Any, taken: str, cue_ball: str) -> None:
    t = table("9ball-hu").play("cue>1 3|foot 4|foot 5|left-foot")
    assert t.fouls == [("illegal_break", "HU-III.2.2.5")]
    assert "OPTIONS(Y,anywhere|accept)" in t.log
    t.answer("incoming_option", taken, "Y")
    assert t.next == ("Y", cue_ball)


@pytest.mark.scenario("9H-02")
@pytest.mark.clause("HU-III.2.2.2", "HU-III.2.3.a")
def test_four_balls_to_cushions_are_a_lawful_break(table: Any) -> None:
    t = table("9ball-hu").play(LEGAL_BREAK)
    assert t.latest.legal is True
    assert t.next == ("Y", "in-position")
    assert t.latest.next.options == ("push-out",)


@pytest.mark.scenario("9H-04")
@pytest.mark.clause("HU-III.2.2.6")
def test_nine_on_a_lawful_hungarian_break_wins(table: Any) -> None:
    t = table("9ball-hu").play(f"cue>1 9@{P1}")
    assert t.latest.over.winner == "X"


@pytest.mark.scenario("9H-05")
@pytest.mark.clause("HU-III.3.4.c", "HU-III.2.2.5", "HU-I.6.c")
def test_break_scratch_is_the_first_of_three(table: Any) -> None:
    t = table("9ball-hu").play(LEGAL_BREAK + f" cue@{P1}")
    assert t.fouls == [("scratch", "HU-I.18.c")]
    assert t.score("X")["fouls"] == 1
    assert "OPTIONS(Y," in t.log
    assert t.next == ("Y", "in-hand")


@pytest.mark.scenario("9H-06")
@pytest.mark.clause("HU-III.2.2.3", "HU-III.2.2.7")
def test_safety_on_the_break_by_the_referees_word(table: Any) -> None:
    t = table("9ball-hu").play(LEGAL_BREAK)
    t.fact("break_spread_intent", False)
    assert t.latest.of == 1
    assert t.fouls == [("safety_break", "HU-III.2.2.7")]
    assert "OPTIONS(Y,anywhere|accept)" in t.log


@pytest.mark.clause("FI-9.2.b")
def test_finnish_safety_break(table: Any) -> None:
    t = table("9ball-fi").play(LEGAL_BREAK).fact("break_spread_intent", False)
    assert t.fouls == [("safety_break", "FI-9.2.b")]


@pytest.mark.scenario("9H-07")
@pytest.mark.clause("HU-III.2.2.c", "HU-I.11.c")
def test_only_the_nine_comes_back_after_a_foul_break(table: Any) -> None:
    t = table("9ball-hu").play(f"cue>1 9@{P1} 4@{P2} cue@side-right")
    assert t.spots == ["9"]
    assert "OPTIONS(Y," in t.log
    assert "4" not in t.referee.show()["on_table"]


@pytest.mark.scenario("9H-09")
@pytest.mark.clause("HU-III.2.3.c", "HU-III.2.3.g", "HU-I.18.f")
def test_touched_ball_on_a_push_out(table: Any) -> None:
    t = table("9ball-hu").play(LEGAL_BREAK).say("push-out", "Y").play("cue>-")
    t.fact("touched_by_clothing", ["8"])
    assert t.fouls == [("touched_ball", "HU-I.18.f")]
    assert t.next == ("X", "in-hand")


@pytest.mark.scenario("9H-10")
@pytest.mark.clause("HU-III.2.3.e", "HU-III.2.3.f", "HU-III.2.3.d")
def test_push_out_given_back(table: Any) -> None:
    t = table("9ball-hu").play(LEGAL_BREAK).say("push-out", "Y")
    assert t.log == "PUSH_OUT(Y)"
    t.play("cue>-").answer("incoming_option", "give-back", "X")
    assert t.next == ("Y", "in-position")
    assert t.latest.next.options == ()


@pytest.mark.clause("HU-III.2.3.b", "HU-III.2.3.f")
def test_balls_made_on_a_push_out_stay_down_but_the_nine(table: Any) -> None:
    t = table("9ball-hu").play(LEGAL_BREAK).say("push-out", "Y").play(f"cue>4 4@{P1} 9@{P2}")
    assert t.latest.legal is True
    assert t.spots == ["9"]
    assert t.latest.over is None
    assert "4" not in t.referee.show()["on_table"]


@pytest.mark.clause("HU-III.2.3.d")
def test_evident_push_out_in_the_hungarian_form(table: Any) -> None:
    t = table("9ball-hu").play(LEGAL_BREAK, "cue>4 4|foot")
    assert (t.question.about, t.question.clause) == ("push_out_called", "HU-III.2.3.d")
    t.answer("push_out_called", False)
    assert t.fouls == [("wrong_ball_first", "HU-I.18.a")]


@pytest.mark.scenario("9H-11")
@pytest.mark.clause("HU-I.18.j", "HU-I.18.g")
def test_frozen_target_with_no_follow_up(table: Any) -> None:
    t = table("9ball-hu", "shooter=X phase=play on_table=2,5,9").fact("rail_frozen_at_start", ["2"]).play("cue>2")
    assert t.fouls == [("frozen_ball_not_driven", "HU-I.18.j")]


@pytest.mark.scenario("9H-12")
@pytest.mark.clause("HU-I.12.c")
@pytest.mark.parametrize(("first", "codes"), [("2", []), (("2", "5"), ["simultaneous_first_contact"])])
def test_two_balls_met_at_once_are_asked_about(table: Any, first: Any, codes: list[str]) -> None:
    t = table("9ball-hu", "shooter=X phase=play on_table=2,5,9")
    t.play('cue>2 2|foot ?first_contact=["2",["2","5"]]')
    assert t.latest.legal is None
    assert (t.question.about, t.question.clause) == ("first_contact", "HU-I.12.c")
    assert t.question.candidates == ("2", ("2", "5"))
    t.answer("first_contact", first)
    assert [f.code for f in t.latest.fouls] == codes


@pytest.mark.scenario("9H-14")
@pytest.mark.clause("HU-I.23.1.h", "HU-III.3.5")
def test_nine_made_with_a_scratch_is_no_loss(table: Any) -> None:
    t = table("9ball-hu", "shooter=X phase=play on_table=2,9").play(f"cue>2 9@{P1} cue@{P2}")
    assert t.spots == ["9"]
    assert t.latest.over is None
    assert t.next == ("Y", "in-hand")


@pytest.mark.scenario("9H-15")
@pytest.mark.clause("HU-III.3.4.a", "HU-III.3.4.c", "HU-I.19.b", "HU-I.19.4")
def test_break_scratch_and_two_more_fouls_lose(table: Any) -> None:
    t = table("9ball-hu").play(LEGAL_BREAK + f" cue@{P1}", "cue>1 1|foot", "cue>- cue|head", "cue>1 1|foot")
    assert "WARN(X,two_fouls)" in t.log
    t.play("cue>- cue|head")
    assert "LOSS(X,three_fouls)" in t.log
    assert (t.latest.over.winner, t.latest.over.clause) == ("Y", "HU-III.3.4.a")


@pytest.mark.scenario("9H-16")
@pytest.mark.clause("HU-I.19.2", "HU-I.19.3", "HU-I.19.1")
def test_correct_stroke_voids_both_fouls(table: Any) -> None:
    t = table("9ball-hu", 'shooter=X phase=play on_table=2,9 fouls={"X":1}').play("cue>9 9|foot")
    assert t.score("X")["fouls"] == 2
    t.play("cue>2 2|foot", "cue>2 2|foot")
    assert t.score("X")["fouls"] == 0


@pytest.mark.scenario("9H-17")
@pytest.mark.clause("HU-I.23.2.c", "HU-III.3.1")
def test_ball_back_by_a_lamp_is_no_foul(table: Any) -> None:
    t = table("9ball-hu", "shooter=X phase=play on_table=2,7,9").play("cue>2 2|foot 7! 7<lamp")
    assert t.latest.legal is True
    assert "7" in t.referee.show()["on_table"]


@pytest.mark.clause("HU-III.1.c", "HU-III.2.2.4", "HU-III.3.1", "HU-III.3.2", "HU-III.3.3", "HU-III.1.d")
def test_lowest_first_and_any_ball_made_goes_on(table: Any) -> None:
    t = table("9ball-hu", "shooter=X phase=play on_table=2,5,9").play(f"cue>2 5@{P1}")
    assert t.next == ("X", "in-position")
    assert t.latest.next.ball_on == ("2",)
    assert t.refused("call", "X", ball="2", pocket="foot-left")
    t.play(f"cue>2 9@{P1}")
    assert (t.latest.over.winner, t.latest.over.clause) == ("X", "HU-III.3.2")


@pytest.mark.clause("HU-III.2.2.5")
def test_missing_the_one_on_the_break(table: Any) -> None:
    t = table("9ball-hu").play("cue>2 3|foot 4|foot 5|foot 6|foot")
    assert t.fouls == [("wrong_ball_first", "HU-I.18.a")]
    assert "OPTIONS(Y,anywhere|accept)" in t.log


def test_break_foul_choice_left_open_is_settled_by_playing_on(table: Any) -> None:
    t = table("9ball-hu").play("cue>1 3|foot", "cue>1 1|foot")
    assert t.latest.legal is True
    assert t.referee.open_questions == ()
    assert t.next == ("X", "in-position")


def test_push_out_choice_left_open_keeps_the_next_stroke_open(table: Any) -> None:
    t = table("9ball-hu").play(LEGAL_BREAK).say("push-out", "Y").play("cue>-", "cue>1 1|foot")
    assert t.latest.of == 3
    assert t.latest.next is None
    t.answer("incoming_option", "play", "X")
    assert [r.of for r in t.said.rulings] == [2, 3]
    assert t.next == ("Y", "in-position")


@pytest.mark.clause("HU-III.3.4.c", "HU-I.19.4", "FI-4.2.a")
@pytest.mark.parametrize("game", ["9ball-fi", "9ball-hu"])
def test_run_of_fouls_is_that_of_one_rack(table: Any, game: str) -> None:
    """Two fouls of the rack before are gone: a foul on the next break is the first of three, and loses nothing."""
    t = table(game, 'shooter=X phase=play on_table=3,9 fouls={"Y":2} warned=Y', race="3", next_breaker="loser")
    t.play("cue>3 9@head-left")
    assert t.latest.over.what == "rack" and t.score("Y")["fouls"] == 0
    t.play("cue>1 1|foot 2|foot 3|foot 4|foot cue@head-left")
    assert (t.latest.over, t.score("Y")["fouls"], t.next[0]) == (None, 1, "X")
    assert t.referee.show()["warned"] is None


@pytest.mark.clause("HU-I.19.warn", "FI-4.2.g")
@pytest.mark.parametrize("game", ["9ball-fi", "9ball-hu"])
def test_a_warning_falls_with_a_clean_stroke_of_the_warned_player_alone(table: Any, game: str) -> None:
    t = table(game, 'shooter=Y phase=play on_table=3,5,9 fouls={"X":2} warned=X').play("cue>3 3|foot")
    assert t.referee.show()["warned"] == "X"
    t.play("cue>3 3|foot")
    assert (t.referee.show()["warned"], t.score("X")["fouls"]) == (None, 0)


AFTER_BREAK = "shooter=X phase=play push_out=true on_table=1,2,9"


@pytest.mark.clause("FI-9.3.b", "FI-9.3.c", "HU-III.2.3.c", "HU-III.2.3.d")
@pytest.mark.parametrize(("game", "clause"), [("9ball-fi", "FI-9.3.c"), ("9ball-hu", "HU-III.2.3.d")])
def test_a_ball_left_frozen_to_its_cushion_may_have_been_an_evident_push_out(
    table: Any, game: str, clause: str
) -> None:
    """A push-out suspends the rule of the frozen ball with that of the cushion (OQ-HU-31)."""
    stroke = 'cue>1 1|foot !rail_frozen_at_start=[["1","foot"]]'
    t = table(game, AFTER_BREAK).play(stroke)
    assert (t.question.about, t.question.clause, t.latest.legal) == ("push_out_called", clause, None)
    assert t.answer("push_out_called", True).fouls == []
    t = table(game, AFTER_BREAK).play(stroke).answer("push_out_called", False)
    assert [code for code, _ in t.fouls] == ["frozen_ball_not_driven"]


@pytest.mark.parametrize(
    ("options", "stroke"),
    [
        ({"hu__push_suspends": "first-and-cushion"}, 'cue>1 1|foot !rail_frozen_at_start=[["1","foot"]]'),
        ({}, 'cue>1 1|head !rail_frozen_at_start=[["1","foot"]]'),
        ({}, "cue>2 2|foot cue@foot-left"),
    ],
)
def test_nobody_is_asked_of_a_push_out_that_would_change_nothing(table: Any, options: Any, stroke: str) -> None:
    laid = table("9ball-hu", AFTER_BREAK, **options)
    assert laid.play(stroke).said.questions == ()
