"""All object balls behind the head string: the nearest to it may be spotted, at the shooter's choice (CP-8.7.d)."""

from __future__ import annotations

from typing import Final

from callshot.rules.congestion.balls import is_numbered
from callshot.rules.congestion.offers import near_string
from callshot.rules.congestion.questions import Ask, Asking
from callshot.rules.congestion.work import Work

SAME_DISTANCE_MM: Final = 3.0
"""Distances to the string that a camera can't tell apart: the shooter picks between such balls (OQ-CP-22)."""


def spot_nearest(work: Work) -> Asking[None]:
    """The shooter wants it spotted; whammies count among the balls by default."""
    near = near_string(work.base, work.setting, work.house["cp.nearest_ball_spot"] == "whammies-skipped")
    if not near:
        return
    close = [b for b in near if near[0].y_mm - b.y_mm <= SAME_DISTANCE_MM]
    label = near[0].label
    labels = tuple(dict.fromkeys(b.label for b in close))
    if len(labels) > 1:
        (picked,) = yield (Ask("chosen_ball", labels, "CP-8.7.d", work.shooter, "pick"),)
        label = str(picked)
    ball = next(b for b in close if b.label == label)
    work.layout = [b for b in work.layout if b.id != ball.id]
    if is_numbered(label):
        work.from_table(label)
    work.nearest_declined = True
    work.put_back([label])
