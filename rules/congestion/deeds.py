"""What one stroke did, with two cue balls and six whammies on the table: settled facts, nothing guessed.

A person's word (`stroke.said`) goes before the camera's. An event that is not in the record did not happen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from callshot.rules.congestion.balls import CUES, WHAMMIES, ball_of, is_numbered, number, whammy
from callshot.rules.congestion.options import House
from callshot.rules.facts import count_of, said_yes, texts
from callshot.rules.game import Setting
from callshot.rules.vocabulary import Stroke, StrokeEvent

TOUCH_FACTS = ("touched_by_hand", "touched_by_clothing", "touched_by_equipment", "ball_displaced")

STAYS_OUT: Final[Mapping[str, tuple[str, ...]]] = {
    "hu": ("object", "person"),
    "fi": ("person",),
    "wpa": ("lamp", "canopy", "object", "person"),
}
"""A ball that one of these brought back had left the table for good (HU-I.23.2.b, FI-6.1.d, by CP-0.1, OQ-CP-53).

The WPA's general rules count a ball that a lamp sends back as driven off.
"""


@dataclass(frozen=True, slots=True)
class Deeds:
    """The facts of a stroke. Balls are labels, in the order in which things happened to them."""

    struck: str | None
    """`cue`, `crazy-cue`, or None where nobody can tell."""
    first: tuple[str, ...]
    """What the struck ball touched first: nothing, one ball, or several at once."""
    met_object: bool
    """A cue ball met an object ball (CP-8.6.a; by whichever cue ball the house allows)."""
    struck_met_object: bool
    railed_after: bool
    """After that contact a ball reached a cushion or a pocket (CP-8.6.a)."""
    to_rail: int
    """Distinct object balls that reached a cushion in the whole stroke (CP-7.2)."""
    pocketed: tuple[str, ...] = ()
    sunk: tuple[str, ...] = ()
    """Whammies pocketed or off the table (CP-14.1)."""
    jumped: tuple[str, ...] = ()
    jumped_whammies: tuple[str, ...] = ()
    cues_pocketed: tuple[str, ...] = ()
    cues_off: tuple[str, ...] = ()
    touched: bool = False
    jumped_over: bool = False
    """A cue ball passed over a ball without touching it."""
    crossed: bool | None = None
    """The struck ball passed the head string before it met an object ball; None where it met none."""
    struck_at: tuple[float, float] | None = None
    said: Mapping[str, object] = field(default_factory=dict)

    @property
    def cues_lost(self) -> tuple[str, ...]:
        """Cue balls that are in hand now, plain before crazy (CP-12.1, OQ-CP-19)."""
        return tuple(c for c in CUES if c in self.cues_pocketed or c in self.cues_off)


def _contact(events: tuple[StrokeEvent, ...], cues: Iterable[str]) -> int | None:
    """Index of the first contact between one of these cue balls and an object ball."""
    wanted = tuple(cues)
    for k, e in enumerate(events):
        if e.kind == "contact":
            labels = [ball_of(b) for b in e.balls]
            if any(b in wanted for b in labels) and any(b not in CUES for b in labels):
                return k
    return None


def _met(stroke: Stroke, first: tuple[str, ...], struck: str | None, either: bool) -> tuple[int | None, bool]:
    """Index after which the legal-stroke test looks for a cushion (None: no object ball was met), and whether the
    struck ball itself met one (CP-8.6.a, CP-8.6.c, OQ-CP-15)."""
    if not first:
        return None, False
    events = stroke.events
    mine = _contact(events, CUES if struck is None else (struck,))
    if any(b not in CUES for b in first):
        # Without a contact event the first contact precedes every cushion event.
        return (-1 if mine is None else mine), True
    anyone = _contact(events, CUES) if either else mine
    if anyone is not None:
        return anyone, mine is not None
    moved = any(e.kind in ("cushion", "pocket", "off-table") and ball_of(e.ball or "") not in CUES for e in events)
    told = any(e.kind == "contact" for e in events if not all(ball_of(b) in CUES for b in e.balls))
    # Only the cue balls are said to have met, and yet an object ball moved: the driven cue ball met it.
    return (-1 if moved and not told and either else None), False


def _gone(stroke: Stroke, source: str) -> tuple[list[str], list[str]]:
    """Labels pocketed and labels off the table for good, in order."""
    pocketed = [ball_of(e.ball) for e in stroke.events if e.kind == "pocket" and e.ball]
    off: list[str] = []
    via_said = stroke.said.get("returned_to_table")
    for e in stroke.events:
        label = ball_of(e.ball or "")
        if e.kind == "off-table":
            off.append(label)
        elif e.kind == "return" and label in off:
            via = via_said if isinstance(via_said, str) else e.via
            if via not in STAYS_OUT[source]:
                off.remove(label)
    if "pocketed" in stroke.said:
        cues = [b for b in pocketed if b in CUES]
        pocketed = [b for b in map(ball_of, texts(stroke.said["pocketed"])) if b not in CUES] + cues
    for label in map(ball_of, texts(stroke.said.get("rebounded_from_pocket"))):
        if label in pocketed:
            pocketed.remove(label)
    if "off_table" in stroke.said:
        off = [b for b in map(ball_of, texts(stroke.said["off_table"])) if b not in CUES] + [
            b for b in off if b in CUES
        ]
    for fact, balls in (("cue_ball_pocketed", pocketed), ("cue_ball_off_table", off)):
        if fact in stroke.said:
            balls[:] = [b for b in balls if b not in CUES]
            value = stroke.said[fact]
            named = [b for b in map(ball_of, texts(value)) if b in CUES]
            balls += named or ([struck_label(stroke) or CUES[0]] if value is True else [])
    return pocketed, off


def struck_label(stroke: Stroke) -> str | None:
    """Which cue ball was struck; None where nobody can tell."""
    said = texts(stroke.said.get("cue_ball_struck"))
    ident = said[0] if said else stroke.struck
    label = None if ident is None else {"plain": CUES[0], "crazy": CUES[1]}.get(ident, ball_of(ident))
    return label if label in CUES else None


def _crossed(stroke: Stroke, struck: str | None, met: bool, string_y_mm: float, diameter_mm: float) -> bool | None:
    """CP-8.7.b: the struck ball's contact point passed the head string before it met an object ball."""
    said = stroke.said.get("cue_ball_crossed_head_string_before_contact")
    if isinstance(said, bool):
        return said
    if not met:
        return None
    contact = _contact(stroke.events, CUES if struck is None else (struck,))
    for k, e in enumerate(stroke.events):
        if e.kind == "head-string" and e.direction == "out" and (contact is None or k < contact):
            return True
    labels = [ball_of(b) for b in texts(stroke.said.get("first_contact", stroke.first_contact))]
    if contact is not None:
        labels = [b for b in map(ball_of, stroke.events[contact].balls) if b not in CUES]
    reached = [b for b in stroke.before or () if b.label in labels and b.label not in CUES]
    # Two balls touch one diameter apart: a ball met that far outside the kitchen can't be met from within it.
    return bool(reached) and all(b.y_mm - diameter_mm > string_y_mm for b in reached)


