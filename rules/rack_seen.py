"""A rack seen before a break: refused where a ball stands where it may not (HU-II.2.1, HU-III.2.1, FI-8.1, FI-9.1)."""

from __future__ import annotations

from typing import Final

from callshot.rules.pool_state import PoolState
from callshot.rules.rack_check import Fault, check, surely_named
from callshot.rules.racks import GAME_RACKS, RACKS
from callshot.rules.vocabulary import Ball

STANDING: Final = 0.8
"""Fewer of the places than this filled: the balls are not racked yet."""


def rack_faults(game: str, state: PoolState, balls: tuple[Ball, ...]) -> tuple[Fault, ...]:
    """What is wrong with the rack that stands there; nothing where none does."""
    rack = RACKS[GAME_RACKS[game][0]](state.setting)
    faults = check(rack, surely_named(balls), state.setting)
    missing = sum(f.kind == "missing" for f in faults)
    return () if missing > (1 - STANDING) * len(rack.places) else faults


def wrong_rack(game: str, state: PoolState, balls: tuple[Ball, ...]) -> str | None:
    """Why the rack is refused, with the clause. Gaps and offsets are no refusal: a camera errs by as much.

    Clauses: HU-I.24.1.e.
    """
    for fault in rack_faults(game, state, balls):
        if fault.kind in ("wrong", "order"):
            return f"the rack is refused: {fault.text} ({fault.clause})"
    return None
