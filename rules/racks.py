"""Where every ball of every rack stands, in mm: triangles, diamonds, Congestion's three racks, the start of a lag.

A rack is a set of places. A place says which labels may stand there; what else the rack asks for (different groups in
the corners, no side of one group) is in `callshot.rules.rack_check`. Touching balls of radius R stand in rows
R * sqrt(3) apart. CP-4, HU-I.2, HU-II.2.1, HU-III.2.1, HU-I.4.c, FI-1.1, FI-8.1, FI-9.1, FI-10.1, FI-2.b.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import hypot, sqrt
from typing import Final

from callshot.rules.game import Setting
from callshot.rules.ruling import Spot
from callshot.rules.spotting import CLEAR_OF_CUE_BALL_MM
from callshot.rules.vocabulary import CUE_BALLS, SNOOKER_COLOURS, Ball

SAME_MM: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a rack; `labels` are those that may stand there."""

    x_mm: float
    y_mm: float
    labels: frozenset[str]
    name: str


@dataclass(frozen=True, slots=True)
class Rack:
    """A rack: its places, what it holds in all (label -> how many), and where it stands."""

    name: str
    places: tuple[Place, ...]
    contents: Mapping[str, int]
    clause: str
    floats: bool = False
    """It may stand elsewhere along the long string (OQ-CP-04)."""


def _rows(
    counts: Iterable[int], apex: tuple[float, float], towards: float, diameter_mm: float
) -> list[tuple[float, float]]:
    """Centres of touching balls in rows, from the apex row on; `towards` is +1 (to the foot) or -1 (to the head)."""
    pitch = diameter_mm / 2 * sqrt(3)
    return [
        (apex[0] + (k - (n - 1) / 2) * diameter_mm, apex[1] + towards * row * pitch)
        for row, n in enumerate(counts)
        for k in range(n)
    ]


def triangle(apex: tuple[float, float], towards: float, diameter_mm: float) -> list[tuple[float, float]]:
    """Fifteen centres, row by row from the apex, each row by rising x."""
    return _rows(range(1, 6), apex, towards, diameter_mm)


def _pool_rack(
    name: str, fixed: Mapping[int, str], numbers: int, counts: Iterable[int], clause: str, s: Setting
) -> Rack:
    """A rack on the foot spot with some places fixed and the others free."""
    labels = [str(n) for n in range(1, numbers + 1)]
    free = frozenset(labels) - set(fixed.values())
    centres = _rows(counts, (0.0, s.length_mm / 4), 1.0, s.ball_diameter_mm)
    places = tuple(
        Place(x, y, frozenset((fixed[k],)) if k in fixed else free, f"place {k + 1}")
        for k, (x, y) in enumerate(centres)
    )
    return Rack(name, places, dict.fromkeys(labels, 1), clause)


def eight_ball(s: Setting) -> Rack:
    """FI-8.1.e: the 8 in the middle of the third row; the base corners differ (FI-8.1.f).

    Clauses: HU-II.1.c, FI-8.1.d, FI-8.1.g.
    """
    return _pool_rack("8-ball", {4: "8"}, 15, range(1, 6), "FI-8.1.e", s)


def eight_ball_mixed(s: Setting) -> Rack:
    """HU-II.2.1: as in Finland, and no side of the triangle of one group (OQ-HU-21)."""
    return _pool_rack("8-ball, mixed sides", {4: "8"}, 15, range(1, 6), "HU-II.2.1.a", s)


def nine_ball(s: Setting) -> Rack:
    """FI-9.1.f, HU-III.2.1.a: the 1 on the foot spot, the 9 in the middle.

    Clauses: HU-III.1.b, HU-III.2.1.b, FI-9.1.g.
    """
    return _pool_rack("9-ball", {0: "1", 4: "9"}, 9, (1, 2, 3, 2, 1), "FI-9.1.f", s)


def straight_pool(s: Setting) -> Rack:
    """FI-10.1.b, FI-10.1.c: fifteen balls in any order."""
    return _pool_rack("14.1", {}, 15, range(1, 6), "FI-10.1.b", s)


def straight_pool_again(s: Setting) -> Rack:
    """FI-10.4.a: fourteen balls, the front place empty."""
    full = straight_pool(s)
    return Rack("14.1 rerack", full.places[1:], full.contents, "FI-10.4.a")


def lag(s: Setting) -> Rack:
    """HU-I.4.c, FI-2.b: one ball on each side behind the head string (drawn a quarter of the kitchen behind it)."""
    y = -s.length_mm / 4 - s.length_mm / 16
    places = tuple(
        Place(side * s.width_mm / 4, y, frozenset((ball, "cue")), ball) for side, ball in ((-1, "cuea"), (1, "cueb"))
    )
    return Rack("lag", places, {"cuea": 1, "cueb": 1}, "HU-I.4.c", floats=True)


