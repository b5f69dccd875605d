"""Which ball is which, for what people take home: the records go on bearing the ids of the eyes (as `naming.js`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from callshot.rules.naming import BALL_IDENTITY, Names, is_identity, name_balls
from callshot.rules.vocabulary import CUE_BALLS, label_of

Record = Mapping[str, Any]


@dataclass(slots=True)
class _Naming:
    since: int
    value: Mapping[str, str]
    after: int = 0
    """How many strokes had been made when it was said."""
    undone: bool = False


class Namings:
    """What people said in a stream of which ball is which; taken back and said again with the strokes it belongs to."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._said: list[_Naming] = []
        self._taken_back: list[list[_Naming]] = []
        self._ids: tuple[str, ...] = ()
        last = 0
        for record in records:
            kind = record.get("type")
            if kind == "session":
                self._said, self._taken_back, self._ids, last = [], [], (), 0
            elif kind == "stroke":
                last = int(record.get("number", 0))
                self._taken_back = []
                self._ids = self._ids or tuple(str(b.get("id")) for b in record.get("before") or ())
            elif kind == "input":
                last = self._input(record, last)

    def of(self, number: int) -> Names:
        """The names of the balls in a stroke: id of the records -> id as people know it."""
        names: Names = {}
        labels = [label_of(ident) for ident in self._ids]
        in_play = [label for label in labels if label not in CUE_BALLS]
        for naming in sorted(self._said, key=lambda each: each.since):
            if not naming.undone and naming.since <= number:
                after = name_balls(names, naming.value, self._ids, in_play)
                names = names if isinstance(after, str) else after
        return names

    def _input(self, record: Record, last: int) -> int:
        kind, to = record.get("kind"), record.get("to")
        if record.get({"fact": "fact", "answer": "about"}.get(str(kind), "")) == BALL_IDENTITY:
            if is_identity(record.get("value")):
                self._said.append(_Naming(int(record.get("since") or last or 1), record["value"], last))
        elif kind == "undo" and isinstance(to, int):
            # With no stroke after it, what was said of that stroke is what goes.
            of_it = to if to == last else -1
            gone = [
                each for each in self._said
                if not each.undone and (each.since > to or each.since == each.after == of_it > 0)
            ]  # fmt: skip
            for each in gone:
                each.undone = True
            self._taken_back.append(gone)
            return min(last, to)
        elif kind == "redo":
            back = self._taken_back[-1:] if to is None else list(self._taken_back)
            for each in (naming for group in back for naming in group):
                each.undone = to is not None and each.since > int(to)
            self._taken_back = [left for group in self._taken_back if (left := [n for n in group if n.undone])]
        return last


def renamed(record: Record, names: Names) -> Record:
    """A stroke's record with its balls as people know them."""
    if not names:
        return record

    def one(ident: Any) -> Any:
        return names.get(ident, ident) if isinstance(ident, str) else ident

    def ball(each: Any) -> Any:
        known = one(each.get("id"))
        return each if known == each.get("id") else {**each, "id": known, "label": label_of(known)}

    def event(each: Any) -> Any:
        balls = {field: [one(i) for i in each[field]] for field in ("balls", "over") if field in each}
        return {**each, **({"ball": one(each["ball"])} if "ball" in each else {}), **balls}

    places = {field: [ball(b) for b in record[field]] for field in ("before", "after") if record.get(field)}
    single = {field: one(record.get(field)) for field in ("struck", "first_contact") if field in record}
    return {**record, **single, **places, "events": [event(e) for e in record.get("events") or ()]}


def renamed_paths(paths: Mapping[str, Any], names: Names) -> Mapping[str, Any]:
    """The ways of balls under the names that are right."""
    return {names.get(ident, ident): points for ident, points in paths.items()}


def with_names(records: Sequence[Record]) -> list[Record]:
    """The records as they are; a stroke whose balls people know by other names says so: `known_as`, id -> name."""
    namings = Namings(records)
    out: list[Record] = []
    for record in records:
        names = namings.of(int(record.get("number", 0))) if record.get("type") == "stroke" else {}
        out.append({**record, "known_as": dict(names)} if names else record)
    return out
