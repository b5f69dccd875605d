"""From the word for a ball set, or the file of a profile, to what is in it and how it looks."""

from __future__ import annotations

from pathlib import Path

from callshot.calibration.colours import ProfileError, SetProfile, load_profile
from callshot.rules.equipment import BALL_SETS, BallSet
from callshot.tracker.trouble import Trouble


def profile_of(text: str) -> SetProfile | None:
    """The profile that a file name gives; None for the name of a set. Raises Trouble."""
    if text in BALL_SETS:
        return None
    if not Path(text).is_file():
        raise Trouble(f"--balls {text[:60]!r}: no such ball set or profile; the sets are {', '.join(BALL_SETS)}")
    try:
        return load_profile(text)
    except ProfileError as why:
        raise Trouble(str(why)) from why


def ball_set_of(text: str) -> BallSet:
    """The set of a name, or of a profile made by `callshot colours`. Raises Trouble."""
    profile = profile_of(text)
    return BALL_SETS[text if profile is None else profile.ball_set]
