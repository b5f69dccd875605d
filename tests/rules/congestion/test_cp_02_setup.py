"""CP-0 to CP-7: players, final score, equipment, peas, order, the break."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.rules.congestion.game import GAME
from callshot.rules.congestion.options import FINAL_SCORES
from callshot.rules.congestion.peas import bottle
from callshot.rules.game import Setting
from callshot.rules.racks import drawn

NAMES = tuple("ABCDEFGHIJK")


@pytest.mark.clause("CP-0.1")
@pytest.mark.parametrize(
    ("fact", "value", "code"),
    [
        ("balls_in_motion_at_strike", True, "balls_moving"),
        ("feet", 0, "no_foot"),
        ("struck_with", "butt", "not_tip"),
        ("double_hit", True, "double_hit"),
        ("push_contact", True, "push"),
        ("third_ball_disturbed", True, "third_ball_disturbed"),
        ("touched_by_hand", True, "touched_ball"),
        ("touched_by_clothing", ["5a"], "touched_ball"),
    ],
)
def test_general_fouls_from_the_referee_re_rule_the_stroke(play: Any, fact: str, value: Any, code: str) -> None:
    game = play("A", "B")
    game.state()
    game.stroke(pocketed=[7])
    assert game.log == ["SCORE(A,7)", "NEXT(A,2)"]
    game.fact(fact, value)
    assert game.ruling["of"] == 1
    assert game.fouls == [(code, "CP-0.1")]
    assert game.log == [f"FOUL({code})", "OWES(A->TABLE)", "SPOT(7)", "NEXT(B,1)"]


@pytest.mark.clause("CP-0.1")
@pytest.mark.parametrize(("fact", "value"), [("feet", 1), ("struck_with", "tip"), ("double_hit", False)])
def test_general_facts_that_are_no_foul(play: Any, fact: str, value: Any) -> None:
    game = play("A", "B")
    game.state()
    game.stroke(pocketed=[7])
    game.fact(fact, value)
    assert game.ruling["legal"] is True


@pytest.mark.clause("CP-0.1")
@pytest.mark.parametrize(
    ("facts", "foul"),
    [
        ({"jumped_over": ["5a"], "miscue": True}, True),
        ({"jumped_over": ["5a"], "cue_elevated": False}, True),
        ({"jumped_over": ["5a"], "cue_elevated": True}, False),
        ({"jumped_over": ["5a"], "tip_height": "below"}, True),
        ({"miscue": True}, False),
        ({"obstructing_ball": True, "miscue": True}, True),
        ({"obstructing_ball": True, "cue_elevated": False}, False),
    ],
)
def test_illegal_jump(play: Any, facts: Any, foul: bool) -> None:
    game = play("A", "B")
    game.state()
    game.stroke(pocketed=[7])
    for fact, value in facts.items():
        game.fact(fact, value)
    assert (game.fouls == [("illegal_jump", "CP-0.1")]) is foul


def play_events(game: Any, *events: dict[str, Any], struck: str = "cue") -> None:
    """A lawful stroke on the 1, and these events."""
    rows = [{"kind": "contact", "balls": ["cue", "1a"]}, {"kind": "cushion", "ball": "1a", "cushion": "foot"}, *events]
    game.say({"type": "stroke", "number": 1, "struck": struck, "first_contact": "1a", "events": rows})


@pytest.mark.clause("CP-0.1")
@pytest.mark.parametrize(
    ("event", "about", "answers"),
    [
        ({"kind": "jump", "ball": "cue", "over": ["5a"]}, "miscue", {True: ["illegal_jump"], False: []}),
        ({"kind": "touch", "ball": "5a", "by": "other"}, "external_interference", {True: [], False: ["touched_ball"]}),
    ],
)
def test_the_referee_is_asked_what_no_camera_sees(play: Any, event: Any, about: str, answers: Any) -> None:
    for answer, codes in answers.items():
        game = play("A", "B")
        game.state()
        play_events(game, event)
        (question,) = game.open
        assert (question["about"], question["asks"], question["clause"]) == (about, "referee", "CP-0.1")
        assert game.ruling["legal"] is None
        game.answer(about, answer)
        assert [c for c, _ in game.fouls] == codes


@pytest.mark.clause("CP-0.1")
@pytest.mark.parametrize(
    ("source", "via", "codes"),
    [("hu", "itself", []), ("hu", "lamp", []), ("hu", "object", ["object_ball_off_table"]), ("fi", "object", []),
     ("fi", "person", ["object_ball_off_table"]), ("wpa", "itself", []), ("wpa", "lamp", ["object_ball_off_table"]),
     ("wpa", "object", ["object_ball_off_table"])],
)  # fmt: skip
def test_what_brought_a_ball_back_is_asked(play: Any, source: str, via: str, codes: list[str]) -> None:
    game = play("A", "B", **{"cp.general_rules_source": source})
    game.state()
    away, back = {"kind": "off-table", "ball": "5a", "x": 0, "y": 1500}, {"kind": "return", "ball": "5a", "via": None}
    play_events(game, away, back)
    assert game.open[0]["about"] == "returned_to_table"
    game.answer("returned_to_table", via)
    assert [c for c, _ in game.fouls] == codes


@pytest.mark.clause("CP-0.1")
def test_an_object_ball_struck_with_the_cue(play: Any) -> None:
    game = play("A", "B")
    game.state()
    play_events(game, struck="5a")
    assert ("touched_ball", "CP-0.1") in game.fouls


@pytest.mark.clause("CP-0.1")
@pytest.mark.parametrize(("by", "foul"), [("hand", True), ("cue", True)])
def test_ball_touched_during_the_stroke(play: Any, by: str, foul: bool) -> None:
    game = play("A", "B")
    game.state()
    events = [
        {"kind": "contact", "balls": ["cue", "1a"]},
        {"kind": "cushion", "ball": "1a", "cushion": "foot"},
        {"kind": "touch", "ball": "5a", "by": by},
    ]
    game.say({"type": "stroke", "number": 1, "struck": "cue", "first_contact": "1a", "events": events})
    assert game.ruling["legal"] is not foul
    if foul:
        game.fact("external_interference", True)
        assert game.ruling["legal"] is True


@pytest.mark.clause("CP-0.1")
def test_an_outsider_of_whom_the_record_itself_doubts_is_asked_about_once(play: Any) -> None:
    game = play("A", "B")
    game.state()
    rows = [
        {"kind": "contact", "balls": ["cue", "1a"]},
        {"kind": "cushion", "ball": "1a", "cushion": "foot"},
        {"kind": "touch", "ball": "5a", "by": "other"},
    ]
    doubt = {"fact": "external_interference", "candidates": [False, True], "confidence": 0.6}
    stroke = {"type": "stroke", "number": 1, "struck": "cue", "first_contact": "1a", "events": rows}
    game.say({**stroke, "uncertain": [doubt]})
    assert [q["about"] for q in game.open] == ["external_interference"]
    assert game.open[0]["candidates"] == [False, True]


def moved(ball: str, dx: float = 40.0, label: str | None = None) -> dict[str, Any]:
    start = {"x": 0.0, "y": 100.0}
    row = {"id": ball, "label": label or ball.rstrip("abc"), "from": start, "to": {"x": dx, "y": 100.0}}
    return {"type": "disturbance", "kind": "moved", "balls": [row]}


@pytest.mark.clause("CP-0.1")
def test_a_ball_moved_between_strokes_from_outside_is_put_back(play: Any) -> None:
    game = play("A", "B")
    game.state(players={"A": {"stash": [3]}})
    game.say(moved("5a"))
    (question,) = game.open
    assert (question["about"], question["asks"], question["clause"]) == ("external_interference", "referee", "CP-0.1")
    game.answer("external_interference", True)
    assert game.log == ["SPOT(5)", "NEXT(A,1)"]
    assert game.ruling["spot"] == [{"ball": "5", "x": 0.0, "y": 100.0}]


@pytest.mark.clause("CP-0.1", "CP-15.1")
def test_penalty_for_a_moved_ball_is_spotted_clear_of_the_balls_that_lie_there(play: Any) -> None:
    """The 6 lies on the foot spot, and A pays with the 9: it comes to the place behind it."""
    game = play("A", "B")
    game.state(shooter="B", stroke_no=1, order=["B", "A"], players={"A": {"stash": [9]}})
    after = [
        {"id": "5a", "label": "5", "x": 0.0, "y": 100.0},
        {"id": "6a", "label": "6", "x": 0.0, "y": 711.2},
        {"id": "cue", "label": "cue", "x": 300.0, "y": 0.0},
    ]
    hit = [{"kind": "contact", "balls": ["cue", "5a"]}, {"kind": "cushion", "ball": "5a", "cushion": "foot"}]
    game.say({"type": "stroke", "number": 1, "struck": "cue", "first_contact": "5a", "events": hit, "after": after})
    assert game.next == ["A", 1]
    game.say(moved("5a"))
    game.answer("external_interference", False)
    assert game.log == ["FOUL(touched_ball)", "PENALTY(A,9)", "SPOT(9)", "NEXT(B,1)"]
    assert game.ruling["spot"] == [{"ball": "9", "x": 0.0, "y": 768.35}]


@pytest.mark.clause("CP-0.1", "CP-16.1")
def test_a_ball_moved_by_the_player_at_the_table_is_his_foul(play: Any) -> None:
    game = play("A", "B")
    game.state(players={"A": {"stash": [3], "foul_innings": 1}})
    game.say(moved("5a"))
    game.fact("external_interference", False)
    assert game.fouls == [("touched_ball", "CP-0.1")]
    assert game.log == ["FOUL(touched_ball)", "PENALTY(A,3)", "SPOT(3)", "NEXT(B,1)"]
    assert game.score("A")["foul_innings"] == 2
    game = play("A", "B", "C")
    game.state(players={"A": {"foul_innings": 2}})
    game.say(moved("yellow"))
    game.answer("external_interference", False)
    assert game.log[-2:] == ["OUT(A,three_fouling_innings)", "NEXT(B,1)"]


@pytest.mark.clause("CP-0.1")
@pytest.mark.parametrize("outside", [True, False])
def test_a_moved_ball_lies_in_one_place_whoever_moved_it(play: Any, outside: bool) -> None:
    game = play("A", "B")
    game.state()
    balls = [
        {"id": i, "label": i.rstrip("a"), "x": x, "y": 100.0} for i, x in (("5a", 0.0), ("9a", 300.0), ("cue", -300))
    ]
    game.say({"type": "layout", "balls": balls})
    game.say(moved("5a"))
    game.answer("external_interference", outside)
    layout = game.rules._referee.state.worlds[0].state.position.layout
    was = {b.id: (b.x_mm, b.y_mm) for b in layout}
    there = moved("5a")["balls"][0]["to"]
    assert len(layout) == len(was) == 3
    assert was == {"9a": (300.0, 100.0), "cue": (-300.0, 100.0), "5a": (0.0 if outside else there["x"], 100.0)}


@pytest.mark.clause("CP-0.1", "CP-16.1")
def test_a_ball_that_the_player_took_off_the_table_is_put_back(play: Any) -> None:
    """One that he moved stays where it is; one in his hand can't."""
    game = play("A", "B")
    game.state(players={"A": {"stash": [3]}})
    removed = {"id": "9a", "label": "9", "from": {"x": 300.0, "y": 100.0}, "to": None}
    event = moved("5a")
    game.say({**event, "kind": "removed", "balls": [*event["balls"], removed]})
    game.answer("external_interference", False)
    assert game.log == ["FOUL(touched_ball)", "SPOT(9)", "PENALTY(A,3)", "SPOT(3)", "NEXT(B,1)"]
    assert game.ruling["spot"][0] == {"ball": "9", "x": 300.0, "y": 100.0}


