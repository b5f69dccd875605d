"""The lag as a game of its own: FI-2, HU-I.4. It ends when its winner has said who breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from callshot.rules.game import Doubt, Event, Option, Setting
from callshot.rules.lag_judging import LAG_BALLS, as_lag, is_lag, judge
from callshot.rules.profile import FI, Profile
from callshot.rules.refusals import refuse_setting
from callshot.rules.ruling import Foul, Next, Question, Refused, Ruling, Step
from callshot.rules.vocabulary import Input, Layout, Stroke, label_of

STRIPED: Final = tuple(str(n) for n in range(9, 16))

LAG_OPTIONS: Final = (
    Option("coin_toss", ("no", "yes"), "an undecided lag is settled by a coin (not at official events: HU-I.4.h)"),
)
LAG_FI: Final = (
    *LAG_OPTIONS,
    Option("fi.lag_tie", ("replay",), "a tie, or both lost", "OQ-FI-25"),
    Option("fi.lag_corner", ("jaws", "mouth"), "when a ball in front of a corner pocket loses", "OQ-FI-26"),
)
LAG_HU: Final = (
    *LAG_OPTIONS,
    Option("hu.lag_jump", ("leaves-table", "any-hop"), "which jump loses the lag", "OQ-HU-01"),
)


@dataclass(frozen=True, slots=True)
class LagState:
    """Where a lag stands: being played, waiting for a person, or decided."""

    setting: Setting
    last_stroke: int = 0
    winner: str | None = None
    breaker: str | None = None
    question: Question | None = None
    waiting: Ruling | None = None
    asked: int = 0
    said: Mapping[str, object] = field(default_factory=dict)


class Lag:
    """See `callshot.rules.game.Game`."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.name = f"lag-{profile.name}"
        self.options: tuple[Option, ...] = LAG_FI if profile is FI else LAG_HU

    def _clause(self, fi: str, hu: str) -> str:
        return fi if self.profile is FI else hu

    def start(self, setting: Setting) -> Step[LagState]:
        """Two players, the first one on the left. Clauses: HU-I.4.a, FI-2.a."""
        reason = refuse_setting(setting, self.options)
        return Step(LagState(setting), refused=None if reason is None else Refused(reason))

    def enter(self, setting: Setting, fields: Mapping[str, object]) -> Step[LagState]:
        """A lag is one stroke: there is no game in progress to enter."""
        return replace(self.start(setting), refused=Refused("state: a lag has no state to enter"))

    def forks(self, question: Question) -> bool:
        """A lag played before an answer is ruled under every answer."""
        return True

    def waiting(self, state: LagState) -> tuple[Question, ...]:
        """The open question."""
        return () if state.question is None else (state.question,)

    def show(self, state: LagState) -> Mapping[str, object]:
        """The fields of a `state` record."""
        return {"phase": "break" if state.breaker is None else "over", "winner": state.winner, "breaker": state.breaker}

    def step(self, state: LagState, event: Event) -> Step[LagState]:
        """What the rules say of one event."""
        if isinstance(event, Stroke):
            return self._stroke(state, as_lag(event))
        if isinstance(event, Input):
            return self._heard(state, event)
        return self._seen(state, event) if isinstance(event, Layout) else Step(state)

    def doubts(self, state: LagState, stroke: Stroke) -> tuple[Doubt, ...]:
        """Two valid balls too close to call: the referee says who is nearer, or that he can't tell (HU-I.4.g)."""
        if not judge(as_lag(stroke), state.setting, self.profile, state.setting.options).undecided:
            return ()
        return (Doubt("lag_rest_distance", (*state.setting.players, None), self._clause("FI-2.c", "HU-I.4.g")),)

    # ------------------------------------------------------------------------------------ the stroke

    def _stroke(self, state: LagState, stroke: Stroke) -> Step[LagState]:
        if state.breaker is not None:
            return Step(state, refused=Refused(f"stroke {stroke.number}: the lag is decided, {state.breaker} breaks"))
        if stroke.number <= state.last_stroke:
            return Step(state, refused=Refused(f"stroke {stroke.number} comes after stroke {state.last_stroke}"))
        if not is_lag(stroke):
            return Step(
                state,
                refused=Refused(
                    f"stroke {stroke.number} is no lag: two balls are wanted, one on each side of the long string; "
                    f"or say whose ball is whose (cuea {state.setting.players[0]}'s, cueb {state.setting.players[1]}'s)"
                ),
            )
        if state.question is not None:
            return Step(state, refused=Refused(f"stroke {stroke.number}: {state.question.about} is not answered yet"))
        told = replace(stroke, said={**state.said, **stroke.said})
        result = judge(told, state.setting, self.profile, state.setting.options)
        log = [f"FOUL({f.code})" for f in result.fouls]
        after = replace(state, last_stroke=stroke.number, said={})
        legal = not result.fouls
        if result.winner is not None:
            return self._won(after, stroke.number, legal, result.fouls, log, state.setting.players[result.winner])
        if state.setting.options.get("coin_toss") == "yes":
            log.append(f"COIN_FLIP({','.join(state.setting.players)})")
            question = Question(
                f"coin_flip-{state.asked + 1}", "referee", "coin_flip", state.setting.players,
                self._clause("FI-2.c", "HU-I.4.h"), of=stroke.number,
            )  # fmt: skip
            waiting = Ruling(stroke.number, legal, result.fouls, log=tuple(log))
            after = replace(after, question=question, waiting=waiting, asked=state.asked + 1)
            return Step(after, (waiting,), (question,))
        log.append("REPLAY_LAG")
        return Step(after, (Ruling(stroke.number, legal, result.fouls, next=self._again(state), log=tuple(log)),))

    def _again(self, state: LagState) -> Next:
        return Next(state.setting.players[0], 1, "in-hand-behind-head-string")

    def _won(
        self, state: LagState, of: int, legal: bool, fouls: tuple[Foul, ...], log: list[str], winner: str
    ) -> Step[LagState]:
        """The winner says whether he breaks (FI-2.c, HU-I.4.e)."""
        question = Question(
            f"lag_choice-{state.asked + 1}", "player", "lag_choice", ("break", "pass"),
            self._clause("FI-2.c", "HU-I.4.e"), winner, of=of,
        )  # fmt: skip
        tokens = (*log, f"LAG({winner})", f"OPTIONS({winner},break|pass)")
        waiting = Ruling(of, legal, fouls, log=tokens)
        after = replace(state, winner=winner, question=question, waiting=waiting, asked=state.asked + 1)
        return Step(after, (waiting,), (question,))

    # ------------------------------------------------------------------------------------ what people say

    def _heard(self, state: LagState, said: Input) -> Step[LagState]:
        if said.kind == "fact" and said.values.get("fact") in ("balls_frozen_at_start", "rail_frozen_at_start"):
            return Step(state, refused=Refused("fact: no ball is frozen in a lag"))
        if said.kind != "answer":
            return Step(state, refused=Refused(f"{said.kind} is not for {self.name}"))
        question, value = state.question, said.values.get("value")
        if question is None or said.values.get("about") != question.about:
            return Step(state, refused=Refused(f"answer: nobody asked about {said.values.get('about')!r}"))
        if said.by == "player" and said.player is not None and question.player not in (None, said.player):
            return Step(state, refused=Refused(f"answer: {question.about} is for {question.player}"))
        if value not in question.candidates or isinstance(value, int | float) is not isinstance(
            question.candidates[0], int | float
        ):
            wanted = ", ".join(str(c) for c in question.candidates)
            return Step(state, refused=Refused(f"answer: {question.about} is one of {wanted}, not {value!r}"))
        answered = replace(state, question=None, waiting=None)
        waiting = state.waiting
        if question.about == "ball_identity" or waiting is None:
            return Step(answered)
        if question.about == "coin_flip":
            log = list(waiting.log)
            return self._won(answered, waiting.of or 0, bool(waiting.legal), waiting.fouls, log, str(value))
        return self._chosen(answered, waiting, str(question.player), str(value))

    def _chosen(self, state: LagState, waiting: Ruling, winner: str, value: str) -> Step[LagState]:
        """The winner breaks, or passes the break."""
        other = next(p for p in state.setting.players if p != winner)
        breaker = winner if value == "break" else other
        log = (*waiting.log, f"CHOICE({winner},{value})", f"NEXT({breaker},1)")
        coming = Next(breaker, 1, "in-hand-behind-head-string")
        return Step(replace(state, breaker=breaker), (replace(waiting, next=coming, log=log),))

    def _seen(self, state: LagState, layout: Layout) -> Step[LagState]:
        """HU-I.4.b: no striped ball; HU-I.4.c, FI-2.b: each behind the head string on his own side. A reminder only."""
        if state.question is not None or state.winner is not None:
            return Step(state)
        striped = [b for b in layout.balls if b.id in LAG_BALLS and (b.label in STRIPED or b.label == "stripe")]
        striped += [b for b in layout.balls if label_of(b.id) in STRIPED]
        if striped and self.profile is not FI and "ball_identity" not in state.said:
            question = Question(
                f"ball_identity-{state.asked + 1}", "referee", "ball_identity", (True, False), "HU-I.4.b"
            )
            after = replace(state, question=question, asked=state.asked + 1, said={"ball_identity": True})
            return Step(after, (), (question,))
        return self._misplaced(state, layout)

    def _misplaced(self, state: LagState, layout: Layout) -> Step[LagState]:
        rulings = []
        for k, ball in enumerate(LAG_BALLS):
            here = next((b for b in layout.balls if b.id == ball), None)
            if here is None or state.said.get(f"warned {ball}"):
                continue
            wrong_side = here.x_mm * (1 if k else -1) < 0
            if here.y_mm >= -state.setting.length_mm / 4 or wrong_side:
                player = state.setting.players[k]
                rulings.append(Ruling(None, None, next=self._again(state), log=(f"WARN({player},kitchen)",)))
                state = replace(state, said={**state.said, f"warned {ball}": True})
        return Step(state, tuple(rulings))
