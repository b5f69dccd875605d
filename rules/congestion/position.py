"""A position of the game between two things that happen: frozen, whole, and the base of every ruling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from callshot.rules.congestion.balls import NUMBERED, points
from callshot.rules.vocabulary import Ball

TABLE: Final = "TABLE"
"""The table as a creditor (CP-11.3)."""

Phase = Literal["break", "play", "finished"]


@dataclass(frozen=True, slots=True)
class Player:
    """One player: secret pea (None where the players keep it), stash highest first, tallies (CP-3.7, CP-3.8)."""

    name: str
    pea: int | None = None
    stash: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    """Those of the stash that he pocketed himself (OQ-CP-59)."""
    whammies: int = 0
    foul_innings: int = 0
    out: str | None = None
    racks: int = 0
    """Games won in a match."""

    @property
    def total(self) -> int | None:
        """CP-2.2, CP-5.3: what he holds, plus his pea; None where the pea is not known."""
        return None if self.pea is None else points(self.stash) + self.pea


@dataclass(frozen=True, slots=True)
class Debt:
    """One ball owed (CP-11). `kind`: yellow, green, orange, table."""

    debtor: str
    creditor: str
    kind: str


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that the rules know. Players stand in turn order, those who are out included."""

    players: tuple[Player, ...]
    target: int
    shooter: str
    phase: Phase = "break"
    debts: tuple[Debt, ...] = ()
    """Oldest first (CP-11.1)."""
    prior: str | None = None
    stroke_no: int = 1
    inning_foul: bool = False
    in_hand: tuple[tuple[str, str], ...] = (("cue", "kitchen"),)
    """Cue ball -> `kitchen` or `anywhere`."""
    on_table: tuple[str, ...] = NUMBERED
    """Numbered balls; the whammies are always there between strokes."""
    positioned: tuple[str, ...] = ()
    """Whammies that the shooter placed in this inning: dead for him (CP-9.1.b)."""
    pile: tuple[str, ...] = ()
    forecast: tuple[int, int] | None = None
    bonus: bool = False
    """The next stroke is the bonus stroke of option 3's sub-option."""
    over: tuple[tuple[str, str], ...] = ()
    """The bust window (private): who is over the final score and has not said so -> who was at the table then."""
    redraws: tuple[str, ...] = ()
    """Busted players who may still draw a new pea (CP-8.9.b)."""
    dealing: tuple[str, ...] = ()
    """Who is to draw a pea now: everybody before the break, a joiner, a claimant whose pea was shown (OQ-CP-25)."""
    extra: int = 0
    """Extra repositions of the last transaction that the camera may still see."""
    lost_peas: tuple[int, ...] = ()
    """Peas that stay out of the bottle (OQ-CP-28)."""
    nearest_declined: bool = False
    """The shooter does not want the nearest ball spotted (CP-8.7.d)."""
    warned: tuple[str, ...] = ()
    """Cue balls in hand that lie where they may not, and the shooter has been told."""
    layout: tuple[Ball, ...] | None = None
    last_stroke: int = 0
    winner: str | None = None
    breaker: str | None = None
    """Who broke this game; None: the first of the order."""

    def player(self, name: str) -> Player:
        """The player of that name; the caller knows that there is one."""
        return next(p for p in self.players if p.name == name)

    @property
    def active(self) -> tuple[str, ...]:
        """Those still in, in turn order."""
        return tuple(p.name for p in self.players if p.out is None)

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody."""
        return tuple(p.name for p in self.players)


def after(order: tuple[str, ...], active: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Succession: everybody active but `name`, who is in the order, beginning with the player after him."""
    k = order.index(name)
    return tuple(p for p in (*order[k + 1 :], *order[:k]) if p in active)
