"""A rack that stands up or down the long string (the 9 on the foot spot) is told like any other."""

from __future__ import annotations

import pytest

from callshot.rules.game import Setting
from callshot.rules.racks import RACKS
from callshot.rules.vocabulary import Ball, Layout
from callshot.tracker.racking import RackWatch
from callshot.tracker.strokes.bed import Bed

NINE = ("1", "2", "3", "4", "9", "5", "6", "7", "8")
CUE = Ball("cue", "cue", -500.0, -640.0)
LOOSE = tuple(Ball(b, b, -450.0 + 100.0 * k, 150.0 * (k % 3)) for k, b in enumerate(NINE))


@pytest.mark.parametrize("dy_mm", [-99.0, -200.0, 120.0])
@pytest.mark.parametrize("game", ["9ball-fi", "9ball-hu"])
def test_a_diamond_off_the_foot_spot_is_told(game: str, dy_mm: float) -> None:
    places = RACKS["9-ball"](Setting(("Ann", "Bo"))).places
    rack = [Ball(b, b, p.x_mm + 1.0, p.y_mm + dy_mm) for b, p in zip(NINE, places, strict=True)]
    watch = RackWatch(game, Bed(2540.0, 1270.0, 57.15))
    assert watch.update(Layout(0.0, (CUE, *LOOSE))) == []
    (one,) = watch.update(Layout(1.0, (CUE, *rack)))
    assert one.details == {"rack": "9-ball", "complete": True, "wrong": []}
