"""Nonsense in the pool games, and what makes no sense now: one clear reason, and nothing is changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from callshot.rules.fouls import Case, outside_kitchen, own_cushions, touched_ball
from callshot.rules.game import Setting
from callshot.rules.games import GAMES
from callshot.rules.interference import SETTLING_MM
from callshot.rules.notation import format_state, format_stroke, parse_state, parse_stroke
from callshot.rules.profile import FI, HU
from callshot.rules.vocabulary import Ball, Disturbance, Input, Layout, Moved
from callshot.tracker.referee import begin

PLAY = "shooter=X phase=play on_table=3,5,9"
POOL = ["8ball-fi", "9ball-hu", "141-fi"]


# ------------------------------------------------------------------------------------------------ settings, states


@pytest.mark.parametrize(
    ("players", "options", "why"),
    [
        (("X",), {}, "the game is for 2 players, not 1"),
        (("X", "Y", "Z"), {}, "the game is for 2 players, not 3"),
        ((), {}, "the game is for 2 players, not 0"),
        (("X", "X"), {}, "two players are called 'X'"),
        (("X", "Y"), {"rules": "mine"}, "the game has no option 'rules'"),
        (("X", "Y"), {"race": "many"}, "option race: 'many' is none of 1, 2, 3"),
        (("X", "Y"), {"next_breaker": "me"}, "option next_breaker: 'me' is none of winner, alternate, loser"),
    ],
)
@pytest.mark.parametrize("game", [*POOL, "lag-fi"])
def test_settings_that_can_not_be_played(game: str, players: tuple[str, ...], options: Any, why: str) -> None:
    if game.startswith("lag") and options and "rules" not in options:
        return
    referee, said = begin(GAMES[game], Setting(players, options))
    assert referee is None and why in str(said.refused)
    assert why in str(GAMES[game].enter(Setting(players, options), {}).refused) or game.startswith("lag")


@pytest.mark.parametrize(
    ("game", "fields", "why"),
    [
        ("9ball-fi", {"on_table": "3"}, "on_table must be a list of balls"),
        ("9ball-fi", {"on_table": ["3", "9", "10"]}, "on_table names '10', which is not in the game"),
        ("9ball-fi", {"on_table": ["3", "9", "3"]}, "on_table names a ball twice"),
        ("9ball-fi", {"on_table": ["3"]}, "the 9 is not on the table, so the rack is over"),
        ("8ball-hu", {"on_table": ["3"]}, "the 8 is not on the table, so the rack is over"),
        ("141-fi", {"on_table": []}, "no object ball is on the table"),
        ("141-fi", {"on_table": ["cue"]}, "no object ball is on the table"),
        ("9ball-fi", {"score": 7}, "score must map players to values"),
        ("9ball-fi", {"fouls": {"Z": 1}}, "'Z'"),
        ("9ball-fi", {"fouls": {"X": 3}}, "X has 3 fouls in a row, and the third is punished at once"),
        ("9ball-fi", {"fouls": {"X": -1}}, "fouls of X"),
        ("9ball-fi", {"fouls": {"X": True}}, "fouls of X"),
        ("9ball-fi", {"shooter": "Z"}, "'Z'"),
        ("9ball-fi", {"phase": "lunch"}, "phase"),
        ("8ball-fi", {"groups": {"X": "reds"}}, "reds"),
    ],
)
def test_states_that_can_not_be(game: str, fields: dict[str, Any], why: str) -> None:
    step = GAMES[game].enter(Setting(("X", "Y")), {"phase": "play", **fields})
    assert step.refused is not None and why in step.refused.reason


def test_eight_ball_counts_fouls_without_end() -> None:
    """HU-I.19.c, FI-4.2.c: three in a row are not punished there, so a run of three is no nonsense."""
    assert GAMES["8ball-fi"].enter(Setting(("X", "Y")), {"phase": "play", "fouls": {"X": 3}}).refused is None


def test_a_lag_has_no_state_and_the_game_without_rules_neither() -> None:
    assert "a lag has no state" in str(GAMES["lag-fi"].enter(Setting(("X", "Y")), {}).refused)
    none = GAMES["none"]
    state = none.start(Setting(())).state
    assert "has no state" in str(none.enter(Setting(()), {}).refused)
    assert "rules nothing" in str(none.step(state, Input(0.0, "player", "call", None, {})).refused)
    assert none.step(state, parse_stroke("#1 cue>3")).refused is None
    assert dict(none.show(state)) == {}


# ------------------------------------------------------------------------------------------------ what people say


@pytest.mark.parametrize(
    ("game", "state", "kind", "values", "why"),
    [
        ("8ball-fi", "", "safety", {}, "the break is no safety"),
        ("8ball-fi", "", "call", {"ball": "3", "pocket": "head-left"}, "nothing is called on the break"),
        ("9ball-fi", PLAY, "safety", {}, "nothing is announced in 9-ball"),
        ("9ball-fi", PLAY, "call", {"ball": "3", "pocket": "head-left"}, "nothing is called in 9-ball"),
        ("9ball-fi", PLAY, "push-out", {}, "only the stroke right after a lawful break"),
        ("141-fi", "shooter=X phase=play", "call", {"ball": "3", "pocket": "moon"}, "'moon' is no pocket"),
        ("141-fi", PLAY, "call", {"ball": "4", "pocket": "head-left"}, "ball '4' is not on the table"),
        ("9ball-fi", PLAY, "join", {}, "join is not for 9ball-fi"),
        ("9ball-fi", PLAY, "place", {"ball": "14", "x": 0, "y": 0}, "there is no ball '14'"),
        ("9ball-fi", PLAY, "place", {"ball": "3", "x": "0", "y": 0}, "3 needs x and y in mm"),
        ("9ball-fi", PLAY, "place", {"ball": "3", "x": 0, "y": 2000}, "is not on the table"),
        ("9ball-fi", PLAY, "place", {"ball": "3", "x": 700, "y": 0}, "is not on the table"),
    ],
)
def test_words_that_make_no_sense_now(
    table: Any, game: str, state: str, kind: str, values: dict[str, Any], why: str
) -> None:
    assert why in table(game, state).refused(kind, **values)


def test_cue_ball_may_be_placed_by_hand(table: Any) -> None:
    t = table("9ball-fi", 'shooter=X phase=play on_table=3,9 in_hand={"cue":"kitchen"}')
    t.say("place", ball="cue", x=0.0, y=-800.0)
    assert (t.said.rulings, [b.label for b in t.referee.state.worlds[0].state.layout]) == ((), ["cue"])
    t.say("place", ball="cue", x=0.0, y=0.0)
    assert t.log == "WARN(X,kitchen)", "it does not lie in the kitchen, and he is told in time"


def test_nobody_announces_for_another_or_before_an_answer(table: Any) -> None:
    t = table("8ball-fi", "shooter=X phase=play")
    assert "X is at the table, not Y" in t.refused("call", "Y", ball="3", pocket="head-left")
    assert "Z is not playing" in t.refused("safety", "Z")
    t = table("8ball-fi").play("cue>1 1|foot")
    assert "incoming_option is not answered yet" in t.refused("safety", "X")


def test_answers_to_a_choice_are_held_to_it(table: Any) -> None:
    t = table("8ball-fi").play("cue>1 1|foot")
    assert "incoming_option is for Y" in t.refused("answer", "X", about="incoming_option", value="accept")
    assert "is one of kitchen, accept, rerack-i-break, rerack-you-break, not 'maybe'" in t.refused(
        "answer", "Y", about="incoming_option", value="maybe"
    )
    assert "nobody asked about 'lag_choice'" in t.refused("answer", "Y", about="lag_choice", value="break")
    assert t.answer("incoming_option", "accept", "Y").next == ("Y", "in-position")


def test_camera_facts_are_the_referees_alone(table: Any) -> None:
    t = table("9ball-fi", PLAY).play('cue>3 3|foot ?first_contact=["3","5"]')
    assert "only the referee says" in t.refused("fact", "X", fact="first_contact", value="3")
    assert "first_contact is one of 3, 5, not 9" in t.refused("answer", by="referee", about="first_contact", value="9")
    t = table("8ball-fi", "shooter=X phase=play").play("cue>3 3@head-left")
    assert t.question.about == "call_obvious"
    assert "call_obvious is one of True, False, not 1" in t.refused(
        "answer", by="referee", about="call_obvious", value=1
    )


@pytest.mark.parametrize(
    ("spot", "taken"),
    [
        ("5", False),
        ([{"ball": 5}], False),
        (["5"], False),
        ([{"ball": "5", "x": "0", "y": 0}], False),
        ([{"ball": "5", "x": 0, "y": True}], False),
        ([{"ball": "7", "x": 0, "y": 0}], False),
        ([{"ball": "5", "x": 0, "y": 600}], True),
        ([{"ball": "cue", "x": 0, "y": -600}], True),
    ],
)
def test_places_of_an_override(table: Any, spot: Any, taken: bool) -> None:
    t = table("9ball-fi", PLAY).play("cue>3 3|foot")
    if taken:
        t.say("override", by="referee", spot=spot)
        assert [(s.ball, s.x_mm, s.y_mm) for s in t.latest.spot] == [(spot[0]["ball"], spot[0]["x"], spot[0]["y"])]
    else:
        assert "spot is a list of balls on the table" in t.refused("override", by="referee", spot=spot)


def test_a_later_stroke_of_an_inning_can_be_entered(table: Any) -> None:
    for game in ("8ball-fi", "9ball-hu", "141-fi"):
        t = table(game, "shooter=Y phase=play stroke_no=3")
        assert t.referee.show()["stroke_no"] == 3
        _, said = t.referee.enter(parse_state("shooter=Y phase=play stroke_no=0"))
        assert said.refused == "state: stroke_no is 0, not a whole number of at least 1"


def test_a_rack_without_a_ball_cannot_be_entered(table: Any) -> None:
    t = table("141-fi", "shooter=Y phase=play")
    _, said = t.referee.enter({"shooter": "Y", "phase": "play", "on_table": []})
    assert said.refused == "state: no object ball is on the table"


def test_balls_that_nobody_touched_stay_where_they_were_seen(table: Any) -> None:
    """A ball put elsewhere, or taken, changes its own place and no other's."""
    t = table("8ball-fi", "shooter=X phase=play")
    t.feed(Layout(0.0, (Ball("cue", "cue", 0.0, 0.0), Ball("3", "3", 100.0, 0.0), Ball("5", "5", 200.0, 0.0))))
    t.feed(Disturbance(0.0, "placed", (Moved("3", "3", (100.0, 0.0), (100.0, 300.0)),)))
    layout = t.referee.state.worlds[0].state.layout
    assert {b.id: (b.x_mm, b.y_mm) for b in layout} == {"cue": (0.0, 0.0), "3": (100.0, 300.0), "5": (200.0, 0.0)}


