"""8-ball, both forms: the worked scenarios 8F and 8H, and the clauses FI-8 and HU-II in their order."""

from __future__ import annotations

from typing import Any

import pytest

P1, P2, P3, P4, P5, P6 = "head-left", "head-right", "side-left", "side-right", "foot-left", "foot-right"
FOUR = "cue>1 1|foot 2|foot 9|left-foot 10|right-foot"
BOTH = ["8ball-fi", "8ball-hu"]
OPEN = "shooter=X phase=play"
X_SOLIDS = 'shooter=X phase=play groups={"X":"solids"}'
ON_EIGHT = f"{X_SOLIDS} on_table=8,9,12"


def clause_of(game: str, fi: str, hu: str) -> str:
    return fi if game.endswith("fi") else hu


# ---------------------------------------------------------------------------------------------- the break


@pytest.mark.scenario("8F-01")
@pytest.mark.scenario("8H-02")
@pytest.mark.clause("FI-8.2.a", "HU-II.2.2.2", "HU-II.3.1.a", "HU-II.3.1.b")
@pytest.mark.parametrize("game", BOTH)
def test_four_balls_to_cushions_are_a_lawful_break(table: Any, game: str) -> None:
    t = table(game).play(FOUR)
    assert t.latest.legal is True
    assert t.next == ("Y", "in-position")
    assert t.score("Y")["group"] is None


@pytest.mark.scenario("8F-02")
@pytest.mark.clause("FI-8.2.b", "FI-8.2.b.1", "FI-8.2.b.2", "FI-8.2.b.3")
@pytest.mark.parametrize(
    ("taken", "following"),
    [
        ("kitchen", ("Y", "in-hand-behind-head-string")),
        ("accept", ("Y", "in-position")),
        ("rerack-i-break", ("Y", "in-hand-behind-head-string")),
        ("rerack-you-break", ("X", "in-hand-behind-head-string")),
    ],
)
def test_three_balls_to_cushions_leave_three_options(table: Any, taken: str, following: tuple[str, str]) -> None:
    t = table("8ball-fi").play("cue>1 1|foot 2|foot 9|left-foot")
    assert t.fouls == [("illegal_break", "FI-8.2.b")]
    assert t.log.endswith("OPTIONS(Y,kitchen|accept|rerack-i-break|rerack-you-break)")
    assert t.question.clause == "FI-8.2.b"
    t.answer("incoming_option", taken, "Y")
    assert t.next == following
    assert ("RERACK(15)" in t.log) == taken.startswith("rerack")


@pytest.mark.scenario("8F-04")
@pytest.mark.clause("FI-8.2.b", "FI-8.2.b.2", "FI-4.4.c")
def test_scratch_on_the_break_spots_the_balls_made(table: Any) -> None:
    t = table("8ball-fi").play(f"cue>1 3@{P5} cue@{P6}")
    assert t.fouls == [("scratch", "FI-4.1.3")]
    assert t.question.candidates == ("kitchen", "rerack-i-break", "rerack-you-break")
    assert t.spots == []
    t.answer("incoming_option", "kitchen", "Y")
    assert t.spots == ["3"]
    assert t.next == ("Y", "in-hand-behind-head-string")
    assert t.latest.of == 1


@pytest.mark.scenario("8F-05")
@pytest.mark.clause("FI-8.2.c")
def test_eight_alone_on_the_break_is_broken_again(table: Any) -> None:
    t = table("8ball-fi").play(f"cue>1 8@{P5}")
    assert t.log == "RERACK(15) IN_HAND(X,kitchen,plain) NEXT(X,1)"
    assert t.latest.over is None


@pytest.mark.scenario("8F-06")
@pytest.mark.clause("FI-8.2.e")
def test_eight_and_another_ball_on_the_break(table: Any) -> None:
    t = table("8ball-fi").play(f"cue>1 8@{P5} 5@{P6}")
    assert t.spots == ["8"]
    assert t.next == ("X", "in-position")
    assert t.score("X")["group"] is None


