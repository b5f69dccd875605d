"""CP-9 and CP-10: the whammies, the transaction, the stick."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.rules.congestion.game import GAME
from callshot.rules.vocabulary import Input


def sink(play: Any, *whammies: str, order: str = "ABCD", options: Any = None, facts: Any = None, **state: Any) -> Any:
    """A sinks these whammies."""
    game = play(*order, **(options or {}))
    game.state(shooter="A", **state)
    game.stroke(whammies=list(whammies), **(facts or {}))
    return game


def place(game: Any, **places: Any) -> Any:
    """The shooter tells where the whammies lie now (nothing: the camera will see)."""
    player = next(q["player"] for q in game.open if q["about"] == "reposition_choice")
    return game.answer("reposition_choice", places, player)


def notice(said: Any) -> str:
    """The text of the one notice."""
    (record,) = said
    assert record["type"] == "notice"
    return str(record["text"])


# ------------------------------------------------------------------------------------------------ placing


@pytest.mark.clause("CP-9.1.a")
def test_the_sunk_whammy_is_placed_before_the_stick_is_lifted(play: Any) -> None:
    game = sink(play, "yellow")
    (question,) = game.open
    assert (question["about"], question["candidates"], question["clause"]) == (
        "reposition_choice",
        ["yellow"],
        "CP-9.1.a",
    )
    assert game.log[-1] == "OWES(A->D)"
    place(game, yellow=[100, 200])
    assert game.log[-3:] == ["REPOSITION(A,yellow)", "UNSTICK", "NEXT(A,2)"]
    assert game.shown["positioned"] == ["yellow"]


@pytest.mark.clause("CP-9.1.a", "CP-12.3")
@pytest.mark.parametrize(
    ("at", "word"),
    [
        ([680, 1390], "jaws"), ([-680, -1390], "jaws"), ([720, 0], "jaws"), ([400, 430], "touches"),
        ([400, 457], "touches"), ([700, 300], "bed"), ("here", "[x, y]"), ([1], "[x, y]"), ([1, None], "[x, y]"),
    ],
)  # fmt: skip
def test_places_that_are_refused(play: Any, at: Any, word: str) -> None:
    """CS-68 too."""
    game = play("A", "B")
    game.state()
    after = [{"id": "5a", "label": "5", "x": 400, "y": 400}]
    events = [{"kind": "contact", "balls": ["cue", "5a"]}, {"kind": "pocket", "ball": "yellow", "pocket": "foot-left"}]
    stroke = {"type": "stroke", "number": 1, "struck": "cue", "first_contact": "5a", "events": events}
    game.say({**stroke, "after": after})
    assert word in notice(place(game, yellow=at))
    assert game.asked == [("reposition_choice", None, "A", None)]
    place(game, yellow=[400, 458])
    assert game.asked == []


@pytest.mark.clause("CP-9.1.a")
def test_two_whammies_may_not_touch_each_other(play: Any) -> None:
    game = sink(play, "yellow", "orange", order="AB")
    assert "touches the yellow whammy" in notice(place(game, yellow=[0, 0], orange=[57, 0]))
    place(game, yellow=[0, 0], orange=[58, 0])
    assert game.asked == []


@pytest.mark.clause("CP-9.1.a")
def test_a_whammy_may_touch_a_cushion(play: Any) -> None:
    game = sink(play, "yellow")
    place(game, yellow=[711.2 - 28.575, 300])
    assert game.next == ["A", 2]


@pytest.mark.clause("CP-9.1.a")
def test_only_what_was_sunk_or_may_be_moved_is_placed(play: Any) -> None:
    game = sink(play, "yellow")
    assert "may be placed now" in notice(place(game, plum=[0, 0]))
    assert "only 0 more" in notice(place(game, yellow=[0, 0], green=[100, 0]))
    assert "object" in notice(game.answer("reposition_choice", [1, 2], "A"))


@pytest.mark.clause("CP-9.1.a", "CP-10.1", "CP-10.2")
def test_the_camera_sees_the_placing_and_the_stick(play: Any) -> None:
    game = sink(play, "blue", players={"A": {"stash": [9]}})
    assert game.say({"type": "disturbance", "kind": "stick-on"}) == []
    assert "blue has not been placed" in notice(game.say({"type": "disturbance", "kind": "stick-off"}))
    bad = {"id": "blue", "label": "blue", "from": None, "to": {"x": 680, "y": 1390}}
    assert "jaws" in notice(game.say({"type": "disturbance", "kind": "placed", "balls": [bad]}))
    good = {**bad, "to": {"x": 100, "y": 300}}
    extra = {"id": "green", "label": "green", "from": {"x": 0, "y": 900}, "to": {"x": -100, "y": 300}}
    assert game.say({"type": "disturbance", "kind": "placed", "balls": [good]}) == []
    assert game.say({"type": "disturbance", "kind": "moved", "balls": [extra]}) == []
    game.say({"type": "disturbance", "kind": "stick-off"})
    assert game.log[-4:] == ["REPOSITION(A,blue)", "REPOSITION(A,green,extra)", "UNSTICK", "NEXT(A,2)"]
    assert game.shown["positioned"] == ["blue", "green"]


@pytest.mark.clause("CP-9.1.a")
def test_a_layout_and_a_told_place_do_as_well(play: Any) -> None:
    game = sink(play, "black", "yellow")
    game.say({"type": "layout", "balls": [{"id": "black", "label": "black", "x": 10, "y": 20}]})
    game.input("place", ball="yellow", x=300, y=20)
    game.say({"type": "disturbance", "kind": "stick-off"})
    assert game.log[-4:] == ["REPOSITION(A,yellow)", "REPOSITION(A,black)", "UNSTICK", "NEXT(A,2)"]


@pytest.mark.clause("CP-9.1.b", "CP-9.1.c")
def test_a_placed_whammy_is_dead_for_the_inning(play: Any) -> None:
    game = sink(play, "yellow", order="ABC", players={"C": {"stash": [1]}}, prior="B")
    place(game)
    game.stroke(whammies=["yellow"], pocketed=[4])
    assert game.asked == [("reposition_choice", None, "B", None)]
    assert game.open[0]["clause"] == "CP-9.1.c"
    place(game, yellow=[0, 0])
    assert game.log == ["SCORE(A,4)", "PAID(A->B,4)", "REPOSITION(B,yellow,dead)", "NEXT(B,1)"]
    assert game.score("A")["whammies"] == 1
    game.stroke(whammies=["yellow"])
    assert game.log[1] == "WHAMMY(yellow,B,1)"


@pytest.mark.clause("CP-9.6.e", "CP-10.2")
def test_of_extra_ones_that_the_camera_saw_moved_no_more_count_than_are_allowed(play: Any) -> None:
    """Blue allows one more; the camera saw two, and the player leaves the places to it, or tells some himself."""
    for told, extra in (({}, ["green"]), ({"green": [50, 50]}, ["green"]), ({"yellow": [-100, 0]}, ["yellow"])):
        game = sink(play, "blue", order="AB")
        for label, x in (("green", 100), ("yellow", -100), ("blue", 0)):
            moved = {"id": label, "label": label, "from": {"x": x, "y": 900}, "to": {"x": x, "y": 0}}
            assert game.say({"type": "disturbance", "kind": "placed", "balls": [moved]}) == []
        place(game, **told)
        placed = [t for t in game.log if t.startswith("REPOSITION")]
        assert placed == ["REPOSITION(A,blue)", *[f"REPOSITION(A,{w},extra)" for w in extra]]


@pytest.mark.clause("CP-9.1.a", "CP-9.6.e")
def test_a_whammy_that_was_placed_lies_in_one_place(play: Any) -> None:
    game = play("A", "B")
    game.state(shooter="A")
    rows = (("cue", "cue", 300.0, 0.0), ("green", "green", 0.0, 500.0), ("5a", "5", -300.0, 200.0))
    after = [{"id": i, "label": label, "x": x, "y": y} for i, label, x, y in rows]
    events = [{"kind": "contact", "balls": ["cue", "blue"]}, {"kind": "pocket", "ball": "blue", "pocket": "foot-left"}]
    game.say(
        {"type": "stroke", "number": 1, "struck": "cue", "first_contact": "blue", "events": events, "after": after}
    )
    place(game, blue=[0, 0], green=[100, -500])
    assert [t for t in game.log if "REPOSITION" in t] == ["REPOSITION(A,blue)", "REPOSITION(A,green,extra)"]
    layout = game.rules._referee.state.worlds[0].state.position.layout
    assert sorted((b.id, b.x_mm, b.y_mm) for b in layout) == [
        ("5a", -300.0, 200.0), ("blue", 0.0, 0.0), ("cue", 300.0, 0.0), ("green", 100.0, -500.0),
    ]  # fmt: skip


@pytest.mark.clause("CP-9.1.b", "CP-9.1.c")
def test_a_whammy_stays_dead_to_the_end_of_the_inning(play: Any) -> None:
    """Another put it back, but the shooter had placed it in this inning all the same."""
    game = sink(play, "green", options={"option_1": True, "option_2": True}, positioned=["green"])
    place(game, green=[0, 0])
    assert game.shown["positioned"] == ["green"]
    game.stroke(whammies=["green"])
    assert game.open[0]["clause"] == "CP-9.1.c"
    place(game, green=[0, 0])
    assert game.score("A")["whammies"] == 0 and "STICK" not in game.log


@pytest.mark.clause("CP-9.1.c")
@pytest.mark.parametrize(
    ("prior", "out", "who"), [("C", (), "C"), (None, (), "D"), ("C", ("C",), "D"), ("D", ("D",), "C"), ("A", (), "D")]
)
def test_who_puts_a_dead_whammy_back(play: Any, prior: str | None, out: tuple[str, ...], who: str) -> None:
    players = {p: {"out": "left"} for p in out}
    game = sink(play, "blue", players=players, prior=prior, positioned=["blue"], order="ABCD")
    assert game.asked == [("reposition_choice", None, who, None)]


@pytest.mark.clause("CP-9.1.c")
def test_the_referee_may_place_dead_whammies(play: Any) -> None:
    game = sink(play, "blue", positioned=["blue"], options={"cp.banned_whammy": "referee"})
    (question,) = game.open
    assert (question["asks"], question["player"]) == ("referee", None)
    game.answer("reposition_choice", {})
    assert game.log == ["REPOSITION(referee,blue,dead)", "NEXT(B,1)"]


@pytest.mark.clause("CP-9.1.b")
def test_a_dead_whammy_makes_a_legal_stroke_but_earns_nothing(play: Any) -> None:
    game = sink(play, "blue", positioned=["blue"], facts={"fouls": ["no_cushion"]})
    place(game)
    assert game.ruling["legal"] is True
    assert game.next == ["B", 1]


@pytest.mark.clause("CP-9.1.b")
@pytest.mark.parametrize(("option", "dead"), [("all-placed", True), ("sunk-only", False)])
def test_extra_ones_are_dead_too(play: Any, option: str, dead: bool) -> None:
    game = sink(play, "black", options={"cp.same_inning_ban": option})
    place(game, black=[0, 0], green=[200, 0])
    game.stroke(whammies=["green"])
    assert ("STICK" not in game.log) is dead


@pytest.mark.clause("CP-9.2")
def test_a_live_whammy_beside_a_dead_one(play: Any) -> None:
    game = sink(play, "blue", "orange", positioned=["blue"], prior="D")
    place(game)
    assert game.asked == [("reposition_choice", None, "A", None)]
    assert game.open[0]["candidates"] == ["pink"]
    place(game)
    assert game.score("A")["whammies"] == 1
    assert game.next == ["A", 2]


# ------------------------------------------------------------------------------------------------ yellow, green


@pytest.mark.clause("CP-9.3.a")
def test_yellow_goes_round_in_succession_highest_first(play: Any) -> None:
    game = play(*"ABCD")
    game.state(shooter="C", players={"C": {"stash": [3, 21, 15, 14]}})
    game.stroke(whammies=["yellow"])
    assert game.log[2:] == ["GIVE(C->D,21)", "GIVE(C->A,15)", "GIVE(C->B,14)"]


@pytest.mark.clause("CP-9.3.b")
def test_yellow_too_few_balls(play: Any) -> None:
    game = sink(play, "yellow", players={"A": {"stash": [9]}})
    assert game.log[2:] == ["GIVE(A->B,9)", "OWES(A->C)", "OWES(A->D)"]
    place(game)
    assert game.shown["debts"] == [["A", "C", "yellow"], ["A", "D", "yellow"]]


@pytest.mark.clause("CP-9.4.a")
def test_green_goes_round_in_reverse(play: Any) -> None:
    game = play(*"ABCD")
    game.state(shooter="C", players={"C": {"stash": [3, 21, 15, 14]}})
    game.stroke(whammies=["green"])
    assert game.log[2:] == ["GIVE(C->B,21)", "GIVE(C->A,15)", "GIVE(C->D,14)"]


@pytest.mark.clause("CP-9.4.b")
def test_green_too_few_balls(play: Any) -> None:
    game = sink(play, "green")
    assert game.log[2:] == ["OWES(A->D)", "OWES(A->C)", "OWES(A->B)"]


@pytest.mark.clause("CP-9.3.a", "CP-9.4.a", "CP-9.7.a")
def test_players_who_are_out_are_skipped(play: Any) -> None:
    game = sink(play, "yellow", players={"A": {"stash": [21, 15]}, "B": {"out": "left"}})
    assert game.log[2:] == ["GIVE(A->C,21)", "GIVE(A->D,15)"]


# ------------------------------------------------------------------------------------------------ maroon


@pytest.mark.clause("CP-9.5.a")
def test_maroon_all_others_redraw_in_order(play: Any) -> None:
    game = play("A", "B", "C")
    game.state(shooter="B", players={"A": {"pea": 3}, "B": {"pea": 4}, "C": {"pea": 5}})
    game.stroke(whammies=["maroon"])
    assert game.asked == [("pea_value", "maroon", "C", None), ("pea_value", "maroon", "A", None)]
    assert all(q["private_to"] == q["player"] and q["candidates"] == list(range(1, 16)) for q in game.open)
    assert "not in the bottle" in notice(game.answer("pea_value", 4, "C"))
    game.answer("pea_value", 3, "A")
    assert "not in the bottle" in notice(game.answer("pea_value", 3, "C"))
    assert "nobody asked" in notice(game.answer("pea_value", 7, "A"))
    assert game.log == ["STICK", "WHAMMY(maroon,B,1)"]
    game.input("pea", "C", value=3 + 2)
    assert game.log[2:] == ["REDRAW(C)", "REDRAW(A)"]


@pytest.mark.clause("CP-9.5.a")
def test_maroon_order_as_a_house_option(play: Any) -> None:
    game = play("A", "B", "C", **{"cp.maroon_draw_order": "game-order"})
    game.state(shooter="B", players={"A": {"pea": 3}, "B": {"pea": 4}, "C": {"pea": 5}})
    game.stroke(whammies=["maroon"])
    assert [a[2] for a in game.asked] == ["A", "C"]


@pytest.mark.clause("CP-9.5.a")
def test_maroon_with_peas_that_the_players_keep(play: Any) -> None:
    game = sink(play, "maroon", order="ABC", players={"B": {"pea": None}, "C": {"pea": None}})
    assert game.log[2:] == ["REDRAW(B)", "REDRAW(C)"]
    assert {a[1] for a in game.asked} == {"return"}


@pytest.mark.clause("CP-9.5.b")
def test_maroon_returns(play: Any) -> None:
    over = {"A": {"pea": 1, "stash": [21, 19]}, "B": {"pea": 2, "stash": [20, 7, 6, 5, 1]}}
    game = sink(play, "maroon", order="ABC", target=40, players={**over, "C": {"pea": 3, "stash": [2]}})
    game.answer("pea_value", 9, "B")
    game.answer("pea_value", 10, "C")
    assert game.asked == [("chosen_ball", "return", p, None) for p in "BCA"]
    assert all(q["private_to"] == q["player"] and q["clause"] == "CP-9.5.b" for q in game.open)
    for bad in (["7", "6", "5", "1"], ["20", "1"], ["7", "7"], ["9"], "7", ["yellow"]):
        notice(game.answer("chosen_ball", bad, "B", purpose="return"))
    assert "not allowed" in notice(game.answer("chosen_ball", ["2"], "C"))
    game.answer("chosen_ball", [], "C")
    game.answer("chosen_ball", ["19"], "A")
    game.answer("chosen_ball", ["7", "6", "5"], "B")
    assert game.log[4:] == ["RETURN(B,5+6+7)", "RETURN(A,19)", "SPOT(5)", "SPOT(6)", "SPOT(7)", "SPOT(19)"]


@pytest.mark.clause("CP-9.5.b")
@pytest.mark.parametrize(
    ("option", "asked", "good", "bad"),
    [("not-shooter", "BC", ["1"], None), ("must-bring-under", "BCA", ["7", "6"], ["6"])],
)
def test_maroon_return_options(play: Any, option: str, asked: str, good: Any, bad: Any) -> None:
    players = {"A": {"pea": 1, "stash": [21, 19]}, "B": {"pea": 2, "stash": [20, 7, 6, 5, 1]}}
    game = sink(play, "maroon", order="ABC", target=40, players=players, options={"cp.maroon_return": option})
    game.answer("pea_value", 9, "B")
    game.answer("pea_value", 10, "C")
    assert [a[2] for a in game.asked] == list(asked)
    if bad:
        assert "not allowed" in notice(game.answer("chosen_ball", bad, "B"))
    said = game.answer("chosen_ball", good, "B")
    assert [r for r in said if r["type"] == "notice"] == []


@pytest.mark.clause("CP-9.5.b")
@pytest.mark.parametrize(("given", "taken"), [(["7"], True), (["6"], False), (["5", "1"], False), (["6", "1"], True)])
def test_a_return_that_must_bring_under_may_bring_to_the_final_score(play: Any, given: list[str], taken: bool) -> None:
    """20, 7, 6, 5, 1 and a pea of 8 are 47: seven points bring B to 40, and there he may win."""
    players = {"A": {"pea": 1, "stash": [9]}, "B": {"pea": 2, "stash": [20, 7, 6, 5, 1]}}
    game = sink(
        play, "maroon", order="ABC", target=40, players=players, options={"cp.maroon_return": "must-bring-under"}
    )
    game.answer("pea_value", 8, "B")
    game.answer("pea_value", 10, "C")
    said = game.answer("chosen_ball", given, "B")
    assert ([r for r in said if r["type"] == "notice"] == []) is taken


# ------------------------------------------------------------------------------------------------ blue


@pytest.mark.clause("CP-9.6.a", "CP-9.6.b", "CP-9.6.c")
def test_blue_swaps_are_picked_in_secret(play: Any) -> None:
    streams = []
    for pick in ("18", "6"):
        game = sink(
            play, "blue", order="ABC", players={"A": {"stash": [18, 6]}, "B": {"stash": [12, 3]}, "C": {"stash": [9]}}
        )
        assert game.asked == [("chosen_ball", "exchange", "A", "B"), ("chosen_ball", "exchange", "B", "A")]
        assert [q["private_to"] for q in game.open] == ["A", "B"]
        assert [q["candidates"] for q in game.open] == [["18", "6"], ["12", "3"]]
        at = len(game.out)
        game.answer("chosen_ball", pick, "A")
        streams.append([r for r in game.out[at:] if r["type"] != "input"])
        assert pick not in str(game.log)
        assert "nobody asked" in notice(game.answer("chosen_ball", "18", "A"))
        assert "not among those" in notice(game.answer("chosen_ball", "18", "B"))
        game.answer("chosen_ball", "3", "B")
        assert game.log[2] == f"SWAP(A:{pick}<->B:3)"
    assert streams[0] == streams[1]
    assert game.asked == [("chosen_ball", "exchange", "A", "C")]


@pytest.mark.clause("CP-9.6.d")
def test_blue_without_balls_on_either_side(play: Any) -> None:
    game = sink(play, "blue", order="ABC", players={"B": {"stash": [12]}})
    assert game.log[2:] == ["NO_SWAP(A,B)", "NO_SWAP(A,C)"]
    game = sink(play, "blue", order="ABC", players={"A": {"stash": [5]}, "C": {"stash": [12]}})
    assert game.log[2:] == ["NO_SWAP(A,B)", "SWAP(A:5<->C:12)"]


@pytest.mark.clause("CP-9.6.a")
def test_blue_a_received_ball_may_be_passed_on_or_not(play: Any) -> None:
    players = {"A": {"stash": [5]}, "B": {"stash": [12]}, "C": {"stash": [3]}}
    game = sink(play, "blue", order="ABC", players=players)
    assert game.log[2:] == ["SWAP(A:5<->B:12)", "SWAP(A:12<->C:3)"]
    game = sink(play, "blue", order="ABC", players=players, options={"cp.blue_mode": "all-fixed"})
    assert game.log[2:] == ["SWAP(A:5<->B:12)", "NO_SWAP(A,C)"]
    players["A"]["stash"] = [5, 9]
    game = sink(play, "blue", order="ABC", players=players, options={"cp.blue_mode": "all-fixed"})
    game.answer("chosen_ball", "9", "A")
    assert game.log[2:] == ["SWAP(A:9<->B:12)", "SWAP(A:5<->C:3)"]


@pytest.mark.clause("CP-9.6.e", "CP-9.7.c", "CP-9.8.c")
@pytest.mark.parametrize(
    ("sunk", "option", "extra"),
    [(["yellow"], "add-up", 0), (["blue"], "add-up", 1), (["orange"], "add-up", 2), (["black"], "add-up", 3),
     (["blue", "orange"], "add-up", 3), (["blue", "orange"], "largest", 2), (["blue", "orange", "black"], "add-up", 3)],
)  # fmt: skip
def test_extra_repositions(play: Any, sunk: list[str], option: str, extra: int) -> None:
    labels = {"orange": "pink"}
    others = [
        w for w in ("yellow", "green", "brown", "blue", "pink", "black") if w not in [labels.get(s, s) for s in sunk]
    ]
    spots = {w: [100 * k - 300, 0] for k, w in enumerate(others)}
    for n in (extra + 1, extra):
        if n > len(others):
            continue
        game = sink(play, *sunk, order="AB", options={"cp.extra_reposition": option})
        said = place(game, **{w: spots[w] for w in others[:n]})
        if n > extra:
            assert f"only {extra} more" in notice(said)
    assert sum(",extra)" in t for t in game.log) == extra


@pytest.mark.clause("CP-9.6.e")
def test_an_extra_one_moved_after_the_answer_is_seen(play: Any) -> None:
    game = sink(play, "blue", order="AB")
    place(game)
    moved = {"id": "green", "label": "green", "from": {"x": 0, "y": 900}, "to": {"x": -100, "y": 300}}
    game.say({"type": "disturbance", "kind": "moved", "balls": [moved]})
    assert game.log == ["REPOSITION(A,green,extra)"]
    assert game.shown["positioned"] == ["blue", "green"]
    moved["id"] = moved["label"] = "black"
    game.say({"type": "disturbance", "kind": "moved", "balls": [moved]})
    assert game.asked == [("external_interference", None, None, None)]


# ------------------------------------------------------------------------------------------------ orange, black


@pytest.mark.clause("CP-9.7.a", "CP-9.7.b")
def test_orange(play: Any) -> None:
    game = sink(play, "orange", players={"B": {"stash": [3, 16]}, "D": {"stash": [21, 1]}})
    assert game.log[2:] == ["TAKE(A<-B,16)", "OWES(C->A)", "TAKE(A<-D,21)"]
    place(game)
    assert game.shown["debts"] == [["C", "A", "orange"]]


@pytest.mark.clause("CP-9.8.a", "CP-9.8.b")
def test_black(play: Any) -> None:
    game = sink(play, "black", players={"B": {"stash": [3, 16, 3]}, "D": {"stash": [5, 5]}})
    (question,) = game.open
    assert (question["player"], question["opponent"], question["candidates"]) == ("A", "B", ["16", "3"])
    assert "must be named" in notice(game.answer("chosen_ball", None, "A"))
    game.answer("chosen_ball", "3", "A", purpose="pick", opponent="B")
    assert game.log[2:] == ["TAKE(A<-B,3)", "NOTHING(C)", "TAKE(A<-D,5)"]


@pytest.mark.clause("CP-9.8.a")
def test_black_may_be_declined_as_a_house_option(play: Any) -> None:
    game = sink(play, "black", order="AB", players={"B": {"stash": [3]}}, options={"cp.black_optional": True})
    assert game.open[0]["candidates"] == ["3", None]
    game.answer("chosen_ball", None, "A")
    assert game.log[2:] == ["NOTHING(B)"]


# ------------------------------------------------------------------------------------------------ several


@pytest.mark.clause("CP-9.9")
def test_all_six_in_the_order_of_their_numbers(play: Any) -> None:
    game = sink(play, "black", "orange", "blue", "maroon", order="AB", players={"B": {"pea": None}})
    game.answer("chosen_ball", [], "B")
    told = [t for t in game.log if t.startswith("WHAMMY")]
    assert told == ["WHAMMY(maroon,A,1)", "WHAMMY(blue,A,2)", "WHAMMY(orange,A,3)", "WHAMMY(black,A,4)"]
    game = sink(play, "green", "yellow", order="AB")
    assert game.log == ["STICK", "WHAMMY(yellow,A,1)", "OWES(A->B)", "WHAMMY(green,A,2)", "OWES(A->B)"]


@pytest.mark.clause("CP-9.10.a", "CP-9.10.b", "CP-9.10.c")
def test_over_and_under_again_within_one_stroke_is_no_bust(play: Any) -> None:
    game = sink(
        play, "orange", "yellow", order="AB", target=60,
        players={"A": {"stash": [20]}, "B": {"stash": [21, 19, 5]}},
    )  # fmt: skip
    assert game.shown["over"] == []
    place(game)
    assert game.log[2:5] == ["GIVE(A->B,20)", "WHAMMY(orange,A,2)", "TAKE(A<-B,21)"]
    assert game.shown["over"] == []


@pytest.mark.clause("CP-9.10.b")
def test_over_when_all_is_done_is_a_bust(play: Any) -> None:
    game = sink(play, "yellow", order="AB", target=60, players={"A": {"stash": [20]}, "B": {"stash": [21, 19, 5]}})
    place(game)
    assert game.shown["over"] == ["B"]


# ------------------------------------------------------------------------------------------------ the fourth


@pytest.mark.clause("CP-9.11.a", "CP-8.5")
@pytest.mark.parametrize(("option", "out"), [("ball", True), ("stroke", False)])
def test_counted_by_ball_or_by_stroke(play: Any, option: str, out: bool) -> None:
    game = sink(
        play, "blue", "black", order="AB", players={"A": {"whammies": 2}}, options={"cp.whammy_count_by": option}
    )
    place(game)
    assert (game.score("A")["out"] == "fourth_whammy") is out
    assert game.score("A")["whammies"] == (4 if out else 3)


@pytest.mark.clause("CP-9.11.a")
@pytest.mark.parametrize(("option", "tallies"), [("ball", [1, 2, 3]), ("stroke", [1, 1, 1])])
def test_the_tally_that_each_whammy_of_a_stroke_is_told_with(play: Any, option: str, tallies: list[int]) -> None:
    sunk = ["yellow", "green", "black"]
    game = sink(play, *sunk, order="AB", options={"cp.whammy_count_by": option})
    told = [t for t in game.log if t.startswith("WHAMMY(")]
    assert told == [f"WHAMMY({w},A,{n})" for w, n in zip(sunk, tallies, strict=True)]
    alone = sink(play, "black", order="AB", options={"cp.whammy_count_by": option})
    assert alone.log[1] == "WHAMMY(black,A,1)"


@pytest.mark.clause("CP-9.11.a", "CP-9.11.b")
@pytest.mark.parametrize(("last", "handed"), [("yellow", True), ("black", False)])
def test_the_whammy_that_dropped_last_may_decide_how_he_goes_out(play: Any, last: str, handed: bool) -> None:
    """Of three that dropped on one stroke, yellow hands his balls round, and black puts them on the table."""
    dropped = [w for w in ("yellow", "blue", "black") if w != last] + [last]
    options = {"cp.fourth_whammy_colour": "last-dropped"}
    players = {"A": {"whammies": 1, "stash": [9, 7, 5]}}
    game = sink(play, *dropped, order="ABC", options=options, players=players)
    while game.asked:
        about, _, player, opponent = game.asked[0]
        value: Any = {} if about == "reposition_choice" else game.open[0]["candidates"][0]
        game.answer(about, value, player, **({"opponent": opponent} if opponent else {}))
    assert game.score("A")["out"] == "fourth_whammy"
    assert any(t.startswith("SPOT(") for t in game.log) is not handed


@pytest.mark.clause("CP-9.11.b")
def test_out_on_yellow_all_balls_are_handed_round(play: Any) -> None:
    game = sink(play, "yellow", order="ABC", players={"A": {"whammies": 3, "stash": [9, 7, 5, 3, 1]}})
    assert game.log[2:] == ["GIVE(A->B,9)", "GIVE(A->C,7)", "GIVE(A->B,5)", "GIVE(A->C,3)", "GIVE(A->B,1)"]
    place(game)
    assert game.log[-4:] == ["REPOSITION(A,yellow)", "UNSTICK", "OUT(A,fourth_whammy)", "NEXT(B,1)"]


@pytest.mark.clause("CP-9.11.b")
def test_out_on_green_in_its_order(play: Any) -> None:
    game = sink(play, "green", order="ABC", players={"A": {"whammies": 3, "stash": [9, 7, 5]}})
    assert game.log[2:] == ["GIVE(A->C,9)", "GIVE(A->B,7)", "GIVE(A->C,5)"]


@pytest.mark.clause("CP-9.11.c")
def test_out_on_another_colour_spots_the_rest_and_cancels_debts(play: Any) -> None:
    game = sink(
        play, "blue", order="ABC", players={"A": {"whammies": 3, "stash": [9, 7]}}, debts=[["B", "A", "orange"]]
    )
    place(game)
    assert game.log[-4:] == ["SPOT(7)", "SPOT(9)", "OUT(A,fourth_whammy)", "NEXT(B,1)"]
    assert game.debts() == []


@pytest.mark.clause("CP-9.11.d")
def test_the_distribution_can_make_others_bust(play: Any) -> None:
    game = sink(
        play, "yellow", order="ABC", target=40, players={"A": {"whammies": 3, "stash": [21, 20]}, "B": {"stash": [15]}}
    )
    place(game)
    assert game.shown["over"] == ["B"]
    assert game.score("A")["out"] == "fourth_whammy"


@pytest.mark.clause("CP-9.11.a", "CP-9.9")
@pytest.mark.parametrize(("option", "handed"), [("fourth", True), ("last-action", False), ("last-dropped", True)])
def test_which_whammy_he_goes_out_on(play: Any, option: str, handed: bool) -> None:
    """Black drops, then green: the tally reaches four with green; black is the last action, green dropped last."""
    game = sink(
        play, "black", "green", order="ABC", players={"A": {"whammies": 3, "stash": [9, 7, 5, 3]}, "C": {"pea": 1}},
        options={"cp.fourth_whammy_colour": option},
    )  # fmt: skip
    place(game)
    assert ("GIVE(A->C,5)" in game.log or "GIVE(A->C,9)" in game.log[5:]) is handed
    assert any(t.startswith("SPOT") for t in game.log) is not handed


# ------------------------------------------------------------------------------------------------ the stick


@pytest.mark.clause("CP-10.1", "CP-14.2")
def test_the_table_is_stuck_until_the_transaction_is_done(play: Any) -> None:
    game = sink(play, "black")
    assert game.log[0] == "STICK"
    assert "UNSTICK" not in game.log
    assert "is stuck" in notice(game.input("leave", "B"))
    place(game)
    assert "UNSTICK" in game.log


@pytest.mark.clause("CP-10.3", "CP-16.3")
def test_a_ball_touched_while_sticking(play: Any) -> None:
    """CS-70 too: the penalty after the transaction, then out for the third fouling inning."""
    game = sink(play, "black", players={"A": {"foul_innings": 2, "stash": [10, 3]}, "B": {"stash": [6]}})
    game.fact("touched_by_equipment", ["5a"])
    assert game.fouls == []
    place(game)
    assert game.fouls == [("touched_ball_while_sticking", "CP-10.3")]
    game.answer("chosen_ball", "6", "A")
    assert game.log[-8:] == [
        "UNSTICK", "FOUL(touched_ball_while_sticking)", "PENALTY(A,6)", "SPOT(6)", "SPOT(3)", "SPOT(10)",
        "OUT(A,three_fouling_innings)", "NEXT(B,1)",
    ]  # fmt: skip


@pytest.mark.clause("CP-10.3")
@pytest.mark.parametrize(("balls", "foul"), [([], True), (["5a"], True), (["black"], False), (["black", "5a"], True)])
def test_the_whammy_itself_may_be_touched(play: Any, balls: list[str], foul: bool) -> None:
    game = sink(play, "black")
    rows = [{"id": b, "label": b.rstrip("a") if b == "5a" else b} for b in balls]
    game.say({"type": "disturbance", "kind": "touched", "balls": rows})
    place(game)
    assert (game.fouls != []) is foul


@pytest.mark.clause("CP-10.3")
@pytest.mark.parametrize("foul", [True, False])
def test_a_ball_that_moved_under_the_stick_is_asked_about(play: Any, foul: bool) -> None:
    game = sink(play, "black")
    moved = {"id": "5a", "label": "5", "from": {"x": 0, "y": 0}, "to": {"x": 9, "y": 0}}
    game.say({"type": "disturbance", "kind": "moved", "balls": [moved]})
    place(game)
    (question,) = game.open
    assert (question["about"], question["asks"], question["clause"]) == ("touched_by_equipment", "referee", "CP-10.3")
    game.fact("touched_by_equipment", foul)
    assert (game.fouls == [("touched_ball_while_sticking", "CP-10.3")]) is foul
    assert game.next == (["B", 1] if foul else ["A", 2])


@pytest.mark.clause("CP-10.3", "CP-8.4.b")
def test_the_table_is_no_longer_stuck_while_the_sticks_penalty_is_chosen(play: Any) -> None:
    game = sink(play, "black", players={"A": {"stash": [10, 3]}})
    game.fact("touched_by_equipment", True)
    assert "the table is stuck" in notice(game.input("leave", "B"))
    place(game)
    assert game.asked == [("chosen_ball", "penalty", "A", None)]
    assert "A has not answered chosen_ball yet" in notice(game.input("leave", "B"))
    assert "STROKE_WHILE_STUCK" not in str(game.stroke())


MOVED = {"id": "5a", "label": "5", "from": {"x": 0, "y": 0}, "to": {"x": 9, "y": 0}}


@pytest.mark.clause("CP-9.5.a")
def test_what_is_no_pea_is_not_drawn_after_a_maroon(play: Any) -> None:
    game = sink(play, "maroon", order="AB", players={"A": {"pea": 3}, "B": {"pea": 5}})
    before = game.rules._referee.state.worlds[0].state
    for value, words in (
        ("system", "the program draws the pea and says its number"),
        ("x", "a pea is a whole number"),
        (7.5, "a pea is a whole number"),
        (True, "a pea is a whole number"),
        (0, "there is no pea with that number: 1 to 15"),
        (3, "that pea is not in the bottle"),
    ):
        said = Input(0.0, "player", "answer", "B", {"about": "pea_value", "value": value})
        step = GAME.step(before, said)
        assert step.state == before
        assert step.refused is not None
        assert step.refused.reason == f"answer: pea_value: {words}"


@pytest.mark.clause("CP-10.3")
@pytest.mark.parametrize(
    ("kind", "ball"),
    [("moved", {**MOVED, "to": None}), ("moved", {**MOVED, "from": None}), ("removed", {**MOVED, "to": None}),
     ("moved", {**MOVED, "id": "green", "label": "green", "to": {"x": 300, "y": 0}})],
)  # fmt: skip
def test_no_stick_foul_is_asked_about_without_cause(play: Any, kind: str, ball: Any) -> None:
    """Only a ball that lay here before and lies there now, and that nobody may move meanwhile, is a reason to ask."""
    game = sink(play, "black")
    game.say({"type": "disturbance", "kind": kind, "balls": [ball]})
    place(game)
    assert game.asked == []
    assert game.next == ["A", 2]


@pytest.mark.clause("CP-10.3")
def test_what_the_referee_has_said_of_the_stick_is_not_asked_again(play: Any) -> None:
    for value, foul in ((False, False), (True, True), (["5a"], True)):
        game = sink(play, "black")
        game.say({"type": "disturbance", "kind": "moved", "balls": [MOVED]})
        assert [r for r in game.fact("touched_by_equipment", value) if r["type"] == "notice"] == []
        assert game.asked == [("reposition_choice", None, "A", None)]
        place(game)
        assert game.asked == []
        assert (game.fouls == [("touched_ball_while_sticking", "CP-10.3")]) is foul
    game = sink(play, "black")
    game.fact("touched_by_equipment", False)
    game.say({"type": "disturbance", "kind": "moved", "balls": [MOVED]})  # later: he has said nothing of that
    place(game)
    assert game.asked == [("touched_by_equipment", None, None, None)]


@pytest.mark.clause("CP-10.3")
@pytest.mark.parametrize(("option", "fouls"), [("stay", 1), ("per-ball", 3)])
def test_every_ball_seen_moved_under_the_stick_counts_where_the_house_counts_balls(
    play: Any, option: str, fouls: int
) -> None:
    game = sink(play, "black", options={"cp.stick_foul": option})
    for balls in (["5a"], ["5a", "6a", "7a"], ["6a"]):
        rows = [{**MOVED, "id": b, "label": b[0]} for b in balls]
        game.say({"type": "disturbance", "kind": "moved", "balls": rows})
    place(game)
    game.answer("touched_by_equipment", True)
    assert len(game.fouls) == fouls


@pytest.mark.clause("CP-10.3", "CP-9.11.a")
def test_the_stick_foul_of_who_is_out_is_neither_asked_about_nor_ruled(play: Any) -> None:
    """P7: if the player is still in. His fourth whammy has put him out; it would make no difference."""
    for touched in (False, True):
        game = sink(play, "black", players={"A": {"whammies": 3}})
        game.say({"type": "disturbance", "kind": "moved", "balls": [MOVED]})
        if touched:
            game.fact("touched_by_equipment", True)
        place(game)
        assert game.asked == []
        assert game.fouls == []
        assert game.score("A")["out"] == "fourth_whammy"
        assert game.next == ["B", 1]


@pytest.mark.clause("CP-10.3")
@pytest.mark.parametrize(("option", "fouls"), [("stay", 1), ("restore", 1), ("per-ball", 3)])
def test_one_foul_per_sticking_or_per_ball(play: Any, option: str, fouls: int) -> None:
    game = sink(play, "black", options={"cp.stick_foul": option})
    game.fact("touched_by_hand", ["5a", "6a", "7a"])
    place(game)
    assert len(game.fouls) == fouls
    assert game.debts() == [["A", "TABLE"]] * fouls


@pytest.mark.clause("CP-10.3", "CP-8.2.opt1")
def test_stick_foul_under_option_1(play: Any) -> None:
    for option, following in (("yes", ["A", 2]), ("no", ["B", 1])):
        options = {"option_1": True, "cp.opt1_second_stroke_after_foul": option}
        game = sink(play, "black", options=options)
        game.fact("touched_by_hand", True)
        place(game)
        assert game.next == following


# ------------------------------------------------------------------------------------------------ between transactions


@pytest.mark.clause("CP-9.6.e", "CP-9.1.b")
def test_an_extra_whammy_seen_moved_uses_up_the_allowance(play: Any) -> None:
    """Black allows three more; each that the camera sees placed after the stick is up is one of them, and no other."""
    game = sink(play, "blue", order="AB")
    place(game, blue=[0, 0])
    moved = {"id": "green", "label": "green", "from": {"x": 0, "y": 900}, "to": {"x": -100, "y": 300}}
    said = game.say({"type": "disturbance", "kind": "placed", "balls": [moved]})
    assert [r["log"] for r in said if r["type"] == "ruling"] == [["REPOSITION(A,green,extra)"]]
    assert game.shown["positioned"] == ["blue", "green"]
    again = {"id": "yellow", "label": "yellow", "from": {"x": 0, "y": 800}, "to": {"x": 200, "y": 300}}
    said = game.say({"type": "disturbance", "kind": "placed", "balls": [again]})
    assert not any("REPOSITION" in token for r in said if r["type"] == "ruling" for token in r["log"])
    assert game.shown["positioned"] == ["blue", "green"], "the allowance of one is used"


@pytest.mark.clause("CP-9.6.e", "CP-9.1.b")
def test_the_allowance_of_extra_whammies_ends_with_the_inning(play: Any) -> None:
    """A's second stroke ends his inning; what the camera sees placed later is no extra one, and dead for nobody."""
    game = sink(play, "blue", order="ABC", stroke_no=2)
    place(game, blue=[0, 0])
    assert game.next == ["B", 1]
    moved = {"id": "green", "label": "green", "from": {"x": 0, "y": 900}, "to": {"x": -100, "y": 300}}
    game.say({"type": "disturbance", "kind": "placed", "balls": [moved]})
    assert game.log[-1] == "NEXT(B,1)"
    assert game.shown["positioned"] == []


@pytest.mark.clause("CP-9.1.a")
@pytest.mark.parametrize(
    ("x", "y", "word"),
    [(0.0, 2000.0, "bed"), (705.0, 1415.0, "jaws"), (5000.0, 0.0, "bed")],
)
def test_a_whammy_can_not_be_put_just_anywhere(play: Any, x: float, y: float, word: str) -> None:
    game = sink(play, "blue", order="AB")
    player = game.open[0]["player"]
    said = game.answer("reposition_choice", {"blue": [x, y]}, player)
    assert "reposition_choice" in notice(said)
    said = game.input("place", by="referee", ball="blue", x=x, y=y)
    assert notice(said)
    place(game, blue=[0, 0])
    assert game.log[-1] == "NEXT(A,2)"