@pytest.mark.clause("CP-0.1")
def test_a_stroke_accepts_the_balls_where_they_lie(play: Any) -> None:
    game = play("A", "B")
    game.state()
    game.say(moved("5a"))
    game.stroke(pocketed=[5])
    assert game.log == ["SCORE(A,5)", "NEXT(A,2)"]
    assert game.asked == []


@pytest.mark.clause("CP-0.1")
@pytest.mark.parametrize(
    ("ball", "dx", "in_hand", "asked"),
    [("5a", 2.0, {}, False), ("5a", 2.1, {}, True), ("cue", 40, {}, True), ("cue", 40, {"cue": "kitchen"}, False),
     ("22", 40, {}, False)],
)  # fmt: skip
def test_what_moved_balls_matter(play: Any, ball: str, dx: float, in_hand: Any, asked: bool) -> None:
    game = play("A", "B")
    game.state(in_hand=in_hand)
    game.say(moved(ball, dx, ball))
    assert (game.asked != []) is asked


@pytest.mark.clause("CP-2.1")
def test_joining_and_leaving(play: Any) -> None:
    """CS-67 too: a leaver's balls are spotted, debts and claims lapse, the final score stays, the order closes up."""
    game = play("A", "B", "C", "D")
    game.state(players={"C": {"stash": [12, 4]}}, debts=[["D", "C", "yellow"]], shooter="A")
    game.input("leave", "C")
    assert game.log == ["SPOT(4)", "SPOT(12)", "OUT(C,left)", "NEXT(A,1)"]
    assert game.debts() == []
    assert game.shown["target"] == 156
    assert game.shown["order"] == ["A", "B", "D"]
    game.input("join", "E")
    assert game.shown["order"] == ["A", "B", "D", "E"]
    assert game.asked == [("pea_value", "deal", "E", None)]
    game.input("pea", "E", value=12)
    assert game.asked == []
    game.stroke()
    game.stroke()
    game.stroke()
    assert game.next == ["E", 1]


