"""What follows from a stroke, in the fixed order P1 to P13 of the rules' page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from callshot.rules.congestion.balls import COLOUR, CUES, NUMBERED, PLAIN, WHAMMIES, word
from callshot.rules.congestion.busts import disqualify, open_window, past_deadline
from callshot.rules.congestion.debts import settle
from callshot.rules.congestion.deeds import Deeds, deeds_of
from callshot.rules.congestion.ending import end_of_balls, last_player
from callshot.rules.congestion.forecast import ask_forecast, forecast, judge, needs_forecast
from callshot.rules.congestion.innings import begin_inning, end_inning, goes_on, say_next
from callshot.rules.congestion.legality import LOG_CODE, counted, fouls_of
from callshot.rules.congestion.penalties import THREE, count_foul_inning, leave, pay, strip
from callshot.rules.congestion.questions import Ask, Asking
from callshot.rules.congestion.transaction import put_back_dead, transact
from callshot.rules.congestion.work import Work
from callshot.rules.racks import near_rack_place
from callshot.rules.ruling import Foul
from callshot.rules.vocabulary import Stroke

TOUCHED_BY_STICK: Final = "touched_by_equipment"
"""The fact asked about where balls moved under the stick (CP-10.3)."""


@dataclass(frozen=True, slots=True)
class Stick:
    """What happened while the stick lay on the table (CP-10.3)."""

    touched: int = 0
    """Balls that were touched."""
    suspected: int = 0
    """Balls that moved, nobody knows why: the referee is asked (CP-10.3 is never called from that alone)."""


def _see_table(work: Work, stroke: Stroke, deeds: Deeds) -> None:
    """Where the balls lie after the stroke; without positions nothing is known of them."""
    work.last_stroke = stroke.number
    work.dealing = []
    work.nearest_declined = False
    work.known_layout = stroke.after is not None
    work.layout = [b for b in stroke.after or () if b.label not in deeds.sunk]
    work.in_hand = {}
    for ball in (*deeds.pocketed, *deeds.jumped):
        work.from_table(ball)


def play(work: Work, stroke: Stroke, stick: Stick) -> Asking[None]:
    """The whole ruling on one stroke."""
    deeds = deeds_of(stroke, work.setting, work.house)
    on_break = work.phase == "break"
    if work.stroke_no == 1 and work.shooter in work.redraws:
        work.redraws.remove(work.shooter)
    late = past_deadline(work)
    _see_table(work, stroke, deeds)
    if late and not (yield from _disqualify_late(work, late, deeds)):
        return
    fouls = fouls_of(deeds, work.base, work.house, work.setting.length_mm)
    if needs_forecast(work):
        work.legal = True if not fouls else None  # no forecast can change it
        (told,) = yield (ask_forecast(work.shooter),)
        if isinstance(told, tuple):
            forecast(work, *told)
    work.phase = "play"
    if on_break and any(f.code == "not_open_break" for f in fouls) and (yield from _break_again(work)):
        return
    yield from _balls_and_penalties(work, deeds, fouls)
    live = yield from _whammies(work, deeds)
    stick_fouled = yield from _stick_foul(work, stick)
    _third_fouling_inning(work)
    fouled = not work.legal or stick_fouled
    earning = bool(deeds.pocketed) or (live and work.house.yes("cp.whammy_earns_stroke"))
    again = goes_on(work, fouled, bool(work.legal) and earning)
    yield from _finish(work, deeds, again)


def _disqualify_late(work: Work, late: list[str], deeds: Deeds) -> Asking[bool]:
    """CP-8.9.c: decided when the stroke begins. False: this stroke is not scored (he is out, or the game is over)."""
    void = work.shooter in late
    if void:
        work.due += [*deeds.pocketed, *deeds.jumped]
    for name in late:
        disqualify(work, name)
    last_player(work)
    if work.ended is not None:
        if not void and work.phase == "finished":
            work.on_table += [*deeds.pocketed, *deeds.jumped]
        return False
    if not void:
        return True
    work.legal = False
    work.phase = "play"
    yield from put_back_dead(work, [w for w in WHAMMIES if w in deeds.sunk])
    for cue in deeds.cues_lost:
        work.in_hand[cue] = "kitchen"
    open_window(work)
    end_inning(work)
    say_next(work)
    return False


def _break_again(work: Work) -> Asking[bool]:
    """OQ-CP-06, where the house re-racks a break that was not open, or lets the incoming player decide."""
    rule = work.house["cp.failed_open_break"]
    others = work.others(work.shooter)
    breaker = work.shooter
    if rule == "incoming-choice" and others:
        options = ("accept", "rerack-i-break", "rerack-you-break")
        (choice,) = yield (Ask("incoming_option", options, "CP-7.2", others[0]),)
        if choice == "accept":
            return False
        breaker = others[0] if choice == "rerack-i-break" else breaker
    elif rule != "rerack":
        return False
    work.foul(Foul("not_open_break", "CP-7.2"))
    work.say(f"RERACK({len(NUMBERED) + len(WHAMMIES)})")
    work.legal = False
    work.phase = "break"
    work.on_table = list(work.house.numbered)
    work.in_hand = {PLAIN: "kitchen"}
    work.known_layout, work.layout = False, []
    work.shooter = breaker
    begin_inning(work)
    say_next(work)
    return True


def _balls_and_penalties(work: Work, deeds: Deeds, fouls: tuple[Foul, ...]) -> Asking[None]:
    """P1 to P4. Clauses: CP-8.1.a, CP-8.3.a, CP-13.2, CP-16.2."""
    shooter = work.shooter
    one_batch = work.house["cp.spot_batch"] == "one"
    for foul in fouls:
        work.foul(foul, LOG_CODE.get(foul.code))
    work.legal = not fouls
    piled = work.house.yes("option_3") and not work.bonus
    if work.legal:
        for ball in deeds.pocketed:
            if piled:
                work.pile.append(ball)
            else:
                work.gain(shooter, ball, own=True)
            work.say(f"{'PILE' if piled else 'SCORE'}({shooter},{word(ball)})")
        yield from settle(work, shooter, spot_now=False)
    else:
        work.due += deeds.pocketed
    if not one_batch:
        work.spot_due()
    work.due += deeds.jumped
    if not one_batch:
        work.spot_due()
    paid = counted(fouls, work.house)
    if paid:
        count_foul_inning(work)
        yield from pay(work, shooter, paid)
    work.spot_due()
    _cue_balls(work, deeds, fouls)


def _cue_balls(work: Work, deeds: Deeds, fouls: tuple[Foul, ...]) -> None:
    """CP-12.2: each lost cue ball is in hand in the kitchen; after other fouls they stay (OQ-CP-17, OQ-CP-20)."""
    lost = list(deeds.cues_lost)
    jumped = bool(deeds.jumped) and work.house.yes("cp.jumped_object_in_hand")
    if deeds.struck is not None and (jumped or (fouls and work.house.yes("cp.in_hand_after_other_foul"))):
        lost.append(deeds.struck)
    work.in_hand = {c: "kitchen" for c in CUES if c in lost}
    if work.known_layout:
        work.layout = [b for b in work.layout if b.label not in lost]


def _whammies(work: Work, deeds: Deeds) -> Asking[bool]:
    """P5 and P6. True: a live whammy was sunk."""
    if not deeds.sunk:
        return False
    never = work.house["cp.opt3_whammy_exception"] == "illegal-never" and work.house.yes("option_3")
    if not work.bonus and not (never and not work.legal):
        return (yield from transact(work, deeds.sunk))
    for label in (w for w in WHAMMIES if w in deeds.sunk):
        # CP-8.2.opt3.sub.b: no action, no tally; as near as possible to where it stood before the break.
        spot = near_rack_place(label, work.layout, work.setting)
        work.say(f"REPLACE_PRE_BREAK({COLOUR[label]})")
        if spot is not None:
            work.spots.append(spot)
            work.lay(label, spot.x_mm, spot.y_mm)
    return False


def _stick_foul(work: Work, stick: Stick) -> Asking[bool]:
    """P7: CP-10.3, OQ-CP-44: paid after the transaction, unlike any other foul."""
    if not work.sunk or not work.is_in(work.shooter) or work.ended is not None:
        return False
    touched = stick.touched
    if stick.suspected and not touched:
        (foul,) = yield (Ask(TOUCHED_BY_STICK, (True, False), "CP-10.3", asks="referee"),)
        touched = stick.suspected if foul is True else 0
    if not touched:
        return False
    fouls = touched if work.house["cp.stick_foul"] == "per-ball" else 1
    for _ in range(fouls):
        work.foul(Foul("touched_ball_while_sticking", "CP-10.3"))
    work.legal = False  # though what was made counts: the foul came after it
    count_foul_inning(work)
    yield from pay(work, work.shooter, fouls)
    work.spot_due()
    return True


def _third_fouling_inning(work: Work) -> None:
    """P8: CP-16.3, CP-16.4."""
    shooter = work.shooter
    if work.ended is None and work.is_in(shooter) and work.inning_foul and work.seats[shooter].foul_innings >= THREE:
        strip(work, shooter)
        work.spot_due()
        leave(work, shooter, "three_fouling_innings")


def _finish(work: Work, deeds: Deeds, again: bool) -> Asking[None]:
    """P9 to P13."""
    bonus = False
    if work.ended is None and work.is_in(work.shooter) and work.house.yes("option_3") and not work.bonus and not again:
        met = yield from judge(work)
        bonus = met and work.house.yes("option_3_sub") and bool(work.on_table)
    open_window(work)
    last_player(work)
    yield from end_of_balls(work)
    if work.ended is not None:
        return
    if (again or bonus) and work.is_in(work.shooter):
        work.stroke_no += 1
        work.bonus = bonus
    else:
        end_inning(work)
    say_next(work)
