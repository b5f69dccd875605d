"""Congestion as a `Game`: what comes in, whether it makes sense now, and the affair that it begins or answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from callshot.rules.congestion import fields as state_fields
from callshot.rules.congestion.balls import NUMBERED
from callshot.rules.congestion.chain import WAIVED, proceed
from callshot.rules.congestion.deeds import nonsense
from callshot.rules.congestion.doubts import doubts
from callshot.rules.congestion.hearing import hear
from callshot.rules.congestion.offers import offers
from callshot.rules.congestion.options import OPTIONS, House, check_players, read_house
from callshot.rules.congestion.position import Player, Position
from callshot.rules.congestion.score import next_up, score
from callshot.rules.congestion.seeing import disturbed, seen
from callshot.rules.congestion.state import Affair, State
from callshot.rules.game import Doubt, Event, Option, Setting
from callshot.rules.ruling import Refused, Ruling, Step
from callshot.rules.vocabulary import Input, Layout, Stroke


class Congestion:
    """See `callshot.rules.game.Game`."""

    name = "congestion"
    options: tuple[Option, ...] = OPTIONS

    # -------------------------------------------------------------------------------------------- entering

    def start(self, setting: Setting) -> Step[State]:
        """Everybody draws a pea (CP-5.1); the first of the order breaks."""
        reason = check_players(setting.players)
        house = read_house(setting)
        if isinstance(house, str):
            reason = reason or house
            house = House({o.key: o.default for o in OPTIONS})
        players = setting.players or ("",)
        position = Position(
            tuple(Player(p) for p in players),
            house.target(len(players)),
            players[0],
            on_table=house.numbered,
            dealing=setting.players,
        )
        if reason is not None:
            return Step(State(setting, house, replace(position, phase="finished")), refused=Refused(reason))
        return _offered(State(setting, house, position))

    def enter(self, setting: Setting, fields: Mapping[str, object]) -> Step[State]:
        """A game in progress."""
        begun = self.start(setting)
        if begun.refused is not None:
            return begun
        position = state_fields.read(fields, setting.players, begun.state.house)
        if isinstance(position, str):
            return Step(begun.state, refused=Refused(position))
        return _offered(State(setting, begun.state.house, position))

    def show(self, state: State) -> Mapping[str, object]:
        """The fields of a `state` record."""
        return state_fields.show(state.position)

    def score(self, state: State) -> Mapping[str, object]:
        """What everybody holds and owes, what has been told of an affair that waits included."""
        return score(state.position) if state.told is None else state.told.score

    def standing(self, state: State) -> Ruling:
        """Score and who is next."""
        up = None if state.current is not None else next_up(state.position)
        return Ruling(None, None, score=score(state.position), next=up)

    # -------------------------------------------------------------------------------------------- stepping

    def step(self, state: State, event: Event) -> Step[State]:
        """What the rules say of one event."""
        if isinstance(event, Stroke):
            return self._stroke(state, event)
        if isinstance(event, Input):
            return hear(state, event)
        if isinstance(event, Layout):
            return seen(state, event)
        return disturbed(state, event)

    def _stroke(self, state: State, stroke: Stroke) -> Step[State]:
        """Clauses: CP-8.4.a, CP-10.1."""
        if state.position.phase == "finished":
            return Step(state, refused=Refused(f"stroke {stroke.number}: the game is over"))
        last = max([state.position.last_stroke, *(s.number for s in state.held if isinstance(s, Stroke))])
        if state.current is not None and state.current.of is not None:
            last = max(last, state.current.of)
        if stroke.number <= last:
            return Step(state, refused=Refused(f"stroke {stroke.number} comes after stroke {last}"))
        rulings: tuple[Ruling, ...] = ()
        dropped: tuple[str, ...] = ()
        if state.current is not None and all(p.ask.waives for p in state.open):
            answers = {p.key: WAIVED for p in state.open if p.key is not None}
            step = proceed(state, replace(state.current, answers={**state.current.answers, **answers}))
            state, rulings, dropped = step.state, step.rulings, step.dropped
            if state.position.phase == "finished":
                return step
        if state.stuck:
            told = Ruling(stroke.number, None, score=self.score(state), log=("STROKE_WHILE_STUCK",))
            return Step(state, (*rulings, told), tuple(p.question for p in state.open), dropped=dropped)
        reason = nonsense(stroke, NUMBERED if state.current is not None else state.position.on_table)
        if reason is not None:
            return Step(state, rulings, refused=Refused(f"stroke {stroke.number}: {reason}"))
        if state.current is not None:
            held = replace(state, held=(*state.held, stroke))
            told = Ruling(stroke.number, None, score=self.score(state))
            return Step(held, (*rulings, told), tuple(p.question for p in state.open), dropped=dropped)
        step = proceed(state, Affair(state.position, stroke, state.serial + 1))
        return replace(step, rulings=(*rulings, *step.rulings), dropped=(*dropped, *step.dropped))

    def doubts(self, state: State, stroke: Stroke) -> tuple[Doubt, ...]:
        """What is left to ask of a stroke, none that `stroke.said` or `stroke.uncertain` holds."""
        return doubts(state.position, stroke)


def _offered(state: State) -> Step[State]:
    """The state with what stands to be asked beside the play."""
    offered = replace(state, open=offers(state))
    return Step(offered, (), tuple(p.question for p in offered.open))


GAME = Congestion()
