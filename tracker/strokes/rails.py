"""Where the rubber really is: learned from the rebounds themselves, as far as the calibration is off.

A calibration puts a nose line wrong by some millimetres, and sights of balls near a rail are biased one way. Both show
as rebounds that all turn too early or too late on one side of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from callshot.tracker.strokes.bed import Bed, side_of
from callshot.tracker.strokes.explain import Hit, explain
from callshot.tracker.strokes.paths import Path

# One rebound tells the line to about this; a calibration is off by about that.
REBOUND_SIGMA_MM = 3.0
LINE_SIGMA_MM = 7.0
# Only rebounds that are well told otherwise, and quick enough to be sharp.
LEAST_INTO_MMPS = 150.0
WORST_MISFIT = 9.0
KEPT = 40
# A rail that turns out to act this far from where it was thought is worth a second look.
RELEARN_MM = 3.0


class RailSense:
    """Collects how far inside its line each rebound turned, side by side."""

    def __init__(self) -> None:
        self._seen: dict[str, list[float]] = {}

    def explained(self, paths: Mapping[int, Path], bed: Bed, step_s: float) -> list[Hit]:
        """All hits of an episode, the rails taken to act where its own and earlier rebounds say; bed: as calibrated."""
        hits = explain(paths, self.moved(bed), step_s)
        known = self.offsets_mm()
        self.learn(hits, bed)
        now = self.offsets_mm()
        if any(abs(now[side] - known.get(side, 0.0)) > RELEARN_MM for side in now):
            # the rails act elsewhere than was thought: look again with that known
            hits = explain(paths, self.moved(bed), step_s)
        return hits

    def learn(self, hits: Iterable[Hit], bed: Bed) -> None:
        """Use the rebounds of a stroke; bed: as calibrated, unmoved."""
        for hit in hits:
            cause = hit.cause
            if cause.kind != "cushion" or cause.cushion is None or cause.jaw or any(j.inferred for j in hit.joints):
                continue
            if cause.misfit > WORST_MISFIT or cause.impulse_mmps < LEAST_INTO_MMPS:
                continue
            side = side_of(cause.cushion)
            half = bed.length_mm / 2 if side in ("head", "foot") else bed.width_mm / 2
            axis = 1 if side in ("head", "foot") else 0
            inside = half - bed.radius_mm - abs(float(cause.at_mm[axis]))
            self._seen.setdefault(side, []).append(inside)
            self._seen[side] = self._seen[side][-KEPT:]

    def offsets_mm(self) -> dict[str, float]:
        """Side -> how far inward its rails act, shrunk toward none where little was seen."""
        out = {}
        for side, values in self._seen.items():
            weight = len(values) / (len(values) + (REBOUND_SIGMA_MM / LINE_SIGMA_MM) ** 2)
            out[side] = weight * float(np.median(values))
        return out

    def moved(self, bed: Bed) -> Bed:
        """The bed with its rails where they act."""
        return bed.with_rails_moved(self.offsets_mm())
