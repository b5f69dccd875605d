"""What lay in the struck ball's way: the first ball that it can have met, by the line it came along alone.

Balls at rest are known to a millimetre or two and the line of a fast ball to a few, so who stands first in its way is
often beyond doubt where the hit itself happened between two frames, in a rack, or unseen. The line is fitted to what
was seen before anything else moved; each line that it may have been then meets one ball first, and a ball that was met
moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.doubts import ORDER_S, Start
from callshot.tracker.strokes.explain import PACKED_MM, Hit
from callshot.tracker.strokes.paths import Path

Floats = NDArray[np.float64]

# A struck ball is seen this far from its place before its line says anything.
LEAST_MM = 40.0
# A line is known no better than this across: calibration, parallax, a pattern that turns.
LINE_SIGMA_MM = 2.0
# Spin and an elevated cue bend a line by about this; it counts over the way that nobody saw.
BEND_MMPS2 = 500.0
# A sight this many sigmas, and so many mm, off the line of the others was of something else.
STRAY, STRAY_MM = 4.0, 8.0
# Seen again this soon after the hit, not faster than this, it was not far from where it was seen when it hit.
AGAIN_S, SLOWED_MMPS = 0.10, 1500.0
# That place is known to about this, and by how far it moved meanwhile.
AGAIN_MM = 8.0
# How often a line holds at all: seen to the hit, or told from where it was after it.
TRUST, TRUST_BACK = 0.99, 0.95
# Lines that are tried, in sigmas to either side.
SPREAD, LINES = 3.5, 71
# What can't have been (a ball that was run into and stayed) happens once in so many: a sight or a line was wrong.
WRONG = 0.003
# All that is told rests on the line: where nearly no line fits what moved, the line itself was wrong.
LEAST_FIT = 0.05
# Struck so thinly that it gets less speed than this, a ball seems not to have moved.
UNSEEN_MMPS = 60.0
# A ball that was hit goes at least this far, or is gone.
RAN_MM = 60.0


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """odds: ball -> how likely it was met first, None for none, adding up to one. when_s: when that was, about.

    at_mm: (2,) where the struck ball was then, if the likeliest was met.
    """

    odds: Mapping[int | None, float]
    when_s: float
    at_mm: Floats

    @property
    def best(self) -> int | None:
        """The likeliest."""
        return max(self.odds, key=lambda k: self.odds[k])


def way_of(
    struck: int, since_s: float, starts: Mapping[int, Start], paths: Mapping[int, Path], hits: Iterable[Hit], bed: Bed
) -> Way | None:
    """What was in the way of the ball that was struck at since_s; None where its line is not known or nothing ran."""
    ran = [s for k, s in starts.items() if k != struck and _ran(paths[k])]
    if not ran:
        return None
    until, latest = min(s.early_s for s in ran), min(s.late_s for s in ran)
    line = _line(paths[struck], since_s, until, hits) or _back(paths[struck], until, latest)
    if line is None:
        return None
    balls, places = _lay(struck, paths)
    if not balls:
        return None
    s, across = line.of(places)
    middle, sigma, slope = line.at(s)
    square = np.sqrt(1.0 + slope * slope)
    odds: dict[int | None, float] = {}
    meets: dict[int | None, float] = {}
    near = _neighbours(places, bed)
    can = [_moved_in_time(k, starts, latest, paths) for k in balls]
    for z in np.linspace(-SPREAD, SPREAD, LINES):
        off = (middle + z * sigma - across) / square
        depth = np.sqrt(np.maximum(bed.ball_diameter_mm**2 - off**2, 0.0))
        where = np.where((np.abs(off) < bed.ball_diameter_mm) & (s > line.from_mm), s - depth, np.inf)
        weight = float(np.exp(-0.5 * z * z))
        for i in np.argsort(where):
            if not np.isfinite(where[i]):
                odds[None] = odds.get(None, 0.0) + weight * WRONG
                break
            given = line.speed_mmps * float(depth[i]) / bed.ball_diameter_mm
            if not can[i] and given < UNSEEN_MMPS and balls[i] not in starts:
                continue  # so thin a touch is none that anybody can tell; it runs on
            moved = can[i] or any(can[j] for j in near[i])
            ball = balls[i]
            odds[ball] = odds.get(ball, 0.0) + weight * (1.0 if moved else WRONG)
            meets.setdefault(ball, float(where[i]))
            break
    total = sum(odds.values())
    if total < LEAST_FIT * float(np.exp(-0.5 * np.linspace(-SPREAD, SPREAD, LINES) ** 2).sum()):
        return None
    odds = {k: line.trust * v / total for k, v in odds.items()}
    movers = [k for k, moved in zip(balls, can, strict=True) if moved]
    for k in movers:
        odds[k] = odds.get(k, 0.0) + (1.0 - line.trust) / len(movers)
    best = max(odds, key=lambda k: odds[k])
    ahead = meets.get(best, line.last_mm)
    when = line.last_s + max(ahead - line.last_mm, 0.0) / max(line.speed_mmps, 1.0)
    when = float(np.clip(when, until, max(latest, until))) if np.isfinite(until) else min(when, latest)
    return Way(odds, when, line.point(ahead))


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """A bent line: across(s) = bend . (1, s, s^2 / 2), with the covariance of the bend; s mm along unit `along`."""

    origin: Floats
    along: Floats
    bend: Floats
    spread: Floats
    from_mm: float
    last_mm: float
    last_s: float
    speed_mmps: float
    trust: float = TRUST

    def of(self, points: Floats) -> tuple[Floats, Floats]:
        """(k, 2) mm -> (k,) along, (k,) across."""
        rel = points - self.origin
        return rel @ self.along, rel @ np.array([-self.along[1], self.along[0]])

    def at(self, s: Floats) -> tuple[Floats, Floats, Floats]:
        """(k,) along -> where the line is across, its sigma, its slope there."""
        phi = np.stack([np.ones_like(s), s, 0.5 * s * s], axis=-1)
        var = np.einsum("ki,ij,kj->k", phi, self.spread, phi) + LINE_SIGMA_MM**2
        return phi @ self.bend, np.sqrt(var), self.bend[1] + s * self.bend[2]

    def point(self, s: float) -> Floats:
        """(2,) mm of a place along it."""
        middle = float(self.at(np.array([s]))[0][0])
        return self.origin + s * self.along + middle * np.array([-self.along[1], self.along[0]])


def _line(path: Path, since_s: float, until_s: float, hits: Iterable[Hit]) -> _Line | None:
    rows = path.sights[path.sights[:, 5] == 0]
    rows = rows[(rows[:, 0] > since_s - 1e-6) & (rows[:, 0] <= until_s + 1e-6)]
    start = path.before_mm
    turned = [
        h for h in hits
        if h.cause.kind == "cushion" and h.balls[0] == path.ball and since_s < h.cause.when_s < until_s
    ]  # fmt: skip
    if turned:
        last = max(turned, key=lambda h: h.cause.when_s)
        rows, start = rows[rows[:, 0] > last.cause.when_s], last.cause.at_mm
    if start is not None:
        rows = rows[np.hypot(*(rows[:, 1:3] - start).T) > LEAST_MM]
    for _ in range(3):
        if len(rows) < (1 if start is not None else 2):
            return None
        line, off = _fitted(rows, start)
        far = np.abs(off) / np.maximum(rows[:, 3], LINE_SIGMA_MM)
        k = int(far.argmax())
        if len(rows) < 3 or far[k] < STRAY or abs(off[k]) < STRAY_MM:
            return line if len(rows) >= 3 or abs(off[k]) < 2 * STRAY_MM else None
        rows = np.delete(rows, k, axis=0)
    return None


def _back(path: Path, until_s: float, latest_s: float) -> _Line | None:
    """Nobody saw it come, but where it was just after: its line ends there, as far as it can be told."""
    rows = path.sights[(path.sights[:, 5] == 0) & (path.sights[:, 0] >= latest_s - 1e-6)]
    home = path.before_mm
    if home is None or len(rows) < 2 or latest_s - until_s > AGAIN_S or rows[0, 0] - until_s > AGAIN_S:
        return None
    step = float(rows[1, 0] - rows[0, 0])
    speed = (rows[1, 1:3] - rows[0, 1:3]) / max(step, 1e-3)
    if step > AGAIN_S or float(np.hypot(*speed)) > SLOWED_MMPS or float(np.hypot(*(rows[0, 1:3] - home))) < LEAST_MM:
        return None
    when = 0.5 * (until_s + latest_s)
    back = float(rows[0, 0]) - when
    place = rows[0, 1:3] - speed * back
    sigma = float(np.hypot(np.hypot(AGAIN_MM, rows[0, 3]), np.hypot(*speed) * 0.5 * back))
    row = np.array([[when, place[0], place[1], sigma, 0.0, 0.0]])
    return replace(_fitted(row, home)[0], trust=TRUST_BACK)


def _fitted(rows: Floats, start: Floats | None) -> tuple[_Line, Floats]:
    """The line through the start (known to a millimetre or so) and the sights; (n,) how far each lies off it."""
    origin = start if start is not None else rows[0, 1:3]
    way = rows[-1, 1:3] - origin
    long = max(float(np.hypot(*way)), 1e-6)
    along = way / long
    rel = rows[:, 1:3] - origin
    s, across = rel @ along, rel @ np.array([-along[1], along[0]])
    times, sigma = rows[:, 0], np.maximum(rows[:, 3], LINE_SIGMA_MM)
    speed = _speed(times, s)
    phi = np.stack([np.ones_like(s), s, 0.5 * s * s], axis=-1)
    weight = 1.0 / sigma**2
    # the place it came from is a point of the line; bends are as physics allows at this speed
    anchor = 1.0 / (LINE_SIGMA_MM**2) if start is not None else 0.0
    normal = (phi * weight[:, None]).T @ phi + np.diag([anchor + 1e-9, 1e-9, (speed * speed / BEND_MMPS2) ** 2])
    spread: Floats = np.asarray(np.linalg.inv(normal), np.float64)
    bend = spread @ (phi.T @ (weight * across))
    line = _Line(origin, along, bend, spread, 0.0, float(s[-1]), float(times[-1]), speed)
    return line, across - phi @ bend


def _speed(times: Floats, s: Floats) -> float:
    """mm/s at the end, of the last sights; where there is one only, as fast as balls are usually struck."""
    if len(times) < 2:
        return 3000.0
    t, x = times[-4:], s[-4:]
    return float(np.clip((x[-1] - x[0]) / max(float(t[-1] - t[0]), 1e-3), 200.0, 13000.0))


def _ran(path: Path) -> bool:
    if path.before_mm is None or not len(path.sights):
        return False
    far = np.hypot(*(path.sights[:, 1:3] - path.before_mm).T)
    return path.lost_s is not None or int((far > RAN_MM).sum()) >= 3


def _moved_in_time(ball: int, starts: Mapping[int, Start], latest_s: float, paths: Mapping[int, Path]) -> bool:
    """It left its place no later than the first of all."""
    start = starts.get(ball)
    return start is not None and start.early_s <= latest_s + ORDER_S and paths[ball].before_mm is not None


def _lay(struck: int, paths: Mapping[int, Path]) -> tuple[list[int], Floats]:
    lay = {k: p.before_mm for k, p in paths.items() if k != struck and p.before_mm is not None}
    return list(lay), np.array(list(lay.values())).reshape(-1, 2)


def _neighbours(places: Floats, bed: Bed) -> list[list[int]]:
    far = np.hypot(places[:, None, 0] - places[None, :, 0], places[:, None, 1] - places[None, :, 1])
    near = (far < bed.ball_diameter_mm + PACKED_MM) & ~np.eye(len(places), dtype=bool)
    return [list(map(int, np.nonzero(row)[0])) for row in near]
