"""The settled facts of one stroke, as the rules speak of them: first contact, pocketed, cushions, balls that left.

Read from the stroke's events; what a person said (`stroke.said`) goes before them. Nothing here guesses: a fact that
is not in the record did not happen, and doubts are the business of `callshot.rules.uncertainty`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import hypot
from typing import Final

from callshot.rules.vocabulary import CUE_BALLS, Ball, Stroke, StrokeEvent, label_of

TOUCHING_MM: Final = 1.5
"""Nearer than this, balls may touch: what a camera can tell of a gap is three times half a millimetre."""
MOVED_MM: Final = 1.0
"""Farther than this from where it lay, a ball has moved: twice what a camera errs by at rest."""


@dataclass(frozen=True, slots=True)
class Pocketed:
    """An object ball that dropped and stayed down; the pocket is None where only a person said so."""

    label: str
    pocket: str | None


@dataclass(frozen=True, slots=True)
class Facts:
    """One stroke, settled. Balls are labels; `cue` stands for the cue ball."""

    struck: str
    first: tuple[str, ...]
    """What the cue ball met first: nothing, one ball, or several at once."""
    pocketed: tuple[Pocketed, ...] = ()
    off_table: tuple[str, ...] = ()
    """Object balls driven off that did not come back by themselves."""
    cue_pocketed: bool = False
    cue_off_table: bool = False
    returned: tuple[tuple[str, str | None], ...] = ()
    """Balls that left the bed and came back, with what brought them: itself, lamp, object, person, None."""
    cushions: tuple[tuple[str, str | None], ...] = ()
    """(ball, cushion) after the first contact, in order of time."""
    to_rail: int = 0
    """Distinct object balls that reached a cushion in the whole stroke; a pocketed one counts as having reached it."""
    to_cushion: int = 0
    """Distinct object balls that reached a cushion in the whole stroke, those that only dropped left out."""
    cue_to_rail: bool = False
    """The cue ball reached a cushion after the first contact."""
    touched: tuple[tuple[str, str], ...] = ()
    """(ball, by) for balls touched by hand, cue or clothing."""
    contacts: tuple[tuple[str, str], ...] = ()
    """Pairs of balls that touched, in order of time."""
    jumped: tuple[str, ...] = ()
    """Balls that the cue ball passed over."""
    crossed: bool | None = None
    """The cue ball passed the head string before it met a ball; None: the record does not tell."""
    cue_at: tuple[float, float] | None = None
    """Where the cue ball lay at the strike, in mm."""
    moved_by_touch: tuple[str, ...] = ()
    """Balls that lay against the struck ball by their places, and moved: no contact can be told of them."""
    at_start: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Where the balls lay at the strike, label -> mm, as far as it was seen."""
    said: Mapping[str, object] = field(default_factory=dict)

    def made(self, label: str) -> bool:
        """That object ball dropped."""
        return any(p.label == label for p in self.pocketed)

    def made_in(self, label: str, pocket: str) -> bool:
        """That object ball dropped in that pocket; a drop told without a pocket counts as the one called."""
        return any(p.label == label and p.pocket in (pocket, None) for p in self.pocketed)

    @property
    def cue_lost(self) -> bool:
        """The cue ball is in a pocket or off the table."""
        return self.cue_pocketed or self.cue_off_table


def texts(value: object) -> tuple[str, ...]:
    """A said value as a list of balls: a text, a list of texts (or of lists whose first item is one), a set as keys."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Mapping):
        return tuple(str(k) for k in value)
    if isinstance(value, Iterable):
        out = []
        for item in value:
            if isinstance(item, str):
                out.append(item)
            elif isinstance(item, list | tuple) and item and isinstance(item[0], str):
                out.append(item[0])
            elif isinstance(item, Mapping) and isinstance(item.get("ball"), str):
                out.append(item["ball"])
        return tuple(out)
    return ()


def said_yes(said: Mapping[str, object], fact: str) -> bool:
    """A fact said to be so: true, a number above zero, a list that is not empty."""
    value = said.get(fact)
    return bool(value) and value is not None


def count_of(value: object) -> int | None:
    """A said count: a number, or how many a list holds."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return int(value)
    if isinstance(value, list | tuple | set | frozenset | Mapping):
        return len(value)
    return None


def frozen_to_cue(said: Mapping[str, object]) -> tuple[str, ...]:
    """Labels of the balls said to touch the cue ball at the start: pairs with it, or the balls alone."""
    value = said.get("balls_frozen_at_start")
    if not isinstance(value, list | tuple):
        return texts(value)
    out = []
    for item in value:
        pair = (item,) if isinstance(item, str) else item
        if isinstance(pair, list | tuple) and all(isinstance(b, str) for b in pair):
            labels = [label_of(b) for b in pair]
            if len(labels) == 1 or any(b in CUE_BALLS for b in labels):
                out += [b for b in labels if b not in CUE_BALLS]
    return tuple(out)


