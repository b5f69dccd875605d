"""Is the rack right? A seen layout against a rack: which ball is missing, wrong, too many, or off by how much.

The camera reads some faces and some not: a ball whose label says only that it is one (`ball`, `solid`, `stripe`) is
never called wrong where what it says could be true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import hypot
from typing import Final, Literal

from callshot.rules.game import Setting
from callshot.rules.racks import Place, Rack
from callshot.rules.vocabulary import GENERIC_LABELS, Ball

OFF_MM: Final = 10.0
"""A ball farther from its place than this is off. No camera sees the hair's breadth that a tight rack asks for: balls
of drawn tight racks are seen within 5 mm of their places (95 %) or 8 (99 %), lone ones on real tables within 8 mm."""

NEAR: Final = 0.75
"""A ball belongs to a place when it lies within this part of a diameter of it; two places are a diameter apart."""

SURE: Final = 0.9
"""A label that the camera is less sure of than this is not held against a rack: it counts as some ball."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. `off_mm` only where a ball is off its place."""

    kind: Literal["missing", "wrong", "extra", "off", "order"]
    clause: str
    text: str
    ball: str | None = None
    place: str | None = None
    x_mm: float | None = None
    y_mm: float | None = None
    off_mm: float | None = None


def surely_named(balls: Iterable[Ball]) -> tuple[Ball, ...]:
    """The balls, those whose label is in doubt as any ball: no rack is refused for a face that was badly seen."""
    return tuple(b if b.confidence >= SURE else replace(b, label="ball") for b in balls)


def check(rack: Rack, seen: Iterable[Ball], s: Setting) -> tuple[Fault, ...]:
    """The faults of a rack, those of single balls first. Balls far from the rack are no part of it.

    Clauses: HU-I.2.b, FI-1.1.b.
    """
    if rack.name == "lag":
        return _lag_faults(rack, tuple(seen), s)
    balls = tuple(seen)
    if rack.floats:
        rack = _where_it_stands(rack, balls, s)
    pairs, strays = _pairs(rack, balls, s)
    faults: list[Fault] = []
    for place, ball in pairs:
        if ball is None:
            faults.append(_fault("missing", rack, place, f"{place.name}: no ball ({_wanted(place)})"))
            continue
        off = hypot(ball.x_mm - place.x_mm, ball.y_mm - place.y_mm)
        if not could_be(ball.label, place.labels):
            text = f"{place.name}: {ball.label} stands where {_wanted(place)} belongs"
            faults.append(replace(_fault("wrong", rack, place, text), ball=ball.id))
        if off > OFF_MM:
            text = f"{place.name}: {ball.label} is {off:.0f} mm off its place"
            faults.append(replace(_fault("off", rack, place, text), ball=ball.id, off_mm=round(off, 1)))
    faults += _too_many(rack, [b for _, b in pairs if b is not None])
    faults += [
        Fault("extra", rack.clause, f"{b.label} does not belong here", b.id, None, b.x_mm, b.y_mm) for b in strays
    ]
    return (*faults, *_order_faults(rack, pairs, s))


def could_be(label: str, wanted: frozenset[str]) -> bool:
    """A ball with that label could be one of those wanted: `solid` could be a 3, `ball` anything."""
    if label in wanted or label == "ball":
        return True
    if label in ("8", "crazy-8"):
        return bool({"8", "crazy-8"} & wanted)  # a crazy 8 looks like an 8
    if label in ("solid", "stripe"):
        return any(_group(w) in (None, label) for w in wanted)
    return False


def _group(label: str) -> str | None:
    """`solid` or `stripe` for a numbered ball; None where it is neither."""
    number = label.removeprefix("crazy-")
    if not number.isdecimal():
        return None
    return "stripe" if int(number) >= 9 else "solid"


def _wanted(place: Place) -> str:
    labels = sorted(place.labels, key=lambda b: (len(b), b))
    return " or ".join(labels) if len(labels) <= 3 else "one of the others"


def _fault(kind: Literal["missing", "wrong", "off"], rack: Rack, place: Place, text: str) -> Fault:
    return Fault(kind, rack.clause, text, None, place.name, round(place.x_mm, 2), round(place.y_mm, 2))


def _pairs(rack: Rack, balls: tuple[Ball, ...], s: Setting) -> tuple[list[tuple[Place, Ball | None]], list[Ball]]:
    """Each place with the ball that stands there, nearest pairs first; and balls among the places that fit none."""
    reach = NEAR * s.ball_diameter_mm
    ranked = sorted(
        (
            (hypot(b.x_mm - p.x_mm, b.y_mm - p.y_mm), i, j)
            for i, p in enumerate(rack.places)
            for j, b in enumerate(balls)
        ),
    )
    taken: dict[int, int] = {}
    used: set[int] = set()
    for distance, i, j in ranked:
        if distance > reach:
            break
        if i not in taken and j not in used:
            taken[i] = j
            used.add(j)
    pairs = [(p, balls[taken[i]] if i in taken else None) for i, p in enumerate(rack.places)]
    strays = [
        b
        for j, b in enumerate(balls)
        if j not in used
        and any(hypot(b.x_mm - p.x_mm, b.y_mm - p.y_mm) < s.ball_diameter_mm for p in rack.places)
        and b.label not in ("cue", "crazy-cue")
    ]
    return pairs, strays


