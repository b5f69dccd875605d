"""How a game ends: a confirmed claim, the last player, the end of the numbered balls (CP-8.8, CP-8.10)."""

from __future__ import annotations

from callshot.rules.congestion.balls import points
from callshot.rules.congestion.busts import bust, disqualify
from callshot.rules.congestion.match import win
from callshot.rules.congestion.questions import WAITS, Ask, Asking
from callshot.rules.congestion.work import Work
from callshot.rules.ruling import Over

MIDDLE_PEA = 8
"""CP-8.10.b."""


def may_have_target(work: Work, name: str) -> bool:
    """His total is the final score, or may be where his pea is not known."""
    total = work.total(name)
    if total is not None:
        return total == work.target
    return work.target - points(work.seats[name].stash) in work.house.peas


def win_by_claim(work: Work, name: str, silent: bool = False) -> Asking[None]:
    """A player who could claim now; where his pea is not known the referee looks (CP-8.8.a).

    `silent`: he is not asked, but may still say so.
    """
    if not may_have_target(work, name):
        return
    default = False if silent else WAITS
    ask = Ask("win_declared", (True, False), "CP-8.8.a", name, secret=True, silent=silent, default=default)
    (claims,) = yield (ask,)
    if claims is True and (yield from confirmed(work, name)):
        win(work, name, "final_score", "CP-8.8.a")


def confirmed(work: Work, name: str) -> Asking[bool]:
    """CP-8.8.a: balls and pea are checked; by the core where it holds the pea."""
    total = work.total(name)
    if total is not None:
        return total == work.target
    (answer,) = yield (Ask("win_confirmed", (True, False), "CP-8.8.a", name, asks="referee"),)
    return answer is True


def last_player(work: Work) -> None:
    """OQ-CP-51: who is left alone has won; nobody, where the last ones went out together."""
    active = work.active
    if work.ended is not None or len(active) > 1:
        return
    if not active:
        work.say("DRAW(nobody_left)")
        work.phase = "finished"
        work.ended = Over("match", None, "nobody_left", "CP-8.9.c")
    elif work.house["cp.last_player"] == "wins":
        win(work, active[0], "last_player", "CP-8.5")


def end_of_balls(work: Work) -> Asking[None]:
    """CP-8.10: no numbered ball is left. The shooter may claim first; whoever is over may still say so (OQ-CP-30)."""
    if work.ended is not None or work.on_table or work.pile:
        return
    over = [p for p in work.active if (t := work.total(p)) is not None and t > work.target]
    if work.shooter in work.active:
        rivals = [p for p in work.active if p != work.shooter and may_have_target(work, p)]
        matters = work.total(work.shooter) == work.target and bool(rivals or over)
        yield from win_by_claim(work, work.shooter, silent=not matters)
        if work.ended is not None:
            return
    for name in over:
        # Nobody is asked: that would warn him (OQ-CP-55). Until the next event he may still say so.
        ask = Ask("bust_declared", (True, False), "CP-8.9.a", name, secret=True, silent=True, default=False)
        (says_so,) = yield (ask,)
        if says_so is True:
            yield from bust(work, name)
    if work.on_table:
        return
    work.say("END_OF_BALLS")
    hidden = [p for p in work.active if work.seats[p].pea is None]
    if hidden:
        peas = yield tuple(Ask("pea_value", work.house.peas, "CP-8.10.a", p, "deal") for p in hidden)
        for name, pea in zip(hidden, peas, strict=True):
            work.seats[name].pea = int(str(pea))
    beyond = [p for p in work.active if (work.total(p) or 0) > work.target]
    if work.house["cp.end_of_balls"] == "disqualify" and beyond:
        for name in beyond:
            disqualify(work, name)
        last_player(work)
        return
    yield from _compare(work, [p for p in work.active if p not in beyond] or list(work.active))


def _compare(work: Work, names: list[str]) -> Asking[None]:
    """CP-8.10.a to .c: the highest total, the pea nearest to 8, most balls, a coin."""

    def best(key: dict[str, int]) -> list[str]:
        top = max(key.values())
        return [p for p in key if key[p] == top]

    tied = best({p: work.total(p) or 0 for p in names})
    reason, clause = "end_of_balls", "CP-8.10.a"
    if len(tied) > 1:
        tied = best({p: -abs((work.seats[p].pea or 0) - MIDDLE_PEA) for p in tied})
        reason, clause = "tie_pea", "CP-8.10.b"
    if len(tied) > 1:
        tied = best({p: len(work.seats[p].stash) for p in tied})
        reason, clause = "tie_balls", "CP-8.10.c"
    if len(tied) > 1:
        work.say(f"COIN_FLIP({','.join(tied)})")
        (winner,) = yield (Ask("coin_flip", tuple(tied), "CP-8.10.c", asks="referee"),)
        tied, reason = [str(winner)], "coin"
    win(work, tied[0], reason, clause)
