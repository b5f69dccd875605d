"""Balls of one set share their paints: 5, 13 and 21 are one orange. What lies beside a ball tells which paint is whose.

A dull orange alone could be the tan 7 of another maker's set. Beside a maroon 15 that is surely one it can't be: 7 and
15 are one paint. Balls are taken in the order of how sure they are, so that the less sure one gives way.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.colours import SPREAD_E, WHITE_CHROMA, WHITE_LIGHTNESS, difference
from callshot.models.faces import FACES
from callshot.models.normalise import BALL_PX, CROP_PX

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

# A ball this sure stands for its paint.
SURE: Final = 0.9
# A ball that matches a paint is e times likelier to be of it than by its look alone; one unlike it is of it only if the
# ball that stands for the paint has a wrong name, or the light plays a trick (e^-6).
MATCH_NATS, UNLIKE_NATS = 1.0, -6.0
# Less of the inner face in colour than this shows no paint.
LEAST_BODY: Final = 0.15

_AXIS = np.arange(CROP_PX) - (CROP_PX - 1) / 2
_FACE: Final = _AXIS[:, None] ** 2 + _AXIS[None] ** 2 < (0.8 * BALL_PX / 2) ** 2


# What has no number of its own but the paint of one, in some maker's set at least; all other names are paints.
SAME_PAINT: Final = {
    "crazy-cue": "cue", "crazy-8": "8", "black": "8", "yellow": "1", "blue": "2", "red": "3", "green": "6"
}  # fmt: skip


def paint_of(label: str) -> str:
    """1 to 8 for numbered balls and what may be taken for one, else the label: one word a paint."""
    label = SAME_PAINT.get(label, label)
    return str((int(label) - 1) % 8 + 1) if label.isdecimal() else label


# The number of the paint that balls of one set share; -1 for those whose paint no other ball of their set has.
PAINTS: Final = np.array([int(paint_of(f)) if f.isdecimal() or f == "crazy-8" else -1 for f in FACES])


def body_colour(crop: Image) -> Floats:
    """(40, 40, 3) whitened crop -> (3,) CIE Lab of its paint, nan where nearly all that shows is white."""
    lab = cv2.cvtColor(crop.astype(np.float32) / 255.0, cv2.COLOR_BGR2LAB)[_FACE]
    body = lab[(np.hypot(lab[:, 1], lab[:, 2]) >= WHITE_CHROMA) | (lab[:, 0] <= WHITE_LIGHTNESS)]
    if len(body) < LEAST_BODY * len(lab):
        return np.full(3, np.nan)
    return np.asarray(np.median(body, axis=0), np.float64)


def paint_nats(bodies: Floats, log_p: Floats) -> Floats:
    """(n, labels) nats for each ball's labels by the paints of surer balls.

    bodies: (n, 3) of `body_colour`. log_p: (n, labels) log evidence within what the set has, -inf for the rest.
    """
    nats = np.zeros(log_p.shape)
    told = np.nonzero(~np.isnan(bodies).any(axis=1))[0]
    if len(told) < 2:
        return nats
    apart = difference(bodies[told], bodies[told])
    anchors: dict[int, list[int]] = {}
    doubt: dict[int, float] = {}
    order = np.argsort(-_normal(log_p[told]).max(axis=1))
    for i in order.tolist():
        for paint, known in anchors.items():
            gap = float(np.median(apart[i, known])) / SPREAD_E
            nats[told[i], paint == PAINTS] = max(MATCH_NATS - 0.5 * gap * gap, doubt[paint], UNLIKE_NATS)
        p = _normal((log_p[told[i]] + nats[told[i]])[None])[0]
        best = int(p.argmax())
        if p[best] >= np.log(SURE) and PAINTS[best] >= 0:
            paint = int(PAINTS[best])
            anchors.setdefault(paint, []).append(i)
            # the surest of a paint comes first
            doubt.setdefault(paint, float(np.log(max(1 - np.exp(p[best]), 1e-6))))
    return nats


def _normal(log_p: Floats) -> Floats:
    shifted = log_p - log_p.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float64)
