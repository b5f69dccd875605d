"""Changes of the world that are no motion of balls: the light, the camera."""

from __future__ import annotations

import math

from callshot.rules.vocabulary import Disturbance
from callshot.tracker.track.state import TableState

# Lamps flicker by some per cent; a lamp switched or the sun let in changes the light by more than this.
LIGHT_LOG = 0.12
# The seen shift of a camera that stands still wanders by about a pixel.
SHIFT_PX = 2.5
# Measured so often in a row, it is no glitch.
IN_A_ROW = 2


class WorldWatch:
    """`update` takes each state and tells a change once."""

    def __init__(self) -> None:
        self._gain: float | None = None
        self._lights: list[float] = []
        self._shifts: list[float] = []
        self._shifted = False

    def update(self, state: TableState) -> list[Disturbance]:
        """Disturbances `lighting` and `camera-moved`, each at the time it was first seen."""
        out: list[Disturbance] = []
        if state.light_gain is not None and state.light_gain > 0:
            if self._gain is None:
                self._gain = state.light_gain
            elif abs(math.log(state.light_gain / self._gain)) > LIGHT_LOG:
                self._lights.append(state.t_s)
                if len(self._lights) >= IN_A_ROW:
                    out.append(Disturbance(self._lights[0], "lighting"))
                    self._gain, self._lights = state.light_gain, []
            else:
                self._lights = []
        if state.camera_shift_px is not None:
            if abs(state.camera_shift_px) > SHIFT_PX:
                self._shifts.append(state.t_s)
                if len(self._shifts) >= IN_A_ROW and not self._shifted:
                    out.append(Disturbance(self._shifts[0], "camera-moved"))
                    self._shifted = True
            else:
                self._shifts, self._shifted = [], False
        return out