@pytest.mark.clause("CP-2.1")
def test_a_leaver_may_come_back_and_keeps_his_tally(play: Any) -> None:
    game = play("A", "B", "C")
    game.state(players={"C": {"whammies": 2, "stash": [3]}})
    game.input("leave", "C")
    game.input("join", "C")
    assert game.score("C")["whammies"] == 2
    assert game.score("C")["out"] is None
    assert game.stash("C") == []


@pytest.mark.clause("CP-2.1")
def test_shooter_who_leaves_ends_his_inning(play: Any) -> None:
    game = play("A", "B", "C")
    game.state(shooter="A", stroke_no=2, players={"A": {"stash": [5]}})
    game.input("concede", "A")
    assert game.log == ["SPOT(5)", "OUT(A,conceded)", "NEXT(B,1)"]
    game.input("leave", "C")
    assert game.log == ["OUT(C,left)", "WIN(B)"]
    assert game.ruling["over"] == {"what": "match", "winner": "B", "reason": "last_player", "clause": "CP-8.5"}


@pytest.mark.clause("CP-0.1", "CP-16.3", "CP-8.5")
def test_a_ball_touched_between_strokes_may_be_the_third_fouling_inning(play: Any) -> None:
    moved = {"id": "5a", "label": "5", "from": {"x": 0, "y": 0}, "to": {"x": 90, "y": 0}}
    for players, log in (
        ("AB", ["FOUL(touched_ball)", "OWES(A->TABLE)", "OUT(A,three_fouling_innings)", "WIN(B)"]),
        ("ABC", ["FOUL(touched_ball)", "OWES(A->TABLE)", "OUT(A,three_fouling_innings)", "NEXT(B,1)"]),
    ):
        game = play(*players)
        game.state(shooter="A", players={"A": {"foul_innings": 2}})
        game.say({"type": "disturbance", "kind": "moved", "balls": [moved]})
        game.answer("external_interference", False)
        assert game.log == log
        assert (game.ruling["over"] is not None) is (players == "AB")
        assert game.score("A")["out"] == "three_fouling_innings"


