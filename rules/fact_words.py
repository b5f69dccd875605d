"""The facts that a person may say of a stroke, and what their values may be (the vocabulary of the rules)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from callshot.rules.naming import BALL_IDENTITY, is_identity
from callshot.rules.vocabulary import LABELS, POCKETS, Input, label_of

FACTS_FOR_NEXT: Final = frozenset(
    {"two_foul_warning", "placement_warning", "rail_frozen_at_start", "balls_frozen_at_start"}
)
"""Facts that, said between strokes, hold for the next one."""

FACTS_OF_THE_GAME: Final = frozenset({"pea_drawn", "turn_order", "stick_on_table"})
"""Facts that belong to no stroke (Congestion: the order draw, the stick)."""

Check = Callable[[object], bool]


def _yes_no(value: object) -> bool:
    return isinstance(value, bool)


def _ball(value: object) -> bool:
    return isinstance(value, str) and label_of(value) in LABELS


def _balls(value: object) -> bool:
    """A list of balls, or of lists that begin with one (a pair of balls, a ball and its pocket or cushion)."""
    if isinstance(value, Mapping):
        return all(_ball(k) for k in value)
    return isinstance(value, list | tuple) and all(_names_a_ball(v) for v in value)


def _names_a_ball(value: object) -> bool:
    if isinstance(value, list | tuple):
        return bool(value) and _ball(value[0])
    return _ball(value.get("ball")) if isinstance(value, Mapping) else _ball(value)


def _via(value: object) -> bool:
    """How a ball came back: a word for all, or pairs of a ball and a word."""
    words = ("itself", "lamp", "canopy", "object", "person")
    pairs = value if isinstance(value, list | tuple) else ()
    return (
        value in words
        if isinstance(value, str)
        else bool(pairs)
        and all(isinstance(p, list | tuple) and len(p) == 2 and _ball(p[0]) and p[1] in words for p in pairs)
    )


def _place(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(isinstance(v, int | float) and not isinstance(v, bool) for v in value)
    )


def _yes_no_or_balls(value: object) -> bool:
    return _yes_no(value) or _ball(value) or _balls(value)


def _ball_balls_or_nothing(value: object) -> bool:
    return value is None or _ball(value) or _balls(value)


def _count_or_balls(value: object) -> bool:
    return _balls(value) or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 60)


def _word(*words: str) -> Check:
    return lambda value: value in words


def _word_or_no(value: object) -> bool:
    return isinstance(value, bool | str)


FACTS: Final[Mapping[str, Check]] = {
    BALL_IDENTITY: is_identity,
    "struck_with": _word("tip", "ferrule", "shaft", "butt", "hand", "other"),
    "double_hit": _yes_no,
    "push_contact": _yes_no,
    "tip_height": _word("above", "centre", "below"),
    "cue_elevated": _yes_no,
    "miscue": _yes_no,
    "first_contact": _ball_balls_or_nothing,
    "rails_after_contact": lambda v: _yes_no_or_balls(v) or _count_or_balls(v),
    "object_balls_to_rail": _count_or_balls,
    "frozen_ball_moved": _yes_no_or_balls,
    "third_ball_disturbed": _yes_no_or_balls,
    "pocketed": _balls,
    "cue_ball_pocketed": _yes_no_or_balls,
    "rebounded_from_pocket": _balls,
    "off_table": _balls,
    "cue_ball_off_table": _yes_no_or_balls,
    "returned_to_table": _via,
    "simultaneous_first_contact": _yes_no,
    "cue_ball_position_at_strike": _place,
    "called_ball": _ball,
    "called_pocket": _word(*POCKETS),
    "jumped_over": _balls,
    "obstructing_ball": lambda v: v is None or _yes_no_or_balls(v),
    "balls_in_motion_at_strike": _yes_no_or_balls,
    "balls_frozen_at_start": _balls,
    "rail_frozen_at_start": _balls,
    "feet": lambda v: isinstance(v, int) and 0 <= v <= 2,
    "cue_ball_behind_head_string": _yes_no,
    "cue_ball_crossed_head_string_before_contact": _yes_no,
    "touched_by_hand": _yes_no_or_balls,
    "touched_by_clothing": _yes_no_or_balls,
    "touched_by_equipment": _yes_no_or_balls,
    "ball_displaced": _yes_no_or_balls,
    "external_interference": _yes_no,
    "placement_by_tip_forward_motion": _yes_no,
    "break_spread_intent": _yes_no,
    "measuring_aid_used": _word_or_no,
    "marks_drawn": _yes_no,
    "two_foul_warning": _yes_no,
    "placement_warning": _yes_no,
    "call_obvious": _yes_no,
    "safety_called": _yes_no,
    "push_out_called": _yes_no,
    "rack_area_occupancy": lambda v: isinstance(v, Mapping) and all(isinstance(k, str) for k in v),
    "lag_rest_distance": lambda v: isinstance(v, list | tuple | Mapping | str) or v is None,
    "lag_foot_rail_contacts": lambda v: isinstance(v, Mapping) or _balls_any(v),
    "lag_side_rail_contact": lambda v: _balls_any(v),
    "lag_crossed_long_string": lambda v: _balls_any(v),
    "lag_past_head_nose": lambda v: _balls_any(v),
    "intent_ruling": _word_or_no,
    "on_break": _yes_no,
    "groups": _word("open", "solids", "stripes"),
    "cue_ball_struck": _ball,
    "stick_on_table": _yes_no,
    "pea_drawn": lambda v: isinstance(v, Mapping),
    "turn_order": lambda v: _balls_any(v),
}
"""Fact -> whether a value can be its value."""


def _balls_any(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)


PLAYERS_MAY_SAY: Final = frozenset({"two_foul_warning", "placement_warning", "safety_called", "push_out_called"})
"""Where there is no referee the opponent stands in (HU-I.19.warn, HU-I.22.1.g, FI-4.2.f)."""


def refuse_fact(fact: object, value: object, event: Input) -> str | None:
    """Why a fact can't be taken, or None."""
    if not isinstance(fact, str) or fact not in FACTS:
        return f"fact: {fact!r} is no fact of a stroke"
    if not FACTS[fact](value):
        return f"fact: {value!r} can't be {fact}"
    if event.by == "player" and fact not in PLAYERS_MAY_SAY:
        return f"fact: only the referee says {fact}"
    return None