@pytest.mark.scenario("8F-07")
@pytest.mark.clause("FI-8.2.d")
def test_eight_on_a_foul_break(table: Any) -> None:
    t = table("8ball-fi").play(f"cue>1 8@{P5} cue@{P6}")
    assert t.log == "FOUL(scratch) FOUL_RUN(X,1) OPTIONS(Y,rerack-i-break|rerack-you-break)"
    t.answer("incoming_option", "rerack-you-break", "Y")
    assert t.next == ("X", "in-hand-behind-head-string")


@pytest.mark.clause("FI-8.3.n.2", "HU-II.3.5.b")
@pytest.mark.parametrize("game", BOTH)
def test_eight_off_the_table_on_the_break_is_only_a_foul(table: Any, game: str) -> None:
    t = table(game).play(FOUR + " 8!")
    assert t.latest.over is None
    assert t.latest.fouls[0].code == "object_ball_off_table"
    t.answer("incoming_option", "accept", "Y")
    assert t.spots == ["8"]


@pytest.mark.scenario("8H-04")
@pytest.mark.clause("HU-II.2.2.a", "HU-II.2.2.b", "HU-I.6.a", "HU-I.11.b", "HU-II.3.3.a")
def test_hungarian_break_scratch(table: Any) -> None:
    t = table("8ball-hu").play(f"cue>1 3@{P5} cue@{P6}")
    assert t.question.candidates == ("kitchen", "rerack-i-break", "rerack-you-break")
    t.answer("incoming_option", "kitchen", "Y")
    assert t.spots == []
    assert "3" not in t.referee.show()["on_table"]
    assert t.next == ("Y", "in-hand-behind-head-string")


@pytest.mark.clause("HU-II.2.2.a", "HU-II.2.2.2")
def test_hungarian_failed_break_is_played_from_the_position(table: Any) -> None:
    t = table("8ball-hu").play("cue>1 1|foot")
    assert t.fouls == [("illegal_break", "HU-II.2.2.2")]
    t.answer("incoming_option", "accept", "Y")
    assert t.next == ("Y", "in-position")


@pytest.mark.scenario("8H-05")
@pytest.mark.scenario("8H-06")
@pytest.mark.clause("HU-II.2.2.8.a", "HU-II.2.2.8.b")
@pytest.mark.parametrize("more", ["", f" 5@{P6}"])
@pytest.mark.parametrize("taken", ["rebreak", "spot-8"])
def test_hungarian_eight_on_the_break(table: Any, more: str, taken: str) -> None:
    t = table("8ball-hu").play(f"cue>1 8@{P5}{more}")
    assert t.log == "OPTIONS(X,rebreak|spot-8)"
    t.answer("incoming_option", taken, "X")
    assert t.next == ("X", "in-hand-behind-head-string" if taken == "rebreak" else "in-position")
    assert t.spots == ([] if taken == "rebreak" else ["8"])


@pytest.mark.scenario("8H-07")
@pytest.mark.clause("HU-II.2.2.8f.a", "HU-II.2.2.8f.b")
def test_hungarian_eight_on_a_foul_break(table: Any) -> None:
    t = table("8ball-hu").play(f"cue>1 8@{P5} 10!")
    assert t.fouls == [("object_ball_off_table", "HU-I.18.e")]
    assert t.question.candidates == ("rerack-i-break", "rerack-you-break", "spot-8")
    t.answer("incoming_option", "spot-8", "Y")
    assert t.spots == ["8", "10"]
    assert t.next == ("Y", "in-hand-behind-head-string")


# ---------------------------------------------------------------------------------------------- the open table


@pytest.mark.scenario("8F-09")
@pytest.mark.clause("FI-8.3.a", "FI-8.3.c", "FI-8.3.d", "FI-8.3.i")
def test_called_ball_made_by_a_combination_decides_the_groups(table: Any) -> None:
    t = table("8ball-fi", "shooter=Y phase=play").call("4", P1)
    assert t.log == f"CALL(Y,4,{P1})"
    t.play(f"cue>12 12*4 4@{P1}")
    assert t.log == "CALL_MADE GROUPS(Y,solids) NEXT(Y,2)"
    assert t.score("X")["group"] == "stripes"


@pytest.mark.scenario("8F-10")
@pytest.mark.clause("FI-8.3.d", "FI-6.a", "FI-4.4.b", "FI-8.3.j")
def test_wrong_pocket_on_the_open_table_comes_back(table: Any) -> None:
    t = table("8ball-fi", "shooter=Y phase=play").call("4", P1).play(f"cue>4 4@{P6}")
    assert t.log == "CALL_MISSED SPOT(4) NEXT(X,1)"
    assert t.latest.legal is True
    assert t.score("Y")["group"] is None


