"""Who shoots next and how: strokes of an inning, the end of it, cue balls in hand (CP-8.2, CP-12.2)."""

from __future__ import annotations

from callshot.rules.congestion.balls import CUES, word
from callshot.rules.congestion.work import Work


def goes_on(work: Work, fouled: bool, counted: bool) -> bool:
    """CP-8.2: the same player shoots again. `fouled`: any foul of this stroke, the stick's included.

    Clauses: CP-8.2.b.
    """
    if work.bonus or not work.is_in(work.shooter) or not work.on_table:
        return False
    if work.stroke_no >= work.house.normal_strokes:
        return False
    earned = counted and not fouled
    if work.stroke_no == 1:
        always = work.house.yes("option_1") and (not fouled or work.house.yes("cp.opt1_second_stroke_after_foul"))
        return earned or always
    return earned


def end_inning(work: Work) -> None:
    """The next player's inning begins; a clean inning ends a run of fouling ones (CP-16.3)."""
    seat = work.seats[work.shooter]
    if not work.inning_foul:
        seat.foul_innings = 0
    others = work.others(work.shooter)
    work.prior = work.shooter
    work.shooter = others[0] if others else work.shooter
    begin_inning(work)


def begin_inning(work: Work) -> None:
    """Nothing of an earlier inning is left."""
    work.stroke_no = 1
    work.inning_foul = False
    work.positioned = []
    work.forecast = None
    work.bonus = False
    work.extra = 0


def say_next(work: Work, in_hand: bool = True) -> None:
    """P13."""
    held = [c for c in CUES if work.in_hand.get(c) == "kitchen"] if work.phase == "play" else []
    if held and in_hand:
        work.say(f"IN_HAND({work.shooter},kitchen,{'+'.join(word(c) for c in held)})")
    work.say(f"NEXT({work.shooter},{work.stroke_no})")
