"""Changes of the world that are no motion of balls: the light, the camera."""

from __future__ import annotations

import math

from callshot.rules.vocabulary import Disturbance
from callshot.tracker.track.state import TableState

# Lamps flicker by some per cent; a lamp switched or the sun let in changes the light by more than this.
LIGHT_LOG = 0.12
# The seen shift of a camera that stands still wanders by up to 4 px while balls roll over what it is measured by.
SHIFT_PX = 5.0
# The light is measured where it seems to change only: a change that nothing takes back for so long is one.
STAYS_S = 0.5
# Measured so often in a row, a shift is no glitch.
IN_A_ROW = 2


class WorldWatch:
    """`update` takes each state and tells a change once."""

    def __init__(self) -> None:
        self._gain = 1.0
        self._new_light: tuple[float, float] | None = None
        self._shifts: list[float] = []
        self._shifted = False

    def update(self, state: TableState) -> list[Disturbance]:
        """Disturbances `lighting` and `camera-moved`, each at the time it was first seen."""
        out: list[Disturbance] = []
        if state.light_gain is not None and state.light_gain > 0:
            if abs(math.log(state.light_gain / self._gain)) <= LIGHT_LOG:
                self._new_light = None
            else:
                since = self._new_light[0] if self._new_light is not None else state.t_s
                self._new_light = (since, state.light_gain)
        if self._new_light is not None and state.t_s - self._new_light[0] >= STAYS_S:
            out.append(Disturbance(self._new_light[0], "lighting"))
            self._gain, self._new_light = self._new_light[1], None
        if state.camera_shift_px is not None:
            if abs(state.camera_shift_px) > SHIFT_PX:
                self._shifts.append(state.t_s)
                if len(self._shifts) >= IN_A_ROW and not self._shifted:
                    out.append(Disturbance(self._shifts[0], "camera-moved"))
                    self._shifted = True
            else:
                self._shifts, self._shifted = [], False
        return out
