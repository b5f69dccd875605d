"""The six whammy actions (CP-9.3 to CP-9.8), in the order of their numbers (CP-9.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from callshot.rules.congestion.balls import ascending, number, points, word
from callshot.rules.congestion.debts import choose, settle, values
from callshot.rules.congestion.questions import Ask, Asking
from callshot.rules.congestion.work import Work

EXTRA: Final[Mapping[str, int]] = {"blue": 1, "pink": 2, "black": 3}
"""CP-9.6.e, CP-9.7.c, CP-9.8.c: other whammies that may be moved besides."""


def received(work: Work, name: str) -> Asking[None]:
    """OQ-CP-36: what a single transfer makes payable is paid before the next one."""
    if work.house["cp.settle_granularity"] == "each-transfer":
        yield from settle(work, name)


def _recipients(work: Work, colour: str) -> tuple[str, ...]:
    """CP-9.3.a: in succession; CP-9.4.a: in reverse, beginning with the player before."""
    order = work.others(work.shooter)
    return order if colour == "yellow" else order[::-1]


def give(work: Work, receiver: str) -> Asking[None]:
    """The shooter's highest ball goes to one other player."""
    ball = work.highest(work.shooter)
    work.move(work.shooter, receiver, ball)
    work.say(f"GIVE({work.shooter}->{receiver},{word(ball)})")
    yield from received(work, receiver)


def distribute(work: Work, colour: str) -> Asking[None]:
    """CP-9.3, CP-9.4: one ball to each, highest first; one ball owed to each who is not served.

    Clauses: CP-9.3.b, CP-9.4.b.
    """
    for receiver in _recipients(work, colour):
        if work.seats[work.shooter].stash:
            yield from give(work, receiver)
        else:
            work.owe(work.shooter, receiver, colour)


def hand_round(work: Work, colour: str) -> Asking[None]:
    """CP-9.11.b, OQ-CP-33: out on yellow or green, the distribution goes on until nothing is left.

    Clauses: CP-9.11.d.
    """
    if work.house["cp.out_yellow_green_debts"] == "paid-first":
        yield from settle(work, work.shooter)
    order = _recipients(work, colour)
    while work.seats[work.shooter].stash and order:
        for receiver in order:
            if work.seats[work.shooter].stash:
                yield from give(work, receiver)


def yellow(work: Work) -> Asking[None]:
    """CP-9.3."""
    return distribute(work, "yellow")


def green(work: Work) -> Asking[None]:
    """CP-9.4."""
    return distribute(work, "green")


def maroon(work: Work) -> Asking[None]:
    """CP-9.5: all others return their peas and redraw; then whoever is over may return balls."""
    order = work.others(work.shooter)
    if work.house["cp.maroon_draw_order"] == "game-order":
        order = tuple(p for p in work.order if p in order)
    holders = [p for p in order if work.seats[p].pea is not None]
    for p in holders:
        work.seats[p].pea = None
    if holders:
        peas = yield tuple(Ask("pea_value", work.house.peas, "CP-9.5.a", p, "maroon", secret=True) for p in holders)
        for p, pea in zip(holders, peas, strict=True):
            work.seats[p].pea = int(str(pea))
    for p in order:
        work.say(f"REDRAW({p})")
    yield from returns(work, order)


def _may_be_over(work: Work, name: str) -> bool:
    """He is over the final score, or may be where his pea is not known."""
    total = work.total(name)
    return (points(work.seats[name].stash) + work.house.peas[-1] if total is None else total) > work.target


def returns(work: Work, order: tuple[str, ...]) -> Asking[None]:
    """CP-9.5.b, OQ-CP-37: up to three balls, at most twenty points; all are asked, so that asking tells nothing."""
    rule = work.house["cp.maroon_return"]
    asked = list(order)
    if rule != "not-shooter" and _may_be_over(work, work.shooter) and work.seats[work.shooter].stash:
        asked.append(work.shooter)
    if not asked:
        return
    asks = []
    for p in asked:
        total = work.total(p)
        least = max(0, total - work.target) if rule == "must-bring-under" and total is not None else 0
        balls = ascending(work.seats[p].stash)
        asks.append(
            Ask(
                "chosen_ball",
                balls,
                "CP-9.5.b",
                p,
                "return",
                secret=True,
                may_return=_may_be_over(work, p),
                return_at_least=least,
            )
        )
    answers = yield tuple(asks)
    for p, given in zip(asked, answers, strict=True):
        balls = ascending(given) if isinstance(given, tuple) else ()
        for ball in balls:
            work.lose(p, ball)
            work.due.append(ball)
        if balls:
            work.say(f"RETURN({p},{'+'.join(word(b) for b in balls)})")
    work.spot_due()