@pytest.mark.scenario("8F-11")
@pytest.mark.clause("FI-8.3.a", "FI-4.1.1")
def test_eight_first_on_the_finnish_open_table(table: Any) -> None:
    t = table("8ball-fi", OPEN).play("cue>8 8|foot")
    assert t.fouls == [("wrong_ball_first", "FI-4.1.1")]
    assert t.next == ("Y", "in-hand")


@pytest.mark.clause("HU-II.3.1.d", "HU-II.3.3.e")
def test_eight_first_on_the_hungarian_open_table_decides_nothing(table: Any) -> None:
    t = table("8ball-hu", OPEN).call("4", P1).play(f"cue>8 8*4 4@{P1}")
    assert t.latest.legal is True
    assert t.next == ("Y", "in-position")
    assert t.score("X")["group"] is None


@pytest.mark.scenario("8H-09")
@pytest.mark.clause("HU-II.3.1.c", "HU-II.3.1.e", "HU-II.3.1.f", "HU-II.3.1.h", "HU-II.3.1.i", "HU-II.3.1.j")
def test_called_and_made_decides_the_group(table: Any) -> None:
    t = table("8ball-hu").play(f"cue>1 9@{P5}")
    assert t.score("X")["group"] is None
    t.call("4", P1).play(f"cue>4 4@{P1}")
    assert t.log == "CALL_MADE GROUPS(X,solids) NEXT(X,3)"


@pytest.mark.scenario("8H-10")
@pytest.mark.clause("HU-II.3.1.i", "HU-II.3.2.f")
def test_called_ball_in_another_pocket_decides_nothing(table: Any) -> None:
    t = table("8ball-hu", OPEN).call("4", P1).play(f"cue>4 4@{P2}")
    assert t.log == "CALL_MISSED NEXT(Y,1)"
    assert t.spots == []
    assert "4" not in t.referee.show()["on_table"]
    assert t.score("X")["group"] is None


@pytest.mark.clause("HU-II.3.1.g")
def test_uncalled_evident_ball_on_the_open_table_keeps_the_turn_and_decides_nothing(table: Any) -> None:
    t = table("8ball-hu", OPEN).play(f"cue>4 4@{P2}")
    assert (t.question.about, t.question.clause) == ("call_obvious", "HU-II.3.7.c")
    t.answer("call_obvious", True)
    assert t.next == ("X", "in-position")
    assert t.score("X")["group"] is None


@pytest.mark.clause("FI-8.3.b", "FI-8.3.d")
def test_mixed_balls_on_the_finnish_break_leave_the_group_free(table: Any) -> None:
    t = table("8ball-fi").play(f"cue>1 3@{P5} 12@{P6}")
    assert t.score("X")["group"] is None
    t.call("14", P1).play(f"cue>14 14@{P1}")
    assert t.score("X")["group"] == "stripes"


@pytest.mark.scenario("8H-11")
@pytest.mark.clause("HU-II.3.5.a", "FI-8.3.n.1", "FI-8.1.c")
@pytest.mark.parametrize("game", BOTH)
def test_eight_on_the_open_table_loses(table: Any, game: str) -> None:
    t = table(game, OPEN).play(f"cue>1 8@{P1}")
    assert t.log.startswith("LOSS(X,eight_early)")
    assert t.latest.over.winner == "Y"
    assert t.latest.over.clause == clause_of(game, "FI-8.3.n.1", "HU-II.3.5.a")


# ---------------------------------------------------------------------------------------------- groups decided


@pytest.mark.scenario("8F-12")
@pytest.mark.clause("FI-8.3.f", "FI-8.3.g", "FI-8.3.i", "HU-II.3.2.a", "HU-II.3.2.b", "HU-II.3.2.c")
@pytest.mark.parametrize("game", BOTH)
def test_opponents_ball_dropping_too_changes_nothing(table: Any, game: str) -> None:
    t = table(game, X_SOLIDS).call("3", P2).play(f"cue>3 3@{P2} 14@{P5}")
    assert t.next == ("X", "in-position")
    assert t.spots == []
    assert {"3", "14"}.isdisjoint(t.referee.show()["on_table"])


