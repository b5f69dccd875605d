"""What a command is asked to write is checked before it works for an hour: nothing is missed at the end."""

from __future__ import annotations

import filecmp
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from callshot.tracker.trouble import Trouble

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


def keep_old(path: Path) -> None:
    """What stands in a file that is about to be replaced is kept beside it, and told: a slip with -o loses nothing.

    What stands in one of the kept ones already is not kept twice. Raises Trouble where it can't be kept.
    """
    if not path.is_file() or path.stat().st_size == 0:
        return
    place = path.resolve()  # a link stays one
    old, number = place.with_name(f"{place.name}.old"), 1
    try:
        while old.exists():
            if filecmp.cmp(place, old, shallow=False):
                place.unlink()  # who still reads it reads on
                return
            number += 1
            old = place.with_name(f"{place.name}.old-{number}")
        place.replace(old)
    except OSError as why:
        raise Trouble(
            f"{path}: what stands there can't be kept as {old.name} ({why.strerror}); choose another"
        ) from why
    click.echo(f"callshot: {path}: what stood there is now in {old.name}", err=True)
