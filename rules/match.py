"""What stands above a rack: who breaks next, races, sets, the lag before a deciding set, drawn racks.

HU-II.1.d, HU-II.1.e, HU-II.3.3.b, HU-III.1.e, FI-9.1.e. Race and breaking order are a tournament's settings.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from callshot.rules.draft import Draft
from callshot.rules.game import Option
from callshot.rules.ruling import Over

RACES: Final = tuple(str(n) for n in range(1, 31))

MATCH_OPTIONS: Final[tuple[Option, ...]] = (
    Option("race", RACES, "racks that win the set, or the match where there are no sets"),
    Option("next_breaker", ("winner", "alternate", "loser"), "who breaks the next rack"),
    Option("sets", ("1", "3", "5", "7"), "the match is the best of so many sets of one race each"),
    Option("unsporting", ("first", "second"), "which unsporting act of a player in the event this match stands for"),
)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 1


def race(draft: Draft) -> int:
    """Racks that win the set."""
    return _number(draft.state.option("race", "1"))


def rack_won(draft: Draft, winner: str, reason: str, clause: str, balls: Iterable[str]) -> None:
    """The rack is over: the match with it, or the next rack stands ready. `balls`: the object balls of a full rack."""
    side = draft.state.side(winner)
    loser = draft.state.other(winner)
    draft.set_side(winner, racks=side.racks + 1)
    if side.racks + 1 < race(draft):
        _next_rack(draft, winner, loser, reason, clause, balls)
        return
    sets = _number(draft.state.option("sets", "1"))
    needed = sets // 2 + 1
    draft.set_side(winner, sets=side.sets + 1)
    if side.sets + 1 >= needed:
        draft.tell(f"WIN({winner})")
        draft.over = Over("match", winner, reason, clause)
        draft.set(phase="over", in_hand=None, choice=None)
        return
    draft.tell(f"RACK({winner})")
    draft.over = Over("rack", winner, reason, clause)
    draft.set_sides(racks=0)
    starter = draft.state.other(draft.state.set_starter or draft.state.setting.players[0])
    draft.set(set_starter=starter)
    new_rack(draft, starter, balls)
    if all(s.sets == needed - 1 for s in draft.state.sides):
        draft.set(phase="lag", shooter=draft.state.setting.players[0])  # HU-II.1.e


def _next_rack(draft: Draft, winner: str, loser: str, reason: str, clause: str, balls: Iterable[str]) -> None:
    draft.tell(f"RACK({winner})")
    draft.over = Over("rack", winner, reason, clause)
    order = draft.state.option("next_breaker", "winner")
    breaker = {"winner": winner, "loser": loser}.get(order) or draft.state.other(draft.state.breaker)
    new_rack(draft, breaker, balls)


def new_rack(draft: Draft, breaker: str, balls: Iterable[str]) -> None:
    """All balls back in the rack, that player to break.

    Fouls in a row are those of one rack: the break's is the first of three (HU-III.3.4.c), whatever was before.
    """
    draft.set_sides(group=None, idle=0, points=0, run=0)
    draft.set(
        shooter=breaker,
        breaker=breaker,
        on_table=tuple(balls),
        phase="break",
        stroke_no=1,
        in_hand="kitchen",
        opening=True,
        break_type=None,
        made_in_turn=(),
        push_out=False,
        layout=None,
        choice=None,
        warned=None,
    )


def rerack(draft: Draft, breaker: str, balls: Iterable[str]) -> None:
    """The same rack again, scores kept: RERACK, and that player breaks."""
    balls = tuple(balls)
    draft.tell(f"RERACK({len(balls)})")
    draft.set_sides(group=None, idle=0)
    draft.set(
        shooter=breaker,
        breaker=breaker,
        on_table=balls,
        phase="break",
        stroke_no=1,
        in_hand="kitchen",
        opening=True,
        break_type=None,
        made_in_turn=(),
        push_out=False,
        layout=None,
    )


def lost(draft: Draft, loser: str, reason: str, clause: str, balls: Iterable[str]) -> None:
    """That player has lost the rack."""
    draft.tell(f"LOSS({loser},{reason})")
    rack_won(draft, draft.state.other(loser), reason, clause, balls)
