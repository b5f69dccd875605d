"""The page that says what the records are: its examples are read, ruled, and answered as it says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from callshot.rules.record_values import _INPUT_VALUES
from callshot.rules.vocabulary import CUSHIONS, DISTURBANCE_KINDS, EVENT_KINDS, LABELS, POCKETS
from callshot.tracker.herald import Herald
from callshot.tracker.rule_command import run_rules

PAGE = (Path(__file__).parents[2] / "docs" / "RECORDS.md").read_text(encoding="utf-8")
STREAMS = [block.splitlines() for block in re.findall(r"^```json\n(.*?)^```", PAGE, re.M | re.S)]
MADE = ("ruling", "question", "notice")


def ruled(lines: list[str]) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    run_rules(lines, lambda text: out.append(json.loads(text)), None, (), {}, ("en",), False, Herald)
    return out


@pytest.mark.parametrize("stream", STREAMS, ids=range(len(STREAMS)))
def test_every_example_is_read_and_answered_as_it_stands(stream: list[str]) -> None:
    records = [json.loads(line) for line in stream]
    said = [record for record in records if record["type"] not in MADE]
    shown = [record for record in records if record["type"] in MADE]
    out = ruled([json.dumps(record) for record in said])
    for record in shown:
        assert record in out, record
    refused = [record for record in out if record.get("code") == "refused"]
    assert refused == [record for record in shown if record["type"] == "notice"]


def test_every_word_of_the_schema_stands_on_the_page_with_an_example() -> None:
    records = [json.loads(line) for stream in STREAMS for line in stream]
    assert {r["type"] for r in records} == {
        "session", "state", "layout", "stroke", "disturbance", "input", "ruling", "question", "notice",
    }  # fmt: skip
    events = {event["kind"] for r in records if r["type"] == "stroke" for event in r["events"]}
    assert events == set(EVENT_KINDS)
    inputs = {r["kind"] for r in records if r["type"] == "input"}
    more = {"safety", "push-out", "unsporting", "override", "undo", "redo", "join", "leave", "concede"}
    assert inputs == {*_INPUT_VALUES, *more}
    for word in (*EVENT_KINDS, *DISTURBANCE_KINDS, *CUSHIONS, *POCKETS, *inputs):
        assert f"`{word}`" in PAGE
    for label in LABELS:
        assert f"`{label}`" in PAGE or (label.isdigit() and 1 < int(label) < 21)


def test_what_a_ruling_and_a_question_carry_is_named() -> None:
    out = [record for stream in STREAMS for record in ruled(stream)]
    fields = {name for record in out if record["type"] in MADE for name in record} - {"type", "t"}
    assert [name for name in sorted(fields) if f"`{name}`" not in PAGE] == []
