"""What the live program remembers between runs: one folder with the sessions' records, the clips, the last choices."""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from callshot.hardware.journal import read_journal
from callshot.hardware.json_lines import read_value
from callshot.hardware.places import data_folder
from callshot.tracker.announce import LANGUAGES
from callshot.tracker.calibrating import write_whole
from callshot.tracker.pipeline import Play
from callshot.tracker.trouble import Trouble

SESSION_FILE = re.compile(r"session-(\d{6})\.jsonl$")
MAX_FIRST_LINE_BYTES = 1024 * 1024
"""A session record, the first line of a file, takes 1 kB."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What is played, and in which file. ended: the session is over, the next run begins a new one."""

    game: str = "none"
    players: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    langs: tuple[str, ...] = ("en",)
    balls: str = "any"
    file: str = ""
    ended: bool = True
    volume: float = 1.0
    muted: bool = False

    @property
    def play(self) -> Play:
        """The game part."""
        return Play(self.game, self.players, self.options, self.langs)

    def same_game(self, other: Choices) -> bool:
        """Whether the other goes on with the same game among the same players."""
        mine = (self.game, self.players, dict(self.options), self.balls)
        return mine == (other.game, other.players, dict(other.options), other.balls)


class LiveStore:
    """The folder. What is damaged in it is forgotten, never an obstacle; records are never deleted."""

    def __init__(self, folder: Path, records: Path | None = None) -> None:
        """records: the folder of records and clips where that is another one."""
        self.folder = folder
        self.records = folder if records is None else records
        self._lock: int | None = None
        self._is_ours = True

    def own(self) -> bool:
        """From now on, until `let_go`, this program alone remembers here; False where another one does already.

        What that one plays is what it goes on with after a stop: choices made here are then not remembered.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self.folder / "choices.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._is_ours = False
        except OSError:  # a folder that takes nothing: nothing can be remembered anyway
            pass
        return self._is_ours

    def let_go(self) -> None:
        """Another program may remember here; safe to call twice."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def beside(self, session_file: Path) -> LiveStore:
        """The same store, with new records and clips beside a record file."""
        return LiveStore(self.folder, session_file.parent)

    @property
    def clips(self) -> Path:
        """Where clips go: beside the records that they belong to."""
        return self.records / "clips"

    @property
    def table(self) -> Path:
        """The calibration that was made on the page."""
        return self.folder / "table.toml"

    @property
    def lens(self) -> Path:
        """The lens that was learnt on the page."""
        return self.folder / "lens.toml"

    def colours(self, ball_set: str) -> Path:
        """How a set of balls looks, as confirmed on the page. ball_set: one of the known names."""
        return self.folder / f"colours-{ball_set}.toml"

    @property
    def voices(self) -> Path:
        """Where models of neural voices may be put."""
        return self.folder / "voices"

    def choices(self) -> Choices:
        """The last choices; the defaults where there are none that can be read."""
        try:
            found = read_value((self.folder / "choices.json").read_bytes())
            known = {k: found[k] for k in Choices.__dataclass_fields__ if k in found}
            return _checked(replace(Choices(), **known))
        except (OSError, ValueError, TypeError, AttributeError):
            return Choices()

    def remember(self, choices: Choices) -> None:
        """Write the choices whole or not at all; a disk that refuses is told by the records already."""
        if not self._is_ours:
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(self.folder / "choices.json", json.dumps(asdict(choices), ensure_ascii=False).encode())
        except (Trouble, OSError, UnicodeEncodeError):
            return

    def new_session_file(self) -> Path:
        """The next number: dates jump on a machine without a clock battery."""
        try:
            numbers = [int(m.group(1)) for p in self.records.iterdir() if (m := SESSION_FILE.match(p.name))]
        except OSError:
            numbers = []
        return self.records / f"session-{1 + max(numbers, default=0):06d}.jsonl"


def session_in(path: Path) -> Mapping[str, Any] | None:
    """The session record that a file begins with, None where there is none."""
    try:
        with path.open("rb") as file:
            records = read_journal(file.readline(MAX_FIRST_LINE_BYTES)).records
    except OSError:
        return None
    return records[0] if records and records[0]["type"] == "session" else None


def choices_in(path: Path) -> Choices | None:
    """What is played in a record file, None where it holds no session."""
    record = session_in(path)
    if record is None:
        return None
    try:
        return _checked(
            Choices(
                game=record["game"], players=tuple(record["players"]), options=dict(record["options"]),
                balls=record["ball_set"], file=str(path), ended=False,
            )
        )  # fmt: skip
    except (KeyError, TypeError, ValueError):
        return None


def _checked(choices: Choices) -> Choices:
    """Of the right types, or TypeError; with values that can be, or ValueError."""
    texts = (choices.game, choices.balls, choices.file, *choices.players, *choices.langs, *choices.options.values())
    if not all(isinstance(t, str) for t in texts) or isinstance(choices.players, str):
        raise TypeError
    if not 0.0 <= float(choices.volume) <= 1.0 or not set(choices.langs) <= set(LANGUAGES) or "\0" in choices.file:
        raise ValueError
    return replace(
        choices, players=tuple(choices.players), langs=tuple(choices.langs), options=dict(choices.options),
        ended=bool(choices.ended), volume=float(choices.volume), muted=bool(choices.muted),
    )  # fmt: skip


__all__ = ["Choices", "LiveStore", "choices_in", "data_folder", "session_in"]