# ------------------------------------------------------------------------------------------------ Congestion


def _congestion_rack(
    name: str,
    centres: Iterable[tuple[float, float]],
    whammies: Mapping[int, tuple[str, ...]],
    labels: Mapping[str, int],
    clause: str,
    floats: bool = False,
    middle: Mapping[int, str] | None = None,
) -> Rack:
    fixed: dict[int, frozenset[str]] = {k: frozenset(w) for k, w in whammies.items()}
    fixed |= {k: frozenset((b,)) for k, b in (middle or {}).items()}
    numbered = frozenset(labels) - {b for row in fixed.values() for b in row}
    places = tuple(Place(x, y, fixed.get(k, numbered), f"place {k + 1}") for k, (x, y) in enumerate(centres))
    return Rack(name, places, labels, clause, floats)


def _sides(s: Setting, left: str, right: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """OQ-CP-05: the two outer whammies of a third row, on either side, or as listed from left to right."""
    if s.options.get("cp.rack_sides") == "fixed":
        return (left,), (right,)
    return (left, right), (right, left)


def congestion_foot(s: Setting) -> Rack:
    """CP-4.1: three each of 1 to 4; yellow, black, green in the third row; the apex ball on the foot spot.

    Clauses: CP-4.1.a, CP-4.1.b, CP-4.1.c.
    """
    centres = triangle((0.0, s.length_mm / 4), 1.0, s.ball_diameter_mm)
    left, right = _sides(s, "yellow", "green")
    labels = {str(n): 3 for n in range(1, 5)} | dict.fromkeys(("yellow", "black", "green"), 1)
    return _congestion_rack("congestion foot", centres, {3: left, 4: ("black",), 5: right}, labels, "CP-4.1.a")


def congestion_centre(s: Setting) -> Rack:
    """CP-4.2: a diamond of five by five, its long axis between the side pockets; orange on the centre spot.

    Clauses: CP-4.2.a, CP-4.2.b, CP-4.2.c.
    """
    d = s.ball_diameter_mm
    pitch = d / 2 * sqrt(3)
    columns = (1, 2, 3, 4, 5, 4, 3, 2, 1)
    centres = [((column - 4) * pitch, (k - (n - 1) / 2) * d) for column, n in enumerate(columns) for k in range(n)]
    labels = {str(n): 3 for n in range(5, 13)} | {"pink": 1}
    eights = {"crazy-8": 2, "8": 1} if s.options.get("cp.eights_used") == "one-plain" else {"crazy-8": 3}
    del labels["8"]
    return _congestion_rack("congestion centre", centres, {12: ("pink",)}, labels | eights, "CP-4.2.a")


def congestion_head(s: Setting) -> Rack:
    """CP-4.3: one 13, three 14s, three 15s, 16 to 21; blue, 13, maroon in the third row; most of it in the kitchen.

    Clauses: CP-4.3.a, CP-4.3.b.
    """
    apex_y = -s.length_mm / 4
    if s.options.get("cp.head_rack_pose") == "base-head-string":
        # OQ-CP-04: the base row on the head string, the apex still pointing to the foot.
        apex_y += 4 * s.ball_diameter_mm / 2 * sqrt(3)
    centres = triangle((0.0, apex_y), -1.0, s.ball_diameter_mm)
    left, right = _sides(s, "blue", "brown")
    labels = {"13": 1, "14": 3, "15": 3} | {str(n): 1 for n in range(16, 22)} | {"blue": 1, "brown": 1}
    floats = s.options.get("cp.head_rack_pose", "apex-head-spot") != "base-head-string"
    return _congestion_rack(
        "congestion head", centres, {3: left, 5: right}, labels, "CP-4.3.a", floats, middle={4: "13"}
    )


def crazy_cue_ball(s: Setting) -> Place:
    """CP-4.1.d: the crazy cue ball touches the apex ball on the long string, on its head side."""
    return Place(0.0, s.length_mm / 4 - s.ball_diameter_mm, frozenset(("crazy-cue",)), "in front of the foot rack")


RACKS: Final[Mapping[str, Callable[[Setting], Rack]]] = {
    "8-ball": eight_ball,
    "8-ball, mixed sides": eight_ball_mixed,
    "9-ball": nine_ball,
    "14.1": straight_pool,
    "14.1 rerack": straight_pool_again,
    "lag": lag,
    "congestion foot": congestion_foot,
    "congestion centre": congestion_centre,
    "congestion head": congestion_head,
}

GAME_RACKS: Final[Mapping[str, tuple[str, ...]]] = {
    "congestion": ("congestion foot", "congestion centre", "congestion head"),
    "8ball-fi": ("8-ball",), "8ball-hu": ("8-ball, mixed sides",),
    "9ball-fi": ("9-ball",), "9ball-hu": ("9-ball",),
    "141-fi": ("14.1",), "141-hu": ("14.1",),
    "lag-fi": ("lag",), "lag-hu": ("lag",),
}  # fmt: skip
"""What stands on the table before a game's first stroke."""


def drawn(s: Setting) -> tuple[Ball, ...]:
    """Congestion's 57 balls as the system draws them: numbers by rising value where their order is free."""
    balls = [Ball("cue", "cue", s.width_mm / 4, -s.length_mm / 4 - s.length_mm / 16)]
    crazy = crazy_cue_ball(s)
    balls.append(Ball("crazy-cue", "crazy-cue", crazy.x_mm, crazy.y_mm))
    for make in (congestion_foot, congestion_centre, congestion_head):
        rack = make(s)
        left = [b for b, n in rack.contents.items() for _ in range(n)]
        for place in sorted(rack.places, key=lambda p: len(p.labels)):
            label = next(b for b in left if b in place.labels)
            left.remove(label)
            count = sum(b.label == label for b in balls)
            ident = label if rack.contents[label] == 1 else f"{label}{'abc'[count]}"
            balls.append(Ball(ident, label, place.x_mm, place.y_mm))
    return tuple(balls)


def pre_break_place(whammy: str, s: Setting) -> tuple[float, float] | None:
    """Where a whammy stands before the break (CP-8.2.opt3.sub.b), as the system draws the racks; None: no whammy."""
    if whammy not in SNOOKER_COLOURS:
        return None
    return next(((b.x_mm, b.y_mm) for b in drawn(s) if b.label == whammy), None)


def near_rack_place(whammy: str, on_table: Iterable[Ball], s: Setting) -> Spot | None:
    """As near as possible to the whammy's place before the break (CP-8.2.opt3.sub.b); None where there is no room."""
    home = pre_break_place(whammy, s)
    if home is None:
        return None
    at = nearest_free(home, [b for b in on_table if b.label != whammy], s)
    return None if at is None else Spot(whammy, *at)


def nearest_free(home: tuple[float, float], balls: Iterable[Ball], s: Setting) -> tuple[float, float] | None:
    """The free point of the bed nearest to `home`: balls may be touched, cue balls are kept just clear."""
    r = s.ball_diameter_mm / 2
    x_end, y_end = s.width_mm / 2 - r, s.length_mm / 2 - r
    circles = [
        (b.x_mm, b.y_mm, s.ball_diameter_mm + (CLEAR_OF_CUE_BALL_MM if b.label in CUE_BALLS else 0.0)) for b in balls
    ]

    def free(p: tuple[float, float]) -> bool:
        inside = abs(p[0]) <= x_end + SAME_MM and abs(p[1]) <= y_end + SAME_MM
        return inside and all(hypot(p[0] - x, p[1] - y) >= reach - SAME_MM for x, y, reach in circles)

    if free(home):
        return home
    points = [_towards(circle, home) for circle in circles]
    for one, other in combinations(circles, 2):
        points += _crossings(one, other)
    for circle in circles:
        points += _on_edges(circle, x_end, y_end)
    return min((p for p in points if free(p)), key=lambda p: hypot(p[0] - home[0], p[1] - home[1]), default=None)


Circle = tuple[float, float, float]


def _towards(circle: Circle, home: tuple[float, float]) -> tuple[float, float]:
    """The point of a circle nearest to `home`; for a circle about `home`, its point towards the foot."""
    x, y, reach = circle
    dx, dy = home[0] - x, home[1] - y
    length = hypot(dx, dy)
    return (x, y + reach) if length < SAME_MM else (x + dx / length * reach, y + dy / length * reach)


def _crossings(one: Circle, other: Circle) -> list[tuple[float, float]]:
    """Where two circles meet."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    apart = hypot(dx, dy)
    if apart < SAME_MM or apart > one[2] + other[2] or apart < abs(one[2] - other[2]):
        return []
    along = (apart * apart + one[2] ** 2 - other[2] ** 2) / (2 * apart)
    off = sqrt(max(0.0, one[2] ** 2 - along * along))
    x, y = one[0] + along * dx / apart, one[1] + along * dy / apart
    return [(x - off * dy / apart, y + off * dx / apart), (x + off * dy / apart, y - off * dx / apart)]


def _on_edges(circle: Circle, x_end: float, y_end: float) -> list[tuple[float, float]]:
    """Where a circle meets the lines along which a ball's centre runs at the cushions."""
    x, y, reach = circle
    points = []
    for edge in (-x_end, x_end):
        if abs(edge - x) <= reach:
            half = sqrt(reach * reach - (edge - x) ** 2)
            points += [(edge, y - half), (edge, y + half)]
    for edge in (-y_end, y_end):
        if abs(edge - y) <= reach:
            half = sqrt(reach * reach - (edge - y) ** 2)
            points += [(x - half, edge), (x + half, edge)]
    return points
