"""One picture a stroke: the table from above, every way, contact, cushion and pocket in order, the ruling under it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

import numpy as np

from callshot.rules.records import read_stroke
from callshot.rules.ruling import Ruling
from callshot.rules.vocabulary import Ball, Stroke, StrokeEvent, label_of
from callshot.tracker.announce import Context, explain
from callshot.tracker.announce.answers import event_text
from callshot.tracker.announce.catalogues import tell
from callshot.tracker.ball_look import colour_of, is_striped, mark_of
from callshot.tracker.diagram_canvas import Canvas, Image, capital, new_canvas, wrap
from callshot.tracker.stroke_paths import BallPath, TableBed, ball_paths, event_place

Points = Mapping[str, Sequence[tuple[float, float, float]]]
Place = tuple[float, float]
Mark = tuple[int, StrokeEvent, Place, Place]
"""An event's number in the text, the event, where it happened, where its number stands, mm."""

_PAPER: Final = (246, 244, 239)
_INK: Final = (32, 36, 40)
_SOFT_INK: Final = (104, 108, 112)
_RED: Final = (178, 34, 34)
_GREEN: Final = (24, 112, 64)
_WOOD: Final = (92, 58, 36)
_WOOD_EDGE: Final = (64, 40, 24)
_NOSE: Final = (18, 84, 96)
_CLOTH: Final = (34, 116, 130)
_CLOTH_LINE: Final = (70, 146, 158)
_HOLE: Final = (16, 16, 18)
_WHITE: Final = (255, 255, 255)
_CUSHION_MM: Final = 50.0
_RAIL_MM: Final = 130.0
_SHOWN_KINDS: Final = ("contact", "cushion", "pocket", "off-table", "jump", "return", "touch")
MARK_MM: Final = 46.0
"""The side of a number's square."""

MARK_APART_MM: Final = (MARK_MM + 8) * math.sqrt(2)
"""So far apart squares don't touch, whichever way one lies from the other."""

DOT_MM: Final = 9.0
"""What a number belongs to is a dot of this radius."""

RINGS: Final = 16
TURNS: Final = tuple(
    math.radians(degrees) for degrees in (225, 135, 315, 45, 180, 0, 270, 90, 202, 158, 22, 338, 248, 292, 112, 68)
)
"""Where a number is tried round its dot: aslant first, off the balls' ways along the table; rings half a ball apart."""

_MANY: Final = 16
"""More numbered marks than this hide the table."""


class TableLike(Protocol):
    """Whatever knows the bed's size."""

    @property
    def length_mm(self) -> float: ...

    @property
    def width_mm(self) -> float: ...


def draw_stroke(
    stroke: Stroke | Mapping[str, Any],
    ruling: Ruling | Mapping[str, Any] | None,
    table: TableLike,
    path_points: Points | None = None,
    *,
    context: Context | None = None,
    language: str = "en",
    ball_diameter_mm: float = 57.15,
    width_px: int = 1400,
) -> Image:
    """(h, width_px, 3) uint8 BGR. path_points: ball id -> (t_s, x_mm, y_mm); without it ways run from event to event.

    Raises RecordError for a stroke record that can't be read, CatalogueError for an unknown language.
    """
    played = stroke if isinstance(stroke, Stroke) else read_stroke(stroke)
    bed = TableBed(table.length_mm, table.width_mm, ball_diameter_mm)
    context = context or Context()
    paths = ball_paths(played, bed, path_points)
    shown = _worth_showing(played)
    lines = _texts(played, ruling, shown, context, language)
    canvas = _sheet(bed, width_px, lines)
    _draw_table(canvas, bed)
    _draw_paths(canvas, paths, played, bed)
    _draw_balls(canvas, played, paths, bed)
    marks = mark_places(shown, played, bed, paths, path_points or {}, [(x, y) for _, x, y in _spots(ruling)])
    _draw_marks(canvas, marks, played)
    _draw_spots(canvas, ruling, bed)
    _write(canvas, lines, width_px, bed)
    return canvas.finished()


