"""A picture that is far too dark: colour steps shrink with the light, and edges that are clear look like noise.

What is seen for sure is told by steps in Lab units, which hold for a picture whose brightest things, balls and their
highlights, are bright. Where they are not, by half or less, the colours are taken as bright as they should be.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

STRIDE = 4
BRIGHTEST = 99.8  # percent: highlights and white balls cover about so much of a table
DARK_LUMA = 72.0  # where these are brighter than this the picture is taken as it is
ENOUGH_LUMA = 120.0
MOST_GAIN = 2.2  # noise grows alike


def exposure_gain(luma: NDArray[np.uint8]) -> float:
    """By which factor the colours of (h, w) luma's picture have to be brightened; 1 for all but very dark ones."""
    brightest = float(np.percentile(luma[::STRIDE, ::STRIDE], BRIGHTEST))
    return 1.0 if brightest >= DARK_LUMA else min(ENOUGH_LUMA / max(brightest, 1.0), MOST_GAIN)
