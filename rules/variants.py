"""What a stroke may have been: one settled stroke for every plausible value of its uncertain facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from typing import Any, Final, cast

from callshot.rules.vocabulary import Stroke, StrokeEvent, Uncertain

MOST_VARIANTS: Final = 256
"""Beyond this, the combinations that depart from the stated values in all facts left or in the fewest are ruled."""

_EVENT = re.compile(r"events\[(\d+)\]")
_CHANGED: Final = {"x": "x_mm", "y": "y_mm", "t": "t_s"}


@dataclass(frozen=True, slots=True)
class As:
    """A candidate value of one fact; `stated` where it is what the record says."""

    fact: str
    value: object
    stated: bool


@dataclass(frozen=True, slots=True)
class Variant:
    """A stroke with all its facts settled, and the values taken for those that were uncertain."""

    stroke: Stroke
    taken: tuple[As, ...]


def _event_differs(event: StrokeEvent, change: Mapping[str, object]) -> bool:
    return any(getattr(event, _CHANGED.get(k, k), v) != v for k, v in change.items())


def _values(stroke: Stroke, doubt: Uncertain) -> tuple[As, ...]:
    """The candidates of one uncertain fact, the stated one first where it can be told."""
    match = _EVENT.fullmatch(doubt.fact)
    if match is not None:
        k = int(match[1])
        if k >= len(stroke.events):
            return ()
        event = stroke.events[k]
        others = [c for c in doubt.candidates if c is None or (isinstance(c, Mapping) and _event_differs(event, c))]
        return (As(doubt.fact, _as_told(event, doubt), True), *(As(doubt.fact, c, False) for c in others))
    stated: object = None
    known = doubt.fact in ("first_contact", "struck")
    if known:
        stated = getattr(stroke, doubt.fact)
    values = [As(doubt.fact, c, known and c == stated) for c in doubt.candidates]
    if not known and values:
        values[0] = replace(values[0], stated=True)
    return tuple(sorted(values, key=lambda v: not v.stated))


def _as_told(event: StrokeEvent, doubt: Uncertain) -> object:
    """How the stated event is written among the candidates: as one of them, else as its ball."""
    for candidate in doubt.candidates:
        if isinstance(candidate, Mapping) and not _event_differs(event, candidate):
            return candidate
    return {"ball": event.ball} if event.ball is not None else {"balls": event.balls}


def _changed(event: StrokeEvent, change: Mapping[str, object]) -> StrokeEvent:
    """The event with the changed fields; of another kind it keeps its time, its ball and where it was, no more."""
    names = {f for f in StrokeEvent.__dataclass_fields__}
    fields = {_CHANGED.get(k, k): v for k, v in change.items()}
    if fields.get("kind", event.kind) != event.kind:
        event = StrokeEvent(event.t_s, event.kind, event.confidence, event.ball, x_mm=event.x_mm, y_mm=event.y_mm)
    return replace(event, **cast(Any, {k: v for k, v in fields.items() if k in names}))


def settle(stroke: Stroke, taken: tuple[As, ...]) -> Stroke:
    """The stroke with these values; nothing in it is uncertain any more."""
    events: dict[int, StrokeEvent | None] = {}
    said = dict(stroke.said)
    first, struck = stroke.first_contact, stroke.struck
    for choice in taken:
        match = _EVENT.fullmatch(choice.fact)
        if match is not None:
            k = int(match[1])
            if choice.value is None:
                events[k] = None
            elif isinstance(choice.value, Mapping) and not choice.stated:
                events[k] = _changed(stroke.events[k], choice.value)
        elif choice.fact == "first_contact":
            if choice.value is None or isinstance(choice.value, str):
                first = choice.value
            else:
                said["first_contact"] = choice.value
        elif choice.fact == "struck":
            struck = choice.value if isinstance(choice.value, str) else struck
        else:
            said[choice.fact] = choice.value
    kept = tuple(new for k, e in enumerate(stroke.events) if (new := events.get(k, e)) is not None)
    return replace(stroke, first_contact=first, struck=struck, events=kept, said=said, uncertain=())


def _some(sizes: Sequence[int], most: int) -> list[tuple[int, ...]]:
    """Of too many combinations (the place of each fact's value, 0 being the stated one) those that are ruled.

    First the ones that depart from what was stated in the fewest facts. Then, from the last fact to the first, all from
    that one on as not stated: however few facts are left open, it is seen that they may all be otherwise.
    """
    stairs = []
    for place in reversed(range(len(sizes))):
        for k in range(1, max(sizes[place:])):
            stairs.append((*(0,) * place, *(min(k, size - 1) for size in sizes[place:])))
    near = islice(_near(sizes), max(1, most - len(stairs)))
    return list(dict.fromkeys((*near, *stairs)))


def _near(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for departures in range(len(sizes) + 1):
        for places in combinations(range(len(sizes)), departures):
            for others in product(*(range(1, sizes[p]) for p in places)):
                row = [0] * len(sizes)
                for p, other in zip(places, others, strict=True):
                    row[p] = other
                yield tuple(row)


def variants(stroke: Stroke, most: int = MOST_VARIANTS) -> tuple[Variant, ...]:
    """Every plausible settling of a stroke, the stated one first; at most so many, or as many as there are facts.

    What a person said (`stroke.said`) is settled.
    """
    open_facts = [u for u in stroke.uncertain if u.fact not in stroke.said]
    columns = [v for u in open_facts if (v := _values(stroke, u))]
    count = 1
    for column in columns:
        count *= len(column)
    if count <= most:
        chosen = list(product(*columns))
    else:
        rows = _some([len(column) for column in columns], most)
        chosen = [tuple(column[k] for column, k in zip(columns, row, strict=True)) for row in rows]
    return tuple(Variant(settle(stroke, taken), taken) for taken in chosen)