# ------------------------------------------------------------------------------------------------ the sheet

_Line = tuple[str, float, tuple[int, int, int], int]
"""Text, size in px, colour, weight."""


def _texts(
    stroke: Stroke, ruling: Ruling | Mapping[str, Any] | None, shown: Sequence[StrokeEvent], context: Context, lang: str
) -> list[_Line]:
    lines: list[_Line] = []
    if ruling is not None:
        legal = ruling.legal if isinstance(ruling, Ruling) else ruling.get("legal")
        status, colour = ("open", _INK) if legal is None else ("legal", _GREEN) if legal else ("foul", _RED)
        title = tell(lang, f"stroke-{status}", context.words, n=stroke.number)
        told = explain(ruling, context, (lang,))[0]["lines"]
        said = [str(line) for line in told] if isinstance(told, list) else []
        lines = [(title, 25.0, colour, 650), (" ".join(said), 20.0, _INK, 400)]
    steps = [
        f"{n}. {capital(event_text(e, lang, context.words))}{_doubt(stroke, e)}" for n, e in enumerate(shown, start=1)
    ]
    left = sum(event.kind in _SHOWN_KINDS for event in stroke.events) - len(shown)
    if left:
        steps.append(tell(lang, "more-events", context.words, n=left))
    return [*lines, (" · ".join(steps), 17.0, _SOFT_INK, 400)] if steps else lines


def _worth_showing(stroke: Stroke) -> list[StrokeEvent]:
    """All that happened; of a break only what a referee would tell: the first contact, the cue ball, the pockets."""
    events = [event for event in stroke.events if event.kind in _SHOWN_KINDS]
    if len(events) <= _MANY:
        return events
    first = next((event for event in events if event.kind == "contact"), None)
    return [
        event
        for event in events
        if event is first or event.kind not in ("contact", "cushion") or (event.ball == stroke.struck)
    ]


def _doubt(stroke: Stroke, event: StrokeEvent) -> str:
    return " (?)" if f"events[{stroke.events.index(event)}]" in {u.fact for u in stroke.uncertain} else ""


def _sheet(bed: TableBed, width_px: int, lines: Sequence[_Line]) -> Canvas:
    margin = 24.0
    outside = _CUSHION_MM + _RAIL_MM
    scale = (width_px - 2 * margin) / (bed.length_mm + 2 * outside)
    table_px = (bed.width_mm + 2 * outside) * scale
    text_px = sum(len(wrap(t, s, width_px - 2 * margin - 8)) * s * 1.45 for t, s, _, _ in lines)
    height = round(2 * margin + table_px + (text_px + 20 if lines else 0))
    return new_canvas(width_px, height, scale, (width_px / 2, margin + table_px / 2), _PAPER)


def _write(canvas: Canvas, lines: Sequence[_Line], width_px: int, bed: TableBed) -> None:
    margin = 28.0
    y = canvas.origin[1] + (bed.width_mm / 2 + _CUSHION_MM + _RAIL_MM) * canvas.scale + 14
    for text, size, colour, weight in lines:
        for part in wrap(text, size, width_px - 2 * margin):
            y += size * 1.45
            canvas.text(part, (margin, y - size * 0.35), size, colour, weight=weight)


# ------------------------------------------------------------------------------------------------ the table


def _box(half_x: float, half_y: float) -> list[tuple[float, float]]:
    return [(-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)]


