"""What people take home: the records, a table of strokes, and a picture of one."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any, Final

import cv2

from callshot.rules.records import RecordError, read_stroke
from callshot.tracker.announce import explain
from callshot.tracker.diagram import draw_stroke
from callshot.tracker.hub import is_for
from callshot.tracker.scoreboard.enrich import context_of
from callshot.tracker.scoreboard.naming import Namings, renamed, renamed_paths
from callshot.tracker.scoreboard.settled import Settling, is_open, settled

Record = Mapping[str, Any]

COLUMNS: Final = ("stroke", "t", "player", "struck", "first_contact", "cushions", "pocketed", "off_table", "legal",
                  "fouls", "clauses", "next", "text", "undone", "winner", "file", "game")  # fmt: skip


def public(records: Sequence[Record]) -> list[Record]:
    """Without what is for one player only."""
    return [record for record in records if is_for(record.get("private_to"), None)]


def strokes_csv(records: Sequence[Record], language: str) -> str:
    """One line a stroke, with its latest ruling; a pot that is not settled bears a question mark.

    Cells that a spreadsheet would take for a formula are quoted.
    """
    return games_csv([("", records)], language)


def games_csv(games: Sequence[tuple[str, Sequence[Record]]], language: str) -> str:
    """The strokes of several games, each (name of its file, its records); the game that is on has no name."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for name, records in games:
        for row in _rows(public(records), language):
            table.writerow([_cell({**row, "file": name}.get(column)) for column in COLUMNS])
    return out.getvalue()


def stroke_png(records: Sequence[Record], number: int, language: str) -> bytes | None:
    """The diagram of the latest stroke with that number; None where there is none or it can't be drawn."""
    shown = public(records)
    at = next((i for i in range(len(shown) - 1, -1, -1) if _is(shown[i], "stroke", "number", number)), None)
    if at is None:
        return None
    session = next((record for record in reversed(shown[:at]) if record.get("type") == "session"), {})
    ruling = next((record for record in reversed(shown[at:]) if _is(record, "ruling", "of", number)), None)
    context = context_of(session)
    table = context.table
    names = Namings(shown).of(number)
    paths = next((record.get("balls") for record in reversed(shown) if _is(record, "paths", "of", number)), None)
    try:
        image = draw_stroke(
            read_stroke(settled(renamed(shown[at], names), Settling(shown).at(at))), ruling, table,
            renamed_paths(paths, names) if isinstance(paths, Mapping) else None,
            context=context, language=language, ball_diameter_mm=table.ball_diameter_mm,
        )  # fmt: skip
    except RecordError:
        return None
    done, data = cv2.imencode(".png", image)
    return data.tobytes() if done else None


def _rows(records: Sequence[Record], language: str) -> list[dict[str, Any]]:
    table, namings, settling = _Strokes(language), Namings(records), Settling(records)
    for place, record in enumerate(records):
        if record.get("type") == "stroke":
            record = settled(renamed(record, namings.of(int(record.get("number", 0)))), settling.at(place))
        table.take(record)
    return table.rows


class _Strokes:
    """Goes through a stream: a row for each stroke, changed by what is ruled and said later."""

    def __init__(self, language: str) -> None:
        self.rows: list[dict[str, Any]] = []
        self._language = language
        self._latest: dict[int, dict[str, Any]] = {}
        self._taken_back: list[dict[int, dict[str, Any]]] = []
        self._shooter: str | None = None
        self._context, self._game = context_of({}), None

    def take(self, record: Record) -> None:
        """One record on."""
        kind = record.get("type")
        if kind == "session":
            self._context, self._game = context_of(record), record.get("game")
            self._shooter, self._latest, self._taken_back = self._context.shooter, {}, []
        elif kind == "stroke":
            self.rows.append({**_played(record, self._shooter), "game": self._game})
            self._latest[int(record.get("number", 0))] = self.rows[-1]
        elif kind == "ruling":
            self._ruling(record)
        elif kind == "input" and record.get("kind") == "undo":
            to = int(record.get("to", 0))
            gone = {number: row for number, row in self._latest.items() if number > to}
            for number, row in gone.items():
                row["undone"] = "yes"
                del self._latest[number]
            self._taken_back.append(gone)
        elif kind == "input" and record.get("kind") == "redo":
            self._redo(record.get("to"))

    def _ruling(self, record: Record) -> None:
        of, coming = record.get("of"), record.get("next")
        shooter = coming.get("player") if isinstance(coming, Mapping) else None
        if of not in self._latest:
            self._shooter = shooter or self._shooter
            return
        text = " ".join(_lines(record, self._context, self._language))
        self._latest[of].update(_ruled(record, text))
        if of == max(self._latest):
            self._shooter = shooter  # while a ruling is open nobody knows whose turn it is
        elif shooter is not None and of + 1 in self._latest:
            self._latest[of + 1]["player"] = shooter  # ruled late: it was he who played on

    def _redo(self, to: Any) -> None:
        taken = self._taken_back[-1:] if to is None else list(self._taken_back)
        for rows in taken:
            for number in [number for number in rows if to is None or number <= int(to)]:
                row = self._latest[number] = rows.pop(number)
                row.pop("undone", None)
        self._taken_back = [rows for rows in self._taken_back if rows]


def _played(stroke: Record, shooter: str | None) -> dict[str, Any]:
    facts = {field: stroke.get(field) for field in ("struck", "first_contact")}
    start = stroke.get("t_start", stroke.get("t"))
    return {"stroke": stroke.get("number"), "t": start, "player": shooter, **facts, **_events(stroke)}


def _lines(ruling: Record, context: Any, language: str) -> list[str]:
    lines = explain(ruling, context, (language,))[0]["lines"]
    return [str(line) for line in lines] if isinstance(lines, list) else []


def _events(stroke: Record) -> dict[str, Any]:
    events = [event for event in stroke.get("events", ()) if isinstance(event, Mapping)]
    whole = any(doubt.get("fact") == "pocketed" for doubt in stroke.get("uncertain") or ())
    pocketed = [
        f"{event.get('ball')}>{event.get('pocket') or ''}{'?' if whole or is_open(stroke, k) else ''}"
        for k, event in enumerate(stroke.get("events", ()))
        if isinstance(event, Mapping) and event.get("kind") == "pocket"
    ]
    off = [str(event.get("ball")) for event in events if event.get("kind") == "off-table"]
    cushions = sum(event.get("kind") == "cushion" for event in events)
    return {"pocketed": " ".join(pocketed), "off_table": " ".join(off), "cushions": cushions}


def _ruled(ruling: Record, text: str) -> dict[str, Any]:
    fouls = [foul for foul in ruling.get("fouls") or () if isinstance(foul, Mapping)]
    coming, over = ruling.get("next"), ruling.get("over")
    return {
        "winner": over.get("winner") if isinstance(over, Mapping) else None,
        "legal": {True: "yes", False: "no"}.get(ruling.get("legal"), "open"),  # type: ignore[arg-type]
        "fouls": " ".join(str(foul.get("code")) for foul in fouls),
        "clauses": " ".join(str(foul.get("clause")) for foul in fouls),
        "next": coming.get("player") if isinstance(coming, Mapping) else None,
        "text": text,
    }


def _is(record: Record, kind: str, field: str, value: int) -> bool:
    return record.get("type") == kind and record.get(field) == value


def _cell(value: Any) -> Any:
    if isinstance(value, str) and value.startswith(tuple("=+-@\t\r")):
        return f"'{value}"
    return value
