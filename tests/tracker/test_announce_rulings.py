"""Every kind of ruling and question, said in all three languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from callshot.rules.records import ruling_record
from callshot.rules.ruling import Foul, Next, Over, Question, Ruling, Spot
from callshot.tracker.announce import LANGUAGES, Context, Table, announce, announce_question, ask, explain
from callshot.tracker.announce.catalogues import messages
from callshot.tracker.announce.offences import BALL_NAMED
from callshot.tracker.announce.tokens import TOKENS

POOL = Context("9ball-fi", ("Ann", "Bo"), "Ann", previous_score={"Ann": {"racks": 0}, "Bo": {"racks": 0}})
HOUSE = Context("congestion", ("Ann", "Bo", "Cy"), "Ann", table=Table(2844.8, 1422.4))
FOOT_Y = 635.0


def say(ruling: Ruling, context: Context = POOL) -> dict[str, str]:
    return {each["lang"]: each["text"] for each in announce(ruling, context, LANGUAGES)}


def test_a_foul_with_two_balls_to_spot_is_said_in_the_order_of_a_referee() -> None:
    ruling = Ruling(
        3, False, (Foul("wrong_ball_first", "FI-4.1.1"),),
        (Spot("5", 0.0, FOOT_Y), Spot("11", 0.0, FOOT_Y + 57.15)),
        next=Next("Bo", None, "in-hand", ("3",)),
    )  # fmt: skip
    assert say(ruling) == {
        "en": "Spot: 5 to the foot spot, 11 behind it. Foul by Ann: wrong ball first. Bo to play. Ball in hand. "
        "On the 3.",
        "fi": "Pilkutetaan: pallo 5 alapisteeseen, pallo 11 sen taakse. Virhe, Ann: ensin väärä pallo. Vuorossa Bo. "
        "Vapaa käsipallo. Ensin pallo 3.",
        "hu": "Visszateendő: az 5-ös a tőpontra, mögé a 11-es. Hiba, Ann: először rossz golyót talált. Bo következik. "
        "Golyó a kézben. Először a 3-as.",
    }


@pytest.mark.parametrize(
    ("x", "y", "english"),
    [
        (0, FOOT_Y, "9 to the foot spot"),
        (0, -FOOT_Y, "9 to the head spot"),
        (0.5, -0.5, "9 to the centre spot"),
        (0, FOOT_Y + 120, "9 on the long string, 12 centimetres behind the foot spot"),
        (0, FOOT_Y + 12, "9 on the long string, 1 centimetre behind the foot spot"),
        (0, FOOT_Y - 57.15, "9 on the long string, 6 centimetres in front of the foot spot"),
        (57.15, FOOT_Y, "9 on the foot string, 6 centimetres to the right of the foot spot"),
        (-57.15, FOOT_Y, "9 on the foot string, 6 centimetres to the left of the foot spot"),
        (0, -900, "9 on the long string, 37 centimetres from the head cushion"),
    ],
)
def test_places_in_words(x: float, y: float, english: str) -> None:
    for lang, text in say(Ruling(1, True, spot=(Spot("9", x, y),))).items():
        assert text if lang != "en" else text == f"Spot: {english}."


def test_an_open_ruling_calls_nothing() -> None:
    """Never a wrong call said aloud: while the answer is out, neither foul nor turn is announced."""
    ruling = Ruling(3, None, (Foul("no_cushion", "FI-4.1.2"),), log=("FOUL(no_cushion)",))
    assert say(ruling) == {"en": "Decision open.", "fi": "Ratkaisu avoinna.", "hu": "A döntés nyitott."}


def test_a_private_ruling_or_question_is_never_said() -> None:
    assert announce(Ruling(3, True, log=("SCORE(Ann,5)",), private_to="Ann"), HOUSE, LANGUAGES) == []
    secret = Question("q", "player", "chosen_ball", ("5",), "CP-9.6.b", "Ann", "exchange", "Bo", private_to="Ann")
    assert announce_question(secret, HOUSE, LANGUAGES) == []


def test_an_input_that_changes_nothing_is_not_followed_by_the_same_turn_again() -> None:
    ruling = Ruling(None, None, next=Next("Ann", 1, "in-position"))
    assert say(ruling) == {}
    assert say(ruling, replace(POOL, shooter=None))["en"] == "Ann to play."
    assert say(ruling, replace(POOL, shooter="Bo"))["en"] == "Ann to play."


def test_nothing_to_say_is_nothing() -> None:
    assert announce(Ruling(None, True), POOL, LANGUAGES) == []


@pytest.mark.parametrize(
    "code",
    [
        key[5:]
        for key in messages("en")
        if key.startswith("foul-") and "-ball" not in key[5:] and "with" not in key[:10]
    ],
)
def test_every_foul_is_named_in_its_own_words(code: str) -> None:
    said = say(Ruling(1, False, (Foul(code, "FI-1", "5"),), next=Next("Bo", None, "in-hand")))
    for lang in LANGUAGES:
        own = f"foul-{code}-ball" if code in BALL_NAMED and f"foul-{code}-ball" in messages(lang) else f"foul-{code}"
        assert all(part in said[lang] for part in messages(lang)[own] if isinstance(part, str))
    assert len(set(said.values())) == 3


@pytest.mark.parametrize("reason", [key[7:] for key in messages("en") if key.startswith("reason-")])
@pytest.mark.parametrize("what", ["rack", "match"])
def test_every_end_is_told_once_with_winner_and_reason(what: str, reason: str) -> None:
    over = Over("match" if what == "match" else "rack", "Bo", reason, "FI-8.3.n.4")
    said = say(Ruling(9, True, over=over, log=(f"LOSS(Ann,{reason})", "WIN(Bo)")))
    for text in said.values():
        assert text.count("Bo") == 1
    assert len(set(said.values())) == 3


EXAMPLES = {
    "<p>": "Ann", "<q>": "Bo", "<ball>": "5", "<other>": "8", "<balls>": "2+3", "<n>": "2", "<points>": "20",
    "<code>": "scratch", "<how>": "extra", "<reason>": "fourth_whammy", "<where>": "kitchen", "<players>": "Ann,Bo",
    "<group>": "solids", "<pocket>": "foot-left", "<what>": "two_fouls", "<options>": "accept|spot-8",
    "<option>": "accept", "<place>": "head_spot",
}  # fmt: skip


def example(name: str, form: str) -> str:
    for field, value in EXAMPLES.items():
        form = form.replace(field, value)
    return f"{name}({form})" if form else name


@pytest.mark.parametrize("name", sorted(TOKENS))
def test_every_token_stands_on_the_page_in_three_languages(name: str) -> None:
    if name in ("FOUL", "NEXT"):
        ruling = Ruling(None, True, log=(example(name, TOKENS[name][0]),))
        lines = explain(ruling, HOUSE, LANGUAGES)
        assert all(bool(each["lines"]) == (name == "NEXT") for each in lines)
        return
    for form in TOKENS[name]:
        told = explain(Ruling(None, True, log=(example(name, form),)), HOUSE, LANGUAGES)
        texts = [" ".join(str(line) for line in each["lines"]) for each in told]  # type: ignore[attr-defined]
        assert all(texts), name
        for text in texts:
            assert ("Ann" in text) == ("<p>" in form or "<players>" in form)
            assert ("Bo" in text) == ("<q>" in form or "<players>" in form)
            assert "{" not in text and "log-" not in text and "<" not in text
        assert len(set(texts)) == 3


def test_balls_of_one_player_are_told_together() -> None:
    said = say(Ruling(4, True, log=("SCORE(Ann,5)", "SCORE(Ann,11)", "PAID(Ann->TABLE,5)", "SPOT(5)")), HOUSE)
    assert said["en"] == (
        "Ann scores the 5 and the 11. Ann pays the table the 5: debt paid. The 5 is spotted."
    )  # fmt: skip
    assert said["fi"].startswith("Ann saa pallot 5 ja 11. Ann antaa pöydälle pallon 5: velka maksettu.")
    assert said["hu"].startswith("Ann megszerzi: 5-ös és 11-es.")


def test_a_spot_in_the_list_is_not_said_twice() -> None:
    said = say(Ruling(4, True, spot=(Spot("5", 0.0, 711.2),), log=("SPOT(5)",)), HOUSE)
    assert said["en"] == "Spot: 5 to the foot spot."


def test_two_lost_cue_balls_are_two_fouls_by_name() -> None:
    fouls = (Foul("scratch", "CP-12.1", "cue"), Foul("scratch", "CP-12.1", "crazy-cue"))
    assert (
        say(Ruling(1, False, fouls), HOUSE)["en"] == "Foul by Ann: the cue ball pocketed; the crazy cue ball pocketed."
    )


def test_congestion_names_each_cue_ball_in_hand() -> None:
    coming = Next("Bo", 1, {"cue": "in-position", "crazy-cue": "in-hand-behind-head-string"})
    said = say(Ruling(1, False, next=coming), HOUSE)
    assert said["en"] == "Bo to play. The crazy cue ball in hand behind the head string."
    assert said["fi"] == "Vuorossa Bo. Hullu kivi kädessä ylälinjan takana."
    assert said["hu"] == "Bo következik. A bolond fehér golyó kézben a homlokvonal mögött."


def test_a_second_stroke() -> None:
    assert say(Ruling(1, True, next=Next("Ann", 2, "in-position")), HOUSE)["fi"] == "Ann jatkaa, lyönti 2."


def test_the_score_is_said_where_it_changed() -> None:
    context = Context("141-fi", ("Ann", "Bo"), "Ann", previous_score={"Ann": {"points": 10}, "Bo": {"points": 4}})
    ruling = Ruling(
        5, True, score={"Ann": {"points": 13, "fouls": 0}, "Bo": {"points": 4, "fouls": 0}},
        next=Next("Ann", None, "in-position", tuple("123456")), log=("CALL_MADE", "POINTS(Ann,3)"),
    )  # fmt: skip
    assert say(ruling, context)["en"] == "Ann: 13 points. Ann plays on."
    assert say(ruling, context)["hu"] == "Ann: 13 pont. Ann folytatja."


def test_one_more_ball_to_win_is_called() -> None:
    context = Context("141-hu", ("Ann", "Bo"), "Bo", target=50)
    ruling = Ruling(5, True, score={"Ann": {"points": 49}}, next=Next("Ann", None, "in-position"))
    assert say(ruling, context)["en"].endswith("Ann needs one more ball to win.")
    assert "one more" not in say(ruling, replace(context, target=51))["en"]


@pytest.mark.parametrize(
    ("balls", "english"),
    [(("1", "2"), "On solids."), (("9", "12"), "On stripes."), (("8",), "On the 8."), (("1", "9"), "")],
)
def test_eight_ball_says_the_group(balls: tuple[str, ...], english: str) -> None:
    context = Context("8ball-hu", ("Ann", "Bo"), "Ann")
    said = say(Ruling(1, True, next=Next("Bo", None, "in-position", balls)), context)["en"]
    assert said == f"Bo to play. {english}".strip()


def test_two_fouls_are_warned_of_exactly_once() -> None:
    bare = say(Ruling(1, False, log=("FOUL_RUN(Ann,2)",)))
    assert bare["en"] == "Ann: 2 fouls in a row."
    warned = say(Ruling(1, False, log=("FOUL_RUN(Ann,2)", "WARN(Ann,two_fouls)")))
    assert warned["en"] == "Ann is on two fouls. A third in a row has its penalty."
    assert say(Ruling(1, False, log=("FOUL_RUN(Ann,1)",))) == {}


def test_a_ruling_that_replaces_one_says_so() -> None:
    ruling = Ruling(1, True, next=Next("Bo", None, "in-position"))
    wrong = Ruling(1, False, (Foul("scratch", "FI-4.1.3", "cue"),), next=Next("Bo", None, "in-hand"))
    assert say(ruling, replace(POOL, corrects=wrong)) == {
        "en": "Correction. No foul. Bo to play.", "fi": "Korjaus. Ei virhettä. Vuorossa Bo.",
        "hu": "Javítás. Nem volt hiba. Bo következik.",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["🎱", "x" * 200, "<b>Ann</b>", "Ünïcödé Ő", "a,b", "{ $p }", "  ", "👨‍👩‍👧"])
def test_odd_names_are_said_short_and_shown_whole(name: str) -> None:
    context = replace(POOL, players=("Bo", name), shooter=name)
    ruling = Ruling(1, False, (Foul("scratch", "FI-4.1.3"),), next=Next(name, None, "in-hand"))
    for each in announce(ruling, context, LANGUAGES):
        assert len(each["text"]) < 200
        assert not any(ch in each["text"] for ch in "🎱<>{}👨")
    for told in explain(ruling, context, LANGUAGES):
        assert name in str(told["lines"][0])  # type: ignore[index]


def test_unsayable_names_are_told_apart_by_their_seats() -> None:
    context = Context("9ball-fi", ("🎱", "🏆"))
    assert say(Ruling(1, True, next=Next("🏆", None, "in-position")), context)["fi"] == "Vuorossa Pelaaja 2."


def test_a_record_is_told_like_the_ruling_it_stands_for() -> None:
    ruling = Ruling(
        3, False, (Foul("scratch", "FI-4.1.3"),), (Spot("9", 0.0, FOOT_Y),), next=Next("Bo", None, "in-hand")
    )
    assert announce(ruling_record(ruling, 4.0), POOL, LANGUAGES) == announce(ruling, POOL, LANGUAGES)


def test_words_from_the_future_do_not_break_the_announcement() -> None:
    ruling = Ruling(
        1, False, (Foul("quidditch", "XX-1"),), next=Next("Bo", None, "upside-down", (), ("juggle",)),
        over=Over("match", None, "sunset", "XX-2"), log=("HELLO(Ann)", "LOSS(Ann"),
    )  # fmt: skip
    assert say(ruling)["en"].startswith("Foul by Ann: breach of the rules.")


@pytest.mark.parametrize(
    ("question", "english", "choices"),
    [
        (
            Question("q", "referee", "first_contact", ("4", "11", None, ["4", "11"]), "FI-4.1.1"),
            "Referee: which ball was hit first?",
            ["the 4", "the 11", "none", "the 4 and the 11 at once"],
        ),
        (
            Question("q", "player", "incoming_option", ("accept", "rerack-i-break"), "FI-8.2.b", "Bo"),
            "Bo: how do you want to go on?",
            ["play from the position", "a new rack and the break"],
        ),
        (
            Question("q", "player", "chosen_ball", ("5", "12"), "CP-9.8.a", "Ann", "pick", "Bo"),
            "Ann: which ball do you take from Bo?",
            ["the 5", "the 12"],
        ),
        (
            Question("q", "referee", "object_balls_to_rail", (3, 4), "FI-8.2.a"),
            "Referee: how many object balls reached a cushion?",
            ["3", "4"],
        ),
        (Question("q", "referee", "win_confirmed", (True, False), "CP-8.8.a"),
         "Referee: do balls and pea make the final score?", ["yes", "no"]),
        (Question("q", "referee", "coin_flip", ("Ann", "Bo"), "CP-8.10.c"), "Referee: who wins the coin flip?",
         ["Ann", "Bo"]),
        (Question("q", "player", "pea_value", (1, 2, "system"), "CP-5.1", "Ann", "deal"),
         "Ann: what is your secret number?", ["1", "2", "let the system draw"]),
        (Question("q", "referee", "events[3]", (None, {"ball": "5", "pocket": "side-left"}), "FI-6.1"),
         "Referee: what happened here?", ["did not happen", "The 5 into the left side pocket"]),
        (Question("q", "referee", "gravity", (True,), "XX-1"), 'Referee: please settle "gravity".', ["yes"]),
    ],
)  # fmt: skip
def test_questions_and_their_choices(question: Question, english: str, choices: list[str]) -> None:
    told = {each["lang"]: each for each in ask(question, HOUSE, LANGUAGES)}
    assert told["en"]["text"] == english
    assert [choice["text"] for choice in told["en"]["choices"]] == choices  # type: ignore[attr-defined]
    assert len({str(each["text"]) for each in told.values()}) == 3
    assert announce_question(question, HOUSE, ("en",)) == [{"lang": "en", "text": english}]
