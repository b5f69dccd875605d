"""A rolling shutter shows the rows of a picture one after the other: where a ball is seen says when it was there.

It matters once only: where the sights of a stroke become paths in time. Half a read-out of 20 ms is 40 mm at 4 m/s.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from callshot.calibration.table import TableGeometry

Floats = NDArray[np.float64]
Lateness = Callable[[Floats], Floats]
"""(n, 2) mm -> (n,) s: by how much balls seen there were seen later than the frame's time stamp says."""


def lateness(table: TableGeometry, readout_s: float, ball_diameter_mm: float) -> Lateness | None:
    """How late each place of the table is seen; None for a global shutter, and where the source does not tell."""
    if readout_s <= 0.0:
        return None
    camera = table.camera
    height = camera.image_size[1]

    def late(places_mm: Floats) -> Floats:
        rows = camera.image_from_table(places_mm, ball_diameter_mm / 2)[:, 1]
        return np.asarray((np.clip(rows / height, 0.0, 1.0) - 0.5) * readout_s)

    return late
