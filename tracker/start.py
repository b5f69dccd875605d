"""The program's door: what stops it while it is still being read in, a second or two on a Pi, is told like the rest."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from types import FrameType
from typing import Final

INTERRUPTED: Final = 130
"""What a shell reports for a program stopped by Ctrl-C."""

TERMINATED: Final = 143
"""The same for one stopped by SIGTERM, as systemd and `kill` do it."""


class Terminated(KeyboardInterrupt):
    """SIGTERM came while nobody waited for it: the program ends as it does on Ctrl-C."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line. Exits 0 for work done, 2 on bad usage, 1 on an error, 130 on Ctrl-C, 143 on SIGTERM."""
    signal.signal(signal.SIGTERM, _terminate)
    _open_what_is_closed()
    try:
        from callshot.tracker.app import run
    except KeyboardInterrupt as why:
        print("callshot: stopped before it began", file=sys.stderr)
        sys.exit(TERMINATED if isinstance(why, Terminated) else INTERRUPTED)
    _leave(run(arguments))


def _open_what_is_closed() -> None:
    """Where a shell closed input, output or errors (`<&-`), nothing comes or goes there: not the next file that is
    opened, which would get its number and with it all that is printed.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        try:
            os.fstat(number)
        except OSError:
            # the lowest free number is this one: those below it are open by now
            os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def _leave(code: int) -> None:
    """End with an exit code. Where a thread that nobody waits for is still at work (a look at the table takes seconds),
    the interpreter must not be taken down around it: inside OpenCV that ends in an abort, with a code of its own.
    """
    if any(thread.daemon for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):  # the reader went away, or it was closed
                stream.flush()
        os._exit(code)
    sys.exit(code)


def _terminate(_: int, __: FrameType | None) -> None:
    raise Terminated
