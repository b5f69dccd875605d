"""The pytest plugins of the mutation runs: which test runs which lines, and tests run again in forked processes."""

from __future__ import annotations

import json
import os
import resource
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import coverage
import pytest
from hypothesis import HealthCheck, Phase, settings

NOT_HERE = ("within_a_second", "keep_every_promise", "end_in_every_way")
"""Tests of speed say nothing of a fault and fail on a busy machine; the longest random games take too long here."""

Run = Callable[[Callable[[], None] | None, list[str], float], int | None]
"""What is done first in the forked process, the tests to run, the seconds of processor time; the exit status, or None
where the time ran out."""


class Sorted:
    """Leaves out tests of speed; the same examples in every run, and no shrinking of what fails."""

    def __init__(self) -> None:
        settings.register_profile(
            "mutation", deadline=None, derandomize=True, database=None, phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        settings.load_profile("mutation")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keeps what is wanted."""
        items[:] = [i for i in items if not any(word in i.nodeid for word in NOT_HERE)]


class Trace:
    """Notes the lines of `rules/` that every test runs, and how long it takes."""

    def __init__(self, root: Path, out: Path) -> None:
        self._rules, self._out = (root / "rules").resolve(), out
        self._seconds: dict[str, float] = {}
        self._watch = coverage.Coverage(data_file=None, include=[str(self._rules / "*"), "*/callshot/rules/*"])
        self._watch.start()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Around a whole test, its fixtures included."""
        self._watch.switch_context(item.nodeid)
        begun = time.process_time()
        yield
        self._seconds[item.nodeid] = time.process_time() - begun
        self._watch.switch_context("")

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Writes it all: test -> seconds, and module -> lines. Nothing where a test failed."""
        self._watch.stop()
        if session.testsfailed:
            return
        data = self._watch.get_data()
        lines: dict[str, dict[str, list[int]]] = {test: {} for test in self._seconds}
        for file in data.measured_files():
            module = f"rules/{Path(file).resolve().relative_to(self._rules).as_posix()}"
            for line, tests in data.contexts_by_lineno(file).items():
                for test in tests:
                    if test in lines:
                        lines[test].setdefault(module, []).append(line)
        found = {test: {"seconds": s, "lines": lines[test]} for test, s in self._seconds.items()}
        self._out.write_text(json.dumps(found))


class Forking:
    """Collects once; then `work` has tests run in forked processes as often as it likes."""

    def __init__(self, work: Callable[[Run], int], log: Path) -> None:
        self._work, self._log = work, log
        self.status = 1

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of the usual loop."""
        items = {item.nodeid: item for item in session.items}

        def run(first: Callable[[], None] | None, tests: list[str], cpu_s: float) -> int | None:
            child = os.fork()
            if child == 0:
                self._child(session, first, [items[t] for t in tests if t in items], cpu_s)
            _, status = os.waitpid(child, 0)
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else None

        self.status = self._work(run)
        return True

    def _child(
        self, session: pytest.Session, first: Callable[[], None] | None, items: list[pytest.Item], cpu_s: float
    ) -> None:
        used = time.process_time()
        resource.setrlimit(resource.RLIMIT_CPU, (int(used + cpu_s) + 1, int(used + cpu_s) + 5))
        out = os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(out, 1)
        os.dup2(out, 2)
        code = 70
        try:
            if first is not None:
                first()
            code = 0
            for item, following in zip(items, [*items[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    code = 1
                    break
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
