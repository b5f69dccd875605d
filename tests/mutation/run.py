"""Mutation testing of rules/, by hand: `python -m tests.mutation.run --work DIR`. A survivor is a fault no test sees.

It works on a snapshot of the checkout, never in it. The tests are collected once; for each mutant a process is forked
in which the faulty function's code takes the place of the sound one, and the tests that run its lines are run until one
fails. A fault outside functions needs a process that imports everything anew. Before all that, one function of each
module is made to raise: where no test notices, the figures would mean nothing and the run stops. Runs without any fault
are strewn among the others and must pass.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.machinery
import importlib.util
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING

from tests.mutation.mutants import Mutant, mutants, mutated

if TYPE_CHECKING:
    from tests.mutation.watching import Run

ROOT = Path(__file__).parents[2]
PYTEST = [
    "-q", "--no-header", "--tb=line", "-p", "no:cacheprovider", "-m", "not soak",
    "-W", "ignore::pytest.PytestAssertRewriteWarning",
]  # fmt: skip
KILLED, SURVIVED, TIMEOUT, UNPLANTED = "killed", "survived", "timeout", "unplanted"
NOT_PLANTED = 71


# ------------------------------------------------------------------------------------------- the snapshot


def snapshot(work: Path) -> Path:
    """Copies what git tracks (as it stands now) and makes the copy the one that is imported."""
    tree = work / "tree"
    listing = ["git", "ls-files", "-z", "-co", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        source, target = ROOT / name, tree / name
        if not source.exists() and not source.is_symlink():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        if source.is_symlink():
            target.symlink_to(source.readlink())
        else:
            target.write_bytes(source.read_bytes())
    return tree


def modules(tree: Path) -> list[str]:
    """Every module of the rules."""
    return sorted(p.relative_to(tree).as_posix() for p in (tree / "rules").rglob("*.py"))


def module_name(path: str) -> str:
    """`rules/congestion/game.py` -> `callshot.rules.congestion.game`."""
    return "callshot." + path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


# ------------------------------------------------------------------------------------- the faulty module


def plant_function(mutant: Mutant, tree: ast.Module) -> bool:
    """Puts the faulty code into the function that is already loaded; False where it can't be done."""
    path: list[str] = []
    inside: ast.AST = tree
    while True:
        below = [
            n
            for n in ast.iter_child_nodes(inside)
            if isinstance(n, ast.FunctionDef | ast.ClassDef) and n.lineno <= mutant.line <= (n.end_lineno or 0)
        ]
        if not below:
            return False
        path.append(below[0].name)
        inside = below[0]
        if isinstance(inside, ast.FunctionDef):
            break
    module = importlib.import_module(module_name(mutant.module))
    function = _function(module, path)
    code = _code(compile(tree, str(ROOT / mutant.module), "exec"), path)
    if function is None or code is None or len(function.__code__.co_freevars) != len(code.co_freevars):
        return False
    function.__code__ = code
    return True


def _function(module: ModuleType, path: list[str]) -> FunctionType | None:
    found: object = module
    for name in path:
        found = vars(found).get(name)
        if isinstance(found, property):
            found = found.fget
        found = getattr(found, "__func__", found)
    return found if isinstance(found, FunctionType) else None


def _code(code: CodeType, path: list[str]) -> CodeType | None:
    for name in path:
        inner = [c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name]
        if not inner:
            return None
        code = inner[0]
    return code


class Faulty(importlib.machinery.SourceFileLoader):
    """Loads the tree it is given in place of the file."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self._tree = tree

    def get_code(self, fullname: str) -> CodeType:
        """The faulty code."""
        code = compile(self._tree, self.path, "exec")
        assert isinstance(code, CodeType)
        return code


class Planted:
    """Finds one module as the faulty one, and nothing else."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self._name, self._path, self._tree = name, path, tree

    def find_spec(self, name: str, path: object = None, target: ModuleType | None = None) -> object:
        """The spec of the faulty module."""
        if name != self._name:
            return None
        loader = Faulty(name, str(self._path), self._tree)
        below = [str(self._path.parent)] if self._path.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(name, self._path, loader=loader, submodule_search_locations=below)