def test_override_without_who_is_next_where_nobody_is(table: Any) -> None:
    t = table("9ball-fi", PLAY).play("cue>3 9@head-left")
    assert t.latest.over.what == "match"
    assert "say who is next" in t.refused("override", by="referee", score={"X": {"racks": 0}})
    assert "so the rack is over" in t.refused("override", by="referee", next={"player": "Y"})


# ------------------------------------------------------------------------------------------------ strokes, hands


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("#1 cue>3 4@head-left", "ball 4 is not on the table"),
        ("#1 cue>3 5@head-left 5!", "ball 5 left the table twice"),
        ("#1 cue>4", "ball 4, met first, is not on the table"),
        ("#0 cue>3", "stroke 0 comes after stroke 0"),
    ],
)
def test_strokes_that_can_not_be(table: Any, text: str, why: str) -> None:
    t = table("9ball-fi", PLAY)
    before = t.referee
    t.feed(parse_stroke(text))
    assert why in (t.said.refused or "") and t.referee == before


@pytest.mark.clause("HU-I.23.2.e.1")
@pytest.mark.parametrize(
    ("ball", "start", "end", "asked"),
    [
        ("3", (0.0, 0.0), (0.0, SETTLING_MM + 1), True),
        ("3", (0.0, 0.0), (0.0, SETTLING_MM), False),
        ("3", (0.0, 0.0), None, True),
        ("3", None, (0.0, 0.0), False),
        ("7", (0.0, 0.0), (0.0, 500.0), False),
        ("cue", (0.0, 0.0), (0.0, 500.0), True),
    ],
)
def test_who_moved_a_ball_is_asked_only_of_balls_in_play(
    table: Any, ball: str, start: Any, end: Any, asked: bool
) -> None:
    t = table("9ball-fi", PLAY).feed(Disturbance(0.0, "moved", (Moved(ball, ball, start, end),)))
    assert (len(t.referee.open_questions) == 1) is asked


