"""The general part, both forms: the worked scenarios G, and the clauses FI-4.1 and HU-I.3 to I.18 in their order."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.rules.facts import facts_of
from callshot.rules.notation import parse_stroke
from callshot.rules.vocabulary import Ball, Disturbance, Layout, Moved

P1, P2 = "head-left", "head-right"
NINES = ["9ball-fi", "9ball-hu"]
PLAY = "shooter=X phase=play on_table=3,5,6,7,9"
GOOD = "cue>3 3|foot"
KITCHEN = 'shooter=X phase=play in_hand={"cue":"kitchen"}'


def clause_of(game: str, fi: str | None, hu: str | None) -> str | None:
    return fi if game.endswith("fi") else hu


def fouls(code: str, clause: str | None) -> list[tuple[str, str]]:
    return [] if clause is None else [(code, clause)]


# ---------------------------------------------------------------------------------------------- first contact, cushion


@pytest.mark.clause("FI-4.1.1", "HU-I.18.a", "HU-I.12.a", "HU-I.12.b")
@pytest.mark.parametrize("game", NINES)
def test_no_ball_hit_and_wrong_ball_hit(table: Any, game: str) -> None:
    clause = clause_of(game, "FI-4.1.1", "HU-I.18.a")
    assert table(game, PLAY).play("cue>- cue|foot").fouls == [("no_object_ball", clause)]
    t = table(game, PLAY).play("cue>5 5|foot")
    assert t.fouls == [("wrong_ball_first", clause)]
    assert t.latest.fouls[0].ball == "5"


@pytest.mark.clause("FI-4.1.2", "FI-4.4.f", "HU-I.18.b", "HU-I.12.a", "HU-I.12.b", "HU-I.19.note", "HU-I.22.1.b")
@pytest.mark.parametrize("game", NINES)
@pytest.mark.parametrize("after", ["3|foot", "cue|head", "5|left-foot", f"3@{P1}", f"5@{P2}"])
def test_any_ball_to_a_cushion_or_pocket_after_contact_is_enough(table: Any, game: str, after: str) -> None:
    assert table(game, PLAY).play(f"cue>3 cue*3 {after}").latest.legal is True
    clause = clause_of(game, "FI-4.1.2", "HU-I.18.b")
    assert table(game, PLAY).play("cue>3 cue|head cue*3").fouls == [("no_cushion", clause)]


@pytest.mark.clause("HU-I.12.a")
def test_cushion_without_contact_event_counts_as_after_it(table: Any) -> None:
    assert table("9ball-hu", PLAY).play("cue>3 cue|head").latest.legal is True


@pytest.mark.clause("HU-I.22.1.c", "HU-I.22.1.b")
def test_safety_that_reaches_no_cushion_is_a_foul(table: Any) -> None:
    t = table("8ball-hu", "phase=play").say("safety", "X").play("cue>3")
    assert t.fouls == [("no_cushion", "HU-I.18.b")]
    assert t.next == ("Y", "in-hand")


@pytest.mark.scenario("G-01")
@pytest.mark.clause("FI-4.1.12.a", "HU-I.18.l", "HU-I.14.b", "HU-I.14.c")
@pytest.mark.parametrize("game", NINES)
def test_frozen_ball_that_moves_is_hit(table: Any, game: str) -> None:
    t = table(game, PLAY).fact("balls_frozen_at_start", [["cue", "3"]])
    t.play("cue>- 3|foot !frozen_ball_moved=true")
    assert t.latest.legal is True


@pytest.mark.scenario("G-02")
@pytest.mark.clause("HU-I.18.a.note", "HU-I.14.c", "FI-4.1.1")
@pytest.mark.parametrize("game", NINES)
def test_shot_away_from_a_frozen_ball_has_not_hit_it(table: Any, game: str) -> None:
    t = table(game, PLAY).fact("balls_frozen_at_start", [["cue", "3"]])
    t.play("cue>3 cue|head !frozen_ball_moved=false")
    assert t.fouls == [("no_object_ball", clause_of(game, "FI-4.1.1", "HU-I.18.a"))]


@pytest.mark.clause("HU-I.18.a.note", "FI-4.1.12.a")
@pytest.mark.parametrize("game", NINES)
def test_of_balls_met_at_once_the_frozen_one_that_stayed_is_not_met(table: Any, game: str) -> None:
    """Shot away from the 3 that it was frozen to, the cue ball met the 7: the wrong ball, and that one alone."""
    t = table(game, PLAY).fact("balls_frozen_at_start", [["cue", "3"]])
    t.play("cue>7 cue|head !frozen_ball_moved=false")
    assert [code for code, _ in t.fouls] == ["wrong_ball_first"]
    t = table(game, PLAY).fact("balls_frozen_at_start", [["cue", "3"]])
    t.play('cue>7 cue|head !frozen_ball_moved=false !first_contact="3"')
    assert t.fouls == [], "what is said of the first contact goes before what follows from the frozen ball"


@pytest.mark.clause("FI-4.1.10", "HU-I.18.b")
def test_the_finnish_text_alone_asks_more_of_a_ball_frozen_to_the_cue_ball(table: Any) -> None:
    """FI-4.1.10: driving the frozen ball to the cushion it lay at is not enough; HU-I.18.b asks for any cushion."""
    for game, fouled in (("9ball-fi", True), ("9ball-hu", False)):
        t = table(game, PLAY).fact("balls_frozen_at_start", ["3"])
        t.feed(Layout(0.0, (Ball("3", "3", 0.0, 1240.0), Ball("cue", "cue", 0.0, 1183.0))))
        t.play("cue>3 3|foot ~3:0,1240 ~cue:0,1183")
        assert [f.code for f in t.latest.fouls] == (["frozen_ball_not_driven"] if fouled else [])


@pytest.mark.clause("HU-I.14.b")
def test_house_may_forbid_shooting_towards_a_frozen_ball(table: Any) -> None:
    t = table("9ball-hu", PLAY, hu__frozen_towards="foul").fact("balls_frozen_at_start", [["cue", "3"]])
    assert t.play("cue>3 3|foot").fouls == [("push", "HU-I.18.m")]


@pytest.mark.scenario("G-04")
@pytest.mark.clause("FI-4.1.10", "FI-4.1.7", "HU-I.18.j", "HU-I.18.g")
@pytest.mark.parametrize("game", NINES)
def test_another_ball_to_a_cushion_follows_up_a_frozen_one(table: Any, game: str) -> None:
    t = table(game, PLAY).fact("rail_frozen_at_start", [["3", "foot"]]).play("cue>3 7|right-foot")
    assert t.latest.legal is True


@pytest.mark.clause("FI-4.1.10")
def test_house_may_keep_to_the_three_listed_ways(table: Any) -> None:
    t = table("9ball-fi", PLAY, fi__frozen_fourth="three").fact("rail_frozen_at_start", ["3"])
    assert t.play("cue>3 7|right-foot").fouls == [("frozen_ball_not_driven", "FI-4.1.10")]


@pytest.mark.scenario("G-05")
@pytest.mark.clause("FI-4.1.10.a", "FI-4.1.10.b", "FI-4.1.10.c", "HU-I.18.j", "FI-4.1.7")
@pytest.mark.parametrize("game", NINES)
@pytest.mark.parametrize(
    ("after", "legal"), [("3|left-foot", True), (f"5@{P1}", True), ("cue|head", True), ("3|foot", False), ("", False)]
)
def test_frozen_ball_follow_ups(table: Any, game: str, after: str, legal: bool) -> None:
    t = table(game, PLAY).fact("rail_frozen_at_start", [["3", "foot"]]).play(f"cue>3 cue*3 {after}".strip())
    assert t.latest.legal is legal
    if not legal:
        assert t.fouls == [("frozen_ball_not_driven", clause_of(game, "FI-4.1.10", "HU-I.18.j"))]


@pytest.mark.scenario("G-14")
@pytest.mark.clause("HU-I.12.c")
@pytest.mark.parametrize(("game", "wrong"), [("8ball-fi", False), ("8ball-hu", True)])
def test_two_balls_met_within_the_measuring_error(table: Any, game: str, wrong: bool) -> None:
    t = table(game, 'shooter=X phase=play groups={"X":"solids"}')
    t.play('cue>4 4|foot ?first_contact=["4","11",["4","11"]]')
    assert t.latest.legal is None
    assert t.question.candidates == ("4", "11", ("4", "11"))
    t.answer("first_contact", ["4", "11"])
    assert t.fouls == ([("simultaneous_first_contact", "HU-I.12.c")] if wrong else [])


@pytest.mark.clause("HU-I.12.c")
@pytest.mark.parametrize(
    ("reading", "first", "foul"),
    [("unlawful-ball", ["3", "4"], False), ("always", ["3", "4"], True), ("never", ["3", "11"], False)],
)
def test_readings_of_two_balls_at_once(table: Any, reading: str, first: list[str], foul: bool) -> None:
    t = table("8ball-hu", 'shooter=X phase=play groups={"X":"solids"}', hu__simultaneous_hit=reading)
    t.play("cue>3 3|foot").fact("first_contact", first)
    assert t.latest.legal is not foul


# ---------------------------------------------------------------------------------------------- balls that leave


@pytest.mark.clause("FI-4.1.3", "FI-4.1.4", "HU-I.18.c", "HU-I.18.d", "HU-I.17.a", "HU-I.23.2.a.1", "FI-6.1.a")
@pytest.mark.parametrize("game", NINES)
def test_cue_ball_lost(table: Any, game: str) -> None:
    t = table(game, PLAY).play(f"{GOOD} cue@{P1}")
    assert t.fouls == [("scratch", clause_of(game, "FI-4.1.3", "HU-I.18.c"))]
    t = table(game, PLAY).play(f"{GOOD} cue!")
    assert t.fouls == [("cue_ball_off_table", clause_of(game, "FI-4.1.4", "HU-I.18.d"))]
    assert t.next == ("Y", "in-hand")


@pytest.mark.clause("FI-4.1.5", "HU-I.18.e", "HU-I.17.a", "HU-I.17.b", "HU-I.23.2.a.2")
@pytest.mark.parametrize("game", NINES)
def test_object_balls_off_the_table(table: Any, game: str) -> None:
    t = table(game, PLAY).play(f"{GOOD} 6! 9!")
    clause = clause_of(game, "FI-4.1.5", "HU-I.18.e")
    assert t.fouls == [("object_ball_off_table", clause)] * 2
    assert [f.ball for f in t.latest.fouls] == ["6", "9"]
    assert t.spots == ["9"]


@pytest.mark.scenario("G-06")
@pytest.mark.clause("HU-I.7.b", "HU-I.23.2.d", "FI-6.1.f", "HU-I.7.a")
@pytest.mark.parametrize("game", NINES)
def test_ball_that_springs_back_is_not_pocketed(table: Any, game: str) -> None:
    t = table(game, PLAY).play(f"{GOOD} 5@{P2}").fact("rebounded_from_pocket", ["5"])
    assert t.next[0] == "Y"
    assert "5" in t.referee.show()["on_table"]


@pytest.mark.scenario("G-07")
@pytest.mark.clause("FI-6.1.d", "FI-6.1.e", "HU-I.23.2.b", "HU-I.23.2.c")
@pytest.mark.parametrize("game", NINES)
@pytest.mark.parametrize("via", ["lamp", "itself"])
def test_cue_ball_back_by_itself_or_a_lamp(table: Any, game: str, via: str) -> None:
    assert table(game, PLAY).play(f"{GOOD} cue! cue<{via}").latest.legal is True


@pytest.mark.clause("HU-I.23.2.b")
@pytest.mark.parametrize("via", ["object", "person"])
def test_ball_back_by_a_thing_left_lying_there(table: Any, via: str) -> None:
    t = table("9ball-hu", PLAY).play(f"{GOOD} cue! cue<{via}")
    assert t.fouls == [("returned_by_object", "HU-I.23.2.b")]
    assert table("9ball-fi", PLAY).play(f"{GOOD} cue! cue<{via}").latest.legal is True


@pytest.mark.clause("HU-I.23.2.b")
def test_object_ball_back_by_a_thing_counts_as_driven_off(table: Any) -> None:
    t = table("8ball-hu", 'shooter=X phase=play groups={"X":"solids"}').play("cue>3 3|foot 5! 5<object")
    assert t.fouls == [("returned_by_object", "HU-I.23.2.b")]
    assert t.spots == ["5"]
    t = table("9ball-hu", PLAY, hu__chalk_return="cue-ball").play(f"{GOOD} 5! 5<object")
    assert t.latest.legal is True


@pytest.mark.clause("HU-I.23.2.b")
def test_how_a_ball_came_back_is_asked_only_where_it_matters(table: Any) -> None:
    t = table("9ball-hu", PLAY).play(f"{GOOD} cue! cue<?")
    assert (t.question.about, t.question.candidates) == ("returned_to_table", ("itself", "lamp", "object", "person"))
    t.answer("returned_to_table", "lamp")
    assert t.latest.legal is True
    assert table("9ball-fi", PLAY).play(f"{GOOD} cue! cue<?").latest.legal is True


# ---------------------------------------------------------------------------------------------- touching, feet, motion


@pytest.mark.scenario("G-09")
@pytest.mark.clause("FI-4.1.6", "HU-I.13.a", "HU-I.13.b", "HU-I.18.f")
@pytest.mark.parametrize("game", NINES)
@pytest.mark.parametrize("fact", ["touched_by_hand", "touched_by_clothing", "touched_by_equipment"])
def test_touched_ball_stays_where_it_is(table: Any, game: str, fact: str) -> None:
    t = table(game, PLAY).play(GOOD).fact(fact, ["5"])
    assert t.latest.of == 1
    assert t.fouls == [("touched_ball", clause_of(game, "FI-4.1.6", "HU-I.18.f"))]
    assert t.latest.fouls[0].ball == "5"
    assert t.spots == []
    assert t.next == ("Y", "in-hand")


@pytest.mark.clause("FI-4.1.6", "HU-I.18.f")
@pytest.mark.parametrize("by", ["hand", "cue"])
def test_touch_seen_during_the_stroke(table: Any, by: str) -> None:
    assert table("9ball-fi", PLAY).play(f"{GOOD} 5%{by}").fouls == [("touched_ball", "FI-4.1.6")]


@pytest.mark.clause("HU-I.23.2.e.1")
@pytest.mark.parametrize(("outside", "legal"), [(True, True), (False, False)])
def test_touch_by_something_else_is_asked_about(table: Any, outside: bool, legal: bool) -> None:
    t = table("9ball-hu", PLAY).play(f"{GOOD} 5%other")
    assert t.question.about == "external_interference"
    t.answer("external_interference", outside)
    assert t.latest.legal is legal


@pytest.mark.clause("FI-4.1.8", "HU-I.9.a", "HU-I.18.h")
@pytest.mark.parametrize("game", NINES)
@pytest.mark.parametrize(("feet", "foul"), [(0, True), (1, False), (2, False)])
def test_no_foot_on_the_floor(table: Any, game: str, feet: int, foul: bool) -> None:
    t = table(game, PLAY).play(GOOD)
    t.fact("feet", feet)
    assert t.fouls == fouls("no_foot", clause_of(game, "FI-4.1.8", "HU-I.18.h") if foul else None)


@pytest.mark.scenario("G-11")
@pytest.mark.clause("FI-4.1.9", "HU-I.10.a", "HU-I.10.b", "HU-I.18.i")
@pytest.mark.parametrize("game", NINES)
def test_stroke_while_a_ball_spins(table: Any, game: str) -> None:
    t = table(game, PLAY).play(GOOD).fact("balls_in_motion_at_strike", ["3"])
    assert t.fouls == [("balls_moving", clause_of(game, "FI-4.1.9", "HU-I.18.i"))]


# ---------------------------------------------------------------------------------------------- jumps and the tip


@pytest.mark.scenario("G-16")
@pytest.mark.clause("FI-4.1.11", "HU-I.16.a", "HU-I.16.b")
@pytest.mark.parametrize("game", NINES)
def test_jump_with_a_raised_cue(table: Any, game: str) -> None:
    t = table(game, PLAY).play(f"{GOOD} cue^6 !cue_elevated=true")
    assert t.latest.legal is True
    for reading in ("forbidden", "per-game"):
        t = table(game, PLAY, gen__jump_allowed=reading).play(f"{GOOD} cue^6 !cue_elevated=true")
        assert t.fouls == [("illegal_jump", clause_of(game, "FI-4.1.11", "HU-I.18.k"))]
    t = table(game, PLAY).play(f"{GOOD} cue^6 !cue_elevated=false")
    assert t.fouls == [("illegal_jump", clause_of(game, "FI-4.1.11", "HU-I.18.k"))]


@pytest.mark.scenario("G-17")
@pytest.mark.clause("FI-4.1.11", "HU-I.15", "HU-I.18.k", "HU-I.18.k.2", "HU-I.18.k.5")
@pytest.mark.parametrize("game", NINES)
@pytest.mark.parametrize("scooped", [True, False])
def test_jump_seen_is_asked_about(table: Any, game: str, scooped: bool) -> None:
    t = table(game, PLAY).play(f"{GOOD} cue^6")
    assert (t.question.about, t.question.clause) == ("miscue", clause_of(game, "FI-4.1.11", "HU-I.18.k"))
    t.answer("miscue", scooped)
    assert t.fouls == fouls("illegal_jump", clause_of(game, "FI-4.1.11", "HU-I.18.k") if scooped else None)


@pytest.mark.clause("HU-I.15", "HU-I.18.k.3", "HU-I.18.k.4")
def test_scoop_counts_only_with_a_ball_in_the_way(table: Any) -> None:
    t = table("9ball-hu", PLAY).play(GOOD).fact("miscue", True)
    assert t.latest.legal is True, "no ball stood in the way"
    t.fact("obstructing_ball", ["6"])
    assert t.fouls == [("illegal_jump", "HU-I.18.k")], "the attempt is enough"
    t = table("9ball-hu", PLAY).play(f"{GOOD} cue^6").fact("tip_height", "below")
    assert t.fouls == [("illegal_jump", "HU-I.18.k")]


@pytest.mark.clause("FI-4.1.12.b", "HU-I.18.l.2")
@pytest.mark.parametrize("game", NINES)
def test_third_ball_in_playing_a_frozen_one(table: Any, game: str) -> None:
    t = table(game, PLAY).play(GOOD).fact("third_ball_disturbed", True)
    assert t.fouls == [("third_ball_disturbed", clause_of(game, "FI-4.1.12.b", "HU-I.18.l.2"))]


@pytest.mark.clause("FI-4.1.13.a", "FI-4.1.13.b", "HU-I.14.a", "HU-I.18.m", "HU-I.18.m.2")
@pytest.mark.parametrize("game", NINES)
def test_double_hit_and_push(table: Any, game: str) -> None:
    t = table(game, PLAY).play(GOOD).fact("double_hit", True)
    assert t.fouls == [("double_hit", clause_of(game, "FI-4.1.13.a", "HU-I.18.m"))]
    t = table(game, PLAY).play(GOOD).fact("push_contact", True)
    assert t.fouls == [("push", clause_of(game, "FI-4.1.13.b", "HU-I.18.m"))]
    frozen = table(game, PLAY).fact("balls_frozen_at_start", ["3"]).play(GOOD)
    assert frozen.fact("push_contact", True).latest.legal is True
    frozen.fact("double_hit", True)
    assert frozen.fouls == fouls("double_hit", clause_of(game, None, "HU-I.18.m")), "always in the Hungarian form"


@pytest.mark.clause("FI-4.3", "HU-I.3.a", "HU-I.3.b")
@pytest.mark.parametrize("game", NINES)
def test_struck_with_the_shaft(table: Any, game: str) -> None:
    t = table(game, PLAY).play(GOOD).fact("struck_with", "shaft")
    assert t.fouls == [("not_tip", clause_of(game, "FI-4.3", "HU-I.3.b"))]
    t.fact("struck_with", "tip")
    assert t.latest.legal is True


@pytest.mark.clause("FI-6.2.a", "HU-I.23.3.a", "HU-I.23.3.b")
@pytest.mark.parametrize("game", NINES)
def test_marks_on_the_table(table: Any, game: str) -> None:
    t = table(game, PLAY).play(GOOD).fact("marks_drawn", True)
    assert t.fouls == [("table_marked", clause_of(game, "FI-6.2.a", "HU-I.23.3.b"))]
    assert t.next == ("Y", "in-hand")


@pytest.mark.clause("FI-6.2.b", "HU-I.23.4.a", "HU-I.23.4.b", "HU-I.23.4.c")
@pytest.mark.parametrize("game", NINES)
def test_gap_measured_with_anything_but_the_cue(table: Any, game: str) -> None:
    t = table(game, PLAY).play(GOOD).fact("measuring_aid_used", "ball")
    assert t.fouls == [("gap_measured", clause_of(game, "FI-6.2.b", "HU-I.23.4.c"))]
    t.fact("measuring_aid_used", "cue")
    assert t.latest.legal is True


# ---------------------------------------------------------------------------------------------- the kitchen


@pytest.mark.scenario("G-12")
@pytest.mark.clause("FI-4.1.14", "HU-I.18.n", "HU-I.6.a")
@pytest.mark.parametrize("game", ["8ball-fi", "8ball-hu"])
def test_ball_on_the_string_after_the_systems_warning(table: Any, game: str) -> None:
    t = table(game, KITCHEN)
    t.feed(Layout(0.0, (Ball("cue", "cue", 0.0, -635.0),)))
    assert t.log == "WARN(X,kitchen)"
    t.play("cue>3 cue/out 3|foot ~cue:0,-635")
    assert t.fouls == [("kitchen_placement", clause_of(game, "FI-4.1.14", "HU-I.18.n"))]


@pytest.mark.clause("FI-4.1.14", "HU-I.18.n")
def test_ball_put_right_after_the_warning_is_no_foul(table: Any) -> None:
    t = table("8ball-hu", KITCHEN)
    t.feed(Layout(0.0, (Ball("cue", "cue", 0.0, -635.0),)))
    assert t.play("cue>3 cue/out 3|foot ~cue:0,-640").latest.legal is True


@pytest.mark.clause("HU-I.6.a", "HU-I.18.n")
@pytest.mark.parametrize("warned", [True, False])
def test_unwarned_stroke_from_outside_is_the_referees(table: Any, warned: bool) -> None:
    t = table("8ball-hu", KITCHEN).play("cue>3 3|foot ~cue:0,-500")
    assert (t.question.about, t.question.clause) == ("placement_warning", "HU-I.18.n")
    t.answer("placement_warning", warned)
    assert t.fouls == fouls("kitchen_placement", "HU-I.18.n" if warned else None)
    t = table("8ball-hu", KITCHEN, hu__kitchen_warning="outright").play("cue>3 3|foot ~cue:0,-500")
    assert t.fouls == [("kitchen_placement", "HU-I.18.n")]


@pytest.mark.clause("FI-4.1.14")
def test_warning_by_the_referee(table: Any) -> None:
    t = table("8ball-fi", KITCHEN).fact("placement_warning", True).play("cue>3 3|foot ~cue:0,-635")
    assert t.fouls == [("kitchen_placement", "FI-4.1.14")]


@pytest.mark.clause("HU-I.6.b", "HU-I.6.c", "HU-I.8")
@pytest.mark.parametrize(
    ("events", "fouled"), [("cue/out cue*3 3|foot", False), ("cue*3 3|foot cue/out", True), ("cue*3 3|foot", True)]
)
def test_string_must_be_crossed_first(table: Any, events: str, fouled: bool) -> None:
    t = table("8ball-hu", KITCHEN).play(f"cue>3 {events} ~cue:0,-900 ~3:100,-800")
    assert t.fouls == fouls("kitchen_not_crossed", "HU-I.6.b" if fouled else None)
    assert table("8ball-fi", KITCHEN).play(f"cue>3 {events} ~cue:0,-900 ~3:100,-800").latest.legal is True


# ---------------------------------------------------------------------------------------------- outside influence


@pytest.mark.scenario("G-10")
@pytest.mark.clause("HU-I.23.2.e.1", "HU-I.23.2.e.2", "HU-I.23.2.e.3")
@pytest.mark.parametrize("game", NINES)
def test_ball_knocked_in_from_outside_is_restored(table: Any, game: str) -> None:
    t = table(game, PLAY)
    t.feed(Disturbance(0.0, "removed", (Moved("7", "7", (100.0, 200.0), None),)))
    assert (t.question.about, t.question.asks) == ("external_interference", "referee")
    t.answer("external_interference", True)
    assert [(s.ball, s.x_mm, s.y_mm) for s in t.latest.spot] == [("7", 100.0, 200.0)]
    assert t.next == ("X", "in-position")


@pytest.mark.clause("HU-I.23.2.e.2")
@pytest.mark.parametrize("game", NINES)
@pytest.mark.parametrize("outside", [True, False])
def test_where_the_balls_lie_after_one_was_moved(table: Any, game: str, outside: bool) -> None:
    """Put back, or left where it was moved to; the others lie where they were seen."""
    t = table(game, PLAY)
    t.feed(Layout(0.0, (Ball("3", "3", 0.0, 0.0), Ball("7", "7", 100.0, 200.0), Ball("9", "9", 300.0, 0.0))))
    t.feed(Disturbance(0.0, "moved", (Moved("7", "7", (100.0, 200.0), (150.0, 250.0)),)))
    t.answer("external_interference", outside)
    if not outside:
        t.answer("shooter_identity", "X")
    layout = {b.id: (b.x_mm, b.y_mm) for b in t.referee.state.worlds[0].state.layout}
    assert layout == {"3": (0.0, 0.0), "9": (300.0, 0.0), "7": (100.0, 200.0) if outside else (150.0, 250.0)}


@pytest.mark.clause("HU-I.13.b", "HU-I.13.a", "FI-4.1.6")
@pytest.mark.parametrize("game", [*NINES, "8ball-fi", "8ball-hu", "141-fi", "141-hu"])
def test_a_ball_that_a_player_took_off_the_table_is_put_back(table: Any, game: str) -> None:
    """It can't stay where it is, in a hand: it is in play again where it lay, and the foul stands."""
    t = table(game, "shooter=X phase=play" + (" on_table=3,7,8,9" if "8ball" in game else " on_table=3,7,9"))
    t.feed(Layout(0.0, (Ball("cue", "cue", 0.0, -100.0), Ball("3", "3", 0.0, 0.0), Ball("7", "7", 100.0, 200.0))))
    gone = (Moved("3", "3", (0.0, 0.0), None), Moved("cue", "cue", (0.0, -100.0), None))
    t.feed(Disturbance(0.0, "removed", gone))
    t.answer("external_interference", False).answer("shooter_identity", "X")
    assert [code for code, _ in t.fouls] == ["touched_ball"]
    as_it_lies = game.startswith("141")
    assert t.spots == (["3", "cue"] if as_it_lies else ["3"])
    assert t.next == ("Y", "in-position" if as_it_lies else "in-hand")
    assert [b.id for b in t.referee.state.worlds[0].state.layout if b.id == "3"] == ["3"]


