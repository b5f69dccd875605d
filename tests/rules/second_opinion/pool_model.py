"""One stroke of 8-ball, 9-ball or 14.1, as plainly as the documents read: fouls, what comes back, who is next.

`fi` and `hu` are the two forms. Ann shoots; she has called, announced a safety or a push-out, or none of it is due.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

SOLIDS = tuple(str(n) for n in range(1, 8))
STRIPES = tuple(str(n) for n in range(9, 16))
IN_POSITION, ANYWHERE, KITCHEN = "in-position", "in-hand", "in-hand-behind-head-string"
THREE_FOULS, PENALTY_141, FOUR_TO_CUSHION, TWO_TO_CUSHION = 3, 15, 4, 2


@dataclass(frozen=True, slots=True)
class Stroke:
    """Settled facts; cushions after the first contact only. `cue` is where the cue ball went."""

    first: str | None
    cushions: tuple[str, ...] = ()
    pocketed: tuple[tuple[str, str], ...] = ()
    off: tuple[str, ...] = ()
    cue: str = "stays"
    touched: str | None = None

    @property
    def lost(self) -> bool:
        return self.cue != "stays"

    @property
    def down(self) -> list[str]:
        return [ball for ball, _ in self.pocketed]


@dataclass(frozen=True, slots=True)
class Position:
    """`run` is Ann's run of fouls, `warned` that she was told of two; `group` her 8-ball group."""

    on_table: tuple[str, ...]
    run: int = 0
    warned: bool = False
    group: str | None = None
    points: int = 0
    called: tuple[str, str] | None = None
    safety: bool = False
    push_out: bool = False
    breaks: bool = False


@dataclass(slots=True)
class Expected:
    """`choices` instead of `next_player` where `chooser` has an option; `spot` None where it depends on the choice."""

    fouls: set[str]
    spot: list[str] | None = field(default_factory=list)
    next_player: str | None = None
    cue_ball: str | None = None
    winner: str | None = None
    run: int = 0
    points: int = 0
    chooser: str = "Bo"
    choices: set[str] = field(default_factory=set)
    group: str | None = None

    def turn(self, player: str, cue_ball: str = IN_POSITION) -> Expected:
        self.next_player, self.cue_ball = player, cue_ball
        return self

    def won(self, player: str) -> Expected:
        self.winner, self.spot = player, None
        return self

    def option(self, chooser: str, *choices: str) -> Expected:
        self.chooser, self.choices, self.spot = chooser, set(choices), None
        return self


def in_order(balls: Iterable[str]) -> list[str]:
    return sorted(balls, key=int)


def fouls_of(stroke: Stroke, lawful: Iterable[str], *, off_is_foul: bool = True, push_out: bool = False) -> set[str]:
    fouls = set()
    if not push_out:
        if stroke.first is None:
            fouls.add("no_object_ball")
        elif stroke.first not in lawful:
            fouls.add("wrong_ball_first")
        elif not stroke.cushions and not stroke.pocketed:
            fouls.add("no_cushion")
    if stroke.lost:
        fouls.add("scratch" if stroke.cue == "pocket" else "cue_ball_off_table")
    if stroke.off and off_is_foul:
        fouls.add("object_ball_off_table")
    if stroke.touched:
        fouls.add("touched_ball")
    return fouls


def _object_balls(stroke: Stroke) -> int:
    return len({ball for ball in stroke.cushions if ball != "cue"})


def nine_ball(form: str, position: Position, stroke: Stroke) -> Expected:
    if position.breaks:
        return _nine_ball_break(form, stroke)
    lowest = in_order(position.on_table)[0]
    fouls = fouls_of(stroke, {lowest}, push_out=position.push_out)
    made = "9" in stroke.down
    expected = Expected(fouls, spot=["9"] if made or "9" in stroke.off else [])
    if fouls:
        expected.run = position.run + 1
        if expected.run == THREE_FOULS and position.warned:
            return expected.won("Bo")
        expected.run = min(expected.run, THREE_FOULS - 1)
        return expected.turn("Bo", ANYWHERE)
    if position.push_out:
        spot = expected.spot
        expected.option("Bo", "play", "give-back").spot = spot
        return expected
    if made:
        return expected.won("Ann")
    return expected.turn("Ann" if stroke.pocketed else "Bo")


