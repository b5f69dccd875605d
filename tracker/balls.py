"""From the word for a ball set, or the file of a profile, to what is in it and how it looks."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from callshot.calibration.colours import ProfileError, SetProfile, load_profile
from callshot.rules.equipment import BALL_SETS, BallSet
from callshot.tracker.trouble import Trouble

PLAYED_WITH: Final = {"8ball": "pool15", "9ball": "pool9", "141": "pool15", "congestion": "congestion"}
"""The balls that a game can't do without, by its name before its national form; a lag is played with any."""


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


def unfit(game: str, balls: BallSet) -> str | None:
    """Why the game can't be played with this set, in one line; `any` may be whichever. None where it can."""
    needed = PLAYED_WITH.get(game.partition("-")[0])
    if needed is None or balls.name in ("any", needed):
        return None
    missing = [label for label in BALL_SETS[needed].labels if label not in balls.labels]
    return f"--balls {balls.name}: it has no {missing[0]}, and {game} is played with {needed}" if missing else None


def check_fits(game: str, balls: BallSet) -> None:
    """The game can be played with this set. Raises click.UsageError, before an hour's look."""
    why = unfit(game, balls)
    if why is not None:
        raise click.UsageError(f"{why}; give that set, or another --game (`none` tells the strokes and rules nothing)")