@pytest.mark.scenario("8F-14")
@pytest.mark.clause("FI-8.3.h", "FI-4.4.b", "FI-4.c", "FI-8.3.o", "FI-4.b")
def test_finnish_foul_spots_own_balls_only(table: Any) -> None:
    t = table("8ball-fi", X_SOLIDS).call("3", P2).play(f"cue>3 3@{P2} 12@{P3} cue@{P5}")
    assert t.spots == ["3"]
    assert "12" not in t.referee.show()["on_table"]
    assert t.next == ("Y", "in-hand")


@pytest.mark.scenario("8F-15")
@pytest.mark.clause("FI-8.3.g", "FI-8.3.j", "FI-3")
def test_only_an_opponents_ball_drops(table: Any) -> None:
    t = table("8ball-fi", X_SOLIDS).call("3", P2).play(f"cue>3 12@{P2}")
    assert t.latest.legal is True
    assert t.spots == []
    assert t.next == ("Y", "in-position")


@pytest.mark.scenario("8F-16")
@pytest.mark.clause("FI-5.a", "FI-4.4.e", "FI-5.b")
def test_finnish_safety_spots_the_own_ball(table: Any) -> None:
    t = table("8ball-fi", X_SOLIDS).say("safety", "X")
    assert t.log == "SAFETY(X)"
    t.play(f"cue>5 5@{P1} 12@{P2}")
    assert t.spots == ["5"]
    assert t.next == ("Y", "in-position")


@pytest.mark.scenario("8F-17")
@pytest.mark.clause("FI-8.3.l", "HU-II.3.7.a", "HU-II.3.7.c", "HU-I.24.1.f", "HU-II.3.7.b")
@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("accepted", [True, False])
def test_uncalled_ball_is_the_referees(table: Any, game: str, accepted: bool) -> None:
    t = table(game, X_SOLIDS).play(f"cue>6 6@{P1}")
    assert t.latest.next is None
    assert t.question.about == "call_obvious"
    assert t.question.clause == clause_of(game, "FI-8.3.l", "HU-II.3.7.c")
    t.answer("call_obvious", accepted)
    assert t.next == (("X", "in-position") if accepted else ("Y", "in-position"))
    assert t.spots == (["6"] if game == "8ball-fi" and not accepted else [])


def test_uncalled_miss_is_not_asked_about(table: Any) -> None:
    t = table("8ball-fi", X_SOLIDS).play("cue>6 6|foot")
    assert t.referee.open_questions == ()
    assert t.next == ("Y", "in-position")


def test_house_may_take_every_uncalled_ball_as_evident(table: Any) -> None:
    t = table("8ball-hu", X_SOLIDS, calls="evident").play(f"cue>6 6@{P1}")
    assert t.next == ("X", "in-position")


@pytest.mark.scenario("8H-12")
@pytest.mark.clause("HU-II.3.3.a", "HU-II.3.6", "HU-I.18.a", "HU-II.3.2.d", "HU-I.11.a", "HU-I.21.a")
def test_hungarian_foul_leaves_balls_down(table: Any) -> None:
    t = table("8ball-hu", X_SOLIDS).play(f"cue>11 11*2 2@{P1}")
    assert t.fouls == [("wrong_ball_first", "HU-I.18.a")]
    assert t.spots == []
    assert t.next == ("Y", "in-hand")


@pytest.mark.scenario("8H-14")
@pytest.mark.clause("HU-I.22.1.a", "HU-I.22.1.d", "HU-I.22.1.e", "HU-I.22.1.f")
def test_hungarian_safety_leaves_the_ball_down(table: Any) -> None:
    t = table("8ball-hu", X_SOLIDS).say("safety", "X").play(f"cue>5 5@{P1}")
    assert t.spots == []
    assert t.next == ("Y", "in-position")


@pytest.mark.scenario("8H-15")
@pytest.mark.clause("HU-I.22.1.g", "HU-II.3.3.c")
def test_safety_nobody_heard_is_an_ordinary_stroke(table: Any) -> None:
    t = table("8ball-hu", X_SOLIDS).play(f"cue>5 5@{P1}").answer("call_obvious", True)
    assert t.next == ("X", "in-position")


