"""From affair to affair: rule one, keep what it waits for, go on with what was held back."""

from __future__ import annotations

from dataclasses import replace

from callshot.rules.congestion.declarations import refuse_bust, refuse_win
from callshot.rules.congestion.deeds import nonsense
from callshot.rules.congestion.offers import offers
from callshot.rules.congestion.ruler import WAIVED, rule
from callshot.rules.congestion.state import Affair, State
from callshot.rules.ruling import Ruling, Step
from callshot.rules.vocabulary import Input, Stroke

__all__ = ["WAIVED", "proceed"]


def proceed(state: State, affair: Affair) -> Step[State]:
    """Rules an affair; when it is done, what was held back while it waited."""
    rulings: list[Ruling] = []
    dropped: list[str] = []
    state = _one(state, affair, rulings)
    while state.current is None and state.held:
        event, *rest = state.held
        state = replace(state, held=tuple(rest))
        reason = _nonsense(state, event)
        if reason is not None:
            dropped.append(f"{_what(event)}: {reason}; it was held until the answer came and is left out")
        else:
            state = _one(state, Affair(state.position, event, state.serial + 1), rulings)
    return replace(_told(state, rulings), dropped=tuple(dropped))


def _what(event: Stroke | Input) -> str:
    return f"stroke {event.number}" if isinstance(event, Stroke) else f"{event.kind} by {event.player}"


def _nonsense(state: State, event: Stroke | Input) -> str | None:
    """Why what was held back makes no sense on the position that came of the answer, or None."""
    if state.position.phase == "finished":
        return "the game is over"
    if isinstance(event, Stroke):
        return nonsense(event, state.position.on_table)
    name = str(event.player)
    if name not in state.position.active:
        return f"{name} is out of the game"
    refuse = refuse_win if event.values.get("value") == "win" else refuse_bust
    return refuse(state.position, state.house, name)


def _told(state: State, rulings: list[Ruling]) -> Step[State]:
    if state.current is None:
        state = replace(state, open=offers(state), free_peas=())
    return Step(state, tuple(rulings), tuple(p.question for p in state.open))


def _one(state: State, affair: Affair, rulings: list[Ruling]) -> State:
    """One affair as far as its answers reach."""
    outcome = rule(affair, state.house, state.setting)
    affair = outcome.affair or affair
    serial = max(state.serial, affair.serial)
    rulings.extend(r for r in outcome.rulings if r != state.told)
    if outcome.position is None:
        return replace(
            state,
            current=affair,
            told=outcome.rulings[-1],
            open=outcome.open,
            free_peas=outcome.free_peas,
            stuck=outcome.stuck,
            serial=serial,
        )
    return replace(
        state,
        position=outcome.position,
        current=None,
        told=None,
        stuck=False,
        open=(),
        grace=(affair, outcome.silent) if outcome.silent else None,
        serial=serial,
    )
