"""The three catalogues say the same things: same keys, same variables, every closed word of the stream."""

from __future__ import annotations

import re

import pytest

from callshot.rules.vocabulary import LABELS, POCKETS
from callshot.tracker.announce import LANGUAGES, CatalogueError
from callshot.tracker.announce.catalogues import CATALOGUES, messages, source
from callshot.tracker.announce.fluent import parse, render, variables
from callshot.tracker.announce.grammar import Words, functions
from callshot.tracker.announce.tokens import TOKENS

FOULS = [
    "no_object_ball",
    "wrong_ball_first",
    "simultaneous_first_contact",
    "no_cushion",
    "frozen_ball_not_driven",
    "scratch",
    "cue_ball_off_table",
    "object_ball_off_table",
    "jumped_object_ball",
    "touched_ball",
    "no_foot",
    "balls_moving",
    "illegal_jump",
    "third_ball_disturbed",
    "double_hit",
    "push",
    "kitchen_placement",
    "kitchen_not_crossed",
    "not_tip",
    "placed_with_tip_forward",
    "returned_by_object",
    "table_marked",
    "gap_measured",
    "illegal_break",
    "safety_break",
    "wrong_cue_ball_on_break",
    "not_from_kitchen",
    "not_foot_rack_first",
    "cue_ball_first_on_break",
    "not_open_break",
    "touched_ball_while_sticking",
    "whammy_on_bonus_stroke",
    "lag_side_cushion",
    "lag_crossed",
    "lag_pocketed",
    "lag_no_foot_cushion",
    "lag_in_jaws",
    "lag_off_table",
]
OPTIONS = [
    "accept",
    "kitchen",
    "anywhere",
    "rerack-i-break",
    "rerack-you-break",
    "rebreak",
    "spot-8",
    "play",
    "give-back",
    "break",
    "pass",
    "solids",
    "stripes",
    "safety",
    "called",
    "true",
    "false",
]
ABOUTS = [
    "first_contact",
    "rails_after_contact",
    "object_balls_to_rail",
    "simultaneous_first_contact",
    "pocketed",
    "off_table",
    "chosen_ball-penalty",
    "chosen_ball-table-debt",
    "chosen_ball-exchange",
    "chosen_ball-pick",
    "chosen_ball-return",
    "chosen_ball-removal",
    "pea_value-deal",
    "pea_value-maroon",
    "pea_value-bust",
    "draw_new_pea",
    "spot_nearest_choice",
    "win_confirmed",
    "call_obvious",
    "reposition_choice",
    "prediction",
    "incoming_option",
    "group_choice",
    "lag_choice",
    "break_type_choice",
    "coin_flip",
    "balls_frozen_at_start",
    "rail_frozen_at_start",
    "double_hit",
    "push_contact",
    "feet",
    "touched_by_hand",
    "safety_called",
    "push_out_called",
    "called_ball",
    "called_pocket",
    "two_foul_warning",
    "placement_warning",
]


@pytest.mark.parametrize("catalogue", CATALOGUES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_keys_with_the_same_variables(language: str, catalogue: str) -> None:
    english, other = parse(source("en", catalogue)), parse(source(language, catalogue))
    assert other.keys() == english.keys()
    assert {k for k in english if variables(english[k]) != variables(other[k])} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_closed_word_has_its_text(language: str) -> None:
    known = messages(language)
    wanted = [f"foul-{code}" for code in FOULS] + [f"option-{word}" for word in OPTIONS] + [f"ask-{a}" for a in ABOUTS]
    variants = {"WARN": "log-WARN-two_fouls", "GROUPS": "log-GROUPS-solids", "PLACE": "log-PLACE-head_spot"}
    wanted += [variants.get(token, f"log-{token}") for token in TOKENS]
    assert [key for key in wanted if key not in known] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_nothing_is_left_in_english(language: str) -> None:
    """Loan words aside, a text that equals the English one was forgotten."""
    same = {
        key
        for key, text in messages(language).items()
        if text == messages("en")[key] and re.search(r"[a-z]{3}", "".join(p for p in text if isinstance(p, str)))
    }
    assert same <= {"option-push-out", "page-title"} | LOANS


LOANS = {"page-language-en", "page-language-fi", "page-language-hu"}


@pytest.mark.parametrize(
    ("ball", "form", "finnish"),
    [
        ("5", "gen", "pallon 5"), ("5", "part", "palloa 5"), ("cue", "ill", "kiveen"),
        ("crazy-8", "gen", "hullun kasin"),
        ("crazy", "part", "hullua kiveä"), ("maroon", "gen", "viininpunaisen whammy-pallon"),
        ("blue", "part", "sinistä whammy-palloa"), ("11b", "all", "pallolle 11"),
    ],
)  # fmt: skip
def test_finnish_cases(ball: str, form: str, finnish: str) -> None:
    assert functions("fi", Words(whammies=True))["BALL"](ball, form) == finnish


def test_finnish_object_of_several_balls_is_the_plural_nominative() -> None:
    assert functions("fi", Words())["BALLS"](("5", "8", "11"), "gen") == "pallot 5, 8 ja 11"
    assert functions("fi", Words())["BALLS"](("5", "cue"), "gen") == "pallon 5 ja kiven"


@pytest.mark.parametrize(
    ("ball", "hungarian"),
    [
        ("1", "az 1-est"), ("2", "a 2-est"), ("3", "a 3-ast"), ("5", "az 5-öst"), ("6", "a 6-ost"), ("8", "a 8-ast"),
        ("10", "a 10-est"), ("13", "a 13-ast"), ("15", "a 15-öst"), ("16", "a 16-ost"), ("20", "a 20-ast"),
        ("21", "a 21-est"), ("cue", "a fehér golyót"), ("maroon", "a bordó whammyt"), ("crazy-8", "a bolond 8-ast"),
    ],
)  # fmt: skip
def test_hungarian_articles_and_endings(ball: str, hungarian: str) -> None:
    assert functions("hu", Words(whammies=True))["BALL"](ball, "the-acc") == hungarian


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_and_pocket_has_a_name(language: str) -> None:
    named = functions(language, Words())
    for label in LABELS:
        assert label not in ("cue", "crazy-cue") or named["BALL"](label, "") != label
        assert named["BALL"](label, "")
    pockets = {named["POCKET"](pocket, "") for pocket in POCKETS}
    assert len(pockets) == 6
    assert not pockets & set(POCKETS)


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ("a = { $x", "closing"), ("a = x }", "opening"), ("a = { x }", "not understood"), ("a = 1\na = 2", "twice"),
        ("?", "neither"), ("  a", "without a key"), ("a = { $n ->\n  [one] x\n }", "no default"),
    ],
)  # fmt: skip
def test_a_broken_catalogue_is_refused_with_its_line(broken: str, why: str) -> None:
    with pytest.raises(CatalogueError, match=rf"t\.ftl:\d+: .*{why}"):
        parse(broken, "t.ftl")


def test_a_missing_value_is_an_error_and_not_a_hole() -> None:
    with pytest.raises(CatalogueError, match="n was not given"):
        render(parse("a = { $n }")["a"], {}, {})


def test_an_unknown_language_is_refused_by_name() -> None:
    with pytest.raises(CatalogueError, match="'sv'"):
        messages("sv")


def test_texts_are_never_read_as_patterns() -> None:
    assert render(parse("a = x { $p } y")["a"], {"p": "{ $q } { BALL($p) }"}, {}) == "x { $q } { BALL($p) } y"