def _first_contact(stroke: Stroke) -> tuple[str, ...]:
    """A ball frozen to the cue ball is met where it moved (HU-I.18.l, FI-4.1.12.a), not where the cue ball was shot
    away from it (HU-I.18.a.note).

    Clauses: HU-I.14.b, HU-I.14.c.
    """
    met = tuple(label_of(b) for b in texts(stroke.said.get("first_contact", stroke.first_contact)))
    frozen = frozen_to_cue(stroke.said)
    moved = stroke.said.get("frozen_ball_moved")
    if frozen and moved is not None and "first_contact" not in stroke.said:
        if moved:
            return frozen[:1] if moved is True else texts(moved) or frozen[:1]
        return tuple(b for b in met if b not in frozen)
    return met


def _contact_index(stroke: Stroke, events: tuple[StrokeEvent, ...], struck: str) -> int:
    """Where among the events the first contact stands: -1 before all, len(events) where there was none."""
    if not _first_contact(stroke):
        return len(events)
    for k, e in enumerate(events):
        if e.kind == "contact" and struck in e.balls and not all(label_of(b) in CUE_BALLS for b in e.balls):
            return k
    return -1


def _pocketed(stroke: Stroke, events: tuple[StrokeEvent, ...]) -> tuple[tuple[Pocketed, ...], bool]:
    """Object balls down, and whether the cue ball is. Clauses: HU-I.7.a, HU-I.7.b, HU-I.23.2.d, FI-6.1.f."""
    said = stroke.said.get("pocketed")
    if isinstance(said, list | tuple):
        balls = []
        for item in said:
            if isinstance(item, str):
                balls.append(Pocketed(label_of(item), None))
            elif isinstance(item, list | tuple) and len(item) >= 2:
                balls.append(Pocketed(label_of(str(item[0])), None if item[1] is None else str(item[1])))
    else:
        balls = [Pocketed(label_of(e.ball), e.pocket) for e in events if e.kind == "pocket" and e.ball is not None]
    back = {label_of(b) for b in texts(stroke.said.get("rebounded_from_pocket"))}
    balls = [b for b in balls if b.label not in back]
    cue = any(b.label in CUE_BALLS for b in balls)
    if "cue_ball_pocketed" in stroke.said:
        cue = said_yes(stroke.said, "cue_ball_pocketed")
    return tuple(b for b in balls if b.label not in CUE_BALLS), cue


def _left_table(
    stroke: Stroke, events: tuple[StrokeEvent, ...]
) -> tuple[tuple[str, ...], tuple[tuple[str, str | None], ...]]:
    """Labels of the balls off the table for good, and (label, via) of those that came back.

    Clauses: HU-I.23.2.c, FI-6.1.e.
    """
    via_said = stroke.said.get("returned_to_table")
    off: dict[str, None] = {}
    returned: list[tuple[str, str | None]] = []
    for e in events:
        if e.ball is None:
            continue
        label = label_of(e.ball)
        if e.kind == "off-table":
            off[label] = None
        elif e.kind == "return":
            off.pop(label, None)
            returned.append((label, _via(via_said, label, e.via)))
    if "off_table" in stroke.said:
        off = dict.fromkeys(label_of(b) for b in texts(stroke.said["off_table"]))
    if "cue_ball_off_table" in stroke.said:
        off.pop("cue", None)
        if said_yes(stroke.said, "cue_ball_off_table"):
            off["cue"] = None
    return tuple(off), tuple(returned)


def _via(said: object, label: str, seen: str | None) -> str | None:
    """How a ball came back: what was said of all, or of this one, else what was seen."""
    if isinstance(said, str):
        return said
    if isinstance(said, list | tuple):
        return next((str(p[1]) for p in said if isinstance(p, list | tuple) and len(p) == 2 and p[0] == label), seen)
    return seen


def _cushions(stroke: Stroke, events: tuple[StrokeEvent, ...], after: int) -> tuple[tuple[str, str | None], ...]:
    said = stroke.said.get("rails_after_contact")
    if said is not None:
        if isinstance(said, list | tuple):
            pairs: list[tuple[str, str | None]] = []
            for item in said:
                if isinstance(item, str):
                    pairs.append((label_of(item), None))
                elif isinstance(item, list | tuple) and item:
                    pairs.append((label_of(str(item[0])), str(item[1]) if len(item) > 1 else None))
            return tuple(pairs)
        return (("ball", None),) if said else ()
    return tuple(
        (label_of(e.ball), e.cushion) for e in events[after + 1 :] if e.kind == "cushion" and e.ball is not None
    )


def _touched(stroke: Stroke, events: tuple[StrokeEvent, ...]) -> tuple[tuple[str, str], ...]:
    out = [(label_of(e.ball), e.by or "other") for e in events if e.kind == "touch" and e.ball is not None]
    outside = stroke.said.get("external_interference")
    if outside is not None:
        out = [] if outside else [(ball, "player" if by == "other" else by) for ball, by in out]
    for fact, by in (
        ("touched_by_hand", "hand"),
        ("touched_by_clothing", "clothing"),
        ("touched_by_equipment", "equipment"),
        ("ball_displaced", "player"),
    ):
        value = stroke.said.get(fact)
        if value:
            out += [(label_of(b), by) for b in texts(value)] or [("ball", by)]
        elif value is not None:
            out = [t for t in out if not (by == "hand" and t[1] == "hand")]
    return tuple(out)