@pytest.mark.clause("CP-0.1", "CP-16.3", "CP-16.4")
def test_who_goes_out_for_a_touched_ball_leaves_everything_on_the_table(play: Any) -> None:
    moved = {"id": "5a", "label": "5", "from": {"x": 0, "y": 0}, "to": {"x": 90, "y": 0}}
    game = play("A", "B", "C")
    game.state(shooter="A", players={"A": {"foul_innings": 2, "stash": [20, 13]}})
    game.say({"type": "disturbance", "kind": "moved", "balls": [moved]})
    game.answer("external_interference", False)
    game.answer("chosen_ball", "20", "A")
    assert game.log == [
        "FOUL(touched_ball)", "PENALTY(A,20)", "SPOT(20)", "SPOT(13)", "OUT(A,three_fouling_innings)", "NEXT(B,1)",
    ]  # fmt: skip
    assert {"20", "13"} <= set(game.shown["on_table"])


@pytest.mark.clause("CP-2.1")
def test_whoever_is_shown_at_the_table_is_still_in_the_game(play: Any) -> None:
    for leaver in ("A", "B"):
        game = play("A", "B")
        game.state(shooter="A")
        game.input("leave", leaver)
        assert game.shown["order"] == [game.shown["shooter"]] == [{"A": "B", "B": "A"}[leaver]]


@pytest.mark.clause("CP-2.2", "CP-5.3")
def test_total_is_stash_and_pea_and_must_be_exact(play: Any) -> None:
    for pea, claim in ((8, True), (7, False), (9, False)):
        game = play("A", "B", "C", "D")
        game.state(players={"A": {"pea": pea, "stash": [21, 20, 19, 18, 17, 16, 15, 15, 7]}})
        game.input("declare", "A", value="win")
        assert (game.log[0] == "WIN(A)") is claim


@pytest.mark.clause("CP-2.3")
def test_final_scores(play: Any) -> None:
    want = {2: 276, 3: 196, 4: 156, 5: 136, 6: 116, 7: 106, 8: 96, 9: 76, 10: 76}
    assert want == FINAL_SCORES
    for n, target in want.items():
        assert GAME.start(Setting(NAMES[:n])).state.position.target == target
    assert GAME.start(Setting(NAMES[:9], {"cp.final_score_9": "86"})).state.position.target == 86


