"""Every game that was kept: the record files of the home folder, and what one holds but for anybody's secrets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from callshot.hardware.journal import read_journal
from callshot.tracker.scoreboard.enrich import Enricher
from callshot.tracker.scoreboard.exports import public
from callshot.tracker.scoreboard.feed import to_json

Record = Mapping[str, Any]

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,100}")
MOST_FILES: Final = 2000
"""Years of league nights; older ones stay on the disk."""


@dataclass(frozen=True, slots=True)
class Known:
    """A file as it was when it was read."""

    size_bytes: int
    modified_ns: int
    summary: Record


class Archive:
    """The record files of a folder. Reading is slow: not for the event loop."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._known: dict[str, Known] = {}

    def games(self, without: str | None = None) -> list[Record]:
        """`{name, game, players, strokes, winner}` of each file that holds a stroke, the newest first.

        without: the name of the file that is being written.
        """
        found = [self._summary(path) for path in self._files() if path.name != without]
        return [summary for summary in found if summary.get("strokes")]

    def records(self, name: str) -> list[Record] | None:
        """What everybody may see of a file; None where there is no such file."""
        path = next((path for path in self._files() if path.stem == name), None)
        return None if path is None else _public(path)

    def _files(self) -> list[Path]:
        if self._folder is None:
            return []
        try:
            found = [p for p in self._folder.iterdir() if p.suffix == ".jsonl" and NAME.fullmatch(p.stem)]
        except OSError:
            return []
        return sorted(found, key=lambda path: path.name, reverse=True)[:MOST_FILES]

    def _summary(self, path: Path) -> Record:
        try:
            stat = path.stat()
        except OSError:
            return {}
        known = self._known.get(path.name)
        if known is None or (known.size_bytes, known.modified_ns) != (stat.st_size, stat.st_mtime_ns):
            known = Known(stat.st_size, stat.st_mtime_ns, summary_of(path.stem, _public(path) or []))
            self._known[path.name] = known
        return known.summary


def summary_of(name: str, records: Sequence[Record]) -> Record:
    """What a list of games says of one. A file that begins with no session gives nothing."""
    if not records or records[0].get("type") != "session":
        return {}
    session = records[0]
    strokes, winner = 0, None
    for record in records:
        kind = record.get("type")
        if kind == "stroke":
            strokes += 1
        elif kind == "ruling":
            over = record.get("over")
            winner = over.get("winner") if isinstance(over, Mapping) and over.get("what") == "match" else winner
        elif kind == "input" and record.get("kind") in ("undo", "override"):
            winner = None  # what comes next says it again, if it still holds
    players = [str(player) for player in session.get("players") or ()]
    return {"name": name, "game": session.get("game"), "players": players, "strokes": strokes, "winner": winner}


def dressed(records: Sequence[Record]) -> str:
    """Records as the page reads them, one JSON line each, rulings with their words."""
    enricher = Enricher()
    return "".join(to_json(enricher.dress(record)) + "\n" for record in records)


def _public(path: Path) -> list[Record] | None:
    try:
        records = read_journal(path.read_bytes()).records
    except OSError:
        return None
    return public(records)