def _draw_table(canvas: Canvas, bed: TableBed) -> None:
    w, h = bed.width_mm / 2, bed.length_mm / 2
    outside = _CUSHION_MM + _RAIL_MM
    canvas.polygon(_box(w + outside, h + outside), _WOOD_EDGE)
    canvas.polygon(_box(w + outside - 10, h + outside - 10), _WOOD)
    canvas.polygon(_box(w + _CUSHION_MM, h + _CUSHION_MM), _NOSE)
    canvas.polygon(_box(w, h), _CLOTH)
    canvas.line([(-w, -h / 2), (w, -h / 2)], _CLOTH_LINE, 4)
    canvas.line([(0, h / 2), (0, h)], _CLOTH_LINE, 3, dashed=True)
    for y in (-h / 2, 0.0, h / 2):
        canvas.circle((0, y), 8, _CLOTH_LINE)
    for i in range(1, 8):
        if i != 4:
            for side in (-1, 1):
                canvas.circle((side * (w + _CUSHION_MM + _RAIL_MM / 2), -h + i * h / 4), 9, (226, 214, 190))
    for i in range(1, 4):
        for side in (-1, 1):
            canvas.circle((-w + i * w / 2, side * (h + _CUSHION_MM + _RAIL_MM / 2)), 9, (226, 214, 190))
    for pocket in ("head-left", "head-right", "side-left", "side-right", "foot-left", "foot-right"):
        x, y = bed.pocket_mm(pocket)
        canvas.circle((x, y), 68 if "side" not in pocket else 62, _HOLE)


# ------------------------------------------------------------------------------------------------ what happened


def _draw_paths(canvas: Canvas, paths: Sequence[BallPath], stroke: Stroke, bed: TableBed) -> None:
    over = canvas.copy()
    for path in reversed(paths):  # the struck ball's way on top
        colour = colour_of(label_of(path.ball))
        dark = sum(colour) < 150
        over.line(path.points, _WHITE if dark else (20, 40, 46), 19, dashed=not path.tracked)
        over.line(path.points, colour, 11, dashed=not path.tracked)
    canvas.blend(over, 0.92)


def _draw_balls(canvas: Canvas, stroke: Stroke, paths: Sequence[BallPath], bed: TableBed) -> None:
    moved = {path.ball for path in paths}
    ghosts = canvas.copy()
    for ball in stroke.before or ():
        if ball.id in moved:
            _draw_ball(ghosts, ball, bed)
    canvas.blend(ghosts, 0.45)
    resting = stroke.after if stroke.after is not None else stroke.before
    for ball in resting or ():
        _draw_ball(canvas, ball, bed)


def _draw_ball(canvas: Canvas, ball: Ball, bed: TableBed) -> None:
    at, r = (ball.x_mm, ball.y_mm), bed.ball_diameter_mm / 2
    colour, striped, mark = colour_of(ball.label), is_striped(ball.label), mark_of(ball.label)
    canvas.circle((at[0] + 4, at[1] + 4), r, (18, 62, 70))
    canvas.circle(at, r, (24, 28, 30))
    canvas.circle(at, r - 2, _WHITE if striped else colour)
    if striped:
        canvas.polygon(_band(at, r - 2), colour)
    if mark:
        if ball.label != "crazy-cue":
            canvas.circle(at, r * (0.56 if len(mark) == 1 else 0.6), _WHITE)
        canvas.text_mm(mark, at, r * (0.92 if len(mark) == 1 else 0.8), (20, 20, 22))


def _band(at: tuple[float, float], r: float) -> list[tuple[float, float]]:
    """The stripe of a ball: what lies within 0.62 r of its middle line."""
    edge = math.asin(0.62)
    turns = [math.pi / 2 + edge * (2 * i / 12 - 1) for i in range(13)]
    turns += [turn + math.pi for turn in turns]
    return [(at[0] + r * math.cos(turn), at[1] + r * math.sin(turn)) for turn in turns]


def _draw_marks(canvas: Canvas, marks: Sequence[Mark], stroke: Stroke) -> None:
    for _, _, place, at in marks:
        canvas.line([place, at], _INK, 5)
        canvas.circle(place, DOT_MM, _INK)
    for number, event, _, at in marks:
        sure = not _doubt(stroke, event)
        canvas.polygon(_square(at, MARK_MM / 2 + 4), _INK)  # a square, for a circle with a number is a ball
        canvas.polygon(_square(at, MARK_MM / 2), _MARKS[event.kind] if sure else (120, 120, 120))
        canvas.text_mm(str(number) if sure else f"{number}?", at, 27 if sure else 22, _WHITE)


