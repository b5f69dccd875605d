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
    state = _one(state, affair, rulings)
    while state.current is None and state.held and state.position.phase != "finished":
        event, *rest = state.held
        state = replace(state, held=tuple(rest))
        if _makes_sense(state, event):
            state = _one(state, Affair(state.position, event, state.serial + 1), rulings)
    return _told(state, rulings)


def _makes_sense(state: State, event: Stroke | Input) -> bool:
    """What was held back still makes sense on the position that came of the answer."""
    if isinstance(event, Stroke):
        return nonsense(event, state.position.on_table) is None
    name = str(event.player)
    if name not in state.position.active:
        return False
    refuse = refuse_win if event.values.get("value") == "win" else refuse_bust
    return refuse(state.position, state.house, name) is None


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