def _swap_pick(work: Work, name: str, opponent: str, balls: list[str]) -> Ask | None:
    """CP-9.6.a, CP-9.6.b, CP-9.6.c: a pick, hidden until the swap; none where all his balls are equal."""
    choice = values(balls)
    if len(choice) == 1:
        return None
    clause = "CP-9.6.a" if name == work.shooter else "CP-9.6.b"
    return Ask("chosen_ball", choice, clause, name, "exchange", opponent, secret=True)


def _picks(work: Work, opponent: str, mine: list[str]) -> Asking[tuple[str, str] | None]:
    """What the shooter (out of `mine`) and an opponent put up; None where one has nothing (CP-9.6.d)."""
    his = list(work.seats[opponent].stash)
    if not mine or not his:
        return None
    asks = (_swap_pick(work, work.shooter, opponent, mine), _swap_pick(work, opponent, work.shooter, his))
    put = [a for a in asks if a is not None]
    answers = list((yield tuple(put)) if put else ())
    first = mine[0] if asks[0] is None else str(answers.pop(0))
    second = his[0] if asks[1] is None else str(answers.pop(0))
    return first, second


def _swap(work: Work, opponent: str, picks: tuple[str, str] | None) -> Asking[None]:
    shooter = work.shooter
    if picks is None:
        work.say(f"NO_SWAP({shooter},{opponent})")
        return
    mine, his = picks
    work.lose(shooter, mine)
    work.lose(opponent, his)
    work.gain(shooter, his)
    work.gain(opponent, mine)
    work.say(f"SWAP({shooter}:{word(mine)}<->{opponent}:{word(his)})")
    yield from received(work, opponent)
    yield from received(work, shooter)


def blue(work: Work) -> Asking[None]:
    """CP-9.6: a swap with each opponent in succession; a ball just received may be passed on (OQ-CP-39)."""
    opponents = work.others(work.shooter)
    if work.house["cp.blue_mode"] == "one-by-one":
        for opponent in opponents:
            picks = yield from _picks(work, opponent, list(work.seats[work.shooter].stash))
            yield from _swap(work, opponent, picks)
        return
    left = list(work.seats[work.shooter].stash)
    fixed: list[tuple[str, str] | None] = []
    for opponent in opponents:
        picks = yield from _picks(work, opponent, left)
        if picks is not None:
            left.remove(next(b for b in left if number(b) == number(picks[0])))
        fixed.append(picks)
    for opponent, pair in zip(opponents, fixed, strict=True):
        yield from _swap(work, opponent, pair)


def orange(work: Work) -> Asking[None]:
    """CP-9.7: every opponent's highest ball; who has none owes his highest. Clauses: CP-9.7.a, CP-9.7.b."""
    shooter = work.shooter
    for opponent in work.others(shooter):
        if not work.seats[opponent].stash:
            work.owe(opponent, shooter, "orange")
            continue
        ball = work.highest(opponent)
        work.move(opponent, shooter, ball)
        work.say(f"TAKE({shooter}<-{opponent},{word(ball)})")
        yield from received(work, shooter)


def black(work: Work) -> Asking[None]:
    """CP-9.8: from every opponent a ball that the shooter picks; who has none owes nothing.

    Clauses: CP-9.8.b.
    """
    shooter = work.shooter
    optional = work.house.yes("cp.black_optional")
    for opponent in work.others(shooter):
        balls = list(work.seats[opponent].stash)
        ball: object = None
        if balls:
            choice: tuple[object, ...] = values(balls)
            ask = Ask("chosen_ball", (*choice, None) if optional else choice, "CP-9.8.a", shooter, "pick", opponent)
            if optional:
                (ball,) = yield (ask,)
            else:
                ball = yield from choose(work, shooter, balls, ask)
        if ball is None:
            work.say(f"NOTHING({opponent})")
            continue
        work.move(opponent, shooter, str(ball))
        work.say(f"TAKE({shooter}<-{opponent},{word(str(ball))})")
        yield from received(work, shooter)


ACTIONS: Final[Mapping[str, Callable[[Work], Asking[None]]]] = {
    "yellow": yellow,
    "green": green,
    "brown": maroon,
    "blue": blue,
    "pink": orange,
    "black": black,
}
