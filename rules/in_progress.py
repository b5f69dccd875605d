"""A session that begins in the middle of a rack: what the table shows, and no break where nothing is racked.

Nothing is said of a break that was none. What the table can't show (the groups of 8-ball) is left in doubt.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Protocol

from callshot.rules.game import Doubt
from callshot.rules.pool_state import Group, PoolState, other_group
from callshot.rules.rack_check import check
from callshot.rules.racks import GAME_RACKS, RACKS
from callshot.rules.vocabulary import Ball, Stroke

STANDING: Final = 0.5
"""A rack stands where at least this part of its places is filled; spread balls fill a place by chance at most."""

SAY: Final = "say how it stands (a state record)"


class Named(Protocol):
    """What is asked of a section here."""

    name: str
    balls: tuple[str, ...]


def _missing(game: str, state: PoolState, balls: tuple[Ball, ...]) -> tuple[int, int]:
    """Empty places of the rack, and how many it has."""
    rack = RACKS[GAME_RACKS[game][0]](state.setting)
    return sum(f.kind == "missing" for f in check(rack, balls, state.setting)), len(rack.places)


def racked(game: str, state: PoolState, balls: tuple[Ball, ...] | None) -> bool | None:
    """Whether the rack stands; None where no object ball is seen."""
    objects = tuple(b for b in balls or () if b.label != "cue")
    if not objects:
        return None
    missing, places = _missing(game, state, objects)
    return missing <= (1 - STANDING) * places


def as_seen(section: Named, state: PoolState, stroke: Stroke) -> PoolState | str | None:
    """The game as the table shows it before a stroke that is no break.

    None: the break it seems to be, or nothing is known. A text: why the stroke can't be ruled.
    """
    if state.phase == "play" and len(state.on_table) < len(section.balls) and stroke.before:
        if _missing(section.name, state, tuple(b for b in stroke.before if b.label != "cue"))[0] == 0:
            return f"stroke {stroke.number}: a full rack stands there, and the last one is not over; say who won it"
        return None
    if state.phase != "break" or racked(section.name, state, stroke.before) is not False:
        return None
    if state.last_stroke:
        return f"stroke {stroke.number} is no break: the balls are not racked"
    seen = [b.label for b in stroke.before or () if b.label != "cue"]
    stranger = next((b for b in seen if b not in section.balls), None)
    if stranger is not None:
        return (
            f"stroke {stroke.number}: a game in progress with a ball {stranger!r}; say how it stands (a state record)"
        )
    needed = {"8ball": "8", "9ball": "9"}.get(section.name.partition("-")[0])
    if needed is not None and needed not in seen:
        return f"stroke {stroke.number}: a game in progress without the {needed}; {SAY}"
    on_table = tuple(b for b in section.balls if b in seen)
    return replace(
        state,
        phase="play",
        in_hand=None,
        opening=False,
        on_table=on_table,
        choice=None,
        pending=None,
        groups_unknown=section.name.startswith("8ball") and len(on_table) < len(section.balls),
    )


def with_groups(state: PoolState, said: object) -> PoolState:
    """The groups that a person said, or that are assumed: that of the player at the table."""
    if not state.groups_unknown or said not in ("solids", "stripes"):
        return state
    mine: Group = "solids" if said == "solids" else "stripes"
    groups = [mine if player == state.shooter else other_group(mine) for player in state.setting.players]
    sides = tuple(replace(side, group=group) for side, group in zip(state.sides, groups, strict=True))
    return replace(state, sides=sides)


def doubt_of_groups(state: PoolState, said: object) -> tuple[Doubt, ...]:
    """Which group the player at the table has: none yet, solids or stripes."""
    if not state.groups_unknown or said is not None:
        return ()
    return (Doubt("groups", ("open", "solids", "stripes"), "FI-8.3.d"),)
