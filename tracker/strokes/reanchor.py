"""Balls that lie still again are known by their looks: whose way ended where, whatever the following said meanwhile.

In a crowd, or where a fast ball went unseen, one ball's track goes on along another ball's way. The looks at rest
before and after tell which ends belong to which beginnings; the ways are then taken apart and put together anew where
they came nearest.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Looks (probabilities per label) whose cosine is at least this are one ball's, if no other ball's come half as near.
ALIKE, HALF = 0.6, 0.5
# Ways are put together only over a gap that a ball can have crossed: so fast, and within so much anyway.
FASTEST_MMPS, NEAR_MM = 9000.0, 150.0
FARTHEST_MM = 900.0


def endings(
    looks_before: Mapping[int, Mapping[str, float]], looks_after: Mapping[int, Mapping[str, float]],
    tracks: Collection[int],
) -> dict[int, int]:  # fmt: skip
    """For each ball (its key before) the track at whose end it lies now: only where that is another one's.

    looks_before: of balls that left their places, a probability per label. looks_after: of what lies still at the end
    of a track. tracks: all tracks that moved, came or were lost. An end that nobody knows is -1.
    """
    wants: dict[int, int] = {}
    for track, looks in looks_after.items():
        near = sorted(((_alike(was, looks), ball) for ball, was in looks_before.items()), reverse=True)
        if near and near[0][0] >= ALIKE and (len(near) < 2 or near[1][0] <= HALF * near[0][0]):
            wants[track] = near[0][1]
    claims = Counter(wants.values())
    found = {ball: track for track, ball in wants.items() if claims[ball] == 1}
    if all(ball == track for ball, track in found.items()):
        return {}
    taken = set(found.values())
    for ball in looks_before:
        if ball not in found and ball not in taken:
            found[ball] = ball
            taken.add(ball)
    open_balls = [b for b in looks_before if b not in found]
    open_ends = [k for k in tracks if k not in taken and k in looks_before]
    if len(open_balls) == 1 and len(open_ends) == 1:
        found[open_balls[0]] = open_ends[0]
    return {ball: track for ball, track in found.items() if ball != track} | dict.fromkeys(
        (b for b in open_balls if b not in found), -1
    )


def orphaned(ends: Mapping[int, int], lost: Collection[int], tables: Mapping[int, Floats]) -> dict[int, int]:
    """The ball that a left-over track must be: its own was seen elsewhere meanwhile, and one vanished before it ended.

    lost: balls that are gone. Gives (ball, track), or nothing where it isn't clear.
    """
    taken = set(ends.values())
    left_over = [
        b for b in ends
        if ends[b] in tables and b not in taken and b in tables and tables[ends[b]][0, 0] < tables[b][-1, 0]
    ]  # fmt: skip
    gone = [b for b in lost if b not in ends and b in tables and not tables[b][:, 5].any()]
    if len(left_over) != 1 or len(gone) != 1:
        return {}
    track, ball = left_over[0], gone[0]
    return {ball: track} if tables[ball][-1, 0] < tables[track][-1, 0] else {}


def _alike(a: Mapping[str, float], b: Mapping[str, float]) -> float:
    """Cosine of two looks; 0 where either is not known."""
    size = math.sqrt(sum(p * p for p in a.values()) * sum(p * p for p in b.values()))
    return sum(p * b.get(label, 0.0) for label, p in a.items()) / size if size > 0.0 else 0.0


def respliced(tables: Mapping[int, Floats], ends: Mapping[int, int]) -> dict[int, Floats]:
    """The rows (t, x, y, ...) of the balls in `ends`, each with the tail of the track that it went on along.

    A ball whose end is not known (-1) keeps what comes before it was taken for another.
    """
    left: dict[int, float] = {}
    joins: dict[int, tuple[float, float, bool]] = {}
    for ball, track in ends.items():
        if track < 0 or ball not in tables or track not in tables:
            continue
        until, since, near = _join(tables[ball], tables[track])
        joins[ball] = (until, since, near)
        left[track] = since
    out: dict[int, Floats] = {}
    for ball, track in ends.items():
        if ball not in tables:
            continue
        rows = tables[ball]
        head = rows[rows[:, 0] < left.get(ball, np.inf)]
        if ball in joins:
            until, since, near = joins[ball]
            head = head[head[:, 0] <= until]
            tail = tables[track][tables[track][:, 0] >= since]
            # a way that nobody saw joined: only where it lies now is known
            head = np.concatenate([head, tail if near else tail[-3:]])
        elif track < 0 and not len(head):
            head = rows[:1]
        out[ball] = head
    return out


def _join(a: Floats, b: Floats) -> tuple[float, float, bool]:
    """The last time on a, the first on b, where going over from a to b costs the least way; and whether it can be."""
    times, pa = a[:, 0], a[:, 1:3]
    best: tuple[float, float, float, bool] | None = None
    for i in range(len(b)):
        k = int(np.searchsorted(times, b[i, 0] - 1e-9)) - 1
        if k < 0:
            continue
        gap = float(np.hypot(*(b[i, 1:3] - pa[k])))
        before = float(np.hypot(*(b[i, 1:3] - b[i - 1, 1:3]))) if i else 0.0
        dt = float(b[i, 0] - times[k])
        cost = gap - before + 50.0 * dt
        can = gap < min(max(NEAR_MM, FASTEST_MMPS * dt), FARTHEST_MM)
        if best is None or (can, -cost) > (best[3], -best[0]):
            best = (cost, float(times[k]), float(b[i, 0]), can)
    if best is None:
        return float(times[-1]), float(b[-1, 0]), False
    return best[1], best[2], best[3]
