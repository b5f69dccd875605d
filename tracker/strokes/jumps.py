"""A ball that went straight through where another one lay, and left it lying, passed over it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import StrokeEvent
from callshot.tracker.strokes.added import Addition
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.paths import Path
from callshot.tracker.strokes.story import Story

Floats = NDArray[np.float64]

# Over a ball the way is seen at both sides of it, not farther apart in time than this.
SEEN_S = 0.15
# Its line on both sides: no ball that hit another goes on so straight, and at nearly the pace.
STRAIGHT_RAD, PACE = math.radians(8.0), (0.75, 1.15)
# In the air a ball seems up to this much farther out than it is; through the middle half of a ball it is over it.
SURE_SHARE, SURE_P, PERHAPS_P = 0.5, 0.92, 0.75
LAY_STILL_MM = 3.0
FAST_MMPS = 400.0
NEAR_S = 0.12


def jumped(story: Story, paths: Mapping[int, Path], bed: Bed, name: Callable[[int], str]) -> list[Addition]:
    """The `jump` events of a stroke: each ball with those that it passed over at one time."""
    out = []
    lying = {k: p for k, p in paths.items() if _lay_still(p)}
    for key, path in paths.items():
        if not path.moved or len(path.sights) < 4:
            continue
        over: dict[int, tuple[float, float]] = {}
        for other, still in lying.items():
            found = _passed(path.sights, np.asarray(still.before_mm), bed) if other != key else None
            if found is not None and not _told(story, name(key), name(other), found[0]):
                over[other] = found
        for group in _at_one_time(over):
            t, nearest = min(over[k] for k in group)
            sure = SURE_P if nearest < SURE_SHARE * bed.radius_mm else PERHAPS_P
            event = StrokeEvent(t, "jump", sure, ball=name(key), over=tuple(name(k) for k in group))
            out.append(Addition(event, () if sure >= SURE_P else (None,)))
    return out


def _lay_still(path: Path) -> bool:
    if path.moved or path.before_mm is None or path.after_mm is None:
        return False
    return float(np.hypot(*(path.after_mm - path.before_mm))) < LAY_STILL_MM


def _passed(rows: Floats, at: Floats, bed: Bed) -> tuple[float, float] | None:
    """(time, distance of the centres) where the way went through a ball that lies at (2,) mm."""
    a = rows[1:-2, 1:3]
    way = rows[2:-1, 1:3] - a
    length2 = np.maximum((way * way).sum(axis=1), 1e-9)
    f = ((at - a) * way).sum(axis=1) / length2
    miss = np.hypot(*(a + f[:, None] * way - at).T)
    seen = (rows[2:-1, 0] - rows[1:-2, 0] <= SEEN_S) & (length2 >= 1.0) & (rows[1:-2, 5] == 0) & (rows[2:-1, 5] == 0)
    for k in np.nonzero(seen & (f >= 0.0) & (f <= 1.0) & (miss < bed.radius_mm))[0]:
        i = int(k) + 1
        if _goes_on(rows, i, at, bed):
            return float(rows[i, 0] + f[k] * (rows[i + 1, 0] - rows[i, 0])), float(miss[k])
    return None


def _goes_on(rows: Floats, i: int, at: Floats, bed: Bed) -> bool:
    """Straight and at the same pace, before it reached the other ball and after it left it behind."""
    off = np.hypot(*(rows[:, 1:3] - at).T)
    clear = 2.0 * bed.radius_mm
    before = [k for k in range(i + 1) if off[k] > clear][-2:]
    after = [k for k in range(i + 1, len(rows)) if off[k] > clear][:2]
    if len(before) < 2 or len(after) < 2 or rows[after[1], 0] - rows[before[0], 0] > 4 * SEEN_S:
        return False
    u, v = (
        (rows[k[1], 1:3] - rows[k[0], 1:3]) / (rows[k[1], 0] - rows[k[0], 0]) for k in (before, after)
    )  # fmt: skip
    slow, fast = float(np.hypot(*v)), float(np.hypot(*u))
    if fast < FAST_MMPS or not PACE[0] < slow / fast < PACE[1]:
        return False
    return abs(math.atan2(u[0] * v[1] - u[1] * v[0], float(u @ v))) < STRAIGHT_RAD


def _told(story: Story, ball: str, other: str, t: float) -> bool:
    """That they touched is told."""
    return any(e.kind == "contact" and {ball, other} == set(e.balls) and abs(e.t_s - t) < NEAR_S for e in story.events)


def _at_one_time(over: Mapping[int, tuple[float, float]]) -> list[list[int]]:
    groups: list[list[int]] = []
    for key in sorted(over, key=lambda k: over[k][0]):
        if groups and over[key][0] - over[groups[-1][-1]][0] < NEAR_S:
            groups[-1].append(key)
        else:
            groups.append([key])
    return groups
