"""What hangs on millimetres while the calibration is off by more than that: told as uncertain, so that people decide.

A camera that was pushed moves all balls together: what they are to one another (frozen, met first, met at all) stands.
Where they lie on the table does not: behind the head string, on a cushion, nearer to the head cushion, in the rack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from math import hypot
from typing import Final, Literal

from callshot.rules.fouls import KITCHEN_BAND_MM
from callshot.rules.game import Setting
from callshot.rules.lag_judging import LAG_BALLS, as_lag, is_lag, resting
from callshot.rules.rerack import where
from callshot.rules.vocabulary import CUE_BALLS, Ball, Stroke, StrokeEvent, Uncertain, label_of
from callshot.tracker.strokes.bed import Bed

DOUBT: Final = 0.5
"""Either may be so."""

STILL_MM: Final = 3.0
"""A ball that lies no farther than this from where it lay has not moved: it can't have come to a cushion."""

LEFT_IN_RACK: Final = 1
"""14.1 racks anew when so many object balls are left."""

Side = Literal["left", "right", "head", "foot"]


SIDES: Final[tuple[Side, ...]] = ("left", "right", "head", "foot")


def gap_mm(ball: Ball, side: Side, bed: Bed) -> float:
    """How far the ball lies from the cushions of that side."""
    if side in ("left", "right"):
        return bed.width_mm / 2 - bed.radius_mm - (ball.x_mm if side == "right" else -ball.x_mm)
    return bed.length_mm / 2 - bed.radius_mm - (ball.y_mm if side == "foot" else -ball.y_mm)


def in_doubt(stroke: Stroke, bed: Bed, moved_mm: float, game: str) -> Stroke:
    """The stroke, with all that hangs on moved_mm or less added to what is uncertain."""
    told = {u.fact: u for u in stroke.uncertain}
    found = [*_rails(stroke, bed, moved_mm, told.get("object_balls_to_rail"))]
    rolled = as_lag(stroke) if game.startswith("lag") else stroke
    if is_lag(rolled):
        found += _lag(rolled, bed, moved_mm)
    else:
        found += [*_kitchen(stroke, bed, moved_mm), *_rack(stroke, bed, moved_mm, game)]
    fresh = {u.fact: u for u in found if u.fact not in told or u.fact == "object_balls_to_rail"}
    kept = [u for u in stroke.uncertain if u.fact not in fresh]
    return replace(stroke, uncertain=(*kept, *fresh.values()))


# ------------------------------------------------------------------------------------------------ the head string


def _kitchen(stroke: Stroke, bed: Bed, moved_mm: float) -> Iterator[Uncertain]:
    """Where the cue ball lay, and whether it passed the string before it met a ball."""
    cue = _ball(stroke.before, stroke.struck)
    if cue is None:
        return
    beyond = cue.y_mm + bed.length_mm / 4
    if abs(beyond) <= moved_mm:
        behind = beyond < KITCHEN_BAND_MM
        yield Uncertain("cue_ball_behind_head_string", (behind, not behind), DOUBT)
    if beyond > moved_mm:
        return
    reach = bed.ball_diameter_mm + moved_mm
    met = [b for b in stroke.before or () if b.id in _met_first(stroke)]
    rest = _ball(stroke.after, stroke.struck)
    near = [abs(b.y_mm + bed.length_mm / 4) <= reach for b in met]
    if not met and rest is not None:
        near = [abs(rest.y_mm + bed.length_mm / 4) <= moved_mm]
    if any(near):
        crossed = any(e.kind == "head-string" and e.direction == "out" for e in _until_contact(stroke))
        yield Uncertain("cue_ball_crossed_head_string_before_contact", (crossed, not crossed), DOUBT)


def _met_first(stroke: Stroke) -> set[str]:
    """Every ball that may have been met first."""
    names = {stroke.first_contact} if stroke.first_contact is not None else set()
    for doubt in stroke.uncertain:
        for value in doubt.candidates if doubt.fact == "first_contact" else ():
            names |= {value} if isinstance(value, str) else set(value) if isinstance(value, list | tuple) else set()
    return {str(n) for n in names}


def _until_contact(stroke: Stroke) -> Iterator[StrokeEvent]:
    for event in stroke.events:
        if event.kind == "contact" and stroke.struck in event.balls:
            return
        yield event


# ------------------------------------------------------------------------------------------------ the cushions


def _rails(stroke: Stroke, bed: Bed, moved_mm: float, told: Uncertain | None) -> Iterator[Uncertain]:
    """A ball that stopped at a cushion, or lay at one: it may have touched it, or not."""
    doubted: set[int] = set()
    perhaps: set[str] = set()
    for ball in _moving(stroke):
        for side in SIDES:
            mine = [
                k for k, e in enumerate(stroke.events)
                if e.kind == "cushion" and e.ball == ball and (e.cushion or "").partition("-")[0] == side
            ]  # fmt: skip
            before, after = _ball(stroke.before, ball), _ball(stroke.after, ball)
            began = before is not None and abs(gap_mm(before, side, bed)) <= moved_mm
            ended = after is not None and abs(gap_mm(after, side, bed)) <= moved_mm
            if mine:
                doubted |= ({mine[0]} if began else set()) | ({mine[-1]} if ended else set())
            elif began or ended:
                perhaps.add(ball)
    for k in sorted(doubted):
        event = stroke.events[k]
        yield Uncertain(f"events[{k}]", ({"ball": event.ball, "cushion": event.cushion}, None), DOUBT)
    later = stroke.events[sum(1 for _ in _until_contact(stroke)) :]
    if perhaps and not any(e.kind == "cushion" for e in later):
        yield Uncertain("rails_after_contact", (False, True), DOUBT)
    count = _rail_count(stroke, doubted, perhaps, told)
    if len(count) > 1:
        yield Uncertain("object_balls_to_rail", count, DOUBT)


