"""Plays random games of Congestion to their end, from one seed, and checks the rules' promises after every event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any

from callshot.rules.congestion.balls import NUMBERED, WHAMMIES, number
from callshot.rules.congestion.game import GAME
from callshot.rules.congestion.options import OPTIONS
from callshot.rules.congestion.state import State
from callshot.rules.game import Event, Setting
from callshot.rules.ruling import Question, Ruling, Step
from callshot.rules.vocabulary import Disturbance, Input, Moved, Stroke, StrokeEvent

COMBINATIONS = [
    {"option_1": a, "option_2": b, "option_3": c, "option_3_sub": d}
    for a, b in (("no", "no"), ("yes", "no"), ("yes", "yes"))
    for c, d in (("no", "no"), ("yes", "no"), ("yes", "yes"))
]
"""Every legal combination of the three options and the sub-option."""

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo")
OWNED = Counter(number(b) for b in NUMBERED)
LONGEST = 3000
"""Strokes after which a game that has not ended is a defect."""


def random_options(rng: Random, combination: dict[str, str], changed: float) -> dict[str, str]:
    """The combination, and each house key changed with that chance."""
    options = dict(combination)
    for option in OPTIONS:
        if option.key.startswith("cp.") and rng.random() < changed:
            options[option.key] = rng.choice(option.values)
    options["race"] = rng.choice(["1", "1", "1", "2"])
    options["next_breaker"] = rng.choice(["winner", "alternate", "loser"])
    if options["option_1"] == options["option_3"] == "yes":
        options.pop("cp.option_combinations", None)
    return options


@dataclass
class Ledger:
    """The stashes and tallies as the log alone tells them."""

    stash: dict[str, Counter[int]]
    whammies: dict[str, int]

    def read(self, log: tuple[str, ...]) -> None:
        """One affair's whole log."""
        for token in log:
            name, _, rest = token.rstrip(")").partition("(")
            if name in ("SCORE", "PENALTY", "RETURN"):
                player, balls = rest.split(",")
                for ball in balls.split("+"):
                    self._move(player, int(ball), 1 if name == "SCORE" else -1)
            elif name == "PAID":
                names, ball = rest.split(",")
                debtor, creditor = names.split("->")
                self._move(debtor, int(ball), -1)
                if creditor != "TABLE":
                    self._move(creditor, int(ball), 1)
            elif name in ("GIVE", "TAKE"):
                names, ball = rest.split(",")
                giver, receiver = names.split("->") if name == "GIVE" else names.split("<-")[::-1]
                self._move(giver, int(ball), -1)
                self._move(receiver, int(ball), 1)
            elif name == "SWAP":
                (one, mine), (other, his) = (side.split(":") for side in rest.split("<->"))
                for player, lost, won in ((one, mine, his), (other, his, mine)):
                    self._move(player, int(lost), -1)
                    self._move(player, int(won), 1)
            elif name in ("BUST", "DISQUALIFIED", "OUT"):
                self.stash[rest.split(",")[0]] = Counter()
            elif name == "WHAMMY":
                self.whammies[rest.split(",")[1]] = int(rest.split(",")[2])
            elif name == "RACK":
                self.stash, self.whammies = {}, {}

    def copy(self) -> Ledger:
        """As it stands now."""
        return Ledger({p: Counter(c) for p, c in self.stash.items()}, dict(self.whammies))

    def _move(self, player: str, ball: int, by: int) -> None:
        stash = self.stash.setdefault(player, Counter())
        stash[ball] += by
        if not stash[ball]:
            del stash[ball]


