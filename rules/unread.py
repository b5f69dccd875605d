"""Balls whose number nobody read: what the inventory of the table lets them be."""

from __future__ import annotations

from callshot.rules.facts import Facts
from callshot.rules.game import Doubt
from callshot.rules.pool_state import PoolState, group_of
from callshot.rules.vocabulary import GENERIC_LABELS


def could_be(label: str, state: PoolState) -> tuple[str, ...]:
    """The balls on the table that an unread one can be: any, or those of its group."""
    if label == "ball":
        return state.on_table
    return tuple(b for b in state.on_table if group_of(b) == group_of(label) or (b == "8" and label == "solid"))


def unread_balls(state: PoolState, facts: Facts) -> frozenset[str]:
    """Unread labels of this stroke that the inventory can settle: met first, or the only such one that dropped."""
    down = [p.label for p in facts.pocketed if p.label in GENERIC_LABELS]
    first = [b for b in facts.first if b in GENERIC_LABELS]
    known = (down if len(down) == 1 else []) + (first if len(facts.first) == 1 else [])
    return frozenset(b for b in known if could_be(b, state))


def doubts_of_names(state: PoolState, facts: Facts) -> tuple[Doubt, ...]:
    """Which ball was met first, which one dropped."""
    unread = unread_balls(state, facts)
    doubts = []
    if len(facts.first) == 1 and facts.first[0] in unread and "first_contact" not in facts.said:
        doubts.append(Doubt("first_contact", could_be(facts.first[0], state), ""))
    down = [p for p in facts.pocketed if p.label in unread]
    if len(down) == 1 and "pocketed" not in facts.said:
        others: tuple[tuple[str, str | None], ...] = tuple((p.label, p.pocket) for p in facts.pocketed if p not in down)
        if facts.cue_pocketed:
            others = (*others, ("cue", None))
        taken = {label for label, _ in others}
        names = [b for b in could_be(down[0].label, state) if b not in taken]
        doubts.append(Doubt("pocketed", tuple((*others, (b, down[0].pocket)) for b in names), ""))
    return tuple(doubts)
