"""The place where the live program and its pages meet: an append-only list of records, and what people said.

One thread (the live loop) publishes; any number of others read. A reader is only a place in the list, so a slow or
stuck one holds nothing up and costs nothing. Whatever changes many times a second (ball positions, a picture, health)
is not a record: it is *shown* by topic, and only its newest value is kept.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Record = Mapping[str, object]

INBOX_SIZE = 256
"""Inputs and commands that may wait for the live loop, which looks every frame: a full box means that it is stuck."""

Topic = Literal["balls", "picture", "health", "sound", "setup", "colours", "lens", "file", "on"]
"""What is shown beside the records: where the balls lie, the camera's picture (JPEG bytes), how the machine does,
volume and languages, the table, what is learnt of colours and lens, the name of the record file, and whether a game is
on, so that the pages' server refuses words that nobody would hear.
"""


@dataclass(frozen=True, slots=True)
class Command:
    """What a page asks of the program itself, not of the game.

    name: `session` (game, players, options, lang, balls), `end`, `mute`, `volume`, `calibrate`, `save-clip`, ...
    """

    name: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shown:
    """The newest value of a topic; `version` grows with every change, so that a reader knows whether it has seen it."""

    version: int
    value: object


class RecordHub:
    """Records with sequence numbers 0, 1, ...; newest values by topic; a bounded box of inputs and commands.

    Every method may be called from any thread, none waits for anything but a short lock.
    """

    def __init__(self, records: Sequence[Record] = ()) -> None:
        """records: what the session has said so far (a resumed game)."""
        self._lock = threading.Lock()
        self._records: list[Record] = list(records)
        self._shown: dict[Topic, Shown] = {}
        self._version = 0
        self._inbox: deque[Record | Command] = deque()
        self._listeners: list[Callable[[], None]] = []
        self._epoch = 0
        self._closed = False

    # -- the live loop's side --

    def publish(self, record: Record) -> int:
        """Append a record and wake the readers; returns its number. The record must not be changed afterwards."""
        with self._lock:
            self._records.append(record)
            number = len(self._records) - 1
        self._wake()
        return number

    def show(self, topic: Topic, value: object) -> None:
        """Replace the newest value of a topic."""
        with self._lock:
            self._version += 1
            self._shown[topic] = Shown(self._version, value)
        self._wake()

    def restart(self, records: Sequence[Record] = ()) -> None:
        """A new session begins: the list starts again and `epoch` grows, by which readers know to start at 0."""
        with self._lock:
            self._records = list(records)
            self._epoch += 1
        self._wake()

    def take(self) -> list[Record | Command]:
        """Everything submitted since the last call, in order."""
        with self._lock:
            taken = list(self._inbox)
            self._inbox.clear()
        return taken

    def close(self) -> None:
        """The program ends: nothing more is taken from the pages."""
        with self._lock:
            self._closed = True
        self._wake()

    # -- the pages' side --

    @property
    def epoch(self) -> int:
        """Which session the numbers belong to."""
        with self._lock:
            return self._epoch

    def __len__(self) -> int:
        with self._lock:
            return len(self._records)

    def records(self, from_number: int = 0) -> list[Record]:
        """All records from a number on."""
        with self._lock:
            return self._records[max(0, from_number) :]

    def since(self, epoch: int, number: int) -> tuple[int, int, list[Record]]:
        """(epoch, first number, records) from a number on; from 0 where another session has begun since."""
        with self._lock:
            start = max(0, number) if epoch == self._epoch else 0
            return self._epoch, start, self._records[start:]

    def shown(self, topic: Topic) -> Shown | None:
        """The newest value of a topic."""
        with self._lock:
            return self._shown.get(topic)

    def submit_input(self, record: Record) -> bool:
        """Hand an `input` record to the game. False where the box is full or the program ends: tell the person."""
        return self._submit(record)

    def submit_command(self, command: Command) -> bool:
        """Ask something of the program. False as for `submit_input`."""
        return self._submit(command)

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` (from the publishing thread; it must not wait) after every change; returns how to stop.

        For asyncio: `hub.on_change(lambda: loop.call_soon_threadsafe(event.set))`.
        """
        with self._lock:
            self._listeners.append(listener)

        def stop() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return stop

    # -- inside --

    def _submit(self, item: Record | Command) -> bool:
        with self._lock:
            if self._closed or len(self._inbox) >= INBOX_SIZE:
                return False
            self._inbox.append(item)
            return True

    def _wake(self) -> None:
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener()


def is_for(private_to: object, viewer: str | None) -> bool:
    """Whether a viewer (a player's name, or None for everybody else) may see a record with this `private_to`."""
    return private_to is None or private_to == viewer
