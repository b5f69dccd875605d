"""The three racks before the break, as they are seen: refused where a ball stands where it may not (CP-4)."""

from __future__ import annotations

from typing import Final

from callshot.rules.game import Setting
from callshot.rules.rack_check import Fault, check, surely_named
from callshot.rules.racks import GAME_RACKS, RACKS
from callshot.rules.vocabulary import Ball

STANDING: Final = 0.8
"""Fewer of a rack's places filled than this: it is not racked yet, and nothing is said of it."""


def rack_faults(balls: tuple[Ball, ...], s: Setting) -> tuple[Fault, ...]:
    """What is wrong with the racks that stand; labels that are not sure are taken for any ball's."""
    sure = surely_named(balls)
    out: list[Fault] = []
    for name in GAME_RACKS["congestion"]:
        rack = RACKS[name](s)
        faults = check(rack, sure, s)
        if sum(f.kind == "missing" for f in faults) <= (1 - STANDING) * len(rack.places):
            out += faults
    return tuple(out)


def wrong_rack(balls: tuple[Ball, ...], s: Setting) -> str | None:
    """Why the racks are refused, with the clause; None where nothing is wrong but gaps, which are guidance."""
    fault = next((f for f in rack_faults(balls, s) if f.kind in ("wrong", "order")), None)
    return None if fault is None else f"the rack is refused: {fault.text} ({fault.clause})"
