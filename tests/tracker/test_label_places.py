"""Numbers on a stroke's picture and texts on a film hide nothing that is to be read."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

from callshot.calibration.by_hand import camera_from_corners
from callshot.calibration.table import TableGeometry
from callshot.rules.vocabulary import Ball, Stroke, StrokeEvent
from callshot.tracker import overlay
from callshot.tracker.announce import Table
from callshot.tracker.diagram import DOT_MM, MARK_MM, draw_stroke, mark_places
from callshot.tracker.label_places import Box, label_box, overlaps
from callshot.tracker.overlay import Overlay, Told, banner_size
from callshot.tracker.stroke_paths import TableBed, ball_paths

BALL_MM = 57.15
TABLE = Table(2540.0, 1270.0)
BED = TableBed(2540.0, 1270.0)


def crowded(seed: int) -> Stroke:
    """Sixteen balls lying close together, and sixteen things that happened among them."""
    rng = random.Random(seed)
    lying: list[Ball] = []
    while len(lying) < 16:
        x, y = rng.uniform(-300, 606), rng.uniform(300, 1241)
        if all(math.dist((x, y), (b.x_mm, b.y_mm)) > BALL_MM for b in lying):
            lying.append(Ball(f"{len(lying)}" if lying else "cue", f"{len(lying)}" if lying else "cue", x, y))
    events = [StrokeEvent(0.0, "strike", ball="cue")]
    for k in range(1, 9):
        events.append(
            StrokeEvent(0.2 * k, "cushion", ball=str(k), cushion="foot", x_mm=rng.uniform(0, 300), y_mm=1241.0)
        )
    events += [StrokeEvent(2.0 + k / 10, "pocket", ball=str(k), pocket="foot-right") for k in range(1, 7)]
    return Stroke(1, 0.0, 4.0, "cue", None, tuple(events), tuple(lying), tuple(lying))


@pytest.mark.parametrize("seed", range(12))
def test_numbers_hide_neither_each_other_nor_balls_nor_spots(seed: int) -> None:
    stroke = crowded(seed)
    spots = [(0.0, 635.0), (0.0, 700.0)]
    marks = mark_places(stroke.events[1:], stroke, BED, ball_paths(stroke, BED), {}, spots)
    assert [number for number, *_ in marks] == list(range(1, 15))
    half = MARK_MM / 2
    for k, (_, _, _, at) in enumerate(marks):
        for _, _, _, other in marks[:k]:
            assert max(abs(at[0] - other[0]), abs(at[1] - other[1])) >= MARK_MM, (seed, k)
        for _, _, dot, _ in marks:
            gap = [max(0.0, abs(at[0] - dot[0]) - half), max(0.0, abs(at[1] - dot[1]) - half)]
            assert math.hypot(*gap) >= DOT_MM - 1, (seed, k)
        for ball in stroke.after or ():
            gap = [max(0.0, abs(at[0] - ball.x_mm) - half), max(0.0, abs(at[1] - ball.y_mm) - half)]
            assert math.hypot(*gap) >= BALL_MM / 2, (seed, k, ball)
        for x, y in spots:
            gap = [max(0.0, abs(at[0] - x) - half), max(0.0, abs(at[1] - y) - half)]
            assert math.hypot(*gap) >= BALL_MM / 2, (seed, k)


def test_an_event_that_has_no_place_keeps_its_number_in_the_text() -> None:
    cushion = StrokeEvent(2.2, "cushion", ball="cue", cushion="foot", x_mm=100.0, y_mm=1241.0)
    shown = (StrokeEvent(1.5, "off-table", ball="7"), StrokeEvent(1.9, "pocket", ball="5", pocket="foot-left"), cushion)
    lying = (Ball("cue", "cue", 0.0, -600.0), Ball("5", "5", 0.0, 300.0))
    stroke = Stroke(1, 0.0, 4.0, "cue", None, (StrokeEvent(0.0, "strike", ball="cue"), *shown), lying, lying)
    marks = mark_places(shown, stroke, BED, ball_paths(stroke, BED), {})
    assert [(number, event.kind) for number, event, *_ in marks] == [(2, "pocket"), (3, "cushion")]
    assert draw_stroke(stroke, None, TABLE).shape[2] == 3


def test_a_text_stands_beside_its_place_and_clear_of_others() -> None:
    within: Box = (0.0, 0.0, 400.0, 300.0)
    taken: list[Box] = []
    for _ in range(4):
        box = label_box((200.0, 150.0), 80.0, 20.0, within, taken)
        assert box is not None and not any(overlaps(box, other) for other in taken)
        assert math.dist((max(box[0], min(200.0, box[2])), max(box[1], min(150.0, box[3]))), (200.0, 150.0)) < 20
        taken.append(box)
    assert label_box((200.0, 150.0), 80.0, 20.0, within, [within]) is None
    edge = label_box((395.0, 5.0), 80.0, 20.0, within, [])
    assert edge is not None and edge[2] <= 395 and edge[1] >= 0


def test_texts_of_a_film_keep_clear_of_rings_the_edge_and_the_ruling(monkeypatch: pytest.MonkeyPatch) -> None:
    corners = np.array([[60.0, 40.0], [60.0, 200.0], [380.0, 200.0], [380.0, 40.0]]) * 2
    table = TableGeometry(
        camera_from_corners(corners, 2540.0, 1270.0, 37.0, (880, 480)), "left", 2540.0, 1270.0, 37.0, 45.0, {}, 1.0
    )
    boxes: list[Box] = []

    def drawn(out: Any, text: str, at: tuple[int, int], size: float, colour: Any, weight: int = 400) -> None:
        if colour == (255, 255, 255) and weight == 700:
            boxes.append((at[0], at[1] - size, at[0] + overlay.text_width(text, size, 700), at[1] + 0.3 * size))

    monkeypatch.setattr(overlay, "put_text", drawn)
    events = [
        {
            "t": 1.0 + k / 20,
            "kind": "cushion",
            "ball": str(k + 1),
            "cushion": "foot",
            "x": 30.0 * k - 560.0,
            "y": 1241.0,
        }
        for k in range(9)
    ]
    film = Overlay(table, BALL_MM / 2)
    film.strokes.append(Told({"t_start": 0.5, "t": 3.0, "before": [], "events": events}, {}))
    film.draw(np.zeros((480, 880, 3), np.uint8), 1.6)
    assert len(boxes) >= 4
    for k, box in enumerate(boxes):
        assert not any(overlaps(box, other) for other in boxes[:k])
        assert box[0] >= 0 and box[2] <= 880 and box[1] >= 0 and box[3] <= 480 - 2 * 1.45 * banner_size(880)


def film_of(events: list[dict[str, Any]], rolling: int, monkeypatch: pytest.MonkeyPatch, **more: Any) -> list[str]:
    """The texts drawn at 1.6 s over a stroke in which so many balls roll."""
    corners = np.array([[60.0, 40.0], [60.0, 200.0], [380.0, 200.0], [380.0, 40.0]]) * 2
    camera = camera_from_corners(corners, 2540.0, 1270.0, 37.0, (880, 480))
    texts: list[str] = []

    def drawn(out: Any, text: str, at: tuple[int, int], size: float, colour: Any, weight: int = 400) -> None:
        if colour != overlay._DARK:
            texts.append(text)

    monkeypatch.setattr(overlay, "put_text", drawn)
    film = Overlay(TableGeometry(camera, "left", 2540.0, 1270.0, 37.0, 45.0, {}, 1.0), BALL_MM / 2)
    paths = {str(k): [(1.0, 100.0 * k - 500, 0.0), (3.0, 100.0 * k - 500, 900.0)] for k in range(1, rolling + 1)}
    before = [{"id": ball, "label": ball, "x": way[0][1], "y": way[0][2]} for ball, way in paths.items()]
    film.strokes.append(Told({"t_start": 0.5, "struck": "cue", "before": before, "events": events, **more}, paths))
    film.draw(np.zeros((480, 880, 3), np.uint8), 1.6)
    return texts


def test_a_film_says_what_is_doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    events = [{"t": 1.5, "kind": "contact", "balls": ["cue", "1"], "confidence": c} for c in (0.9, 0.25)]
    events[0]["t"] = 1.0
    for k, doubts in ((1, []), (0, [{"fact": "events[0]", "candidates": [None]}])):
        texts = film_of([events[k]], 1, monkeypatch, uncertain=doubts)
        assert len(texts) == 1 and texts[0].endswith("(?)")
    assert not film_of([events[0]], 1, monkeypatch)[0].endswith("(?)")


def test_a_film_writes_less_while_many_balls_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds: list[dict[str, Any]] = [
        {"kind": "contact", "balls": ["cue", "1"]}, {"kind": "contact", "balls": ["1", "2"]},
        {"kind": "cushion", "ball": "2", "cushion": "foot", "x": 300.0, "y": 1241.0},
        {"kind": "pocket", "ball": "3", "pocket": "foot-left"},
    ]  # fmt: skip
    events = [{"t": 1.2 + k / 10, "confidence": 1.0, **kind} for k, kind in enumerate(kinds)]
    few, many = film_of(events, 3, monkeypatch), film_of(events, 9, monkeypatch)
    assert len(few) == 4 and len(many) == 2 and set(many) < set(few)


def test_a_ball_of_a_film_is_not_written_over() -> None:
    told = Told({"before": [{"id": "1", "x": 0.0, "y": 0.0}, {"id": "2", "x": 50.0, "y": 9.0}]},
                {"1": [(1.0, 0.0, 0.0), (2.0, 0.0, 800.0), (3.0, 0.0, 900.0)]})  # fmt: skip
    assert overlay.balls_at(told, 1.5) == [((0.0, 400.0), True), ((50.0, 9.0), False)]
    assert overlay.balls_at(told, 3.5)[0] == ((0.0, 900.0), False)