def _square(at: Place, half: float) -> list[Place]:
    return [(at[0] + sx * half, at[1] + sy * half) for sx, sy in ((-1, -1), (-1, 1), (1, 1), (1, -1))]


def mark_places(
    shown: Sequence[StrokeEvent], stroke: Stroke, bed: TableBed, paths: Sequence[BallPath], seen: Points,
    spots: Sequence[Place] = (),
) -> list[Mark]:  # fmt: skip
    """The numbers of events whose place is known. paths: the ways; seen: their points; spots: where balls go, mm.

    No number hides another, a ball, or a place where a ball is to be spotted.
    """
    resting = stroke.after if stroke.after is not None else stroke.before
    full = [(ball.x_mm, ball.y_mm) for ball in resting or ()] + list(spots)
    placed = [(n, e, event_place(e, stroke, bed, paths) or _between(e, seen)) for n, e in enumerate(shown, start=1)]
    dots = [place for _, _, place in placed if place is not None]
    out: list[Mark] = []
    for number, event, place in placed:
        if place is not None:
            at = _aside(place, [at for *_, at in out], full, dots, bed)
            out.append((number, event, place, at))
    return out


def _between(event: StrokeEvent, seen: Points) -> tuple[float, float] | None:
    """Where two rolling balls met, None where their ways were not seen."""
    places = [_seen_at(seen[ball], event.t_s) for ball in event.balls if seen.get(ball)]
    if not places:
        return None
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _seen_at(points: Sequence[tuple[float, float, float]], t_s: float) -> tuple[float, float]:
    t, x, y = zip(*points, strict=True)
    return float(np.interp(t_s, t, x)), float(np.interp(t_s, t, y))


_MARKS: Final = {"contact": (196, 84, 20), "cushion": (20, 92, 160), "pocket": (16, 110, 60),
                 "off-table": (170, 24, 40), "jump": (110, 50, 140), "return": (110, 50, 140),
                 "touch": (170, 24, 40)}  # fmt: skip


def _aside(place: Place, marks: Sequence[Place], full: Sequence[Place], dots: Sequence[Place], bed: TableBed) -> Place:
    """The nearest place for a number beside what it marks that is clear of other numbers and of what lies there."""
    half_x, half_y = bed.width_mm / 2 + 90, bed.length_mm / 2 + 90
    for ring in range(RINGS):
        far = bed.ball_diameter_mm * (1.4 + 0.5 * ring)
        for turn in TURNS:
            at = (place[0] + far * math.cos(turn), place[1] + far * math.sin(turn))
            if abs(at[0]) > half_x or abs(at[1]) > half_y:
                continue
            apart = all(math.dist(at, x) > MARK_APART_MM for x in marks)
            clear = all(math.dist(at, x) > MARK_MM * 0.71 + bed.ball_diameter_mm * 0.62 for x in full)
            if apart and clear and all(math.dist(at, x) > MARK_MM * 0.71 + DOT_MM for x in dots):
                return at
    return place


def _spots(ruling: Ruling | Mapping[str, Any] | None) -> list[tuple[str, float, float]]:
    """(ball, x, y) of what is to be spotted, mm."""
    if ruling is None:
        return []
    if isinstance(ruling, Ruling):
        return [(s.ball, s.x_mm, s.y_mm) for s in ruling.spot]
    return [(str(s["ball"]), float(s["x"]), float(s["y"])) for s in ruling.get("spot", ())]


def _draw_spots(canvas: Canvas, ruling: Ruling | Mapping[str, Any] | None, bed: TableBed) -> None:
    for ball, x, y in _spots(ruling):
        canvas.circle((x, y), bed.ball_diameter_mm / 2 + 7, (255, 236, 120), 7)
        mark = mark_of(label_of(ball))
        canvas.text_mm(mark, (x, y), 30, (255, 236, 120))
