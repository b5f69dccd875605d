"""A ball moved between strokes: by something from outside (it is put back), or by the player at the table (a foul).

HU-I.23.2.e.1 to .3, HU-I.13.a; the Finnish document is silent and the Hungarian general part fills the gap (OQ-FI-33).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import hypot
from typing import Final

from callshot.rules.draft import Draft
from callshot.rules.pool_state import PoolState
from callshot.rules.profile import Profile
from callshot.rules.ruling import Foul, Spot, Step
from callshot.rules.vocabulary import Ball, Disturbance, Moved

SETTLING_MM: Final = 2.0
"""A ball that settles by less is accepted where it lies."""

TOUCHING: Final = ("touched_by_hand", "touched_by_clothing", "touched_by_equipment", "ball_displaced")
"""Facts that say who moved a ball."""


def undisturbed(state: PoolState) -> PoolState:
    """A stroke closes the question of who moved a ball: the new position is accepted."""
    if state.choice is None or state.choice.why not in ("disturbed", "who-touched"):
        return state
    return replace(state, choice=None, pending=None, disturbed=())


def _matters(state: PoolState, moved: Moved) -> bool:
    known = state.in_hand is None if moved.label == "cue" else moved.label in state.on_table
    if not known or moved.from_mm is None:
        return False
    to = moved.to_mm
    return to is None or hypot(to[0] - moved.from_mm[0], to[1] - moved.from_mm[1]) > SETTLING_MM


def ask_what_moved(profile: Profile, state: PoolState, event: Disturbance) -> Step[PoolState] | None:
    """The question to the referee; None where nothing moved that matters now."""
    if event.kind not in ("moved", "removed", "touched") or state.phase != "play" or state.choice is not None:
        return None
    if state.touch_told:
        return None
    balls = tuple(b for b in event.balls if _matters(state, b))
    if not balls:
        return None
    gone = {b.id for b in event.balls}
    kept = [b for b in state.layout or () if b.id not in gone]
    put = [Ball(b.id, b.label, *b.to_mm) for b in event.balls if b.to_mm is not None]
    draft = Draft(replace(state, disturbed=balls, layout=(*kept, *put) if state.layout is not None else None))
    draft.ask("external_interference", None, (True, False), profile.interference, "disturbed", referee=True)
    return Step(draft.state, (), tuple(draft.questions))


def settle_disturbance(draft: Draft, profile: Profile, outside: bool) -> None:
    """From outside: the balls are put back and the same player goes on. Else the referee says whose foul it is.

    Clauses: HU-I.23.2.e.2, HU-I.23.2.e.3.
    """
    balls = draft.state.disturbed
    if not outside:
        players = draft.state.setting.players
        draft.ask("shooter_identity", None, players, profile.fouls["touched_ball"], "who-touched", referee=True)
        return
    draft.set(disturbed=())
    put_back(draft, balls)


def put_back(draft: Draft, balls: Iterable[Moved]) -> None:
    """These balls lie again where they lay."""
    back = [Ball(b.id, b.label, *b.from_mm) for b in balls if b.from_mm is not None]
    for ball in back:
        draft.tell(f"SPOT({'plain' if ball.label == 'cue' else ball.label})")
        draft.spots.append(Spot(ball.label, ball.x_mm, ball.y_mm))
    ids = {b.id for b in back}
    if draft.state.layout is not None:
        draft.set(layout=(*(b for b in draft.state.layout if b.id not in ids), *back))


def taken_off(state: PoolState) -> tuple[Moved, ...]:
    """Those of the disturbed balls that lie nowhere now."""
    return tuple(b for b in state.disturbed if b.to_mm is None)


def touched_by(draft: Draft, profile: Profile, player: str) -> None:
    """The foul of the player who moved a ball, before his stroke or after it; the balls stay (HU-I.13.b)."""
    balls = draft.state.disturbed
    foul = Foul("touched_ball", profile.fouls["touched_ball"], balls[0].label if balls else None)
    draft.fouls = (*draft.fouls, foul)
    draft.tell("FOUL(touched_ball)")
    draft.set(disturbed=(), shooter=player)
