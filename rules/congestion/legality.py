"""Is the stroke legal? One predicate a clause; a stroke is legal when none of them finds a foul."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from callshot.rules.congestion.balls import CRAZY, CUES, FOOT_RACK
from callshot.rules.congestion.deeds import Deeds
from callshot.rules.congestion.options import House
from callshot.rules.congestion.position import Position
from callshot.rules.facts import count_of, said_yes
from callshot.rules.ruling import Foul

OPEN_BREAK_BALLS: Final = 4
"""CP-7.2: object balls that must reach a cushion on the break."""

LOG_CODE: Final = {"cue_ball_off_table": "scratch", "object_ball_off_table": "jumped_object_ball"}
"""What the log calls a foul where its code says more."""

Predicate = Callable[[Deeds, Position, House, float], tuple[Foul, ...]]


def _foul(when: bool, code: str, clause: str, ball: str | None = None) -> tuple[Foul, ...]:
    return (Foul(code, clause, ball),) if when else ()


# ------------------------------------------------------------------------------------------------ the break


def wrong_cue_ball(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """CP-4.5.a: only the cue ball that starts in the kitchen opens the game."""
    return _foul(deeds.struck == CRAZY, "wrong_cue_ball_on_break", "CP-4.5.a", deeds.struck)


def not_from_kitchen(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """CP-4.5.b, CP-7.3.a: it is played from behind the head string; on the line is not behind."""
    return _foul(deeds.struck != CRAZY and _outside(deeds, string_y_mm), "not_from_kitchen", "CP-7.3.a", deeds.struck)


def not_foot_rack_first(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """CP-7.3.b: of the object balls one of the foot rack, its whammies included, is met first."""
    wrong = bool(deeds.first) and all(b not in FOOT_RACK and b not in CUES for b in deeds.first)
    return _foul(wrong, "not_foot_rack_first", "CP-7.3.b", deeds.first[0] if wrong else None)


def cue_ball_first(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """CP-7.4: a cue ball is no object ball."""
    wrong = bool(deeds.first) and all(b in CUES for b in deeds.first)
    return _foul(wrong, "cue_ball_first_on_break", "CP-7.4", deeds.first[0] if wrong else None)


def not_open(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """CP-7.2: at least four object balls reach a cushion."""
    return _foul(deeds.to_rail < OPEN_BREAK_BALLS, "not_open_break", "CP-7.2")


# ------------------------------------------------------------------------------------------------ any stroke


def no_object_ball(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """CP-8.6.b, CP-8.6.c: a cue ball must meet an object ball."""
    return _foul(not deeds.met_object, "no_object_ball", "CP-8.6.b")


def no_cushion(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """CP-8.6.a, CP-8.6.b: after that an object ball drops, or one of them or a cue ball reaches a cushion."""
    return _foul(deeds.met_object and not deeds.railed_after, "no_cushion", "CP-8.6.b")


def kitchen_placement(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """CP-8.7.a: a cue ball in hand is played from behind the head string."""
    wrong = position.phase != "break" and _in_hand(deeds, position) and _outside(deeds, string_y_mm)
    return _foul(wrong, "kitchen_placement", "CP-8.7.a", deeds.struck)


def kitchen_not_crossed(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """CP-8.7.b, CP-8.7.c: it passes the head string before it meets an object ball (OQ-CP-21)."""
    bound = _in_hand(deeds, position) or (
        house["cp.kitchen_rule_scope"] == "any-kitchen"
        and bool(position.in_hand)
        and deeds.struck_at is not None
        and deeds.struck_at[1] < string_y_mm
    )
    inside = not _outside(deeds, string_y_mm)
    # On the break the first contact with the foot rack settles it (CP-7.3.b).
    wrong = position.phase != "break" and bound and inside and deeds.crossed is False
    return _foul(wrong, "kitchen_not_crossed", "CP-8.7.c", deeds.struck)


def scratch(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """CP-12.1, OQ-CP-16, OQ-CP-19: one for each cue ball in a pocket or off the table."""
    pocketed = [Foul("scratch", "CP-12.1", c) for c in CUES if c in deeds.cues_pocketed]
    off = [Foul("cue_ball_off_table", "CP-12.1", c) for c in CUES if c in deeds.cues_off]
    return (*pocketed, *off)


def jumped_object_ball(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """CP-13.1: numbered balls off the table, once a stroke (OQ-CP-16); a whammy is no foul (CP-14.1, OQ-CP-18)."""
    gone = deeds.jumped
    if house.yes("cp.jumped_whammy_foul"):
        gone += deeds.jumped_whammies
    if house["cp.foul_counting"] == "per-ball":
        return tuple(Foul("object_ball_off_table", "CP-13.1", b) for b in gone)
    return _foul(bool(gone), "object_ball_off_table", "CP-13.1", gone[0] if gone else None)


def touched_ball(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """HU-I.18.f, by CP-0.1."""
    return _foul(deeds.touched, "touched_ball", "CP-0.1")


def told_by_the_referee(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """CP-0.1: what no camera can settle is a foul only when a person says so (OQ-CP-53)."""
    said = deeds.said
    feet = count_of(said.get("feet"))
    with_ = said.get("struck_with")
    # HU-I.15, HU-I.18.k: a scoop, a miscue or a hit below the centre over a ball; FI-4.1.11: or a cue not raised.
    in_way = deeds.jumped_over or said_yes(said, "obstructing_ball")
    scooped = said_yes(said, "miscue") or said.get("tip_height") == "below"
    flat = deeds.jumped_over and said.get("cue_elevated") is False
    jumped = in_way and (scooped or flat)
    return (
        *_foul(said_yes(said, "balls_in_motion_at_strike"), "balls_moving", "CP-0.1"),
        *_foul(feet == 0, "no_foot", "CP-0.1"),
        *_foul(isinstance(with_, str) and with_ != "tip", "not_tip", "CP-0.1"),
        *_foul(said_yes(said, "double_hit"), "double_hit", "CP-0.1"),
        *_foul(said_yes(said, "push_contact"), "push", "CP-0.1"),
        *_foul(said_yes(said, "third_ball_disturbed"), "third_ball_disturbed", "CP-0.1"),
        *_foul(jumped, "illegal_jump", "CP-0.1"),
    )


def whammy_on_bonus_stroke(deeds: Deeds, position: Position, house: House, string_y_mm: float) -> tuple[Foul, ...]:
    """CP-8.2.opt3.sub.b."""
    sunk = position.bonus and bool(deeds.sunk)
    return _foul(sunk, "whammy_on_bonus_stroke", "CP-8.2.opt3.sub.b", deeds.sunk[0] if sunk else None)


ON_THE_BREAK: Final[tuple[Predicate, ...]] = (
    wrong_cue_ball, not_from_kitchen, not_foot_rack_first, cue_ball_first, not_open,
)  # fmt: skip
ALWAYS: Final[tuple[Predicate, ...]] = (
    no_object_ball, no_cushion, kitchen_placement, kitchen_not_crossed, scratch, jumped_object_ball, touched_ball,
    told_by_the_referee, whammy_on_bonus_stroke,
)  # fmt: skip


def fouls_of(deeds: Deeds, position: Position, house: House, length_mm: float) -> tuple[Foul, ...]:
    """All fouls of a stroke, in clause order; the referee's own list goes before them."""
    ruled = deeds.said.get("ruled_fouls")
    if isinstance(ruled, tuple):
        return tuple(f for f in ruled if isinstance(f, Foul))
    tests = (*ON_THE_BREAK, *ALWAYS) if position.phase == "break" else ALWAYS
    return tuple(f for test in tests for f in test(deeds, position, house, -length_mm / 4))


def counted(fouls: tuple[Foul, ...], house: House) -> int:
    """OQ-CP-16: how many of them are paid."""
    if house["cp.failed_open_break"] == "no-penalty":
        fouls = tuple(f for f in fouls if f.code != "not_open_break")
    return min(1, len(fouls)) if house["cp.foul_counting"] == "one-per-stroke" else len(fouls)


def _in_hand(deeds: Deeds, position: Position) -> bool:
    """The struck ball was in hand in the kitchen (both, where nobody can tell which was struck)."""
    held = [ball for ball, where in position.in_hand if where == "kitchen"]
    return deeds.struck in held if deeds.struck is not None else set(held) == set(CUES)


def _outside(deeds: Deeds, string_y_mm: float) -> bool:
    """The struck ball is known to have lain on the head string or before it (CP-8.7.a)."""
    said = deeds.said.get("cue_ball_behind_head_string")
    if isinstance(said, bool):
        return not said
    return deeds.struck_at is not None and deeds.struck_at[1] >= string_y_mm
