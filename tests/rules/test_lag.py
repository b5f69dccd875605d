"""The lag: the worked scenarios L, and the clauses FI-2 and HU-I.4 in their order."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.rules.game import Setting
from callshot.rules.games import GAMES
from callshot.rules.notation import parse_stroke
from callshot.rules.vocabulary import Ball, Input, Layout
from callshot.tracker.referee import begin

BOTH = ["lag-fi", "lag-hu"]
LENGTH = 2540.0
FOOT = "cuea|foot cueb|foot"


def rest(x_mm: float, y_mm: float) -> str:
    """Where both balls come to rest, as distances of their contact points from the head cushion's nose."""
    return f"=cuea:-300,{x_mm - LENGTH / 2:.1f} =cueb:300,{y_mm - LENGTH / 2:.1f}"


def clause_of(game: str, hu: str) -> str:
    return "FI-2.d" if game.endswith("fi") else hu


@pytest.mark.scenario("L-01")
@pytest.mark.clause("FI-2.a", "FI-2.c", "HU-I.4.a", "HU-I.4.e", "HU-I.4.d", "HU-I.8")
@pytest.mark.parametrize("game", BOTH)
def test_nearer_ball_wins_and_chooses(table: Any, game: str) -> None:
    t = table(game).play(f"cuea>- {FOOT} {rest(120, 85)}")
    assert t.log == "LAG(Y) OPTIONS(Y,break|pass)"
    assert (t.question.about, t.question.player) == ("lag_choice", "Y")
    assert t.latest.next is None


@pytest.mark.scenario("L-02")
@pytest.mark.clause("FI-2.d", "HU-I.4.f.5")
@pytest.mark.parametrize("game", BOTH)
def test_side_cushion_loses(table: Any, game: str) -> None:
    t = table(game).play(f"cuea>- {FOOT} cuea|left-foot {rest(40, 400)}")
    assert t.fouls == [("lag_side_cushion", clause_of(game, "HU-I.4.f.5"))]
    assert "LAG(Y)" in t.log


@pytest.mark.scenario("L-04")
@pytest.mark.clause("FI-2.d", "HU-I.4.f.2", "HU-I.4.f.3", "HU-I.4.g")
@pytest.mark.parametrize("game", BOTH)
def test_both_lost_is_replayed(table: Any, game: str) -> None:
    t = table(game).play("cuea>- cueb|foot cueb@head-right =cuea:-300,200")
    assert t.fouls == [
        ("lag_no_foot_cushion", clause_of(game, "HU-I.4.f.2")),
        ("lag_pocketed", clause_of(game, "HU-I.4.f.3")),
    ]
    assert t.log.endswith("REPLAY_LAG")
    t.play(f"cuea>- {FOOT} {rest(120, 85)}")
    assert "LAG(Y)" in t.log


@pytest.mark.scenario("L-05")
@pytest.mark.clause("FI-2.d", "HU-I.4.f.6")
@pytest.mark.parametrize("game", BOTH)
def test_ball_in_the_jaws_loses(table: Any, game: str) -> None:
    t = table(game).play(f"cuea>- {FOOT} {rest(-5, 600)}")
    assert t.fouls == [("lag_in_jaws", clause_of(game, "HU-I.4.f.6"))]
    assert "LAG(Y)" in t.log


@pytest.mark.scenario("L-06")
@pytest.mark.clause("FI-2.c", "HU-I.4.e")
@pytest.mark.parametrize("game", BOTH)
def test_head_cushion_does_not_matter(table: Any, game: str) -> None:
    t = table(game).play(f"cuea>- {FOOT} cuea|head {rest(200, 210)}")
    assert "LAG(X)" in t.log


@pytest.mark.scenario("L-07")
@pytest.mark.clause("HU-I.4.g", "FI-2.c")
@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(("said", "token"), [("X", "LAG(X)"), ("Y", "LAG(Y)"), (None, "REPLAY_LAG")])
def test_one_millimetre_is_the_referees(table: Any, game: str, said: str | None, token: str) -> None:
    t = table(game).play(f"cuea>- {FOOT} {rest(101, 100)}")
    assert (t.question.about, t.question.asks, t.question.candidates) == (
        "lag_rest_distance",
        "referee",
        ("X", "Y", None),
    )
    t.answer("lag_rest_distance", said)
    assert token in t.log


