"""The referee's word, going back, uncertain strokes, and the spotting lines: HU-I.23, HU-I.24, FI-4.4.d, FI-6, FI-7."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from callshot.rules.fact_words import FACTS
from callshot.rules.games import GAMES
from callshot.rules.notation import parse_stroke
from callshot.rules.profile import PROFILES
from callshot.rules.ruling import FOUL_CODES
from callshot.rules.spotting import Line, spot
from callshot.rules.vocabulary import Ball, Disturbance, Input, Moved
from tests.rules.table import clauses

PLAY = "shooter=X phase=play on_table=3,5,6,7,9"
GOOD = "cue>3 3|foot"
NINES = ["9ball-fi", "9ball-hu"]


# ---------------------------------------------------------------------------------------------- the referee's word


@pytest.mark.clause("HU-I.24.1.a", "FI-7.a", "FI-4.4.d")
@pytest.mark.parametrize("game", NINES)
def test_referee_decides_whatever_the_system_proposed(table: Any, game: str) -> None:
    t = table(game, PLAY).play("cue>5 5|foot")
    assert t.latest.legal is False
    t.say("override", by="referee", legal=True)
    assert t.latest.of == 1
    assert t.latest.legal is True
    assert t.score("X")["fouls"] == 0
    t.say("override", by="referee", fouls=[{"code": "push", "clause": "FI-4.1.13.b"}])
    assert t.fouls == [("push", "FI-4.1.13.b")]
    t.say("override", by="referee", next={"player": "X", "cue_ball": "in-hand"})
    assert t.next == ("X", "in-hand")
    t.say("override", by="referee", score={"X": {"fouls": 1}})
    assert t.score("X")["fouls"] == 1
    assert t.refused("override", "X", next={"player": "X"})
    assert t.refused("override", by="referee", next={"player": "Nobody"})
    assert t.refused("override", by="referee", fouls="none")
    assert t.refused("override", by="referee", legal=False)


@pytest.mark.clause("HU-I.24.1.a", "FI-7.a")
def test_override_of_who_is_next_leaves_the_stroke_as_it_was_ruled(table: Any) -> None:
    t = table("9ball-fi", PLAY).play("cue>3 3|foot").say("override", by="referee", next={"player": "X"})
    assert (t.latest.of, t.latest.legal, t.next) == (1, True, ("X", "in-position"))
    t = table("9ball-fi", PLAY).play("cue>5 5|foot").say("override", by="referee", next={"player": "X"})
    assert (t.latest.legal, t.fouls) == (False, [("wrong_ball_first", "FI-4.1.1")])


@pytest.mark.clause("HU-I.24.1.c")
def test_foul_that_is_none_of_the_closed_words_is_refused(table: Any) -> None:
    t = table("9ball-fi", PLAY).play(GOOD)
    assert "foul codes" in t.refused("override", by="referee", fouls=[{"code": "bad_manners", "clause": "X"}])
    for profile in PROFILES.values():
        assert set(profile.fouls) <= FOUL_CODES


@pytest.mark.clause("HU-I.24.1.a", "FI-7.a")
@pytest.mark.parametrize(("what", "log"), [("rack", "RACK(Y) IN_HAND(Y,kitchen,plain) NEXT(Y,1)"), ("match", "WIN(Y)")])
def test_referee_may_end_the_rack_or_the_match(table: Any, what: str, log: str) -> None:
    t = table("9ball-fi", PLAY, race="3").play(GOOD)
    t.say("override", by="referee", over={"what": what, "winner": "Y"})
    assert t.log == log
    assert (t.latest.over.what, t.latest.over.clause) == (what, "FI-7.a")
    assert t.refused("override", by="referee", over={"what": what, "winner": "Z"})
    assert t.refused("override", by="referee", over={"what": "evening", "winner": "X"})
    if what == "match":
        assert t.refused("override", by="referee", over={"what": what, "winner": "X"}), "it is over"


@pytest.mark.clause("HU-I.24.1.a", "FI-7.a")
def test_override_of_the_score_may_leave_the_fouls_alone(table: Any) -> None:
    t = table("9ball-fi", PLAY, race="3").play("cue>5 5|foot")
    t.say("override", by="referee", score={"Y": {"racks": 2}})
    assert t.score("Y") == {"racks": 2, "fouls": 0}
    assert t.score("X") == {"racks": 0, "fouls": 1}
    t.say("override", by="referee", score={"Y": 1})
    assert t.score("Y") == {"racks": 1, "fouls": 0}


@pytest.mark.clause("HU-I.24.1.a", "FI-7.a")
def test_override_reaches_what_follows(table: Any) -> None:
    t = table("9ball-fi", PLAY).play("cue>5 5|foot").say("override", by="referee", legal=True)
    t.play(GOOD)
    assert t.score("X")["fouls"] == 0


@pytest.mark.clause("HU-I.24.1.c")
def test_every_foul_names_a_clause_of_the_documents() -> None:
    known = {c.id for c in clauses()}
    for profile in PROFILES.values():
        assert set(profile.fouls.values()) <= known


@pytest.mark.clause("HU-I.24.2.a", "HU-I.24.2.b")
def test_word_on_a_stroke_holds_only_until_the_next_one(table: Any) -> None:
    t = table("9ball-hu", PLAY).play(GOOD)
    t.fact("touched_by_hand", ["5"])
    assert t.latest.of == 1
    t.play(GOOD).fact("touched_by_hand", ["5"])
    assert [r.of for r in t.said.rulings] == [2], "the first stroke is closed"


@pytest.mark.clause("HU-I.24.2.a", "HU-I.24.2.b", "HU-I.24.2.c")
def test_protest_is_taken_until_the_next_stroke(table: Any) -> None:
    t = table("9ball-hu", PLAY)
    assert t.refused("protest", "Y", of=1)
    t.play(GOOD).say("protest", "Y", of=1)
    t.play(GOOD)
    assert "the stroke after it" in t.refused("protest", "Y", of=1)


@pytest.mark.clause("HU-I.24.4")
def test_house_options_are_deviations_and_shown_as_such() -> None:
    for game in GAMES.values():
        for option in game.options:
            assert option.default == option.values[0]
            assert option.question is not None or not option.key.startswith(("hu.", "fi.")), option.key


# ---------------------------------------------------------------------------------------------- placing anew


@pytest.mark.clause("HU-I.23.1.e", "HU-I.23.1.i", "FI-6.d")
@pytest.mark.parametrize("game", ["8ball-fi", "8ball-hu"])
def test_spotted_ball_may_be_placed_anew(table: Any, game: str) -> None:
    t = table(game, "shooter=X phase=play").play("cue>3 3|foot 12! =cue:0,0")
    assert t.spots == ["12"]
    t.feed(Disturbance(0.0, "placed", (Moved("12", "12", None, (0.0, 640.0)),)))
    assert t.referee.open_questions == ()
    t.say("override", by="referee", spot=[{"ball": "12", "x": 0, "y": 650}])
    assert [(s.ball, s.x_mm, s.y_mm) for s in t.latest.spot] == [("12", 0.0, 650.0)]
    assert t.next == ("Y", "in-hand")


@pytest.mark.clause("HU-I.23.1.b", "HU-I.23.1.d", "FI-6.c")
def test_line_full_behind_goes_on_in_front() -> None:
    line = Line(2540.0, 1270.0, 57.15)
    behind = [Ball(str(k), str(k), 0.0, 635.0 + 57.15 * k) for k in range(11)]
    done = spot(["13", "12"], behind, line)
    assert [(s.ball, s.x_mm, round(s.y_mm, 2)) for s in done.spots] == [("12", 0.0, 577.85), ("13", 0.0, 520.7)]
    full = [*behind, *(Ball(f"f{k}", "1", 0.0, 635.0 - 57.15 * k) for k in range(1, 12))]
    assert spot(["13"], full, replace(line, front_limit_y_mm=0.0)).unplaced == ("13",)
    assert spot(["13"], full, line).spots[0].y_mm == pytest.approx(635.0 - 57.15 * 12)


@pytest.mark.clause("CP-15.1", "CP-15.2")
def test_where_long_string_and_foot_string_are_full_nothing_is_placed() -> None:
    line = Line(2540.0, 1270.0, 57.15, foot_string=True)
    long = [Ball(f"l{k}", "1", 0.0, 635.0 + 57.15 * k) for k in range(-33, 11)]
    right = [Ball(f"r{k}", "1", 57.15 * k, 635.0) for k in range(1, 11)]
    left = [Ball(f"s{k}", "1", -57.15 * k, 635.0) for k in range(1, 11)]
    room = spot(["13"], [*long, *left], line).spots[0]
    assert (room.x_mm, room.y_mm) == (pytest.approx(57.15), 635.0)
    near = [Ball("n", "1", -57.0, 635.0), *(b for b in long if abs(b.y_mm - 635.0) > 1), Ball("m", "1", -1.0, 635.0)]
    room = spot(["13"], [*near, *left[1:]], line).spots[0]
    assert (room.x_mm, room.y_mm) == (pytest.approx(56.15), 635.0)
    room = spot(["13"], [*long, *right], line).spots[0]
    assert (room.x_mm, room.y_mm) == (pytest.approx(-57.15), 635.0)
    assert spot(["13"], [*long, *left, *right], line).unplaced == ("13",)


@pytest.mark.clause("HU-I.23.1.c", "HU-II.3.3.f.3")
def test_spotted_ball_touches_object_balls_and_clears_the_cue_ball() -> None:
    line = Line(2540.0, 1270.0, 57.15)
    beside = spot(["5"], [Ball("2", "2", 30.0, 635.0)], line).spots[0]
    assert ((beside.x_mm - 30.0) ** 2 + (beside.y_mm - 635.0) ** 2) ** 0.5 == pytest.approx(57.15)
    clear = spot(["5"], [Ball("cue", "cue", 30.0, 635.0)], line).spots[0]
    assert ((clear.x_mm - 30.0) ** 2 + (clear.y_mm - 635.0) ** 2) ** 0.5 == pytest.approx(57.65)


# ---------------------------------------------------------------------------------------------- uncertain strokes


def test_doubt_that_makes_no_difference_is_not_asked(table: Any) -> None:
    t = table("9ball-fi", PLAY).play("cue>3 3|foot 5|foot 7@head-left ?events[0]=[null] ?events[1]=[null]")
    assert t.latest.legal is True
    assert t.referee.open_questions == ()


def test_doubt_on_one_cushion_is_asked_with_its_clause(table: Any) -> None:
    t = table("9ball-fi", PLAY).play("cue>3 3|foot ?events[0]=[null]")
    assert t.latest.legal is None and t.latest.next is None
    assert (t.question.about, t.question.clause) == ("events[0]", "FI-4.1.2")
    t.answer("events[0]", None)
    assert t.fouls == [("no_cushion", "FI-4.1.2")]


def test_only_the_fact_that_matters_is_asked(table: Any) -> None:
    t = table("9ball-fi", PLAY).play('cue>3 3|foot 5|head ?events[1]=[null] ?first_contact=["3","5"]')
    assert t.question.about == "first_contact"
    t.answer("first_contact", "3")
    assert t.latest.legal is True
    assert t.referee.open_questions == ()


def test_what_was_said_on_a_doubt_that_turned_out_otherwise_is_left_out_and_told(table: Any) -> None:
    """X calls his next ball while it is open whether his 3 dropped: a call that makes no sense if it did not."""
    dropped = []
    for stayed, following in ((None, "Y"), ({"ball": "3"}, "X")):
        t = table("8ball-hu", 'shooter=X phase=play groups={"X":"solids"}').call("3", "foot-left")
        t.play("cue>3 3@foot-left ?events[0]=[null]").say("call", "X", ball="4", pocket="foot-left")
        t.answer("events[0]", stayed)
        assert t.next[0] == following
        dropped.append(t.said.dropped)
    assert dropped == [("call: Y is at the table, not X",), ()]


def test_two_doubts_that_matter_are_asked_one_after_the_other(table: Any) -> None:
    t = table("9ball-fi", PLAY).play('cue>3 3|foot 9@head-left ?events[1]=[null] ?first_contact=["3","5"]')
    first = t.question
    t.answer(first.about, "3" if first.about == "first_contact" else None)
    second = t.question
    assert {first.about, second.about} == {"first_contact", "events[1]"}
    t.answer(second.about, "3" if second.about == "first_contact" else None)
    assert t.latest.legal is True and t.latest.over is None


def test_unanswered_question_keeps_what_follows_open(table: Any) -> None:
    t = table("9ball-fi", PLAY).play('cue>3 3|foot ?first_contact=["3","5"]', GOOD)
    assert (t.latest.of, t.latest.next) == (2, None)
    assert t.question.about == "first_contact"
    t.answer("first_contact", "5")
    assert [(r.of, r.legal) for r in t.said.rulings] == [(1, False), (2, True)]
    assert t.next == ("X", "in-position")


def test_break_count_in_doubt(table: Any) -> None:
    t = table("8ball-fi").play("cue>1 1|foot 2|foot 3|foot ?object_balls_to_rail=[3,4,5]")
    assert (t.question.about, t.question.candidates) == ("object_balls_to_rail", (3, 4, 5))
    assert t.question.clause == "FI-8.2.b"
    t.answer("object_balls_to_rail", 5)
    assert t.latest.legal is True


def test_fact_settles_an_open_question(table: Any) -> None:
    t = table("9ball-fi", PLAY).play('cue>3 3|foot ?first_contact=["3","5"]').fact("first_contact", "5")
    assert t.fouls == [("wrong_ball_first", "FI-4.1.1")]


def test_a_doubtful_fact_is_the_referees_to_settle(table: Any) -> None:
    t = table("9ball-fi", PLAY).play('cue>3 3|foot ?first_contact=["3","5"]')
    for player in (None, "X"):
        said = t.refused("fact", player, fact="first_contact", value="5")
        assert "only the referee" in said
    assert t.question.about == "first_contact"


def test_a_player_may_answer_for_the_referee_but_his_word_is_no_fact(table: Any) -> None:
    t = table("9ball-fi", PLAY).play('cue>3 3|foot ?first_contact=["3","5"]')
    careful, state = t.referee.game, t.referee.state
    step = careful.step(state, Input(0.0, "player", "fact", "X", {"fact": "first_contact", "value": "3"}))
    assert step.state.worlds == state.worlds
    assert step.refused.reason == "fact: only the referee says what the camera could not see"
    step = careful.step(state, Input(0.0, "player", "answer", "X", {"about": "first_contact", "value": "3"}))
    assert step.refused is None


def test_a_choice_that_splits_the_rulings_is_his_who_was_asked(table: Any) -> None:
    """14.1: the break was played before it was said which break it is; what dropped makes the choice matter."""
    t = table("141-fi").play("cue>1 cue*1 2|foot 3|foot cue|head 5@foot-left")
    assert (t.question.about, t.question.player) == ("break_type_choice", "X")
    assert t.refused("answer", "Y", about="break_type_choice", value="safety") == ("answer: break_type_choice is for X")
    assert "break_type_choice is one of" in t.refused("answer", "X", about="break_type_choice", value="maybe")
    t.answer("break_type_choice", "safety", "X")
    assert t.latest.next is not None


def test_many_doubts_stay_bounded(table: Any) -> None:
    doubts = " ".join(f"?events[{k}]=[null]" for k in range(12))
    events = " ".join(f"{n}|foot" for n in ("3", "5", "6", "7") * 3)
    t = table("9ball-fi", PLAY).play(f"cue>3 {events} {doubts}")
    assert len(t.referee.state.worlds) <= 64
    assert t.latest.legal is True or t.latest.next is None


def test_unread_ball_is_settled_by_the_inventory(table: Any) -> None:
    t = table("9ball-fi", "shooter=X phase=play on_table=3,9").play("cue>ball 3|foot")
    assert (t.question.about, t.question.candidates) == ("first_contact", ("3", "9"))
    t = table("9ball-fi", "shooter=X phase=play on_table=9,").play("cue>ball 9|foot")
    assert t.latest.legal is True


def test_unread_pocketed_ball(table: Any) -> None:
    t = table("9ball-fi", "shooter=X phase=play on_table=3,5,9").play("cue>3 ball@head-left")
    assert t.question.about == "pocketed"
    t.answer("pocketed", t.question.candidates[-1])
    assert t.latest.over.winner == "X"


def test_unread_ball_that_dropped_with_the_cue_ball(table: Any) -> None:
    """Which ball dropped is asked of the balls alone: that the cue ball went down too is certain."""
    t = table("8ball-fi", 'shooter=X phase=play groups={"X":"solids"} on_table=1,2,8,9').play(
        "cue>1 solid@foot-left cue@head-left"
    )
    assert t.question.about == "pocketed"
    t.answer("pocketed", t.question.candidates[-1])
    assert t.fouls[0][0] == "scratch"


def test_unread_ball_may_raise_a_further_doubt(table: Any) -> None:
    t = table("8ball-hu", 'shooter=X phase=play groups={"X":"solids"} on_table=1,8,9').play("cue>1 ball@head-left")
    assert t.latest.next is None
    while t.referee.open_questions:
        question = t.question
        t.answer(question.about, [["1", "head-left"]] if question.about == "pocketed" else True)
    assert t.next == ("X", "in-position")


# ---------------------------------------------------------------------------------------------- going back


def test_undo_takes_back_everything_after(table: Any) -> None:
    t = table("9ball-fi", PLAY).play(GOOD, "cue>5 5|foot", GOOD)
    t.say("undo", by="referee", to=1)
    assert t.latest.of == 1
    assert t.next == ("Y", "in-position")
    assert t.refused("undo", by="referee", to=3)
    t.say("undo", by="referee", to=0)
    assert t.refused("undo", by="referee", to=0)


def test_undo_and_redo_is_the_same(table: Any) -> None:
    strokes = [GOOD, "cue>3 5@head-left", "cue>3 3@foot-left 9@foot-right cue@side-left"]
    t = table("9ball-fi", PLAY).play(*strokes)
    before = t.referee
    t.say("undo", by="referee", to=1).play(*strokes[1:])
    assert t.referee.state == before.state
    assert t.referee.told == before.told


def test_late_fact_rules_again_what_follows(table: Any) -> None:
    t = table("8ball-hu", 'shooter=X phase=play groups={"X":"solids"}').play("cue>3 3|foot")
    t.fact("touched_by_hand", True)
    assert t.next == ("Y", "in-hand")
    t.fact("touched_by_hand", False)
    assert t.next == ("Y", "in-position")


def test_facts_that_are_none(table: Any) -> None:
    t = table("9ball-fi", PLAY)
    assert t.refused("fact", by="referee", fact="double_hit", value=True), "no stroke yet"
    t.play(GOOD)
    assert t.refused("fact", by="referee", fact="moon_phase", value=True)
    assert t.refused("fact", by="referee", fact="double_hit", value="perhaps")
    assert t.refused("fact", by="referee", fact="feet", value=7)
    assert t.refused("fact", "X", fact="double_hit", value=True), "a player is not the referee"
    assert t.refused("fact", by="referee", value=True)
    assert t.refused("fact", by="referee", fact="two_foul_warning", value=True), "nobody has two fouls"
    assert t.refused("fact", by="referee", fact="first_contact", value="8"), "the 8 is not in the game"


@pytest.mark.parametrize("fact", sorted(FACTS))
def test_no_fact_raises_whatever_its_value(table: Any, fact: str) -> None:
    values = [
        None,
        True,
        0,
        3,
        "3",
        "tip",
        ["3"],
        [["3", "foot"]],
        {"3": "foot"},
        {"ball": "rack"},
        [None],
        [[]],
        {"cue": 1},
    ]
    for value in values:
        t = table("9ball-hu", PLAY)
        t.feed(parse_stroke("#1 cue>3 3|foot"))
        t.referee.feed(replace(_fact(fact, value)))


def _fact(fact: str, value: object) -> Any:
    from callshot.rules.vocabulary import Input

    return Input(0.0, "referee", "fact", None, {"fact": fact, "value": value})


# ---------------------------------------------------------------------------------------------- nonsense


def test_strokes_that_make_no_sense(table: Any) -> None:
    t = table("9ball-fi", PLAY).play(GOOD)
    for text, reason in (
        ("#1 cue>3", "comes after"),
        ("#2 cue>3 4@head-left", "ball 4 is not on the table"),
        ("#2 cue>3 5@head-left 5@head-left", "left the table twice"),
        ("#2 cue>3 5@head-left 5!", "left the table twice"),
        ("#2 cue>1", "met first"),
        ("#2 cue>3 13@head-left", "ball 13"),
    ):
        before = t.referee
        t.feed(parse_stroke(text))
        assert t.said.refused is not None and reason in t.said.refused, text
        assert t.referee == before


def test_inputs_that_make_no_sense(table: Any) -> None:
    t = table("9ball-fi", PLAY)
    for kind, values in (
        ("answer", {"about": "incoming_option", "value": "play"}),
        ("pea", {"value": 3}),
        ("declare", {"value": "win"}),
        ("push-out", {}),
        ("safety", {}),
        ("join", {"player": "Z"}),
        ("dance", {}),
        ("place", {"ball": "3", "x": "here", "y": 0}),
        ("place", {"ball": "3", "x": 9999, "y": 0}),
        ("place", {"ball": "17", "x": 0, "y": 0}),
        ("undo", {"to": 4}),
    ):
        values = dict(values)
        assert t.refused(kind, values.pop("player", None), **values)
    assert t.refused("safety", "Nobody")


def test_after_the_match_nothing_is_played(table: Any) -> None:
    t = table("9ball-fi", "shooter=X phase=play on_table=9,").play("cue>9 9@head-left")
    assert t.latest.over.what == "match"
    t.feed(parse_stroke("#2 cue>1"))
    assert "over" in (t.said.refused or "")
    t.feed(Disturbance(0.0, "racked", ()))
    assert t.next == ("Y", "in-hand-behind-head-string"), "the next match"


def test_concede_and_leave(table: Any) -> None:
    t = table("9ball-fi", PLAY, race="3").say("concede", "X")
    assert t.log == "LOSS(X,conceded) RACK(Y) IN_HAND(Y,kitchen,plain) NEXT(Y,1)"
    t.say("leave", "X")
    assert t.log == "LOSS(X,left) WIN(Y)"


@pytest.mark.parametrize(
    "state",
    [
        "shooter=Nobody",
        "phase=dance",
        "on_table=3,5",
        "on_table=3,3,9",
        "on_table=9,12",
        'fouls={"X":3}',
        'fouls={"X":-1}',
        'fouls={"Z":1}',
        "warned=X",
        'groups={"X":"solids"}',
        'in_hand={"cue":"lap"}',
        'score={"X":{"racks":-1}}',
        "stroke_no=0",
        "push_out=3",
    ],
)
def test_states_that_cannot_be(table: Any, state: str) -> None:
    from callshot.rules.notation import parse_state

    t = table("9ball-fi")
    before = t.referee
    t.referee, said = t.referee.enter(parse_state(state))
    assert said.refused is not None
    assert t.referee == before


@pytest.mark.parametrize(
    "state", ['groups={"X":"solids","Y":"solids"}', 'groups={"X":"reds"}', "on_table=1,2,3", "push_out=true"]
)
def test_eight_ball_states_that_cannot_be(table: Any, state: str) -> None:
    from callshot.rules.notation import parse_state

    t = table("8ball-fi")
    _, said = t.referee.enter(parse_state(state))
    assert said.refused is not None