def test_cue_ball_in_hand_may_be_moved_by_anybody(table: Any) -> None:
    t = table("9ball-fi", 'shooter=X phase=play on_table=3,9 in_hand={"cue":"anywhere"}')
    t.feed(Disturbance(0.0, "moved", (Moved("cue", "cue", (0.0, 0.0), (0.0, 500.0)),)))
    assert t.referee.open_questions == ()


def test_lights_and_hands_change_nothing(table: Any) -> None:
    t = table("9ball-fi", PLAY)
    for kind in ("lighting", "occluded", "camera-moved", "stick-on", "racked"):
        t.feed(Disturbance(0.0, kind))
        assert (t.said.rulings, t.said.questions, t.said.refused) == ((), (), None)


def test_third_foul_without_a_stroke_loses(table: Any) -> None:
    """A foul before the stroke is one like any other: the third in a row, after the warning, ends the rack."""
    t = table("9ball-fi", 'shooter=X phase=play on_table=3,9 fouls={"X":2} warned=X')
    t.feed(Layout(0.0, (Ball("3", "3", 100.0, 200.0), Ball("9", "9", 0.0, 0.0))))
    t.feed(Disturbance(0.0, "moved", (Moved("9", "9", (0.0, 0.0), (0.0, 300.0)),)))
    t.answer("external_interference", False)
    if t.referee.open_questions:
        t.answer("shooter_identity", "X")
    assert t.log.startswith("FOUL(touched_ball)") and "LOSS(X,three_fouls)" in t.log


