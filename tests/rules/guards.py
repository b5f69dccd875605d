"""Files of sections that guard what is said: a command writes them, a test compares them.

A section begins with `== ` and its name; each line after it is what was said of one case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

Sections = Mapping[str, Callable[[], Iterator[str]]]


def write_sections(path: Path, sections: Sections) -> None:
    """Write what is said of each section's cases."""
    text = "".join(f"== {name}\n" + "\n".join(rows()) + "\n" for name, rows in sections.items())
    path.write_text(text, encoding="utf-8")


def read_sections(path: Path) -> dict[str, list[str]]:
    """The lines of each section as they were written."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            found[line[3:]] = rows = []
        else:
            rows.append(line)
    return found


def assert_same(written: Sequence[str], said: Sequence[str]) -> None:
    """Fails with the first lines that differ, the written ones under `-`."""
    differing = [f"- {old}\n+ {new}" for old, new in zip(written, said, strict=False) if old != new]
    assert not differing, "\n".join(differing[:3])
    assert len(said) == len(written)
