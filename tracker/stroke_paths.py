"""The way of every ball in a stroke: as tracked where points are given, else from contact to contact as recorded."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from callshot.rules.vocabulary import Ball, Stroke, StrokeEvent

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class TableBed:
    """The bed in mm, nose to nose, and the balls' diameter."""

    length_mm: float
    width_mm: float
    ball_diameter_mm: float = 57.15

    def pocket_mm(self, pocket: str) -> Point:
        """Where a pocket's mouth is, a little outside the nose line."""
        end, _, side = pocket.partition("-")
        x = (self.width_mm / 2 + 20) * (-1 if side == "left" else 1)
        if end == "side":
            return x * 1.02, 0.0
        return x, (self.length_mm / 2 + 20) * (-1 if end == "head" else 1)


@dataclass(frozen=True, slots=True)
class BallPath:
    """Points in mm in order of time. `tracked`: seen all the way, not only known at its events."""

    ball: str
    points: tuple[Point, ...]
    tracked: bool


def ball_paths(
    stroke: Stroke, bed: TableBed, tracked: Mapping[str, Sequence[tuple[float, float, float]]] | None = None
) -> list[BallPath]:
    """Every ball that moved, the struck one first. tracked: ball id -> (t_s, x_mm, y_mm) points."""
    paths: list[BallPath] = []
    moved = dict.fromkeys([stroke.struck or "", *(tracked or {}), *_event_balls(stroke), *_displaced(stroke, bed)])
    for ball in filter(None, moved):
        points = [(x, y) for _, x, y in (tracked or {}).get(ball, ())]
        if len(points) >= 2:
            paths.append(BallPath(ball, tuple(points), tracked=True))
            continue
        known = _known_points(ball, stroke, bed)
        if len(known) >= 2:
            paths.append(BallPath(ball, tuple(known), tracked=False))
    return paths


def _event_balls(stroke: Stroke) -> list[str]:
    return [ball for event in stroke.events for ball in (event.ball, *event.balls) if ball]


def _place(ball: str, balls: Sequence[Ball] | None) -> Point | None:
    return next(((b.x_mm, b.y_mm) for b in balls or () if b.id == ball), None)


def _displaced(stroke: Stroke, bed: TableBed) -> list[str]:
    out = []
    for ball in stroke.before or ():
        after = _place(ball.id, stroke.after)
        if after and abs(after[0] - ball.x_mm) + abs(after[1] - ball.y_mm) > bed.ball_diameter_mm / 10:
            out.append(ball.id)
    return out


def _known_points(ball: str, stroke: Stroke, bed: TableBed) -> list[Point]:
    """From its events alone. A contact stands where the other ball lay, one diameter short of it."""
    points: list[Point] = []
    start = _place(ball, stroke.before)
    if start:
        points.append(start)
    touched = {stroke.struck}
    for event in stroke.events:
        place = _event_place(event, ball, stroke, bed, points, touched)
        if place and (not points or _distance(place, points[-1]) > 1.0):
            points.append(place)
        touched.update(event.balls)
    end = _place(ball, stroke.after)
    if end and (not points or _distance(end, points[-1]) > 1.0):
        points.append(end)
    return points


def _event_place(
    event: StrokeEvent, ball: str, stroke: Stroke, bed: TableBed, so_far: Sequence[Point], touched: set[str | None]
) -> Point | None:
    if event.kind == "contact" and ball in event.balls and so_far:
        other = next((b for b in event.balls if b != ball), None)
        resting = _place(other, stroke.before) if other and other not in touched else None
        if resting is None:
            return None
        gap = _distance(resting, so_far[-1])
        if gap <= bed.ball_diameter_mm:
            return None
        share = 1 - bed.ball_diameter_mm / gap
        return (
            so_far[-1][0] + (resting[0] - so_far[-1][0]) * share,
            so_far[-1][1] + (resting[1] - so_far[-1][1]) * share,
        )
    if event.ball != ball:
        return None
    if event.kind == "pocket" and event.pocket:
        return bed.pocket_mm(event.pocket)
    if event.kind in ("cushion", "off-table") and event.x_mm is not None and event.y_mm is not None:
        return event.x_mm, event.y_mm
    return None


def _distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def event_place(event: StrokeEvent, stroke: Stroke, bed: TableBed, paths: Sequence[BallPath]) -> Point | None:
    """Where an event is marked on a drawing, None where that can't be known."""
    if event.kind == "pocket" and event.pocket:
        return bed.pocket_mm(event.pocket)
    if event.x_mm is not None and event.y_mm is not None:
        return event.x_mm, event.y_mm
    if event.kind == "strike" and event.ball:
        return _place(event.ball, stroke.before)
    if event.kind == "contact":
        for ball in event.balls:
            resting = _place(ball, stroke.before)
            first = next((e for e in stroke.events if e.kind == "contact" and ball in e.balls), None)
            if resting and first is event and ball != stroke.struck:
                other = next((p for p in paths if p.ball != ball and p.ball in event.balls), None)
                return _touching(resting, other, bed) if other else resting
    return None


def _touching(resting: Point, path: BallPath, bed: TableBed) -> Point:
    """The point of contact on a resting ball: towards the nearest point of the other's way."""
    near = min(path.points, key=lambda point: abs(_distance(point, resting) - bed.ball_diameter_mm))
    gap = _distance(near, resting)
    if gap < 1e-6:
        return resting
    half = bed.ball_diameter_mm / 2 / gap
    return resting[0] + (near[0] - resting[0]) * half, resting[1] + (near[1] - resting[1]) * half