@dataclass
class Simulation:
    """One random game."""

    rng: Random
    players: int
    options: dict[str, str]
    peas: bool = True
    calm: bool = False
    """Without nonsense, joining and leaving."""
    long: bool = False
    """Few balls, fewer fouls and whammies: a game of many strokes."""
    events: list[Event] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    refusals: int = 0
    strokes: int = 0
    asked: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.setting = Setting(NAMES[: self.players], self.options)
        step = GAME.start(self.setting)
        assert step.refused is None, (step.refused, self.options)
        self.state: State = step.state
        self.ledger = self.earlier = Ledger({}, {})
        """`earlier`: before the last affair, which a word that was still in time may have ruled anew."""
        self.exact = self.options.get("cp.opt3_pile_use") != "yes" and self.options.get("cp.opt3_removal") != "stash"

    def late(self) -> Simulation:
        """A game near the end of its balls: nearly all are held, the final score is about what the players have."""
        rng, names = self.rng, self.setting.players
        balls = list(NUMBERED)
        rng.shuffle(balls)
        table, held = balls[: rng.randrange(1, 6)], balls[6:]
        stash: dict[str, list[str]] = {n: [] for n in names}
        for ball in held:
            stash[rng.choice(names)].append(ball)
        table += balls[len(table) : 6]
        target = max(30, 445 // len(names) + rng.randrange(-10, 60))
        players = {n: {"stash": stash[n]} for n in names}
        step = GAME.enter(self.setting, {"phase": "play", "on_table": table, "players": players, "target": target})
        assert step.refused is None, step.refused
        self.state = step.state
        self.ledger = self.earlier = Ledger({n: Counter(number(b) for b in stash[n]) for n in names}, {})
        return self

    # ------------------------------------------------------------------ running

    def run(self) -> Simulation:
        """To the end of the game."""
        if self.peas:
            for name in self.setting.players:
                self.feed(Input(0.0, "player", "pea", name, {"value": self._free_pea()}))
        while self.state.position.phase != "finished":
            assert self.strokes < LONGEST, "the game does not end"
            for event in self.moves():
                self.feed(event)
                if self.state.position.phase == "finished":
                    break
        return self

    def feed(self, event: Event) -> Step[State]:
        """One event, and everything that must hold after it."""
        before = self.state
        step = GAME.step(before, event)
        self.events.append(event)
        if step.refused is not None:
            self.refusals += 1
        self.state = step.state
        declared = isinstance(event, Input) and event.kind == "declare" and step.refused is None
        if declared and before.grace is not None and before.current is None and step.state.serial == before.serial:
            self.ledger = self.earlier  # the ruling that took his silence for an answer is replaced by the one to come
        for ruling in step.rulings:
            self.rulings.append(ruling)
            if ruling.next is not None or ruling.over is not None:
                self.earlier = self.ledger.copy()
                self.ledger.read(ruling.log)
        if self.state.position is not before.position or step.rulings:
            check(self)  # else nothing has changed since it was checked
        check_stuck(self)
        return step

    # ------------------------------------------------------------------ choosing

    def moves(self) -> Iterator[Event]:
        """What happens next: answers, something said, nonsense, or a stroke."""
        rng = self.rng
        waiting = [p.question for p in self.state.open if p.key is not None]
        beside = [p.question for p in self.state.open if p.key is None]
        if not self.calm and rng.random() < 0.05:
            yield self.nonsense()
        if waiting and rng.random() < 0.97:
            yield self.answer(rng.choice(waiting))
            return
        if beside and rng.random() < 0.8:
            yield self.answer(rng.choice(beside))
            return
        if self.state.stuck and rng.random() < 0.2:
            yield Disturbance(0.0, "touched", (Moved("1a", "1", None, (0.0, 0.0)),))
            return
        if not waiting:
            yield from self.said()
        if self.state.position.phase != "finished":
            self.strokes += 1
            yield self.stroke()

    def said(self) -> Iterator[Event]:
        """Declarations, mostly those that make sense."""
        rng, position = self.rng, self.state.position
        for name, _ in position.over:
            if rng.random() < 0.7:
                yield Input(0.0, "player", "declare", name, {"value": "bust"})
                if self.state.current is not None:
                    return
        for name in position.active:
            total = position.player(name).total
            if total == position.target and rng.random() < 0.8:
                yield Input(0.0, "player", "declare", name, {"value": "win"})
                return
        if not self.peas and not self.long and rng.random() < 0.01:
            yield Input(0.0, "player", "declare", position.shooter, {"value": rng.choice(["win", "bust"])})
        elif not self.calm and rng.random() < 0.004:
            yield Input(0.0, "player", "leave", rng.choice(position.active))
        elif not self.calm and rng.random() < 0.004:
            yield Input(0.0, "player", "join", rng.choice(NAMES))

    def answer(self, q: Question) -> Input:
        """An answer that will do (or nearly always)."""
        rng = self.rng
        self.asked[f"{q.about}/{q.purpose}"] += 1
        value: Any
        if q.about == "pea_value":
            value = self._free_pea()
        elif q.about == "prediction":
            value = {"points": rng.choice([0, 3, 6, 10, 14, 20, 30]), "balls": rng.randrange(4)}
        elif q.about == "reposition_choice":
            ask = next(p.ask for p in self.state.open if p.question.id == q.id)
            extra = (
                rng.sample(ask.movable, rng.randrange(min(ask.allowance, len(ask.movable)) + 1)) if ask.movable else []
            )
            spots = [[x, y] for x in (-400, -200, 0, 200, 400) for y in (-700, -300, 300, 700)]
            rng.shuffle(spots)
            told = [str(w) for w in (*q.candidates, *extra)]
            value = {} if rng.random() < 0.4 else dict(zip(told, spots, strict=False))
        elif q.purpose == "return":
            value = []
            for ball in q.candidates:
                if len(value) < 3 and sum(number(b) for b in (*value, str(ball))) <= 20 and rng.random() < 0.6:
                    value.append(str(ball))
            if not next(p.ask for p in self.state.open if p.question.id == q.id).may_return:
                value = []
            if self.options.get("cp.maroon_return") == "must-bring-under" and rng.random() < 0.9:
                value = []
        else:
            value = rng.choice(q.candidates)
        more = {k: v for k, v in (("purpose", q.purpose), ("opponent", q.opponent)) if v is not None}
        by = "referee" if q.asks == "referee" else "player"
        return Input(0.0, by, "answer", q.player, {"about": q.about, "value": value, **more})  # type: ignore[arg-type]

    def _free_pea(self) -> int:
        position = self.state.position
        held = {p.pea for p in position.players if p.out is None} | set(position.lost_peas)
        free = self.state.free_peas or tuple(p for p in self.state.house.peas if p not in held)
        return self.rng.choice(free)

    def stroke(self) -> Stroke:
        """A stroke on what is on the table."""
        rng, position = self.rng, self.state.position
        number_ = max([position.last_stroke, *(s.number for s in self.state.held if isinstance(s, Stroke))]) + 1
        if self.state.current is not None and self.state.current.of is not None:
            number_ = max(number_, self.state.current.of + 1)
        table = list(position.on_table)
        rng.shuffle(table)
        skill = rng.random() + (0.65 if self.long else 0.0)
        careless = 0.1 if self.long else 1.0
        down = table[: (skill < 0.75) + (skill < 0.3) + (skill < 0.1)]
        jumped = [table.pop()] if len(table) > len(down) and rng.random() < 0.03 else []
        sunk = [w for w in WHAMMIES if rng.random() < (0.002 if self.long else 0.04)]
        rng.shuffle(sunk)
        on_break = position.phase == "break"
        struck = "crazy-cue" if rng.random() < (0.05 if on_break else 0.4) else "cue"
        first: str | None = "1a" if on_break else rng.choice([*(table or ["black"]), *WHAMMIES])
        first = (
            rng.choice([None, "crazy-cue" if struck == "cue" else "cue"]) if rng.random() < 0.06 * careless else first
        )
        events: list[StrokeEvent] = []
        if rng.random() > 0.1 * careless:
            events.append(StrokeEvent(0.0, "head-string", ball=struck, direction="out"))
        if first is not None:
            events.append(StrokeEvent(0.1, "contact", balls=(struck, first)))
        if rng.random() > 0.07 * careless:
            rails = ("1b", "2b", "3b", "4b", "5b") if on_break else (struck,)
            events += [StrokeEvent(0.2, "cushion", ball=b, cushion="foot") for b in rails]
        for k, ball in enumerate((*down, *sunk)):
            events.append(
                StrokeEvent(
                    0.3, "pocket", ball=ball if ball in WHAMMIES else f"{ball}{'abc'[k % 3]}", pocket="foot-left"
                )
            )
        for ball in jumped:
            events.append(StrokeEvent(0.4, "off-table", ball=f"{ball}z"))
        for cue in ("cue", "crazy-cue"):
            if rng.random() < 0.04 * careless:
                events.append(StrokeEvent(0.5, "pocket", ball=cue, pocket="foot-left"))
        said = {"double_hit": True} if rng.random() < 0.01 else {}
        return Stroke(number_, 0.0, 1.0, struck, first, tuple(_once(events)), said=said)

    def nonsense(self) -> Event:
        """Something that makes no sense now, most of the time."""
        rng, names = self.rng, NAMES
        return rng.choice(
            [
                Input(0.0, "player", "answer", rng.choice(names), {"about": "chosen_ball", "value": "22"}),
                Input(
                    0.0,
                    "player",
                    "answer",
                    None,
                    {"about": rng.choice(["prediction", "pea_value", "coin_flip"]), "value": {}},
                ),
                Input(0.0, "player", "declare", rng.choice(names), {"value": rng.choice(["win", "bust", 3])}),
                Input(0.0, "player", "pea", rng.choice(names), {"value": rng.choice([0, 8, 99, "x", None])}),
                Input(0.0, "player", "predict", rng.choice(names), {"points": -1, "balls": "two"}),
                Input(0.0, "player", rng.choice(["call", "safety", "undo", "unsporting", "override"]), None, {}),
                Stroke(rng.randrange(3), 0.0, None, None, None),
                Stroke(10**6, 0.0, 1.0, "cue", "1a", (StrokeEvent(0.0, "pocket", ball="22", pocket="foot-left"),)),
                Disturbance(0.0, rng.choice(["stick-off", "stick-on", "touched", "moved"]), ()),  # type: ignore[arg-type]
            ]
        )


def _once(events: list[StrokeEvent]) -> Iterator[StrokeEvent]:
    """Ids made unique: the same ball can't drop twice."""
    seen: set[str] = set()
    for e in events:
        if e.kind == "pocket" and e.ball in seen:
            letter = next(c for c in "abcdefghij" if f"{str(e.ball)[:-1]}{c}" not in seen)
            e = StrokeEvent(e.t_s, "pocket", ball=f"{str(e.ball)[:-1]}{letter}", pocket=e.pocket)
        if e.kind == "pocket" and e.ball is not None:
            seen.add(e.ball)
        yield e


def check(sim: Simulation) -> None:
    """What must hold after every event."""
    state, position = sim.state, sim.state.position
    balls = chain(position.on_table, position.pile, *(p.stash for p in position.players))
    there = Counter(map(number, balls))
    assert there == OWNED, (there - OWNED, OWNED - there)
    for debt in position.debts:
        assert position.player(debt.debtor).out is None
        assert not position.player(debt.debtor).stash, debt
        assert debt.creditor == "TABLE" or debt.creditor in position.active
        assert debt.creditor != debt.debtor
    for player in position.players:
        assert len(player.own) <= len(player.stash)
        if player.out is not None:
            assert not player.stash
            assert player.name not in [p for p, _ in position.over]
    if position.phase != "finished":
        assert position.shooter in position.active
        assert 1 <= position.stroke_no <= 4
        assert all(p.whammies < 4 and p.foul_innings < 3 for p in position.players if p.out is None)
        peas = [p.pea for p in position.players if p.out is None and p.pea is not None]
        assert len(set(peas)) == len(peas)
    if sim.exact and state.current is None:
        told = {p.name: Counter(map(number, p.stash)) for p in position.players if p.stash}
        ledger = {p: c for p, c in sim.ledger.stash.items() if c}
        assert ledger == told, (ledger, told)
        if sim.options.get("cp.bust_resets") != "all":
            for player in position.players:
                assert sim.ledger.whammies.get(player.name, 0) == player.whammies


def check_stuck(sim: Simulation) -> None:
    """The table is stuck only while a transaction waits."""
    if sim.state.stuck:
        assert sim.state.current is not None


def random_game(seed: int, changed: float = 0.15, calm: bool = False, late: float = 0.15) -> Simulation:
    """The game of a seed: combinations of the options and numbers of players in turn. `late`: chance to begin late."""
    rng = Random(seed)
    combination = COMBINATIONS[seed % len(COMBINATIONS)]
    players = 2 + (seed // len(COMBINATIONS)) % 9
    options = random_options(rng, combination, changed)
    sim = Simulation(rng, players, options, peas=rng.random() < 0.8, calm=calm)
    return sim.late() if rng.random() < late else sim