@pytest.mark.clause("CP-2.3")
@pytest.mark.parametrize("n", [0, 1, 11])
def test_two_to_ten_players(n: int) -> None:
    step = GAME.start(Setting(NAMES[:n]))
    assert step.refused is not None
    assert f"2 to 10 players, not {n}" in step.refused.reason


@pytest.mark.clause("CP-3.1.a", "CP-3.1.b", "CP-3.2", "CP-3.3", "CP-3.4", "CP-3.5")
def test_balls_of_the_game(play: Any) -> None:
    game = play("A", "B")
    game.state(phase="break")
    game.stroke()
    assert set(game.ruling["next"]["cue_ball"]) == {"cue", "crazy-cue"}
    table = game.shown["on_table"]
    assert len(table) == 55
    assert table.count("crazy-8") == 3
    assert table.count("13") == 1
    assert table.count("21") == 1
    assert table.count("5") == 3
    assert sum(b in ("yellow", "green", "brown", "blue", "pink", "black") for b in table) == 6
    assert len(drawn(Setting(("A", "B")))) == 57


@pytest.mark.clause("CP-3.6", "CP-5.1")
def test_every_player_draws_a_pea_before_the_break(play: Any) -> None:
    game = play("A", "B")
    assert game.asked == [("pea_value", "deal", "A", None), ("pea_value", "deal", "B", None)]
    asked = [q for q in game.begun if q["type"] == "question"]
    assert [q["candidates"] for q in asked] == [list(range(1, 16))] * 2
    assert [q["private_to"] for q in asked] == ["A", "B"]
    game.answer("pea_value", 15, "A")
    assert game.asked == [("pea_value", "deal", "B", None)]
    for bad in (16, 0, 15, "7", 7.5, True, None):
        (notice,) = game.answer("pea_value", bad, "B")
        assert notice["code"] == "refused"
        assert str(bad) not in notice["text"].replace("line 3", "") or bad in (0, 15, True, None, "7", 16)
    game.input("pea", "B", value=3)
    assert game.asked == []


@pytest.mark.clause("CP-3.6", "CP-5.1", "CP-9.5.a")
def test_the_bottle_for_whoever_draws(play: Any) -> None:
    def now(player: str) -> set[int]:
        return set(bottle(game.rules._referee.state.worlds[0].state, player))

    game = play("A", "B", "C")
    game.input("pea", "A", value=5)
    assert now("B") == set(range(1, 16)) - {5}
    assert now("A") == set(range(1, 16))
    game.input("pea", "B", value=6)
    game.input("pea", "C", value=7)
    game.stroke(whammies=["maroon"])
    assert now("B") == set(range(1, 16)) - {5}
    game.answer("pea_value", 9, "C")
    assert now("B") == set(range(1, 16)) - {5, 9}


@pytest.mark.clause("CP-3.6", "CP-5.1")
def test_sixteen_peas_as_a_house_option(play: Any) -> None:
    game = play("A", "B", **{"cp.pea_count": 16})
    assert game.input("pea", "A", value=16)[0]["type"] == "ruling"


@pytest.mark.clause("CP-5.1")
def test_whoever_holds_no_pea_is_asked_before_the_break_of_an_entered_game(play: Any) -> None:
    game = play("A", "B", "C", "D")
    game.state(phase="break", players={"A": {"pea": 3}, "B": {"pea": None}, "C": {"pea": None, "out": "left"}})
    assert game.asked == [("pea_value", "deal", "B", None)]
    game.state(phase="play", players={"B": {"pea": None}})
    assert game.asked == []


def pea_of(game: Any, player: str) -> int | None:
    pea = game.rules._referee.state.worlds[0].state.position.player(player).pea
    assert pea is None or isinstance(pea, int)
    return pea


@pytest.mark.clause("CP-3.6", "CP-5.1")
def test_a_pea_once_drawn_is_kept(play: Any) -> None:
    game = play("A", "B")
    game.state()
    (notice,) = game.input("pea", "A", value=3)
    assert "has drawn one already" in notice["text"]


@pytest.mark.clause("CP-5.1", "CP-5.2")
def test_who_holds_a_pea_can_not_try_the_others_numbers(play: Any) -> None:
    """Whichever number he names now, taken or free, he hears the same: nothing of what the others hold."""
    game = play("A", "B", "C")
    game.answer("pea_value", 4, "A")
    game.answer("pea_value", 9, "B")
    heard = set()
    for number in range(1, 16):
        for said in (game.input("pea", "B", value=number), game.answer("pea_value", number, "B")):
            (notice,) = said
            assert notice["code"] == "refused"
            heard.add(notice["text"].partition(": ")[2])
    assert len(heard) == 2  # one text for each of the two ways to say it
    assert pea_of(game, "B") == 9


