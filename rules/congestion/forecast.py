"""Option 3: a forecast before each inning, a pile until it is judged, a bonus stroke after it (CP-8.2.opt3)."""

from __future__ import annotations

from typing import Final

from callshot.rules.congestion.balls import number, points, take, word
from callshot.rules.congestion.debts import settle, values
from callshot.rules.congestion.questions import Ask, Asking
from callshot.rules.congestion.work import Work

NEAR: Final = 5
"""CP-8.2.opt3.b: points by which a forecast may be missed."""


def forecast(work: Work, points_told: int, balls: int) -> None:
    """CP-8.2.opt3.a: before the inning's first stroke."""
    work.forecast = (points_told, balls)
    work.say(f"PREDICTION({work.shooter},{points_told},{balls})")


def ask_forecast(name: str) -> Ask:
    """The question for it."""
    return Ask("prediction", (), "CP-8.2.opt3.a", name)


def needs_forecast(work: Work) -> bool:
    """The stroke belongs to an inning whose forecast has not been told."""
    return work.house.yes("option_3") and not work.bonus and work.forecast is None


def _met(work: Work, off: int, balls: int) -> bool:
    """OQ-CP-11."""
    rule = work.house["cp.opt3_met"]
    if rule == "exact":
        return off == 0
    told = work.forecast[1] if work.forecast is not None else balls
    return abs(off) <= NEAR and (rule != "balls-too" or balls == told)


def _removal(work: Work, off: int) -> Asking[int]:
    """CP-8.2.opt3.b, OQ-CP-12: one ball taken off, where that can help; the points that are off then."""
    balls = list(work.pile)
    rule = work.house["cp.opt3_removal"]
    if rule == "stash":
        balls += work.seats[work.shooter].stash

    def helps(ball: str) -> bool:
        count = len(work.pile) - any(number(b) == number(ball) for b in work.pile)
        return _met(work, off - number(ball), count)

    choice: tuple[object, ...] = values(balls)
    if not any(helps(str(b)) for b in choice):
        return off
    if rule != "compulsory":
        choice = (*choice, None)
    (answer,) = yield (Ask("chosen_ball", choice, "CP-8.2.opt3.b", work.shooter, "removal"),)
    if answer is None:
        return off
    ball = str(answer)
    rest = take(work.pile, ball)
    if rest is not None:
        work.pile = list(rest)
    else:
        work.lose(work.shooter, ball)
    work.say(f"REMOVE({work.shooter},{word(ball)})")
    work.put_back([ball])
    return off - number(ball)


def judge(work: Work) -> Asking[bool]:
    """After the inning's last normal stroke: met, and the pile joins the stash; or missed, and it is spotted.

    Clauses: CP-8.2.opt3.c.
    """
    told = work.forecast[0] if work.forecast is not None else points(work.pile)
    off = points(work.pile) - told
    if not _met(work, off, len(work.pile)):
        off = yield from _removal(work, off)
    if not _met(work, off, len(work.pile)):
        work.say(f"PREDICTION_MISSED({work.shooter})")
        balls, work.pile = work.pile, []
        work.put_back(balls)
        return False
    work.say(f"PREDICTION_MET({work.shooter})")
    balls, work.pile = work.pile, []
    for ball in balls:
        work.gain(work.shooter, ball, own=True)
        work.say(f"SCORE({work.shooter},{word(ball)})")
    yield from settle(work, work.shooter)
    return True
