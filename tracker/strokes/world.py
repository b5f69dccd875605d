"""Changes of the world that are no motion of balls: the light, the camera."""

from __future__ import annotations

import math

from callshot.rules.vocabulary import Disturbance
from callshot.tracker.track.state import TableState

# Lamps flicker by some per cent; a lamp switched or the sun let in changes the light by more than this.
LIGHT_LOG = 0.12
# The light is measured where it seems to change only: a change that nothing takes back for so long is one.
STAYS_S = 0.5
# Where so much of the bed is hidden no table is seen, and nothing is known of its light.
BLIND_SHARE = 0.98


class WorldWatch:
    """`update` takes each state and tells a change once."""

    def __init__(self) -> None:
        self._gain = 1.0
        self._new_light: tuple[float, float] | None = None

    def update(self, state: TableState) -> list[Disturbance]:
        """Disturbances `lighting` and `camera-moved`, each at the time it was first seen."""
        out: list[Disturbance] = []
        if state.light_gain is not None and state.light_gain > 0:
            if abs(math.log(state.light_gain / self._gain)) <= LIGHT_LOG:
                self._new_light = None
            else:
                since = self._new_light[0] if self._new_light is not None else state.t_s
                self._new_light = (since, state.light_gain)
        if state.covered >= BLIND_SHARE:
            self._new_light = None
        if self._new_light is not None and state.t_s - self._new_light[0] >= STAYS_S:
            out.append(Disturbance(self._new_light[0], "lighting"))
            self._gain, self._new_light = self._new_light[1], None
        if state.camera_shift_px is not None:
            out.append(Disturbance(state.t_s, "camera-moved", (), {"px": round(state.camera_shift_px, 1)}))
        return out