@pytest.mark.clause("CP-5.1", "CP-5.2")
def test_a_refused_number_says_nothing_of_the_other_numbers_or_of_their_holders(play: Any) -> None:
    """That a number is taken can't be hidden from who names it: no two hold the same. It is all that is said."""
    texts = set()
    for holder, taken in (("A", 4), ("C", 11)):
        game = play("A", "B", "C")
        game.answer("pea_value", taken, holder)
        (notice,) = game.answer("pea_value", taken, "B")
        texts.add(notice["text"])
        assert game.asked.count(("pea_value", "deal", "B", None)) == 1
    (text,) = texts
    assert not {"A", "C", "4", "11"} & set(text.replace(":", " ").split())


@pytest.mark.clause("CP-5.1")
def test_a_mistyped_pea_is_the_referees_to_put_right(play: Any) -> None:
    game = play("A", "B")
    game.answer("pea_value", 4, "A")
    game.answer("pea_value", 9, "B")
    assert "not in the bottle" in game.input("pea", "B", by="referee", value=4)[0]["text"]
    game.input("pea", "B", by="referee", value=5)
    assert pea_of(game, "B") == 5
    game.stroke()
    game.input("pea", "B", by="referee", value=6)
    assert pea_of(game, "B") == 6
    game.input("undo", by="referee", to=0)
    assert pea_of(game, "B") is None
    assert ("pea_value", "deal", "B", None) in game.asked


@pytest.mark.clause("CP-3.7", "CP-3.8")
def test_tallies_and_stashes_are_kept_and_shown(play: Any) -> None:
    game = play("A", "B", "C")
    game.state(players={"A": {"whammies": 1}, "B": {"foul_innings": 1, "stash": [5, 21]}}, debts=[["A", "C", "orange"]])
    game.stroke()
    assert game.score("A") == {
        "stash": [], "points": 0, "owes": [["C", "orange"]], "owed": [], "whammies": 1, "foul_innings": 0, "out": None,
    }  # fmt: skip
    assert game.score("B")["stash"] == ["21", "5"]
    assert game.score("B")["points"] == 26
    assert game.score("B")["foul_innings"] == 1
    assert game.score("C")["owed"] == [["A", "orange"]]


@pytest.mark.clause("CP-3.0", "CP-4.0", "CP-4.4")
def test_table_and_balls_are_a_setting(play: Any) -> None:
    game = play("A", "B")
    game.state()
    game.stroke(jumped=[5])
    assert game.ruling["spot"] == [{"ball": "5", "x": 0.0, "y": 711.2}]


@pytest.mark.clause("CP-4.1.a", "CP-4.1.b", "CP-4.2.b", "CP-4.3.a", "CP-4.3.b")
def test_a_wrong_rack_is_refused_before_the_break(play: Any) -> None:
    setting = Setting((), {}, 2844.8, 1422.4)

    def layout(swap: dict[str, str], confidence: float = 1.0) -> list[dict[str, Any]]:
        rows = [
            {"id": b.id, "label": swap.get(b.id, b.label), "x": b.x_mm, "y": b.y_mm, "confidence": confidence}
            for b in drawn(setting)
        ]
        return play("A", "B").say({"type": "layout", "balls": rows})

    assert [r for r in layout({}) if r["type"] == "notice"] == []
    (notice,) = [r for r in layout({"black": "5"}) if r["type"] == "notice"]
    assert "the rack is refused" in notice["text"]
    assert "(CP-4.1.a)" in notice["text"]
    (notice,) = [r for r in layout({"pink": "blue"}) if r["type"] == "notice"]
    assert "(CP-4.2.a)" in notice["text"]
    assert [r for r in layout({"black": "5"}, 0.5) if r["type"] == "notice"] == []


@pytest.mark.clause("CP-4.5.a")
def test_break_with_the_crazy_cue_ball(play: Any) -> None:
    game = play("A", "B")
    game.state(phase="break")
    game.stroke(struck="crazy-cue")
    assert game.fouls == [("wrong_cue_ball_on_break", "CP-4.5.a")]
    assert game.next == ["B", 1]


