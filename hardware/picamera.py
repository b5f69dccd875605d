"""The Raspberry Pi camera."""

from __future__ import annotations

from callshot.hardware.frame import FrameSource, NoticeHandler, SourceError


def open_picamera(number: int, on_notice: NoticeHandler) -> FrameSource:
    """picamera:N. Raises SourceError."""
    try:
        import picamera2  # noqa: F401
    except ImportError:
        raise SourceError(
            f"picamera:{number} needs picamera2: on Raspberry Pi OS apt install python3-picamera2, and a venv with "
            "--system-site-packages"
        ) from None
    raise SourceError(f"picamera:{number} can't be opened")