def _too_many(rack: Rack, balls: list[Ball]) -> list[Fault]:
    """A label that is read more often than the rack holds it."""
    read = Counter(b.label.removeprefix("crazy-") for b in balls if b.label not in GENERIC_LABELS)
    owned: Counter[str] = Counter()
    for label, n in rack.contents.items():
        owned[label.removeprefix("crazy-")] += n
    return [
        Fault("extra", rack.clause, f"{label} stands {n} times in a rack that holds {owned[label]}", label)
        for label, n in read.items()
        if n > owned[label] > 0
    ]


def _order_faults(rack: Rack, pairs: list[tuple[Place, Ball | None]], s: Setting) -> list[Fault]:
    """What a rack asks for beside single places."""
    if rack.name.startswith("8-ball"):
        mixed = rack.name.endswith("mixed sides") and s.options.get("hu.eight_rack_side") != "corners-only"
        return _eight_ball_order(pairs, "HU-II.2.1.c" if rack.name.endswith("mixed sides") else "FI-8.1.f", mixed)
    thirds = {"congestion foot": ("yellow", "green"), "congestion head": ("blue", "brown")}.get(rack.name)
    if thirds is None:
        return []
    left, right = (b.label if b is not None else None for b in (pairs[3][1], pairs[5][1]))
    if left is not None and left == right and left in thirds:
        return [Fault("order", rack.clause, f"two {left} whammies in the third row", left)]
    return []


def _eight_ball_order(pairs: list[tuple[Place, Ball | None]], corner_clause: str, mixed_sides: bool) -> list[Fault]:
    """FI-8.1.f, HU-II.2.1.c: the base corners differ; HU-II.2.1.b, OQ-HU-21: no side is of one group only."""
    groups = [None if b is None or b.label == "8" else _seen_group(b.label) for _, b in pairs]
    faults = []
    if groups[10] == groups[14] and groups[10] is not None:
        faults.append(Fault("order", corner_clause, f"both base corners are {groups[10]}s"))
    if mixed_sides:
        sides = {"left": (0, 1, 3, 6, 10), "right": (0, 2, 5, 9, 14), "base": (10, 11, 12, 13, 14)}
        for name, places in sides.items():
            one = {groups[k] for k in places}
            if one in ({"solid"}, {"stripe"}):
                faults.append(Fault("order", "HU-II.2.1.b", f"the {name} side of the triangle holds only {one.pop()}s"))
    return faults


def _seen_group(label: str) -> str | None:
    return label if label in ("solid", "stripe") else _group(label)


def _where_it_stands(rack: Rack, balls: tuple[Ball, ...], s: Setting) -> Rack:
    """OQ-CP-04: a rack that may stand elsewhere along the long string, moved to where its balls are.

    Its balls are those that fit best when the rack slides along the string, one ball's row after the other.
    """
    best: tuple[float, float] = (float("inf"), 0.0)
    apex = rack.places[0]
    inside = [b for b in balls if b.label in rack.contents or b.label in GENERIC_LABELS]
    for ball in inside:
        if abs(ball.x_mm) > s.ball_diameter_mm:
            continue
        shift = ball.y_mm - apex.y_mm
        cost = sum(
            min((hypot(b.x_mm - p.x_mm, b.y_mm - p.y_mm - shift) for b in inside), default=1e3) for p in rack.places
        )
        best = min(best, (cost, shift))
    shift = best[1]
    moved = tuple(replace(p, y_mm=p.y_mm + shift) for p in rack.places)
    mostly = sum(p.y_mm < -s.length_mm / 4 for p in moved)
    if 2 * mostly <= len(moved):
        return rack  # CP-4.3.c: most of it lies in the kitchen; then it is judged by its usual place
    return replace(rack, places=moved)


def _lag_faults(rack: Rack, balls: tuple[Ball, ...], s: Setting) -> tuple[Fault, ...]:
    """HU-I.4.c, FI-2.b: one ball on each side, both behind the head string."""
    string = -s.length_mm / 4
    faults = []
    for place, side in zip(rack.places, (-1, 1), strict=True):
        mine = [b for b in balls if b.x_mm * side > 0]
        words = "left" if side < 0 else "right"
        if not mine:
            faults.append(Fault("missing", rack.clause, f"no ball on the {words} side", None, place.name))
        elif len(mine) > 1:
            faults.append(
                Fault("extra", rack.clause, f"more than one ball on the {words} side", mine[1].id, place.name)
            )
        elif mine[0].y_mm >= string:
            off = mine[0].y_mm - string
            faults.append(
                Fault(
                    "off", rack.clause, f"the {words} ball is not behind the head string", mine[0].id, place.name,
                    round(mine[0].x_mm, 2), string, round(off, 1),
                )
            )  # fmt: skip
    return tuple(faults)