def _nine_ball_break(form: str, stroke: Stroke) -> Expected:
    fouls = fouls_of(stroke, {"1"}) - {"no_cushion"}
    if stroke.first and not stroke.pocketed and _object_balls(stroke) < (1 if form == "fi" else FOUR_TO_CUSHION):
        fouls.add("illegal_break")
    spot = ["9"] if "9" in (*stroke.down, *stroke.off) else []
    expected = Expected(fouls, spot, run=1 if fouls else 0)
    if fouls and (form == "fi" or stroke.lost):
        return expected.turn("Bo", ANYWHERE)
    if fouls:
        expected.option("Bo", "anywhere", "accept").spot = spot
        return expected
    if "9" in stroke.down:
        return expected.won("Ann")
    return expected.turn("Ann" if stroke.pocketed else "Bo")


def eight_ball(form: str, position: Position, stroke: Stroke) -> Expected:
    if position.breaks:
        return _eight_ball_break(form, position, stroke)
    is_open = position.group is None
    own = [ball for ball in position.on_table if ball in (SOLIDS if position.group == "solids" else STRIPES)]
    lawful = {ball for ball in position.on_table if ball != "8"} if is_open else set(own) or {"8"}
    fouls = fouls_of(stroke, lawful | ({"8"} if is_open and form == "hu" else set()))
    as_called = position.called in stroke.pocketed
    expected = Expected(fouls, run=position.run + 1 if fouls else 0, group=position.group)
    spotted_on_safety = form == "fi" and position.safety
    if "8" in stroke.off:
        return expected.won("Bo")
    if "8" in stroke.down and not (spotted_on_safety and not own and not is_open and not fouls):
        lawfully = not is_open and not own and not fouls and as_called
        return expected.won("Ann" if lawfully else "Bo")
    goes_on = as_called and not fouls and not position.safety
    spot = list(stroke.off)
    if form == "fi" and not goes_on:
        spot += [ball for ball in stroke.down if is_open or ball in own or ball == "8"]
    expected.spot = in_order(spot)
    if goes_on and is_open and stroke.first == "8":
        goes_on = False
    elif goes_on and is_open and position.called:
        expected.group = "solids" if position.called[0] in SOLIDS else "stripes"
    return expected.turn("Ann" if goes_on else "Bo", ANYWHERE if fouls else IN_POSITION)


def _eight_ball_break(form: str, position: Position, stroke: Stroke) -> Expected:
    fouls = fouls_of(stroke, SOLIDS + STRIPES + ("8",)) - {"no_cushion"}
    if stroke.first and not stroke.pocketed and _object_balls(stroke) < FOUR_TO_CUSHION:
        fouls.add("illegal_break")
    expected = Expected(fouls, run=position.run + 1 if fouls else 0)
    rerack = ("rerack-i-break", "rerack-you-break")
    if "8" in stroke.down:
        if fouls:
            return expected.option("Bo", *rerack, *(("spot-8",) if form == "hu" else ()))
        if form == "hu":
            return expected.option("Ann", "rebreak", "spot-8")
        if len(stroke.down) == 1:
            return expected.turn("Ann", KITCHEN)
        expected.spot = ["8"]
        return expected.turn("Ann")
    if not fouls:
        return expected.turn("Ann" if stroke.down else "Bo")
    if form == "fi":
        return expected.option("Bo", "kitchen", *rerack, *(() if stroke.lost else ("accept",)))
    return expected.option("Bo", "kitchen" if stroke.lost else "accept", *rerack)


def straight_pool(form: str, position: Position, stroke: Stroke) -> Expected:
    """Both forms alike (OQ-HU-34); no stroke that leads to a new rack, no target reached."""
    fouls = fouls_of(stroke, position.on_table, off_is_foul=False)
    as_called = position.called in stroke.pocketed
    kept = KITCHEN if stroke.lost else IN_POSITION
    expected = Expected(fouls, in_order((*stroke.down, *stroke.off)), points=position.points)
    if position.breaks:
        fouls.discard("no_cushion")
        good = _object_balls(stroke) >= TWO_TO_CUSHION and "cue" in stroke.cushions
        if not as_called and not good:
            if stroke.first:
                fouls.add("illegal_break")
            expected.points -= 2
            return expected.option("Bo", "kitchen" if stroke.lost else "accept", "rebreak")
        expected.points -= 1 if fouls else 0
    elif fouls:
        expected.run, expected.points = position.run + 1, position.points - 1
        if expected.run == THREE_FOULS and position.warned:
            expected.run, expected.points = 0, expected.points - PENALTY_141
            expected.option("Bo", "kitchen" if stroke.lost else "accept", "rerack-you-break")
            return expected
        expected.run = min(expected.run, THREE_FOULS - 1)
    if as_called and not fouls and not position.safety:
        expected.points += len(stroke.down)
        expected.spot = in_order(stroke.off)
        return expected.turn("Ann")
    return expected.turn("Bo", kept)