def _touched(stroke: Stroke) -> bool:
    """A ball was touched other than by the stroke (HU-I.13.a, HU-I.18.f, by CP-0.1); an object ball struck is one."""
    outside = stroke.said.get("external_interference")
    if outside is True:
        return False
    if any(said_yes(stroke.said, fact) for fact in TOUCH_FACTS):
        return True
    if stroke.struck is not None and struck_label(stroke) is None:
        return True
    by = [e.by for e in stroke.events if e.kind == "touch"]
    own = any(b in ("hand", "cue") for b in by) and not any(fact in stroke.said for fact in TOUCH_FACTS)
    return own or (bool(by) and outside is False)


def _jumped_over(stroke: Stroke) -> bool:
    if "jumped_over" in stroke.said:
        return said_yes(stroke.said, "jumped_over")
    return any(e.kind == "jump" and ball_of(e.ball or "") in CUES for e in stroke.events)


def deeds_of(stroke: Stroke, s: Setting, house: House) -> Deeds:
    """The facts of a stroke, under this house's readings."""
    either = house.yes("cp.either_cue_ball_contact")
    pocketed_rails = house.yes("cp.pocketed_counts_as_rail_on_break")
    struck = struck_label(stroke)
    first = tuple(ball_of(b) for b in texts(stroke.said.get("first_contact", stroke.first_contact)))
    index, mine = _met(stroke, first, struck, either)
    down, off = _gone(stroke, house["cp.general_rules_source"])
    later = stroke.events[index + 1 :] if index is not None else ()
    # The general rules count a ball that drops or leaves as one that reached a cushion (as OQ-CP-07 does).
    railed = any(
        e.kind in ("cushion", "pocket", "off-table") and (either or ball_of(e.ball or "") in (struck, *_objects((e,))))
        for e in later
    )
    said_rails = stroke.said.get("rails_after_contact")
    if said_rails is not None:
        railed = bool(said_rails) or any(b not in CUES for b in down)
    reaching = ("cushion", "pocket", "off-table") if pocketed_rails else ("cushion",)
    hit = {e.ball for e in stroke.events if e.kind in reaching and ball_of(e.ball or "cue") not in CUES}
    count = count_of(stroke.said.get("object_balls_to_rail"))
    at = next((b for b in stroke.before or () if b.label == struck), None)
    return Deeds(
        struck=struck,
        first=first,
        met_object=index is not None,
        struck_met_object=mine,
        railed_after=railed or any(b not in CUES for b in down),
        to_rail=len(hit) if count is None else count,
        pocketed=tuple(b for b in down if is_numbered(b)),
        sunk=tuple(dict.fromkeys(w for w in map(whammy, (*down, *off)) if w)),
        jumped=tuple(b for b in off if is_numbered(b)),
        jumped_whammies=tuple(w for w in map(whammy, off) if w),
        cues_pocketed=tuple(b for b in down if b in CUES),
        cues_off=tuple(b for b in off if b in CUES),
        touched=_touched(stroke),
        jumped_over=_jumped_over(stroke),
        crossed=_crossed(stroke, struck, mine, -s.length_mm / 4, s.ball_diameter_mm),
        struck_at=None if at is None else (at.x_mm, at.y_mm),
        said=stroke.said,
    )


