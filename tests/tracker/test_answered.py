"""An answer may name its question by its id; one that is refused is told what is asked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from callshot.tracker.rule_command import RuleSession, run_rules

SESSION = {"type": "session", "t": 0, "schema": 1, "game": "9ball-fi", "players": ["Ann", "Bo"], "options": {}}
BREAK = {
    "type": "stroke", "number": 1, "t_start": 1.0, "struck": "cue", "first_contact": "1",
    "events": [{"t": 1.5, "kind": "cushion", "ball": "3", "cushion": "foot", "x": 0, "y": 1200}],
}  # fmt: skip
DOUBTFUL = {**BREAK, "number": 2, "uncertain": [{"fact": "first_contact", "candidates": ["1", "3"], "confidence": 0.6}]}
NO_PUSH = {"type": "input", "t": 3, "by": "referee", "kind": "answer", "about": "push_out_called", "value": False}


def rule(*lines: dict[str, Any], game: str | None = None, players: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    run_rules([json.dumps(line) for line in lines], lambda text: out.append(json.loads(text)), game, players, {})
    return out


def answer(about: str, value: object, **more: object) -> dict[str, Any]:
    return {"type": "input", "t": 9, "by": "referee", "kind": "answer", "about": about, "value": value, **more}


def test_answer_by_the_questions_id_is_that_answer() -> None:
    by_name = rule(SESSION, BREAK, DOUBTFUL, NO_PUSH, answer("first_contact", "1"))
    by_id = rule(SESSION, BREAK, DOUBTFUL, NO_PUSH, answer("first_contact@2", "1"))
    assert [r["id"] for r in by_id if r["type"] == "question"] == ["first_contact@2"]
    assert by_id == by_name  # the echo says what it is about: another reader knows no ids
    assert by_id[-1]["type"] == "ruling" and by_id[-1]["legal"] is True


@pytest.mark.parametrize("about", ["first_contact@1", "pocketed@2", "pocketed", "zz"])
def test_answer_to_no_open_question_is_told_what_is_asked(about: str) -> None:
    last = rule(SESSION, BREAK, DOUBTFUL, NO_PUSH, answer(about, "1"))[-1]
    assert last["code"] == "refused"
    assert last["text"] == f"line 5: answer: nobody asked about '{about}'; what is asked: 'first_contact'"


def test_where_nothing_is_asked_that_is_said() -> None:
    last = rule(SESSION, BREAK, DOUBTFUL, NO_PUSH, answer("first_contact", "1"), answer("first_contact@2", "3"))[-1]
    assert last["text"] == "line 6: answer: nobody asked about 'first_contact@2'; what is asked: nothing"


def test_a_doubt_of_the_last_stroke_is_no_match_over() -> None:
    """While it is in doubt whether the match is over, the wrong answer is not told that it is."""
    eight = {"t": 2.0, "kind": "pocket", "ball": "8", "pocket": "side-left"}
    state = {"type": "state", "phase": "play", "shooter": "Ann", "groups": {"Ann": "solids", "Bo": "stripes"},
             "on_table": ["8", "9", "10"]}  # fmt: skip
    stroke = {"type": "stroke", "number": 1, "t_start": 1.0, "struck": "cue", "first_contact": "8", "events": [eight]}
    out = rule({**SESSION, "game": "8ball-fi"}, state, stroke, answer("call_obvious", True), answer("zz", True))
    asked = [r["about"] for r in out if r["type"] == "question"]
    out = rule({**SESSION, "game": "8ball-fi"}, state, stroke, answer("zz", True))
    assert asked and out[-1]["text"].startswith("line 4: answer: nobody asked about 'zz'; what is asked: ")
    assert "match is over" not in out[-1]["text"]


def test_private_answer_by_id_stays_private() -> None:
    began = rule(game="congestion", players=("Ann", "Bo", "Cy"))
    assert began == []
    session = {**SESSION, "game": "congestion", "players": ["Ann", "Bo", "Cy"]}
    asked = [r for r in rule(session) if r["type"] == "question" and r["about"] == "pea_value"]
    if not asked:
        pytest.fail("no pea is asked for")
    mine = next(q for q in asked if q["player"] == "Bo")
    told = rule(session, answer(mine["id"], 7, by="player", player="Bo"))
    echo = next(r for r in told if r["type"] == "input")
    assert echo["private_to"] == "Bo" and echo["about"] == "pea_value"
    assert not [r for r in told if r.get("code") == "refused"]


@pytest.mark.parametrize("late", ["first_contact@1", "first_contact@3", "push_out_called-9"])
def test_answer_to_a_question_that_was_answered_meanwhile_answers_no_other_one(late: str) -> None:
    """Two tablets, or a finger that touches twice, and the next question is about the same."""
    out = rule(SESSION, BREAK, DOUBTFUL, NO_PUSH, answer("first_contact", "1", id=late))
    assert out[-1]["code"] == "refused"
    assert out[-1]["text"] == "line 5: answer: that question is not open any more"
    in_time = rule(SESSION, BREAK, DOUBTFUL, NO_PUSH, answer("first_contact", "1", id="first_contact@2"))
    assert in_time[-1]["type"] == "ruling" and in_time[-1]["legal"] is True


def test_an_answer_by_id_still_answers_when_something_before_it_is_ruled_anew() -> None:
    """The question may come again under another id; the game keeps the answer to what it is about."""
    told = {"type": "input", "t": 9, "by": "referee", "kind": "fact", "fact": "double_hit", "value": True, "of": 1}
    sessions = []
    for more in ({}, {"id": "first_contact@2"}):
        out: list[dict[str, Any]] = []
        rules = RuleSession(out.append, None, (), {})
        for number, record in enumerate((SESSION, BREAK, DOUBTFUL, NO_PUSH, answer("first_contact", "1", **more)), 1):
            rules.take(dict(record), number)
        assert rules._referee is not None
        assert all("id" not in getattr(entry.event, "values", {}) for entry in rules._referee.entries)
        rules.take(told, 6)
        sessions.append([record for record in out if record["type"] in ("ruling", "notice")])
    assert sessions[0] == sessions[1]
