"""Memory that was used once is given back to the system: pictures come and go by megabytes, and leave holes."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> bool:
    """Hand free pages back, where the C library can (glibc): some ms after a stroke, 1 ms when little is free."""
    if not sys.platform.startswith("linux"):
        return False
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is None:
        return False
    trim(0)
    return True
