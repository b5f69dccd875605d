"""Threads that are in no hurry step back: where a core is shared, the frame under way goes first."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from typing import Final

STEP_BACK: Final = 5
"""A third of the weight of the frame loop's thread: it still gets on beside a loop that never rests."""


def stand_back() -> None:
    """The calling thread alone gets less of a core that others want too (Linux counts niceness by thread)."""
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(OSError):  # a system that forbids it: then all are equal
        now = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), now + STEP_BACK)
