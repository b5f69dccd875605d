"""Every plausible settling of a stroke, JSON values alike, and how rulings of several worlds are merged."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callshot.rules.agreeing import waiting_for
from callshot.rules.notation import parse_stroke
from callshot.rules.records import RecordError, read_stroke
from callshot.rules.ruling import Next, Ruling
from callshot.rules.uncertainty import plain
from callshot.rules.variants import MOST_VARIANTS, variants
from callshot.rules.vocabulary import Uncertain
from callshot.rules.worlds import (
    World,
    distinct,
    further,
    holds,
    keys_of,
    same,
    values_of,
    without_idle_facts,
)
from callshot.tracker.rule_command import RuleSession


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ((1, "2"), [1, "2"], True),
        ([1], [1, 2], False),
        ([[True]], [[1]], False),
        (True, 1, False),
        (0, False, False),
        (None, None, True),
        ("3", ["3"], False),
        (["3"], "3", False),
        ({"ball": "3"}, {"ball": "3"}, True),
    ],
)
def test_json_values_alike(one: object, other: object, alike: bool) -> None:
    assert same(one, other) is alike


def test_a_ruling_that_waits_names_nobody_and_says_no_next() -> None:
    coming = Next("Bo", 1, "in-position")
    for log, waits in (
        (("FOUL(push)", "NEXT(Bo,1)"), ("FOUL(push)",)),
        (("NEXT(Bo,1)",), ()),
        (("NEXT(Bo,1)", "SPOT(3)"), ("NEXT(Bo,1)", "SPOT(3)")),
        (("SPOT(3)",), ("SPOT(3)",)),
        ((), ()),
    ):
        ruling = waiting_for(Ruling(1, True, next=coming, log=log))
        assert (ruling.next, ruling.log, ruling.legal, ruling.of) == (None, waits, True, 1)
    whole = Ruling(1, False, log=("FOUL(push)", "NEXT(Bo,1)"))
    assert waiting_for(whole) == whole


def test_candidates_for_the_eye() -> None:
    assert plain(("4", "11")) == "4 and 11"
    assert plain(None) == "nothing"
    assert plain(3) == "3"


def taken(text: str) -> list[tuple[object, ...]]:
    return [tuple(a.value for a in v.taken) for v in variants(parse_stroke(text))]


def test_certain_stroke_has_one_variant() -> None:
    stroke = parse_stroke("#1 cue>3 3|foot")
    (only,) = variants(stroke)
    assert only.stroke == stroke and only.taken == ()


def test_stated_value_comes_first() -> None:
    assert taken('#1 cue>3 ?first_contact=["5","3",null]') == [("3",), ("5",), (None,)]
    first, second, third = variants(parse_stroke('#1 cue>3 ?first_contact=["5","3",null]'))
    assert [v.stroke.first_contact for v in (first, second, third)] == ["3", "5", None]
    assert all(v.stroke.uncertain == () for v in (first, second, third))


def test_several_at_once_are_said() -> None:
    (_, both) = variants(parse_stroke('#1 cue>3 ?first_contact=["3",["3","5"]]'))
    assert both.stroke.said == {"first_contact": ("3", "5")}


def test_event_may_not_have_happened_or_have_been_another() -> None:
    stroke = parse_stroke("#1 cue>3 3|foot 5@head-left")
    doubt = Uncertain("events[1]", (None, {"ball": "6"}, {"ball": "5"}, {"pocket": "foot-left", "x": 4.0}))
    made = variants(type(stroke)(**{f: getattr(stroke, f) for f in stroke.__slots__} | {"uncertain": (doubt,)}))
    assert [[(e.ball, e.pocket) for e in v.stroke.events[1:]] for v in made] == [
        [("5", "head-left")],
        [],
        [("6", "head-left")],
        [("5", "foot-left")],
    ]
    assert made[3].stroke.events[1].x_mm == 4.0
    assert made[0].taken[0].value == {"ball": "5"}, "the stated event as it is written among the candidates"


def test_two_doubts_on_events_keep_their_places() -> None:
    made = variants(parse_stroke("#1 cue>3 3|foot 5@head-left 6|head ?events[0]=[null] ?events[2]=[null]"))
    kinds = [[f"{e.ball}{e.kind[0]}" for e in v.stroke.events] for v in made]
    assert kinds == [["3c", "5p", "6c"], ["3c", "5p"], ["5p", "6c"], ["5p"]]


def test_doubt_about_an_event_that_is_not_there_is_none() -> None:
    assert len(variants(parse_stroke("#1 cue>3 3|foot ?events[7]=[null]"))) == 1


def test_what_a_person_said_is_settled() -> None:
    assert len(variants(parse_stroke('#1 cue>3 ?first_contact=["3","5"] !first_contact="5"'))) == 1


def test_any_other_fact_is_said_in_turn() -> None:
    made = variants(parse_stroke("#1 cue>3 ?object_balls_to_rail=[3,4]"))
    assert [v.stroke.said["object_balls_to_rail"] for v in made] == [3, 4]
    assert [v.taken[0].stated for v in made] == [True, False]


def test_struck_ball_in_doubt() -> None:
    made = variants(parse_stroke('#1 cuea>- ?struck=["cuea","cueb"]'))
    assert [v.stroke.struck for v in made] == ["cuea", "cueb"]


def test_too_many_combinations_keep_those_nearest_to_what_was_stated() -> None:
    text = (
        "#1 cue>3 " + " ".join("3|foot" for _ in range(10)) + " " + " ".join(f"?events[{k}]=[null]" for k in range(10))
    )
    made = variants(parse_stroke(text))
    dropped = [10 - len(v.stroke.events) for v in made]
    assert MOST_VARIANTS - 10 <= len(made) <= MOST_VARIANTS
    assert dropped == sorted(dropped)
    assert dropped[:11] == [0] + [1] * 10
    assert dropped[-6:] == [5, 6, 7, 8, 9, 10]  # and they may all be otherwise


def test_word_on_known_groups_changes_nothing(table: Any) -> None:
    t = table("8ball-fi", 'shooter=X phase=play groups={"X":"solids"}').play("cue>3 3|foot").fact("groups", "stripes")
    assert t.score("X")["group"] == "solids"
    assert t.referee.show()["groups"] == {"X": "solids", "Y": "stripes"}


def test_merged_ruling_says_only_what_all_agree_on(table: Any) -> None:
    t = table("9ball-fi", "shooter=X phase=play on_table=3,5,9")
    t.play('cue>3 3|foot 9@head-left cue@foot-left ?first_contact=["3","5"]')
    assert t.latest.legal is False
    assert [f.code for f in t.latest.fouls] == ["scratch"]
    assert t.spots == ["9"]
    assert t.next == ("Y", "in-hand"), "which other foul there was besides changes nothing, and is not asked"
    assert t.referee.open_questions == () and t.log.startswith("FOUL(scratch) SPOT(9)")
    t = table("9ball-fi", "shooter=X phase=play on_table=3,5,9")
    t.play('cue>3 9@head-left ?first_contact=["3","5"]')
    assert t.latest.legal is None and t.latest.over is None and t.latest.log == ()
    assert t.latest.score == {"X": {"racks": 0, "fouls": 0}, "Y": {"racks": 0, "fouls": 0}}
    t.answer("first_contact", "3")
    assert t.latest.over.winner == "X"


def test_score_of_an_open_ruling_is_the_last_sure_one(table: Any) -> None:
    t = table("9ball-fi", 'shooter=X phase=play on_table=3,5,9 fouls={"X":1}').play("cue>5 5|foot")
    sure = t.latest.score
    t.play('cue>3 3|foot ?first_contact=["3","5"]')
    assert t.latest.score == sure


def test_sure_foul_by_a_ball_in_doubt_is_told_without_the_ball(table: Any) -> None:
    t = table("9ball-fi", "shooter=X phase=play on_table=3,5,6,9").play('cue>5 5|foot ?first_contact=["5","6"]')
    assert [(f.code, f.ball) for f in t.latest.fouls] == [("wrong_ball_first", None)]
    assert t.referee.open_questions == ()


def test_two_fouls_of_which_one_is_sure_to_be_are_asked_about(table: Any) -> None:
    """Foul either way, but by what clause? A foul is never called without saying why."""
    t = table("9ball-fi", "shooter=X phase=play on_table=3,5,9")
    t.play('cue>3 5|foot ?first_contact=["3","5"] ?events[0]=[null]')
    assert t.latest.legal is None and len(t.referee.open_questions) == 1


def test_other_foul_counts_where_each_is_paid(play_congestion: Any) -> None:
    stroke = {
        "type": "stroke", "number": 1, "struck": "cue", "first_contact": "3a",
        "events": [{"kind": "pocket", "ball": "cue", "pocket": "foot-left"}],
        "uncertain": [{"fact": "first_contact", "candidates": ["3a", None]}],
    }  # fmt: skip
    out = play_congestion(stroke)
    assert [r["about"] for r in out if r["type"] == "question" and r["about"] != "pea_value"] == ["first_contact"]


@pytest.fixture
def play_congestion() -> Any:
    """One stroke of a Congestion game in progress: all that is said."""

    def run(stroke: dict[str, Any]) -> list[dict[str, Any]]:
        out: list[dict[str, Any]] = []
        rules = RuleSession(out.append, "congestion", ("A", "B"), {})
        rules.take({"type": "state", "phase": "play", "players": {p: {"pea": 8, "stash": ["9"]} for p in "AB"}}, 1)
        rules.take(stroke, 2)
        return out

    return run


def test_event_may_have_been_of_another_kind(table: Any) -> None:
    """Near a corner a ball that vanished dropped, or fell over the cushion: the rulings differ, so it is asked."""
    text = 'cue>3 3|foot 5@foot-left ?events[1]=[{"kind":"pocket"},{"kind":"off-table","x":0,"y":1300}]'
    t = table("9ball-fi", "shooter=X phase=play on_table=3,5,9").play(text)
    assert (t.question.about, t.question.clause) == ("events[1]", "FI-4.1.5")
    t.answer("events[1]", {"kind": "off-table", "x": 0, "y": 1300})
    assert t.fouls == [("object_ball_off_table", "FI-4.1.5")]


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"kind": "jumping"}, "kind"),
        ({"kind": "cushion"}, "cushion"),
        ({"kind": "contact"}, "balls"),
        ({"kind": 3}, "kind"),
    ],
)
def test_event_of_another_kind_says_what_that_kind_must_say(change: dict[str, Any], word: str) -> None:
    record = {
        "number": 1,
        "events": [{"kind": "pocket", "ball": "5", "pocket": "foot-left"}],
        "uncertain": [{"fact": "events[0]", "candidates": [change]}],
    }
    with pytest.raises(RecordError, match=word):
        read_stroke(record)


def test_value_that_is_known_leaves_only_the_ways_that_have_it(table: Any) -> None:
    """Two ways had led to one world: with the first contact known, the doubt that it raised must still be asked."""
    t = table("9ball-fi").play("cue>1 cue*1 1|foot 7@foot-left")
    t.play('cue>1 cue*1 1|foot ?first_contact=["1",null]').answer("first_contact", None)
    assert t.question.about == "push_out_called"
    t.say("override", by="referee", legal=True)
    assert t.latest.next is None and t.question.about == "push_out_called", "nobody waits for nothing"
    t.answer("push_out_called", False)
    assert t.latest.next.player == "Y"


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 1)), min_size=1, max_size=8))
def test_facts_left_out_as_idle_told_no_world_from_another(found: list[tuple[int, int, int]]) -> None:
    """However worlds are reached, what is known of the facts that are left picks the same worlds as before."""
    keys = (("a", 1), ("b", 1))
    worlds = distinct([further(World(state), dict(zip(keys, (a, b), strict=True))) for a, b, state in found])
    fewer = without_idle_facts(worlds)
    assert [w.state for w in fewer] == [w.state for w in worlds]
    for key in keys_of(fewer):
        for value in values_of(worlds, key):
            picked = [w.state for w in worlds if holds(w, key, value)]
            assert [w.state for w in fewer if holds(w, key, value)] == picked
    if len(worlds) == 1 and len({(a, b) for a, b, _ in found}) == len({a for a, _, _ in found}) * len(
        {b for _, b, _ in found}
    ):
        assert keys_of(fewer) == ()