@pytest.mark.clause("HU-I.4.e", "FI-2.c")
@pytest.mark.parametrize(
    ("said", "token"),
    [
        ({"cuea": 101, "cueb": 100}, "LAG(Y)"),
        ({"X": 99, "Y": 100}, "LAG(X)"),
        ({"cuea": 100, "cueb": 100}, "REPLAY_LAG"),
        ({"cuea": 100}, "REPLAY_LAG"),
        ("cueb", "LAG(Y)"),
    ],
)
def test_distances_that_the_referee_measured(table: Any, said: object, token: str) -> None:
    t = table("lag-hu").play(f"cuea>- {FOOT} {rest(101, 100)}").fact("lag_rest_distance", said)
    assert token in t.log


@pytest.mark.scenario("L-09")
@pytest.mark.clause("FI-2.d", "HU-I.4.f.4")
@pytest.mark.parametrize("game", BOTH)
def test_ball_off_the_table_loses(table: Any, game: str) -> None:
    t = table(game).play("cuea>- cueb|foot cuea|foot cuea! =cueb:300,-770")
    assert t.fouls == [("lag_off_table", clause_of(game, "HU-I.4.f.4"))]
    assert "LAG(Y)" in t.log


@pytest.mark.scenario("L-10")
@pytest.mark.clause("HU-I.4.g")
@pytest.mark.parametrize("game", BOTH)
def test_both_touch_a_side_cushion(table: Any, game: str) -> None:
    t = table(game).play(f"cuea>- {FOOT} cuea|left-foot cueb|right-head {rest(40, 30)}")
    assert t.log.endswith("REPLAY_LAG")


@pytest.mark.scenario("L-11")
@pytest.mark.clause("HU-I.4.b")
def test_striped_lag_ball_is_put_to_the_referee() -> None:
    referee, _ = begin(GAMES["lag-hu"], Setting(("X", "Y")))
    assert referee is not None
    _, said = referee.feed(Layout(0.0, (Ball("cuea", "9", -300, -800), Ball("cueb", "cue", 300, -800))))
    assert [(q.about, q.asks, q.clause) for q in said.questions] == [("ball_identity", "referee", "HU-I.4.b")]
    referee, _ = begin(GAMES["lag-hu"], Setting(("X", "Y")))
    assert referee is not None
    _, said = referee.feed(Layout(0.0, (Ball("cuea", "cue", -300, -800), Ball("cueb", "cue", 300, -800))))
    assert said.questions == ()


@pytest.mark.clause("HU-I.4.c", "FI-2.b")
@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(
    ("x_mm", "y_mm", "told"),
    [(-300, -800, 0), (-300, -635.1, 0), (-300, -635, 1), (-300, -600, 1), (300, -800, 1), (0, -800, 0)],
)
def test_start_position_is_pointed_out(game: str, x_mm: float, y_mm: float, told: int) -> None:
    referee, _ = begin(GAMES[game], Setting(("X", "Y")))
    assert referee is not None
    _, said = referee.feed(Layout(0.0, (Ball("cuea", "cue", x_mm, y_mm), Ball("cueb", "cue", 200, -800))))
    assert [r.log for r in said.rulings] == [("WARN(X,kitchen)",)] * told


@pytest.mark.scenario("L-12")
@pytest.mark.clause("HU-I.4.e", "FI-2.c")
@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(("choice", "breaker"), [("pass", "X"), ("break", "Y")])
def test_winner_breaks_or_passes(table: Any, game: str, choice: str, breaker: str) -> None:
    t = table(game).play(f"cuea>- {FOOT} {rest(120, 85)}").answer("lag_choice", choice, "Y")
    assert t.log == f"LAG(Y) OPTIONS(Y,break|pass) CHOICE(Y,{choice}) NEXT({breaker},1)"
    assert t.next == (breaker, "in-hand-behind-head-string")


@pytest.mark.clause("HU-I.4.b", "HU-I.4.c")
def test_balls_that_lie_there_after_the_lag_are_nobodys_start(table: Any) -> None:
    """The winner is known, and then has chosen: a striped ball or one over the string starts no lag any more."""
    t = table("lag-hu").play(f"cuea>- {FOOT} {rest(120, 85)}")
    there = Layout(9.0, (Ball("cuea", "9", 300, 100), Ball("cueb", "cue", -300, 100)))
    assert (t.feed(there).said.rulings, [q.about for q in t.said.questions]) == ((), [])
    t.answer("lag_choice", "break", "Y")
    assert (t.feed(there).said.rulings, t.said.questions) == ((), ())


