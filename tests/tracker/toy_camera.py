"""What a detector would say of a toy table: noisy, blurred, missing, late, hidden - never the truth itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from toy_table import Toy

from callshot.tracker.observation import BallObservation, FrameObservation

Floats = NDArray[np.float64]
COLOURS = np.array(
    [[92, 0, 8], [80, 5, 75], [40, 20, -60], [50, 65, 45], [35, 45, -35], [65, 45, 65], [45, -45, 20], [35, 40, 25],
     [15, 0, 0], [85, 3, 50], [60, 12, -30], [68, 40, 30], [60, 28, -20], [78, 25, 40], [68, -25, 14], [62, 25, 18]],
    float,
)  # fmt: skip


@dataclass
class ToyCamera:
    """fps, exposure_s, noise_mm: as named. miss: chance to miss a sharp ball. drop: chance to lose a frame.

    repeat: each picture is shown so many times (a slow source in a fast file). readout_s: of a rolling shutter whose
    rows lie across the table, the head end first.
    """

    fps: float = 60.0
    exposure_s: float = 0.004
    noise_mm: float = 1.0
    miss: float = 0.01
    drop: float = 0.0
    repeat: int = 1
    seed: int = 0
    readout_s: float = 0.0

    def late_s(self, toy: Toy, places_mm: Floats) -> Floats:
        """(n, 2) mm -> (n,) s: how much later than the time stamp each place is seen."""
        return np.asarray(places_mm[:, 1] / toy.bed.length_mm * self.readout_s)

    def watch(
        self,
        toy: Toy,
        start: float,
        end: float,
        foreign: dict[tuple[float, float], Floats] | None = None,
        labels: list[str] | None = None,
        fields: dict[int, tuple[float, float]] | None = None,
    ) -> Iterator[FrameObservation]:
        """Frames from start to end. foreign: (from, to) seconds -> outline that hides balls."""
        rng = np.random.default_rng(self.seed)
        radius = toy.bed.radius_mm
        sequence, shown, last = 0, 0, None
        for t in np.arange(start, end, 1 / self.fps):
            sequence += 1
            if last is not None and shown % self.repeat:
                shown += 1
                yield FrameObservation(float(t), sequence, last.balls, last.foreign, moving=False, looked=False)
                continue
            shown += 1
            if rng.random() < self.drop and sequence > 5:
                continue
            taps = t + np.linspace(-0.5, 0.5, 7) * self.exposure_s
            path = toy.path(taps)
            if self.readout_s:
                late = self.late_s(toy, path[len(taps) // 2])
                path = np.stack([toy.path(taps + d)[:, i] for i, d in enumerate(late)], axis=1)
            outlines = tuple(o for (a, b), o in (foreign or {}).items() if a <= t <= b)
            balls = []
            for i in range(path.shape[1]):
                if i in toy.gone and t > toy.gone[i] - 0.05:
                    continue
                mean = path[:, i].mean(axis=0)
                blur = (path[-1, i] - path[0, i]) / 2
                streak = float(np.hypot(*blur))
                if any(_inside(mean, o) for o in outlines):
                    continue
                if rng.random() < self.miss + 0.25 * min(streak / (2 * radius), 1.0):
                    continue
                across = self.noise_mm
                along = self.noise_mm + 0.12 * streak
                u = blur / streak if streak > 1e-6 else np.array([1.0, 0.0])
                w = np.array([-u[1], u[0]])
                noise = rng.normal(0, along) * u + rng.normal(0, across) * w
                cov = np.outer(u, u) * along**2 + np.outer(w, w) * across**2
                seen = blur * rng.normal(1, 0.15) if streak > 2 else np.zeros(2)
                names = {labels[i]: 0.9, "ball": 0.1} if labels else {}
                balls.append(
                    BallObservation(
                        mean + noise,
                        cov,
                        float(rng.uniform(0.7, 1.0)),
                        14.0,
                        COLOURS[i % 16] + rng.normal(0, 2, 3),
                        seen * rng.choice([-1.0, 1.0]),
                        names,
                    )
                )
            order = rng.permutation(len(balls))
            moving = bool(np.abs(path[-1] - path[0]).max() > 0.05)
            last = FrameObservation(float(t), sequence, tuple(balls[k] for k in order), outlines, moving=moving)
            yield last


def _inside(p: Floats, outline: Floats) -> bool:
    x, y = p
    inside = False
    for (x0, y0), (x1, y1) in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside
