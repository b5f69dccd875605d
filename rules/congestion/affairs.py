"""What every input has in common: begin an affair, answer one, go past one, or be refused with a reason."""

from __future__ import annotations

from dataclasses import replace

from callshot.rules.congestion.chain import WAIVED, proceed
from callshot.rules.congestion.state import Affair, Posed, State
from callshot.rules.ruling import Refused, Step
from callshot.rules.vocabulary import Input


def refuse(state: State, reason: str) -> Step[State]:
    """Changes nothing, and says why."""
    return Step(state, refused=Refused(reason))


def begin(state: State, said: Input) -> Step[State]:
    """What was said begins an affair of its own."""
    return proceed(state, Affair(state.position, said, state.serial + 1))


def waits(state: State, said: Input) -> str | None:
    """Why nothing new can begin now, or None."""
    if state.current is None:
        return None
    if state.stuck:
        return f"{said.kind}: the table is stuck until the whammy transaction is complete"
    first = state.open[0].ask
    return f"{said.kind}: {first.player or 'the referee'} has not answered {first.about} yet"


def give(state: State, posed: Posed, value: object) -> Step[State]:
    """One more answer for the affair that waits."""
    if state.current is None or posed.key is None:
        return Step(state)
    return proceed(state, replace(state.current, answers={**state.current.answers, posed.key: value}))


def all_waive(state: State) -> bool:
    return state.current is not None and all(p.ask.waives for p in state.open)


def waive(state: State) -> Step[State]:
    """The open questions' defaults hold."""
    if state.current is None:
        return Step(state)
    answers = {p.key: WAIVED for p in state.open if p.key is not None}
    return proceed(state, replace(state.current, answers={**state.current.answers, **answers}))