def run_anew(planted: Planted, wanted: list[str], log: Path, cpu_s: float) -> int | None:
    """The wanted tests in a process that imports the faulty module from the start. It must fork before any import."""
    ask, tell = os.pipe()
    child = os.fork()
    if child == 0:
        code = 70
        try:
            import pytest

            from tests.mutation.watching import Forking, Sorted

            sys.meta_path.insert(0, planted)  # type: ignore[arg-type]
            out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            os.dup2(out, 1)
            os.dup2(out, 2)

            def work(run: Run) -> int:
                status = run(None, wanted, cpu_s)
                return 99 if status is None else status

            forking = Forking(work, log)
            files = sorted({t.partition("::")[0] for t in wanted})
            pytest.main([*PYTEST, *files], plugins=[Sorted(), forking])
            code = forking.status
        finally:
            os.write(tell, str(code).encode())
            os._exit(0)
    os.close(tell)
    os.waitpid(child, 0)
    code = int(os.read(ask, 8) or b"70")
    os.close(ask)
    return None if code == 99 else code


# --------------------------------------------------------------------------------------------- the sample


def sample(all_mutants: Sequence[Mutant], size: int, least: int, seed: int) -> list[Mutant]:
    """`size` mutants, every module by its share but never less than `least` (or all it has), in random order."""
    chance = random.Random(seed)
    by_module: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in all_mutants:
        by_module[mutant.module].append(mutant)
    chosen: list[Mutant] = []
    for _, found in sorted(by_module.items()):
        share = max(least, round(size * len(found) / len(all_mutants)))
        chosen += chance.sample(found, min(share, len(found)))
    chance.shuffle(chosen)
    return chosen


def covering(mutant: Mutant, trace: dict[str, dict[str, object]], slow_s: float) -> list[str]:
    """The tests that run the mutant's lines, the quickest first; all tests where the line runs at import.

    (A line in a function that no test runs may run at import too.) Tests that take longer than `slow_s` are left out:
    what only they would notice counts as survived.
    """
    seconds = {test: float(str(found["seconds"])) for test, found in trace.items()}
    quickest = sorted((t for t in trace if seconds[t] <= slow_s), key=lambda t: seconds[t])
    if not mutant.in_function:
        return quickest
    span = range(mutant.first_line, mutant.last_line + 1)
    wanted = []
    for test in quickest:
        lines = trace[test]["lines"]
        assert isinstance(lines, dict)
        if any(n in span for n in lines.get(mutant.module, ())):
            wanted.append(test)
    return wanted if _runs(mutant, trace) else quickest


def at_import(mutant: Mutant, trace: dict[str, dict[str, object]]) -> bool:
    """The faulty module must be imported anew: the fault is outside functions, or in one that no test runs."""
    return not mutant.in_function or not _runs(mutant, trace)


def _runs(mutant: Mutant, trace: dict[str, dict[str, object]]) -> bool:
    """Some test runs the mutant's lines."""
    span = range(mutant.first_line, mutant.last_line + 1)
    return any(n in span for t in trace.values() for n in t["lines"].get(mutant.module, ()))  # type: ignore[attr-defined]


def within(tests: list[str], trace: dict[str, dict[str, object]], total_s: float) -> list[str]:
    """As many of the tests, the quickest first, as take that long together."""
    kept, used = [], 0.0
    for test in tests:
        used += float(str(trace[test]["seconds"]))
        if kept and used > total_s:
            break
        kept.append(test)
    return kept


# ------------------------------------------------------------------------------------------------ the run


