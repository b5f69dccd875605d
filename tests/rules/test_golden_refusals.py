"""What is wrong in a record or a state is named as it was: `python -m tests.rules.refusals` writes what is compared."""

from __future__ import annotations

import re

from tests.rules.refusals import GOLDEN, RECORDS, STATES, refusals


def test_what_is_wrong_is_named_as_before() -> None:
    said = refusals().splitlines()
    golden = GOLDEN.read_text(encoding="utf-8").splitlines()
    differing = [f"- {old}\n+ {new}" for old, new in zip(golden, said, strict=False) if old != new]
    assert not differing, "\n".join(differing[:3])
    assert len(said) == len(golden)


def test_every_good_record_is_taken_and_what_lacks_a_field_of_its_own_is_not() -> None:
    rows = GOLDEN.read_text(encoding="utf-8").splitlines()
    for name in RECORDS:
        assert f"{name}: as it is -> ." in rows
        assert any(row.startswith(f"{name}: ") and not row.endswith("-> .") for row in rows), name
    for game in STATES:
        assert any(row.startswith(f"{game}: as it is -> {{") for row in rows), game


def test_each_refusal_is_one_line_without_a_trace_of_the_program() -> None:
    for row in GOLDEN.read_text(encoding="utf-8").splitlines():
        text = row.partition(" -> ")[2]
        assert not re.search(r"Error|Traceback|object at 0x|dataclass", text), row
        assert len(text) < 200 or text.startswith("{"), row
