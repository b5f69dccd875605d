"""No command writes over what it reads: the file of an evening can't be had again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import click

READ: Final = ("source", "sources", "calibration", "lens", "balls")
WRITTEN: Final = ("output", "observations", "annotated", "preview", "board")


def _files(params: Mapping[str, Any], names: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    for name in names:
        value = params.get(name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, str | Path):
                yield name, Path(one)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.absolute() == other.absolute() or (one.is_file() and other.is_file() and one.samefile(other))
    except (OSError, ValueError):
        return False


def check_files(params: Mapping[str, Any]) -> None:
    """Every file that is written is none of those read, nor one written twice. Raises click.UsageError."""
    taken = list(_files(params, READ))
    for name, path in _files(params, WRITTEN):
        clash = next((other for other, place in taken if _same(path, place) and not path.is_char_device()), None)
        if clash is not None:
            asked = "-o" if name == "output" else f"--{name}"
            what = f"is {clash} too" if clash in READ else f"is written by --{clash} too"
            raise click.UsageError(f"{asked} {path}: {what} and would be lost; name another file")
        taken.append((name, path))


class SparingCommand(click.Command):
    """A command that looks at its files before it runs."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs it. Raises click.UsageError where a file would be lost."""
        check_files(ctx.params)
        return super().invoke(ctx)


class SparingGroup(click.Group):
    """A group of such commands."""

    command_class = SparingCommand
