"""Won, bust, coming, going: may it be said now, and is it heard at once (CP-2.1, CP-8.8, CP-8.9)?"""

from __future__ import annotations

from dataclasses import replace

from callshot.rules.congestion.affairs import all_waive, begin, give, refuse, waits, waive
from callshot.rules.congestion.chain import proceed
from callshot.rules.congestion.declarations import refuse_bust, refuse_win
from callshot.rules.congestion.state import State
from callshot.rules.ruling import Step
from callshot.rules.vocabulary import Input


def spoke_up(state: State, said: Input) -> Step[State] | None:
    """A declaration that the rules have asked for, or whose absence they have just taken for silence (OQ-CP-30)."""
    about = f"{said.values.get('value')}_declared"
    posed = next((p for p in state.open if p.ask.about == about and p.ask.player == said.player and p.key), None)
    if posed is not None:
        return give(state, posed, True)
    if state.grace is None or state.current is not None:
        return None
    affair, silent = state.grace
    key = next((k for ask, k in silent if ask.about == about and ask.player == said.player), None)
    if key is None:
        return None
    return proceed(replace(state, position=affair.base), replace(affair, answers={**affair.answers, key: True}))


def declare(state: State, said: Input) -> Step[State]:
    """CP-8.8, CP-8.9. Said in time though another's answer is still out, it is heard when that comes."""
    name, value = said.player, said.values.get("value")
    if name is None:
        return refuse(state, "declare: whose declaration it is must be said")
    if value not in ("win", "bust"):
        return refuse(state, "declare: the value is win or bust")
    if state.stuck:
        return refuse(state, waits(state, said) or "")
    if state.current is not None and not all_waive(state):
        return Step(replace(state, held=(*state.held, said)), (), tuple(p.question for p in state.open))
    past = waive(state)
    refused = (refuse_win if value == "win" else refuse_bust)(past.state.position, state.house, name)
    if refused is not None:
        return refuse(state, f"declare: {refused}")
    step = begin(past.state, said)
    return replace(step, rulings=(*past.rulings, *step.rulings), dropped=(*past.dropped, *step.dropped))


def leave(state: State, said: Input) -> Step[State]:
    """CP-2.1: with everybody's consent; a player who concedes goes likewise."""
    if said.player is None:
        return refuse(state, f"{said.kind}: who leaves must be said")
    reason = waits(state, said)
    return begin(state, said) if reason is None else refuse(state, reason)


def join(state: State, said: Input) -> Step[State]:
    """CP-2.1; ten at most (CP-2.3)."""
    name = said.player
    reason = waits(state, said)
    if reason is None and (not name or name == "TABLE"):
        reason = "join: who joins must be said"
    elif reason is None and name in state.position.active:
        reason = f"join: {name} is in the game"
    elif reason is None and name in state.position.names and state.position.player(str(name)).out != "left":
        reason = f"join: {name} is out of this game"
    elif reason is None and len(state.position.active) >= 10:
        reason = "join: ten players are the most"
    return begin(state, said) if reason is None else refuse(state, reason)
