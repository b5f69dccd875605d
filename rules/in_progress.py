"""A session that begins in the middle of a rack: what the table shows, and no break where nothing is racked.

Nothing is said of a break that was none. What the table can't show (the groups of 8-ball) is left in doubt.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Protocol

from callshot.rules.game import Doubt
from callshot.rules.pool_state import Group, PoolState, other_group
from callshot.rules.rack_place import Standing, standing
from callshot.rules.racks import GAME_RACKS, RACKS
from callshot.rules.vocabulary import Ball, Stroke

STANDING: Final = 0.5
"""A rack stands where at least this part of its places is filled; spread balls fill a place by chance at most."""

BREAK: Final = "on_break"
_BREAK_CLAUSES: Final = {
    "8ball-fi": "FI-8.2.a", "8ball-hu": "HU-I.5.b", "9ball-fi": "FI-9.2.a", "9ball-hu": "HU-I.5.b",
    "141-fi": "FI-10.2.a", "141-hu": "HU-I.5.b",
}  # fmt: skip
"""What a break must do, or when a game begins."""

GROUP_CLAUSES: Final = {"8ball-fi": "FI-8.3.d", "8ball-hu": "HU-II.3.1.f"}

SAY: Final = "say how it stands (a state record)"


class Named(Protocol):
    """What is asked of a section here."""

    name: str
    balls: tuple[str, ...]


def _standing(game: str, state: PoolState, objects: tuple[Ball, ...]) -> Standing:
    return standing(RACKS[GAME_RACKS[game][0]](state.setting), objects, state.setting)


def _objects(balls: tuple[Ball, ...] | None) -> tuple[Ball, ...]:
    return tuple(b for b in balls or () if b.label != "cue")


def racked(game: str, state: PoolState, balls: tuple[Ball, ...] | None) -> bool | None:
    """Whether the rack stands, on its spot or near it; None where no object ball is seen."""
    objects = _objects(balls)
    if not objects:
        return None
    rack = _standing(game, state, objects)
    return rack.filled >= STANDING * rack.places


def _may_be_broken(section: Named, state: PoolState, stroke: Stroke) -> bool:
    """Most of a rack stands there and a ball lies apart: a break that moved little, the fifteenth ball of 14.1?"""
    if state.phase != "break" or state.last_stroke:
        return False
    objects = _objects(stroke.before)
    if not objects:
        return False
    rack = _standing(section.name, state, objects)
    return STANDING * rack.places <= rack.filled < min(rack.places, len(objects))


def doubt_of_break(section: Named, state: PoolState, stroke: Stroke) -> tuple[Doubt, ...]:
    """Whether the first stroke seen is a break, where the balls tell neither."""
    if BREAK in stroke.said or not _may_be_broken(section, state, stroke):
        return ()
    other = as_seen(section, state, replace(stroke, said={**stroke.said, BREAK: False}))
    return (Doubt(BREAK, (True, False), _BREAK_CLAUSES[section.name]),) if isinstance(other, PoolState) else ()


def _in_play(section: Named, state: PoolState, stroke: Stroke) -> bool:
    """No break: nothing is racked, or what stands there is said to be broken."""
    if stroke.said.get(BREAK) is False and _may_be_broken(section, state, stroke):
        return True
    return racked(section.name, state, stroke.before) is False


def as_seen(section: Named, state: PoolState, stroke: Stroke) -> PoolState | str | None:
    """The game as the table shows it before a stroke that is no break.

    None: the break it seems to be, or nothing is known. A text: why the stroke can't be ruled.
    """
    if state.phase == "play" and len(state.on_table) < len(section.balls) and stroke.before:
        objects = _objects(stroke.before)
        rack = _standing(section.name, state, objects) if len(objects) >= len(section.balls) else None
        if rack is not None and rack.filled == rack.places:
            return f"stroke {stroke.number}: a full rack stands there, and the last one is not over; say who won it"
        return None
    if state.phase != "break" or not _in_play(section, state, stroke):
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
    """The groups that a person said, or that are assumed: that of the player at the table. Known ones stay."""
    if said not in ("solids", "stripes") or state.side(state.shooter).group is not None:
        return state
    mine: Group = "solids" if said == "solids" else "stripes"
    groups = [mine if player == state.shooter else other_group(mine) for player in state.setting.players]
    sides = tuple(replace(side, group=group) for side, group in zip(state.sides, groups, strict=True))
    return replace(state, sides=sides)


def out_of_place(section: Named, state: PoolState, stroke: Stroke) -> str | None:
    """Why a fact that was said of a stroke can't be one of it: groups, or whether it was the break."""
    if "groups" in stroke.said and not (section.name.startswith("8ball") and state.phase == "play"):
        return f"stroke {stroke.number}: groups are for 8-ball, after the break"
    if BREAK in stroke.said and stroke.said[BREAK] is not (state.phase == "break"):
        return f"stroke {stroke.number}: on_break can't be {str(stroke.said[BREAK]).lower()}; {SAY}"
    return None


def doubt_of_groups(game: str, state: PoolState, said: object) -> tuple[Doubt, ...]:
    """Which group the player at the table has: none yet, solids or stripes."""
    if not state.groups_unknown or said is not None:
        return ()
    return (Doubt("groups", ("open", "solids", "stripes"), GROUP_CLAUSES[game]),)
