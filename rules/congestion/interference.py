"""A ball moved between strokes (HU-I.23.2.e, HU-I.13.a, by CP-0.1): put back, or a foul of the player at the table."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Final

from callshot.rules.congestion.balls import CUES, ball_of, whammy, word
from callshot.rules.congestion.busts import open_window
from callshot.rules.congestion.ending import last_player
from callshot.rules.congestion.innings import end_inning, say_next
from callshot.rules.congestion.penalties import THREE, count_foul_inning, leave, pay, strip
from callshot.rules.congestion.position import Position
from callshot.rules.congestion.questions import Ask, Asking
from callshot.rules.congestion.work import Work
from callshot.rules.ruling import Foul, Spot
from callshot.rules.vocabulary import Ball, Disturbance, Moved

SETTLING_MM: Final = 2.0
"""A ball that settles by less is accepted where it lies."""


def _label(ball: Moved) -> str:
    return whammy(ball.id) or ball_of(ball.id)


def what_matters(position: Position, event: Disturbance) -> tuple[Moved, ...]:
    """The balls in play that lie elsewhere now, nobody knows why."""
    if position.phase != "play" or event.kind not in ("moved", "removed"):
        return ()
    held = [c for c, _ in position.in_hand]
    out = []
    for ball in event.balls:
        label = _label(ball)
        there = label in position.on_table or whammy(label) is not None or (label in CUES and label not in held)
        if not there or ball.from_mm is None:
            continue
        to = ball.to_mm
        if to is None or hypot(to[0] - ball.from_mm[0], to[1] - ball.from_mm[1]) > SETTLING_MM:
            out.append(ball)
    return tuple(out)


def _put_back(work: Work, balls: Iterable[Moved]) -> None:
    for ball in balls:
        if ball.from_mm is not None:
            work.say(f"SPOT({word(_label(ball))})")
            work.spots.append(Spot(_label(ball), *ball.from_mm))
            work.layout = [b for b in work.layout if b.id != ball.id]
            work.layout.append(Ball(ball.id, _label(ball), *ball.from_mm))


def moved_by_somebody(work: Work, event: Disturbance) -> Asking[None]:
    """The referee says by whom; a stroke before his answer accepts the balls where they lie."""
    balls = what_matters(work.base, event)
    gone = {b.id for b in event.balls}
    work.layout = [b for b in work.layout if b.id not in gone]
    work.layout += [Ball(b.id, _label(b), *b.to_mm) for b in event.balls if b.to_mm is not None]
    ask = Ask("external_interference", (True, False), "CP-0.1", asks="referee", default=None)
    (outside,) = yield (ask,)
    if outside is None:
        return
    if outside is True:
        _put_back(work, balls)
        say_next(work, in_hand=False)
        return
    shooter = work.shooter
    work.foul(Foul("touched_ball", "CP-0.1", _label(balls[0])))
    _put_back(work, [b for b in balls if b.to_mm is None])  # the others stay where they were moved to (HU-I.13.b)
    count_foul_inning(work)
    yield from pay(work, shooter, 1)
    work.spot_due()
    if work.seats[shooter].foul_innings >= THREE:
        strip(work, shooter)
        work.spot_due()
        leave(work, shooter, "three_fouling_innings")
    open_window(work)
    last_player(work)
    if work.ended is None:
        end_inning(work)
        say_next(work)
