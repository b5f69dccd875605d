"""Questions that stand beside the play and hold nothing up: peas to draw, a forecast to make, a ball to spot."""

from __future__ import annotations

from callshot.rules.congestion.balls import CUES
from callshot.rules.congestion.forecast import ask_forecast
from callshot.rules.congestion.placing import behind_string
from callshot.rules.congestion.position import Position
from callshot.rules.congestion.questions import Ask
from callshot.rules.congestion.state import Posed, State
from callshot.rules.game import Setting
from callshot.rules.vocabulary import Ball


def near_string(position: Position, setting: Setting, skip_whammies: bool) -> tuple[Ball, ...]:
    """CP-8.7.d, OQ-CP-22: the balls that may be spotted, nearest first, while a cue ball is in hand in the kitchen."""
    held = [c for c, where in position.in_hand if where == "kitchen" and c in CUES]
    if position.phase != "play" or not held or position.layout is None or position.nearest_declined:
        return ()
    near = behind_string(position.layout, setting)
    if skip_whammies:
        near = tuple(b for b in near if b.label in position.on_table)
    return near


def offers(state: State) -> tuple[Posed, ...]:
    """All of them, in the order in which they arose."""
    position, house = state.position, state.house
    if position.phase == "finished":
        return ()
    asks = [Ask("pea_value", house.peas, "CP-5.1", p, "deal", secret=True) for p in position.dealing]
    asks += [Ask("draw_new_pea", (True, False), "CP-8.9.b", p) for p in position.redraws]
    begins = position.stroke_no == 1 and not position.bonus
    if house.yes("option_3") and begins and position.forecast is None:
        asks.append(ask_forecast(position.shooter))
    if near_string(position, state.setting, house["cp.nearest_ball_spot"] == "whammies-skipped"):
        asks.append(Ask("spot_nearest_choice", (True, False), "CP-8.7.d", position.shooter))
    names = position.names
    posed = []
    for ask in asks:
        who = names.index(ask.player) if ask.player in names else 0
        ident = f"n{position.last_stroke}.{ask.about}.{who}"
        posed.append(Posed(ask, ask.question(ident, None), None))
    return tuple(posed)
