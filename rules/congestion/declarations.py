"""What players say between strokes: won, bust, a new pea, in or out of the game (CP-2.1, CP-8.8, CP-8.9)."""

from __future__ import annotations

from callshot.rules.congestion.balls import points
from callshot.rules.congestion.busts import bust, open_window, redraw
from callshot.rules.congestion.ending import confirmed, end_of_balls, last_player
from callshot.rules.congestion.innings import end_inning, say_next
from callshot.rules.congestion.match import win
from callshot.rules.congestion.options import House
from callshot.rules.congestion.penalties import leave, pay, strip
from callshot.rules.congestion.position import Player, Position
from callshot.rules.congestion.questions import Asking
from callshot.rules.congestion.work import Seat, Work

# ------------------------------------------------------------------------------------------------ may he say it now?


def refuse_win(position: Position, house: House, name: str) -> str | None:
    """CP-8.8.b, CP-8.8.c: only in his own turn, which lasts until the next player's first stroke."""
    if position.phase != "play":
        return "a win can be declared only while the game is on"
    if name == position.shooter:
        if position.stroke_no == 1 and not house.yes("cp.declare_before_shooting"):
            return f"{name} can declare a win only after a stroke of his own"
        return None
    if name == position.prior and position.stroke_no == 1:
        return None
    return f"a win can be declared only in one's own turn, and {position.shooter} is at the table"


def refuse_bust(position: Position, house: House, name: str) -> str | None:
    """CP-8.9.a: who is over the final score, or was and has not said so; where his pea is not known, who may be."""
    player = position.player(name)
    most = points(player.stash) + (house.peas[-1] if player.pea is None else player.pea)
    over = most > position.target or any(name == p for p, _ in position.over)
    return None if over else f"{name} has not gone over the final score"


# ------------------------------------------------------------------------------------------------ what follows


def _said(work: Work, name: str, before: tuple[str, int]) -> Asking[None]:
    """The end of every declaration: is the game over, and who shoots next."""
    open_window(work)
    last_player(work)
    if work.phase == "play":
        yield from end_of_balls(work)
    if work.ended is not None:
        return
    unchanged = (work.shooter, work.stroke_no) == before
    if unchanged and name == work.shooter and work.stroke_no == 1:
        return  # he is about to begin his inning, and that was said
    say_next(work, in_hand=work.shooter != before[0])


def declare_win(work: Work, name: str) -> Asking[None]:
    """CP-8.8.a; a wrong claim is rejected, and counts as a bust where he is over (OQ-CP-25).

    Clauses: CP-8.8.d.
    """
    before = work.shooter, work.stroke_no
    if (yield from confirmed(work, name)):
        win(work, name, "final_score", "CP-8.8.a")
        return
    work.say(f"CLAIM_REJECTED({name})")
    total = work.total(name)
    if total is not None and total > work.target:
        yield from _bust(work, name)
    elif work.house["cp.false_claim"] == "foul":
        yield from pay(work, name, 1)
        work.spot_due()
    elif work.house["cp.false_claim"] == "redraw" and total is not None:
        work.dealing.append(name)
    yield from _said(work, name, before)


def _bust(work: Work, name: str) -> Asking[None]:
    """The bust, and the end of his inning where he has shot in it (OQ-CP-26)."""
    yield from bust(work, name)
    shot = work.stroke_no > 1
    if name == work.shooter and shot and work.house.yes("cp.bust_ends_inning"):
        end_inning(work)


def declare_bust(work: Work, name: str) -> Asking[None]:
    """CP-8.9.a."""
    before = work.shooter, work.stroke_no
    yield from _bust(work, name)
    yield from _said(work, name, before)


def late_redraw(work: Work, name: str) -> Asking[None]:
    """CP-8.9.b: a busted player draws, up to his next turn's first stroke."""
    yield from redraw(work, name)
    open_window(work)


def deal(work: Work, name: str, pea: int) -> None:
    """CP-5.1: his private number; after a rejected claim a new one (OQ-CP-25)."""
    seat = work.seats[name]
    if seat.pea is not None:
        work.say(f"REDRAW({name})")
    seat.pea = pea
    for names in (work.dealing, work.redraws):
        if name in names:
            names.remove(name)
    if work.phase == "play":
        open_window(work)


def go(work: Work, name: str, reason: str) -> Asking[None]:
    """CP-2.1, OQ-CP-52: his balls are spotted, debts and claims lapse, the order closes up."""
    before = work.shooter, work.stroke_no
    strip(work, name)
    work.spot_due()
    leave(work, name, reason)
    if name == work.shooter and len(work.active) > 0:
        end_inning(work)
    if work.house["cp.join_leave"] == "score-follows" and len(work.active) > 1:
        work.target = work.house.target(len(work.active))
    yield from _said(work, name, before)


def come(work: Work, name: str) -> None:
    """CP-2.1, OQ-CP-52: he draws a pea and is last in the order; the final score stays as it was fixed."""
    old = work.seats.get(name)
    work.seats[name] = Seat(Player(name, whammies=0 if old is None else old.whammies))
    work.order = (*(p for p in work.order if p != name), name)
    work.dealing.append(name)
    if work.house["cp.join_leave"] == "score-follows":
        work.target = work.house.target(len(work.active))
        open_window(work)
    work.say(f"NEXT({work.shooter},{work.stroke_no})")
