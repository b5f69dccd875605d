"""What `callshot balls` says of the sets: contents of each, and that `any` is no set of one cue ball."""

from __future__ import annotations

from callshot.rules.equipment import BALL_SETS
from callshot.tracker.choices import describe_balls


def test_any_says_that_the_set_is_found_out() -> None:
    lines = dict(line.split(None, 1) for line in describe_balls().splitlines())
    assert set(lines) == set(BALL_SETS)
    assert "cue" not in lines["any"] and "explains" in lines["any"]
    assert lines["carom3"] == "cue, yellow, red"
    assert "3 x 12" in lines["congestion"]