@pytest.mark.clause("FI-9.4.d", "HU-III.3.4.a")
@pytest.mark.parametrize("game", NINES)
def test_a_rack_lost_by_taking_balls_away_puts_no_cue_ball_back(table: Any, game: str) -> None:
    t = table(game, PLAY + ' fouls={"X":2} warned=X', race="2")
    t.feed(Disturbance(0.0, "removed", (Moved("cue", "cue", (0.0, -100.0), None),)))
    t.answer("external_interference", False).answer("shooter_identity", "X")
    assert "SPOT" not in t.log
    assert t.next == ("Y", "in-hand-behind-head-string")


@pytest.mark.clause("HU-I.13.a", "FI-4.1.6")
@pytest.mark.parametrize("game", NINES)
@pytest.mark.parametrize(("who", "following"), [("X", "Y"), ("Y", "X")])
def test_ball_moved_by_a_player_between_strokes(table: Any, game: str, who: str, following: str) -> None:
    t = table(game, PLAY).play(GOOD)
    t.feed(Disturbance(0.0, "moved", (Moved("7", "7", (100.0, 200.0), (140.0, 200.0)),)))
    t.answer("external_interference", False)
    assert (t.question.about, t.question.candidates) == ("shooter_identity", ("X", "Y"))
    t.answer("shooter_identity", who)
    assert t.fouls == [("touched_ball", clause_of(game, "FI-4.1.6", "HU-I.18.f"))]
    assert t.next == (following, "in-hand")
    assert t.score(who)["fouls"] == 1


