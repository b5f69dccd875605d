"""What a foul costs (CP-16.1), and how a player goes out with what he holds."""

from __future__ import annotations

from typing import Final

from callshot.rules.congestion.balls import word
from callshot.rules.congestion.debts import can_pay, choose, drop_debts, hand_over, settle, values
from callshot.rules.congestion.position import TABLE
from callshot.rules.congestion.questions import Ask, Asking
from callshot.rules.congestion.work import Work

THREE: Final = 3
"""CP-16.3: fouling innings in a row that put a player out."""

FOUR: Final = 4
"""CP-8.5, CP-9.11.a: whammies that put a player out."""


def pay(work: Work, name: str, fouls: int) -> Asking[None]:
    """CP-16.1: for each foul a ball of his choice comes back to the table; with none left he owes the table one."""
    for _ in range(fouls):
        balls = list(work.seats[name].own) if work.house["cp.penalty_ball"] == "own" else can_pay(work, name)
        if not balls:
            work.owe(name, TABLE, "table")
            yield from settle(work, name, spot_now=False)
            continue
        ask = Ask("chosen_ball", values(balls), "CP-16.1", name, "penalty")
        ball = yield from choose(work, name, balls, ask)
        if work.house["cp.penalty_ball"] == "own":
            work.lose(name, ball, own=True)
        else:
            hand_over(work, name, ball)
        work.say(f"PENALTY({name},{word(ball)})")
        work.due.append(ball)


def count_foul_inning(work: Work) -> None:
    """CP-16.3, OQ-CP-57: several fouls of one inning make one fouling inning."""
    if not work.inning_foul:
        work.inning_foul = True
        work.seats[work.shooter].foul_innings += 1


def strip(work: Work, name: str) -> None:
    """Everything he holds is due to the table: his stash, and the inning's pile if it is his."""
    seat = work.seats[name]
    work.due += seat.stash
    seat.stash, seat.own = [], []
    if name == work.shooter:
        work.due += work.pile
        work.pile = []


def leave(work: Work, name: str, reason: str) -> None:
    """He is out of the game: debts and claims end (OQ-CP-34), nothing is pending for him any more."""
    drop_debts(work, name)
    seat = work.seats[name]
    seat.out = reason
    work.over.pop(name, None)
    for names in (work.redraws, work.dealing):
        if name in names:
            names.remove(name)
    work.say(f"OUT({name},{reason})")