def _rail_count(
    stroke: Stroke, doubted: set[int], perhaps: set[str], told: Uncertain | None
) -> tuple[object, ...]:  # fmt: skip
    """How many object balls may have reached a cushion, the number told first."""
    reached = {e.ball for e in stroke.events if e.kind in ("cushion", "pocket") and _is_object(e.ball)}
    sure = {
        e.ball for k, e in enumerate(stroke.events)
        if e.kind in ("cushion", "pocket") and _is_object(e.ball) and k not in doubted
    }  # fmt: skip
    more = {b for b in perhaps if _is_object(b)} - reached
    numbers = [len(reached), *range(len(sure), len(reached) + len(more) + 1)]
    if told is not None:
        known = [c for c in told.candidates if isinstance(c, int)]
        numbers = [*known, *range(max(0, min(known, default=0) - len(reached - sure)), len(reached) + len(more) + 1)]
    return tuple(dict.fromkeys(numbers))


def _is_object(ball: str | None) -> bool:
    return ball is not None and label_of(ball) not in CUE_BALLS


def _moving(stroke: Stroke) -> list[str]:
    """The balls that do not lie where they lay."""
    before = {b.id: b for b in stroke.before or ()}
    after = {b.id: b for b in stroke.after or ()}
    names = dict.fromkeys([*before, *after, *(e.ball for e in stroke.events if e.ball is not None)])
    return [
        name for name in names
        if name not in before or name not in after
        or hypot(before[name].x_mm - after[name].x_mm, before[name].y_mm - after[name].y_mm) > STILL_MM
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------ single games


def _lag(stroke: Stroke, bed: Bed, moved_mm: float) -> Iterator[Uncertain]:
    """Which ball lies nearer to the head cushion, which crossed the long string, which lies in a pocket's jaws."""
    rests = [resting(stroke, name) for name in LAG_BALLS]
    first, second = rests
    if first is not None and second is not None and abs(first.y_mm - second.y_mm) <= moved_mm:
        yield Uncertain("lag_rest_distance", (*LAG_BALLS, None), DOUBT)
    crossed, near_string = [], []
    past, near_nose = [], []
    for name, rest, sign in zip(LAG_BALLS, rests, (-1.0, 1.0), strict=True):
        across = [e.x_mm * sign for e in stroke.events if e.ball == name and e.x_mm is not None]
        across += [rest.x_mm * sign] if rest is not None else []
        crossed += [name] if any(x < 0 for x in across) else []
        near_string += [name] if across and abs(min(across)) <= moved_mm else []
        if rest is not None:
            beyond = -bed.length_mm / 2 - rest.y_mm
            past += [name] if beyond > 0 else []
            near_nose += [name] if abs(beyond) <= moved_mm else []
    for fact, stated, near in (
        ("lag_crossed_long_string", crossed, near_string),
        ("lag_past_head_nose", past, near_nose),
    ):
        if near:
            yield Uncertain(fact, tuple(_with_and_without(stated, near)), DOUBT)


def _with_and_without(stated: list[str], near: list[str]) -> Iterator[list[str]]:
    """The stated balls first, then every other list in which only the balls of `near` differ."""
    yield stated
    for chosen in product((False, True), repeat=len(near)):
        there = {n for n, yes in zip(near, chosen, strict=True) if yes} | (set(stated) - set(near))
        if there != set(stated):
            yield [b for b in LAG_BALLS if b in there]


def _rack(stroke: Stroke, bed: Bed, moved_mm: float, game: str) -> Iterator[Uncertain]:
    """14.1: whether the last object ball and the cue ball lie in the rack, on the head spot, in the kitchen."""
    after = stroke.after or ()
    objects = [b for b in after if b.label not in CUE_BALLS]
    if not game.startswith("141") or len(objects) > LEFT_IN_RACK:
        return
    cue = next((b for b in after if b.label in CUE_BALLS), None)
    setting = Setting((), length_mm=bed.length_mm, width_mm=bed.width_mm, ball_diameter_mm=bed.ball_diameter_mm)
    one = _places(objects[0] if objects else None, setting, moved_mm)
    other = _places(cue, setting, moved_mm)
    names = ("ball", "cue") if objects else ("cue",)
    rows: Iterable[tuple[str, ...]] = product(one, other) if objects else ((c,) for c in other)
    candidates = [dict(zip(names, row, strict=True)) for row in rows]
    if len(candidates) > 1:
        yield Uncertain("rack_area_occupancy", tuple(candidates), DOUBT)


def _places(ball: Ball | None, setting: Setting, moved_mm: float) -> list[str]:
    """Where the ball may lie, as told first."""
    if ball is None:
        return ["elsewhere"]
    steps = (0.0, -moved_mm, moved_mm)
    moved = (replace(ball, x_mm=ball.x_mm + dx, y_mm=ball.y_mm + dy) for dx in steps for dy in steps)
    return list(dict.fromkeys(where(b, setting) for b in moved))


def _ball(balls: tuple[Ball, ...] | None, name: str | None) -> Ball | None:
    return next((b for b in balls or () if b.id == name), None)
