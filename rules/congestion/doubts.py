"""Facts of a stroke that only a person can settle; asked only where the ruling hangs on them."""

from __future__ import annotations

from itertools import product
from typing import Final

from callshot.rules.congestion.balls import ascending, ball_of, number, take
from callshot.rules.congestion.deeds import GENERIC, TOUCH_FACTS
from callshot.rules.congestion.position import Position
from callshot.rules.game import Doubt
from callshot.rules.vocabulary import Stroke

MANNER: Final = frozenset({"miscue", "cue_elevated", "tip_height"})
"""Each of these says how a ball was jumped."""

STRIPED: Final = {"solid": (False,), "stripe": (True,)}
"""Whether a ball that was read so far only is striped."""

LAST_SOLID: Final = 8

MOST_SETS: Final = 60
"""More sets of balls than this are not worked through: the balls must be told."""

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
    """Balls that dropped and whose number nobody read: the table's inventory says what they can be."""
    gone = [ball_of(e.ball) for e in stroke.events if e.kind == "pocket" and e.ball]
    unread = [b for b in gone if b in GENERIC]
    if not unread or "pocketed" in told:
        return ()
    known = tuple(b for b in gone if b not in GENERIC)
    left: tuple[str, ...] | None = position.on_table
    for ball in known:
        left = take(left or (), ball) or left
    kinds = list(dict.fromkeys(left or ()))
    could = [[b for b in kinds if (number(b) > LAST_SOLID) in STRIPED.get(u, (False, True))] for u in unread]
    sets = dict.fromkeys(ascending(choice) for choice in product(*could) if _there(choice, left or ()))
    if not sets or len(sets) > MOST_SETS:
        return ()
    return (Doubt("pocketed", tuple((*known, *balls) for balls in sets), "CP-6.1"),)


def _there(balls: tuple[str, ...], table: tuple[str, ...]) -> bool:
    """All of them can be on the table at once."""
    return all(balls.count(b) <= table.count(b) for b in balls)
