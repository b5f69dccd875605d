"""The stand-in for the network: names balls by their main colour and how white they are. A baseline, and a fallback."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray
from skimage.color import deltaE_ciede2000

from callshot.models.faces import FACES
from callshot.models.normalise import Image, cut, white_of, whitened

Floats = NDArray[np.float64]

# The trade's colours of each face, sRGB: pool numbers 1-8, then what the others share with them.
_POOL: Final = (
    (245, 190, 20), (20, 50, 150), (200, 25, 25), (75, 35, 120), (245, 110, 25), (10, 95, 50), (115, 30, 30),
    (18, 18, 20),
)  # fmt: skip
_NAMED: Final = {
    "cue": (250, 248, 240), "crazy-cue": (250, 248, 240), "crazy-8": (18, 18, 20), "red": (190, 15, 25),
    "yellow": (240, 200, 25), "green": (10, 100, 60), "brown": (110, 50, 30), "blue": (20, 85, 175),
    "pink": (240, 130, 110), "black": (15, 15, 15),
}  # fmt: skip
SPREAD_E: Final = 12.0
SPREAD_WHITE: Final = 0.2


def _colour(label: str) -> tuple[int, int, int]:
    if label in _NAMED:
        return _NAMED[label]
    n = int(label)
    return _POOL[(n - 1) % 8] if n <= 15 else _POOL[7 if n == 16 else n - 17]


def _white_share(label: str) -> float:
    if label in ("cue", "crazy-cue"):
        return 0.97
    if label.isdecimal():
        return 0.5 if int(label) >= 9 else 0.08
    return 0.08 if label == "crazy-8" else 0.0


_LAB: Final = cv2.cvtColor(np.array([[_colour(f) for f in FACES]], np.float32) / 255.0, cv2.COLOR_RGB2LAB)[0]
_WHITE: Final = np.array([_white_share(f) for f in FACES])


def nominal_colours() -> Floats:
    """(labels, 3) CIE Lab of every face's trade colour, in the order of FACES."""
    return np.asarray(_LAB, np.float64)


class ColoursOnly:
    """The same verb as the network's: `look`."""

    def look(
        self, image: Image, centres_px: ArrayLike, radii_px: ArrayLike, white_bgr: ArrayLike | None = None,
        quarters: int = 0,
    ) -> Floats:  # fmt: skip
        """Balls in a frame -> (n, labels) log probabilities from colour and share of white, however they are turned."""
        del quarters
        crops = cut(image, centres_px, radii_px)
        crops = whitened(crops, white_of(crops) if white_bgr is None else white_bgr)
        axis = np.arange(crops.shape[1]) - (crops.shape[1] - 1) / 2
        face = axis[:, None] ** 2 + axis[None] ** 2 < 12.5**2
        out = np.empty((len(crops), len(FACES)))
        for k, crop in enumerate(crops):
            lab = cv2.cvtColor(crop.astype(np.float32) / 255.0, cv2.COLOR_BGR2LAB)[face].astype(np.float64)
            white = (np.hypot(lab[:, 1], lab[:, 2]) < 24) & (lab[:, 0] > 62)
            share = float(white.mean())
            body = np.median(lab[~white] if share < 0.88 else lab[white], axis=0)
            apart = deltaE_ciede2000(np.broadcast_to(body, _LAB.shape), _LAB)  # type: ignore[no-untyped-call]
            out[k] = -0.5 * (apart / SPREAD_E) ** 2 - 0.5 * ((share - _WHITE) / SPREAD_WHITE) ** 2
        top = out.max(axis=1, keepdims=True) if len(out) else out
        return np.asarray(out - top - np.log(np.exp(out - top).sum(axis=1, keepdims=True)), np.float64)
