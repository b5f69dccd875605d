"""A stroke as people settled it, for what they take home: what the camera was not sure of, or saw wrongly, and somebody
has said since (as `settled.js`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from callshot.rules.naming import BALL_IDENTITY
from callshot.rules.vocabulary import label_of

Record = Mapping[str, Any]
Words = dict[str, Any]
"""Fact -> value, as answers and facts give them."""
_EVENT: Final = re.compile(r"events\[(\d+)\]")


class Settling:
    """What people said in a stream of each stroke; taken back and said again with the strokes after it."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._said: dict[int, Words] = {}
        """By the place of the stroke in the stream: after an undo another one bears its number."""
        self._places: dict[int, int] = {}
        """Number -> place of the stroke that counts."""
        self._asked: dict[tuple[str, Any], int] = {}
        self._taken_back: list[tuple[dict[int, int], int, Words]] = []
        for place, record in enumerate(records):
            kind = record.get("type")
            if kind == "session":
                self._places, self._asked, self._taken_back = {}, {}, []
            elif kind == "stroke":
                self._places[int(record.get("number", 0))] = place
                self._taken_back = []
            elif kind == "question" and isinstance(record.get("of"), int):
                self._asked[str(record.get("about")), record.get("player")] = record["of"]
            elif kind == "input":
                self._input(record)

    def at(self, place: int) -> Words:
        """What holds of the stroke at that place in the stream."""
        return self._said.get(place, {})

    def _input(self, record: Record) -> None:
        kind, to = record.get("kind"), record.get("to")
        last = max(self._places, default=0)
        if kind == "answer":
            about, player = str(record.get("about")), record.get("player")
            asked = (key for key in ((about, player), (about, None)) if key in self._asked)
            if (key := next(asked, None)) is not None:
                self._tell(self._asked.pop(key), about, record.get("value"))
        elif kind == "fact":
            self._tell(record.get("of", last), str(record.get("fact")), record.get("value"))
        elif kind == "undo" and isinstance(to, int):
            gone = {number: place for number, place in self._places.items() if number > to}
            self._places = {number: place for number, place in self._places.items() if number <= to}
            self._set_aside(gone, to)
        elif kind == "redo":
            self._redo(to)

    def _set_aside(self, strokes: dict[int, int], to: int) -> None:
        """With the strokes goes what was said of the one before them."""
        place = self._places.get(to, -1)
        self._taken_back.append((strokes, place, self._said.pop(place, {})))

    def _redo(self, to: Any) -> None:
        back = self._taken_back[-1:] if to is None else self._taken_back
        self._taken_back = self._taken_back[:-1] if to is None else []
        strokes = {number: place for each, _, _ in back for number, place in each.items()}
        for _, place, words in back:
            self._said[place] = words
        self._places |= {number: place for number, place in strokes.items() if to is None or number <= to}
        if isinstance(to, int):
            self._set_aside({number: place for number, place in strokes.items() if number > to}, to)

    def _tell(self, of: object, fact: str, value: Any) -> None:
        place = self._places.get(of, -1) if isinstance(of, int) else -1
        if fact != BALL_IDENTITY:
            self._said[place] = {**self._said.get(place, {}), fact: value}


def settled(record: Record, said: Words) -> Record:
    """A stroke's record with what was said of it; an event that did not happen is not in it any more."""
    if not said:
        return record
    events: list[dict[str, Any] | None] = [dict(event) for event in record.get("events") or ()]
    doubts = [doubt for doubt in record.get("uncertain") or () if doubt.get("fact") not in said]
    for fact, value in said.items():
        at = event_of(fact)
        if 0 <= at < len(events):
            change = value if isinstance(value, Mapping) else {}
            events[at] = None if value is None else {**(events[at] or {}), **change}
    for fact, left in (("pocketed", "pocket"), ("off_table", "off-table")):
        told = said.get(fact)
        if isinstance(told, list | tuple):
            events = _with_left(events, left, told, record.get("t_end"))
            kinds = {k: event.get("kind") for k, event in enumerate(events) if event is not None}
            doubts = [doubt for doubt in doubts if kinds.get(event_of(doubt["fact"])) != left]
    places = {k: place for place, k in enumerate(k for k, event in enumerate(events) if event is not None)}
    moved = [
        {**doubt, "fact": f"events[{places[k]}]"} if k in places else doubt
        for doubt in doubts
        if (k := event_of(doubt["fact"])) in places or k < 0
    ]
    first = said.get("first_contact", record.get("first_contact"))
    return {
        **record,
        "events": [event for event in events if event is not None],
        "uncertain": moved,
        "first_contact": first if first is None or isinstance(first, str) else record.get("first_contact"),
    }


def _with_left(
    events: Sequence[dict[str, Any] | None], kind: str, told: Sequence[Any], t_end: Any
) -> list[dict[str, Any] | None]:
    """These balls left the table so, and no others; where the camera saw it in the same pocket, that is when."""
    pots = [(str(p[0]), p[1] if len(p) > 1 else None) if isinstance(p, list | tuple) else (str(p), None) for p in told]
    out: list[dict[str, Any] | None] = []
    for event in events:
        if event is not None and event.get("kind") == kind:
            label, pocket = label_of(str(event.get("ball"))), event.get("pocket")
            seen = next((p for p in pots if label_of(p[0]) == label and p[1] in (None, pocket)), None)
            if seen is None:
                event = None
            else:
                pots.remove(seen)
        out.append(event)
    where = [{"ball": ball, **({"pocket": pocket} if kind == "pocket" else {})} for ball, pocket in pots]
    return [*out, *({"t": t_end, "kind": kind, **each} for each in where)]


def event_of(fact: str) -> int:
    """Which event of its stroke a fact speaks of; -1 where it is none."""
    found = _EVENT.fullmatch(fact)
    return int(found[1]) if found else -1


def is_open(record: Record, index: int) -> bool:
    """Whether an event may not have happened so: what is uncertain in it is more than its pocket or its place."""
    event = record["events"][index]
    doubt = next((d for d in record.get("uncertain") or () if event_of(d.get("fact", "")) == index), None)
    return doubt is not None and any(
        c is None or (isinstance(c, Mapping) and any(f in c and c[f] != event.get(f) for f in ("kind", "ball")))
        for c in doubt.get("candidates", ())
    )
