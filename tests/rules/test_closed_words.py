"""The closed words of the record stream are those of its description: no more, no fewer, and each is used."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from callshot.rules.records import RecordError, read_disturbance, read_stroke
from callshot.rules.ruling import FOUL_CODES
from callshot.rules.vocabulary import DISTURBANCE_KINDS, EVENT_KINDS

HERE = Path(__file__).parent
CONTRACTS = HERE.parents[2] / "shared" / "contracts"
LAG_FAULTS = {"side_cushion", "crossed", "pocketed", "no_foot_cushion", "in_jaws", "off_table"}
DISTURBANCES = {
    "placed", "removed", "moved", "touched", "racked", "stick-on", "stick-off", "occluded", "camera-moved", "lighting",
}  # fmt: skip
EVENTS = {"strike", "contact", "cushion", "pocket", "off-table", "head-string", "touch", "jump", "return"}


def described(name: str) -> str:
    if not (CONTRACTS / name).exists():
        pytest.skip("the description of the stream is not beside the project")
    return (CONTRACTS / name).read_text(encoding="utf-8")


def test_foul_codes_are_those_described() -> None:
    table = described("vocabulary.md").split("| code |")[1].split("Where the catalogue")[0]
    first = [row.split("|")[1] for row in table.splitlines() if row.count("|") > 2]
    codes = {code for cell in first for code in re.findall(r"`([a-z_]+)`", cell)}
    assert codes | {f"lag_{fault}" for fault in LAG_FAULTS} | {"jumped_object_ball"} == FOUL_CODES


@pytest.mark.parametrize("code", sorted(FOUL_CODES))
def test_every_foul_code_is_the_outcome_of_some_test(code: str) -> None:
    """A code that no scenario and no test ever expects would be a word without a meaning."""
    texts = [*HERE.rglob("test_*.py"), *HERE.rglob("*.jsonl")]
    used = re.compile(rf'["(]{code}[,")]')
    assert any(used.search(path.read_text(encoding="utf-8")) for path in texts if path.name != Path(__file__).name)


def test_kinds_are_those_described() -> None:
    assert set(DISTURBANCE_KINDS) == DISTURBANCES and set(EVENT_KINDS) == EVENTS
    text = described("records.md")
    assert all(f"`{kind}`" in text for kind in DISTURBANCES | EVENTS)


@pytest.mark.parametrize("kind", sorted(DISTURBANCES))
def test_disturbance_of_every_kind_is_read(kind: str) -> None:
    assert read_disturbance({"type": "disturbance", "t": 1.0, "kind": kind, "balls": []}).kind == kind


@pytest.mark.parametrize("kind", ["lightning", "", "PLACED"])
def test_kind_that_is_none_is_refused(kind: str) -> None:
    with pytest.raises(RecordError, match="kind"):
        read_disturbance({"type": "disturbance", "t": 1.0, "kind": kind, "balls": []})
    event: dict[str, Any] = {"t": 1.0, "kind": kind, "ball": "1"}
    with pytest.raises(RecordError, match="kind"):
        read_stroke({"type": "stroke", "number": 1, "t_start": 0.0, "struck": "cue", "events": [event]})
