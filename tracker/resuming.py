"""What a session's records tell a pipeline that takes it up again."""

from __future__ import annotations

from collections.abc import Sequence

from callshot.rules.records import read_layout, read_stroke
from callshot.rules.vocabulary import Ball
from callshot.tracker.rule_command import MADE_HERE
from callshot.tracker.session import Record


def last_known(records: Sequence[Record]) -> tuple[tuple[Ball, ...], int, tuple[str, ...]]:
    """(balls as they lay last, number of the last stroke, every id that was ever seen in order)."""
    balls: tuple[Ball, ...] = ()
    number = 0
    seen: dict[str, None] = {}
    for record in records:
        if record["type"] == "stroke":
            stroke = read_stroke(record)
            number = max(number, stroke.number)
            if stroke.after is not None:
                balls = stroke.after
        elif record["type"] == "layout":
            balls = read_layout(record).balls
        seen |= dict.fromkeys(b.id for b in balls)
    return balls, number, tuple(seen)


def missing_end(written: Sequence[Record], ruled_again: Sequence[Record]) -> list[Record]:
    """The rulings and questions after the last event that a stop kept from being written.

    Both streams hold the same events; what the rules made of the last one is compared by count: a stop cuts off an end.
    """
    made_then = _made_after_last_event(written)
    made_now = _made_after_last_event(ruled_again)
    return list(made_now[len(made_then) :])


def _made_after_last_event(records: Sequence[Record]) -> list[Record]:
    """What the rules say after the last record that is ruled on; health notices and drawn paths are none."""
    made: list[Record] = []
    for record in records:
        kind = record["type"]
        if kind in MADE_HERE or (kind == "notice" and record.get("code") == "refused"):
            made.append(record)
        elif kind not in ("notice", "paths"):
            made = []
    return made