@pytest.mark.clause("FI-4.1.6", "HU-I.18.f")
@pytest.mark.parametrize(
    ("by", "fact", "fouled"),
    [("hand", "touched_by_hand", False), ("hand", "touched_by_clothing", True), ("cue", "touched_by_hand", True),
     ("cue", "touched_by_equipment", True), ("hand", "ball_displaced", True)],
)  # fmt: skip
def test_a_touch_that_the_referee_did_not_see_is_none(table: Any, by: str, fact: str, fouled: bool) -> None:
    """His no takes back what the camera took for a hand, and nothing else."""
    for game in NINES:
        t = table(game, PLAY).play(f"cue>3 3|foot 7%{by}")
        assert [f.code for f in t.latest.fouls] == ["touched_ball"]
        t.fact(fact, False)
        assert [f.code for f in t.latest.fouls] == (["touched_ball"] if fouled else [])


@pytest.mark.clause("HU-I.12.c", "FI-4.1.1")
def test_of_several_wrong_balls_met_at_once_the_first_is_named(table: Any) -> None:
    for game in NINES:
        t = table(game, PLAY).play("cue>5 5|foot").fact("first_contact", ["5", "7"])
        assert [(f.code, f.ball) for f in t.latest.fouls] == [("wrong_ball_first", "5")]


