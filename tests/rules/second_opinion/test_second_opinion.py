"""Scenarios derived from the documents alone, without the rules' code, are ruled as they were derived.

Each file of `cases` is one idea: a line that says it and names its clauses, then records as `callshot rule` reads
them, and after the record that completes a situation a line `{"expect": ...}` with what must have been written since
the last such line: the fields of the last ruling, and the questions. What a case leaves out is not compared; places
are in mm. `"refused"`: a notice and nothing else; `"nothing"`: neither ruling nor question; `"asks"`: questions alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from callshot.tracker.herald import Herald
from callshot.tracker.rule_command import run_rules, silent

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.rglob("*.jsonl"))
LANGUAGES = ("en", "fi", "hu")
PLACE_TOLERANCE_MM = 0.3
"""Expected places are computed by hand to 0.1 mm or better."""

Record = Mapping[str, Any]


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _situations(lines: Sequence[Record]) -> Iterator[tuple[int, list[Record], Record]]:
    """Line number, what was written since the last expectation, and the expectation."""
    heard = [line for line in lines[1:] if "expect" not in line]
    told = any("say" in line.get("expect", {}) for line in lines)
    written: list[list[Record]] = []

    def feed() -> Iterator[str]:
        for record in heard:
            written.append([])
            yield json.dumps(record) + "\n"

    def write(line: str) -> None:
        written[-1].append(json.loads(line))

    run_rules(feed(), write, None, (), {}, LANGUAGES, True, Herald if told else silent)
    since: list[Record] = []
    answers = iter(written)
    for number, line in enumerate(lines[1:], start=2):
        if "expect" in line:
            yield number, since, line["expect"]
            since = []
        else:
            since += [record for record in next(answers) if line["type"] != "session" or record["type"] == "notice"]


def _differing_places(expected: Sequence[Record], ruled: Sequence[Record]) -> bool:
    return len(expected) != len(ruled) or any(
        want["ball"] != got["ball"]
        or abs(want["x"] - got["x"]) > PLACE_TOLERANCE_MM
        or abs(want["y"] - got["y"]) > PLACE_TOLERANCE_MM
        for want, got in zip(expected, ruled, strict=True)
    )


def _differing_fields(expected: Record | None, ruled: Record | None) -> bool:
    """Whether a field that is expected is another one; lists of choices may stand in any order."""
    if expected is None or ruled is None:
        return expected is not ruled
    return any(
        sorted(map(json.dumps, value)) != sorted(map(json.dumps, ruled.get(key) or ()))
        if isinstance(value, list)
        else value != ruled.get(key)
        for key, value in expected.items()
    )


def _differing_score(expected: Mapping[str, Record], ruled: Mapping[str, Record]) -> bool:
    return expected.keys() != ruled.keys() or any(
        value != ruled[player].get(key) for player, score in expected.items() for key, value in score.items()
    )


def _unlike(expected: Record, ruling: Record, state: Record) -> Iterator[tuple[str, Any, Any]]:
    for key, want in expected.items():
        got = ruling.get(key)
        match key:
            case "questions":
                continue
            case "spot":
                differs = _differing_places(want, ruling["spot"])
            case "score":
                differs = _differing_score(want, ruling["score"])
            case "next" | "over":
                differs = _differing_fields(want, got)
            case "state":
                got = state
                differs = _differing_fields(want, state)
            case "say":
                got = {text["lang"]: text["text"] for text in ruling["say"]}
                differs = _differing_fields(want, got)
            case _:
                differs = want != got
        if differs:
            yield key, want, got


def _asked(written: Sequence[Record]) -> list[Record]:
    """Each question once, but not the forecast of an inning that is still to begin."""
    asked = {record["id"]: record for record in written if record["type"] == "question"}
    return [question for question in asked.values() if question["about"] != "prediction" or "of" in question]


def _differences(expected: Record, written: Sequence[Record]) -> Iterator[tuple[str, Any, Any]]:
    rulings = [record for record in written if record["type"] == "ruling"]
    refused = [record for record in written if record["type"] == "notice" and record["code"] == "refused"]
    asked = _asked(written)
    if bool(refused) != ("refused" in expected):
        yield "refused", expected.get("refused"), refused
    if not expected.keys().isdisjoint(("refused", "nothing", "asks")):
        if rulings:
            yield "no ruling", None, rulings
    elif not rulings:
        yield "a ruling", expected, written
    else:
        states = [record for record in written if record["type"] == "state"]
        yield from _unlike(expected, rulings[-1], states[-1])
    questions = expected.get("asks", expected.get("questions", []))
    if len(questions) != len(asked) or any(map(_differing_fields, questions, asked)):
        yield "questions", questions, asked


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_ruled_as_derived_from_the_documents(path: Path) -> None:
    lines = _lines(path)
    for number, written, expected in _situations(lines):
        for what, want, got in _differences(expected, written):
            pytest.fail(f"line {number}, {what}: expected {json.dumps(want)}, ruled {json.dumps(got)} ({lines[0]})")


def test_every_case_expects_something() -> None:
    assert len(FILES) >= 100
    for path in FILES:
        lines = _lines(path)
        assert "case" in lines[0], path
        assert any("expect" in line for line in lines), path