@pytest.mark.clause("CP-4.5.b", "CP-7.3.a")
@pytest.mark.parametrize(("y", "foul"), [(-711.3, False), (-711.2, True), (-700.0, True)])
def test_break_from_the_kitchen(play: Any, y: float, foul: bool) -> None:
    game = play("A", "B")
    game.state(phase="break")
    events = [{"kind": "contact", "balls": ["cue", "1a"]}]
    events += [{"kind": "cushion", "ball": b, "cushion": "foot"} for b in ("1a", "2a", "3a", "4a")]
    before = [{"id": "cue", "label": "cue", "x": 100, "y": y}]
    game.say(
        {"type": "stroke", "number": 1, "struck": "cue", "first_contact": "1a", "events": events, "before": before}
    )
    assert (game.fouls == [("not_from_kitchen", "CP-7.3.a")]) is foul


@pytest.mark.clause("CP-4.5.b", "CP-7.3.a")
def test_the_referee_says_where_the_break_was_played_from(play: Any) -> None:
    game = play("A", "B")
    game.state(phase="break")
    game.stroke()
    assert game.ruling["legal"] is True
    game.fact("cue_ball_behind_head_string", False)
    assert game.fouls == [("not_from_kitchen", "CP-7.3.a")]


@pytest.mark.clause("CP-5.2")
def test_a_pea_stands_in_no_record_but_its_own(play: Any) -> None:
    """The same game with other peas: every record that is not a player's own is the same."""
    streams = []
    for pea in (3, 11):
        game = play("A", "B", "C", "D")
        game.input("pea", "A", value=pea)
        game.input("pea", "B", value=pea + 1)
        game.stroke(pocketed=[7], whammies=["maroon"])
        for q in list(game.open):
            if q["about"] == "pea_value":
                assert q["private_to"] == q["player"]
                game.answer("pea_value", pea + 2, q["player"])
        for q in list(game.open):
            game.answer(q["about"], {} if q["about"] == "reposition_choice" else [], q["player"])
        game.stroke(cue_lost=["plain"])
        told = [r for r in game.out if r["type"] != "input"]
        assert "pea" not in str([r for r in told if r["type"] in ("ruling", "state")])
        streams.append(told)
    assert streams[0] == streams[1]


@pytest.mark.clause("CP-6.1", "CP-6.2")
def test_values(play: Any) -> None:
    game = play("A", "B")
    game.state()
    game.stroke(pocketed=[21, 8, 1], whammies=["black"])
    game.answer("reposition_choice", {}, "A")
    assert game.score("A")["points"] == 30
    assert game.score("A")["stash"] == ["21", "8", "1"]
    assert game.score("A")["whammies"] == 1


@pytest.mark.clause("CP-7.1.a", "CP-7.1.b", "CP-7.1.c")
def test_order_by_open_peas(play: Any) -> None:
    game = play("A", "B", "C")
    game.input("pea", "A", value=9)
    game.fact("pea_drawn", {"A": 9, "B": 2, "C": 5})
    assert game.log == ["NEXT(B,1)"]
    assert game.shown["order"] == ["B", "C", "A"]
    game.stroke(pocketed=[3])
    game.stroke()
    assert game.next == ["C", 1]
    (notice,) = game.fact("pea_drawn", {"A": 1, "B": 2, "C": 3})
    assert "before the break" in notice["text"]


@pytest.mark.clause("CP-7.1.a", "CP-7.1.b")
@pytest.mark.parametrize("peas", [{"A": 1, "B": 1}, {"A": 1}, {"A": 0, "B": 4}, {"A": 1, "B": 16}, {"A": 1, "X": 2}])
def test_open_peas_that_decide_nothing(play: Any, peas: dict[str, int]) -> None:
    (notice,) = play("A", "B").fact("pea_drawn", peas)
    assert "a pea of his own" in notice["text"]


@pytest.mark.clause("CP-7.1.b")
def test_order_as_the_players_say(play: Any) -> None:
    game = play("A", "B", "C")
    game.fact("turn_order", ["C", "A", "B"])
    assert game.shown["order"] == ["C", "A", "B"]
    (notice,) = game.fact("turn_order", ["C", "A"])
    assert "all players" in notice["text"]