def test_a_ball_that_crossed_the_string_and_met_nothing_has_crossed_it() -> None:
    for text, crossed in (
        ("#1 cue>- cue/out", True),
        ("#1 cue>3 cue/out 3|foot", True),
        ("#1 cue>3 cue/in 3|foot", None),
        ("#1 cue>-", None),
        ("#1 cue>3 cue*3 cue/out", False),
        ("#1 cue>3 cue/out cue*3", True),
    ):
        assert facts_of(parse_stroke(text), 2540.0, 57.15).crossed is crossed, text


def test_outside_influence_may_be_said_as_a_fact(table: Any) -> None:
    t = table("9ball-fi", PLAY).play(GOOD)
    t.feed(Disturbance(0.0, "removed", (Moved("7", "7", (100.0, 200.0), None),)))
    t.fact("external_interference", True)
    assert t.spots == ["7"]
    assert t.next == ("Y", "in-position")


def test_referees_word_on_a_touch_explains_what_moved(table: Any) -> None:
    t = table("9ball-fi", PLAY).play(GOOD)
    t.feed(Disturbance(0.0, "moved", (Moved("5", "5", (100.0, 200.0), (104.0, 200.0)),)))
    t.fact("touched_by_clothing", ["5"])
    assert t.fouls == [("touched_ball", "FI-4.1.6")]
    assert t.referee.open_questions == ()
    assert t.next == ("Y", "in-hand")


