"""What is seen between the strokes of a pool game: balls at rest, balls moved by somebody, a new rack."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from callshot.rules.draft import Draft
from callshot.rules.in_progress import racked
from callshot.rules.interference import ask_what_moved
from callshot.rules.pool_state import PoolState
from callshot.rules.ruling import Step
from callshot.rules.vocabulary import Ball, Disturbance

if TYPE_CHECKING:
    from callshot.rules.pool_game import PoolGame


def seen(game: PoolGame, state: PoolState) -> Step[PoolState]:
    """A cue ball in hand that lies outside the kitchen: the player is told in time (FI-4.1.14, HU-I.18.n)."""
    cue = next((b for b in state.layout or () if b.label == "cue"), None)
    waiting = state.phase == "over" or (state.choice is not None and state.choice.why != "break-type")
    if cue is None or waiting or state.in_hand != "kitchen" or state.placement_warned:
        return Step(state)
    not_racked = state.phase == "break" and racked(game.name, state, state.layout) is False
    if cue.y_mm < -state.setting.length_mm / 4 or not_racked:
        return Step(state)
    draft = Draft(replace(state, placement_warned=True))
    draft.tell(f"WARN({state.shooter},kitchen)")
    return game.announce(draft)


def disturbed(game: PoolGame, state: PoolState, event: Disturbance) -> Step[PoolState]:
    """A ball put elsewhere by a hand, or by nobody knows what."""
    if event.kind == "racked" and state.phase == "over":
        return _next_match(game, state)
    if event.kind not in ("placed", "removed", "moved", "touched"):
        return Step(state)
    asked = ask_what_moved(game.section.profile, state, event)
    if asked is not None:
        return asked
    if event.kind == "touched":
        return Step(state)
    gone = {b.id for b in event.balls}
    kept = [b for b in state.layout or () if b.id not in gone]
    put = [Ball(b.id, b.label, *b.to_mm) for b in event.balls if b.to_mm is not None]
    return seen(game, replace(state, layout=(*kept, *put)))


def _next_match(game: PoolGame, state: PoolState) -> Step[PoolState]:
    """Balls racked after the end of a match begin the next one; the other player breaks first."""
    begun = game.start(state.setting)
    if begun.refused is not None:
        return Step(state)
    breaker = state.other(state.set_starter or state.setting.players[0])
    fresh = replace(begun.state, shooter=breaker, breaker=breaker, set_starter=breaker, last_stroke=state.last_stroke)
    return game.finish(Draft(fresh), None, None)
