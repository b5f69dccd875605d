"""Which ball is which, once a person has said so: the ids that the eyes go on writing, under the names that are right.

The fact `ball_identity` is a map, id of the record -> label. Names hold from the stroke that it is said of until
another word changes them; nothing is renamed in what was ruled before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from callshot.rules.vocabulary import (
    CUE_BALLS,
    GENERIC_LABELS,
    LABELS,
    Ball,
    Disturbance,
    Layout,
    Moved,
    Stroke,
    StrokeEvent,
    Uncertain,
    label_of,
)

Names = Mapping[str, str]
"""Id as the records write it -> id as the rules take it; an id that is left out is right as it is."""

BALL_IDENTITY: Final = "ball_identity"
LETTERS: Final = "zyxwvutsrqponmlkjihgfedcba"


def is_identity(value: object) -> bool:
    """A map of ids to labels that a ball can bear."""
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all(isinstance(k, str) and k and v in LABELS and v not in GENERIC_LABELS for k, v in value.items())
    )


def ids_of(stroke: Stroke) -> tuple[str, ...]:
    """Every id that a stroke speaks of."""
    ids = [b.id for b in (*(stroke.before or ()), *(stroke.after or ()))]
    for event in stroke.events:
        ids += [*((event.ball,) if event.ball is not None else ()), *event.balls, *event.over]
    ids += [b for b in (stroke.struck, stroke.first_contact) if b is not None]
    return tuple(dict.fromkeys(ids))


def name_balls(names: Names, told: Mapping[str, str], ids: Iterable[str], in_play: Sequence[str]) -> Names | str:
    """The names after a person's word, or why it can't be right.

    `ids`: what the records speak of; `in_play`: labels that the game has on the table, one for each ball, the cue
    balls left out. Where a label is named once more than the game has such balls, the one other ball that bore it
    changes names with the one that was told: the two were taken for each other. Of several that could be it, the
    person must say which.
    """
    new = dict(names)
    for ident, label in told.items():
        was = names.get(ident, ident)
        if _plain(label_of(was)) == _plain(label):
            new[ident] = was
            continue
        owned = 1 if label in CUE_BALLS else sum(_plain(b) == _plain(label) for b in in_play)
        if not owned:
            return f"there is no {label} on the table that could be it"
        there = dict.fromkeys((*ids, *names, *((label,) if owned == 1 else ())))
        holders = [h for h in there if h not in told and _plain(label_of(new.get(h, h))) == _plain(label)]
        more = sum(_plain(v) == _plain(label) for v in told.values())
        if len(holders) + more > owned and holders:
            if len(holders) > 1:
                return f"every {label} on the table is another ball; say of one of {', '.join(holders)} what it is too"
            new[holders[0]] = was
        new[ident] = _fresh(label, [v for k, v in new.items() if k != ident] + [h for h in holders if h not in new])
    return {k: v for k, v in new.items() if k != v}


def _plain(label: str) -> str:
    return label.removeprefix("crazy-") if label == "crazy-8" else label


def _fresh(label: str, taken: Sequence[str]) -> str:
    """An id of that label which no other ball bears."""
    return next(i for i in (label, *(label + c for c in LETTERS)) if i not in taken)


# ------------------------------------------------------------------------------------------------ renaming


def _moved(moved: Moved, names: Names) -> Moved:
    new = names.get(moved.id)
    return moved if new is None else replace(moved, id=new, label=label_of(new))


def _ball(ball: Ball, names: Names) -> Ball:
    new = names.get(ball.id)
    return ball if new is None else replace(ball, id=new, label=label_of(new))


def _one(ident: str | None, names: Names) -> str | None:
    return None if ident is None else names.get(ident, ident)


def _all(ids: Iterable[str], names: Names) -> tuple[str, ...]:
    return tuple(names.get(i, i) for i in ids)


def _event(event: StrokeEvent, names: Names) -> StrokeEvent:
    return replace(
        event, ball=_one(event.ball, names), balls=_all(event.balls, names), over=_all(event.over, names)
    )  # fmt: skip


def _candidate(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list | tuple):
        return tuple(_candidate(v, names) for v in value)
    if isinstance(value, Mapping):
        return {k: _candidate(v, names) if k in ("ball", "balls", "over") else v for k, v in value.items()}
    return value


def _doubt(doubt: Uncertain, names: Names) -> Uncertain:
    """Its candidates renamed; those of `ball_identity` speak of the records' own ids."""
    if doubt.fact == BALL_IDENTITY:
        return doubt
    return replace(doubt, candidates=tuple(_candidate(c, names) for c in doubt.candidates))


def named_stroke(stroke: Stroke, names: Names) -> Stroke:
    """The stroke with its balls named anew. What people said of it stays: they speak of the balls as they are."""
    if not names:
        return stroke
    return replace(
        stroke,
        struck=_one(stroke.struck, names),
        first_contact=_one(stroke.first_contact, names),
        events=tuple(_event(e, names) for e in stroke.events),
        before=None if stroke.before is None else tuple(_ball(b, names) for b in stroke.before),
        after=None if stroke.after is None else tuple(_ball(b, names) for b in stroke.after),
        uncertain=tuple(_doubt(u, names) for u in stroke.uncertain),
    )


def named(event: Any, names: Names) -> Any:
    """A stroke, layout or disturbance with its balls named anew; what a person said stays."""
    if not names:
        return event
    if isinstance(event, Stroke):
        return named_stroke(event, names)
    if isinstance(event, Layout):
        return replace(event, balls=tuple(_ball(b, names) for b in event.balls))
    if isinstance(event, Disturbance):
        return replace(event, balls=tuple(_moved(b, names) for b in event.balls))
    return event
