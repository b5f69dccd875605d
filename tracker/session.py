"""The record stream: its first line, and the numbering of ids and strokes that a session keeps.

The stream itself is described by the project's contract (schema 1): one JSON object a line, append only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import metadata
from typing import Any

from callshot.hardware.frame import Notice

Record = dict[str, Any]
SCHEMA = 1


def software_version() -> str:
    """`callshot 0.1.0`, or without a number where the package was never installed."""
    try:
        return f"callshot {metadata.version('callshot')}"
    except metadata.PackageNotFoundError:
        return "callshot"


def session_record(
    *,
    source: str,
    game: str,
    players: Sequence[str],
    options: Mapping[str, str],
    table_name: str,
    length_mm: float,
    width_mm: float,
    ball_set: str,
    ball_diameter_mm: float,
    models: Sequence[Record] = (),
) -> Record:
    """The first line of a stream."""
    return {
        "type": "session",
        "t": 0.0,
        "schema": SCHEMA,
        "source": source,
        "game": game,
        "options": dict(options),
        "players": list(players),
        "table": {"name": table_name, "length_mm": length_mm, "width_mm": width_mm},
        "ball_set": ball_set,
        "ball_diameter_mm": ball_diameter_mm,
        "software": software_version(),
        "models": list(models),
    }


def notice_record(t_s: float, level: str, code: str, text: str) -> Record:
    """A `notice` record."""
    return {"type": "notice", "t": round(t_s, 5), "level": level, "code": code, "text": text}


def notice_records(notices: list[Notice], t_s: float) -> list[Record]:
    """Records of what was noticed meanwhile; the list is empty then."""
    out = [notice_record(t_s, n.level, n.code, n.text) for n in notices]
    notices.clear()
    return out


def line_of(record: Mapping[str, Any]) -> str:
    """The record as it stands in the stream, its newline included."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
