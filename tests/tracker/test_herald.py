"""What is said of a ruling in the course of a game: who fouled, what is a correction, what is new."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.tracker.herald import Herald
from callshot.tracker.rule_command import RuleSession

Record = dict[str, Any]
NOTHING: list[Record] = [
    {"kind": "contact", "balls": ["cue", "3"]},
    {"kind": "cushion", "ball": "3", "cushion": "foot"},
]


class Heard:
    """A game of Ann and Bo; `take` gives what is said, in English or `lang`, of what one record led to."""

    def __init__(self, game: str = "9ball-fi", lang: str = "en", **options: str) -> None:
        self.out: list[Record] = []
        self._lines = 0
        self._rules = RuleSession(self.out.append, game, ("Ann", "Bo"), options, (lang,), announcing=Herald)

    def take(self, what: str, **fields: Any) -> list[str]:
        at = len(self.out)
        self._lines += 1
        self._rules.take({"type": what, **fields}, self._lines)
        return [s["text"] for r in self.out[at:] if r["type"] == "ruling" for s in r["say"]]

    def state(self, **fields: Any) -> None:
        self.take("state", **{"shooter": "Ann", "phase": "play", **fields})

    def stroke(self, number: int, *events: Record, **fields: Any) -> list[str]:
        return self.take("stroke", number=number, struck="cue", events=list(events or NOTHING), **fields)

    def referee(self, kind: str, **values: Any) -> list[str]:
        return self.take("input", by="referee", kind=kind, **values)

    def player(self, name: str, kind: str, **values: Any) -> list[str]:
        return self.take("input", by="player", player=name, kind=kind, **values)

    def call(self, name: str, ball: str) -> list[str]:
        return self.player(name, "call", ball=ball, pocket="foot-left")


def into(ball: str) -> list[Record]:
    """That ball hit and pocketed."""
    return [{"kind": "contact", "balls": ["cue", ball]}, {"kind": "pocket", "ball": ball, "pocket": "foot-left"}]


@pytest.mark.clause("HU-I.24.1.a", "FI-7.a")
def test_foul_said_later_is_that_of_the_player_who_shot() -> None:
    heard = Heard()
    heard.state(on_table=["3", "5", "9"])
    assert heard.stroke(1) == ["Bo to play. On the 3."]
    (text,) = heard.referee("fact", fact="feet", value=0)
    assert text.startswith("Correction. Foul by Ann: no foot on the floor. Bo to play.")
    (text,) = heard.referee("override", legal=True)
    assert text.startswith("Correction. No foul. Bo to play.")
    (text,) = heard.referee("override", fouls=[{"code": "double_hit"}])
    assert text.startswith("Correction. Foul by Ann: double hit.")


def test_after_an_undo_the_new_stroke_is_no_correction() -> None:
    heard = Heard()
    heard.state(on_table=["3", "5", "9"])
    heard.stroke(1)
    heard.stroke(2)
    assert heard.referee("undo", to=1) == ["Taken back. Bo to play. On the 3."]
    (text,) = heard.stroke(2, NOTHING[0])
    assert text.startswith("Foul by Bo: no cushion after contact.")
    heard.referee("undo", to=1)
    assert heard.referee("undo", to=0) == ["Taken back. Ann to play. On the 3."]


def test_answer_to_a_choice_takes_nothing_back_and_says_only_what_is_new() -> None:
    heard = Heard("8ball-fi")
    (text,) = heard.stroke(1, {"kind": "contact", "balls": ["cue", "1"]})
    assert text.startswith("Foul by Ann:")
    (text,) = heard.take("input", by="player", player="Bo", kind="answer", about="incoming_option", value="kitchen")
    assert text.startswith("Bo chooses:") and "Foul" not in text and "Correction" not in text


def test_open_ruling_that_is_settled_corrects_nothing() -> None:
    heard = Heard()
    heard.state(on_table=["3", "5", "9"])
    doubt = [{"fact": "first_contact", "candidates": ["3", "5"]}]
    assert heard.stroke(1, first_contact="3", uncertain=doubt) == ["Decision open."]
    (text,) = heard.referee("answer", about="first_contact", value="5")
    assert text.startswith("Foul by Ann: wrong ball first.")


def test_strokes_settled_late_name_the_players_who_made_them() -> None:
    heard = Heard()
    heard.state(on_table=["3", "5", "9"])
    heard.stroke(1, first_contact="3", uncertain=[{"fact": "first_contact", "candidates": ["3", "5"]}])
    (text,) = heard.stroke(2, NOTHING[0])
    assert text == "Foul by Bo: no cushion after contact."
    first, second = heard.referee("answer", about="first_contact", value="3")
    assert first == "Stroke 1: legal."  # Bo has played since
    assert second == "Ann to play. Ball in hand. On the 3."


def test_penalty_chosen_is_told_once() -> None:
    heard = Heard("congestion")
    people = {p: {"pea": 8, "stash": ["9", "7"]} for p in ("Ann", "Bo")}
    heard.state(players=people, stroke_no=1)
    (text,) = heard.stroke(1, {"kind": "contact", "balls": ["cue", "3a"]}, first_contact="3a")
    assert text.startswith("Foul by Ann")
    (text,) = heard.take("input", by="player", player="Ann", kind="answer", about="chosen_ball", value="9")
    assert "pays the 9" in text and "Foul" not in text and "Correction" not in text


FOUL_OF_ANN = {"en": "Foul by Ann: ", "fi": "Virhe, Ann: ", "hu": "Hiba, Ann: "}
CORRECTION = {"en": "Correction. ", "fi": "Korjaus. ", "hu": "Javítás. "}
GAMES = ["8ball-fi", "8ball-hu", "9ball-fi", "9ball-hu", "141-fi", "141-hu", "congestion"]


@pytest.mark.parametrize("lang", FOUL_OF_ANN)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("as_fact", [True, False])
def test_stroke_ruled_anew_names_who_played_it(game: str, lang: str, as_fact: bool) -> None:
    """Never a wrong call: when the foul is told, the other player is at the table already."""
    heard = Heard(game, lang)
    people = {p: {"pea": 8, "stash": ["9", "7"]} for p in ("Ann", "Bo")}
    heard.state(**({"players": people, "stroke_no": 1} if game == "congestion" else {"on_table": ["3", "5", "8", "9"]}))
    ball = "3a" if game == "congestion" else "3"
    events: list[Record] = [
        {"kind": "contact", "balls": ["cue", ball]},
        {"kind": "cushion", "ball": ball, "cushion": "foot"},
    ]
    (first,) = heard.stroke(1, *events, first_contact=ball)
    assert FOUL_OF_ANN[lang] not in first
    if as_fact:
        (text,) = heard.referee("fact", fact="double_hit", value=True)
    else:
        (text,) = heard.referee("override", fouls=[{"code": "double_hit"}])
    assert text.startswith(CORRECTION[lang] + FOUL_OF_ANN[lang])


def test_fact_on_a_stroke_after_an_open_one_names_its_player() -> None:
    heard = Heard()
    heard.state(on_table=["3", "5", "9"])
    heard.stroke(1)
    heard.stroke(2)
    heard.stroke(3)
    (text,) = heard.referee("fact", fact="double_hit", value=True)
    assert text.startswith("Correction. Foul by Ann:")


def test_correction_says_the_score_that_was_said_wrongly() -> None:
    heard = Heard("141-fi")
    heard.state(score={"Ann": {"points": 10}, "Bo": {"points": 4}})
    heard.call("Ann", "7")
    assert heard.stroke(1, *into("7"), first_contact="7") == ["Ann: 11 points. Ann plays on."]
    (text,) = heard.referee("fact", fact="double_hit", value=True)
    assert text == (
        "Correction. Spot: 7 to the foot spot. Foul by Ann: double hit. Ann: 9 points. Bo to play."
    )  # not Bo's points again: they stand
    (text,) = heard.referee("override", legal=True)
    assert text == "Correction. No foul. Not spotted: the 7. Ann: 11 points. Ann plays on."


@pytest.mark.parametrize(
    ("lang", "goes_on"), [("en", "The game goes on."), ("fi", "Peli jatkuu."), ("hu", "A játék folytatódik.")]
)
def test_win_that_was_none_is_taken_back_in_words(lang: str, goes_on: str) -> None:
    heard = Heard("9ball-fi", lang)
    heard.state(on_table=["3", "9"])
    heard.stroke(1, NOTHING[0], {"kind": "pocket", "ball": "9", "pocket": "foot-left"})
    (text,) = heard.referee("fact", fact="double_hit", value=True)
    assert goes_on in text and FOUL_OF_ANN[lang] in text and "Ann 0, Bo 0" in text


def test_fact_that_changes_nothing_is_followed_by_nothing() -> None:
    heard = Heard()
    heard.state(on_table=["3", "5", "9"])
    heard.stroke(1)
    assert heard.referee("fact", fact="double_hit", value=False) == []


def test_undo_says_where_the_game_stands_and_not_how_it_came_to_that() -> None:
    heard = Heard("141-fi")
    heard.state(score={"Ann": {"points": 10}, "Bo": {"points": 4}})
    heard.stroke(1, NOTHING[0])
    heard.call("Bo", "7")
    assert heard.stroke(2, *into("7"), first_contact="7") == ["Bo: 5 points. Bo plays on."]
    assert heard.referee("undo", to=1) == ["Taken back. Bo: 4 points. Bo to play."]


def test_call_of_a_player_is_not_answered() -> None:
    heard = Heard("141-fi")
    heard.state(score={"Ann": {"points": 10}, "Bo": {"points": 4}})
    assert heard.call("Ann", "7") == []


@pytest.mark.parametrize(
    ("lang", "one_more"),
    [
        ("en", "Ann needs one more ball to win."),
        ("fi", "Ann tarvitsee voittoon enää yhden pallon."),
        ("hu", "Ann játékosnak már csak egyetlen golyó kell a győzelemhez."),
    ],
)
@pytest.mark.parametrize(("options", "points"), [({}, 48), ({"target": "25"}, 23)])
@pytest.mark.clause("HU-I.24.1.h")
def test_one_more_ball_to_win_without_a_target_agreed(
    lang: str, one_more: str, options: dict[str, str], points: int
) -> None:
    heard = Heard("141-hu", lang, **options)
    heard.state(score={"Ann": {"points": points}, "Bo": {"points": 0}})
    heard.call("Ann", "7")
    (text,) = heard.stroke(1, *into("7"), first_contact="7")
    assert text.endswith(one_more)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Third foul in a row: 15 points off. Ann: 4 points."),
        ("fi", "Kolmas virhe peräkkäin: 15 pistettä pois. Ann: 4 pistettä."),
        ("hu", "Harmadik hiba egymás után: mínusz 15 pont. Ann: 4 pont."),
    ],
)
@pytest.mark.parametrize("game", ["141-fi", "141-hu"])
def test_third_foul_and_its_points_are_said(game: str, lang: str, words: str) -> None:
    heard = Heard(game, lang)
    score = {"Ann": {"points": 20}, "Bo": {"points": 0}}
    heard.state(score=score, fouls={"Ann": 2}, warned="Ann")
    (text,) = heard.stroke(1, NOTHING[0])
    assert words in text


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "Ann: 50 points. Ann wins the rack"), ("fi", "Ann: 50 pistettä. Erän voittaa Ann"),
                        ("hu", "Ann: 50 pont. A játékot Ann nyerte")],
)  # fmt: skip
def test_rack_won_at_fourteen_one_is_told_with_the_points_reached(lang: str, words: str) -> None:
    heard = Heard("141-fi", lang, race="2")
    heard.state(score={"Ann": {"points": 48}, "Bo": {"points": 3}})
    heard.call("Ann", "7")
    heard.stroke(1, *into("7"), first_contact="7")
    heard.call("Ann", "6")
    (text,) = heard.stroke(2, *into("6"), first_contact="6")
    assert text.startswith(words) and " 0 " not in text


@pytest.mark.parametrize(
    ("lang", "first", "second"),
    [
        ("en", "Ann wins the set: the 9 made. Bo to break.", "Bo wins the set: the 9 made. The lag is next."),
        ("fi", "Setin voittaa Ann: ysi pussiin. Bo aloittaa.", "Setin voittaa Bo: ysi pussiin. Seuraavaksi teikataan."),
        ("hu", "A szettet Ann nyerte: a 9-es bement. Bo kezd.",
         "A szettet Bo nyerte: a 9-es bement. Tempólökés következik."),
    ],
)  # fmt: skip
def test_sets_and_the_lag_before_the_last(lang: str, first: str, second: str) -> None:
    heard = Heard("9ball-hu", lang, race="1", sets="3")
    nine: list[Record] = [
        {"kind": "contact", "balls": ["cue", "1"]},
        {"kind": "pocket", "ball": "9", "pocket": "foot-left"},
    ]
    assert heard.stroke(1, *nine) == [first]
    assert heard.stroke(2, *nine) == [second]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Foul by Ann: side cushion touched on the lag. Foul by Bo: ball pocketed on the lag. "
               "The lag is played again."),
        ("fi", "Virhe, Ann: teikkaus osui sivuvalliin. Virhe, Bo: teikkaus meni pussiin. Teikkaus uusitaan."),
        ("hu", "Hiba, Ann: a tempólökés oldalfalat ért. Hiba, Bo: a tempólökés lyukba esett. "
               "A tempólökést meg kell ismételni."),
    ],
)  # fmt: skip
def test_each_lag_fault_is_of_its_own_player(lang: str, words: str) -> None:
    heard = Heard("lag-fi", lang)
    balls = [
        {"id": i, "label": "cue", "x": x, "y": -900.0, "confidence": 1.0} for i, x in (("cuea", -300), ("cueb", 300))
    ]
    events: list[Record] = [
        {"kind": "strike", "ball": "cuea"},
        {"kind": "strike", "ball": "cueb"},
        *({"kind": "cushion", "ball": b, "cushion": "foot"} for b in ("cuea", "cueb")),
        {"kind": "cushion", "ball": "cuea", "cushion": "left-foot"},
        {"kind": "pocket", "ball": "cueb", "pocket": "head-left"},
    ]
    said = heard.take("stroke", number=1, struck="cuea", events=events, before=balls, after=balls[:1])
    assert said == [words]


def test_strokes_of_a_turn_are_counted_in_congestion_alone() -> None:
    heard = Heard()
    heard.state(on_table=["3", "5", "9"])
    assert heard.stroke(1, *into("3")) == ["Ann plays on. On the 5."]
    heard = Heard("congestion")
    heard.state(players={p: {"pea": 8} for p in ("Ann", "Bo")}, stroke_no=1)
    (text,) = heard.stroke(1, *into("3a"), first_contact="3a")
    assert text.endswith("Ann again, stroke 2.")


def test_choice_after_a_rack_won_says_no_score_again() -> None:
    heard = Heard("141-fi", race="2")
    heard.state(score={"Ann": {"points": 48}, "Bo": {"points": 3}})
    heard.call("Ann", "7")
    heard.stroke(1, *into("7"), first_contact="7")
    heard.call("Ann", "6")
    heard.stroke(2, *into("6"), first_contact="6")
    said = heard.player("Ann", "answer", about="break_type_choice", value="safety")
    assert said == ["Ann chooses: safety. Ann to break."]


def test_rack_won_by_a_correction_is_told_with_the_points_reached() -> None:
    heard = Heard("141-fi", race="2")
    heard.state(score={"Ann": {"points": 48}, "Bo": {"points": 3}})
    heard.call("Ann", "7")
    heard.stroke(1, *into("7"), first_contact="7")
    heard.call("Ann", "6")
    wrong = heard.stroke(2, {"kind": "contact", "balls": ["cue", "6"]}, *into("6")[1:], first_contact="6")
    assert wrong[0].startswith("Ann: 50 points.")
    (text,) = heard.referee("override", fouls=[{"code": "push"}])
    assert "Ann: 48 points" in text and "The game goes on." in text
    (text,) = heard.referee("override", legal=True)
    assert "Ann: 50 points. Ann wins the rack" in text


def test_of_a_game_entered_in_progress_only_what_changes_is_said() -> None:
    heard = Heard("congestion")
    people = {"Ann": {"pea": 8, "stash": ["9"]}, "Bo": {"pea": 5, "stash": ["4", "12"]}}
    heard.state(players=people, stroke_no=1)
    (text,) = heard.stroke(1, {"kind": "contact", "balls": ["cue", "3a"]}, first_contact="3a")
    assert "Ann: no balls." in text and "Bo: " not in text
    heard = Heard(race="3")
    heard.state(score={"Ann": {"racks": 1}, "Bo": {"racks": 2}}, on_table=["3", "9"])
    assert heard.stroke(1) == ["Bo to play. On the 3."]


@pytest.mark.parametrize(
    ("lang", "group", "is_open"),
    [
        ("en", "Ann plays solids.", "The table is open."),
        ("fi", "Ann pelaa kokovärisiä.", "Pöytä on avoin."),
        ("hu", "Ann a telikkel játszik.", "Az asztal nyitott."),
    ],
)
@pytest.mark.parametrize("game", ["8ball-fi", "8ball-hu"])
def test_group_that_was_not_decided_after_all(game: str, lang: str, group: str, is_open: str) -> None:
    heard = Heard(game, lang)
    heard.state(on_table=[str(n) for n in range(1, 16)])
    heard.call("Ann", "3")
    (text,) = heard.stroke(1, *into("3"), first_contact="3")
    assert group in text and is_open not in text
    (text,) = heard.referee("fact", fact="double_hit", value=True)
    assert is_open in text
    (text,) = heard.referee("fact", fact="double_hit", value=False)
    assert group in text and is_open not in text
    heard.call("Ann", "4")
    heard.stroke(2, *into("4"), first_contact="4")
    assert is_open not in heard.referee("undo", to=1)[0]


@pytest.mark.clause("CP-8.9.b", "HU-I.24.3.a.2")
def test_what_was_said_between_strokes_is_not_said_again_with_the_answer_it_waited_for() -> None:
    heard = Heard("congestion")
    people = {"Ann": {"pea": 8, "stash": ["20", "19", "6"]}, "Bo": {"pea": 4, "stash": ["21"]}}
    heard.state(target=50, players=people)
    (text,) = heard.player("Ann", "declare", value="bust")
    assert "Ann has gone over: bust." in text
    assert heard.player("Ann", "answer", about="draw_new_pea", value=False) == ["Ann to play."]
    heard = Heard("141-hu")
    heard.state(score={"Ann": {"points": 20}})
    assert heard.take("input", by="referee", player="Ann", kind="unsporting") == [
        "Unsporting conduct by Ann: 15 points off. Ann: 5 points."
    ]
    (text,) = heard.player("Bo", "answer", about="incoming_option", value="accept")
    assert text == "Bo chooses: play from the position. Bo to play."
