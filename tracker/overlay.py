"""Paths, contacts and the ruling drawn over a picture of the camera, at one moment."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Image
from callshot.rules.records import read_event
from callshot.rules.vocabulary import label_of
from callshot.tracker.announce import Context
from callshot.tracker.announce.answers import event_text
from callshot.tracker.ball_look import colour_of
from callshot.tracker.diagram_canvas import capital, put_text, text_width, wrap
from callshot.tracker.label_places import Box, label_box

MARK_S = 1.2
"""How long a contact's mark stands."""
BANNER_S = 6.0
"""How long a ruling stands under the picture."""
RING_PX = 11.0
"""A mark's ring with its line, to each side."""
SURE = 0.5
"""Less likely than not is doubtful, whether a record lists the doubt or not."""
CROWD = 4
"""Where more balls roll at once, only the struck ball's events, pockets and the like are written; rings tell more.
"""
_FIX = 4
_WHITE = (255, 255, 255)
_DOUBT = (150, 150, 150)
_DARK = (20, 22, 26)

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Told:
    """One stroke as the records tell it: its record, the ways of the balls, what was said of it and when."""

    stroke: Mapping[str, Any]
    paths: Mapping[str, Sequence[Point]]
    said: str = ""
    said_s: float = 0.0


class Overlay:
    """Everything that may be drawn on the pictures of one recording."""

    def __init__(self, table: TableGeometry, ball_radius_mm: float) -> None:
        self.table = table
        self.ball_radius_mm = ball_radius_mm
        self.strokes: list[Told] = []
        self.language = "en"
        self.words = Context().words
        corners = self.table.nose_corners_mm
        around = np.concatenate([np.linspace(corners[k], corners[(k + 1) % 4], 16, endpoint=False) for k in range(4)])
        self._outline = self._px(around, self.table.nose_height_mm)

    def draw(self, image: Image, t_s: float) -> Image:
        """A new picture with all that had happened by `t_s`."""
        out = np.ascontiguousarray(image).copy()
        cv2.polylines(out, [_fixed(self._outline)], True, (180, 180, 180), 1, cv2.LINE_AA, _FIX)
        told = next((s for s in reversed(self.strokes) if s.stroke["t_start"] <= t_s), None)
        if told is not None:
            self._ways(out, told, t_s)
            self._marks(out, told, t_s)
            if told.said and told.said_s <= t_s < told.said_s + BANNER_S:
                banner(out, told.said)
        return out

    def _px(self, points_mm: Any, height_mm: float) -> NDArray[np.float64]:
        return self.table.camera.image_from_table(np.asarray(points_mm, np.float64), height_mm)

    def _ways(self, out: Image, told: Told, t_s: float) -> None:
        for ball, points in told.paths.items():
            past = way_until(points, t_s)
            if not past:
                continue
            r, g, b = colour_of(label_of(ball))
            way = self._px(past, self.ball_radius_mm)
            if len(past) > 1:
                cv2.polylines(out, [_fixed(way)], False, _DARK, 4, cv2.LINE_AA, _FIX)
                cv2.polylines(out, [_fixed(way)], False, (b, g, r), 2, cv2.LINE_AA, _FIX)
            radius = self._radius_px(past[-1])
            centre = _fixed(way[-1:])[0]
            cv2.circle(
                out, (int(centre[0]), int(centre[1])), round(radius * 1.25 * 2**_FIX), (b, g, r), 2, cv2.LINE_AA, _FIX
            )

    def _marks(self, out: Image, told: Told, t_s: float) -> None:
        where = {b["id"]: (b["x"], b["y"]) for b in told.stroke.get("before") or []}
        size = max(15.0, out.shape[1] / 80)
        height, width = out.shape[:2]
        within = (0.0, 0.0, float(width), height - 2 * 1.45 * banner_size(width) - 12)  # the ruling stands below
        doubts = {u["fact"] for u in told.stroke.get("uncertain") or []}
        balls = balls_at(told, t_s)
        crowded = sum(rolls for _, rolls in balls) > CROWD
        shown = []
        for k, event in reversed(
            list(enumerate(told.stroke["events"]))
        ):  # where texts would hide one another, the newest is read
            if 0.0 <= t_s - event["t"] < MARK_S and event["kind"] not in ("strike", "head-string"):
                at = _place(event, told.paths, where)
                if at is not None:
                    x, y = (float(v) for v in self._px([at], self.ball_radius_mm)[0])
                    sure = f"events[{k}]" not in doubts and event.get("confidence", 1.0) >= SURE
                    shown.append((event, x, y, sure))
        taken: list[Box] = [(x - RING_PX, y - RING_PX, x + RING_PX, y + RING_PX) for _, x, y, _ in shown]
        for at, _ in balls:
            (x, y), radius = self._px([at], self.ball_radius_mm)[0], self._radius_px(at)
            taken.append((x - radius, y - radius, x + radius, y + radius))
        for _, x, y, sure in shown:
            cv2.circle(out, (round(x), round(y)), 9, _WHITE if sure else _DOUBT, 2 if sure else 1, cv2.LINE_AA)
        for event, x, y, sure in shown:
            if crowded and event["kind"] in ("contact", "cushion") and not _of(event, told.stroke.get("struck")):
                continue
            text = capital(event_text(read_event(event, "stroke"), self.language, self.words))
            text += "" if sure else " (?)"
            box = label_box((x, y), text_width(text, size, 700), 1.3 * size, within, taken)
            if box is not None:
                taken.append(box)
                left, line = round(box[0]), round(box[1] + size)
                put_text(out, text, (left + 1, line + 1), size, _DARK, 700)
                put_text(out, text, (left, line), size, _WHITE if sure else _DOUBT, 700)

    def _radius_px(self, at_mm: tuple[float, float]) -> float:
        return float(self.table.camera.scale_px_per_mm([at_mm])[0]) * self.ball_radius_mm


