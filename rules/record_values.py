"""What a record says beyond its fixed fields: the values of an input, and what an uncertain fact may be instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from callshot.rules.fact_words import FACTS
from callshot.rules.naming import BALL_IDENTITY, is_identity
from callshot.rules.record_fields import (
    RecordError,
    a_name,
    a_number,
    a_text,
    a_whole_number,
    an_object,
    field_of,
    names_of,
    one_of,
    shorten,
)
from callshot.rules.vocabulary import CUSHIONS, EVENT_KINDS, POCKETS, StrokeEvent, Uncertain

Reader = Callable[[Any, str, str], Any]


def check_candidates(u: Uncertain, events: Sequence[StrokeEvent], where: str) -> None:
    """What an event or the first contact may be instead is of the types that the fact itself has."""
    at = f"{where}, uncertain {shorten(u.fact)}"
    event = next((e for k, e in enumerate(events) if u.fact == f"events[{k}]"), None)
    for candidate in u.candidates:
        if u.fact.startswith("events[") and candidate is not None:
            change = an_object(candidate, "candidate", at)
            for name, value in change.items():
                if value is not None or name in ("ball", "balls", "kind"):
                    _CHANGES.get(name, _anything)(value, name, at)
            if event is not None and change.get("kind", event.kind) != event.kind:
                for name in _NEEDS.get(str(change["kind"]), ("ball",)):
                    if name != "ball" or event.ball is None:
                        field_of(change, name, f"{at}, {change['kind']}")
        elif u.fact == "first_contact" and candidate is not None:
            for ident in candidate if isinstance(candidate, tuple) else (candidate,):
                a_name(ident, "candidates", at)
        elif u.fact == BALL_IDENTITY and not is_identity(candidate):
            raise RecordError(f"{at}: a candidate names balls as {{id: label}}, not {shorten(candidate)}")
        elif u.fact in FACTS and candidate is not None and not FACTS[u.fact](candidate):
            # Read as it stands it would count as some answer or other, and nobody would be asked.
            raise RecordError(f"{at}: {shorten(candidate)} can't be its value")


def _anything(value: Any, name: str, where: str) -> Any:
    return value


def _two_texts(value: Any, name: str, where: str) -> tuple[str, ...]:
    balls = names_of(list(value) if isinstance(value, tuple) else value, name, where)
    if len(balls) != 2 or balls[0] == balls[1]:
        raise RecordError(f"{where}: field {name!r} must name two different balls")
    return balls


_NEEDS: Mapping[str, tuple[str, ...]] = {
    "contact": ("balls",),
    "pocket": ("ball", "pocket"),
    "cushion": ("ball", "cushion"),
    "head-string": ("ball", "direction"),
}
"""What an event of another kind must say; a ball that is not named stays the same."""

_CHANGES: Mapping[str, Reader] = {
    "kind": lambda value, name, where: one_of(value, EVENT_KINDS, name, where),
    "t": a_number,
    "x": a_number,
    "y": a_number,
    "confidence": a_number,
    "ball": a_name,
    "balls": _two_texts,
    "cushion": lambda value, name, where: one_of(value, CUSHIONS, name, where),
    "pocket": lambda value, name, where: one_of(value, POCKETS, name, where),
    "direction": lambda value, name, where: one_of(value, ("out", "in"), name, where),
    "by": a_text,
    "via": a_text,
    "over": lambda value, name, where: names_of(list(value) if isinstance(value, tuple) else value, name, where),
}
"""The fields of an event that a candidate may change."""


def _ball_word(value: Any, name: str, where: str) -> str:
    """A label; a number is taken for the ball that bears it."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else a_name(value, name, where)


def _secret(value: Any, name: str, where: str) -> Any:
    """A pea; what was written in its place is not repeated."""
    if value != "system" and (isinstance(value, bool) or not isinstance(value, int)):
        raise RecordError(f'{where}: field {name!r} must be a whole number, or "system"')
    return value


_INPUT_VALUES: Mapping[str, Mapping[str, Reader]] = {
    "call": {"ball": _ball_word, "pocket": a_text},
    "answer": {"about": a_text, "value": _anything},
    "fact": {"fact": a_text, "value": _anything},
    "declare": {"value": a_text},
    "pea": {"value": _secret},
    "predict": {"points": a_whole_number, "balls": a_whole_number},
    "place": {"ball": _ball_word, "x": a_number, "y": a_number},
}
"""What the kinds of input must say beside who says it."""


def check_input(kind: str, record: Mapping[str, Any]) -> None:
    """An input of this kind says what its kind must say. Raises RecordError."""
    where = f"input {kind}"
    for name, read in _INPUT_VALUES.get(kind, {}).items():
        read(field_of(record, name, where), name, where)
    for name in ("to",) if kind in ("undo", "redo") else ("since",) if kind == "fact" else ():
        if name in record:
            a_whole_number(record[name], name, where)
