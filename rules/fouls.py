"""The general fouls: one predicate a clause, in clause order, the national profile as data.

A predicate takes a `Case` (the facts, what was lawful, the house's readings) and yields the fouls it finds. Every
foul of a stroke is told, each with its clause; which consequence follows is the game's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from callshot.rules.facts import Facts, count_of, frozen_to_cue, said_yes, texts
from callshot.rules.profile import Profile
from callshot.rules.ruling import Foul

KITCHEN_BAND_MM: Final = 3.0
"""A camera can't tell on which side of the head string a ball lies that is nearer to it than this."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a stroke is judged by."""

    facts: Facts
    profile: Profile
    length_mm: float
    width_mm: float
    lawful_first: frozenset[str]
    ball_diameter_mm: float = 57.15
    options: Mapping[str, str] = field(default_factory=dict)
    kitchen: bool = False
    """The cue ball was in hand in the kitchen."""
    must_cross: bool = False
    """It had to pass the head string before it met a ball (not in 9-ball: HU-I.6.c)."""
    warned_placement: bool = False
    on_break: bool = False
    push_out: bool = False
    object_balls_may_leave: bool = False
    """An object ball off the table is no foul (14.1: FI-6.1.b, HU-I.18.e)."""
    tip_placing: bool = False
    """Placing the ball forward with the tip is a foul (the Hungarian 8-ball section)."""

    def chosen(self, key: str, default: str) -> str:
        """The house's reading of an open question."""
        return self.options.get(key, default)


Predicate = Callable[[Case], Iterator[tuple[str, str | None]]]


def first_contact(case: Case) -> Iterator[tuple[str, str | None]]:
    """FI-4.1.1, HU-I.18.a: no object ball hit, or not the target first; HU-I.12.c: two at once, one of them unlawful.

    Suspended on a push-out (FI-9.3.b, HU-III.2.3.c).
    """
    first = case.facts.first
    if case.push_out:
        return
    if not first:
        yield "no_object_ball", None
    elif len(first) == 1:
        if first[0] not in case.lawful_first:
            yield "wrong_ball_first", first[0]
        elif said_yes(case.facts.said, "simultaneous_first_contact"):
            yield "simultaneous_first_contact", None  # the referee says so of a ball that he doesn't name
    elif not any(b in case.lawful_first for b in first):
        yield "wrong_ball_first", first[0]
    else:
        reading = case.chosen("hu.simultaneous_hit", "unlawful-ball")
        unlawful = [b for b in first if b not in case.lawful_first]
        if reading == "always" or (reading == "unlawful-ball" and unlawful):
            yield "simultaneous_first_contact", unlawful[0] if unlawful else None


def _frozen_first(case: Case) -> str | None:
    """The ball met first, where it was frozen to a cushion (FI: or to the cue ball, FI-4.1.10)."""
    first = case.facts.first
    if len(first) != 1:
        return None
    frozen = texts(case.facts.said.get("rail_frozen_at_start"))
    if case.profile.name == "fi":
        frozen = (*frozen, *frozen_to_cue(case.facts.said))
    return first[0] if first[0] in frozen else None


FROZEN_WITHIN_MM: Final = 3.0
"""A ball that the referee calls frozen lies at the cushion that it was seen this near to (places are good to 1)."""


def own_cushions(case: Case, ball: str) -> frozenset[str]:
    """The cushion that a ball was said to be frozen to, else the one that it lay at; two in a corner, or none known."""
    value = case.facts.said.get("rail_frozen_at_start")
    if isinstance(value, Mapping) and value.get(ball):
        return frozenset({str(value[ball])})
    for item in value if isinstance(value, list | tuple) else ():
        if isinstance(item, list | tuple) and len(item) > 1 and item[0] == ball:
            return frozenset({str(item[1])})
        if isinstance(item, Mapping) and item.get("ball") == ball and item.get("cushion"):
            return frozenset({str(item["cushion"])})
    at = case.facts.at_start.get(ball)
    if at is None:
        return frozenset()
    reach = case.ball_diameter_mm / 2 + FROZEN_WITHIN_MM
    half = "head" if at[1] < 0 else "foot"
    near = {
        half: case.length_mm / 2 - abs(at[1]),
        f"{'left' if at[0] < 0 else 'right'}-{half}": case.width_mm / 2 - abs(at[0]),
    }
    return frozenset(c for c, gap_mm in near.items() if gap_mm <= reach)


def frozen_followed_up(case: Case, ball: str) -> bool:
    """HU-I.18.j, FI-4.1.10: a ball down, the cue ball or another ball to a cushion, the frozen one to another.

    Clauses: FI-4.1.10.a, FI-4.1.10.b, FI-4.1.10.c.
    """
    facts = case.facts
    if facts.pocketed or facts.cue_to_rail:
        return True
    own = own_cushions(case, ball)
    if any(b == ball and (c is None or c not in own) for b, c in facts.cushions):
        return True
    others = any(b not in (ball, facts.struck) for b, _ in facts.cushions)
    three_only = case.profile.name == "fi" and case.chosen("fi.frozen_fourth", "four") == "three"
    return others and not three_only