@pytest.mark.scenario("8H-16")
@pytest.mark.clause("HU-II.3.3.f.1", "HU-I.17.b", "HU-I.23.2.a.2", "HU-I.23.2.a.3")
def test_opponents_ball_off_the_table_comes_back(table: Any) -> None:
    t = table("8ball-hu", X_SOLIDS).play("cue>1 1|foot 12!")
    assert t.fouls == [("object_ball_off_table", "HU-I.18.e")]
    assert t.spots == ["12"]
    assert t.next == ("Y", "in-hand")


@pytest.mark.clause("HU-I.23.2.a.3")
def test_house_may_leave_the_opponents_ball_off(table: Any) -> None:
    t = table("8ball-hu", X_SOLIDS, hu__eight_off_table="opponents-stay-off").play("cue>1 1|foot 12! 5!")
    assert t.spots == ["5"]


@pytest.mark.clause("HU-II.3.3.f.2", "HU-II.3.3.f.3", "HU-I.23.1.f", "HU-I.23.1.b")
def test_balls_driven_off_are_lined_up_touching_in_order(table: Any) -> None:
    t = table("8ball-hu", X_SOLIDS).play("cue>1 1|foot 12! 5!")
    assert [(s.ball, s.x_mm, s.y_mm) for s in t.latest.spot] == [("5", 0.0, 635.0), ("12", 0.0, 692.15)]


@pytest.mark.clause("FI-6.1.b", "FI-6.1.c")
def test_finnish_ball_off_the_table_comes_back(table: Any) -> None:
    t = table("8ball-fi", X_SOLIDS).play("cue>1 1|foot 12!")
    assert t.spots == ["12"]
    assert t.next == ("Y", "in-hand")


@pytest.mark.scenario("8H-17")
@pytest.mark.clause("HU-II.3.3.d.1", "HU-II.3.3.d.2")
def test_placing_with_the_tip_forward(table: Any) -> None:
    t = table("8ball-hu", 'shooter=Y phase=play in_hand={"cue":"anywhere"}')
    t.fact("placement_by_tip_forward_motion", True)
    assert t.fouls == [("placed_with_tip_forward", "HU-II.3.3.d.2")]
    assert t.next == ("X", "in-hand")
    assert t.latest.of is None


@pytest.mark.clause("HU-II.3.2.e", "HU-II.3.7.a")
def test_called_ball_missed_passes_the_turn(table: Any) -> None:
    t = table("8ball-hu", X_SOLIDS).call("3", P2).play("cue>3 3|foot")
    assert t.log == "CALL_MISSED NEXT(Y,1)"


@pytest.mark.clause("HU-I.24.1.g")
def test_call_may_be_put_right_until_the_stroke(table: Any) -> None:
    t = table("8ball-hu", X_SOLIDS).call("3", P2).call("3", P3).play(f"cue>3 3@{P3}")
    assert "CALL_MADE" in t.log
    assert t.refused("call", "Y", ball="9", pocket=P1)
    assert t.refused("call", "X", ball="3", pocket=P1), "the 3 is down"
    assert t.refused("call", "X", ball="9", pocket=P1), "not his"
    assert t.refused("call", "X", ball="4", pocket="corner")


# ---------------------------------------------------------------------------------------------- the 8


@pytest.mark.scenario("8F-19")
@pytest.mark.clause("FI-8.3.k", "HU-II.3.4")
@pytest.mark.parametrize("game", BOTH)
def test_eight_in_the_called_pocket_wins(table: Any, game: str) -> None:
    t = table(game, ON_EIGHT).call("8", P4).play(f"cue>8 8@{P4}")
    assert t.log == "CALL_MADE WIN(X)"
    assert t.latest.over.clause == clause_of(game, "FI-8.3.k", "HU-II.3.4")


@pytest.mark.scenario("8F-20")
@pytest.mark.clause("FI-8.3.n.3", "HU-II.3.5.c", "HU-I.23.1.g")
@pytest.mark.parametrize("game", BOTH)
def test_eight_with_a_scratch_loses(table: Any, game: str) -> None:
    t = table(game, ON_EIGHT).call("8", P4).play(f"cue>8 8@{P4} cue@{P1}")
    assert "LOSS(X,eight_on_foul)" in t.log
    assert t.latest.over.winner == "Y"


