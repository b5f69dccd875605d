"""A stroke's picture: what is drawn, where, and that no text can break it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from callshot.rules.records import ruling_record, stroke_record
from callshot.rules.ruling import Foul, Ruling, Spot
from callshot.rules.vocabulary import Ball, Stroke, StrokeEvent, Uncertain
from callshot.tracker import diagram
from callshot.tracker.announce import Context, Table
from callshot.tracker.diagram import draw_stroke
from callshot.tracker.diagram_canvas import text_width, wrap
from callshot.tracker.stroke_paths import TableBed, ball_paths, event_place

TABLE = Table(2540.0, 1270.0)
BED = TableBed(2540.0, 1270.0)
STROKE = Stroke(
    3, 1.0, 4.0, "cue", "5",
    events=(
        StrokeEvent(1.0, "strike", ball="cue"),
        StrokeEvent(1.4, "contact", balls=("cue", "5")),
        StrokeEvent(1.9, "pocket", ball="5", pocket="foot-left"),
        StrokeEvent(2.2, "cushion", ball="cue", cushion="foot", x_mm=100.0, y_mm=1241.0),
    ),
    before=(Ball("cue", "cue", 0.0, -600.0), Ball("5", "5", 0.0, 300.0), Ball("11", "11", -300.0, 0.0)),
    after=(Ball("cue", "cue", 150.0, 900.0), Ball("11", "11", -300.0, 0.0)),
)  # fmt: skip
FOUL = Ruling(3, False, (Foul("scratch", "FI-4.1.3"),), (Spot("9", 0.0, 635.0),))
WIDTH = 700


def pixel(image: np.ndarray, x_mm: float, y_mm: float) -> tuple[int, ...]:
    """BGR at a place of the table."""
    scale = (WIDTH - 48) / (2540 + 360)
    row = 24 + (1270 + 360) * scale / 2 + x_mm * scale
    return tuple(int(v) for v in image[round(row), round(WIDTH / 2 + y_mm * scale)])


def test_balls_lie_where_they_came_to_rest() -> None:
    image = draw_stroke(STROKE, FOUL, TABLE, width_px=WIDTH)
    assert image.shape[1:] == (WIDTH, 3)
    assert image.dtype == np.uint8
    cloth = pixel(image, -200.0, -900.0)
    assert min(pixel(image, 162.0, 900.0)) > 200  # the cue ball is white
    assert pixel(image, -300.0, 0.0) != cloth
    assert pixel(image, 400.0, 0.0) == cloth


def test_a_tracked_way_is_drawn_whole_and_a_guessed_one_dashed() -> None:
    points = {"cue": [(1.0, 400.0, -900.0 + 10 * i) for i in range(120)]}
    places = range(-850, 250, 4)

    def covered(image: np.ndarray) -> float:
        cloth = pixel(image, 250.0, -100.0)
        return float(np.mean([pixel(image, 400.0, y) != cloth for y in places]))

    assert covered(draw_stroke(STROKE, None, TABLE, points, width_px=WIDTH)) == 1.0
    assert covered(draw_stroke(STROKE, None, TABLE, width_px=WIDTH)) < 0.05  # only the head string crosses here
    straight = replace(
        STROKE,
        events=(),
        before=(Ball("cue", "cue", 400.0, -900.0),),
        after=(Ball("cue", "cue", 400.0, 300.0),),
    )
    assert 0.3 < covered(draw_stroke(straight, None, TABLE, width_px=WIDTH)) < 0.95


def test_a_ball_to_be_spotted_is_ringed_at_its_place() -> None:
    ringed = draw_stroke(STROKE, FOUL, TABLE, width_px=WIDTH)
    bare = draw_stroke(STROKE, replace(FOUL, spot=()), TABLE, width_px=WIDTH)
    assert pixel(ringed, 35.0, 635.0) != pixel(bare, 35.0, 635.0)
    assert pixel(ringed, 35.0, 635.0)[2] > 200


def test_records_draw_what_their_values_draw() -> None:
    values = draw_stroke(STROKE, FOUL, TABLE, width_px=WIDTH)
    records = draw_stroke(stroke_record(STROKE), ruling_record(FOUL, 4.0), TABLE, width_px=WIDTH)
    assert np.array_equal(values, records)


def test_what_is_uncertain_looks_uncertain() -> None:
    doubtful = replace(STROKE, uncertain=(Uncertain("events[2]", (None, {"pocket": "foot-left"})),))
    assert not np.array_equal(
        draw_stroke(STROKE, None, TABLE, width_px=WIDTH), draw_stroke(doubtful, None, TABLE, width_px=WIDTH)
    )


@pytest.mark.parametrize("name", ["🎱", "x" * 200, "Őäű 中文", "a\nb", "{ $p }", "\u202eevil", ""])
@pytest.mark.parametrize("language", ["en", "fi", "hu"])
def test_no_name_breaks_the_picture(name: str, language: str) -> None:
    context = Context("9ball-fi", ("Ann", name), name)
    image = draw_stroke(STROKE, FOUL, TABLE, context=context, language=language, width_px=WIDTH)
    margin = image[-int(image.shape[0] * 0.2) :, -12:]
    assert margin.min() > 200  # no letter runs out of the sheet


def test_lines_are_wrapped_to_the_width() -> None:
    lines = wrap("Foul by Ann: wrong ball first " * 4 + "y" * 300, 20.0, 300.0)
    assert len(lines) > 5
    assert all(text_width(line, 20.0) <= 300.0 for line in lines)


def test_ways_from_events_stop_a_diameter_short_of_the_ball_that_is_hit() -> None:
    ways = {path.ball: path for path in ball_paths(STROKE, BED)}
    assert set(ways) == {"cue", "5"}
    assert ways["cue"].points[1] == pytest.approx((0.0, 300.0 - 57.15))
    assert ways["5"].points == ((0.0, 300.0), BED.pocket_mm("foot-left"))
    contact = STROKE.events[1]
    assert event_place(contact, STROKE, BED, list(ways.values())) == pytest.approx((0.0, 300.0 - 57.15 / 2))


def test_a_stroke_without_positions_still_has_its_picture() -> None:
    bare = replace(STROKE, before=None, after=None)
    assert draw_stroke(bare, FOUL, TABLE, width_px=WIDTH).shape[1] == WIDTH


@pytest.mark.parametrize("language", ["en", "fi", "hu"])
def test_what_the_list_of_a_break_leaves_out_is_counted(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(diagram, "_write", lambda _, lines, *__: told.extend(line[0] for line in lines))
    crowd = tuple(StrokeEvent(1.5 + k / 50, "contact", balls=("5", "11")) for k in range(20))
    draw_stroke(replace(STROKE, events=(*STROKE.events, *crowd)), None, TABLE, language=language, width_px=WIDTH)
    draw_stroke(STROKE, None, TABLE, language=language, width_px=WIDTH)
    whole, plain = told
    assert " 20 " in whole.split(" · ")[-1] and len(whole.split(" · ")) == len(plain.split(" · ")) + 1
