"""The desk on which one ruling is made: a position taken apart, changed step by step, and put together again.

Nothing of it leaves the ruling: `position()` gives the frozen result. Every change that people must hear of goes
through a method here that also writes its token into the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from callshot.rules.congestion.balls import WHAMMIES, ascending, descending, is_numbered, number, points, take, word
from callshot.rules.congestion.options import House
from callshot.rules.congestion.position import TABLE, Debt, Player, Position, after
from callshot.rules.game import Setting
from callshot.rules.ruling import Foul, Over, Spot
from callshot.rules.spotting import Line, spot
from callshot.rules.vocabulary import Ball


class Seat:
    """A player while a ruling is made."""

    __slots__ = ("foul_innings", "name", "out", "own", "pea", "racks", "stash", "whammies")

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self.pea = player.pea
        self.stash = list(player.stash)
        self.own = list(player.own)
        self.whammies = player.whammies
        self.foul_innings = player.foul_innings
        self.out = player.out
        self.racks = player.racks

    def frozen(self) -> Player:
        """As a position keeps it."""
        return Player(
            self.name,
            self.pea,
            descending(self.stash),
            descending(self.own),
            self.whammies,
            self.foul_innings,
            self.out,
            self.racks,
        )


class Work:
    """One ruling in the making."""

    def __init__(self, position: Position, house: House, setting: Setting) -> None:
        self.base = position
        self.house = house
        self.setting = setting
        self.order = position.names
        self.seats = {p.name: Seat(p) for p in position.players}
        self.debts = list(position.debts)
        self.shooter = position.shooter
        self.prior = position.prior
        self.stroke_no = position.stroke_no
        self.inning_foul = position.inning_foul
        self.phase = position.phase
        self.in_hand = dict(position.in_hand)
        self.on_table = list(position.on_table)
        self.positioned = list(position.positioned)
        self.pile = list(position.pile)
        self.forecast = position.forecast
        self.bonus = position.bonus
        self.over = dict(position.over)
        """Who is in the bust window -> who was at the table when it happened."""
        self.redraws = list(position.redraws)
        self.dealing = list(position.dealing)
        self.extra = 0
        self.nearest_declined = position.nearest_declined
        self.lost_peas = list(position.lost_peas)
        self.target = position.target
        self.known_layout = position.layout is not None
        self.layout = list(position.layout or ())
        self.last_stroke = position.last_stroke
        self.winner = position.winner
        self.breaker = position.breaker or position.names[0]
        self.log: list[str] = []
        self.fouls: list[Foul] = []
        self.spots: list[Spot] = []
        self.sunk: tuple[str, ...] = ()
        """Whammies that went down on this stroke."""
        self.due: list[str] = []
        """Numbered balls due to the table, not yet spotted."""
        self.legal: bool | None = None
        self.ended: Over | None = None
        self.stuck = False
        self.whispers: list[tuple[str, str]] = []
        """(player, token): what only he may hear."""

    # ------------------------------------------------------------------ who

    @property
    def active(self) -> tuple[str, ...]:
        """Those still in, in turn order."""
        return tuple(p for p in self.order if self.seats[p].out is None)

    def others(self, name: str) -> tuple[str, ...]:
        """Succession, beginning with the player after `name`."""
        return after(self.order, self.active, name)

    def is_in(self, name: str) -> bool:
        """He is still in the game."""
        return self.seats[name].out is None

    def total(self, name: str) -> int | None:
        """CP-2.2: what he holds, plus his pea."""
        seat = self.seats[name]
        return None if seat.pea is None else points(seat.stash) + seat.pea

    def free_peas(self) -> tuple[int, ...]:
        """CP-5.1: peas in the bottle; those held are not replaced."""
        held = {s.pea for s in self.seats.values() if s.out is None}
        return tuple(p for p in self.house.peas if p not in held and p not in self.lost_peas)

    # ------------------------------------------------------------------ balls

    def say(self, token: str) -> None:
        """One token of the log."""
        self.log.append(token)

    def highest(self, name: str) -> str:
        """His highest ball; he has one."""
        return descending(self.seats[name].stash)[0]

    def gain(self, name: str, ball: str, own: bool = False) -> None:
        """A ball comes to his stash."""
        seat = self.seats[name]
        seat.stash.append(ball)
        if own:
            seat.own.append(ball)

    def lose(self, name: str, ball: str, own: bool = False) -> None:
        """A ball leaves his stash; of equal ones first one that he did not pocket himself, unless `own`."""
        seat = self.seats[name]
        seat.stash = list(take(seat.stash, ball) or ())
        same = [b for b in seat.stash if number(b) == number(ball)]
        mine = [b for b in seat.own if number(b) == number(ball)]
        if mine and (own or len(mine) > len(same)):
            seat.own = list(take(seat.own, ball) or ())

    def move(self, giver: str, receiver: str, ball: str) -> None:
        """From one stash to another."""
        self.lose(giver, ball)
        self.gain(receiver, ball)

    def from_table(self, ball: str) -> None:
        """A numbered ball went down: it lies on the table no longer."""
        self.on_table = list(take(self.on_table, ball) or ())

    @property
    def line(self) -> Line:
        """How this house spots (CP-15)."""
        s = self.setting
        return Line(
            s.length_mm,
            s.width_mm,
            s.ball_diameter_mm,
            front_limit_y_mm=0.0 if self.house["cp.centre_line_limit"] == "centre-spot" else None,
            foot_string=True,
            right_first=self.house["cp.spot_right_side"] == "head",
        )

    def put_back(self, balls: Iterable[str]) -> None:
        """CP-15: one batch of balls comes back, lowest first (CP-15.3), each an obstacle for the next."""
        batch = ascending(balls)
        placed = spot(batch, self.layout, self.line)
        for s in placed.spots:
            self.spots.append(s)
            self.lay(s.ball, s.x_mm, s.y_mm)
        for ball in batch:
            self.say(f"SPOT({word(ball)})")
            if is_numbered(ball):
                self.on_table.append(ball)

    def spot_due(self) -> None:
        """P4: everything that is due to the table."""
        if self.due:
            balls, self.due = self.due, []
            self.put_back(balls)

    def lay(self, label: str, x_mm: float, y_mm: float) -> None:
        """A ball lies there now, as far as positions are known."""
        ident = label
        used = {b.id for b in self.layout}
        letters = iter("abcdefghijklmnopqrstuvwxyz")
        while ident in used and label not in WHAMMIES:
            ident = label + next(letters)
        self.layout = [b for b in self.layout if b.id != ident]
        self.layout.append(Ball(ident, label, x_mm, y_mm))

    # ------------------------------------------------------------------ debts

    def owe(self, debtor: str, creditor: str, kind: str) -> None:
        """A new debt, the youngest (CP-11.1)."""
        if self.house["cp.debt_netting"] == "net":
            back = next((d for d in self.debts if d.debtor == creditor and d.creditor == debtor), None)
            if back is not None:
                self.debts.remove(back)
                return
        self.debts.append(Debt(debtor, creditor, kind))
        self.say(f"OWES({debtor}->{creditor})")

    def owed_by(self, name: str) -> Debt | None:
        """What he must pay first: the table (CP-11.3), else the oldest (CP-11.1)."""
        mine = [d for d in self.debts if d.debtor == name]
        return next((d for d in mine if d.creditor == TABLE), mine[0] if mine else None)

    # ------------------------------------------------------------------ result

    def foul(self, foul: Foul, log_code: str | None = None) -> None:
        """A foul, told in the log."""
        self.fouls.append(foul)
        self.say(f"FOUL({log_code or foul.code})")

    def position(self) -> Position:
        """The frozen result."""
        return replace(
            self.base,
            players=tuple(self.seats[p].frozen() for p in self.order),
            target=self.target,
            shooter=self.shooter,
            phase=self.phase,
            debts=tuple(self.debts),
            prior=self.prior,
            stroke_no=self.stroke_no,
            inning_foul=self.inning_foul,
            in_hand=tuple(self.in_hand.items()),
            on_table=ascending(self.on_table),
            positioned=tuple(self.positioned),
            pile=tuple(self.pile),
            forecast=self.forecast,
            bonus=self.bonus,
            over=tuple((p, self.over[p]) for p in self.order if p in self.over),
            redraws=tuple(self.redraws),
            dealing=tuple(self.dealing),
            extra=self.extra,
            nearest_declined=self.nearest_declined,
            warned=(),
            lost_peas=tuple(self.lost_peas),
            layout=tuple(self.layout) if self.known_layout else None,
            last_stroke=self.last_stroke,
            winner=self.winner,
            breaker=self.breaker,
        )