# ------------------------------------------------------------------------------------------------ one fact, many forms


def case(**facts: Any) -> Case:
    """A stroke by what was said of it."""
    from callshot.rules.facts import Facts

    at = facts.pop("cue_at", None)
    lay = facts.pop("at_start", {})
    return Case(Facts("cue", ("3",), cue_at=at, at_start=lay, said=facts), HU, 2540.0, 1270.0, frozenset({"3"}))


@pytest.mark.clause("HU-I.18.j", "FI-4.1.10")
@pytest.mark.parametrize(
    ("said", "lay", "cushions"),
    [
        ({"3": "foot"}, {}, {"foot"}),
        ([["3", "left-foot"]], {}, {"left-foot"}),
        ([{"ball": "3", "cushion": "head"}], {}, {"head"}),
        (["3"], {}, set()),
        (["3"], {"3": (0.0, 1241.0)}, {"foot"}),
        (["3"], {"3": (0.0, -1241.0)}, {"head"}),
        (["3"], {"3": (606.0, 100.0)}, {"right-foot"}),
        (["3"], {"3": (-606.0, -100.0)}, {"left-head"}),
        (["3"], {"3": (-606.0, -1241.0)}, {"left-head", "head"}),
        (["3"], {"3": (0.0, 1230.0)}, set()),
        (["3"], {"3": (0.0, 1238.5)}, {"foot"}),
        (["3"], {"3": (0.0, 1238.3)}, set()),
        (["3"], {"3": (603.5, 0.0)}, {"right-foot"}),
        (["3"], {"3": (603.3, 0.0)}, set()),
        ([["5", "foot"]], {}, set()),
        ({"5": "foot"}, {"3": (0.0, 1241.0)}, {"foot"}),
    ],
)
def test_cushion_that_a_ball_was_frozen_to(said: Any, lay: Any, cushions: set[str]) -> None:
    assert own_cushions(case(rail_frozen_at_start=said, at_start=lay), "3") == cushions


