"""No clause without a test, no test for a clause that is none, no clause without a row in docs/RULES.md."""

from __future__ import annotations

import re

from tests.rules.table import TABLE, clauses, code_places, missing, table, unknown, without_code


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


def test_every_clause_has_its_code() -> None:
    """A stranger finds the code of any clause: the rules name it beside what decides it."""
    assert without_code() == []


def test_short_forms_in_the_code_are_read() -> None:
    places = code_places()
    assert places["FI-4.1.13.b"] == "rules/fouls.py: tip_twice"
    assert places["FI-10.4.c"].startswith("rules/rerack.py")


def test_committed_table_is_what_the_tests_say_now() -> None:
    """After a change of clauses, code or tests: `make rules-table`."""
    assert TABLE.read_text(encoding="utf-8") == table()
    rows = [r for r in table().splitlines() if re.match(r"\| (CP|HU|FI)-", r)]
    bare = [r.split("|")[1].strip() for r in rows if not r.split("|")[4].strip() and "not normative" not in r]
    assert rows and bare == []
