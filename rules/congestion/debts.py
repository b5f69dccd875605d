"""Balls owed (CP-11): oldest first, the table before players, paid the moment a ball is there, along the chain."""

from __future__ import annotations

from collections.abc import Iterable

from callshot.rules.congestion.balls import ascending, descending, number, word
from callshot.rules.congestion.position import TABLE
from callshot.rules.congestion.questions import Ask, Asking
from callshot.rules.congestion.work import Work


def can_pay(work: Work, name: str) -> list[str]:
    """The balls with which he can pay now: his stash, and the pile where the house lets it pay (OQ-CP-13).

    Clauses: CP-8.2.opt3.d.
    """
    balls = list(work.seats[name].stash)
    if name == work.shooter and work.house.yes("cp.opt3_pile_use"):
        balls += work.pile
    return balls


def hand_over(work: Work, name: str, ball: str) -> None:
    """A ball leaves what he can pay with: his stash first, else the pile."""
    if any(number(b) == number(ball) for b in work.seats[name].stash):
        work.lose(name, ball)
    else:
        work.pile.remove(next(b for b in work.pile if number(b) == number(ball)))


def values(balls: Iterable[str]) -> tuple[str, ...]:
    """One ball of each value, highest first: what there is to choose between."""
    seen: dict[int, str] = {}
    for ball in descending(balls):
        seen.setdefault(number(ball), ball)
    return tuple(seen.values())


def choose(work: Work, name: str, balls: list[str], ask: Ask) -> Asking[str]:
    """The ball that `name` picks; not asked where all are equal."""
    if len(values(balls)) == 1:
        return balls[0]
    (ball,) = yield (ask,)
    return str(ball)


def _pick(work: Work, name: str, creditor: str) -> Asking[str]:
    """Which ball pays (OQ-CP-35): the highest to a player, his choice to the table."""
    balls = can_pay(work, name)
    rule = work.house["cp.debt_ball"]
    if rule == "lowest":
        return ascending(balls)[0]
    if rule == "highest" and creditor != TABLE:
        return descending(balls)[0]
    opponent = None if creditor == TABLE else creditor
    clause = "CP-11.3" if creditor == TABLE else "CP-11.2"
    ask = Ask("chosen_ball", values(balls), clause, name, "table-debt", opponent)
    return (yield from choose(work, name, balls, ask))


def settle(work: Work, name: str, spot_now: bool = True) -> Asking[None]:
    """CP-11.2: pays while he has a ball and owes one; whoever is paid pays at once what he owes himself.

    Balls paid to the table are spotted here, or with the rest of the stroke's batch (`spot_now` False).
    """
    while can_pay(work, name):
        debt = work.owed_by(name)
        if debt is None:
            break
        ball = yield from _pick(work, name, debt.creditor)
        work.debts.remove(debt)
        hand_over(work, name, ball)
        work.say(f"PAID({name}->{debt.creditor},{word(ball)})")
        if debt.creditor == TABLE:
            work.due.append(ball)
        else:
            work.gain(debt.creditor, ball)
            yield from settle(work, debt.creditor, spot_now)
    if spot_now:
        work.spot_due()


def drop_debts(work: Work, name: str) -> None:
    """CP-9.11.c, CP-16.4: his debts are cancelled; balls owed to him lapse, or become the table's (OQ-CP-34)."""
    work.debts = [d for d in work.debts if d.debtor != name]
    claims = [d for d in work.debts if d.creditor == name]
    work.debts = [d for d in work.debts if d.creditor != name]
    if work.house["cp.claims_of_leaver"] == "to-table":
        for claim in claims:
            work.owe(claim.debtor, TABLE, "table")
