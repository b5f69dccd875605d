"""No candidate of a question is ever shown as the record writes it, and a question says what it is about."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from callshot.rules.fact_words import FACTS
from callshot.rules.ruling import Question
from callshot.tracker.announce import LANGUAGES, Context, announce_question, ask
from callshot.tracker.printed import Printed
from callshot.tracker.scoreboard.enrich import Enricher

CONTEXT = Context("8ball-fi", ("Ann", "Bo"), "Ann")
RAW = re.compile(r"[\[\]{}'\"_]|\bNone\b|\bnull\b|\bTrue\b|\bFalse\b|\w-(?:left|right|head|foot|string)\b")
WORDS: Mapping[str, tuple[object, ...]] = {
    "struck_with": ("tip", "ferrule", "shaft", "butt", "hand", "other"),
    "tip_height": ("above", "centre", "below"),
    "groups": ("open", "solids", "stripes"),
    "called_pocket": ("side-left", "foot-right"),
    "rack_area_occupancy": ({"ball": "rack", "cue": "head-spot"}, {"ball": "pocketed", "cue": "kitchen"}),
    "ball_identity": ({"5a": "3", "3": "5"}, {"5": "3"}),
    "lag_rest_distance": ("cuea", "Ann", None, ["cuea", "cueb"], {"cuea": 12, "cueb": 30}),
    "lag_foot_rail_contacts": ({"cuea": 1, "cueb": 0}, ["cuea"]),
    "pea_drawn": ({"Ann": True},),
    "turn_order": (["Ann", "Bo"],),
    "returned_to_table": ("itself", "canopy", [["5", "lamp"], ["cue", "person"]]),
    "cue_ball_position_at_strike": ([12.5, -640.0],),
}
FORMS: tuple[object, ...] = (
    None, True, False, 3, "5a", "cue", [], ["3"], ["3", "11a"], [["3", None]], [["3", "head-right"], ["5", None]],
    ["8", ["3", None]], [["3", "left-head"]], [["3", "5"]], [["3", "5"], ["cue", "8"]], [{"ball": "3"}],
    [{"ball": "3", "pocket": "side-left"}, {"ball": "5", "pocket": None}], {"3": True, "5": None}, {"3": "side-left"},
    {"ball": "7", "pocket": "head-left"},
)  # fmt: skip


@pytest.mark.parametrize("fact", [*FACTS, "simultaneous_first_contact", "struck", "gravity"])
def test_no_form_of_a_candidate_is_shown_raw(fact: str) -> None:
    forms = WORDS.get(fact) or [form for form in FORMS if fact not in FACTS or FACTS[fact](form)]
    assert forms
    question = Question(f"{fact}@1", "referee", fact, tuple(forms), "FI-6.1")
    for told in ask(question, CONTEXT, LANGUAGES):
        for choice in told["choices"]:  # type: ignore[attr-defined]
            assert choice["text"].strip() == choice["text"] != ""
            assert RAW.search(choice["text"]) is None, (told["lang"], choice)
        if told["lang"] != "en" and fact in WORDS:
            english = ask(question, CONTEXT, ("en",))[0]["choices"]
            assert told["choices"] != english or fact in ("pea_drawn", "turn_order", "cue_ball_position_at_strike")


def test_a_ball_that_is_gone_nobody_knows_where_is_named() -> None:
    question = Question("pocketed@1", "referee", "pocketed", ((("8", "side-left"),), (("8", "side-left"), ("3", None))),
                        "FI-6.1")  # fmt: skip
    told = {each["lang"]: [c["text"] for c in each["choices"]] for each in ask(question, CONTEXT, LANGUAGES)}  # type: ignore[attr-defined]
    assert told == {
        "en": ["The 8 into the left side pocket", "The 8 into the left side pocket; the 3 pocketed"],
        "fi": ["Pallo 8 vasempaan keskipussiin", "Pallo 8 vasempaan keskipussiin; pallo 3 pussiin"],
        "hu": ["A 8-as a bal középlyukba", "A 8-as a bal középlyukba; a 3-as lyukba esett"],
    }


EVENTS: tuple[dict[str, object], ...] = (
    {"t": 0.1, "kind": "strike", "ball": "cue"},
    {"t": 0.2, "kind": "contact", "balls": ["cue", "2"]},
    {"t": 0.3, "kind": "cushion", "ball": "2", "cushion": "right-head"},
    {"t": 0.4, "kind": "pocket", "ball": "2", "pocket": "head-right"},
    {"t": 0.5, "kind": "off-table", "ball": "5"},
    {"t": 0.6, "kind": "head-string", "ball": "cue", "direction": "out"},
    {"t": 0.7, "kind": "touch", "ball": "3", "by": "hand"},
    {"t": 0.8, "kind": "jump", "ball": "cue", "over": ["4"]},
    {"t": 0.9, "kind": "return", "ball": "5", "via": None},
)
STROKE = {"type": "stroke", "t": 2.0, "number": 1, "events": list(EVENTS)}


def _about(k: int, *candidates: object) -> Question:
    return Question(f"events[{k}]@1", "referee", f"events[{k}]", (None, *candidates), "FI-6.1", of=1)


@pytest.mark.parametrize(
    ("k", "asked", "choices"),
    [
        (0, "did the cue hit the cue ball?", ["it did not hit it", "The cue ball struck"]),
        (1, "did the cue ball and the 2 touch?", ["they did not touch", "the cue ball and the 2 touch"]),
        (2, "did the 2 reach the right cushion, head half?", ["it did not reach it", "The 2 to the right cushion"]),
        (
            3,
            "did the 2 go into the right corner pocket at the head?",
            ["it was not pocketed", "The 2 into the right corner pocket at the head"],
        ),
        (4, "did the 5 leave the table?", ["it did not leave the table", "The 5 off the table"]),
        (5, "did the cue ball cross the head string?", ["it did not cross it", "The cue ball crosses"]),
        (6, "was the 3 touched by a hand or the cue?", ["it was not touched", "The 3 touched"]),
        (7, "did the cue ball jump over the 4?", ["it did not jump", "The cue ball jumps over the 4"]),
        (8, "did the 5 come back to the table?", ["it did not come back", "The 5 comes back"]),
    ],
)
def test_each_kind_of_event_is_asked_about_by_its_name(k: int, asked: str, choices: list[str]) -> None:
    context = CONTEXT.with_stroke(STROKE)
    as_seen = {"balls": EVENTS[k]["balls"]} if "balls" in EVENTS[k] else {"ball": EVENTS[k]["ball"]}
    told = {each["lang"]: each for each in ask(_about(k, as_seen), context, LANGUAGES)}
    english = told["en"]["choices"]
    assert told["en"]["text"] == f"Referee: {asked}"
    assert [c["text"].startswith(start) for c, start in zip(english, choices, strict=True)] == [True, True]  # type: ignore[call-overload]
    vague = {str(each["text"]) for each in ask(_about(k), CONTEXT, LANGUAGES)}
    for told_so in told.values():
        assert str(told_so["text"]) not in vague
        assert not any(RAW.search(c["text"]) for c in told_so["choices"])  # type: ignore[attr-defined]


def test_what_else_an_event_may_have_been_is_told_whole() -> None:
    context = CONTEXT.with_stroke(STROKE)
    asked = ask(_about(3, {"ball": "7"}, {"pocket": "side-right"}, {"kind": "off-table"}), context, ("en",))[0]
    assert [c["text"] for c in asked["choices"]] == [  # type: ignore[attr-defined]
        "it was not pocketed", "The 7 into the right corner pocket at the head", "The 2 into the right side pocket",
        "The 2 off the table",
    ]  # fmt: skip


def test_question_about_an_earlier_stroke_says_which() -> None:
    question = Question("first_contact@1", "referee", "first_contact", ("2", "3"), "FI-6.1", of=1)
    one = CONTEXT.with_stroke(STROKE)
    two = one.with_stroke({**STROKE, "number": 2})
    assert ask(question, one, ("en",))[0]["text"] == "Referee: which ball was hit first?"
    assert [each["text"] for each in announce_question(question, two, LANGUAGES)] == [
        "Referee: about stroke 1: which ball was hit first?",
        "Tuomari: lyönti 1: mihin palloon osuttiin ensin?",
        "Játékvezető: 1. lökés: melyik golyót találta el először?",
    ]


def test_terminal_and_page_know_the_stroke_that_is_asked_about() -> None:
    record = {"type": "question", "t": 2.0, "id": "events[3]@1", "asks": "referee", "player": None,
              "about": "events[3]", "candidates": [None, {"ball": "2"}], "clause": "FI-6.1", "of": 1}  # fmt: skip
    said: list[str] = []
    printed = Printed("8ball-fi", ("Ann", "Bo"), ("en",), said.append)
    printed.take([STROKE, record])
    assert "did the 2 go into the right corner pocket at the head? (it was not pocketed / The 2 into" in said[-1]
    enricher = Enricher()
    enricher.dress(STROKE)
    enricher.dress({**STROKE, "number": 2})
    page = enricher.dress(record)["page"]  # the page names the stroke itself: it may be the latest now, not later
    assert (
        page["en"]["text"] == "Referee: did the 2 go into the right corner pocket at the head?"
    )  # the page names the stroke itself
