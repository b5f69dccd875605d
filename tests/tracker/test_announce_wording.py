"""Words that once said something else than what was ruled, in the three languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from callshot.rules.ruling import Foul, Next, Over, Question, Ruling, Spot
from callshot.tracker.announce import LANGUAGES, Context, announce, ask, explain
from callshot.tracker.announce.catalogues import messages

POOL = Context("8ball-fi", ("Ann", "Bo"), "Ann")
HOUSE = Context("congestion", ("Ann", "Bo", "Cy"), "Ann")
FOOT_Y = 635.0


def say(ruling: Ruling, context: Context = POOL) -> dict[str, str]:
    return {each["lang"]: each["text"] for each in announce(ruling, context, LANGUAGES)}


@pytest.mark.parametrize(
    ("reason", "texts"),
    [
        ("conceded", ("Ann loses: conceded. Bo wins the match.", "Ann häviää: luovutus. Ottelun voittaa Bo.",
                      "Ann veszített: feladta. A mérkőzést Bo nyerte.")),
        ("excluded", ("Ann loses: excluded by the referee. Bo wins the match.",
                      "Ann häviää: tuomari sulki kilpailusta. Ottelun voittaa Bo.",
                      "Ann veszített: a játékvezető kizárta. A mérkőzést Bo nyerte.")),
        ("unsporting", ("Ann loses: unsporting conduct. Bo wins the match.",
                        "Ann häviää: epäurheilijamainen käytös. Ottelun voittaa Bo.",
                        "Ann veszített: sportszerűtlen magatartás. A mérkőzést Bo nyerte.")),
        ("eight_made", ("Bo wins the match: the 8 made.",
                        "Ottelun voittaa Bo: kasi pussiin.",
                        "A mérkőzést Bo nyerte: a 8-as bement.")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("log", [("WIN(Bo)",), ("LOSS(Ann,x)", "WIN(Bo)")])
def test_who_did_it_is_named_with_what_he_did(reason: str, texts: tuple[str, ...], log: tuple[str, ...]) -> None:
    ruling = Ruling(9, True, over=Over("match", "Bo", reason, "FI-7"), log=log)
    assert tuple(say(ruling)[lang] for lang in LANGUAGES) == texts


def test_of_several_players_the_log_names_the_loser() -> None:
    over = Over("rack", "Bo", "conceded", "CP-0.1")
    assert say(Ruling(9, True, over=over, log=("RACK(Bo)",)), HOUSE)["en"] == "Bo wins the rack: conceded."
    told = say(Ruling(9, True, over=over, log=("LOSS(Cy,conceded)", "RACK(Bo)")), HOUSE)
    assert told["en"] == "Cy loses: conceded. Bo wins the rack."


def test_ball_put_back_where_it_was_is_not_spotted() -> None:
    ruling = Ruling(None, None, spot=(Spot("7", 600.0, 1200.0),), log=("SPOT(7)",), next=Next("Ann", 1, "in-position"))
    assert say(ruling) == {
        "en": "Put back: 7, 247 centimetres from the head cushion, 60 centimetres to the right of the long string. "
        "Ann to play.",
        "fi": "Palautetaan paikalleen: pallo 7, 247 sentin päähän ylävallista, 60 sentin päähän keskilinjasta "
        "oikealle. Vuorossa Ann.",
        "hu": "Eredeti helyére: a 7-es, 247 centire a homlokfaltól, 60 centivel a hosszvonaltól jobbra. "
        "Ann következik.",
    }  # fmt: skip


def test_three_balls_in_a_row_stand_each_behind_the_one_before() -> None:
    spots = tuple(Spot(ball, 0.0, FOOT_Y + 57.15 * k) for k, ball in enumerate(("3", "7", "11")))
    assert say(Ruling(1, True, spot=spots)) == {
        "en": "Spot: 3 to the foot spot, 7 behind it, 11 behind it.",
        "fi": "Pilkutetaan: pallo 3 alapisteeseen, pallo 7 sen taakse, pallo 11 sen taakse.",
        "hu": "Visszateendő: a 3-as a tőpontra, mögé a 7-es, mögé a 11-es.",
    }


def test_ball_spotted_and_moved_on_is_told_where_it_ends() -> None:
    """14.1: the fifteenth ball off the table is spotted, and goes to the head spot for the new rack."""
    ruling = Ruling(1, True, spot=(Spot("9", 0.0, FOOT_Y), Spot("9", 0.0, -FOOT_Y)))
    assert say(ruling, Context("141-fi"))["en"] == "Spot: 9 to the head spot."


def test_two_balls_of_one_number_are_both_spotted_and_both_fouls() -> None:
    """Congestion has each number up to four times: a ball named twice there is two balls."""
    fouls = (Foul("jumped_object_ball", "CP-13.1", "2"), Foul("jumped_object_ball", "CP-13.1", "2"))
    ruling = Ruling(1, False, fouls, (Spot("2", 0.0, FOOT_Y), Spot("2", 0.0, FOOT_Y + 57.15)))
    assert say(ruling, HOUSE)["en"] == (
        "Spot: 2 to the foot spot, 2 behind it. Foul by Ann: the 2 off the table; the 2 off the table."
    )


def test_one_point_and_less_than_none() -> None:
    context = Context("141-fi", ("Ann", "Bo"))
    ruling = Ruling(1, True, score={"Ann": {"points": 1}, "Bo": {"points": -1}})
    assert say(ruling, context) == {
        "en": "Ann: 1 point, Bo: minus 1 point.", "fi": "Ann: 1 piste, Bo: miinus 1 piste.",
        "hu": "Ann: 1 pont, Bo: mínusz 1 pont.",
    }  # fmt: skip
    held = {"Ann": {"stash": ["1"], "points": 1}, "Bo": {"stash": [], "points": 0}}
    before = {"Bo": {"stash": ["5"], "points": 5}}
    assert say(Ruling(1, True, score=held), replace(HOUSE, previous_score=before)) == {
        "en": "Ann: 1 ball, 1 point; Bo: no balls.", "fi": "Ann: 1 pallo, 1 piste; Bo: ei palloja.",
        "hu": "Ann: 1 golyó, 1 pont; Bo: nincs golyója.",
    }  # fmt: skip


def test_debts_of_one_kind_are_counted() -> None:
    told = say(Ruling(1, False, log=("OWES(Ann->TABLE)", "OWES(Ann->TABLE)", "OWES(Ann->Bo)")), HOUSE)
    assert told == {
        "en": "Ann owes the table 2 balls. Ann owes Bo a ball.",
        "fi": "Ann on 2 palloa velkaa pöydälle. Ann on pallon velkaa pelaajalle Bo.",
        "hu": "Ann 2 golyóval tartozik az asztalnak. Ann egy golyóval tartozik Bo játékosnak.",
    }


def test_choice_of_the_cue_ball_in_hand_is_not_said_twice() -> None:
    log = ("OPTIONS(Bo,kitchen|accept)", "CHOICE(Bo,kitchen)", "IN_HAND(Bo,kitchen,plain)", "NEXT(Bo,1)")
    ruling = Ruling(1, False, next=Next("Bo", 1, "in-hand-behind-head-string"), log=log)
    assert say(ruling)["en"] == "Bo chooses: cue ball in hand behind the head string. Bo to play."


@pytest.mark.parametrize(
    ("log", "english"),
    [
        (("CHOICE(Bo,rerack-you-break)", "RERACK(15)"),
         "Bo chooses: a new rack, the other player breaks. Rack 15 balls. Ann to break."),
        (("CHOICE(Bo,rebreak)", "RERACK(15)"), "Bo chooses: the breaker breaks again. Rack 15 balls. Ann to break."),
        (("CHOICE(Ann,safety)",), "Ann chooses: safety. Ann to break."),
        (("DRAW(stalemate)", "RERACK(15)"), "Draw: nobody tried any more. Rack 15 balls. Ann to break."),
    ],
)  # fmt: skip
def test_who_breaks_is_said_to_break(log: tuple[str, ...], english: str) -> None:
    ruling = Ruling(6, True, next=Next("Ann", 1, "in-hand-behind-head-string", ("1", "9")), log=log)
    assert say(ruling)["en"] == english


def test_new_rack_within_a_run_is_no_break() -> None:
    ruling = Ruling(6, True, next=Next("Ann", 2, "in-position"), log=("CALL_MADE", "RERACK(14)"))
    assert say(ruling, Context("141-fi", ("Ann", "Bo"), "Ann"))["fi"] == "Kakkuun 14 palloa. Ann jatkaa."


def test_shot_given_back_is_no_playing_on() -> None:
    ruling = Ruling(2, True, next=Next("Bo", 2, "in-position", ("1",)), log=("PUSH_OUT(Bo)", "CHOICE(Ann,give-back)"))
    context = Context("9ball-fi", ("Ann", "Bo"), "Bo")
    assert say(ruling, context)["en"] == "Ann chooses: give the shot back. Bo to play. On the 1."


def test_correction_of_an_earlier_stroke_names_it_and_says_nothing_of_who_plays_now() -> None:
    wrong = Ruling(3, True, next=Next("Bo", 1, "in-position"))
    ruling = Ruling(3, False, (Foul("scratch", "FI-4.1.3", "cue"),), next=Next("Bo", 1, "in-hand"))
    assert say(ruling, replace(POOL, corrects=wrong, latest=False)) == {
        "en": "Correction, stroke 3. Foul by Ann: scratch.", "fi": "Korjaus, lyönti 3. Virhe, Ann: kivi pussiin.",
        "hu": "Javítás, 3. lökés. Hiba, Ann: a fehér lyukba esett.",
    }  # fmt: skip


def test_foul_is_of_whom_the_log_charges() -> None:
    ruling = Ruling(1, False, (Foul("scratch", "FI-4.1.3"),), log=("FOUL(scratch)", "FOUL_RUN(Bo,1)"))
    assert say(ruling)["en"] == "Foul by Bo: scratch."
    told = explain(ruling, POOL, ("fi",))
    assert told[0]["lines"][0] == "Virhe, Bo: kivi pussiin (FI-4.1.3)."  # type: ignore[index]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_frozen_ball_is_not_said_to_have_stayed(lang: str) -> None:
    """FI-4.1.10, HU-I.18.j: it may have moved; what is missing is a pocket or a new cushion."""
    said = say(Ruling(1, False, (Foul("frozen_ball_not_driven", "HU-I.18.j", "3"),)))[lang]
    assert {"en": "no new cushion", "fi": "uutta vallia", "hu": "újabb falat"}[lang] in said


@pytest.mark.parametrize(
    ("lang", "wrong"),
    [("fi", ("kehikko", "kehikon", "aloituskisa", "pitkittäis")), ("hu", ("kettős lökés", "Fehér kézben"))],
)
def test_words_that_the_originals_do_not_use_are_gone(lang: str, wrong: tuple[str, ...]) -> None:
    """FI-1.1, FI-2: kolmio and kakku, kehikko at 9-ball alone, teikkaus; HU-I.14: kettős érintés."""
    texts = [str(part).lower() for text in messages(lang).values() for part in text if isinstance(part, str)]
    assert [text for text in texts if any(word.lower() in text for word in wrong)] == []


@pytest.mark.parametrize(
    ("about", "candidates", "texts"),
    [
        ("events[2]", ({}, None), {"en": ["happened as seen", "did not happen"],
                                   "fi": ["tapahtui, kuten näkyi", "ei tapahtunut"],
                                   "hu": ["úgy történt, ahogy látszott", "nem történt meg"]}),
        ("events[3]", ({"kind": "pocket"}, {"kind": "off-table", "x": 0.0, "y": 1300.0}),
         {"en": ["pocketed", "off the table"], "fi": ["pussiin", "pöydältä"],
          "hu": ["lyukba esett", "elhagyja az asztalt"]}),
        ("events[1]", ({"ball": "3"}, {"ball": "11a"}),
         {"en": ["the 3", "the 11"], "fi": ["pallo 3", "pallo 11"], "hu": ["a 3-as", "a 11-es"]}),
        ("returned_to_table", ("itself", "lamp"),
         {"en": ["by itself", "off the lamp"], "fi": ["itsestään", "valaisimen kautta"],
          "hu": ["magától", "a világítótestről"]}),
        ("ball_identity", ({"5": "5"}, {"5": "3"}),
         {"en": ["the 5", "the 3"], "fi": ["pallo 5", "pallo 3"], "hu": ["az 5-ös", "a 3-as"]}),
        ("ball_identity", ({"5": "5", "3": "3"}, {"5": "3", "3": "5"}),
         {"en": ["all are what they seem", "the 5 is really the 3; the 3 is really the 5"],
          "fi": ["kaikki ovat sitä miltä näyttävät", "pallo 5 onkin pallo 3; pallo 3 onkin pallo 5"],
          "hu": ["mind az, aminek látszik", "az 5-ös valójában a 3-as; a 3-as valójában az 5-ös"]}),
        ("lag_rest_distance", ("Ann", None),
         {"en": ["Ann", "cannot be decided"], "fi": ["Ann", "ei ratkaistavissa"], "hu": ["Ann", "nem dönthető el"]}),
        ("reposition_choice", ("brown", "pink"),
         {"en": ["the maroon whammy", "the orange whammy"],
          "fi": ["viininpunainen whammy-pallo", "oranssi whammy-pallo"],
          "hu": ["a bordó whammy", "a narancssárga whammy"]}),
    ],
)  # fmt: skip
def test_candidates_are_never_blank_nor_in_english(
    about: str, candidates: tuple[object, ...], texts: dict[str, list[str]]
) -> None:
    question = Question("q", "referee", about, candidates, "FI-7")
    for told in ask(question, HOUSE, LANGUAGES):
        choices = told["choices"]
        assert isinstance(choices, list)
        assert [choice["text"] for choice in choices] == texts[str(told["lang"])]


def test_player_who_is_not_out_after_all_is_said_to_be_in() -> None:
    log = ("FOUL(scratch)", "OUT(Ann,three_fouling_innings)")
    wrong = Ruling(3, False, (Foul("scratch", "CP-12.1", "cue"),), log=log)
    told = say(Ruling(3, True, next=Next("Bo", 1, "in-position")), replace(HOUSE, corrects=wrong))
    assert told == {
        "en": "Correction. No foul. Ann is still in. Bo to play.",
        "fi": "Korjaus. Ei virhettä. Ann on yhä mukana. Vuorossa Bo.",
        "hu": "Javítás. Nem volt hiba. Ann játékban marad. Bo következik.",
    }


def test_open_table_with_balls_of_one_group_left_is_not_said_to_be_decided() -> None:
    coming = Next("Bo", 1, "in-position", ("1", "3"))
    score = {"Ann": {"racks": 0, "group": None}, "Bo": {"racks": 0, "group": None}}
    assert say(Ruling(1, True, next=coming, score=score))["en"] == "Bo to play."
    decided = {"Ann": {"racks": 0, "group": "stripes"}, "Bo": {"racks": 0, "group": "solids"}}
    assert say(Ruling(1, True, next=coming, score=decided))["en"] == "Bo to play. On solids."
