"""Balls that were racked: which rack stands now, whether it is whole, and which ball is wrong in it or lies loose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot
from statistics import median
from typing import Final

from callshot.rules.game import Setting
from callshot.rules.rack_check import NEAR, Fault, check
from callshot.rules.rack_place import standing
from callshot.rules.racks import GAME_RACKS, RACKS, Rack
from callshot.rules.vocabulary import Ball, Disturbance, Layout
from callshot.tracker.strokes.bed import Bed

STANDING: Final = 0.8
"""Fewer of the places than this filled: the balls are not racked yet."""

SURE: Final = 0.9
"""A label that the camera is less sure of counts as some ball's: nobody is told of a wrong ball that may be right."""

ROUND: Final = 6
"""So many balls touch one inside a rack. Walled in by all of them it may be overlooked (a black one in the shade of its
neighbours), and there is no cloth to be seen that would tell that nothing stands there."""

MORE: Final[Mapping[str, tuple[str, ...]]] = {"141": ("14.1", "14.1 rerack")}
"""Racks that come later in a game, by its name before the national form."""

ANY: Final = ("14.1", "9-ball", "14.1 rerack")
"""Where no game is told: the shapes, whatever stands in them."""


class RackWatch:
    """`update` takes each layout and tells a rack once, and again when something in it was put right."""

    def __init__(self, game: str, bed: Bed, options: Mapping[str, str] | None = None) -> None:
        self._setting = Setting((), dict(options or {}), bed.length_mm, bed.width_mm, bed.ball_diameter_mm)
        names = MORE.get(game.partition("-")[0]) or GAME_RACKS.get(game) or ANY
        self._racks = [RACKS[n](self._setting) for n in names if n != "lag"]
        self._shapes_only = game not in GAME_RACKS
        self._one_at_a_time = game != "congestion"
        self._told: dict[str, object] | None = None

    def update(self, layout: Layout, rolled: bool = False) -> list[Disturbance]:
        """The `racked` disturbances that a layout calls for; what stood there at the first look nobody racked.

        rolled: a stroke brought the balls there. No stroke racks, however near to each other they come to lie.
        """
        balls = [self._sure(b) for b in layout.balls]
        racks = {rack.name: rack for rack in self._racks}
        now = {rack.name: self._faults(rack, balls) for rack in self._racks}
        standing = {name: faults for name, faults in now.items() if faults is not None}
        if self._one_at_a_time and standing:
            # a full triangle holds a diamond too, with six balls too many
            best = min(standing, key=lambda name: len(standing[name]))
            standing = {best: standing[best]}
        keys: dict[str, object] = {
            name: frozenset((f.kind, f.place, f.ball) for f in faults) for name, faults in standing.items()
        }
        before, self._told = self._told, keys
        if before is None or rolled:
            return []
        return [
            Disturbance(
                layout.t_s, "racked", (), _details(name, standing[name], self._walled_in(racks[name], standing[name]))
            )
            for name in standing
            if before.get(name) != keys[name]
        ]

    def _sure(self, ball: Ball) -> Ball:
        """The ball with a label that may be held against it; cue balls belong in no rack, whatever else is unsure."""
        if ball.label in ("cue", "crazy-cue") or (ball.confidence >= SURE and not self._shapes_only):
            return ball
        return replace(ball, label="ball")

    def _faults(self, rack: Rack, balls: Sequence[Ball]) -> tuple[Fault, ...] | None:
        """What is wrong in the rack, as a whole moved to where it stands; None where none stands."""
        reach = NEAR * self._setting.ball_diameter_mm
        offs = [
            (b.x_mm - p.x_mm, b.y_mm - p.y_mm)
            for p in rack.places
            for b in balls
            if hypot(b.x_mm - p.x_mm, b.y_mm - p.y_mm) < reach
        ]
        moves = [(median(o[0] for o in offs), median(o[1] for o in offs))] if offs else []
        if self._one_at_a_time:
            # not on its drawn places: racked up or down the long string, with the 9 on the foot spot
            found = standing(rack, [b for b in balls if b.label not in ("cue", "crazy-cue")], self._setting)
            moves.append((found.dx_mm, found.dy_mm))
        for dx, dy in moves:
            there = [replace(b, x_mm=b.x_mm - dx, y_mm=b.y_mm - dy) for b in balls]
            faults = check(rack, there, self._setting)
            if sum(f.kind == "missing" for f in faults) <= (1 - STANDING) * len(rack.places):
                return faults
        return None

    def _walled_in(self, rack: Rack, faults: Sequence[Fault]) -> frozenset[str]:
        """Places where nothing was seen and that are surrounded by balls."""
        empty = {f.place for f in faults if f.kind == "missing"}
        filled = [p for p in rack.places if p.name not in empty]
        near = 1.2 * self._setting.ball_diameter_mm
        return frozenset(
            p.name
            for p in rack.places
            if p.name in empty and sum(hypot(p.x_mm - q.x_mm, p.y_mm - q.y_mm) < near for q in filled) == ROUND
        )


def _details(name: str, faults: Sequence[Fault], unseen: frozenset[str]) -> dict[str, object]:
    """What the record says; complete: None where a place can't be seen."""
    wrong = []
    seen = [f for f in faults if f.kind != "missing" or f.place not in unseen]
    for f in seen:
        one: dict[str, object] = {"kind": "loose" if f.kind == "off" else f.kind, "text": f.text, "clause": f.clause}
        more = {"ball": f.ball, "place": f.place, "off_mm": f.off_mm}
        wrong.append(one | {k: v for k, v in more.items() if v is not None})
    complete = None if unseen else True
    return {"rack": name, "complete": False if any(f.kind == "missing" for f in seen) else complete, "wrong": wrong}
