"""A session that begins in mid-rack: no break where nothing was racked, nothing said that can't be known."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.rules.game import Setting
from callshot.rules.notation import parse_stroke
from callshot.rules.racks import RACKS
from callshot.rules.vocabulary import Ball, Layout

SPREAD = "~cue:0,300 ~3:100,-200 ~5:300,500 ~9:-200,800"


def test_spread_balls_are_no_break(table: Any) -> None:
    t = table("9ball-fi").play(f"cue>3 3|foot {SPREAD}")
    assert t.latest.legal is True
    assert t.next == ("Y", "in-position")
    assert t.latest.next.ball_on == ("3",)
    assert t.latest.next.options == (), "no push-out: it was no break"
    assert t.referee.show()["on_table"] == ["3", "5", "9"]


def test_fourteen_one_in_mid_rack_has_no_opening_break(table: Any) -> None:
    t = table("141-fi").play(f"cue>3 3|foot {SPREAD}")
    assert t.log == "NEXT(Y,1)"


def test_spread_balls_give_no_kitchen_warning(table: Any) -> None:
    t = table("9ball-fi")
    t.feed(Layout(0.0, (Ball("cue", "cue", 0, 300), Ball("3", "3", 100, -200), Ball("9", "9", 0, 0))))
    assert t.said.rulings == ()


@pytest.mark.parametrize(
    ("stroke", "words"),
    [
        (f"#1 cue>3 3|foot {SPREAD} ~12:0,0", "'12'"),
        (f"#1 cue>3 3|foot {SPREAD} ~ball:0,0", "'ball'"),
        ("#1 cue>3 3|foot ~cue:0,300 ~3:100,-200", "without the 9"),
    ],
)
def test_what_cannot_be_known_is_not_ruled(table: Any, stroke: str, words: str) -> None:
    t = table("9ball-fi").feed(parse_stroke(stroke))
    assert words in (t.said.refused or "")


@pytest.mark.parametrize("game", ["8ball-fi", "8ball-hu"])
def test_eight_ball_without_the_eight_cannot_be_known(table: Any, game: str) -> None:
    t = table(game).feed(parse_stroke("#1 cue>3 3|foot ~cue:0,300 ~3:100,-200 ~9:400,0"))
    assert "a game in progress without the 8" in (t.said.refused or "")


@pytest.mark.parametrize(("said", "fouls"), [("solids", []), ("stripes", ["wrong_ball_first"]), ("open", [])])
def test_groups_that_nobody_said_are_asked_where_they_matter(table: Any, said: str, fouls: list[str]) -> None:
    t = table("8ball-fi").play("cue>3 3|foot ~cue:0,0 ~3:100,-200 ~8:300,500 ~9:-200,800")
    assert (t.question.about, t.question.candidates) == ("groups", ("open", "solids", "stripes"))
    t.answer("groups", said)
    assert [f.code for f in t.latest.fouls] == fouls
    assert t.score("X")["group"] == {"open": None}.get(said, said)


def test_eight_down_in_a_game_begun_elsewhere_is_not_called_lost(table: Any) -> None:
    t = table("8ball-fi", calls="evident").play("cue>8 8@head-left ~cue:0,0 ~8:300,500 ~9:-200,800")
    assert t.latest.over is None
    t.answer("groups", "solids")
    assert t.latest.over.winner == "X", "his solids were all down"


def test_later_rack_that_is_not_racked_is_refused(table: Any) -> None:
    t = table("9ball-fi", race="2").play("cue>1 9@head-left")
    t.feed(parse_stroke(f"#2 cue>3 3|foot {SPREAD}"))
    assert "no break" in (t.said.refused or "")


def diamond() -> str:
    labels = ["1", "8", "2", "7", "9", "3", "4", "5", "6"]
    places = RACKS["9-ball"](Setting(("X", "Y"))).places
    return " ".join(f"~{b}:{p.x_mm + 1:.1f},{p.y_mm:.1f}" for b, p in zip(labels, places, strict=True))


def test_racked_balls_are_a_break(table: Any) -> None:
    t = table("9ball-hu").play(f"cue>1 3|foot ~cue:0,-900 {diamond()}")
    assert t.fouls == [("illegal_break", "HU-III.2.2.5")]


def test_new_rack_before_the_last_one_is_over_is_refused(table: Any) -> None:
    t = table("9ball-hu", "shooter=X phase=play on_table=3,9", race="3")
    t.feed(parse_stroke(f"#1 cue>1 3|foot ~cue:0,-900 {diamond()}"))
    assert "not over" in (t.said.refused or "")
    t.say("override", by="referee", over={"what": "rack", "winner": "Y"})
    t.play(f"cue>1 4@foot-left ~cue:0,-900 {diamond()}")
    assert t.next == ("Y", "in-position")
