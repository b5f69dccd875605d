"""The score as everybody may see it: stash, debts, tallies - never a pea, never a total (CP-3.7, CP-5.2)."""

from __future__ import annotations

from callshot.rules.congestion.balls import FOOT_RACK, WHAMMIES, points
from callshot.rules.congestion.position import Position
from callshot.rules.ruling import Next


def score(position: Position) -> dict[str, object]:
    """Per player, in turn order; in a match with the games that each has won."""
    single = 1 if position.phase == "finished" else 0  # a game that is no part of a match is won once, at its end
    match = sum(p.racks for p in position.players) > single
    return {
        p.name: {
            "stash": list(p.stash),
            "points": points(p.stash),
            "owes": [[d.creditor, d.kind] for d in position.debts if d.debtor == p.name],
            "owed": [[d.debtor, d.kind] for d in position.debts if d.creditor == p.name],
            "whammies": p.whammies,
            "foul_innings": p.foul_innings,
            "out": p.out,
            **({"racks": p.racks} if match else {}),
        }
        for p in position.players
    }


def next_up(position: Position) -> Next | None:
    """Who shoots, which stroke of his inning, where the cue balls are, what he may meet first."""
    if position.phase == "finished":
        return None
    words = {"kitchen": "in-hand-behind-head-string", "anywhere": "in-hand"}
    held = dict(position.in_hand)
    cues = {c: words.get(held.get(c, ""), "in-position") for c in ("cue", "crazy-cue")}
    on: tuple[str, ...] = FOOT_RACK
    if position.phase != "break":
        on = (*dict.fromkeys(position.on_table), *WHAMMIES)
    options = tuple(o for o, there in (("bonus", position.bonus),) if there)
    return Next(position.shooter, position.stroke_no, cues, on, options)