def balls_at(told: Told, t_s: float) -> list[tuple[tuple[float, float], bool]]:
    """Where each ball of a stroke is at a moment, mm, and whether it rolls."""
    out = []
    for ball in told.stroke.get("before") or []:
        points = told.paths.get(ball["id"]) or []
        past = way_until(points, t_s)
        at = past[-1] if past else (float(ball["x"]), float(ball["y"]))
        out.append((at, bool(past) and t_s < points[-1][0]))
    return out


def _of(event: Mapping[str, Any], ball: Any) -> bool:
    return ball is not None and (event.get("ball") == ball or ball in (event.get("balls") or ()))


def way_until(points: Sequence[Point], t_s: float) -> list[tuple[float, float]]:
    """The way gone by `t_s`, mm. Points on a straight way were left out: there the ball is put where it must have been.

    Before the last point it rolls out, ever slower; between two others it is taken to keep its speed.
    """
    k = bisect_right(points, t_s, key=lambda p: p[0])
    past = [(x, y) for _, x, y in points[:k]]
    if 0 < k < len(points):
        (t0, x0, y0), (t1, x1, y1) = points[k - 1], points[k]
        share = (t_s - t0) / (t1 - t0)
        if k == len(points) - 1:
            share = 1 - (1 - share) ** 2
        past.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
    return past


def _place(event: Mapping[str, Any], paths: Mapping[str, Sequence[Point]], rest: Mapping[str, Any]) -> Any:
    """Where an event happened, mm."""
    if "x" in event:
        return event["x"], event["y"]
    for ball in event.get("balls") or [event.get("ball")]:
        points = paths.get(ball)
        if points:
            t, x, y = np.array(points).T
            return float(np.interp(event["t"], t, x)), float(np.interp(event["t"], t, y))
    return rest.get(event.get("ball") or "")


def banner_size(width_px: int) -> float:
    """How large the ruling is written under a picture of that width, px."""
    return max(13.0, width_px / 56)


def banner(out: Image, text: str) -> None:
    """A line or two of text at the foot of the picture."""
    height, width = out.shape[:2]
    size = banner_size(width)
    lines = wrap(text, size, width - 40)[:2]
    top = height - round(size * 1.45 * len(lines)) - 12
    out[top:] = (out[top:] * 0.25).astype(np.uint8)
    for k, line in enumerate(lines):
        x = round((width - text_width(line, size, 500)) / 2)
        put_text(out, line, (max(10, x), top + round(size * (1.2 + 1.45 * k))), size, _WHITE, 500)


def _fixed(points_px: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.asarray(np.round(points_px * 2**_FIX), np.int32)
