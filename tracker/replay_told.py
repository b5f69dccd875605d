"""What a person at the terminal is told while a replay writes its records."""

from __future__ import annotations

from types import TracebackType

import click

from callshot.tracker.printed import Printed
from callshot.tracker.replay_request import ReplayRequest
from callshot.tracker.session import Record


class RulingsTold:
    """Where the records go to a file, their rulings go to the terminal as they fall, to stderr as all that is no data.

    Where they go to standard output, a person has them before him.
    """

    def __init__(self, request: ReplayRequest) -> None:
        silent = request.output is None
        self._printed = None if silent else Printed(request.game, request.players, request.langs, _say)

    def take(self, records: list[Record]) -> None:
        """What was written."""
        if self._printed is not None:
            self._printed.take(records)

    def __enter__(self) -> RulingsTold:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._printed is not None and error is None:
            self._printed.end()


def _say(text: str) -> None:
    click.echo(text, err=True)