@pytest.mark.clause("HU-I.4.e", "FI-2.c")
@pytest.mark.parametrize("fact", ["lag_crossed_long_string", "lag_side_rail_contact"])
def test_what_was_said_of_a_lag_is_not_said_of_the_next(table: Any, fact: str) -> None:
    """Both lags were lost by what the referee said; the replay is judged on its own."""
    t = table("lag-hu").play(f'cuea>- {FOOT} {rest(120, 85)} !{fact}={{"cuea":true,"cueb":true}}')
    assert t.log.endswith("REPLAY_LAG")
    assert "LAG(Y)" in t.play(f"cuea>- {FOOT} {rest(120, 85)}").log


@pytest.mark.clause("HU-I.4.f.1", "FI-2.d")
@pytest.mark.parametrize("game", BOTH)
def test_opponents_half_loses(table: Any, game: str) -> None:
    t = table(game).play(f"cuea>- {FOOT} =cuea:40,-1200 =cueb:300,-900")
    assert t.fouls == [("lag_crossed", clause_of(game, "HU-I.4.f.1"))]


@pytest.mark.clause("HU-I.4.h")
def test_coin_only_where_the_house_allows_it(table: Any) -> None:
    t = table("lag-hu", coin_toss="yes").play("cuea>- =cuea:-300,200 =cueb:300,200")
    assert t.log.endswith("COIN_FLIP(X,Y)")
    t.answer("coin_flip", "X")
    assert t.log.endswith("OPTIONS(X,break|pass)")


@pytest.mark.clause("HU-II.1.e")
def test_deciding_set_is_lagged_for_and_starters_alternate(table: Any) -> None:
    eight = 'shooter=X phase=play groups={"X":"solids"} on_table=8,9'
    t = table("8ball-hu", eight, sets="3", calls="evident").play("cue>8 8@head-left")
    assert t.log.startswith("RACK(X)")
    assert t.next[0] == "Y", "the other player starts the second set"
    t.play("cue>1 1|foot 2|foot 3|foot 4|foot", "cue>1 8@head-left")
    assert t.log.startswith("LOSS(X,eight_early) RACK(Y)")
    assert t.referee.show()["phase"] == "lag"
    assert t.latest.next is None, "both play the lag: nobody is next"
    last = t.referee.state.worlds[0].state.last_stroke
    assert last == 3
    t.play(f"cuea>- {FOOT} cuea|left-foot cueb|right-foot {rest(120, 85)}")
    assert t.latest.legal is False and t.log.endswith("REPLAY_LAG")
    assert t.latest.next is None
    t.play(f"cuea>- {FOOT} {rest(120, 85)}").answer("lag_choice", "break", "Y")
    assert t.next == ("Y", "in-hand-behind-head-string")
    assert t.referee.show()["phase"] == "break"


@pytest.mark.clause("HU-II.1.e", "HU-I.4.e", "HU-I.4.g", "FI-2.c")
@pytest.mark.parametrize(
    ("game", "choice", "distance"), [("8ball-hu", "HU-I.4.e", "HU-I.4.g"), ("8ball-fi", "FI-2.c", "FI-2.c")]
)
def test_the_lag_of_a_deciding_set_names_the_clauses_of_the_lag(
    table: Any, game: str, choice: str, distance: str
) -> None:
    eight = 'shooter=X phase=play groups={"X":"solids"} on_table=8,9'
    t = table(game, eight, sets="3", calls="evident").play("cue>8 8@head-left")
    t.play("cue>1 1|foot 2|foot 3|foot 4|foot", "cue>1 8@head-left")
    assert t.referee.show()["phase"] == "lag"
    t.play(f"cuea>- {FOOT} {rest(100, 100.4)}")
    assert (t.question.about, t.question.clause) == ("lag_rest_distance", distance)
    t.fact("lag_rest_distance", "X")
    assert (t.question.about, t.question.player, t.question.clause) == ("lag_choice", "X", choice)


