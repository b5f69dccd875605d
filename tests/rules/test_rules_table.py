"""No clause without a test, no test for a clause that is none, no clause without a row in docs/RULES.md."""

from __future__ import annotations

from tests.rules.table import TABLE, clauses, missing, table, unknown


def test_every_clause_has_a_test() -> None:
    assert missing() == []


def test_tests_name_only_clauses_that_there_are() -> None:
    assert unknown() == []


def test_every_clause_has_a_row() -> None:
    rows = [
        line.split("|")[1].strip() for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")
    ]
    assert [r for r in rows if "-" in r and r != "---"] == [c.id for c in clauses()]


def test_table_counts_what_it_lists() -> None:
    text = table()
    assert len(clauses()) == 498
    gaps = set(missing())
    for kind in ("decided", "input", "not normative"):
        rows = sum(line.endswith(f"| {kind} |") for line in text.splitlines())
        assert rows == sum(c.kind == kind and c.id not in gaps for c in clauses())
