"""Congestion once more, written from the documents alone and as plainly as they read: what a stroke leads to.

No positions, busts or claims here; peas are never over. A decision of a player is yielded and its answer sent back.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

TABLE = "TABLE"
WHAMMIES = ("yellow", "green", "brown", "blue", "pink", "black")
"""In the order of their actions (CP-9.9)."""
SPOKEN = {"brown": "maroon", "pink": "orange", "crazy-8": "8", "cue": "plain", "crazy-cue": "crazy"}
NUMBERED = (
    [str(n) for n in (*range(1, 8), *range(9, 13), 14, 15) for _ in range(3)]
    + ["crazy-8"] * 3
    + [str(n) for n in (13, *range(16, 22))]
)
FORECAST_TOLERANCE = 5
FOURTH, FOUL_INNINGS_OUT = 4, 3


def value(ball: str) -> int:
    return int(ball.removeprefix("crazy-"))


def said(ball: str) -> str:
    return SPOKEN.get(ball, ball)


class Decision(NamedTuple):
    """Asked of `player`; `candidates` are all the balls that he may pick, where he picks one of several."""

    about: str
    purpose: str | None
    player: str
    candidates: Sequence[str] = ()


@dataclass
class Stroke:
    """Settled facts of a stroke; `lost` cue balls, `off` the table."""

    met_object_ball: bool = False
    cushion: bool = False
    pocketed: list[str] = field(default_factory=list)
    off: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


Play = Generator[Decision, str | None, None]


@dataclass
class Evening:
    """All that the rules keep of a game."""

    players: list[str]
    options: dict[str, str]
    stash: dict[str, list[str]]
    whammies: dict[str, int]
    foul_innings: dict[str, int]
    debts: list[list[str]] = field(default_factory=list)
    out: dict[str, str] = field(default_factory=dict)
    shooter: str = ""
    stroke_no: int = 1
    prior: str | None = None
    inning_foul: bool = False
    positioned: set[str] = field(default_factory=set)
    pile: list[str] = field(default_factory=list)
    forecast: int = 0
    bonus: bool = False
    in_hand: list[str] = field(default_factory=list)
    winner: str | None = None
    log: list[str] = field(default_factory=list)
    spotted: list[str] = field(default_factory=list)

    def on_table(self) -> list[str]:
        rest = list(NUMBERED)
        for ball in [*self.pile, *(ball for balls in self.stash.values() for ball in balls)]:
            rest.remove(ball)
        return rest

    def others(self, player: str, *, reverse: bool = False) -> list[str]:
        """Who is still in, in the order of succession after the player (CP-9.3.a), or in reverse (CP-9.4.a)."""
        at, step = self.players.index(player), -1 if reverse else 1
        row = [self.players[(at + step * k) % len(self.players)] for k in range(1, len(self.players))]
        return [other for other in row if other not in self.out]

    def play(self, stroke: Stroke) -> Play:
        me, self.log, self.spotted = self.shooter, [], []
        sunk = [ball for ball in WHAMMIES if ball in stroke.pocketed + stroke.off]
        fouls = self._fouls(stroke, bonus_whammy=self.bonus and bool(sunk))
        self.log += [f"FOUL({foul})" for foul in fouls]
        numbered = [ball for ball in stroke.pocketed if ball not in WHAMMIES]
        yield from self._numbered(me, stroke, numbered, fouls)
        if fouls and not self.inning_foul:
            self.inning_foul, self.foul_innings[me] = True, self.foul_innings[me] + 1
        counted = not fouls and bool(numbered)
        if self.bonus:
            self.log += [f"REPLACE_PRE_BREAK({said(ball)})" for ball in sunk]
        elif sunk:
            counted |= (yield from self._sunk(me, sunk)) and not fouls
        if me not in self.out and self.inning_foul and self.foul_innings[me] >= FOUL_INNINGS_OUT:
            self._leave(me, "three_fouling_innings", spot=True)
        if len(self.others(me)) + (me not in self.out) == 1:
            self.winner = self.others(me)[0] if me in self.out else me
            self.log.append(f"WIN({self.winner})")
            return
        yield from self._turn(me, stroke, legal=not fouls, counted=counted)

    def _fouls(self, stroke: Stroke, *, bonus_whammy: bool) -> list[str]:
        fouls = []
        if not stroke.met_object_ball:
            fouls.append("no_object_ball")
        elif not stroke.cushion and not stroke.pocketed:
            fouls.append("no_cushion")
        fouls += ["scratch"] * len(stroke.lost)
        if any(ball not in WHAMMIES for ball in stroke.off):
            fouls.append("jumped_object_ball")
        return [*fouls, "whammy_on_bonus_stroke"] if bonus_whammy else fouls

    def _numbered(self, me: str, stroke: Stroke, numbered: list[str], fouls: list[str]) -> Play:
        due = [ball for ball in stroke.off if ball not in WHAMMIES]
        if fouls:
            due += numbered
            for _ in fouls:
                if self.stash[me]:
                    ball = yield from self._pick("penalty", me, me)
                    self.log.append(f"PENALTY({me},{said(ball)})")
                    due.append(ball)
                else:
                    self._owe(me, TABLE, "table")
        elif "option_3" in self.options and not self.bonus:
            self.pile += numbered
            self.log += [f"PILE({me},{said(ball)})" for ball in numbered]
        else:
            yield from self._credit(me, numbered, due)
        self._spot(due)

    def _credit(self, me: str, balls: list[str], due: list[str]) -> Play:
        self.stash[me] += balls
        self.log += [f"SCORE({me},{said(ball)})" for ball in balls]
        yield from self._settle(me, due)

    def _pick(self, purpose: str, player: str, owner: str) -> Generator[Decision, str | None, str]:
        """A ball of the owner, gone from him; nobody is asked where all of his are equal."""
        balls = self.stash[owner]
        ball: str | None = balls[0]
        if len(set(balls)) > 1:
            ball = yield Decision("chosen_ball", purpose, player, tuple(balls))
        assert ball is not None
        balls.remove(ball)
        return ball

    def _highest(self, owner: str) -> str:
        ball = max(self.stash[owner], key=value)
        self.stash[owner].remove(ball)
        return ball

    def _spot(self, balls: Sequence[str]) -> None:
        for ball in sorted(balls, key=value):
            self.log.append(f"SPOT({said(ball)})")
            self.spotted.append(ball)

    def _owe(self, debtor: str, creditor: str, kind: str) -> None:
        self.log.append(f"OWES({debtor}->{creditor})")
        self.debts.append([debtor, creditor, kind])

    def _settle(self, player: str, due: list[str] | None = None) -> Play:
        """The table is paid before the players, the older debt first (CP-11.1, CP-11.3)."""
        while self.stash[player] and (owed := [debt for debt in self.debts if debt[0] == player]):
            debt = next((debt for debt in owed if debt[1] == TABLE), owed[0])
            self.debts.remove(debt)
            if debt[1] == TABLE:
                ball = yield from self._pick("table-debt", player, player)
            else:
                ball = self._highest(player)
            self.log.append(f"PAID({player}->{debt[1]},{said(ball)})")
            if debt[1] != TABLE:
                self.stash[debt[1]].append(ball)
                yield from self._settle(debt[1], due)
            elif due is None:
                self._spot([ball])
            else:
                due.append(ball)

    def _sunk(self, me: str, sunk: list[str]) -> Generator[Decision, str | None, bool]:
        """Whether a live whammy was among them."""
        dead = [ball for ball in sunk if ball in self.positioned]
        live = [ball for ball in sunk if ball not in self.positioned]
        if dead:
            before = self.prior if self.prior and self.prior not in self.out and self.prior != me else None
            placer = before or self.others(self.prior or me, reverse=True)[0]
            placer = placer if placer != me else self.others(me, reverse=True)[0]
            yield Decision("reposition_choice", None, placer)
            self.log += [f"REPOSITION({placer},{said(ball)},dead)" for ball in dead]
        if live:
            yield from self._transaction(me, live)
        return bool(live)

    def _transaction(self, me: str, live: list[str]) -> Play:
        fourth = None
        self.log.append("STICK")
        for whammy in live:
            self.whammies[me] += 1
            fourth = whammy if self.whammies[me] == FOURTH else fourth
            self.log.append(f"WHAMMY({said(whammy)},{me},{self.whammies[me]})")
            yield from self._act(me, whammy)
        if fourth in ("yellow", "green"):
            while self.stash[me]:
                for other in self.others(me, reverse=fourth == "green"):
                    if self.stash[me]:
                        yield from self._give(me, other, fourth)
        yield Decision("reposition_choice", None, me)
        self.log += [f"REPOSITION({me},{said(ball)})" for ball in live]
        self.positioned |= set(live)
        self.log.append("UNSTICK")
        if fourth:
            self._leave(me, "fourth_whammy", spot=True)

    def _act(self, me: str, whammy: str) -> Play:
        others = self.others(me, reverse=whammy == "green")
        match whammy:
            case "yellow" | "green":
                for other in others:
                    yield from self._give(me, other, whammy)
            case "brown":
                for other in others:
                    yield Decision("pea_value", "maroon", other)
                self.log += [f"REDRAW({other})" for other in others]
                for other in others:
                    yield Decision("chosen_ball", "return", other)
            case "blue":
                for other in others:
                    yield from self._swap(me, other)
            case "pink":
                for other in others:
                    if self.stash[other]:
                        yield from self._take(me, other, self._highest(other))
                    else:
                        self._owe(other, me, "orange")
            case _:
                for other in others:
                    if self.stash[other]:
                        yield from self._take(me, other, (yield from self._pick("pick", me, other)))
                    else:
                        self.log.append(f"NOTHING({other})")

    def _give(self, me: str, other: str, kind: str) -> Play:
        if not self.stash[me]:
            self._owe(me, other, kind)
            return
        ball = self._highest(me)
        self.log.append(f"GIVE({me}->{other},{said(ball)})")
        self.stash[other].append(ball)
        yield from self._settle(other)

    def _take(self, me: str, other: str, ball: str) -> Play:
        self.log.append(f"TAKE({me}<-{other},{said(ball)})")
        self.stash[me].append(ball)
        yield from self._settle(me)

    def _swap(self, me: str, other: str) -> Play:
        if not self.stash[me] or not self.stash[other]:
            self.log.append(f"NO_SWAP({me},{other})")
            return
        mine = yield from self._pick("exchange", me, me)
        theirs = yield from self._pick("exchange", other, other)
        self.stash[me].append(theirs)
        self.stash[other].append(mine)
        self.log.append(f"SWAP({me}:{said(mine)}<->{other}:{said(theirs)})")

    def _leave(self, player: str, reason: str, *, spot: bool) -> None:
        if spot:
            self._spot(self.stash[player] + self.pile)
        self.stash[player], self.pile = [], []
        self.debts = [debt for debt in self.debts if player not in debt[:2]]
        self.out[player] = reason
        self.log.append(f"OUT({player},{reason})")

    def _turn(self, me: str, stroke: Stroke, *, legal: bool, counted: bool) -> Play:
        again = me not in self.out and not self.bonus and self._earned(legal=legal, counted=counted)
        if not again and "option_3" in self.options and not self.bonus and me not in self.out:
            self.bonus = again = yield from self._judge(me)
        else:
            self.bonus = False
        if again:
            self.stroke_no += 1
        else:
            if not self.inning_foul:
                self.foul_innings[me] = 0
            self.shooter, self.prior, self.stroke_no = self.others(me)[0], me, 1
            self.positioned, self.inning_foul = set(), False
        self.in_hand = [ball for ball in ("cue", "crazy-cue") if ball in stroke.lost]
        if self.in_hand:
            self.log.append(f"IN_HAND({self.shooter},kitchen,{'+'.join(map(said, self.in_hand))})")
        self.log.append(f"NEXT({self.shooter},{self.stroke_no})")

    def _earned(self, *, legal: bool, counted: bool) -> bool:
        if self.stroke_no == 1:
            return "option_1" in self.options or (legal and counted)
        return self.stroke_no == 2 and "option_2" in self.options and legal and counted

    def _judge(self, me: str) -> Generator[Decision, str | None, bool]:
        """The forecast, at the end of the inning; whether a bonus stroke follows (CP-8.2.opt3)."""
        off = sum(map(value, self.pile)) - self.forecast
        if abs(off) > FORECAST_TOLERANCE and any(abs(off - value(ball)) <= FORECAST_TOLERANCE for ball in self.pile):
            removed = yield Decision("chosen_ball", "removal", me)
            if removed is not None:
                self.pile.remove(removed)
                self.log.append(f"REMOVE({me},{said(removed)})")
                self._spot([removed])
                off -= value(removed)
        pile, self.pile = self.pile, []
        if abs(off) > FORECAST_TOLERANCE:
            self.log.append(f"PREDICTION_MISSED({me})")
            self._spot(pile)
            return False
        self.log.append(f"PREDICTION_MET({me})")
        due: list[str] = []
        yield from self._credit(me, pile, due)
        self._spot(due)
        return "option_3_sub" in self.options
