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
from callshot.tracker.scoreboard.enrich import context_of

Record = Mapping[str, Any]

COLUMNS: Final = ("stroke", "t", "player", "struck", "first_contact", "cushions", "pocketed", "off_table", "legal",
                  "fouls", "clauses", "next", "text", "undone")  # fmt: skip


def public(records: Sequence[Record]) -> list[Record]:
    """Without what is for one player only."""
    return [record for record in records if record.get("private_to") is None]


def strokes_csv(records: Sequence[Record], language: str) -> str:
    """One line a stroke, with its latest ruling. Cells that a spreadsheet would take for a formula are quoted."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for row in _rows(public(records), language):
        table.writerow([_cell(row.get(column)) for column in COLUMNS])
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
    paths = next((record.get("balls") for record in reversed(shown) if _is(record, "paths", "of", number)), None)
    try:
        image = draw_stroke(
            read_stroke(shown[at]), ruling, table, paths if isinstance(paths, Mapping) else None,
            context=context, language=language, ball_diameter_mm=table.ball_diameter_mm,
        )  # fmt: skip
    except RecordError:
        return None
    done, data = cv2.imencode(".png", image)
    return data.tobytes() if done else None


def _rows(records: Sequence[Record], language: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    latest: dict[int, dict[str, Any]] = {}
    shooter: str | None = None
    context = context_of({})
    for record in records:
        kind = record.get("type")
        if kind == "session":
            context = context_of(record)
            shooter, latest = context.shooter, {}
        elif kind == "stroke":
            rows.append(_played(record, shooter))
            latest[int(record.get("number", 0))] = rows[-1]
        elif kind == "ruling":
            if record.get("of") in latest:
                latest[record["of"]].update(_ruled(record, " ".join(_lines(record, context, language))))
            coming = record.get("next")
            shooter = coming.get("player") if isinstance(coming, Mapping) else shooter
        elif kind == "input" and record.get("kind") == "undo":
            for number, row in latest.items():
                if number > int(record.get("to", 0)):
                    row["undone"] = "yes"
    return rows


def _played(stroke: Record, shooter: str | None) -> dict[str, Any]:
    facts = {field: stroke.get(field) for field in ("struck", "first_contact")}
    start = stroke.get("t_start", stroke.get("t"))
    return {"stroke": stroke.get("number"), "t": start, "player": shooter, **facts, **_events(stroke)}


def _lines(ruling: Record, context: Any, language: str) -> list[str]:
    lines = explain(ruling, context, (language,))[0]["lines"]
    return [str(line) for line in lines] if isinstance(lines, list) else []


def _events(stroke: Record) -> dict[str, Any]:
    events = [event for event in stroke.get("events", ()) if isinstance(event, Mapping)]
    pocketed = [f"{event.get('ball')}>{event.get('pocket')}" for event in events if event.get("kind") == "pocket"]
    off = [str(event.get("ball")) for event in events if event.get("kind") == "off-table"]
    cushions = sum(event.get("kind") == "cushion" for event in events)
    return {"pocketed": " ".join(pocketed), "off_table": " ".join(off), "cushions": cushions}


def _ruled(ruling: Record, text: str) -> dict[str, Any]:
    fouls = [foul for foul in ruling.get("fouls") or () if isinstance(foul, Mapping)]
    coming = ruling.get("next")
    return {
        "legal": {True: "yes", False: "no"}.get(ruling.get("legal"), "open"),  # type: ignore[arg-type]
        "fouls": " ".join(str(foul.get("code")) for foul in fouls),
        "clauses": " ".join(str(foul.get("clause")) for foul in fouls),
        "next": coming.get("player") if isinstance(coming, Mapping) else None,
        "text": text,
    }


def _is(record: Record, kind: str, field: str, value: int) -> bool:
    return record.get("type") == kind and record.get(field) == value


def _cell(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in "=+-@\t\r":
        return f"'{value}"
    return value