def test_settling_by_less_than_two_millimetres_is_nobodys(table: Any) -> None:
    t = table("9ball-fi", PLAY)
    t.feed(Disturbance(0.0, "moved", (Moved("7", "7", (100.0, 200.0), (101.0, 200.0)),)))
    assert t.referee.open_questions == ()


def test_disturbance_nobody_answered_for_is_closed_by_the_next_stroke(table: Any) -> None:
    t = table("9ball-fi", PLAY)
    t.feed(Disturbance(0.0, "moved", (Moved("7", "7", (100.0, 200.0), (140.0, 200.0)),)))
    t.play(GOOD)
    assert t.latest.legal is True
    assert t.referee.open_questions == ()


@pytest.mark.clause("HU-I.20.1", "HU-I.20.a", "HU-I.20.b")
def test_foul_on_purpose_has_the_ordinary_penalty_unless_ruled_unsporting(table: Any) -> None:
    t = table("9ball-hu", PLAY).play("cue>- cue|head")
    assert t.next == ("Y", "in-hand")
    assert t.refused("unsporting", "X"), "only the referee rules on intent"


@pytest.mark.clause("FI-6.2.c")
def test_playing_for_time_is_the_referees(table: Any) -> None:
    t = table("8ball-fi", "phase=play").say("unsporting", "Y", by="referee")
    assert t.latest.over.winner == "X"


