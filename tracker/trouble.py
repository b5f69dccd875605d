"""What a person at the terminal is told: errors, whose one line says what is wrong and what to do, and notices."""

from __future__ import annotations

import click

from callshot.hardware.frame import Notice


class Trouble(Exception):
    """Something a person can mend. Its text is the whole message."""


def tell(notice: Notice) -> None:
    """A notice handler: a line on standard error."""
    click.echo(f"callshot: {notice.text}", err=True)
