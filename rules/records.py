"""The JSON form of the shared words, read strictly; how it is written: `records_written`.

Reading names the field that is missing or of a wrong type. Unknown fields and record types are left alone: a reader
ignores what it does not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from callshot.rules.record_fields import (
    RecordError as RecordError,
)
from callshot.rules.record_fields import (
    a_list,
    a_name,
    a_number,
    a_text,
    an_object,
    field_of,
    names_of,
    one_of,
    optional,
    shorten,
)
from callshot.rules.record_values import check_candidates, check_input
from callshot.rules.records_written import Record as Record
from callshot.rules.records_written import ball_record as ball_record
from callshot.rules.records_written import disturbance_record as disturbance_record
from callshot.rules.records_written import event_record as event_record
from callshot.rules.records_written import input_record as input_record
from callshot.rules.records_written import layout_record as layout_record
from callshot.rules.records_written import question_record as question_record
from callshot.rules.records_written import ruling_record as ruling_record
from callshot.rules.records_written import stroke_record as stroke_record
from callshot.rules.vocabulary import (
    CUE_BALLS,
    CUSHIONS,
    DISTURBANCE_KINDS,
    EVENT_KINDS,
    POCKETS,
    Ball,
    Disturbance,
    Input,
    Layout,
    Moved,
    Stroke,
    StrokeEvent,
    Uncertain,
)


def time_of(record: Mapping[str, Any], where: str) -> float:
    """The field `t` in seconds; a hand-written record may leave it out."""
    return a_number(record.get("t", 0.0), "t", where)


def read_ball(value: Any, where: str) -> Ball:
    """A ball at rest."""
    b = an_object(value, "ball", where)
    ident = a_name(field_of(b, "id", where), "id", where)
    return Ball(
        ident,
        a_name(field_of(b, "label", where), "label", where),
        a_number(field_of(b, "x", where), "x", where),
        a_number(field_of(b, "y", where), "y", where),
        a_number(b.get("confidence", 1.0), "confidence", where),
    )


def read_balls(value: Any, name: str, where: str) -> tuple[Ball, ...]:
    """A list of balls at rest; no id may stand in it twice."""
    balls = tuple(read_ball(b, f"{where}, {name}") for b in a_list(value, name, where))
    ids = [b.id for b in balls]
    twice = next((i for i in ids if ids.count(i) > 1), None)
    if twice is not None:
        raise RecordError(f"{where}: ball {twice!r} stands in {name!r} twice")
    return balls


def read_event(value: Any, where: str) -> StrokeEvent:
    """One event of a stroke, with the fields that its kind needs."""
    e = an_object(value, "event", where)
    kind = one_of(field_of(e, "kind", where), EVENT_KINDS, "kind", where)
    at = f"{where}, {kind}"
    balls = names_of(field_of(e, "balls", at), "balls", at) if kind == "contact" else ()
    if kind == "contact" and (len(balls) != 2 or balls[0] == balls[1]):
        raise RecordError(f"{at}: field 'balls' must name two different balls")
    return StrokeEvent(
        t_s=a_number(e.get("t", 0.0), "t", at),
        kind=cast(Any, kind),
        confidence=a_number(e.get("confidence", 1.0), "confidence", at),
        ball=None if kind == "contact" else a_name(field_of(e, "ball", at), "ball", at),
        balls=balls,
        cushion=cast(Any, one_of(field_of(e, "cushion", at), CUSHIONS, "cushion", at)) if kind == "cushion" else None,
        pocket=cast(Any, one_of(field_of(e, "pocket", at), POCKETS, "pocket", at)) if kind == "pocket" else None,
        x_mm=optional(e, "x", at, a_number),
        y_mm=optional(e, "y", at, a_number),
        direction=cast(Any, one_of(field_of(e, "direction", at), ("out", "in"), "direction", at))
        if kind == "head-string"
        else None,
        by=optional(e, "by", at, a_text),
        over=names_of(e.get("over", []), "over", at),
        via=optional(e, "via", at, a_text),
    )


def _json_value(value: Any) -> Any:
    """Lists become tuples, so that a candidate can be compared and kept in frozen values."""
    if isinstance(value, list):
        return tuple(_json_value(v) for v in value)
    return value


def read_uncertain(value: Any, where: str) -> Uncertain:
    """One entry of a stroke's `uncertain`."""
    u = an_object(value, "uncertain", where)
    candidates = a_list(field_of(u, "candidates", where), "candidates", where)
    return Uncertain(
        a_text(field_of(u, "fact", where), "fact", where),
        tuple(_json_value(c) for c in candidates),
        a_number(u.get("confidence", 0.5), "confidence", where),
    )


