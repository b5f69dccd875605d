"""Mutation testing of rules/, by hand: `python -m tests.mutation.run --work DIR`. A survivor is a fault no test sees.

It works on a snapshot of the checkout, never in it. The faulty module is put into a forked process as the module that
is imported; a fault that ends every import (the canary) must be noticed in each module, and runs without any fault,
strewn among the others, must pass: else the figures mean nothing and the run stops.
"""

from __future__ import annotations

import argparse
import ast
import importlib.machinery
import importlib.util
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

from tests.mutation.mutants import Mutant, mutants, mutated

ROOT = Path(__file__).parents[2]
PYTEST = [
    "-x", "-q", "--no-header", "--tb=line", "-p", "no:cacheprovider", "-m", "not soak",
    "-W", "ignore::pytest.PytestAssertRewriteWarning",
]  # fmt: skip
KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"


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


class Faulty(importlib.machinery.SourceFileLoader):
    """Loads the tree it is given in place of the file."""

    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self._tree = tree

    def get_code(self, fullname: str) -> object:  # type: ignore[override]
        return compile(self._tree, self.path, "exec")


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


def run_tests(planted: Planted | None, wanted: list[str] | None, log: Path, cpu_s: float) -> str:
    """Runs the wanted tests in a forked process, which may use `cpu_s` seconds of the processor."""
    files = ["tests/rules"] if wanted is None else sorted({t.partition("::")[0] for t in wanted})
    child = os.fork()
    if child == 0:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (int(cpu_s), int(cpu_s) + 5))
        out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(out, 1)
        os.dup2(out, 2)
        code = 70
        try:
            import pytest

            from tests.mutation.watching import Choose

            if planted is not None:
                sys.meta_path.insert(0, planted)  # type: ignore[arg-type]
            code = int(pytest.main([*PYTEST, *files], plugins=[Choose(wanted)]))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return TIMEOUT
    return SURVIVED if code in (0, 5) else KILLED


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

    Tests that take longer than `slow_s` are left out: what only they would notice counts as survived.
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
    return wanted


# ------------------------------------------------------------------------------------------------ the run


def main() -> int:
    """Everything, and a table by module at the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True, help="an empty folder outside the checkout")
    parser.add_argument("--size", type=int, default=800)
    parser.add_argument("--least", type=int, default=8, help="mutants a module at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", type=float, default=6.0, help="leave out tests that take more seconds, traced")
    parser.add_argument("--module", action="append", default=[], help="only these: rules/fouls.py")
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
    sources = {m: (ROOT / m).read_text(encoding="utf-8") for m in modules(ROOT)}
    trace_file = work / "trace.json"
    if not trace_file.exists() or args.again:
        trace_file.unlink(missing_ok=True)
        begun = time.monotonic()
        if run_tests(None, None, work / "baseline.log", 1800) != SURVIVED:
            print(f"the tests fail without any fault: see {work / 'baseline.log'}")
            return 1
        print(f"without a fault all pass in {time.monotonic() - begun:.0f} s", flush=True)
        child = os.fork()
        if child == 0:
            from tests.mutation.watching import Choose, Trace

            quiet = [*(a for a in PYTEST if a != "-x"), "tests/rules"]
            pytest.main(quiet, plugins=[Choose(None), Trace(ROOT, trace_file)])
            os._exit(0)
        os.waitpid(child, 0)
    trace = json.loads(trace_file.read_text())
    total = sum(t["seconds"] for t in trace.values())
    print(f"{len(trace)} tests traced in {total:.0f} s", flush=True)

    every = [m for path, text in sources.items() for m in mutants(path, text)]
    if args.again:
        earlier = [json.loads(row) for row in args.again.read_text().splitlines()]
        left = {(r["module"], r["source_line"], r["operator"], r["words"]) for r in earlier if r["result"] == SURVIVED}
        chosen = [m for m in every if (m.module, _line(sources, m), m.operator, m.words) in left]
    else:
        wanted = [m for m in every if not args.module or m.module in args.module]
        chosen = sample(wanted, args.size, args.least, args.seed)
    print(f"{len(chosen)} of {len(every)} mutants", flush=True)

    for path in sorted({m.module for m in chosen}):
        canary = ast.parse("raise ImportError('canary')")
        some = sorted(trace, key=lambda t: trace[t]["seconds"])[:40]
        if run_tests(Planted(module_name(path), ROOT / path, canary), some, work / "canary.log", 120) != KILLED:
            print(f"{path}: a module that can't even be imported went unnoticed")
            if path.endswith("__init__.py"):
                continue
            return 1
    print("every canary died", flush=True)

    results = work / f"results-{'again' if args.again else args.seed}.jsonl"
    done = set()
    if results.exists() and not args.again:
        done = {json.loads(row)["name"] for row in results.read_text().splitlines()}
    with results.open("a" if done else "w") as out:
        for count, mutant in enumerate(chosen):
            if mutant.name + str(mutant.place) in done:
                continue
            tests = covering(mutant, trace, args.slow)
            planted = Planted(module_name(mutant.module), ROOT / mutant.module, mutated(sources[mutant.module], mutant))
            limit = 20 + 3 * sum(trace[t]["seconds"] for t in tests)
            begun = time.monotonic()
            result = run_tests(planted, tests, work / "mutant.log", limit) if tests else SURVIVED
            row = {
                **asdict(mutant), "name": mutant.name + str(mutant.place), "result": result, "tests": len(tests),
                "seconds": round(time.monotonic() - begun, 1), "source_line": _line(sources, mutant),
            }  # fmt: skip
            out.write(json.dumps(row) + "\n")
            out.flush()
            if count % 100 == 50 and run_tests(None, tests, work / "null.log", 900) != SURVIVED:
                print(f"a run without any fault failed: see {work / 'null.log'}")
                return 1
    print(report(results))
    return 0


def _line(sources: dict[str, str], mutant: Mutant) -> str:
    return sources[mutant.module].splitlines()[mutant.line - 1].strip()


def report(results: Path) -> str:
    """Killed by module and by operator."""
    rows = [json.loads(row) for row in results.read_text().splitlines()]
    lines = []
    for key in ("module", "operator"):
        count: dict[str, Counter[str]] = defaultdict(Counter)
        for row in rows:
            count[row[key]][row["result"]] += 1
            count["all"][row["result"]] += 1
        for name, c in sorted(count.items()):
            share = 100 * (c[KILLED] + c[TIMEOUT]) / c.total()
            lines.append(f"{name:40} {c.total():5} {c[KILLED]:5} {c[TIMEOUT]:4} {c[SURVIVED]:4}  {share:5.1f} %")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
