"""The two national forms of the general part, as data: the clause of every foul code, and what is no foul in one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Profile:
    """One document's general part: foul code -> clause (a code without a clause is no foul there), and clauses used."""

    name: str
    fouls: Mapping[str, str]
    after_foul: str
    warning: str
    """The duty to warn a player on two fouls."""
    cue_ball_in_hand: str
    safety: str
    unsporting: str
    interference: str
    frozen_followups: str


FI: Final = Profile(
    name="fi",
    fouls={
        "no_object_ball": "FI-4.1.1",
        "wrong_ball_first": "FI-4.1.1",
        "no_cushion": "FI-4.1.2",
        "frozen_ball_not_driven": "FI-4.1.10",
        "scratch": "FI-4.1.3",
        "cue_ball_off_table": "FI-4.1.4",
        "object_ball_off_table": "FI-4.1.5",
        "touched_ball": "FI-4.1.6",
        "no_foot": "FI-4.1.8",
        "balls_moving": "FI-4.1.9",
        "illegal_jump": "FI-4.1.11",
        "third_ball_disturbed": "FI-4.1.12.b",
        "double_hit": "FI-4.1.13.a",
        "push": "FI-4.1.13.b",
        "kitchen_placement": "FI-4.1.14",
        "not_tip": "FI-4.3",
        "table_marked": "FI-6.2.a",
        "gap_measured": "FI-6.2.b",
    },
    after_foul="FI-4.a",
    warning="FI-4.2.f",
    cue_ball_in_hand="FI-4.4.c",
    safety="FI-5.a",
    unsporting="FI-6.2.d",
    interference="HU-I.23.2.e.1",  # FI is silent; OQ-FI-33 fills its gaps from the Hungarian general part
    frozen_followups="FI-4.1.10",
)

HU: Final = Profile(
    name="hu",
    fouls={
        "no_object_ball": "HU-I.18.a",
        "wrong_ball_first": "HU-I.18.a",
        "simultaneous_first_contact": "HU-I.12.c",
        "no_cushion": "HU-I.18.b",
        "frozen_ball_not_driven": "HU-I.18.j",
        "scratch": "HU-I.18.c",
        "cue_ball_off_table": "HU-I.18.d",
        "object_ball_off_table": "HU-I.18.e",
        "touched_ball": "HU-I.18.f",
        "no_foot": "HU-I.18.h",
        "balls_moving": "HU-I.18.i",
        "illegal_jump": "HU-I.18.k",
        "third_ball_disturbed": "HU-I.18.l.2",
        "double_hit": "HU-I.18.m",
        "push": "HU-I.18.m",
        "kitchen_placement": "HU-I.18.n",
        "kitchen_not_crossed": "HU-I.6.b",
        "not_tip": "HU-I.3.b",
        "placed_with_tip_forward": "HU-II.3.3.d.2",
        "returned_by_object": "HU-I.23.2.b",
        "table_marked": "HU-I.23.3.b",
        "gap_measured": "HU-I.23.4.c",
    },
    after_foul="HU-I.21.a",
    warning="HU-I.19.warn",
    cue_ball_in_hand="HU-I.21.c",
    safety="HU-I.22.1.d",
    unsporting="HU-I.24.3.a.1",
    interference="HU-I.23.2.e.1",
    frozen_followups="HU-I.18.j",
)

PROFILES: Final[Mapping[str, Profile]] = {p.name: p for p in (FI, HU)}
