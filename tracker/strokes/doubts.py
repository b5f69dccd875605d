"""What can't be told of a stroke's beginning: which ball the cue hit, and which ball that one met first.

Balls do not move by themselves. So a ball that the struck ball met first has moved from then on, and a ball that moved
earlier, or at a time that nobody saw, may have been met first instead; where nothing else moved, nothing was met.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from callshot.tracker.strokes.explain import Hit
from callshot.tracker.strokes.paths import Path

# A ball that lies this near to where it lay has wandered in the eye of the camera, not on the cloth.
WANDER_MM = 5.0
# ... and one that was seen so far off has surely been there.
AWAY_MM = 25.0
# Two beginnings nearer in time than this can't be put in order even when both were watched.
ORDER_S = 0.012
# A ball in the open that is not seen in its place in the next frame has left it.
LEFT_FRAMES = 1.5
# A ball that starts this much before the cue ball's first sight elsewhere was not met by the cue ball.
BEFORE_CUE_S = 0.10


@dataclass(frozen=True, slots=True)
class Start:
    """When a ball left its place: after `early_s`, when it was last seen there, and before `late_s`."""

    ball: int
    early_s: float
    late_s: float


def start_of(path: Path) -> Start | None:
    """When this ball began to move; None if it did not, or was moving already when it was first seen."""
    rows, home = path.sights, path.before_mm
    if home is None or not len(rows):
        return None
    off = np.hypot(*(rows[:, 1:3] - home).T)
    sigma = np.maximum(rows[:, 3], 0.5)
    away = (off > 3.0 * sigma + WANDER_MM) | (rows[:, 5] > 0)
    if path.after_mm is not None:
        back = float(np.hypot(*(path.after_mm - home))) < WANDER_MM
        if back and int((off > AWAY_MM).sum()) < 3:
            return None
        if not away.any():
            return None
    if not away.any():
        # it was there to the last, then it was gone
        if path.lost_s is None:
            return None
        missed = path.covered or len(rows) < 3
        late = float("inf") if missed else float(rows[-1, 0] + LEFT_FRAMES * np.median(np.diff(rows[:, 0])))
        return Start(path.ball, float(rows[-1, 0]), late)
    steady = away.copy()
    steady[:-1] &= away[1:]
    first = int(np.argmax(steady)) if steady.any() else int(np.argmax(away))
    if first == 0:
        return Start(path.ball, -float("inf"), float(rows[0, 0]))
    return Start(path.ball, float(rows[first - 1, 0]), float(rows[first, 0]))


def starts_of(paths: Mapping[int, Path]) -> dict[int, Start]:
    """The beginnings of all balls that moved, by key, in order of time."""
    found = [s for p in paths.values() if (s := start_of(p)) is not None]
    return {s.ball: s for s in sorted(found, key=lambda s: (s.early_s, s.late_s))}


def cue_ball_struck(starts: Mapping[int, Start], cues: Collection[int]) -> int | None:
    """The cue ball that was struck, if just one moved and no other ball was seen to move well before it."""
    mine = [s for k, s in starts.items() if k in cues]
    if len(mine) != 1:
        return None
    cue = mine[0]
    if any(s.late_s + BEFORE_CUE_S < cue.early_s for s in starts.values()):
        return None
    return cue.ball


def first_met(
    struck: int, told: int | None, when_s: float, starts: Mapping[int, Start], contacts: Iterable[Hit],
    packs: Mapping[int, set[int]],
) -> list[int]:  # fmt: skip
    """Balls other than `told` that the struck ball may have met first, in order of time.

    told: the ball it is said to have met first at when_s, None if none. contacts: all that are told. packs: for each
    ball those that lay against it.
    """
    if told is None:
        return [k for k in starts if k != struck]
    caused = {
        b: h.cause.when_s for h in contacts if struck not in h.balls and not h.one_sided for b in h.balls
    }  # fmt: skip
    out = []
    for k, s in starts.items():
        if k in (struck, told) or s.early_s >= when_s - ORDER_S:
            continue
        if k in packs.get(told, ()) or (k in caused and caused[k] >= when_s - ORDER_S):
            continue
        out.append(k)
    return out


def together(lay: Mapping[int, set[int]]) -> dict[int, set[int]]:
    """For each ball all that hang together with it, from what lies against what."""
    out: dict[int, set[int]] = {}
    for ball in lay:
        group, todo = {ball}, [ball]
        while todo:
            for other in lay.get(todo.pop(), ()):
                if other not in group:
                    group.add(other)
                    todo.append(other)
        out[ball] = group - {ball}
    return out
