"""What says rulings aloud, as a protocol; and its siblings that make no sound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is to be said: (language, text) in order. `about` is what it is of, such as a stroke's number: a later one
    about the same replaces it, unless it is to be said `after` it. chime: a question waits for an answer, sound first.
    """

    texts: tuple[tuple[str, str], ...]
    about: object = None
    chime: bool = False
    after: bool = False


class Announcer(Protocol):
    """The speaker and its siblings. No method waits for sound."""

    def announce(self, announcement: Announcement) -> None:
        """Say it as soon as possible, instead of anything older."""
        ...

    def set_volume(self, volume: float) -> None:
        """0 to 1."""
        ...

    def set_muted(self, muted: bool) -> None:
        """Muted, nothing is said, and what is being said stops."""
        ...

    def close(self) -> None:
        """Stop speaking."""
        ...


class Silent:
    """Says nothing."""

    def announce(self, announcement: Announcement) -> None:
        """Nothing."""

    def set_volume(self, volume: float) -> None:
        """Nothing."""

    def set_muted(self, muted: bool) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


class WhenHeard:
    """Opens another announcer when it is first to be heard: where nothing is to be said, no speaker is missed."""

    def __init__(self, open_announcer: Callable[[], Announcer]) -> None:
        """Muted until `set_muted` says otherwise."""
        self._open = open_announcer
        self._announcer: Announcer | None = None
        self._volume: float | None = None

    def announce(self, announcement: Announcement) -> None:
        """As the other does, once it is open."""
        if self._announcer is not None:
            self._announcer.announce(announcement)

    def set_volume(self, volume: float) -> None:
        """Kept until the other is open."""
        self._volume = volume
        if self._announcer is not None:
            self._announcer.set_volume(volume)

    def set_muted(self, muted: bool) -> None:
        """No longer muted, the other is opened."""
        if self._announcer is None and not muted:
            self._announcer = self._open()
            if self._volume is not None:
                self._announcer.set_volume(self._volume)
        if self._announcer is not None:
            self._announcer.set_muted(muted)

    def close(self) -> None:
        """Stop speaking."""
        if self._announcer is not None:
            self._announcer.close()


class Transcript:
    """Writes what would be said, a line a text."""

    def __init__(self, write: Callable[[str], None]) -> None:
        """write: gets each line, without its end."""
        self._write = write
        self._muted = False

    def announce(self, announcement: Announcement) -> None:
        """One line for each language."""
        if not self._muted:
            for language, text in announcement.texts:
                self._write(f"[{language}] {text}")

    def set_volume(self, volume: float) -> None:
        """A transcript has none."""

    def set_muted(self, muted: bool) -> None:
        """Muted, nothing is written."""
        self._muted = muted

    def close(self) -> None:
        """Nothing is held."""
