"""picamera2 itself: how it is opened and closed, and what it raises."""

from __future__ import annotations

import contextlib
import threading
from typing import Any, Final

from callshot.hardware.frame import SourceError

LIBRARY_ERRORS: Final = (RuntimeError, OSError, IndexError, TimeoutError, AssertionError)
"""What picamera2 raises where a camera is absent, busy, unplugged or silent."""

FRAME_TIMEOUT_S: Final = 2.0
"""No frame for so long (a hundred intervals): the camera is lost."""

CLOSE_TIMEOUT_S: Final = 5.0
"""Closing takes a fraction of a second; a library that hangs is left behind after so long."""


def closed(camera: Any, name: str) -> bool:
    """Close a Picamera2 object; False where its library hangs, and the camera is left behind."""

    def close() -> None:
        for action in ("cancel_all_and_flush", "close"):
            with contextlib.suppress(*LIBRARY_ERRORS):
                getattr(camera, action)()

    closing = threading.Thread(target=close, name=f"close {name}", daemon=True)
    closing.start()
    closing.join(CLOSE_TIMEOUT_S)
    return not closing.is_alive()


def open_picamera2(number: int) -> Any:
    """A Picamera2 object. Raises SourceError where the library is missing, LIBRARY_ERRORS where the camera is."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        missing = error.name or "picamera2"
        raise SourceError(
            f"picamera:{number} needs the Python module {missing}: on Raspberry Pi OS `apt install python3-picamera2`, "
            "and a venv made with --system-site-packages"
        ) from None
    return Picamera2(number)


def bt601() -> Any:
    """The colour space that OpenCV's conversion assumes; None where libcamera is not there (a stand-in is)."""
    try:
        import libcamera
    except ImportError:
        return None
    return libcamera.ColorSpace.Smpte170m()


def why(error: BaseException) -> str:
    """One line of what went wrong."""
    if isinstance(error, TimeoutError):
        return f"no picture for {FRAME_TIMEOUT_S:g} s"
    if isinstance(error, IndexError):
        return "no camera of that number"
    return str(error).splitlines()[0] if str(error) else type(error).__name__
