"""`callshot rule` as a filter: the same records out, rulings and questions added, and what bad input leads to."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any

import click
import pytest

from callshot.rules.ruling import Ruling
from callshot.tracker.herald import Herald
from callshot.tracker.referee import Occasion
from callshot.tracker.rule_command import run_rules
from callshot.tracker.trouble import Trouble

SESSION = {"type": "session", "t": 0, "schema": 1, "game": "9ball-fi", "players": ["Ann", "Bo"], "options": {}}
BREAK = {
    "type": "stroke", "number": 1, "t_start": 1.0, "struck": "cue", "first_contact": "1",
    "events": [{"t": 1.5, "kind": "cushion", "ball": "3", "cushion": "foot", "x": 0, "y": 1200}],
}  # fmt: skip


DOUBT = {"fact": "first_contact", "candidates": ["1", "3"], "confidence": 0.6}


def rule(
    lines: Sequence[Any], game: str | None = None, players: Sequence[str] = (), **more: Any
) -> list[dict[str, Any]]:
    """What comes out for these lines (records, or raw text)."""
    out: list[dict[str, Any]] = []
    raw = [line if isinstance(line, str | bytes) else json.dumps(line) + "\n" for line in lines]
    run_rules(raw, lambda text: out.append(json.loads(text)), game, players, more.pop("options", {}), **more)
    return out


def kinds(out: list[dict[str, Any]]) -> list[str]:
    return [r["type"] for r in out]


def test_records_come_back_with_rulings_added() -> None:
    out = rule([SESSION, BREAK, {"type": "marker", "t": 2}])
    assert kinds(out) == ["session", "stroke", "ruling", "marker"]
    assert out[2]["of"] == 1 and out[2]["next"]["player"] == "Bo"
    assert out[1] == BREAK


def test_without_a_session_record_the_command_line_is_enough() -> None:
    assert kinds(rule([BREAK], "9ball-fi", ("Ann", "Bo"))) == ["stroke", "ruling"]
    with pytest.raises(Trouble, match="line 1: no game"):
        rule([BREAK])


@pytest.mark.parametrize(
    ("game", "players", "options", "words"),
    [
        ("9ball-fi", ("Ann",), {}, "2 players"),
        ("9ball-fi", ("Ann", "Bo"), {"race": "many"}, "option race"),
        ("9ball-fi", (), {"foo": "1"}, "no option 'foo'"),
        ("none", ("Ann",), {}, ""),
        ("141-fi", (), {"target": "37"}, ""),
    ],
)
def test_command_line_that_cannot_be_played(
    game: str, players: tuple[str, ...], options: dict[str, str], words: str
) -> None:
    if not words:
        assert rule([], game, players, options=options) == []
        return
    with pytest.raises(click.UsageError, match=words):
        rule([], game, players, options=options)


def test_command_line_goes_before_the_session_record() -> None:
    out = rule([SESSION, BREAK], "9ball-hu", ("Zoë 🎱", "W"))
    assert out[2]["fouls"][0]["clause"] == "HU-III.2.2.5"
    assert set(out[2]["score"]) == {"Zoë 🎱", "W"}
    assert out[3]["type"] == "question"


def test_state_is_shown_and_entered_again() -> None:
    out = rule([SESSION, BREAK], show_state=True)
    assert kinds(out) == ["session", "stroke", "ruling", "state"]
    again = rule([SESSION, out[3], {**BREAK, "number": 2}])
    assert again[-1]["next"]["player"] == "Ann"
    late = rule([SESSION, BREAK, out[3]])
    assert late[-1]["code"] == "refused"


def test_rulings_of_an_earlier_run_are_made_anew() -> None:
    first = rule([SESSION, BREAK])
    assert rule(first) == first


def test_announcements_come_from_outside() -> None:
    def announce(ruling: Ruling, langs: Sequence[str], on: Occasion) -> list[dict[str, str]]:
        return [{"lang": lang, "text": f"stroke {ruling.of}"} for lang in langs]

    out = rule([SESSION, BREAK], langs=("en", "fi"), announcing=lambda game, setting: announce)
    assert out[2]["say"] == [{"lang": "en", "text": "stroke 1"}, {"lang": "fi", "text": "stroke 1"}]


def test_question_answer_and_the_ruling_again() -> None:
    doubtful = {
        **BREAK,
        "number": 2,
        "uncertain": [{"fact": "first_contact", "candidates": ["1", "3"], "confidence": 0.6}],
    }
    answer = {"type": "input", "t": 9, "by": "referee", "kind": "answer", "about": "first_contact", "value": "1"}
    push = {"type": "input", "t": 3, "by": "referee", "kind": "answer", "about": "push_out_called", "value": False}
    out = rule([SESSION, BREAK, doubtful, push, answer])
    rulings = [r for r in out if r["type"] == "ruling"]
    assert [r["of"] for r in rulings] == [1, 2, 2]
    assert rulings[1]["legal"] is None and rulings[1]["next"] is None
    assert rulings[2]["legal"] is True and rulings[2]["t"] == 9
    questions = [r for r in out if r["type"] == "question"]
    assert [q["about"] for q in questions] == ["first_contact"]


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ("no json at all\n", "line 3: not a JSON object"),
        ('{"type":"stroke","number":2', "line 3: not a JSON object"),
        ("[1,2]\n", "line 3: not a JSON object"),
        ('"stroke"\n', "line 3: not a JSON object"),
        ("{}\n", "line 3: field 'type' is missing"),
        ('{"type":7}\n', "line 3: field 'type' is missing"),
        ('{"type":"stroke"}\n', "line 3: stroke: field 'number' is missing"),
        ('{"type":"stroke","number":"two"}\n', "line 3: stroke: field 'number' must be"),
        ('{"type":"stroke","number":2,"events":{}}\n', "line 3: stroke 2: field 'events' must be a list"),
        ('{"type":"stroke","number":2,"events":[{"kind":"bounce"}]}\n', "line 3: stroke 2, events[0]: field 'kind'"),
        ('{"type":"layout"}\n', "line 3: layout: field 'balls' is missing"),
        ('{"type":"input"}\n', "line 3: input: field 'kind' is missing"),
        ('{"type":"input","kind":"call","by":"ghost"}\n', "line 3: input: field 'by' must be"),
        ('{"type":"disturbance","kind":"sneezed"}\n', "line 3: disturbance: field 'kind' must be"),
        ('{"type":"state","on_table":"all"}\n', "line 3: state: field 'on_table' must be"),
        ('{"type":"stroke","number":2,"t_start":NaN}\n', "line 3: not a JSON object (NaN is no number)"),
        ('{"type":"stroke","number":2,"t_start":1e999}\n', "line 3: not a JSON object (1e999 is too large"),
        ('{"type":"stroke","number":2,"number":3}\n', "line 3: not a JSON object (the name 'number' stands in one"),
        (
            '{"type":"stroke","number":2,"events":[{"kind":"strike","kind":"cushion"}]}\n',
            "line 3: not a JSON object (the name 'kind'",
        ),
        (b'{"type":"\xff"}\n', "line 3: not UTF-8"),
        ("[" * 100_000 + "\n", "line 3: not a JSON object"),
        ("x" * 1_000_000 + "\n", "line 3: not a JSON object"),
    ],
)
def test_line_that_cannot_be_read_ends_it_after_all_before_it(bad: str | bytes, words: str) -> None:
    out: list[dict[str, Any]] = []
    lines = [json.dumps(SESSION), json.dumps(BREAK), bad, json.dumps({**BREAK, "number": 2})]
    with pytest.raises(Trouble) as trouble:
        run_rules(lines, lambda text: out.append(json.loads(text)), None, (), {})
    assert str(trouble.value).startswith(words)
    assert "\n" not in str(trouble.value) and len(str(trouble.value)) < 300
    assert kinds(out) == ["session", "stroke", "ruling"]


@pytest.mark.parametrize(
    "session",
    [
        {**SESSION, "players": "Ann"},
        {**SESSION, "players": ["Ann", 5]},
        {**SESSION, "options": []},
        {**SESSION, "table": {"length_mm": "long"}},
        {**SESSION, "ball_diameter_mm": -3},
        {**SESSION, "game": 9},
        {**SESSION, "game": "croquet"},
    ],
)
def test_session_that_cannot_be_read(session: dict[str, Any]) -> None:
    with pytest.raises(Trouble, match=r"^line 1: "):
        rule([session])


@pytest.mark.parametrize(
    ("session", "reason"),
    [
        ({**SESSION, "players": ["Ann"]}, "2 players, not 1"),
        ({**SESSION, "players": [f"P{k}" for k in range(11)]}, "2 players, not 11"),
        ({**SESSION, "players": ["Ann", "Ann"]}, "two players are called 'Ann'"),
        ({**SESSION, "options": {"race": "many"}}, "option race"),
        ({**SESSION, "options": {"cp.x": "1"}}, "no option 'cp.x'"),
    ],
)
def test_session_that_makes_no_sense_is_noticed(session: dict[str, Any], reason: str) -> None:
    out = rule([session, BREAK])
    assert kinds(out) == ["session", "notice", "stroke", "notice"]
    assert out[1]["code"] == "refused" and reason in out[1]["text"] and out[1]["line"] == 1
    assert "no game has begun" in out[3]["text"]


def test_nonsense_gets_a_notice_and_the_game_goes_on() -> None:
    out = rule(
        [
            SESSION,
            SESSION,
            BREAK,
            BREAK,
            {**BREAK, "number": 2, "events": [{"kind": "pocket", "ball": "12", "pocket": "foot-left"}]},
            {"type": "input", "by": "player", "player": "Zed", "kind": "push-out"},
            {"type": "input", "by": "player", "kind": "answer", "about": "incoming_option", "value": "play"},
            {"type": "input", "by": "referee", "kind": "undo", "to": 7},
            {"type": "state", "shooter": "Zed"},
            {**BREAK, "number": 2},
        ]
    )
    notices = [r for r in out if r["type"] == "notice"]
    assert [n["line"] for n in notices] == [2, 4, 5, 6, 7, 8, 9]
    assert all(n["code"] == "refused" and n["level"] == "warning" for n in notices)
    assert out[-1]["type"] == "ruling" and out[-1]["of"] == 2


def test_empty_lines_and_an_empty_stream_say_nothing() -> None:
    assert rule([]) == []
    assert rule(["\n", "  \n"]) == []


def test_game_none_tells_strokes_and_rules_nothing() -> None:
    out = rule([{**SESSION, "game": "none", "players": []}, BREAK])
    assert kinds(out) == ["session", "stroke"]


def test_three_hundred_strokes_take_less_than_a_second() -> None:
    strokes = [{**BREAK, "number": k + 1} for k in range(300)]
    began = time.perf_counter()
    out = rule([SESSION, *strokes])
    assert sum(r["type"] == "ruling" for r in out) == 300
    assert time.perf_counter() - began < 5.0  # a loaded machine; about 0.1 s on an idle one


def test_a_byte_order_mark_before_the_first_line_is_no_record() -> None:
    first, second = ("\ufeff" + json.dumps(r) for r in (SESSION, BREAK))
    assert kinds(rule([first.encode()])) == ["session"]
    with pytest.raises(Trouble, match="line 2: not a JSON object"):
        rule([first, second])


def test_a_stream_of_another_schema_is_not_read() -> None:
    with pytest.raises(Trouble, match="line 1: session: schema 2 is not known"):
        rule([{**SESSION, "schema": 2}])


def test_nobody_is_blamed_while_it_is_open_who_shot() -> None:
    """After a push-out Bo has not chosen yet; whoever shoots then is named once he has (never a wrong call said)."""
    contact = {"t": 3.1, "kind": "contact", "balls": ["cue", "1"]}
    scratch = {"t": 5.6, "kind": "pocket", "ball": "cue", "pocket": "foot-right"}
    made = {"t": 1.5, "kind": "pocket", "ball": "3", "pocket": "foot-left"}
    records = [
        SESSION,
        {
            "type": "stroke",
            "number": 1,
            "t_start": 1.0,
            "struck": "cue",
            "first_contact": "1",
            "events": [contact, made],
        },
        {"type": "input", "t": 2.5, "by": "player", "player": "Ann", "kind": "push-out"},
        {"type": "stroke", "number": 2, "t_start": 3.0, "struck": "cue", "first_contact": "1", "events": [contact]},
        {
            "type": "stroke",
            "number": 3,
            "t_start": 5,
            "struck": "cue",
            "first_contact": "1",
            "events": [contact, scratch],
        },
    ]
    answer = {"type": "input", "t": 7, "by": "player", "player": "Bo", "kind": "answer", "about": "incoming_option"}
    for value, guilty in (("play", "Bo"), ("give-back", "Ann")):
        out = rule([*records, {**answer, "value": value}], langs=("en",), announcing=Herald)
        said = [say["text"] for r in out if r["type"] == "ruling" and r["of"] == 3 for say in r["say"]]
        assert "scratch" in said[0] and "Ann" not in said[0] and "Bo" not in said[0]
        assert f"Foul by {guilty}: no cushion after contact; scratch." in said[-1]


def test_a_number_of_four_hundred_digits_is_refused_with_its_line() -> None:
    with pytest.raises(Trouble, match="line 2: not a JSON object"):
        rule([SESSION, '{"type":"layout","t":1' + "0" * 400 + ',"balls":[]}'])