def cushion(case: Case) -> Iterator[tuple[str, str | None]]:
    """FI-4.1.2, HU-I.18.b: nothing pocketed, no cushion; FI-4.1.7/.10, HU-I.18.g/.j for a ball frozen to one.

    The break has a test of its own. A stroke that met the wrong ball has its foul already.

    Clauses: HU-I.12.a, HU-I.12.b, HU-I.19.note, HU-I.22.1.b, HU-I.22.1.c, FI-4.4.f.
    """
    facts = case.facts
    if case.on_break or not any(b in case.lawful_first for b in facts.first):
        return
    ball = _frozen_first(case)
    if ball is not None:
        suspended = case.push_out and case.chosen("hu.push_suspends", "all") == "all"
        if not suspended and not frozen_followed_up(case, ball):
            yield "frozen_ball_not_driven", ball
    elif not case.push_out and not facts.pocketed and not facts.cushions:
        yield "no_cushion", None


def cue_ball_lost(case: Case) -> Iterator[tuple[str, str | None]]:
    """FI-4.1.3, FI-4.1.4, HU-I.18.c, HU-I.18.d: the cue ball in a pocket, or off the table.

    Clauses: HU-I.23.2.a.1.
    """
    if case.facts.cue_pocketed:
        yield "scratch", "cue"
    if case.facts.cue_off_table:
        yield "cue_ball_off_table", "cue"


def object_ball_off_table(case: Case) -> Iterator[tuple[str, str | None]]:
    """FI-4.1.5, FI-6.1.a, HU-I.17.a, HU-I.18.e: an object ball driven off, 14.1 excepted.

    Clauses: HU-I.23.2.a.2.
    """
    if not case.object_balls_may_leave:
        for ball in case.facts.off_table:
            yield "object_ball_off_table", ball


def touched_ball(case: Case) -> Iterator[tuple[str, str | None]]:
    """FI-4.1.6, HU-I.13.a, HU-I.18.f: a ball touched by cue, clothing, body or equipment of the player."""
    facts = case.facts
    if facts.struck not in ("cue", "crazy-cue"):
        yield "touched_ball", facts.struck
    for ball in dict.fromkeys(b for b, by in facts.touched if by != "other"):
        yield "touched_ball", None if ball == "ball" else ball


def no_foot(case: Case) -> Iterator[tuple[str, str | None]]:
    """FI-4.1.8, HU-I.9.a, HU-I.18.h: no foot on the floor (OQ-HU-09: none, not 'not both')."""
    feet = case.facts.said.get("feet")
    if feet is False or (feet is not None and count_of(feet) == 0):
        yield "no_foot", None


def balls_moving(case: Case) -> Iterator[tuple[str, str | None]]:
    """FI-4.1.9, HU-I.10.a, HU-I.10.b, HU-I.18.i: struck while a ball still rolled or spun."""
    if said_yes(case.facts.said, "balls_in_motion_at_strike"):
        moving = texts(case.facts.said["balls_in_motion_at_strike"])
        yield "balls_moving", moving[0] if moving else None


def illegal_jump(case: Case) -> Iterator[tuple[str, str | None]]:
    """FI-4.1.11, HU-I.15, HU-I.16, HU-I.18.k: a jump by a scoop, a miscue or a hit below the centre, or not raised.

    A miscue is no jump where no ball stood in the way and none was jumped (HU-I.18.k.4, HU-I.18.k.5).

    Clauses: HU-I.16.b, HU-I.18.k.2, HU-I.18.k.3.
    """
    said = case.facts.said
    jumped = case.facts.jumped
    in_way = texts(said.get("obstructing_ball"))
    if not jumped and not in_way and not said_yes(said, "obstructing_ball"):
        return
    ball = (*jumped, *in_way, None)[0]
    # HU-I.16.a: per game, a jump needs the leave of the game's own section, and no section of either document gives it.
    forbidden = bool(jumped) and case.chosen("gen.jump_allowed", "raised-cue") in ("forbidden", "per-game")
    low = said.get("tip_height") == "below"
    flat = bool(jumped) and said.get("cue_elevated") is False
    if forbidden or low or flat or said_yes(said, "miscue"):
        yield "illegal_jump", ball


def third_ball_disturbed(case: Case) -> Iterator[tuple[str, str | None]]:
    """FI-4.1.12.b, HU-I.18.l.2: a third ball touched in playing a frozen one, on a referee's word."""
    if said_yes(case.facts.said, "third_ball_disturbed"):
        balls = texts(case.facts.said["third_ball_disturbed"])
        yield "third_ball_disturbed", balls[0] if balls else None
    elif (
        case.chosen("gen.third_ball", "stroke-only") == "any-contact" and "third_ball_disturbed" not in case.facts.said
    ):
        yield from _third_ball_met(case)


