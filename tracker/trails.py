"""The ways of the balls during one stroke, as they were seen: for the page, the diagrams and the annotated film."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from callshot.tracker.track.state import TableState

Point = tuple[float, float, float]
"""(t_s, x_mm, y_mm)."""

FLAT_MM = 2.0
"""A point nearer than this to where its neighbours put the ball at its time is left out: finer than anybody sees."""
MOST_POINTS = 20_000
"""A stroke of a minute and a half with all balls rolling; more is a camera that has gone mad."""


class Trails:
    """Collects while the balls roll; `take` gives and forgets."""

    def __init__(self) -> None:
        self._points: dict[int, list[Point]] = {}
        self._count = 0

    def note(self, state: TableState) -> None:
        """One frame on: where each ball was seen that isn't at rest, and the last place of one that is."""
        if not state.fresh:
            return
        for track in state.tracks:
            if track.seen is None or track.life == "tentative":
                continue
            point = (state.t_s, float(track.position_mm[0]), float(track.position_mm[1]))
            points = self._points.setdefault(track.key, [])
            if track.resting and points:
                points[-1] = point if len(points) == 1 else points[-1]
                continue
            if self._count < MOST_POINTS:
                points.append(point)
                self._count += 1

    def take(self, name: Callable[[int], str | None]) -> dict[str, list[Point]]:
        """Ball id -> points of every ball that moved; then a new stroke begins."""
        out = {}
        for key, points in self._points.items():
            ball = name(key)
            if ball is not None and _length_mm(points) > 5.0:
                out[ball] = thinned(points)
        self._points.clear()
        self._count = 0
        return out


def _length_mm(points: list[Point]) -> float:
    if not points:
        return 0.0
    xs, ys = [p[1] for p in points], [p[2] for p in points]
    return math.hypot(max(xs) - min(xs), max(ys) - min(ys))


def thinned(points: list[Point], flat_mm: float = FLAT_MM) -> list[Point]:
    """Without the points where a straight, even way between those that stay puts the ball anyhow.

    Douglas and Peucker's way, distances taken at the same time: a ball that slows down on a line keeps its pace.
    """
    rows = np.array(points)
    keep = [False] * len(points)
    if points:
        keep[0] = keep[-1] = True
    spans = [(0, len(points) - 1)]
    while spans:
        a, b = spans.pop()
        if b - a < 2:
            continue
        first, between, last = rows[a], rows[a + 1 : b], rows[b]
        span = last[0] - first[0]
        part = (between[:, :1] - first[0]) / span if span > 0 else 0.0
        off = between[:, 1:] - first[1:] - part * (last[1:] - first[1:])
        far = np.hypot(off[:, 0], off[:, 1])
        k = int(far.argmax())
        if far[k] > flat_mm:
            where = a + 1 + k
            keep[where] = True
            spans += [(a, where), (where, b)]
    return [p for p, kept in zip(points, keep, strict=True) if kept]


def paths_record(number: int, t_s: float, trails: dict[str, list[Point]]) -> dict[str, Any]:
    """A `paths` record: an extension of the stream, see docs/RECORDS.md."""
    return {
        "type": "paths",
        "t": round(t_s, 5),
        "of": number,
        "balls": {ball: [[round(t, 4), round(x, 1), round(y, 1)] for t, x, y in p] for ball, p in trails.items()},
    }
