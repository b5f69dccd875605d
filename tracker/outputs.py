"""What a command is asked to write is checked before it works for an hour: nothing is missed at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

FILM_ENDINGS = (".mp4", ".m4v")


def check_folders(outputs: Mapping[str, Path | None]) -> None:
    """Every output, by its option, has a folder to be in. Raises click.UsageError."""
    for option, path in outputs.items():
        if path is not None and not path.absolute().parent.is_dir():
            raise click.UsageError(f"{option} {path}: there is no folder {path.parent}; make it, or give another")


def check_ending(option: str, path: Path | None, endings: Sequence[str]) -> None:
    """The name ends as what will be written, and a file is or can be there. Raises click.UsageError."""
    if path is None:
        return
    if path.suffix.lower() not in endings:
        raise click.UsageError(f"{option} {path}: its name must end in {' or '.join(endings)}")
    if path.exists() and not path.is_file():
        raise click.UsageError(f"{option} {path}: that is no file; give the name of one")
