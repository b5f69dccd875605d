"""Which ball is which, undo and redo, and what later turns out to make no sense: what follows is ruled anew."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.rules.naming import ids_of, name_balls, named
from callshot.rules.records import RecordError, read_input, read_stroke
from callshot.rules.vocabulary import (
    Ball,
    Disturbance,
    Input,
    Layout,
    Moved,
    Stroke,
    StrokeEvent,
    Uncertain,
    label_of,
)
from callshot.tracker.referee import Referee

PLAY = "shooter=X phase=play on_table=3,4,5,9"
FIVE_FIRST = "cue>5 5|foot"
FIVE_DOWN = "cue>5 5@foot-left"


# ------------------------------------------------------------------------------------- which ball is which


@pytest.mark.clause("HU-I.24.1.a", "FI-7.a", "FI-4.1.1")
def test_ball_named_anew_re_rules_the_stroke_and_what_follows(table: Any) -> None:
    t = table("9ball-fi", PLAY).play(FIVE_FIRST)
    assert t.fouls == [("wrong_ball_first", "FI-4.1.1")]
    t.fact("ball_identity", {"5": "3"})
    assert (t.latest.of, t.latest.legal, t.next) == (1, True, ("Y", "in-position"))
    t.play(FIVE_DOWN)
    assert t.latest.next.ball_on == ("4",), "the ball that the eyes call 5 was the 3"
    t.play("cue>4 4@foot-left", "cue>3 3@foot-left")
    assert t.latest.next.ball_on == ("9",), "and the one they call 3 is the 5"


def test_name_is_taken_back_by_a_later_word(table: Any) -> None:
    t = table("9ball-fi", PLAY).play(FIVE_FIRST)
    wrong = t.latest
    t.fact("ball_identity", {"5": "3"}).fact("ball_identity", {"5": "5"})
    assert t.latest == wrong


def test_name_holds_from_the_latest_stroke_or_from_the_one_that_is_said(table: Any) -> None:
    t = table("9ball-fi", PLAY).play("cue>3 3|foot", FIVE_FIRST).fact("ball_identity", {"5": "3"})
    assert [r.of for r in t.said.rulings] == [2]
    t.say("fact", by="referee", fact="ball_identity", value={"5": "3"}, since=1)
    assert [(r.of, r.legal) for r in t.said.rulings] == [(1, False), (2, True)]
    assert "stroke 7" in t.refused("fact", by="referee", fact="ball_identity", value={"5": "3"}, since=7)


def test_name_said_beforehand_holds_for_the_next_stroke(table: Any) -> None:
    t = table("9ball-fi", PLAY).fact("ball_identity", {"5": "3"}).play(FIVE_FIRST)
    assert t.latest.legal is True
    t.say("fact", by="referee", fact="ball_identity", value={"5": "5"}, since=2)
    assert t.referee.told[1].legal is True
    t.play("cue>3 3|foot")
    assert t.latest.legal is True


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({"5": "7"}, "no 7 on the table"),
        ({"5": "stripe"}, "can't be ball_identity"),
        ({}, "can't be ball_identity"),
        ("3", "can't be ball_identity"),
        ({"5": 3}, "can't be ball_identity"),
    ],
)
def test_name_that_can_not_be_right_is_refused(table: Any, value: Any, why: str) -> None:
    t = table("9ball-fi", PLAY).play(FIVE_FIRST)
    assert why in t.refused("fact", by="referee", fact="ball_identity", value=value)


def test_only_the_referee_names_balls(table: Any) -> None:
    t = table("9ball-fi", PLAY).play(FIVE_FIRST)
    assert "only the referee" in t.refused("fact", "X", fact="ball_identity", value={"5": "3"})


def test_camera_that_doubts_which_ball_it_was_asks_once_it_matters(table: Any) -> None:
    doubt = '?ball_identity=[{"4":"4"},{"4":"5"}]'
    t = table("9ball-fi", PLAY).play(f"cue>3 3|foot 4|head {doubt}")
    assert t.referee.open_questions == (), "it made no difference"
    assert t.latest.legal is True
    t.play("cue>3 3@foot-left", "cue>4 4|foot")
    assert (t.question.about, t.question.of, t.latest.legal) == ("ball_identity", 1, None)
    t.answer("ball_identity", {"4": "5"})
    assert (t.latest.of, t.fouls) == (3, [("wrong_ball_first", "FI-4.1.1")])


def test_doubted_name_may_be_told_as_a_fact(table: Any) -> None:
    t = table("9ball-fi", PLAY).play('cue>5 5|foot ?ball_identity=[{"5":"5"},{"5":"3"},{"5":"4"}]')
    assert t.question.candidates == ({"5": "5"}, {"5": "3"}, {"5": "4"})
    t.fact("ball_identity", {"5": "3"})
    assert (t.latest.legal, t.referee.open_questions) == (True, ())


def test_first_contact_in_doubt_is_asked_in_the_names_that_are_right(table: Any) -> None:
    t = table("9ball-fi", PLAY).fact("ball_identity", {"5": "3"}).play('cue>5 5|foot ?first_contact=["5","4"]')
    assert t.question.candidates == ("3", "4")
    t.answer("first_contact", "3")
    assert t.latest.legal is True


def test_layouts_and_hands_speak_of_the_same_balls(table: Any) -> None:
    t = table("9ball-fi", PLAY).fact("ball_identity", {"5": "3"})
    t.feed(Layout(0.0, (Ball("5", "5", 100.0, 200.0), Ball("cue", "cue", 0.0, 0.0))))
    seen = t.referee.state.worlds[0].state.layout
    assert [(b.id, b.label) for b in seen] == [("3", "3"), ("cue", "cue")]
    t.feed(Disturbance(0.0, "touched", (Moved("5", "5", (100.0, 200.0), (150.0, 200.0)),)))
    places = {b.label: b.x_mm for b in t.referee.state.worlds[0].state.layout}
    assert places == {"3": 100.0, "cue": 0.0} or t.said.rulings or t.said.questions


def test_positions_of_a_stroke_bear_the_right_names(table: Any) -> None:
    t = table("9ball-fi", PLAY).play("cue>5 5|foot =5:100,200")
    t.fact("ball_identity", {"5": "3"})
    assert [(b.id, b.label, b.x_mm) for b in t.referee.state.worlds[0].state.layout] == [("3", "3", 100.0)]


@pytest.mark.parametrize(
    "record",
    [
        {"kind": "undo", "to": "one"},
        {"kind": "redo", "to": True},
        {"kind": "fact", "fact": "ball_identity", "value": {}, "since": "x"},
    ],
)
def test_wrongly_typed_stroke_numbers_are_unreadable(record: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match="whole number"):
        read_input({"type": "input", "by": "referee", **record})


def test_identity_candidates_are_read_strictly() -> None:
    with pytest.raises(RecordError, match=r"id: label"):
        read_stroke({"number": 1, "events": [], "uncertain": [{"fact": "ball_identity", "candidates": ["12"]}]})


# --------------------------------------------------------------------------------------------- undo and redo


def rally(table: Any) -> Any:
    """Three strokes, a warning and a fact among them."""
    t = table("9ball-fi", "shooter=X phase=play on_table=3,4,5,6,7,9")
    t.play(FIVE_FIRST, "cue>3 3@foot-left").fact("rail_frozen_at_start", ["4"]).play("cue>4 4|foot cue|head")
    return t


@pytest.mark.parametrize("to", [0, 1, 2])
def test_undo_then_redo_is_equal(table: Any, to: int) -> None:
    t = rally(table)
    whole: Referee = t.referee
    t.say("undo", by="referee", to=to)
    assert t.referee.strokes == to
    t.say("redo", by="referee")
    assert t.referee == whole
    assert [r.of for r in t.said.rulings] == [3]


def test_back_to_the_latest_stroke_takes_back_what_was_said_of_it(table: Any) -> None:
    """No stroke came after it: the words are all that there is to take back. They come again with a redo."""
    t = rally(table).fact("touched_by_hand", True)
    foul: Referee = t.referee
    assert t.latest.legal is False
    t.say("undo", by="referee", to=3)
    assert (t.referee.strokes, t.latest.legal) == (3, True)
    t.say("redo", by="referee")
    assert t.referee == foul
    t.play("cue>5 5|foot").say("undo", by="referee", to=3)
    assert t.latest.legal is False, "with a stroke after it, it is that stroke that goes"


def test_undos_are_taken_back_one_by_one(table: Any) -> None:
    t = rally(table)
    whole = t.referee
    t.say("undo", by="referee").say("undo", by="referee")
    assert t.referee.strokes == 1
    t.say("redo", by="referee")
    assert t.referee.strokes == 2
    t.say("redo", by="referee")
    assert t.referee == whole


def test_redo_up_to_a_stroke_and_on(table: Any) -> None:
    t = rally(table)
    whole = t.referee
    t.say("undo", by="referee", to=1).say("undo", by="referee", to=0)
    t.say("redo", by="referee", to=2)
    assert (t.referee.strokes, t.latest.of) == (2, 2)
    assert "no stroke 1" in t.refused("redo", by="referee", to=1)
    t.say("redo", by="referee")
    assert t.referee == whole
    assert "nothing was taken back" in t.refused("redo", by="referee")


def test_something_new_ends_what_can_be_redone(table: Any) -> None:
    t = rally(table).say("undo", by="referee")
    t.feed(Layout(0.0, (Ball("3", "3", 0.0, 0.0),)))
    t.refused("call", ball="3", pocket="nowhere")
    assert t.referee.undone, "a layout, or nonsense, is nothing new"
    t.say("undo", by="referee").play("cue>3 3|foot")
    assert "nothing was taken back" in t.refused("redo", by="referee")


# ------------------------------------------------------------------------------------- left out, never silently


def test_stroke_left_out_by_a_correction_is_told_and_comes_back(table: Any) -> None:
    t = table("9ball-fi", PLAY).play('cue>3 3@foot-left ?pocketed=[["3"],["4"]]', "cue>5 5@foot-left")
    assert t.question.about == "pocketed"
    t.fact("pocketed", ["3", "5"])
    assert len(t.said.dropped) == 1
    assert "stroke 2 makes no sense after what has been ruled anew" in t.said.dropped[0]
    assert (t.referee.strokes, 2 in t.referee.told) == (1, False)
    t.fact("pocketed", ["3"])
    assert (t.said.dropped, t.referee.strokes) == ((), 2)
    assert t.referee.show()["on_table"] == ["4", "9"]


def test_undo_before_any_stroke_is_refused(table: Any) -> None:
    assert "no stroke was made" in table("8ball-fi").refused("undo", by="referee")


def test_redo_puts_a_stroke_out_that_makes_no_sense_now(table: Any) -> None:
    t = table("9ball-fi", PLAY).play("cue>3 3@foot-left", "cue>4 4@foot-left").say("undo", by="referee")
    t.referee, said = t.referee.feed(Layout(1.0, ()))
    assert said.refused is None
    t.feed(Input(0.0, "referee", "redo", None, {}))
    assert isinstance(t.referee.entries[-1].event, Stroke)
    assert t.said.dropped == ()


# ------------------------------------------------------------------------------------------- doubts under new names


@pytest.mark.parametrize(
    ("doubt", "candidates", "value", "fouls"),
    [
        ('?first_contact=["5",["5","4"]]', ("3", ("3", "4")), ("3", "4"), ["simultaneous_first_contact"]),
        ('?events[0]=[{"ball":"5"},{"ball":"4","pocket":"head-left"}]', None, {"ball": "4", "pocket": "head-left"}, []),
    ],
)
def test_every_form_of_a_doubt_speaks_of_the_ball_by_its_new_name(
    table: Any, doubt: str, candidates: Any, value: Any, fouls: list[str]
) -> None:
    t = table("9ball-hu", PLAY).fact("ball_identity", {"5": "3"}).play(f"cue>5 5@foot-left {doubt}")
    question = t.question
    assert candidates is None or question.candidates == candidates
    assert "5" not in str(question.candidates), question.candidates
    t.answer(question.about, value)
    assert [f.code for f in t.latest.fouls] == fouls


def test_camera_doubt_of_a_name_speaks_of_the_records_own_ids(table: Any) -> None:
    """A later doubt about the same ball is told in the eyes' ids, whatever people have said of them meanwhile."""
    t = table("9ball-fi", PLAY).fact("ball_identity", {"5": "3"})
    t.play('cue>5 5|foot ?ball_identity=[{"5":"3"},{"5":"4"}]')
    assert t.question.candidates == ({"5": "3"}, {"5": "4"})
    t.answer("ball_identity", {"5": "4"})
    assert t.fouls == [("wrong_ball_first", "FI-4.1.1")]


