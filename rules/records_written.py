"""The JSON form of the shared words, written: stable, and rounded to what can be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from callshot.rules.ruling import Foul, Next, Over, Question, Ruling, Spot
from callshot.rules.vocabulary import Ball, Disturbance, Input, Layout, Stroke, StrokeEvent

Record = dict[str, Any]


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
