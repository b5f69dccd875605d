"""`callshot rule`: the rules alone, between standard input and standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from callshot.tracker.herald import Herald
from callshot.tracker.rule_command import run_rules

MAX_LINE_BYTES = 4 * 1024 * 1024
"""A record is a few kB, one of 57 balls 20 kB: a longer line is no record and must not fill the memory."""

NOTHING_CAME: Final = (
    "callshot: rule: nothing came on standard input; it reads records, one a line: a `session` record first, or give "
    "--game and --players, then strokes"
)


def rule_command(
    game: str | None, players: Sequence[str], options: Mapping[str, str], langs: Sequence[str], show_state: bool
) -> int:
    """Reads records from standard input until it ends; every answer is flushed before the next line is read."""

    def write(line: str) -> None:
        sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()

    heard = False

    def lines() -> Iterator[bytes]:
        nonlocal heard
        for line in _lines():
            heard = heard or bool(line.strip())
            yield line

    run_rules(lines(), write, game, players, options, langs, show_state, Herald)
    if not heard and game is None:
        print(NOTHING_CAME, file=sys.stderr)
    return 0


def _lines() -> Iterator[bytes]:
    # readline, not iteration: that would read ahead, and another program waits for the answer to each line.
    while line := sys.stdin.buffer.readline(MAX_LINE_BYTES):
        yield line
