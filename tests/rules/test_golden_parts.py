"""Parts of the rules make of seeded cases what they made: `python -m tests.rules.parts` writes the file."""

from __future__ import annotations

import pytest

from tests.rules.parts import SECTIONS, golden


@pytest.mark.parametrize("section", SECTIONS)
def test_a_part_makes_of_its_cases_what_it_made(section: str) -> None:
    said, before = list(SECTIONS[section]()), golden()[section]
    differing = [f"- {old}\n+ {new}" for old, new in zip(before, said, strict=False) if old != new]
    assert not differing, "\n".join(differing[:3])
    assert len(said) == len(before)


def test_a_rack_as_it_should_stand_has_no_fault() -> None:
    for section, rows in golden().items():
        if section.startswith("rack "):
            assert not any(row.startswith("0:") for row in rows), section
