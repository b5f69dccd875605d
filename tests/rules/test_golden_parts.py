"""Parts of the rules make of seeded cases what they made: `python -m tests.rules.parts` writes the file."""

from __future__ import annotations

import pytest

from tests.rules.guards import assert_same, read_sections
from tests.rules.parts import GOLDEN, SECTIONS

WRITTEN = read_sections(GOLDEN)


@pytest.mark.parametrize("section", SECTIONS)
def test_a_part_makes_of_its_cases_what_it_made(section: str) -> None:
    assert_same(WRITTEN[section], list(SECTIONS[section]()))


def test_the_file_holds_these_sections_and_no_others() -> None:
    assert list(WRITTEN) == list(SECTIONS)


def test_a_rack_as_it_should_stand_has_no_fault() -> None:
    for section, rows in WRITTEN.items():
        if section.startswith("rack "):
            assert not any(row.startswith("0:") for row in rows), section
