"""What the program is given from outside, as protocols: `callshot.tracker.app` alone picks the concrete ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from callshot.hardware.announcer import Announcer, Silent
from callshot.hardware.frame import FrameSource, NoticeHandler


class OpenSource(Protocol):
    """Opens a SOURCE of the command line."""

    def __call__(
        self, text: str, on_notice: NoticeHandler, *, frame_rate_hz: float = 25.0, start_s: float = 0.0
    ) -> FrameSource:
        """The frames of `text`. frame_rate_hz: of a folder of pictures. start_s: where a video begins.

        Raises SourceError.
        """
        ...


class OpenAnnouncer(Protocol):
    """Makes what says rulings aloud."""

    def __call__(self, languages: Sequence[str], on_notice: NoticeHandler, voices: Path) -> Announcer:
        """A speaker for these languages. voices: folder of the models of neural voices, if there are any."""
        ...


def silent_announcer(languages: Sequence[str], on_notice: NoticeHandler, voices: Path) -> Announcer:
    """Says nothing."""
    return Silent()


@dataclass(frozen=True, slots=True)
class Adapters:
    """The concrete parts of one run. now_iso: the date and time, for what is written to last."""

    open_source: OpenSource
    now_iso: Callable[[], str]
    open_announcer: OpenAnnouncer = silent_announcer
