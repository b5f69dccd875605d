"""What is wrong in a record, a state or a word is named as it was: `python -m tests.rules.refusals` writes the file."""

from __future__ import annotations

import re

import pytest

from tests.rules.refusals import GOLDEN, RECORDS, SECTIONS, STATES, golden


@pytest.mark.parametrize("section", SECTIONS)
def test_what_is_wrong_is_named_as_before(section: str) -> None:
    said, before = list(SECTIONS[section]()), golden()[section]
    differing = [f"- {old}\n+ {new}" for old, new in zip(before, said, strict=False) if old != new]
    assert not differing, "\n".join(differing[:3])
    assert len(said) == len(before)


def test_every_good_record_is_taken_and_some_bad_ones_are_not() -> None:
    sections = golden()
    for name in RECORDS:
        rows = sections[f"record {name}"]
        assert rows[0] == "as it is -> ."
        assert any(not row.endswith("-> .") for row in rows), name
    for game in STATES:
        assert sections[f"state of {game}"][0].startswith("as it is -> {"), game


def test_each_refusal_is_one_short_line_without_a_trace_of_the_program() -> None:
    for row in GOLDEN.read_text(encoding="utf-8").splitlines():
        text = row.partition(" -> ")[2]
        assert not re.search(r"Error|Traceback|object at 0x|dataclass", text), row
        assert len(text) < 250 or text.startswith("{") or "[" in text, row
