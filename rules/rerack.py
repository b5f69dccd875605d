"""14.1 when the 14th ball is down: what is racked, and where the 15th ball and the cue ball go (FI-10.4, table 4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Final, Literal

from callshot.rules.game import Setting
from callshot.rules.vocabulary import Ball

Where = Literal["rack", "head-spot", "kitchen", "elsewhere", "pocketed"]
Spot = Literal["head_spot", "centre_spot"]
WORDS: Final[tuple[Where, ...]] = ("rack", "head-spot", "kitchen", "elsewhere", "pocketed")
TOUCHING_MM: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Rerack:
    """How play goes on: balls racked, where the 15th and the cue ball are put (None: as they lie), and the clause."""

    racked: int
    clause: str
    ball_to: Spot | None = None
    cue_to: Spot | None = None
    cue_in_kitchen: bool = False


def _to_segment(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    ax, ay = b[0] - a[0], b[1] - a[1]
    along = ((p[0] - a[0]) * ax + (p[1] - a[1]) * ay) / (ax * ax + ay * ay)
    k = min(1.0, max(0.0, along))
    return hypot(p[0] - a[0] - k * ax, p[1] - a[1] - k * ay)


def from_rack_mm(x_mm: float, y_mm: float, setting: Setting) -> float:
    """Distance from a point to the triangle of the outer ball centres of a full rack; 0 inside."""
    d = setting.ball_diameter_mm
    apex = (0.0, setting.length_mm / 4)
    base_y = apex[1] + 2 * d * sqrt(3)
    left, right = (-2 * d, base_y), (2 * d, base_y)
    below = y_mm <= base_y
    half = (y_mm - apex[1]) / sqrt(3)
    if below and half >= abs(x_mm):
        return 0.0
    p = (x_mm, y_mm)
    return min(_to_segment(p, apex, left), _to_segment(p, left, right), _to_segment(p, right, apex))


def where(ball: Ball | None, setting: Setting) -> Where:
    """Where a ball lies, as the rerack asks; a ball that is not seen lies nowhere in the way."""
    if ball is None:
        return "elsewhere"
    d = setting.ball_diameter_mm
    if from_rack_mm(ball.x_mm, ball.y_mm, setting) < d - TOUCHING_MM:
        return "rack"
    head_y = -setting.length_mm / 4
    if hypot(ball.x_mm, ball.y_mm - head_y) < d - TOUCHING_MM:
        return "head-spot"
    return "kitchen" if ball.y_mm < head_y else "elsewhere"


def told(value: object, name: str) -> Where | None:
    """A referee's word on where a ball lies: {"ball": "rack", "cue": "elsewhere"}."""
    if isinstance(value, Mapping):
        word = value.get(name)
        return next((w for w in WORDS if w == word), None)
    return None


def rerack_for(ball: Where, cue: Where) -> Rerack:
    """The row of the table for the 15th ball (`pocketed` with the 14th, or where it lies) and the cue ball."""
    if ball == "pocketed":
        return Rerack(15, "FI-10.4.c", cue_in_kitchen=cue == "rack")
    if ball == "rack":
        if cue == "rack":
            return Rerack(15, "FI-10.4.f", cue_in_kitchen=True)
        if cue == "head-spot":
            return Rerack(14, "FI-10.4.e", ball_to="centre_spot")
        return Rerack(14, "FI-10.4.d", ball_to="head_spot")
    if cue != "rack":
        return Rerack(14, "FI-10.4.a")
    if ball == "kitchen":
        return Rerack(14, "FI-10.4.h", cue_to="head_spot")
    if ball == "head-spot":
        return Rerack(14, "FI-10.4.i", cue_to="centre_spot")
    return Rerack(14, "FI-10.4.g", cue_in_kitchen=True)