@pytest.mark.clause("HU-I.5.a", "HU-I.8", "HU-I.18.n", "FI-4.1.14")
@pytest.mark.parametrize(
    ("facts", "outside"),
    [
        ({"cue_ball_behind_head_string": True, "cue_at": (0.0, 0.0)}, False),
        ({"cue_ball_behind_head_string": False}, True),
        ({}, False),
        ({"cue_at": (0.0, -635.0)}, False),
        ({"cue_at": (0.0, -635.0), "placement_warning": True}, True),
        ({"cue_at": (0.0, -636.0), "placement_warning": True}, False),
        ({"cue_at": (0.0, -600.0)}, True),
    ],
)
def test_where_the_cue_ball_in_hand_lay(facts: dict[str, Any], outside: bool) -> None:
    assert outside_kitchen(case(**facts)) is outside


@pytest.mark.clause("FI-5.a", "HU-I.23.1.g")
@pytest.mark.parametrize(("game", "lost"), [("8ball-fi", False), ("8ball-hu", True)])
def test_eight_made_on_a_safety(table: Any, game: str, lost: bool) -> None:
    """The Finnish text puts a ball made on a safety back; only the Hungarian one makes it a loss."""
    t = table(game, 'shooter=X phase=play groups={"X":"solids"} on_table=8,9').say("safety", "X")
    t.play("cue>8 8@head-left cue|foot")
    if lost:
        assert t.log.startswith("LOSS(X,eight_on_safety)")
    else:
        assert t.spots == ["8"] and t.next[0] == "Y" and t.latest.over is None


@pytest.mark.parametrize("profile", [FI, HU])
def test_profiles_name_a_clause_for_every_foul(profile: Any) -> None:
    for code, clause in profile.fouls.items():
        assert clause.startswith(f"{profile.name.upper()}-"), code


@pytest.mark.clause("FI-4.1.6", "HU-I.18.f")
@pytest.mark.parametrize(("by", "foul"), [("hand", True), ("cue", True), ("clothing", True), ("other", False)])
def test_touch_by_nobody_knows_what_is_no_foul_by_itself(by: str, foul: bool) -> None:
    touched = replace(case(), facts=replace(case().facts, touched=(("5", by),)))
    assert [code for code, _ in touched_ball(touched)] == (["touched_ball"] if foul else [])


@pytest.mark.parametrize(
    ("game", "key", "value", "taken"),
    [
        ("141-fi", "target", "1", True),
        ("141-fi", "target", "9999", True),
        ("141-fi", "target", "10000", False),
        ("141-fi", "target", "0", False),
        ("141-fi", "target", "-5", False),
        ("141-fi", "target", "٥", False),
        ("9ball-fi", "race", "41", True),
        ("9ball-fi", "race", "0", False),
        ("9ball-fi", "sets", "41", False),
    ],
)
def test_numbers_that_may_be_chosen_freely(game: str, key: str, value: str, taken: bool) -> None:
    referee, said = begin(GAMES[game], Setting(("X", "Y"), {key: value}))
    assert (referee is not None) is taken, said.refused


def test_the_text_notation_is_plain_ascii_and_reads_back() -> None:
    """It goes through shells, mails and terminals that know no other letters; a name may have any."""
    fields = {"shooter": "Zoë 🎱", "fouls": {"Bő": 1}, "on_table": ["1", "9"], "push_out": False}
    text = format_state(fields)
    assert text.isascii()
    assert text.count(" ") == len(fields) - 1
    assert parse_state(text) == fields


def test_a_jump_over_several_balls_reads_back() -> None:
    text = "#1 cue>3 cue^6+7 cue*3"
    assert format_stroke(parse_stroke(text)) == text
