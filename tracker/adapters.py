"""What the program is given from outside, as protocols: `callshot.tracker.app` alone picks the concrete ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from callshot.hardware.frame import FrameSource, NoticeHandler


class OpenSource(Protocol):
    """Opens a SOURCE of the command line."""

    def __call__(self, text: str, *, fps: float = 25.0, on_notice: NoticeHandler | None = None) -> FrameSource:
        """The frames of `text`. fps: the rate of a folder of pictures. Raises SourceError."""
        ...


@dataclass(frozen=True, slots=True)
class Adapters:
    """The concrete parts of one run."""

    open_source: OpenSource
    now_iso: Callable[[], str]
