"""From the word for a ball set, or the file of a profile, to what is in it."""

from __future__ import annotations

from callshot.rules.equipment import BALL_SETS, BallSet
from callshot.tracker.trouble import Trouble


def ball_set_of(text: str) -> BallSet:
    """The set of a name, or of a profile made by `callshot colours`. Raises Trouble."""
    if text in BALL_SETS:
        return BALL_SETS[text]
    known = ", ".join(BALL_SETS)
    raise Trouble(f"--balls {text[:60]!r}: no such ball set or profile; the sets are {known}")