@pytest.mark.clause("HU-I.4.c", "FI-2.b")
@pytest.mark.parametrize("game", BOTH)
def test_each_player_is_pointed_to_his_start_position_once(game: str) -> None:
    referee, _ = begin(GAMES[game], Setting(("X", "Y")))
    assert referee is not None
    logs = []
    for _ in range(2):
        for left, right in ((-600, -800), (-600, -600)):
            layout = Layout(0.0, (Ball("cuea", "cue", -300, left), Ball("cueb", "cue", 300, right)))
            referee, said = referee.feed(layout)
            logs += [r.log for r in said.rulings]
    assert logs == [("WARN(X,kitchen)",), ("WARN(Y,kitchen)",)]


def test_what_a_lag_shows(table: Any) -> None:
    t = table("lag-hu")
    assert t.referee.show() == {"phase": "break", "winner": None, "breaker": None}
    t.play(f"cuea>- {FOOT} {rest(120, 85)}")
    assert t.referee.show() == {"phase": "break", "winner": "Y", "breaker": None}
    t.answer("lag_choice", "pass", "Y")
    assert t.referee.show() == {"phase": "over", "winner": "Y", "breaker": "X"}


def test_a_lag_before_the_winner_has_chosen_changes_nothing_whatever_he_chooses(table: Any) -> None:
    t = table("lag-hu").play(f"cuea>- {FOOT} {rest(120, 85)}")
    assert t.question.about == "lag_choice"
    t.feed(parse_stroke(f"#2 cuea>- {FOOT} {rest(85, 120)}"))
    assert "the lag is decided" in (t.said.refused or "")
    t.answer("lag_choice", "break", "Y")
    assert t.next[0] == "Y"


def test_nonsense_is_refused(table: Any) -> None:
    t = table("lag-hu")
    t.feed(parse_stroke("#1 cue>3 3|foot"))
    assert "no lag" in (t.said.refused or "")
    assert t.refused("answer", about="lag_choice", value="break")
    assert t.refused("call", ball="1", pocket="head-left")
    t.play(f"cuea>- {FOOT} {rest(120, 85)}")
    assert t.refused("answer", "X", about="lag_choice", value="break")
    assert t.refused("answer", "Y", about="lag_choice", value="maybe")
    t.feed(Input(0.0, "player", "answer", "Y", {"about": "lag_choice", "value": 1}))
    assert t.said.refused


def test_lags_out_of_order_and_before_an_answer(table: Any) -> None:
    t = table("lag-hu").play(f"cuea>- {FOOT} cuea|left-foot cueb|right-foot {rest(120, 85)}")
    assert t.log.endswith("REPLAY_LAG")
    t.feed(parse_stroke(f"#1 cuea>- {FOOT} {rest(120, 85)}"))
    assert "stroke 1 comes after stroke 1" in (t.said.refused or "")
    t.play(f"cuea>- {FOOT} {rest(120, 85)}")
    game, state = t.referee.game.game, t.referee.state.worlds[0].state
    early = game.step(state, parse_stroke(f"#3 cuea>- {FOOT} {rest(120, 85)}"))
    assert "lag_choice is not answered yet" in early.refused.reason
    t.answer("lag_choice", "pass", "Y")
    t.feed(parse_stroke(f"#3 cuea>- {FOOT} {rest(120, 85)}"))
    assert "the lag is decided, X breaks" in (t.said.refused or "")
    assert "no ball is frozen in a lag" in t.refused("fact", by="referee", fact="rail_frozen_at_start", value=["cuea"])


@pytest.mark.clause("FI-2.d", "HU-I.4.f.6", "HU-I.4.d")
@pytest.mark.parametrize(
    ("fact", "value", "winner"),
    [
        ("lag_crossed_long_string", ["cueb"], "X"),
        ("lag_crossed_long_string", [], "Y"),
        ("lag_foot_rail_contacts", {"cuea": 1, "cueb": 0}, "X"),
        ("lag_foot_rail_contacts", {"cuea": 0, "cueb": 1}, "Y"),
        ("lag_foot_rail_contacts", ["cuea"], "X"),
        ("lag_side_rail_contact", ["cueb"], "X"),
    ],
)
def test_referee_may_say_what_the_balls_did(table: Any, fact: str, value: Any, winner: str) -> None:
    """The nearer ball is Y's; what the referee saw of it goes before that."""
    t = table("lag-fi").play(f"cuea>- {FOOT} {rest(120, 85)}")
    assert t.log.startswith("LAG(Y)")
    t.say("fact", by="referee", fact=fact, value=value)
    assert f"LAG({winner})" in t.log
