"""The strict reading of a stream's first lines: `session` and `state`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from callshot.rules.records import RecordError
from callshot.tracker.session import SCHEMA


def _want(record: Mapping[str, Any], name: str, kinds: tuple[type, ...], where: str, words: str) -> Any:
    """A field that may be left out, of one of these types; None where it is left out."""
    value = record.get(name)
    if value is None:
        return None
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        text = repr(value)
        text = text if len(text) <= 40 else text[:37] + "..."
        raise RecordError(f"{where}: field {name!r} must be {words}, not {text}")
    return value


def read_session(record: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a `session` record that the rules need. Raises RecordError."""
    where = "session"
    out: dict[str, Any] = {}
    schema = _want(record, "schema", (int,), where, "a whole number")
    if schema not in (None, SCHEMA):
        raise RecordError(f"session: schema {schema} is not known; this callshot reads schema {SCHEMA}")
    game = _want(record, "game", (str,), where, "a text")
    if game is not None:
        out["game"] = game
    players = _want(record, "players", (list,), where, "a list of names")
    if players is not None:
        if not all(isinstance(p, str) and p for p in players):
            raise RecordError("session: field 'players' must be a list of names")
        out["players"] = players
    options = _want(record, "options", (dict,), where, "an object")
    if options is not None:
        out["options"] = {k: _option(v) for k, v in options.items()}
    table = _want(record, "table", (dict,), where, "an object")
    if table is not None:
        out["table"] = {
            name: float(size)
            for name in ("length_mm", "width_mm")
            if (size := _size(table, name, "session, table")) is not None
        }
    diameter = _size(record, "ball_diameter_mm", where)
    if diameter is not None:
        out["ball_diameter_mm"] = diameter
    return out


def _option(value: Any) -> str:
    """Options are texts; numbers and truth values are taken for what they look like."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int):
        return str(value)
    raise RecordError(f"session: an option's value must be a text, not {str(value)[:40]!r}")


def _size(record: Mapping[str, Any], name: str, where: str) -> float | None:
    value = _want(record, name, (int, float), where, "a number")
    if value is not None and not 1.0 <= value <= 10000.0:
        raise RecordError(f"{where}: field {name!r} must be a length in mm, not {value!r}")
    return None if value is None else float(value)


STATE_FIELDS: Mapping[str, tuple[tuple[type, ...], str]] = {
    "shooter": ((str,), "a name"),
    "breaker": ((str,), "a name"),
    "prior": ((str,), "a name"),
    "phase": ((str,), "break or play"),
    "warned": ((str,), "a name or null"),
    "stroke_no": ((int,), "a whole number"),
    "target": ((int,), "a whole number"),
    "push_out": ((bool,), "true or false"),
    "inning_foul": ((bool,), "true or false"),
    "groups": ((dict,), "an object or null"),
    "fouls": ((dict,), "an object"),
    "score": ((dict,), "an object"),
    "in_hand": ((dict, str), "an object"),
    "on_table": ((list,), "a list of balls"),
    "order": ((list,), "a list of names"),
    "pile": ((list,), "a list of balls"),
    "over": ((list,), "a list of names"),
    "positioned": ((list,), "a list of balls"),
    "debts": ((list,), "a list"),
    "players": ((dict,), "an object"),
}


def check_state(record: Mapping[str, Any]) -> None:
    """The types of a `state` record's fields; whether they fit together is the game's business. Raises RecordError."""
    for name, (kinds, words) in STATE_FIELDS.items():
        _want(record, name, kinds, "state", words)
