"""A whammy transaction: the stick, the actions in order, the fourth whammy, the placing (CP-9, CP-10)."""

from __future__ import annotations

from callshot.rules.congestion.balls import COLOUR, WHAMMIES
from callshot.rules.congestion.debts import settle
from callshot.rules.congestion.ending import win_by_claim
from callshot.rules.congestion.penalties import FOUR, THREE, leave, strip
from callshot.rules.congestion.questions import Ask, Asking
from callshot.rules.congestion.whammies import ACTIONS, EXTRA, hand_round
from callshot.rules.congestion.work import Work

REFEREE = "referee"


def prior_player(work: Work) -> str | None:
    """CP-9.1.c, OQ-CP-43: who shot before the shooter; if he is out, the nearest earlier player who is in."""
    if work.prior is not None and work.prior != work.shooter and work.prior in work.active:
        return work.prior
    others = work.others(work.shooter)
    return others[-1] if others else None


def put_back_dead(work: Work, dead: list[str]) -> Asking[None]:
    """CP-9.1.b, CP-9.1.c: a whammy that the shooter placed in this inning: no action, no tally; another places it."""
    if not dead:
        return
    who = None if work.house["cp.banned_whammy"] == "referee" else prior_player(work)
    ask = Ask("reposition_choice", tuple(dead), "CP-9.1.c", who, asks="referee" if who is None else "player")
    (placed,) = yield (ask,)
    for label, place in placed if isinstance(placed, tuple) else ():
        work.say(f"REPOSITION({who or REFEREE},{COLOUR[label]},dead)")
        if place is not None:
            work.lay(label, *place)


def _fourth(work: Work, reached: str, live: list[str], dropped: tuple[str, ...]) -> str:
    """OQ-CP-32: the whammy that decides how he goes out."""
    rule = work.house["cp.fourth_whammy_colour"]
    if rule == "last-action":
        return live[-1]
    if rule == "last-dropped":
        return [w for w in dropped if w in live][-1]
    return reached


def _actions(work: Work, live: list[str]) -> Asking[str | None]:
    """CP-9.9: all actions; the whammy with which the tally reached four, None where it did not."""
    seat = work.seats[work.shooter]
    reached: str | None = None
    for k, label in enumerate(live):
        if k == 0 or work.house["cp.whammy_count_by"] == "ball":
            seat.whammies += 1
        if reached is None and seat.whammies >= FOUR:
            reached = label
        work.say(f"WHAMMY({COLOUR[label]},{work.shooter},{seat.whammies})")
        yield from ACTIONS[label](work)
        yield from _settle_after(work)
    return reached


def _settle_after(work: Work) -> Asking[None]:
    """OQ-CP-36, where the house makes all transfers of an action first and pays debts afterwards."""
    if work.house["cp.settle_granularity"] == "after-action":
        for name in (work.shooter, *work.others(work.shooter)):
            yield from settle(work, name)


def _placing(work: Work, live: list[str]) -> Asking[None]:
    """CP-9.1.a: sunk whammies anywhere on the bed, then extra ones (OQ-CP-41); all are dead for him (OQ-CP-42)."""
    allowances = [EXTRA.get(w, 0) for w in live]
    allowance = max(allowances) if work.house["cp.extra_reposition"] == "largest" else sum(allowances)
    movable = tuple(w for w in WHAMMIES if w not in work.sunk)
    ask = Ask(
        "reposition_choice",
        tuple(live),
        "CP-9.1.a",
        work.shooter,
        movable=movable,
        allowance=min(allowance, len(movable)),
    )
    (placed,) = yield (ask,)
    extras = 0
    for label, place in placed if isinstance(placed, tuple) else ():
        extra = label not in live
        extras += extra
        work.say(f"REPOSITION({work.shooter},{COLOUR[label]}{',extra' if extra else ''})")
        if place is not None:
            work.lay(label, *place)
        if label not in work.positioned and not (extra and work.house["cp.same_inning_ban"] == "sunk-only"):
            work.positioned.append(label)
    work.extra = ask.allowance - extras


def transact(work: Work, dropped: tuple[str, ...]) -> Asking[bool]:
    """P5 and P6: whammies sunk or jumped on this stroke, legal or not (CP-8.3.b, CP-9.2). True: one was live.

    Clauses: CP-14.2.
    """
    work.sunk = dropped
    dead = [w for w in WHAMMIES if w in dropped and w in work.positioned]
    live = [w for w in WHAMMIES if w in dropped and w not in dead]
    yield from put_back_dead(work, dead)
    if not live:
        return False
    shooter = work.shooter
    work.stuck = True
    work.say("STICK")
    reached = yield from _actions(work, live)
    seat = work.seats[shooter]
    three_first = work.house["cp.three_fouls_and_fourth"] == "fouls-first" and seat.foul_innings >= THREE
    out_on = _fourth(work, reached, live, dropped) if reached is not None and not three_first else None
    if out_on in ("yellow", "green"):
        yield from hand_round(work, out_on)
        yield from _settle_after(work)
    yield from _placing(work, live)
    work.say("UNSTICK")
    work.stuck = False
    if out_on is not None:
        if work.house["cp.win_vs_out"] == "declare-first":
            yield from win_by_claim(work, shooter)
        if work.ended is None:
            strip(work, shooter)
            work.spot_due()
            leave(work, shooter, "fourth_whammy")
    return True
