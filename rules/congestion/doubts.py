"""Facts of a stroke that only a person can settle; asked only where the ruling hangs on them."""

from __future__ import annotations

from typing import Final

from callshot.rules.congestion.balls import ball_of, number
from callshot.rules.congestion.deeds import GENERIC, TOUCH_FACTS
from callshot.rules.congestion.position import Position
from callshot.rules.game import Doubt
from callshot.rules.vocabulary import Stroke

MANNER: Final = frozenset({"miscue", "cue_elevated", "tip_height"})
"""Each of these says how a ball was jumped."""

BY_CUE: Final = ("itself", "lamp", "object", "person")


def doubts(position: Position, stroke: Stroke) -> tuple[Doubt, ...]:
    """How a ball was jumped, what brought one back, who touched one (CP-0.1); which ball dropped (CP-6.1)."""
    told = set(stroke.said) | {u.fact for u in stroke.uncertain}
    out = []
    if any(e.kind == "jump" for e in stroke.events) and not MANNER & told:
        out.append(Doubt("miscue", (False, True), "CP-0.1"))
    if any(e.kind == "return" and e.via is None for e in stroke.events) and "returned_to_table" not in told:
        out.append(Doubt("returned_to_table", BY_CUE, "CP-0.1"))
    by_others = any(e.kind == "touch" and e.by not in ("hand", "cue") for e in stroke.events)
    if by_others and not {"external_interference", *TOUCH_FACTS} & told:
        out.append(Doubt("external_interference", (True, False), "CP-0.1"))
    return (*out, *_unread(position, stroke, told))


def _unread(position: Position, stroke: Stroke, told: set[str]) -> tuple[Doubt, ...]:
    """A ball that dropped and whose number nobody read: the table's inventory says what it can be."""
    gone = [ball_of(e.ball) for e in stroke.events if e.kind == "pocket" and e.ball]
    unread = [b for b in gone if b in GENERIC]
    if len(unread) != 1 or "pocketed" in told:
        return ()
    known = [b for b in gone if b not in GENERIC]
    striped = {"solid": (False,), "stripe": (True,)}.get(unread[0], (False, True))
    could = [b for b in dict.fromkeys(position.on_table) if (number(b) > 8) in striped]
    return (Doubt("pocketed", tuple((*known, b) for b in could), "CP-6.1"),)
