"""A ball that began to move with a hand on it, and nothing else that could have moved it, was touched."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from callshot.rules.vocabulary import StrokeEvent
from callshot.tracker.strokes.added import Addition
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.hands import HELD_GAP_MM
from callshot.tracker.strokes.paths import Path
from callshot.tracker.strokes.story import Story

# Something foreign lay on the ball within this of its start.
BESIDE_S = 0.2
# No ball that moved came as near as this, in so long before: nothing else can have hit it.
FREE_MM, FREE_S = 200.0, 0.35
# A ball that moved and was not seen so near in time may have been anywhere.
KNOWN_S = 0.1
# A ball that was hit unseen shows a contact at about that time, however doubtful.
HIT_S = 0.3
# It then goes somewhere: less is a sight gone astray under a sleeve.
LEAST_MM = 12.0
TOUCH_P = 0.75


def touched(story: Story, paths: Mapping[int, Path], bed: Bed, name: Callable[[int], str]) -> list[Addition]:
    """The `touch` events of a stroke, each with the doubt whether it was one."""
    out = []
    for key, path in paths.items():
        ball = name(key)
        start = _start_s(path)
        if start is None or ball == story.struck or not story.start_s < start:
            continue
        hits = (e for e in story.events if e.kind in ("contact", "strike") and ball in (e.ball, *e.balls))
        if any(e.t_s < start + HIT_S for e in hits):
            continue
        near = path.sights[np.abs(path.sights[:, 0] - start) < BESIDE_S]
        held = len(near) > 0 and float(near[:, 4].min()) < bed.radius_mm + HELD_GAP_MM
        if held and not any(_came_by(p, path, start) for k, p in paths.items() if k != key):
            event = StrokeEvent(start, "touch", TOUCH_P, ball=ball, by="hand")
            out.append(Addition(event, (None,)))
    return out


def _start_s(path: Path) -> float | None:
    """When it left its place; None if it did not, or not by much."""
    if not path.moved or path.before_mm is None or len(path.sights) < 3:
        return None
    off = np.hypot(*(path.sights[:, 1:3] - path.before_mm).T)
    if float(np.median(off[-3:])) < LEAST_MM:
        return None
    first = int(np.argmax(off > LEAST_MM / 2))
    return float(path.sights[first, 0])


def _came_by(other: Path, path: Path, start_s: float) -> bool:
    """Another ball on the move was near when it started, or may have been: nobody saw it at that time."""
    if not other.moved or path.before_mm is None:
        return False
    times = other.sights[:, 0]
    if len(times) == 0 or (times[0] < start_s < times[-1] + FREE_S and np.abs(times - start_s).min() > KNOWN_S):
        return True
    rows = other.sights[(other.sights[:, 0] > start_s - FREE_S) & (other.sights[:, 0] < start_s + HIT_S)]
    near = float(np.hypot(*(rows[:, 1:3] - path.before_mm).T).min()) if len(rows) else math.inf
    return near < FREE_MM
