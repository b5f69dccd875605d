"""Where a pool game stands: one frozen value for 8-ball, 9-ball and 14.1, and its form in a `state` record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from callshot.rules.game import Setting
from callshot.rules.ruling import Ruling
from callshot.rules.vocabulary import Ball, Moved

Group = Literal["solids", "stripes"]
InHand = Literal["kitchen", "anywhere"]
SOLIDS = tuple(str(n) for n in range(1, 8))
STRIPES = tuple(str(n) for n in range(9, 16))


@dataclass(frozen=True, slots=True)
class Call:
    """The shot named for the next stroke."""

    ball: str
    pocket: str


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person must decide before the game goes on; `about` as in the stream, `why`: the branch of the game."""

    id: str
    about: str
    candidates: tuple[object, ...]
    clause: str
    why: str
    player: str | None
    asks: Literal["player", "referee"] = "player"
    balls: tuple[str, ...] = ()
    """Balls that come back if the position is played."""
    cue_lost: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One player's standing."""

    run: int = 0
    """Fouls in a row."""
    racks: int = 0
    sets: int = 0
    points: int = 0
    group: Group | None = None
    idle: int = 0
    """Strokes in a row without progress while only one solid, one stripe and the 8 are left (HU-II.3.3.g)."""
    unsporting: int = 0


@dataclass(frozen=True, slots=True)
class PoolState:
    """A game in progress. `sides` are in the order of `setting.players`."""

    setting: Setting
    shooter: str
    breaker: str
    on_table: tuple[str, ...]
    sides: tuple[Side, ...]
    phase: Literal["break", "play", "lag", "over"] = "break"
    stroke_no: int = 1
    """Stroke of the inning that comes next."""
    last_stroke: int = 0
    """Number of the last stroke ruled."""
    in_hand: InHand | None = "kitchen"
    opening: bool = True
    """14.1: the break of a rack that must meet the opening requirements."""
    break_type: str | None = None
    """14.1: the breaker's choice of break, once made."""
    made_in_turn: tuple[str, ...] = ()
    """14.1: balls made since the player came to the table."""
    layout: tuple[Ball, ...] | None = None
    call: Call | None = None
    safety: bool = False
    push_out: bool = False
    """The next stroke may be a push-out."""
    push_out_said: bool = False
    warned: str | None = None
    placement_warned: bool = False
    said: Mapping[str, object] = field(default_factory=dict)
    """Facts said for the next stroke."""
    choice: Choice | None = None
    touch_told: bool = False
    """A person said of the last stroke who touched a ball: what moved after it is explained."""
    disturbed: tuple[Moved, ...] = ()
    """Balls that something moved between strokes, until it is known what."""
    pending: Ruling | None = None
    """The ruling that waits for the choice; the answer completes it."""
    asked: int = 0
    """How many choices were put so far; it numbers them."""
    set_starter: str | None = None
    groups_unknown: bool = False
    """8-ball: the session began in mid-rack, and nobody said yet who has which group."""

    def side(self, player: str) -> Side:
        """A player's standing."""
        return self.sides[self.setting.players.index(player)]

    def other(self, player: str) -> str:
        """The opponent."""
        first, second = self.setting.players
        return second if player == first else first

    def option(self, key: str, default: str) -> str:
        """The house's reading of an open question, or the match's terms."""
        return self.setting.options.get(key, default)


def group_balls(group: Group) -> tuple[str, ...]:
    """The balls of a group."""
    return SOLIDS if group == "solids" else STRIPES


def other_group(group: Group) -> Group:
    """The opponent's group."""
    return "stripes" if group == "solids" else "solids"


def group_of(label: str) -> Group | None:
    """The group of a ball; None for the 8. Clauses: HU-II.1.b, FI-8.1.b."""
    if label in SOLIDS or label == "solid":
        return "solids"
    return "stripes" if label in STRIPES or label == "stripe" else None
