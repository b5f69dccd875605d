"""Films for the records: of the moments in doubt, of strokes with a foul or a question, and drawn ones on request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np

from callshot.calibration.table import TableGeometry
from callshot.hardware.clip_ring import ClipRing, Window
from callshot.hardware.clips import ClipStore, Draw
from callshot.hardware.frame import Frame
from callshot.tracker.moments import moments_of
from callshot.tracker.overlay import Overlay, Told
from callshot.tracker.session import Record

LEAD_S: Final = 1.0
"""A film begins so long before the strike: the stance and the layout are part of the question."""

RAIL_MM: Final = 150.0
"""What a film shows beyond the noses: the rail with its diamonds, not who stands there."""

REMEMBERED: Final = 8
"""Strokes that can still be drawn; the ring is shorter than that many."""


class Films:
    """`add` every frame; `mark` every record before it is written: it then names its film."""

    def __init__(
        self, ring: ClipRing, store: ClipStore, table: TableGeometry | None = None, ball_diameter_mm: float = 57.15
    ) -> None:
        """table: as the frames show it, needed for drawn films only."""
        self._ring, self._store = ring, store
        self._table, self._radius_mm = table, ball_diameter_mm / 2
        self._strokes: dict[int, Record] = {}
        self._ways: dict[int, Record] = {}
        self._whole: dict[int, str] = {}
        self._facts: dict[tuple[int, str], str] = {}

    def add(self, frame: Frame, *, moving: bool) -> None:
        """One frame on."""
        self._ring.add(frame, moving=moving)

    def remember(self, record: Record) -> None:
        """A record that films may be of."""
        if record["type"] == "stroke":
            self._strokes[int(record["number"])] = record
        elif record["type"] == "paths":
            self._ways[int(record["of"])] = record
        for known in (self._strokes, self._ways, self._whole):
            for number in sorted(known)[:-REMEMBERED]:
                del known[number]
        self._facts = {k: v for k, v in self._facts.items() if k[0] in self._strokes}

    def mark(self, record: Record, now_s: float) -> None:
        """Put `clip` into a stroke's doubts, a question, a ruling with a foul. Secrets get none."""
        kind, of = record["type"], record.get("of")
        if record.get("private_to"):
            return
        if kind == "stroke" and record.get("uncertain"):
            self._mark_doubts(record, now_s)
        elif kind == "question" and self._strokes:
            number = of if isinstance(of, int) and of in self._strokes else max(self._strokes)
            _name(record, self._facts.get((number, str(record.get("about")))) or self.whole(number, now_s))
        elif kind == "ruling" and record.get("fouls") and isinstance(of, int):
            _name(record, self.whole(of, now_s))

    def whole(self, number: int | None = None, now_s: float = 0.0, *, drawn: bool = False) -> str | None:
        """The film of a stroke, of the latest if no number is given; None where no pictures are left of it.

        drawn: with paths and contacts; always a film of its own.
        """
        number = max(self._strokes, default=None) if number is None else number
        if number is None or number not in self._strokes:
            return None
        if number in self._whole and not drawn:
            return self._whole[number]
        stroke = self._strokes[number]
        start = float(stroke.get("t_start") or stroke["t"]) - LEAD_S
        draw = self._draw(number) if drawn else None
        what = f"stroke{number}-drawn" if draw is not None else f"stroke{number}"
        name = self._store.save(self._ring.between(start, now_s), what, draw)
        if name is not None and draw is None:
            self._whole[number] = name
        return name

    def _mark_doubts(self, record: Record, now_s: float) -> None:
        number = int(record["number"])
        record["uncertain"] = [dict(u) for u in record["uncertain"]]
        for moment in moments_of(record):
            pictures = self._ring.between(moment.start_s, min(moment.end_s, now_s))
            name = self._store.save(pictures, f"stroke{number}-{moment.facts[0]}")
            if name is None:
                continue
            for doubt in record["uncertain"]:
                if doubt["fact"] in moment.facts:
                    doubt["clip"] = self._facts[number, doubt["fact"]] = name

    def _draw(self, number: int) -> Draw | None:
        if self._table is None:
            return None
        overlay = Overlay(on_clip(self._table, self._ring), self._radius_mm)
        balls: Mapping[str, Any] = self._ways.get(number, {}).get("balls", {})
        ways = {k: [(p[0], p[1], p[2]) for p in v] for k, v in balls.items()}
        overlay.strokes.append(Told(self._strokes[number], ways))
        return overlay.draw


def _name(record: Record, clip: str | None) -> None:
    if clip is not None:
        record["clip"] = clip


def on_clip(table: TableGeometry, ring: ClipRing) -> TableGeometry:
    """The same table as it is seen in the ring's pictures, which are cut and made smaller."""
    (left, top, right, bottom), (width, height) = ring.box, ring.size
    sx, sy = width / (right - left), height / (bottom - top)
    to_clip = np.array([[sx, 0, (0.5 - left) * sx - 0.5], [0, sy, (0.5 - top) * sy - 0.5], [0, 0, 1.0]])
    camera = replace(table.camera, image_size=(width, height), matrix=to_clip @ table.camera.matrix)
    return replace(table, camera=camera)


def window_of(table: TableGeometry) -> Window:
    """The part of the picture that clips may show."""
    half_w, half_l = table.width_mm / 2 + RAIL_MM, table.length_mm / 2 + RAIL_MM
    corners = np.array([[-half_w, -half_l], [half_w, -half_l], [half_w, half_l], [-half_w, half_l]])
    width, height = table.camera.image_size
    return Window(table.camera.image_from_table(corners, table.rail_height_mm), int(width), int(height))