@pytest.mark.clause("CP-7.2")
@pytest.mark.parametrize(
    ("rails", "down", "option", "foul"),
    [
        (4, (), "yes", False), (3, (), "yes", True), (3, ("4a",), "yes", False), (3, ("4a",), "no", True),
        (2, ("4a", "black"), "yes", False), (4, (), "no", False),
    ],
)  # fmt: skip
def test_open_break(play: Any, rails: int, down: tuple[str, ...], option: str, foul: bool) -> None:
    game = play("A", "B", **{"cp.pocketed_counts_as_rail_on_break": option})
    game.state(phase="break")
    events = [{"kind": "contact", "balls": ["cue", "1a"]}, {"kind": "cushion", "ball": "cue", "cushion": "foot"}]
    events += [{"kind": "cushion", "ball": b, "cushion": "foot"} for b in ("1a", "2a", "3a", "9a")[:rails]]
    events += [{"kind": "cushion", "ball": "1a", "cushion": "left-foot"}]
    events += [{"kind": "pocket", "ball": b, "pocket": "foot-left"} for b in down]
    game.say({"type": "stroke", "number": 1, "struck": "cue", "first_contact": "1a", "events": events})
    assert (game.fouls == [("not_open_break", "CP-7.2")]) is foul


@pytest.mark.clause("CP-7.2")
def test_balls_to_a_cushion_as_the_referee_counts_them(play: Any) -> None:
    game = play("A", "B")
    game.state(phase="break")
    game.stroke(fouls=["not_open_break"])
    assert game.ruling["legal"] is False
    game.fact("object_balls_to_rail", 4)
    assert game.log == ["NEXT(B,1)"]
    game.fact("object_balls_to_rail", ["1a", "2a", "3a"])
    assert game.fouls == [("not_open_break", "CP-7.2")]


@pytest.mark.clause("CP-7.2")
def test_an_uncertain_count_is_asked_only_where_it_matters(play: Any) -> None:
    for candidates, asks in (([3, 4, 5], True), ([4, 5, 6], False)):
        game = play("A", "B")
        game.state(phase="break")
        events = [{"kind": "contact", "balls": ["cue", "1a"]}]
        events += [{"kind": "cushion", "ball": b, "cushion": "foot"} for b in ("1a", "2a", "3a", "4a")]
        doubt = [{"fact": "object_balls_to_rail", "candidates": candidates, "confidence": 0.6}]
        game.say(
            {
                "type": "stroke",
                "number": 1,
                "struck": "cue",
                "first_contact": "1a",
                "events": events,
                "uncertain": doubt,
            }
        )
        assert (game.asked != []) is asks
        if asks:
            assert game.ruling["legal"] is None
            game.answer("object_balls_to_rail", 3)
            assert game.log == ["FOUL(not_open_break)", "OWES(A->TABLE)", "NEXT(B,1)"]


@pytest.mark.clause("CP-7.3.b")
@pytest.mark.parametrize(
    ("first", "foul"),
    [("1a", False), ("4c", False), ("black", False), ("yellow", False), ("green", False), ("5a", True), ("pink", True),
     ("16", True)],
)  # fmt: skip
def test_break_meets_the_foot_rack_first(play: Any, first: str, foul: bool) -> None:
    game = play("A", "B")
    game.state(phase="break")
    game.stroke(first=first)
    assert (game.fouls == [("not_foot_rack_first", "CP-7.3.b")]) is foul


@pytest.mark.clause("CP-7.4")
def test_break_meets_the_other_cue_ball_first(play: Any) -> None:
    game = play("A", "B")
    game.state(phase="break")
    game.stroke(fouls=["cue_ball_first_on_break"], pocketed=[2])
    assert game.fouls == [("cue_ball_first_on_break", "CP-7.4")]
    assert game.log == ["FOUL(cue_ball_first_on_break)", "OWES(A->TABLE)", "SPOT(2)", "NEXT(B,1)"]


@pytest.mark.clause("CP-7.2", "CP-7.3.b")
def test_every_foul_of_a_break_is_told_and_paid(play: Any) -> None:
    game = play("A", "B")
    game.state(phase="break")
    game.stroke(fouls=["not_open_break"], first="9a", cue_lost=["plain"])
    assert [c for c, _ in game.fouls] == ["not_foot_rack_first", "not_open_break", "scratch"]
    assert game.debts() == [["A", "TABLE"]] * 3
    assert game.score("A")["foul_innings"] == 1


@pytest.mark.clause("CP-4.5.b")
def test_next_before_and_after_the_break(play: Any) -> None:
    game = play("A", "B")
    game.fact("turn_order", ["A", "B"])
    assert game.ruling["next"]["cue_ball"] == {"cue": "in-hand-behind-head-string", "crazy-cue": "in-position"}
    assert game.ruling["next"]["ball_on"] == ["1", "2", "3", "4", "yellow", "green", "black"]
    game.stroke()
    assert game.ruling["next"]["cue_ball"] == {"cue": "in-position", "crazy-cue": "in-position"}
    assert "21" in game.ruling["next"]["ball_on"]
