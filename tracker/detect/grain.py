"""A camera that is turned up in the dark: its noise makes edges everywhere, and balls of them.

How strong the noise is shows between neighbouring pixels: what is left of them by the difference of two Laplacians, to
which smooth shading and straight edges give nothing (Immerkaer, Fast Noise Variance Estimation, 1996). Taken as the
median, outlines and letters give nothing either. Pictures with little of it stay as they are.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

_KERNEL = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
_WHOLE = 6.0  # the root of the sum of the kernel's squares
_MEDIAN = 0.6745  # of the absolute values of a normal variable
QUIET_LUMA = 3.6  # recordings have less, after their codec
LEFT_LUMA = 1.8  # what edges are told from without trouble
MOST_RADII = 0.15  # a wider blur takes the outlines with the noise


def noise_luma(luma: Image) -> float:
    """The standard deviation of one pixel of (h, w) luma."""
    rest = np.abs(cv2.filter2D(luma.astype(np.float32), -1, _KERNEL)[1:-1, 1:-1])
    return float(np.median(rest)) / (_MEDIAN * _WHOLE)


def blur_px(luma: Image, gain: float, radius_px: float) -> float:
    """By how wide a Gaussian the noise of such pictures is evened out; 0 for all but noisy ones.

    gain: by which factor they are brightened. radius_px: a ball's.
    """
    noise = gain * noise_luma(luma)
    if noise < QUIET_LUMA:
        return 0.0
    # a Gaussian of width s averages 4 pi s^2 pixels' worth of independent noise
    return min(noise / (LEFT_LUMA * 2 * math.sqrt(math.pi)), MOST_RADII * radius_px)
