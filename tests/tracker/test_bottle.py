"""Peas that the system draws: private, different, and drawn once."""

from __future__ import annotations

import json
from typing import Any

from callshot.tracker.rule_command import run_rules

SESSION = {"type": "session", "t": 0, "schema": 1, "game": "congestion", "players": ["Ann", "Bo", "Cy"]}


def rule(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    out: list[str] = []
    run_rules([json.dumps(r) for r in records], out.append, None, (), {})
    return [json.loads(line) for line in out]


def asked(player: str) -> dict[str, Any]:
    return {"type": "input", "t": 0, "by": "player", "player": player, "kind": "pea", "value": "system"}


def inputs(stream: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [r for r in stream if r["type"] == "input"]


def test_drawn_peas_differ_and_reach_only_their_owner() -> None:
    drawn = inputs(rule([SESSION, *map(asked, ("Ann", "Bo", "Cy"))]))
    assert [r["private_to"] for r in drawn] == ["Ann", "Bo", "Cy"]
    values = [r["value"] for r in drawn]
    assert len(set(values)) == 3
    assert all(1 <= v <= 15 for v in values)


def test_a_replayed_stream_draws_nothing_again() -> None:
    stream = rule([SESSION, *map(asked, ("Ann", "Bo", "Cy"))])
    assert inputs(rule(stream)) == inputs(stream)


def test_a_pea_that_is_said_is_private_too() -> None:
    said = inputs(rule([SESSION, {**asked("Ann"), "value": 7}]))
    assert said[0]["private_to"] == "Ann"