def _third_ball_met(case: Case) -> Iterator[tuple[str, str | None]]:
    """The literal reading (OQ-HU-10, OQ-FI-27): after a frozen start any contact of the pair with a third ball."""
    first = case.facts.first
    if len(first) != 1 or first[0] not in frozen_to_cue(case.facts.said):
        return
    pair = {case.facts.struck, first[0]}
    thirds = [b for contact in case.facts.contacts if len(pair & set(contact)) == 1 for b in contact if b not in pair]
    if thirds:
        yield "third_ball_disturbed", thirds[0]


def tip_twice(case: Case) -> Iterator[tuple[str, str | None]]:
    """FI-4.1.13.a/.b, HU-I.14.a, HU-I.18.m, HU-I.18.m.2: the tip met the cue ball twice, or stayed on it.

    Frozen to the ball played, neither is looked for, save that HU calls two contacts a foul always (HU-I.18.m.2).
    """
    said = case.facts.said
    frozen = any(b in frozen_to_cue(said) for b in case.facts.first)
    if said_yes(said, "double_hit") and (not frozen or case.profile.name == "hu"):
        yield "double_hit", None
    towards = frozen and case.profile.name == "hu" and case.chosen("hu.frozen_towards", "allowed") == "foul"
    if (said_yes(said, "push_contact") and not frozen) or towards:
        yield "push", None


def outside_kitchen(case: Case) -> bool:
    """The cue ball in hand lay on or beyond the head string at the strike (HU-I.8: its contact point counts).

    Clauses: HU-I.5.a, HU-II.2.2.1, HU-III.2.2.1.
    """
    said = case.facts.said.get("cue_ball_behind_head_string")
    if isinstance(said, bool):
        return not said
    if case.facts.cue_at is None:
        return False
    beyond_mm = case.facts.cue_at[1] + case.length_mm / 4
    return beyond_mm >= KITCHEN_BAND_MM or (beyond_mm >= 0 and placement_warned(case))


def placement_warned(case: Case) -> bool:
    """The player was told that the ball is not in the kitchen."""
    return case.warned_placement or said_yes(case.facts.said, "placement_warning")


def kitchen(case: Case) -> Iterator[tuple[str, str | None]]:
    """FI-4.1.14, HU-I.6.a, HU-I.18.n: shot from outside after a warning; HU-I.6.b: a ball met before the string."""
    if not case.kitchen:
        return
    outright = case.profile.name == "hu" and case.chosen("hu.kitchen_warning", "warned") == "outright"
    if outside_kitchen(case) and (outright or placement_warned(case)):
        yield "kitchen_placement", "cue"
    if case.must_cross and case.facts.first and case.facts.crossed is False:
        yield "kitchen_not_crossed", case.facts.first[0]


def not_tip(case: Case) -> Iterator[tuple[str, str | None]]:
    """FI-4.3, HU-I.3.a, HU-I.3.b: the cue ball set moving by anything but the tip."""
    if case.facts.said.get("struck_with", "tip") != "tip":
        yield "not_tip", None


def placed_with_tip_forward(case: Case) -> Iterator[tuple[str, str | None]]:
    """HU-II.3.3.d.2: the cue ball in hand moved forward by the tip while it was placed.

    Clauses: HU-II.3.3.d.1.
    """
    if case.tip_placing and said_yes(case.facts.said, "placement_by_tip_forward_motion"):
        yield "placed_with_tip_forward", "cue"


def returned_by_object(case: Case) -> Iterator[tuple[str, str | None]]:
    """HU-I.23.2.b: a ball back on the bed only because of a thing left lying there; by lamp or by itself is no foul."""
    cue_only = case.chosen("hu.chalk_return", "any-ball") == "cue-ball"
    for ball, via in case.facts.returned:
        if via in ("object", "person") and (ball == "cue" or not cue_only):
            yield "returned_by_object", ball


def marks_and_aids(case: Case) -> Iterator[tuple[str, str | None]]:
    """FI-6.2.a, FI-6.2.b, HU-I.23.3.a/.b, HU-I.23.4.a/.b/.c: marks on the table; a gap measured not with the cue.

    Clauses: HU-I.23.4.b.
    """
    said = case.facts.said
    if said_yes(said, "marks_drawn"):
        yield "table_marked", None
    aid = said.get("measuring_aid_used")
    if aid and aid not in ("cue", "cue_in_hand", "none"):
        yield "gap_measured", None


PREDICATES: Final[tuple[Predicate, ...]] = (
    first_contact,
    cushion,
    cue_ball_lost,
    object_ball_off_table,
    touched_ball,
    no_foot,
    balls_moving,
    illegal_jump,
    third_ball_disturbed,
    tip_twice,
    kitchen,
    not_tip,
    placed_with_tip_forward,
    returned_by_object,
    marks_and_aids,
)


def general_fouls(case: Case) -> tuple[Foul, ...]:
    """Every general foul of a stroke, in clause order; a code that the profile has no clause for is no foul there.

    Clauses: HU-I.20.1, HU-I.20.a, HU-I.20.b.
    """
    found = (pair for predicate in PREDICATES for pair in predicate(case))
    return tuple(Foul(code, case.profile.fouls[code], ball) for code, ball in found if code in case.profile.fouls)