def _first_met(struck: str | None, events: Sequence[StrokeEvent]) -> str | None:
    """What the struck ball (else a cue ball) touched first, by the contacts: a hand-written record may say no more."""
    for e in events:
        mine = next((b for b in e.balls if b == struck or (struck is None and b in CUE_BALLS)), None)
        if mine is not None:
            return next(b for b in e.balls if b != mine)
    return None


def read_stroke(record: Mapping[str, Any]) -> Stroke:
    """A `stroke` record. Raises RecordError."""
    number = field_of(record, "number", "stroke")
    if isinstance(number, bool) or not isinstance(number, int):
        raise RecordError(f"stroke: field 'number' must be a whole number, not {shorten(number)}")
    where = f"stroke {number}"
    events = a_list(field_of(record, "events", where), "events", where)
    start = record.get("t_start", record.get("t", 0.0))
    struck = optional(record, "struck", where, a_name)
    happened = tuple(read_event(e, f"{where}, events[{k}]") for k, e in enumerate(events))
    first = optional(record, "first_contact", where, a_name)
    uncertain = tuple(
        read_uncertain(u, f"{where}, uncertain") for u in a_list(record.get("uncertain") or [], "uncertain", where)
    )
    for u in uncertain:
        check_candidates(u, happened, where)
    return Stroke(
        number=number,
        t_start_s=a_number(start, "t_start", where),
        t_end_s=optional(record, "t_end", where, a_number),
        struck=struck,
        first_contact=first if "first_contact" in record else _first_met(struck, happened),
        events=happened,
        before=None if record.get("before") is None else read_balls(record["before"], "before", where),
        after=None if record.get("after") is None else read_balls(record["after"], "after", where),
        uncertain=uncertain,
    )


def read_layout(record: Mapping[str, Any]) -> Layout:
    """A `layout` record. Raises RecordError."""
    return Layout(time_of(record, "layout"), read_balls(field_of(record, "balls", "layout"), "balls", "layout"))


def _read_place(value: Any, name: str, where: str) -> tuple[float, float] | None:
    if value is None:
        return None
    p = an_object(value, name, where)
    return a_number(field_of(p, "x", where), "x", where), a_number(field_of(p, "y", where), "y", where)


def read_disturbance(record: Mapping[str, Any]) -> Disturbance:
    """A `disturbance` record. Raises RecordError."""
    where = "disturbance"
    moved = []
    for value in a_list(record.get("balls") or [], "balls", where):
        b = an_object(value, "ball", where)
        moved.append(
            Moved(
                a_name(field_of(b, "id", where), "id", where),
                a_name(b.get("label", b["id"]), "label", where),
                _read_place(b.get("from"), "from", where),
                _read_place(b.get("to"), "to", where),
            )
        )
    known = {"type", "t", "kind", "balls"}
    return Disturbance(
        time_of(record, where),
        cast(Any, one_of(field_of(record, "kind", where), DISTURBANCE_KINDS, "kind", where)),
        tuple(moved),
        {k: v for k, v in record.items() if k not in known},
    )


def read_input(record: Mapping[str, Any]) -> Input:
    """An `input` record. Raises RecordError."""
    where = "input"
    known = {"type", "t", "by", "kind", "player"}
    kind = a_text(field_of(record, "kind", where), "kind", where)
    by = one_of(record.get("by", "player"), ("player", "referee", "system"), "by", where)
    check_input(kind, record)
    return Input(
        time_of(record, where),
        cast(Any, by),
        kind,
        optional(record, "player", where, a_text),
        {k: v for k, v in record.items() if k not in known},
    )