def main() -> int:
    """Everything, and a table by module at the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True, help="an empty folder outside the checkout")
    parser.add_argument("--size", type=int, default=800)
    parser.add_argument("--least", type=int, default=8, help="mutants a module at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", type=float, default=6.0, help="leave out tests that take more seconds, traced")
    parser.add_argument("--total", type=float, default=30.0, help="seconds of tests a mutant gets at most, traced")
    parser.add_argument("--module", action="append", default=[], help="only these: rules/fouls.py")
    parser.add_argument("--functions", action="store_true", help="only faults in functions, which run quickest")
    parser.add_argument("--again", type=Path, help="only the survivors of an earlier results file, on today's tests")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    work = args.work.resolve()
    if work == ROOT or ROOT in work.parents:
        parser.error("--work must lie outside the checkout")
    if not args.inside:
        tree = snapshot(work)
        env = {**os.environ, "PYTHONPATH": f"{tree}:{tree / '.typing'}", "PYTHONHASHSEED": "0"}
        again = [f"--again={args.again.resolve()}"] if args.again else []
        inner = [a for a in sys.argv[1:] if not a.startswith("--again")] if args.again else sys.argv[1:]
        inner = [a for a in inner if args.again is None or a != str(args.again)]
        return subprocess.run(
            [sys.executable, "-m", "tests.mutation.run", "--inside", *inner, *again], cwd=tree, env=env
        ).returncode
    return _inside(args, work)


def _inside(args: argparse.Namespace, work: Path) -> int:
    """In the snapshot, with the snapshot on the path."""
    import click  # noqa: F401  loaded once here, shared by every forked run
    import hypothesis  # noqa: F401
    import pytest

    assert work / "tree" == ROOT, "run from the snapshot"
    trace_file = work / "trace.json"
    if not trace_file.exists():
        child = os.fork()
        if child == 0:
            from tests.mutation.watching import Sorted, Trace

            pytest.main([*PYTEST, "-x", "tests/rules"], plugins=[Sorted(), Trace(ROOT, trace_file)])
            os._exit(0)
        os.waitpid(child, 0)
    if not trace_file.exists():
        print("the tests fail without any fault")
        return 1
    trace = json.loads(trace_file.read_text())
    print(f"{len(trace)} tests traced in {sum(t['seconds'] for t in trace.values()):.0f} s", flush=True)
    sources = {m: (ROOT / m).read_text(encoding="utf-8") for m in modules(ROOT)}
    every = [m for path, text in sources.items() for m in mutants(path, text)]
    chosen = _chosen(args, every, sources)
    print(f"{len(chosen)} of {len(every)} mutants", flush=True)
    results = work / f"results-{'again' if args.again else args.seed}.jsonl"
    done = {json.loads(row)["name"] for row in results.read_text().splitlines()} if results.exists() else set()
    left = [m for m in chosen if m.name + str(m.place) not in done]
    with results.open("a") as out:

        def note(mutant: Mutant, status: int | None, tests: int, begun: float) -> None:
            result = {None: TIMEOUT, 0: SURVIVED, NOT_PLANTED: UNPLANTED}.get(status, KILLED)
            row = {
                **asdict(mutant), "name": mutant.name + str(mutant.place), "result": result, "tests": tests,
                "seconds": round(time.monotonic() - begun, 1), "source_line": _line(sources, mutant),
            }  # fmt: skip
            out.write(json.dumps(row) + "\n")
            out.flush()

        anew = {m for m in left if at_import(m, trace)}
        for mutant in (m for m in left if m in anew and (m.in_function or not args.functions)):
            tests, begun = within(covering(mutant, trace, args.slow), trace, args.total), time.monotonic()
            planted = Planted(module_name(mutant.module), ROOT / mutant.module, mutated(sources[mutant.module], mutant))
            note(mutant, run_anew(planted, tests, work / "mutant.log", _limit(trace, tests)), len(tests), begun)

        def functions(run: Run) -> int:
            for path in sorted({m.module for m in left if m not in anew}):
                if not _canary(path, sources[path], trace, run):
                    print(f"{path}: a function that only raises went unnoticed")
                    return 1
            print("every canary died", flush=True)
            for count, mutant in enumerate(m for m in left if m not in anew):
                tests, begun = within(covering(mutant, trace, args.slow), trace, args.total), time.monotonic()
                tree = mutated(sources[mutant.module], mutant)
                status = run(lambda: _planted(mutant, tree), tests, _limit(trace, tests)) if tests else 0  # noqa: B023
                note(mutant, status, len(tests), begun)
                if count % 100 == 50 and run(None, tests, 600) != 0:
                    print(f"tests of {mutant.name} fail without a fault: see {work / 'mutant.log'}")
                    return 1
            return 0

        from tests.mutation.watching import Forking, Sorted

        forking = Forking(functions, work / "mutant.log")
        pytest.main([*PYTEST, "tests/rules"], plugins=[Sorted(), forking])
    print(report(results))
    return forking.status


def _planted(mutant: Mutant, tree: ast.Module) -> None:
    if not plant_function(mutant, tree):
        os._exit(NOT_PLANTED)


def _limit(trace: dict[str, dict[str, object]], tests: list[str]) -> float:
    return 10 + 2 * sum(float(str(trace[t]["seconds"])) for t in tests)


def _canary(path: str, source: str, trace: dict[str, dict[str, object]], run: Run) -> bool:
    """The function of the module that most tests run, made to raise: is it noticed?"""
    tree = ast.parse(source)
    counts = Counter(n for t in trace.values() for n in t["lines"].get(path, ()))  # type: ignore[attr-defined]
    places = {id(node): place for place, node in enumerate(ast.walk(tree))}
    functions = [
        n for m in (tree, *(c for c in tree.body if isinstance(c, ast.ClassDef))) for n in m.body
        if isinstance(n, ast.FunctionDef)
    ]  # fmt: skip
    if not functions:
        return True
    most = max(functions, key=lambda f: max(counts[n] for n in range(f.body[0].lineno, (f.end_lineno or 0) + 1)))
    most.body[:] = [ast.parse("raise RuntimeError('canary')").body[0]]
    last = most.end_lineno or most.lineno
    canary = Mutant(path, places[id(most)], 0, "canary", "raises", most.lineno, most.lineno, last, True)
    tests = covering(canary, trace, 5.0)[:20]
    return run(lambda: _planted(canary, ast.fix_missing_locations(tree)), tests, 120) == 1


def _chosen(args: argparse.Namespace, every: list[Mutant], sources: dict[str, str]) -> list[Mutant]:
    """The sample, or the survivors of an earlier run that are still there."""
    if not args.again:
        wanted = [m for m in every if not args.module or m.module in args.module]
        return sample(wanted, args.size, args.least, args.seed)
    earlier = [json.loads(row) for row in args.again.read_text().splitlines()]
    survived = {(r["source_line"], r["operator"], r["words"]) for r in earlier if r["result"] == SURVIVED}
    return [m for m in every if (_line(sources, m), m.operator, m.words) in survived]


def _line(sources: dict[str, str], mutant: Mutant) -> str:
    return sources[mutant.module].splitlines()[mutant.line - 1].strip()


def report(results: Path) -> str:
    """Killed by module and by operator."""
    rows = [json.loads(row) for row in results.read_text().splitlines()]
    unplanted = sum(r["result"] == UNPLANTED for r in rows)
    rows = [r for r in rows if r["result"] != UNPLANTED]
    lines = [f"{'':40}   all  killed time survived"]
    for key in ("module", "operator"):
        count: dict[str, Counter[str]] = defaultdict(Counter)
        for row in rows:
            count[row[key]][row["result"]] += 1
            count["all"][row["result"]] += 1
        for name, c in sorted(count.items()):
            share = 100 * (c[KILLED] + c[TIMEOUT]) / c.total()
            lines.append(f"{name:40} {c.total():5} {c[KILLED]:5} {c[TIMEOUT]:4} {c[SURVIVED]:4}  {share:5.1f} %")
    return "\n".join([*lines, f"{unplanted} more could not be planted"])


if __name__ == "__main__":
    sys.exit(main())
