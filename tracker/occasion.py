"""On what a ruling is told: who is at the table, what it replaces, what stood before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from callshot.rules.ruling import Ruling, holds_up
from callshot.tracker.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Occasion:
    """On what a ruling is told.

    shooter: who made the stroke, or is at the table, where that is known. shooter_open: a question decides it.
    shooter_was_open: it was not known when the ruling that is replaced was told. replaced: the ruling whose place it
    takes. latest: no later stroke was ruled. taken_back: it is told again, since the strokes after it were taken back.
    target: the points that win. score: what each had before, as far as a state shows it (racks, points, stashes).
    """

    shooter: str | None = None
    shooter_open: bool = False
    shooter_was_open: bool = False
    replaced: Ruling | None = None
    latest: bool = True
    taken_back: bool = False
    target: int | None = None
    score: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


def occasion_of(ledger: Ledger, ruling: Ruling, before: Ledger | None) -> Occasion:
    """On what a ruling is told; `before`: the ledger before the event that led to it."""
    target = ledger.show().get("target")
    on = Occasion(target=target if isinstance(target, int) else None)
    if before is None:
        return on
    earlier = before.show()
    on = replace(on, taken_back=len(ledger.undone) > len(before.undone), score=_score_shown(earlier))
    if ruling.of is None:
        shooter = earlier.get("shooter")
        return replace(on, shooter=shooter if isinstance(shooter, str) else None)
    last = max((stroke.number for _, stroke in ledger.ruled_strokes()), default=ruling.of)
    shooter, replaced = shooter_of(ledger, ruling.of), before.told.get(ruling.of)
    open_who = shooter is None and len(ledger.ruled_strokes()) > 1
    was_open = replaced is not None and shooter is not None and shooter_of(before, ruling.of) is None
    return replace(
        on, shooter=shooter, shooter_open=open_who, shooter_was_open=was_open, replaced=replaced,
        latest=ruling.of >= last,
    )  # fmt: skip


def shooter_of(ledger: Ledger, number: int | None) -> str | None:
    """Who made a stroke (None: the latest), where the game tells."""
    place = next((k for k, s in reversed(ledger.ruled_strokes()) if number in (None, s.number)), None)
    if place is None:
        return None
    before = ledger.entries[place - 1].after if place else ledger.begun
    if any(map(holds_up, ledger.game.waiting(before))):
        # What had been asked was answered later: the ruling before says who was next.
        rulings = [ledger.told.get(s.number) for k, s in ledger.ruled_strokes() if k < place]
        if not rulings or rulings[-1] is None or rulings[-1].next is None:
            return None  # and while it is not, nobody is blamed
        return rulings[-1].next.player
    shooter = ledger.game.show(before).get("shooter")
    return shooter if isinstance(shooter, str) else None


def _score_shown(state: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
    """What each player has by a `state`: under `score` in the pool games, under `players` in Congestion."""
    found = state.get("players") or state.get("score") or {}
    return {p: entry for p, entry in found.items() if isinstance(entry, Mapping)} if isinstance(found, Mapping) else {}