@pytest.mark.scenario("8F-21")
@pytest.mark.clause("FI-8.3.n.4", "HU-II.3.5.d")
@pytest.mark.parametrize("game", BOTH)
def test_eight_in_another_pocket_loses(table: Any, game: str) -> None:
    t = table(game, ON_EIGHT).call("8", P4).play(f"cue>8 8@{P3}")
    assert t.log == "CALL_MISSED LOSS(X,eight_wrong_pocket) WIN(Y)"


@pytest.mark.scenario("8F-22")
@pytest.mark.clause("FI-4.1.2", "FI-4.4.f")
def test_foul_at_the_eight_goes_on(table: Any) -> None:
    t = table("8ball-fi", ON_EIGHT).call("8", P4).play("cue>8")
    assert t.fouls == [("no_cushion", "FI-4.1.2")]
    assert t.latest.over is None
    assert t.next == ("Y", "in-hand")


@pytest.mark.scenario("8F-24")
@pytest.mark.scenario("8H-22")
@pytest.mark.clause("FI-4.2.c", "HU-II.3.3.h", "HU-I.19.c")
@pytest.mark.parametrize("game", BOTH)
def test_three_fouls_do_not_lose_eight_ball(table: Any, game: str) -> None:
    t = table(game, X_SOLIDS + ' fouls={"X":2} warned=X').play("cue>9 9|foot")
    assert t.latest.over is None
    assert t.score("X")["fouls"] == 3


@pytest.mark.scenario("8H-19")
@pytest.mark.clause("HU-I.23.1.g")
def test_eight_on_a_safety_loses_the_hungarian_form(table: Any) -> None:
    t = table("8ball-hu", ON_EIGHT).say("safety", "X").play(f"cue>8 8@{P4}")
    assert (t.latest.over.winner, t.latest.over.clause) == ("Y", "HU-I.23.1.g")


@pytest.mark.scenario("8H-20")
@pytest.mark.clause("HU-II.3.7.d", "FI-8.3.l")
@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(("accepted", "winner"), [(True, "X"), (False, "Y")])
def test_uncalled_eight(table: Any, game: str, accepted: bool, winner: str) -> None:
    t = table(game, ON_EIGHT).play(f"cue>8 8@{P4}")
    assert t.latest.over is None
    assert t.question.clause == clause_of(game, "FI-8.3.l", "HU-II.3.7.d")
    t.answer("call_obvious", accepted)
    assert t.latest.over.winner == winner


@pytest.mark.clause("HU-II.3.3.g.1", "HU-II.3.3.g.3")
def test_strokes_without_trying_count_only_while_three_balls_are_left(table: Any) -> None:
    groups = 'shooter=X phase=play groups={"X":"solids"} idle={"X":2,"Y":2}'
    t = table("8ball-hu", f"{groups} on_table=1,8,9").play("cue>1 1|foot")
    assert t.referee.show()["idle"] == {"X": 3, "Y": 2}
    t = table("8ball-hu", f"{groups} on_table=1,2,8,9").play("cue>1 1|foot")
    assert t.referee.show()["idle"] == {"X": 0, "Y": 0}
    t = table("8ball-hu", f"{groups} on_table=1,8,9", calls="evident").play("cue>1 1@head-left")
    assert t.referee.show()["idle"] == {"X": 0, "Y": 0}


@pytest.mark.scenario("8H-21")
@pytest.mark.clause("HU-II.3.3.g.1", "HU-II.3.3.g.2", "HU-II.3.3.g.3", "HU-II.3.3.g.4")
@pytest.mark.parametrize("drawn", [True, False])
def test_stalemate_is_put_to_the_referee(table: Any, drawn: bool) -> None:
    t = table("8ball-hu", 'shooter=X phase=play breaker=Y on_table=6,8,13 groups={"X":"solids"}')
    t.play(*["cue>6 6|foot", "cue>13 13|foot"] * 2, "cue>6 6|foot")
    assert t.referee.open_questions == ()
    t.play("cue>13 13|foot")
    assert (t.question.about, t.question.asks, t.question.clause) == ("intent_ruling", "referee", "HU-II.3.3.g.2")
    t.answer("intent_ruling", drawn)
    if drawn:
        assert t.log == "DRAW(stalemate) RERACK(15) IN_HAND(Y,kitchen,plain) NEXT(Y,1)"
    else:
        assert t.log == "NEXT(X,1)"


