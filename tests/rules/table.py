"""The table of clauses: which clause is decided, or reaches the core from a person, and which test proves it.

A test names its clauses with `@pytest.mark.clause("FI-4.1.1", "HU-I.18.a")`; its worked scenario, where it has one,
with `@pytest.mark.scenario("8F-01")`. This script reads the tests without running them and writes docs/RULES.md:
`python -m tests.rules.table`. `clauses.tsv` holds every clause: id, how it is sensed, kind, a few words.
Kinds: `decided` (by the core), `input` (a person says it, the core acts on it), `not normative` (for a program).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CLAUSES = HERE / "clauses.tsv"
TABLE = ROOT / "docs" / "RULES.md"
CLAUSE_ID = re.compile(r"\b(?:CP|HU|FI)-[0-9IVX]+(?:\.[0-9a-z]+)*\b")
SHORT_FORM = re.compile(r"(?P<link>, and |, |/| and | to )\.(?P<end>[0-9a-z]+)\b")


@dataclass(frozen=True, slots=True)
class Clause:
    """One norm of the three documents."""

    id: str
    sensing: str
    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class Test:
    """One test and what it says it proves."""

    __test__ = False
    path: str
    name: str
    clauses: tuple[str, ...]
    scenarios: tuple[str, ...]


def clauses() -> list[Clause]:
    """Every clause, in the documents' order."""
    rows = CLAUSES.read_text(encoding="utf-8").splitlines()[1:]
    return [Clause(*row.split("\t")) for row in rows if row]


