"""Saying things aloud, without ever holding up the game or talking over a fresh ruling.

An announcement is said after the balls rest. While one is said, a newer one cuts it off; what waited too long is not
said at all. One thread speaks; voices and players are programs of their own (espeak-ng is GPL: called, not linked).
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from callshot.hardware.announcer import Announcement
from callshot.hardware.clock import Clock, SystemClock
from callshot.hardware.frame import Notice, NoticeHandler, ignore
from callshot.hardware.voices import Player, Voice, VoiceError, chime_wav, scaled

STALE_S: Final = 6.0
"""A ruling that could not be said for so long is old news: the next player is at the table."""


@dataclass(slots=True)
class _Waiting:
    announcement: Announcement
    since_ns: int
    cut_off: threading.Event


class Speaker:
    """Speaks through a voice for each language and one player."""

    def __init__(
        self,
        voices: dict[str, Voice],
        player: Player,
        on_notice: NoticeHandler = ignore,
        *,
        volume: float = 1.0,
        muted: bool = False,
        clock: Clock | None = None,
    ) -> None:
        """voices: by language. A language without one is not said, and that is told once."""
        self._voices = voices
        self._player = player
        self._on_notice = on_notice
        self._volume = min(1.0, max(0.0, volume))
        self._muted = muted
        self._clock = clock or SystemClock()
        self._told: set[str] = set()
        self._wake = threading.Condition()
        self._queue: deque[_Waiting] = deque()
        self._now: _Waiting | None = None
        self._closing = False
        self._thread = threading.Thread(target=self._speak_all, name="speaker", daemon=True)
        self._thread.start()

    def announce(self, announcement: Announcement) -> None:
        """Take it, drop what it replaces, cut off what is being said if that is older news."""
        with self._wake:
            if self._muted or self._closing or not (announcement.texts or announcement.chime):
                return
            stays = [w for w in self._queue if announcement.after and w.announcement.about == announcement.about]
            self._queue = deque(stays)
            now = self._now
            if now is not None and not (announcement.after and now.announcement.about == announcement.about):
                now.cut_off.set()
            self._queue.append(_Waiting(announcement, self._clock.monotonic_ns(), threading.Event()))
            self._wake.notify_all()

    def set_volume(self, volume: float) -> None:
        """From the next text on."""
        with self._wake:
            self._volume = min(1.0, max(0.0, volume))

    def set_muted(self, muted: bool) -> None:
        """At once."""
        with self._wake:
            self._muted = muted
            if muted:
                self._queue.clear()
                if self._now is not None:
                    self._now.cut_off.set()

    def wait(self, timeout_s: float) -> bool:
        """Wait until nothing is being said."""
        with self._wake:
            return self._wake.wait_for(lambda: not self._queue and self._now is None, timeout_s)

    def close(self) -> None:
        """Stop at once."""
        with self._wake:
            self._closing = True
            self._queue.clear()
            if self._now is not None:
                self._now.cut_off.set()
            self._wake.notify_all()
        self._thread.join(5.0)

    def _speak_all(self) -> None:
        while True:
            with self._wake:
                self._now = None
                self._wake.notify_all()
                self._wake.wait_for(lambda: self._queue or self._closing)
                if self._closing:
                    return
                waiting = self._now = self._queue.popleft()
            if self._clock.monotonic_ns() - waiting.since_ns <= STALE_S * 1e9:
                self._speak(waiting)

    def _speak(self, waiting: _Waiting) -> None:
        sounds: list[Callable[[], bytes]] = []
        if waiting.announcement.chime:
            sounds.append(chime_wav)
        for language, text in waiting.announcement.texts:
            voice = self._voices.get(language)
            if voice is None:
                self._tell_once("no-voice", f"no voice speaks {language!r}: apt install espeak-ng")
            elif text:
                sounds.append(partial(voice.wav, text))
        for make in sounds:
            if waiting.cut_off.is_set():
                return
            try:
                wav = scaled(make(), self._volume)
                if not waiting.cut_off.is_set():
                    self._player.play(wav, waiting.cut_off)
            except VoiceError as error:
                self._tell_once("no-sound", str(error))
                return

    def _tell_once(self, code: str, text: str) -> None:
        if code not in self._told:
            self._told.add(code)
            self._on_notice(Notice("warning", code, text))
