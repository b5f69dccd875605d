"""How a ball's way ended: at rest, in a pocket, over a cushion - from where it was last seen going."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import Pocket
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.paths import Path

Floats = NDArray[np.float64]

# From the edge to the bed plane a ball falls for 50 to 150 ms.
DROP_S = 0.09
# A ball that fell was seen last within this of the corner or the side's middle, or was heading for it.
NEAR_POCKET_MM = 130.0
# From the last sight above to the fall through the bed plane, where the ball is seen below next.
SEEN_BELOW_S = 0.03
# A ball first seen below the bed this long after it was last seen on it came down some time between.
SUNK_LATE_S = 0.3
# Seen below the bed so often it was down.
SUNK_SIGHTS = 2
# It is followed on along its last piece for at most so long: covered by an arm it rolls on.
ROLL_ON_S = 4.0
UNSEEN_S = 0.35
PUSH_SIGMA_RAD = 0.06


@dataclass(frozen=True, slots=True, eq=False)
class End:
    """What became of a ball that is not there any more."""

    kind: Literal["pocket", "off-table", "unknown"]
    when_s: float
    at_mm: Floats
    confidence: float
    pocket: Pocket | None = None


def end_of(path: Path, bed: Bed, push: Floats | None = None, sunk: tuple[tuple[float, Pocket], ...] = ()) -> End | None:
    """How the way of a ball that was lost ended; None if it was never seen.

    push: (2,) mm/s that a hit gave it when it was last seen lying still. sunk: (time, pocket) of things newly seen in
    pockets that belong to no followed ball.
    """
    if not path.pieces or path.lost_s is None:
        return None
    last = path.pieces[-1]
    seen_last = last.at(last.end_s)
    if path.in_pocket is not None:
        inside = [float(r[0]) for r in path.sights if bed.in_mouth(r[1:3], 15.0) is not None or r[5]]
        # it may stand in the jaws for long: it falls after it was last seen above
        when = max(inside[0] if inside else path.lost_s, path.lost_s) + SEEN_BELOW_S
        if when - path.lost_s > SUNK_LATE_S:
            # it lay there a while before it was seen there: it will have rolled straight in
            ahead = _follow(path, bed, push)
            when = ahead.when_s if ahead is not None and ahead.pocket == path.in_pocket else path.lost_s + SUNK_LATE_S
        return End("pocket", when, seen_last, 0.99, path.in_pocket)
    below = path.sights[path.sights[:, 5] > 0]
    if len(below) >= SUNK_SIGHTS:
        # it lay in the pocket for a while; what takes it out again is no motion of its own
        return End("pocket", float(below[0, 0]) + DROP_S, seen_last, 0.9, bed.nearest_pocket(below[0, 1:3])[0])
    name, far = bed.nearest_pocket(seen_last)
    mouth = bed.in_mouth(seen_last, 12.0)
    beyond = bed.beyond_nose_mm(seen_last)
    if mouth is not None:
        entered = [float(r[0]) for r in path.sights[-12:] if bed.in_mouth(r[1:3], 12.0) is not None]
        when = (entered[0] if entered else last.end_s) + DROP_S
        return End("pocket", max(when, last.end_s + 0.02), seen_last, 0.98, mouth)
    if beyond > 0.0:
        return End("off-table", last.end_s, seen_last, 0.95 if far > 200 else 0.8)
    ahead = _follow(path, bed, push)
    there = {p for t, p in sunk if path.lost_s <= t < path.lost_s + ROLL_ON_S}
    if ahead is not None and (ahead.confidence >= 0.9 or not there or ahead.pocket in there):
        return ahead
    if there and not (path.covered and last.rest and push is None):
        t, pocket = min(q for q in sunk if q[0] >= path.lost_s)
        return End("pocket", t, seen_last, 0.85 if len(there) == 1 else 0.5, pocket)
    if ahead is not None:
        return ahead
    if far < NEAR_POCKET_MM and (not last.rest or push is not None):
        return End("pocket", last.end_s + DROP_S, seen_last, 0.9, name)
    return End("unknown", last.end_s, seen_last, 0.3)


def _follow(path: Path, bed: Bed, push: Floats | None) -> End | None:
    """Roll on along the last piece until it meets a mouth or leaves the bed."""
    last = path.pieces[-1]
    start = last.at(last.end_s)
    v = last.velocity(last.end_s) if push is None else push
    speed = float(np.hypot(*v))
    if speed < 30.0:
        return None
    slow = float(np.clip(-(last.place[2] @ v) / speed, 60.0, 400.0)) if last.samples >= 6 else 120.0
    way = v / speed
    # a line of centres points wrong by some degrees, a path hardly
    sigma_way = PUSH_SIGMA_RAD if push is not None else math.sqrt(float(last.velocity_variance(last.end_s))) / speed
    # in the open it would have been seen again before long
    reach = min(speed * speed / (2 * slow), speed * (ROLL_ON_S if path.covered else UNSEEN_S))
    for s in np.arange(0.0, reach, 4.0):
        t = (speed - math.sqrt(max(speed * speed - 2 * slow * s, 0.0))) / slow
        at = start + way * s
        slack = 4.0 + min(s * sigma_way, 60.0)
        mouth = bed.in_mouth(at, slack)
        if mouth is not None:
            sure = 0.97 if s < 150 else 0.93 if path.covered else 0.85
            return End("pocket", last.end_s + t + DROP_S, at, sure, mouth)
        if bed.beyond_nose_mm(at) > -2.0:
            # on the bed a cushion would have turned it back into view: gone over it, unless it was hidden
            name, far = bed.nearest_pocket(at)
            if far < 100.0 + 2 * s * sigma_way:
                return End("pocket", last.end_s + t + DROP_S, at, 0.7, name)
            sure = 0.9 if s < 250 and not path.covered and push is None else 0.5
            return End("off-table", last.end_s + t, at, sure)
    return None


def stop_s(path: Path) -> float | None:
    """When a ball that moved came to rest; None if it never moved or still moves."""
    if not path.moved or not path.pieces:
        return None
    last = path.pieces[-1]
    if not last.rest:
        # the speed of a rolling ball runs out
        v, a = last.velocity(last.end_s), last.place[2]
        speed2 = float(v @ v)
        if speed2 < 1e-6:
            return last.end_s
        slow = -float(v @ a) / math.sqrt(speed2)
        ahead = math.sqrt(speed2) / slow if slow > 20.0 else 0.0
        return last.end_s + min(ahead, 0.3)
    if len(path.pieces) == 1:
        return None
    rolled = path.pieces[-2]
    v, a = rolled.velocity(rolled.end_s), rolled.place[2]
    slow = -float(v @ a) / max(math.hypot(*v), 1e-6)
    ahead = math.hypot(*v) / slow if slow > 20.0 else 0.0
    return min(rolled.end_s + ahead, max(last.start_s, rolled.end_s + 0.1))