# ---------------------------------------------------------------------------------------------- all fouls are told


@pytest.mark.clause("FI-4.a", "FI-4.4.a", "HU-I.11.a", "HU-I.21.a")
@pytest.mark.parametrize("game", NINES)
def test_every_foul_of_a_stroke_is_told_and_counts_once(table: Any, game: str) -> None:
    t = table(game, PLAY).play(f"cue>5 5|foot cue@{P1} 6! 7%hand")
    assert [f.code for f in t.latest.fouls] == ["wrong_ball_first", "scratch", "object_ball_off_table", "touched_ball"]
    assert t.score("X")["fouls"] == 1


def test_object_ball_struck_with_the_cue(table: Any) -> None:
    t = table("9ball-fi", PLAY).play("5>3 3|foot")
    assert ("touched_ball", "FI-4.1.6") in t.fouls


# ---------------------------------------------------------------------------------------------- facts in other forms


def test_facts_in_the_forms_of_the_vocabulary(table: Any) -> None:
    t = table("9ball-hu", PLAY).fact("rail_frozen_at_start", [{"ball": "3", "cushion": "foot"}]).play("cue>3 3|foot")
    assert t.fouls == [("frozen_ball_not_driven", "HU-I.18.j")]
    t = (
        table("9ball-hu", PLAY)
        .play(f"{GOOD} cue! cue<? 5! 5<?")
        .fact("returned_to_table", [["cue", "lamp"], ["5", "object"]])
    )
    assert [(f.code, f.ball) for f in t.latest.fouls] == [("returned_by_object", "5")]
    t = table("9ball-hu", PLAY).play(GOOD).fact("simultaneous_first_contact", True)
    assert t.fouls == [("simultaneous_first_contact", "HU-I.12.c")]
    t = table("9ball-hu", PLAY).play(GOOD).fact("measuring_aid_used", "cue_in_hand")
    assert t.latest.legal is True
    t = table("8ball-hu", KITCHEN).fact("placement_warning", True).play("cue>3 3|foot")
    t.fact("cue_ball_position_at_strike", [0.0, -620.0])
    assert t.fouls == [("kitchen_placement", "HU-I.18.n")]


