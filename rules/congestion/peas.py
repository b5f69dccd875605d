"""The bottle: which peas a player can draw now (CP-3.6, CP-5.1). For whoever draws them; never to be told."""

from __future__ import annotations

from callshot.rules.congestion.state import State


def bottle(state: State, player: str) -> tuple[int, ...]:
    """The peas that are in the bottle when this player draws: his own has gone back, those held are not there."""
    if any(p.ask.about == "pea_value" and p.ask.player == player and p.key is not None for p in state.open):
        return state.free_peas
    position = state.position
    held = {p.pea for p in position.players if p.out is None and p.name != player}
    return tuple(p for p in state.house.peas if p not in held and p not in position.lost_peas)
