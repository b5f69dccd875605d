"""A ruling in the making: the state it leads to and the log of what happened, in order.

A `Draft` lives inside one step of a pool game and is never handed out; the state it starts from is not touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal

from callshot.rules.pool_state import Choice, InHand, PoolState
from callshot.rules.ruling import Foul, Next, Over, Question, Ruling, Spot, Step
from callshot.rules.spotting import Line, spot
from callshot.rules.vocabulary import Ball

CUE_BALL_WORDS: Mapping[InHand | None, str] = {
    None: "in-position",
    "anywhere": "in-hand",
    "kitchen": "in-hand-behind-head-string",
}


class Draft:
    """Collects one ruling. Every method that changes the state also writes the log token that tells it."""

    def __init__(self, state: PoolState, fouls: Iterable[Foul] = (), waiting: Ruling | None = None) -> None:
        self.state = state
        self.fouls = tuple(fouls) if waiting is None else waiting.fouls
        self.log = [f"FOUL({f.code})" for f in self.fouls] if waiting is None else list(waiting.log)
        self.spots: list[Spot] = [] if waiting is None else list(waiting.spot)
        self.over: Over | None = None if waiting is None else waiting.over
        self.questions: list[Question] = []

    @property
    def shooter(self) -> str:
        """Who plays, or played, this stroke."""
        return self.state.shooter

    @property
    def opponent(self) -> str:
        """The other one."""
        return self.state.other(self.state.shooter)

    def tell(self, token: str) -> None:
        """One more log token."""
        self.log.append(token)

    def set(self, **changes: object) -> None:
        """Changes fields of the state to come."""
        self.state = replace(self.state, **changes)  # type: ignore[arg-type]

    def set_side(self, player: str, **changes: object) -> None:
        """Changes one player's standing."""
        sides = tuple(
            replace(side, **changes) if name == player else side  # type: ignore[arg-type]
            for name, side in zip(self.state.setting.players, self.state.sides, strict=True)
        )
        self.set(sides=sides)

    def set_sides(self, **changes: object) -> None:
        """Changes everybody's standing alike."""
        for player in self.state.setting.players:
            self.set_side(player, **changes)

    def take_off(self, labels: Iterable[str]) -> None:
        """These object balls are no longer on the table."""
        gone = set(labels)
        self.set(on_table=tuple(b for b in self.state.on_table if b not in gone))

    def spot(self, labels: Iterable[str]) -> None:
        """These balls come back: lowest first, on the foot spot or the long string.

        Clauses: HU-I.17.b, HU-I.21.b, HU-I.23.1.a.
        """
        setting = self.state.setting
        front = 0.0 if self.state.option("gen.spot_front_limit", "head-cushion") == "centre-spot" else None
        gap = 1.0 if self.state.option("gen.spot_touching", "touching") == "gap" else 0.0
        line = Line(setting.length_mm, setting.width_mm, setting.ball_diameter_mm, front, gap)
        back = list(dict.fromkeys(labels))
        standing = tuple(b for b in self.state.layout or () if b.label not in back)
        done = spot(back, standing, line)
        for s in done.spots:
            self.tell(f"SPOT({s.ball})")
        self.spots += done.spots
        returned = {s.ball for s in done.spots}
        self.set(on_table=_in_order({*self.state.on_table, *returned}))
        if self.state.layout is not None:
            placed = tuple(Ball(s.ball, s.ball, s.x_mm, s.y_mm) for s in done.spots)
            self.set(layout=(*standing, *placed))

    def unspot(self, ball: str) -> None:
        """A ball that was to be spotted goes elsewhere after all."""
        self.spots = [s for s in self.spots if s.ball != ball]
        self.log = [token for token in self.log if token != f"SPOT({ball})"]

    def points(self, player: str, count: int) -> None:
        """14.1: points, also below zero."""
        self.set_side(player, points=self.state.side(player).points + count)
        self.tell(f"POINTS({player},{count})")

    def foul_run(self, player: str, fouled: bool, *, matters: bool) -> bool:
        """Counts fouls in a row (FI-4.2.a, .b, .g, HU-I.19.1 to .4, .warn); true where the third one is to be punished.

        matters: three in a row are punished in this game. Without a warning the third counts as the second.

        Clauses: HU-I.19.2, HU-I.19.3, HU-I.19.4, FI-4.2.b, FI-4.2.g.
        """
        run = self.state.side(player).run
        if not fouled:
            if run:
                self.set_side(player, run=0)
                self.tell(f"FOUL_RUN({player},0)")
            if self.state.warned == player:
                self.set(warned=None)
            return False
        third = matters and run >= 2
        if third and self.state.warned != player:
            self.tell(f"FOUL_RUN({player},2)")
            return False
        self.set_side(player, run=run + 1)
        self.tell(f"FOUL_RUN({player},{run + 1})")
        return third

    def keep_turn(self) -> None:
        """The same player goes on from where the balls lie."""
        self.set(stroke_no=self.state.stroke_no + 1, in_hand=None, phase="play")

    def pass_turn(self, in_hand: InHand | None = None) -> None:
        """The opponent comes to the table. Clauses: HU-I.11.a, HU-I.11.c, FI-4.4.a, FI-3."""
        self.set(shooter=self.opponent, stroke_no=1, in_hand=in_hand, phase="play")

    def turn_to(self, player: str, in_hand: InHand | None = None) -> None:
        """That player comes to the table."""
        self.set(shooter=player, stroke_no=1, in_hand=in_hand, phase="play")

    def ask(
        self,
        about: str,
        player: str | None,
        candidates: tuple[object, ...],
        clause: str,
        why: str,
        *,
        balls: tuple[str, ...] = (),
        cue_lost: bool = False,
        referee: bool = False,
    ) -> None:
        """Puts a choice; the game waits for it."""
        number = self.state.asked + 1
        asks: Literal["player", "referee"] = "referee" if referee else "player"
        choice = Choice(f"{about}-{number}", about, candidates, clause, why, player, asks, balls, cue_lost)
        self.set(choice=choice, asked=number)
        if player is not None:
            self.tell(f"OPTIONS({player},{'|'.join(str(c) for c in candidates)})")
        self.questions.append(question_of(choice))

    def ruling(
        self,
        of: int | None,
        *,
        legal: bool | None,
        score: Mapping[str, object],
        ball_on: tuple[str, ...] = (),
        options: tuple[str, ...] = (),
        tell_next: bool = True,
    ) -> Step[PoolState]:
        """The finished step. Nobody is next while a choice is open, when the match is over, or a lag must decide it.

        tell_next: say so in the log too; an announcement that changes nothing of it leaves it out.
        """
        coming: Next | None = None
        if self.state.choice is None and self.state.phase not in ("over", "lag"):
            if tell_next and self.state.in_hand is not None:
                self.tell(f"IN_HAND({self.state.shooter},{self.state.in_hand},plain)")
            if tell_next:
                self.tell(f"NEXT({self.state.shooter},{self.state.stroke_no})")
            coming = Next(
                self.state.shooter, self.state.stroke_no, CUE_BALL_WORDS[self.state.in_hand], ball_on, options
            )
        if of is None and self.fouls and self.state.choice is None:
            legal = False  # a foul between strokes; of what is no stroke and no foul nothing is said
        made = Ruling(of, legal, self.fouls, tuple(self.spots), score, coming, self.over, tuple(self.log))
        self.set(pending=made if self.state.choice is not None else None)
        return Step(self.state, (made,), tuple(replace(q, of=of) for q in self.questions))


def question_of(choice: Choice) -> Question:
    """The question that puts a choice."""
    return Question(
        id=choice.id,
        asks=choice.asks,
        about=choice.about,
        candidates=choice.candidates,
        clause=choice.clause,
        player=choice.player,
    )


def _in_order(labels: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(labels, key=lambda b: (int(b) if b.isdecimal() else 99, b)))
