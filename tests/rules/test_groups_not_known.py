"""8-ball entered in mid-rack: groups of null are asked where they matter; left out, the table is open."""

from __future__ import annotations

from typing import Any

import pytest

from callshot.rules.eight_ball import EightBall
from callshot.rules.game import Setting
from callshot.rules.games import GAMES
from callshot.rules.vocabulary import Input

STATE = {"phase": "play", "on_table": ["3", "4", "8", "10"], "in_hand": {}}
CLAUSES = {"8ball-fi": "FI-8.3.d", "8ball-hu": "HU-II.3.1.f"}


def entered(t: Any, **more: object) -> Any:
    t.referee, said = t.referee.enter({**STATE, **more})
    assert said.refused is None
    return t


@pytest.mark.parametrize("game", CLAUSES)
def test_groups_not_known_are_asked_with_the_own_clause(table: Any, game: str) -> None:
    t = entered(table(game), groups=None).play("cue>3 3|foot")
    assert (t.question.about, t.question.clause) == ("groups", CLAUSES[game])
    t.answer("groups", "stripes")
    assert [c for c, _ in t.fouls] == ["wrong_ball_first"]
    assert t.referee.show()["groups"] == {"X": "stripes", "Y": "solids"}


@pytest.mark.parametrize("game", CLAUSES)
def test_groups_left_out_are_an_open_table(table: Any, game: str) -> None:
    t = entered(table(game)).play("cue>3 3|foot")
    assert t.fouls == []
    assert t.referee.show()["groups"] == {}


def test_unknown_groups_are_shown_as_such() -> None:
    game = GAMES["8ball-fi"]
    step = game.enter(Setting(("X", "Y")), {**STATE, "groups": None})
    shown = game.show(step.state)
    assert shown["groups"] is None
    again = game.enter(Setting(("X", "Y")), shown)
    assert again.state == step.state


def test_the_referees_word_on_groups_rules_the_stroke_anew(table: Any) -> None:
    t = entered(table("8ball-hu")).play("cue>3 3|foot")
    t.say("fact", by="referee", fact="groups", value="stripes")
    assert [c for c, _ in t.fouls] == ["wrong_ball_first"]


def test_groups_of_a_break_are_refused(table: Any) -> None:
    t = table("8ball-hu").play("cue>1 3@foot-left")
    t.feed(Input(0.0, "referee", "fact", None, {"fact": "groups", "value": "stripes"}))
    assert "groups are for 8-ball, after the break" in (t.said.refused or "")


def test_the_section_has_a_clause_for_its_question() -> None:
    assert {n for n, g in GAMES.items() if isinstance(getattr(g, "section", None), EightBall)} == set(CLAUSES)


@pytest.mark.clause("FI-8.3.d")
def test_groups_once_said_are_not_asked_again(table: Any) -> None:
    t = entered(table("8ball-fi"), groups=None).play("cue>3 3|foot").answer("groups", "solids")
    assert t.play("cue>10 10|foot").said.questions == ()
    assert t.latest.legal is True
