"""A lag with any two balls: the first player's is the one on the left, whatever it is called."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.rules.lag_judging import as_lag
from callshot.rules.notation import parse_stroke

BOTH = ["lag-fi", "lag-hu"]
START = "~cue:-267,-650 ~1:271,-640"


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(("cue_y", "one_y", "winner"), [(-1110, -990, "X"), (-990, -1110, "Y")])
def test_cue_ball_and_an_object_ball(table: Any, game: str, cue_y: int, one_y: int, winner: str) -> None:
    t = table(game).play(f"cue>- cue|foot 1|foot {START} =cue:-300,{cue_y} =1:450,{one_y}")
    assert t.log == f"LAG({winner}) OPTIONS({winner},break|pass)"


@pytest.mark.parametrize("game", BOTH)
def test_sides_say_whose_ball_it_is(table: Any, game: str) -> None:
    t = table(game).play("cue>- cue|foot 1|foot ~cue:267,-650 ~1:-271,-640 =cue:300,-1110 =1:-300,-900")
    assert t.log.startswith("LAG(Y)")


@pytest.mark.parametrize("game", BOTH)
def test_faults_are_of_the_ball_on_that_side(table: Any, game: str) -> None:
    t = table(game).play(f"cue>- cue|foot 1|right-foot 1|foot {START} =cue:-300,-900 =1:450,-1000")
    assert [(f.code, f.ball) for f in t.latest.fouls] == [("lag_side_cushion", "cueb")]
    assert "LAG(X)" in t.log


@pytest.mark.parametrize("game", BOTH)
def test_too_close_to_call_is_asked(table: Any, game: str) -> None:
    t = table(game).play(f"cue>- cue|foot 1|foot {START} =cue:-300,-1000 =1:450,-1001")
    assert t.question.about == "lag_rest_distance"


@pytest.mark.parametrize("where", ["", "~cue:200,-650 ~1:271,-640", "~cue:-267,-650 ~1:271,-640 ~2:0,0"])
@pytest.mark.parametrize("game", BOTH)
def test_where_the_sides_do_not_tell_it_is_asked_whose_is_whose(table: Any, game: str, where: str) -> None:
    t = table(game).feed(parse_stroke(f"#1 cue>- cue|foot 1|foot {where}"))
    assert "whose ball is whose" in (t.said.refused or "")


def test_named_lag_balls_are_left_alone() -> None:
    stroke = parse_stroke("#1 cuea>- cuea|foot cueb|foot ~cuea:267,-650 ~cueb:-271,-640")
    assert as_lag(stroke) is stroke