def test_jumped_and_touching_balls_bear_the_new_name() -> None:
    stroke = Stroke(
        1, 0.0, 1.0, "cue", "5",
        (StrokeEvent(0.0, "jump", ball="cue", over=("5", "9")), StrokeEvent(0.1, "contact", balls=("cue", "5"))),
        (Ball("5", "5", 1.0, 2.0),),
        uncertain=(Uncertain("object_balls_to_rail", (3, 4)), Uncertain("events[1]", ({"balls": ("cue", "5")}, None))),
    )  # fmt: skip
    made = named(stroke, {"5": "3"})
    assert (made.first_contact, made.events[0].over, made.events[1].balls) == ("3", ("3", "9"), ("cue", "3"))
    assert (made.before[0].id, made.before[0].label, made.after) == ("3", "3", None)
    assert made.uncertain[0].candidates == (3, 4)
    assert made.uncertain[1].candidates == ({"balls": ("cue", "3")}, None)
    assert ids_of(stroke) == ("5", "cue", "9")
    assert named(stroke, {}) is stroke
    word = Input(0.0, "player", "call", "X", {"ball": "5"})
    assert named(word, {"5": "3"}) is word, "people name the ball as it is"


@pytest.mark.parametrize(
    ("names", "told", "in_play", "expected"),
    [
        ({}, {"5": "3"}, ["3", "5", "9"], {"5": "3", "3": "5"}),
        ({"5": "3", "3": "5"}, {"5": "5"}, ["3", "5", "9"], {}),
        ({}, {"5": "3", "3": "9", "9": "5"}, ["3", "5", "9"], {"5": "3", "3": "9", "9": "5"}),
        ({}, {"3a": "5"}, ["3", "5", "5", "5"], {"3a": "5"}),
        ({}, {"8": "crazy-8"}, ["crazy-8"], {}),
        ({}, {"cue": "crazy-cue"}, [], {"cue": "crazy-cue", "crazy-cue": "cue"}),
        ({}, {"5": "7"}, ["3", "5"], "there is no 7 on the table that could be it"),
        ({}, {"3a": "5"}, ["3", "5", "5"], "every 5 on the table is another ball; say of one of 5a, 5b what it is too"),
    ],
)
def test_names_after_a_persons_word(names: Any, told: Any, in_play: list[str], expected: Any) -> None:
    ids = ["3a", "5a", "5b"] if "3a" in told else ["3", "5", "9"]
    assert name_balls(names, told, ids, in_play) == expected