def test_call_that_the_referee_heard(table: Any) -> None:
    t = table("8ball-fi", "shooter=X phase=play").play(f"cue>3 3@{P1}")
    t.fact("called_ball", "3").fact("called_pocket", P1)
    assert t.log == "CALL_MADE GROUPS(X,solids) NEXT(X,2)"


@pytest.mark.clause("HU-I.20.a", "HU-I.20.b", "HU-I.20.c", "HU-I.24.3.a.1")
@pytest.mark.parametrize(("intent", "over"), [("accidental", False), ("tactical", False), ("unsporting", True)])
def test_three_kinds_of_foul(table: Any, intent: str, over: bool) -> None:
    t = table("9ball-hu", PLAY).play("cue>- cue|head").fact("intent_ruling", intent)
    assert (t.latest.over is not None) is over
    if over:
        assert t.log == "LOSS(X,unsporting) WIN(Y)"
    else:
        assert t.next == ("Y", "in-hand")


# ------------------------------------------------------------------------------------------ frozen, by their places


@pytest.mark.clause("HU-I.18.j", "FI-4.1.10")
@pytest.mark.parametrize("game", NINES)
@pytest.mark.parametrize(
    ("at", "after", "foul"),
    [
        ("0,1241.4", "3|foot", True),
        ("0,1241.4", "3|right-foot", False),
        ("0,1241.4", "3|foot 3|left-head", False),
        ("0,-1241.4", "3|head", True),
        ("-606.4,300", "3|left-foot", True),
        ("-606.4,300", "3|left-head", False),
        ("606.4,-300", "3|right-head", True),
        ("0,600", "3|foot", False),
    ],
)
def test_ball_frozen_where_it_was_seen_must_reach_another_cushion(
    table: Any, game: str, at: str, after: str, foul: bool
) -> None:
    t = table(game, PLAY).fact("rail_frozen_at_start", ["3"]).play(f"cue>3 cue*3 {after} ~3:{at}")
    clause = clause_of(game, "FI-4.1.10", "HU-I.18.j")
    assert t.fouls == ([("frozen_ball_not_driven", clause)] if foul else [])


@pytest.mark.clause("HU-I.18.l", "HU-I.18.a.note", "FI-4.1.12.a")
@pytest.mark.parametrize("game", NINES)
@pytest.mark.parametrize(
    ("places", "asked"),
    [
        ("~cue:0,0 ~3:0,57.15 =3:0,900", True),
        ("~cue:0,0 ~3:0,58 =3:0,900", True),
        ("~cue:0,0 ~3:0,60 =3:0,900", False),
        ("~cue:0,0 ~3:0,57.15 =3:0,57.6", False),
        ("~cue:0,0 ~3:0,57.15 =5:0,900", True),
    ],
)
def test_ball_at_the_cue_balls_side_that_moved_was_met_perhaps(table: Any, game: str, places: str, asked: bool) -> None:
    """Of balls that touched already no contact can be seen: no miss is called before the referee has been asked."""
    t = table(game, PLAY).play(f"cue>- cue|foot {places}")
    if not asked:
        assert t.fouls[0][0] == "no_object_ball"
        return
    assert (t.latest.legal, t.question.about, t.question.candidates) == (None, "first_contact", ("3", None))
    t.answer("first_contact", "3")
    assert t.latest.legal is True