def _crossed(
    stroke: Stroke, events: tuple[StrokeEvent, ...], struck: str, contact: int, string_y_mm: float, diameter_mm: float
) -> bool | None:
    """Whether the struck ball passed the head string outward before its first contact."""
    said = stroke.said.get("cue_ball_crossed_head_string_before_contact")
    if isinstance(said, bool):
        return said
    out = [k for k, e in enumerate(events) if e.kind == "head-string" and e.ball == struck and e.direction == "out"]
    if out and contact != -1:
        return out[0] < contact
    if out:
        return True
    first = _first_contact(stroke)
    if stroke.before is None:
        return None
    if not first:
        rest = [b for b in stroke.after or () if b.id == struck]
        return rest[0].y_mm >= string_y_mm if rest else None
    met = [b for b in stroke.before if b.label in first]
    if not met:
        return None
    # The cue ball touches the ball met from at most one diameter away: outside that band the positions tell.
    if all(b.y_mm - diameter_mm > string_y_mm for b in met):
        return True
    return False if all(b.y_mm < string_y_mm for b in met) else None


def facts_of(stroke: Stroke, length_mm: float, diameter_mm: float) -> Facts:
    """The settled facts of a stroke on a table of that length."""
    struck = stroke.struck or "cue"
    events = stroke.events
    contact = _contact_index(stroke, events, struck)
    pocketed, cue_pocketed = _pocketed(stroke, events)
    left, returned = _left_table(stroke, events)
    cushions = _cushions(stroke, events, contact)
    railed = {label_of(e.ball) for e in events if e.kind == "cushion" and e.ball is not None} | {b for b, _ in cushions}
    reached = {b for b in railed if b not in CUE_BALLS} | {p.label for p in pocketed}
    count = count_of(stroke.said.get("object_balls_to_rail"))
    cue = label_of(struck)
    at = next((b for b in stroke.before or () if b.id == struck), None)
    return Facts(
        struck=cue,
        first=_first_contact(stroke),
        pocketed=pocketed,
        off_table=tuple(b for b in left if b not in CUE_BALLS),
        cue_pocketed=cue_pocketed,
        cue_off_table=any(b in CUE_BALLS for b in left),
        returned=returned,
        cushions=cushions,
        to_rail=len(reached) if count is None else count,
        to_cushion=len(railed - set(CUE_BALLS)) if count is None else count,
        cue_to_rail=any(b == cue for b, _ in cushions),
        touched=_touched(stroke, events),
        contacts=tuple((label_of(e.balls[0]), label_of(e.balls[1])) for e in events if e.kind == "contact"),
        jumped=_jumped(stroke, events, struck),
        crossed=_crossed(stroke, events, struck, contact, -length_mm / 4, diameter_mm),
        cue_at=_place(stroke.said.get("cue_ball_position_at_strike")) or (None if at is None else (at.x_mm, at.y_mm)),
        moved_by_touch=_moved_by_touch(stroke, events, struck, diameter_mm),
        at_start={b.label: (b.x_mm, b.y_mm) for b in stroke.before or ()},
        said=stroke.said,
    )


def _moved_by_touch(
    stroke: Stroke, events: tuple[StrokeEvent, ...], struck: str, diameter_mm: float
) -> tuple[str, ...]:
    """Object balls at the struck ball's side that moved (HU-I.18.l, FI-4.1.12.a)."""
    cue = next((b for b in stroke.before or () if b.id == struck), None)
    if cue is None:
        return ()
    beside = [
        b
        for b in stroke.before or ()
        if b.id != struck and hypot(b.x_mm - cue.x_mm, b.y_mm - cue.y_mm) - diameter_mm < TOUCHING_MM
    ]
    told = {i for e in events for i in (e.ball, *e.balls)}
    rest = {b.id: b for b in stroke.after or ()}

    def moved(ball: Ball) -> bool:
        if ball.id in told or stroke.after is None:
            return ball.id in told
        at = rest.get(ball.id)
        return at is None or hypot(at.x_mm - ball.x_mm, at.y_mm - ball.y_mm) > MOVED_MM

    return tuple(b.label for b in beside if b.label not in CUE_BALLS and moved(b))


def _place(value: object) -> tuple[float, float] | None:
    if isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(v, int | float) for v in value):
        return float(value[0]), float(value[1])
    return None


def _jumped(stroke: Stroke, events: tuple[StrokeEvent, ...], struck: str) -> tuple[str, ...]:
    if "jumped_over" in stroke.said:
        return tuple(label_of(b) for b in texts(stroke.said["jumped_over"]))
    return tuple(label_of(b) for e in events if e.kind == "jump" and e.ball == struck for b in e.over)