@pytest.mark.scenario("8H-24")
@pytest.mark.clause("HU-II.3.5.b", "FI-8.3.n.2")
@pytest.mark.parametrize("game", BOTH)
def test_eight_off_the_table_loses(table: Any, game: str) -> None:
    t = table(game, ON_EIGHT).call("8", P4).play("cue>8 8!")
    assert "LOSS(X,eight_off_table)" in t.log
    assert t.latest.over.clause == clause_of(game, "FI-8.3.n.2", "HU-II.3.5.b")


@pytest.mark.clause("HU-II.3.5.e", "FI-8.3.k")
@pytest.mark.parametrize("game", BOTH)
def test_eight_with_the_last_own_ball_loses(table: Any, game: str) -> None:
    t = table(game, f"{X_SOLIDS} on_table=6,8,12").call("6", P1).play(f"cue>6 6@{P1} 8@{P4}")
    assert t.latest.over.winner == "Y"
    assert t.latest.over.clause == clause_of(game, "FI-8.3.k", "HU-II.3.5.e")


@pytest.mark.clause("HU-II.1.d", "HU-II.3.3.b")
@pytest.mark.parametrize(("order", "breaker"), [("winner", "X"), ("alternate", "Y")])
def test_next_breaker_in_eight_ball(table: Any, order: str, breaker: str) -> None:
    t = table("8ball-hu", ON_EIGHT, race="2", next_breaker=order).call("8", P4).play(f"cue>8 8@{P4}")
    assert t.log.startswith("CALL_MADE RACK(X)")
    assert t.next[0] == breaker
    assert len(t.referee.show()["on_table"]) == 15


@pytest.mark.clause("HU-II.1.a", "HU-II.1.b", "FI-8.1.a", "FI-8.1.b")
@pytest.mark.parametrize("game", BOTH)
def test_fifteen_balls_in_two_groups(table: Any, game: str) -> None:
    t = table(game)
    assert t.referee.show()["on_table"] == [str(n) for n in range(1, 16)]
    t = table(game, X_SOLIDS).say("safety", "X")
    assert t.latest.next.ball_on == tuple("1234567")
    t = table(game, 'shooter=Y phase=play groups={"X":"solids"}').say("safety", "Y")
    assert t.latest.next.ball_on == tuple(str(n) for n in range(9, 16))


@pytest.mark.clause("FI-4.3", "HU-I.24.3.a.2", "HU-I.24.3.a.1", "HU-I.20.2", "HU-I.20.c")
@pytest.mark.parametrize("game", [*BOTH, "9ball-fi", "9ball-hu"])
def test_unsporting_conduct_loses_the_game(table: Any, game: str) -> None:
    t = table(game, "phase=play").say("unsporting", "X", by="referee")
    assert t.log == "LOSS(X,unsporting) WIN(Y)"


@pytest.mark.clause("HU-I.24.3.b.1", "FI-6.2.d")
@pytest.mark.parametrize("game", BOTH)
def test_second_unsporting_act_excludes(table: Any, game: str) -> None:
    t = table(game, "phase=play", race="5").say("unsporting", "X", by="referee")
    assert t.latest.over.what == "rack"
    t.say("unsporting", "X", by="referee")
    assert t.log == "LOSS(X,excluded) WIN(Y)"
    assert t.latest.over.what == "match"


@pytest.mark.clause("HU-II.3.3.d.2")
@pytest.mark.parametrize("value", [True, False])
def test_placing_with_the_tip_forward_that_was_noticed_too_late(table: Any, value: bool) -> None:
    """Said after the stroke, it is a foul of that stroke."""
    t = table("8ball-hu", 'shooter=Y phase=play groups={"Y":"solids"} in_hand={"cue":"anywhere"}').play("cue>3 3|foot")
    assert t.latest.legal is True
    t.fact("placement_by_tip_forward_motion", value)
    assert t.fouls == ([("placed_with_tip_forward", "HU-II.3.3.d.2")] if value else [])
    assert t.said.refused is None
