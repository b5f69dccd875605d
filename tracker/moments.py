"""The moments of a stroke that are in doubt: when each was, and short spans that show them, two seconds at most."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

LONGEST_S: Final = 2.0
AROUND_S: Final = 0.8
"""Shown before and after the moment: a stroke's pace and line can be seen in less than a second."""

MOST: Final = 6
"""A break leaves dozens of doubts, all in one second; more films than this of one stroke nobody looks at."""

EVENT: Final = re.compile(r"events\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Moment:
    """A span of time, and the facts that were in doubt in it, as `uncertain` names them."""

    start_s: float
    end_s: float
    facts: tuple[str, ...]


def moments_of(stroke: Mapping[str, Any]) -> list[Moment]:
    """The moments of a `stroke` record's `uncertain`, in order of time; those near each other share a span."""
    doubts = sorted((_when_s(stroke, str(u["fact"])), str(u["fact"])) for u in stroke.get("uncertain") or ())
    out: list[Moment] = []
    for when, fact in doubts:
        start, end = when - AROUND_S, when + AROUND_S
        if out and end - out[-1].start_s <= LONGEST_S:
            out[-1] = Moment(out[-1].start_s, end, (*out[-1].facts, fact))
        elif len(out) < MOST:
            out.append(Moment(start, end, (fact,)))
    return out


def _when_s(stroke: Mapping[str, Any], fact: str) -> float:
    events: Sequence[Mapping[str, Any]] = stroke.get("events") or ()
    began = float(stroke.get("t_start") or stroke["t"])
    numbered = EVENT.fullmatch(fact)
    if numbered is not None and int(numbered.group(1)) < len(events):
        return float(events[int(numbered.group(1))]["t"])
    if fact == "struck":
        return began
    struck = stroke.get("struck")
    met = (e["t"] for e in events if e["kind"] == "contact" and (struck is None or struck in e.get("balls", ())))
    # a first contact, a cushion after it, a count of balls: all begin there
    return float(min(met, default=began))
