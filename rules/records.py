"""The JSON form of the shared words, both ways: strict when read, stable when written.

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
    a_number,
    a_text,
    an_object,
    field_of,
    one_of,
    optional,
    shorten,
    texts_of,
)
from callshot.rules.record_values import check_candidates, check_input
from callshot.rules.ruling import Foul, Next, Over, Question, Ruling, Spot
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

Record = dict[str, Any]


def time_of(record: Mapping[str, Any], where: str) -> float:
    """The field `t` in seconds; a hand-written record may leave it out."""
    return a_number(record.get("t", 0.0), "t", where)


# ------------------------------------------------------------------------------------------------ reading


def read_ball(value: Any, where: str) -> Ball:
    """A ball at rest."""
    b = an_object(value, "ball", where)
    ident = a_text(field_of(b, "id", where), "id", where)
    return Ball(
        ident,
        a_text(field_of(b, "label", where), "label", where),
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
    balls = texts_of(field_of(e, "balls", at), "balls", at) if kind == "contact" else ()
    if kind == "contact" and (len(balls) != 2 or balls[0] == balls[1]):
        raise RecordError(f"{at}: field 'balls' must name two different balls")
    return StrokeEvent(
        t_s=a_number(e.get("t", 0.0), "t", at),
        kind=cast(Any, kind),
        confidence=a_number(e.get("confidence", 1.0), "confidence", at),
        ball=None if kind == "contact" else a_text(field_of(e, "ball", at), "ball", at),
        balls=balls,
        cushion=cast(Any, one_of(field_of(e, "cushion", at), CUSHIONS, "cushion", at)) if kind == "cushion" else None,
        pocket=cast(Any, one_of(field_of(e, "pocket", at), POCKETS, "pocket", at)) if kind == "pocket" else None,
        x_mm=optional(e, "x", at, a_number),
        y_mm=optional(e, "y", at, a_number),
        direction=cast(Any, one_of(field_of(e, "direction", at), ("out", "in"), "direction", at))
        if kind == "head-string"
        else None,
        by=optional(e, "by", at, a_text),
        over=texts_of(e.get("over", []), "over", at),
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
    events = a_list(record.get("events", []), "events", where)
    start = record.get("t_start", record.get("t", 0.0))
    struck = optional(record, "struck", where, a_text)
    happened = tuple(read_event(e, f"{where}, events[{k}]") for k, e in enumerate(events))
    first = optional(record, "first_contact", where, a_text)
    uncertain = tuple(
        read_uncertain(u, f"{where}, uncertain") for u in a_list(record.get("uncertain") or [], "uncertain", where)
    )
    for u in uncertain:
        check_candidates(u, where)
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
                a_text(field_of(b, "id", where), "id", where),
                a_text(b.get("label", b["id"]), "label", where),
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


# ------------------------------------------------------------------------------------------------ writing


def _mm(value: float) -> float:
    return round(value, 2)


def _s(value: float) -> float:
    return round(value, 5)


def ball_record(ball: Ball) -> Record:
    """A ball at rest."""
    return {
        "id": ball.id,
        "label": ball.label,
        "x": _mm(ball.x_mm),
        "y": _mm(ball.y_mm),
        "confidence": round(ball.confidence, 3),
    }


def event_record(e: StrokeEvent) -> Record:
    """One event, with only the fields that are set."""
    out: Record = {"t": _s(e.t_s), "kind": e.kind, "confidence": round(e.confidence, 3)}
    if e.ball is not None:
        out["ball"] = e.ball
    if e.balls:
        out["balls"] = list(e.balls)
    for name in ("cushion", "pocket", "direction", "by", "via"):
        value = getattr(e, name)
        if value is not None:
            out[name] = value
    if e.kind == "return":
        out["via"] = e.via
    if e.x_mm is not None and e.y_mm is not None:
        out |= {"x": _mm(e.x_mm), "y": _mm(e.y_mm)}
    if e.over:
        out["over"] = list(e.over)
    return out


def _plain(value: Any) -> Any:
    """Frozen values as JSON values."""
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    return value


def stroke_record(s: Stroke) -> Record:
    """A `stroke` record; `t` is its end, or its last event where the recording ends before the balls rest."""
    end = s.t_end_s if s.t_end_s is not None else max([s.t_start_s, *(e.t_s for e in s.events)])
    out: Record = {
        "type": "stroke",
        "t": _s(end),
        "number": s.number,
        "t_start": _s(s.t_start_s),
        "t_end": None if s.t_end_s is None else _s(s.t_end_s),
        "struck": s.struck,
    }
    if s.before is not None:
        out["before"] = [ball_record(b) for b in s.before]
    if s.after is not None:
        out["after"] = [ball_record(b) for b in s.after]
    out["events"] = [event_record(e) for e in s.events]
    out["first_contact"] = s.first_contact
    out["uncertain"] = [
        {"fact": u.fact, "candidates": _plain(u.candidates), "confidence": round(u.confidence, 3)} for u in s.uncertain
    ]
    return out


def layout_record(layout: Layout) -> Record:
    """A `layout` record."""
    return {"type": "layout", "t": _s(layout.t_s), "balls": [ball_record(b) for b in layout.balls]}


def disturbance_record(d: Disturbance) -> Record:
    """A `disturbance` record."""

    def place(p: tuple[float, float] | None) -> Record | None:
        return None if p is None else {"x": _mm(p[0]), "y": _mm(p[1])}

    out: Record = {"type": "disturbance", "t": _s(d.t_s), "kind": d.kind}
    if d.balls:
        out["balls"] = [{"id": b.id, "label": b.label, "from": place(b.from_mm), "to": place(b.to_mm)} for b in d.balls]
    return out | {k: _plain(v) for k, v in d.details.items()}


def input_record(i: Input) -> Record:
    """An `input` record."""
    out: Record = {"type": "input", "t": _s(i.t_s), "by": i.by, "kind": i.kind}
    if i.player is not None:
        out["player"] = i.player
    return out | {k: _plain(v) for k, v in i.values.items()}


def _foul(f: Foul) -> Record:
    return {"code": f.code, "clause": f.clause, "ball": f.ball}


def _spot(s: Spot) -> Record:
    return {"ball": s.ball, "x": _mm(s.x_mm), "y": _mm(s.y_mm)}


def _next(n: Next | None) -> Record | None:
    if n is None:
        return None
    return {
        "player": n.player,
        "stroke_no": n.stroke_no,
        "cue_ball": _plain(n.cue_ball),
        "ball_on": list(n.ball_on),
        "options": list(n.options),
    }


def _over(o: Over | None) -> Record | None:
    return None if o is None else {"what": o.what, "winner": o.winner, "reason": o.reason, "clause": o.clause}


def ruling_record(r: Ruling, t_s: float, say: Sequence[Mapping[str, str]] = ()) -> Record:
    """A `ruling` record with its announcements."""
    out: Record = {
        "type": "ruling",
        "t": _s(t_s),
        "of": r.of,
        "legal": r.legal,
        "fouls": [_foul(f) for f in r.fouls],
        "spot": [_spot(s) for s in r.spot],
        "score": _plain(r.score),
        "next": _next(r.next),
        "over": _over(r.over),
        "log": list(r.log),
        "say": [dict(s) for s in say],
    }
    if r.private_to is not None:
        out["private_to"] = r.private_to
    return out


def question_record(q: Question, t_s: float) -> Record:
    """A `question` record."""
    out: Record = {
        "type": "question",
        "t": _s(t_s),
        "id": q.id,
        "asks": q.asks,
        "player": q.player,
        "about": q.about,
        "candidates": _plain(q.candidates),
        "clause": q.clause,
    }
    for name in ("purpose", "opponent", "of", "private_to"):
        value = getattr(q, name)
        if value is not None:
            out[name] = value
    return out