def _objects(events: Iterable[StrokeEvent]) -> tuple[str, ...]:
    return tuple(ball_of(e.ball) for e in events if e.ball and ball_of(e.ball) not in CUES)


def nonsense(stroke: Stroke, on_table: tuple[str, ...]) -> str | None:
    """Why the balls of this stroke can't be: none of the game's, down twice, or not on the table."""
    gone = [e.ball for e in stroke.events if e.kind in ("pocket", "off-table") and e.ball]
    twice = next((b for b in gone if [e.ball for e in stroke.events if e.kind == "pocket"].count(b) > 1), None)
    if twice is not None:
        return f"ball {twice} is said to have dropped twice"
    named = {b for e in stroke.events for b in (e.ball, *e.balls) if b} | set(texts(stroke.first_contact))
    named |= {b for fact in ("pocketed", "off_table") for b in texts(stroke.said.get(fact))}
    for ident in sorted(named):
        label = ball_of(ident)
        if label not in CUES and not is_numbered(label) and label not in WHAMMIES and label not in GENERIC:
            return f"ball {ident} is none of this game's balls"
    down, off = _gone(stroke, "hu")
    seen: dict[int, int] = {}
    for label in (*down, *off):
        if label in GENERIC:
            return "it must be told which ball dropped or left the table: fact pocketed or off_table"
        if label in CUES or label in WHAMMIES:
            if (*down, *off).count(label) > 1:
                return f"ball {label} is said to have gone twice"
        else:
            seen[number(label)] = seen.get(number(label), 0) + 1
    have = [number(b) for b in on_table]
    short = next((v for v in seen if seen[v] > have.count(v)), None)
    return None if short is None else f"no ball {short} is left on the table to drop"


GENERIC = ("solid", "stripe", "ball")
"""Labels of balls whose number nobody has read."""