def test_new_ids_are_nobody_elses() -> None:
    names = name_balls({}, {"3a": "5", "3b": "5"}, ["3a", "3b", "5a"], ["5", "5", "5", "3"])
    assert not isinstance(names, str)
    assert len({names["3a"], names["3b"], "5a"}) == 3
    assert [label_of(names[i]) for i in ("3a", "3b")] == ["5", "5"]


# ------------------------------------------------------------------------------ what was ruled last stands last


@pytest.mark.clause("HU-I.24.1.a", "HU-I.24.3.a.2")
def test_answer_to_an_earlier_stroke_leaves_the_latest_ruling_standing(table: Any) -> None:
    """The stroke in doubt is settled after an unsporting foul was ruled: nobody is next until Y has chosen."""
    t = table("141-hu", "shooter=X phase=play").play("cue>1 cue*1 2/out 2<?")
    assert t.question.about == "returned_to_table"
    t.say("unsporting", "X", by="referee")
    t.answer("returned_to_table", "itself")
    assert t.said.rulings[-1].of is None and t.said.rulings[-1].next is None
    assert t.question.about == "incoming_option"


@pytest.mark.clause("HU-I.24.1.a", "FI-7.a")
def test_the_referee_may_rule_on_an_earlier_stroke_by_its_number(table: Any) -> None:
    """X's second stroke was a foul: it is that one that is ruled anew, and what came after it, not the latest."""
    strokes = ("cue>1 1|foot 2|foot 3|foot 4|foot 5@foot-left", "cue>1 1@foot-left", "cue>2 2|foot")
    t = table("9ball-hu").play(*strokes)
    t.say("override", by="referee", of=2, fouls=[{"code": "double_hit"}])
    assert [(r.of, r.legal, [f.code for f in r.fouls]) for r in t.said.rulings] == [
        (2, False, ["double_hit"]),
        (3, True, []),
    ]
    assert t.next == ("X", "in-position"), "Y made the third stroke"
    t = table("9ball-hu").play(*strokes).say("fact", by="referee", of=2, fact="touched_by_hand", value=["7"])
    assert [(r.of, r.legal) for r in t.said.rulings] == [(2, False), (3, True)]


def test_what_is_ruled_of_an_earlier_stroke_are_its_fouls_alone(table: Any) -> None:
    t = table("9ball-hu").play("cue>1 1|foot 2|foot 3|foot 4|foot 5@foot-left", "cue>1 1|foot")
    for kind, values in (("override", {"legal": True}), ("fact", {"fact": "touched_by_hand", "value": ["7"]})):
        for of in (7, 0, True, "zz"):
            said = t.refused(kind, by="referee", of=of, **values)
            assert said == f"{kind}: there is no stroke {of!r} to rule anew"
    for values in ({"next": {"player": "X"}}, {"legal": True, "next": {"player": "X"}}):
        assert "only the fouls of stroke 1" in t.refused("override", by="referee", of=1, **values)
    assert t.say("override", by="referee", of=2, next={"player": "X"}).next == ("X", "in-position")
    t.say("override", by="referee", of=None, next={"player": "Y"})
    assert t.next == ("Y", "in-position")
