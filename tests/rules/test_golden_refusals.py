"""What is wrong in a record, a state or a word is named as it was: `python -m tests.rules.refusals` writes the file."""

from __future__ import annotations

import re

import pytest

from tests.rules.guards import assert_same, read_sections
from tests.rules.refusals import GOLDEN, RECORDS, SECTIONS, STATES

WRITTEN = read_sections(GOLDEN)


@pytest.mark.parametrize("section", SECTIONS)
def test_what_is_wrong_is_named_as_it_was(section: str) -> None:
    assert_same(WRITTEN[section], list(SECTIONS[section]()))


def test_the_file_holds_these_sections_and_no_others() -> None:
    assert list(WRITTEN) == list(SECTIONS)


def test_every_good_record_is_taken_and_some_bad_ones_are_not() -> None:
    for name in RECORDS:
        rows = WRITTEN[f"record {name}"]
        assert rows[0] == "as it taken: is"
        assert any(" -> " in row for row in rows), name
    for game in STATES:
        assert WRITTEN[f"state of {game}"][0].startswith("as it is -> {"), game


def test_each_refusal_is_one_short_line_without_a_trace_of_the_program() -> None:
    for row in GOLDEN.read_text(encoding="utf-8").splitlines():
        text = row.partition(" -> ")[2]
        assert not re.search(r"Error|Traceback|object at 0x|dataclass", text), row
        assert len(text) < 250 or text.startswith("{") or "[" in text, row
