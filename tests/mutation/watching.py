"""Two pytest plugins for the mutation runs: which test runs which lines, and a test run cut down to some tests."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest
from hypothesis import HealthCheck, Phase, settings

NOT_HERE = ("within_a_second",)
"""Tests of speed say nothing of a fault and fail on a busy machine."""


class Choose:
    """Runs only the tests named, in the order given (the quickest first)."""

    def __init__(self, wanted: list[str] | None) -> None:
        settings.register_profile(
            "mutation", deadline=None, derandomize=True, database=None, phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        settings.load_profile("mutation")
        self._wanted = None if wanted is None else {name: k for k, name in enumerate(wanted)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keeps what is wanted."""
        items[:] = [i for i in items if not any(word in i.nodeid for word in NOT_HERE)]
        if self._wanted is not None:
            order = self._wanted
            items[:] = sorted((i for i in items if i.nodeid in order), key=lambda i: order[i.nodeid])


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
        begun = time.perf_counter()
        yield
        self._seconds[item.nodeid] = time.perf_counter() - begun
        self._watch.switch_context("")

    def pytest_sessionfinish(self) -> None:
        """Writes it all: test -> seconds, and module -> lines."""
        self._watch.stop()
        data = self._watch.get_data()
        found: dict[str, dict[str, object]] = {
            test: {"seconds": seconds, "lines": {}} for test, seconds in self._seconds.items()
        }
        for file in data.measured_files():
            module = f"rules/{Path(file).resolve().relative_to(self._rules).as_posix()}"
            for line, tests in data.contexts_by_lineno(file).items():
                for test in tests:
                    if test in found:
                        lines = found[test]["lines"]
                        assert isinstance(lines, dict)
                        lines.setdefault(module, []).append(line)
        self._out.write_text(json.dumps(found))