def _marked(node: ast.FunctionDef | ast.ClassDef, marker: str) -> tuple[str, ...]:
    """The texts given to `pytest.mark.<marker>(...)` above a function or class."""
    found: list[str] = []
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == f"pytest.mark.{marker}":
            found += [a.value for a in decorator.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return tuple(found)


def _params(node: ast.FunctionDef) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Clauses and scenarios named on single parameter sets: `pytest.param(..., marks=pytest.mark.clause("..."))`."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("pytest.mark.clause", "pytest.mark.scenario"):
            words = tuple(a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
            yield (words, ()) if ast.unparse(call.func).endswith("clause") else ((), words)


@cache
def tests() -> list[Test]:
    """Every test below tests/rules/ that names a clause or a scenario."""
    found = []
    for path in sorted(HERE.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                pairs = [(_marked(node, "clause"), _marked(node, "scenario")), *_params(node)]
                ids = tuple(dict.fromkeys(c for pair in pairs for c in pair[0]))
                scenarios = tuple(dict.fromkeys(s for pair in pairs for s in pair[1]))
                if ids or scenarios:
                    found.append(Test(path.relative_to(ROOT).as_posix(), node.name, ids, scenarios))
    return found


def _ids_in(text: str) -> Iterator[str]:
    """The clauses that a text names, short forms written out: `FI-10.2.b, .h`, `FI-4.1.13.a/.b`, `FI-10.4.a to .i`."""
    order = [c.id for c in clauses()]
    for match in CLAUSE_ID.finditer(text):
        last = match[0]
        yield last
        at = match.end()
        while (more := SHORT_FORM.match(text, at)) is not None:
            head, _, _ = last.rpartition(".")
            ident = f"{head}.{more['end']}"
            if more["link"].strip() == "to" and last in order and ident in order:
                yield from order[order.index(last) + 1 : order.index(ident)]
            yield ident
            last, at = ident, more.end()


def _named_things(tree: ast.Module) -> Iterator[tuple[str, int, int]]:
    """Functions, classes and constants (with the text below them): name, first and last line; the inmost ones first."""
    bodies = [n.body for n in ast.walk(tree) if isinstance(n, ast.Module | ast.ClassDef)]
    constants, classes = [], []
    for body in bodies:
        for node, below in zip(body, [*body[1:], None], strict=True):
            if isinstance(node, ast.Assign | ast.AnnAssign):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
                last = below.end_lineno if text and below is not None else node.end_lineno
                constants.append((ast.unparse(target), node.lineno, last or node.lineno))
            elif isinstance(node, ast.ClassDef):
                classes.append((node.name, node.lineno, node.body[0].end_lineno or node.lineno))
    functions = [(n.name, n.lineno, n.end_lineno or n.lineno) for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    yield from (*functions, *constants, *classes)


def code_places() -> dict[str, str]:
    """Clause id -> `rules/fouls.py: cushion`, what names it first in the rules: a function, else a constant or a class.

    A clause that only a file's own text names has the file.
    """
    named: dict[str, str] = {}
    listed: dict[str, str] = {}
    for path in sorted((ROOT / "rules").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        file = path.relative_to(ROOT).as_posix()
        for name, first, last in _named_things(ast.parse(text)):
            for ident in _ids_in("\n".join(lines[first - 1 : last])):
                named.setdefault(ident, f"{file}: {name}")
        for ident in _ids_in(text):
            listed.setdefault(ident, file)
    return listed | named


def without_code() -> list[str]:
    """Clauses that the core decides, or acts on, and that no code names."""
    places = code_places()
    return [c.id for c in clauses() if c.kind != "not normative" and c.id not in places]


def missing() -> list[str]:
    """Clauses that no test names, those that are not normative left out."""
    named = {c for t in tests() for c in t.clauses}
    return [c.id for c in clauses() if c.kind != "not normative" and c.id not in named]


def unknown() -> list[str]:
    """Ids that a test names and that stand in no document."""
    known = {c.id for c in clauses()}
    return sorted({f"{c} in {t.path}::{t.name}" for t in tests() for c in t.clauses if c not in known})


def table() -> str:
    """docs/RULES.md."""
    by_clause: dict[str, list[Test]] = {}
    for test in tests():
        for ident in test.clauses:
            by_clause.setdefault(ident, []).append(test)
    places = code_places()
    rows = []
    for clause in clauses():
        proofs = by_clause.get(clause.id, [])
        links = "<br>".join(f"[{t.name}](../{t.path})" for t in proofs[:3])
        more = f"<br>and {len(proofs) - 3} more" if len(proofs) > 3 else ""
        state = clause.kind if proofs or clause.kind == "not normative" else "NOT TESTED"
        place = places.get(clause.id)
        file, _, function = (place or "").partition(": ")
        code = f"[{function or file}](../{file})" if place else ""
        rows.append(f"| {clause.id} | {clause.words} | {clause.sensing} | {code} | {links}{more} | {state} |")
    count = {kind: sum(r.endswith(f"| {kind} |") for r in rows) for kind in ("decided", "input", "not normative")}
    head = (
        "# Every clause, and the test that proves it\n\n"
        "Written by `make rules-table` from the tests. CP Congestion Pool, HU Hungarian, FI Finnish document.\n"
        "`code` is where the rules name the clause: a function, constant or class of that file. States: `decided` by\n"
        "the core; `input`: a person says it, the core acts on it; `not normative` for a program (sizes are data in\n"
        "`rules/equipment.py`; some oblige people only).\n\n"
        f"{len(rows)} clauses: {count['decided']} decided, {count['input']} from a person, "
        f"{count['not normative']} not normative, {sum('NOT TESTED' in r for r in rows)} not tested.\n\n"
        "| clause | in a few words | sensed by | code | tests | state |\n| --- | --- | --- | --- | --- | --- |\n"
    )
    return head + "\n".join(rows) + "\n"


def main() -> int:
    """Writes the table; 1 where a clause has no test."""
    TABLE.write_text(table(), encoding="utf-8")
    for line in unknown():
        print(f"no such clause: {line}")
    gaps = missing()
    if gaps:
        print(f"{len(gaps)} clauses without a test: {', '.join(gaps)}")
    homeless = without_code()
    if homeless:
        print(f"{len(homeless)} clauses that no code names: {', '.join(homeless)}")
    return 1 if gaps or unknown() or homeless else 0


if __name__ == "__main__":
    sys.exit(main())
