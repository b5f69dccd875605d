"""What one would pick instead: HoughCircles at the true radius within the true bed, and the nearest mean colour.

It is given more than it could know, and the tables say how far that gets.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.models.colours_only import nominal_colours
from callshot.models.faces import FACES
from callshot.models.training.footage import Case

Floats = NDArray[np.float64]


def circles(case: Case) -> Floats:
    """(n, 2) px centres that HoughCircles finds on the bed."""
    grey = cv2.medianBlur(cv2.cvtColor(case.image, cv2.COLOR_BGR2GRAY), 3)
    r = float(np.median(case.radii_px))
    got = cv2.HoughCircles(
        grey, cv2.HOUGH_GRADIENT, 1.0, 1.6 * r, param1=90, param2=12, minRadius=int(0.8 * r), maxRadius=int(1.2 * r) + 1
    )
    if got is None:
        return np.empty((0, 2))
    centres = np.asarray(got, np.float64).reshape(-1, 3)[:, :2]
    bed = case.bed_px.astype(np.float32).reshape(-1, 1, 2)
    keep = [cv2.pointPolygonTest(bed, (float(x), float(y)), False) >= 0 for x, y in centres]
    return np.asarray(centres[np.array(keep, bool)], np.float64)


def mean_colour_label(case: Case, centre: Floats, radius: float) -> str:
    """The label of the set whose nominal colour is nearest to the mean colour of the circle."""
    side = max(3, 2 * round(0.7 * radius) + 1)
    patch = cv2.getRectSubPix(case.image, (side, side), (float(centre[0]), float(centre[1])))
    mean = (patch.reshape(-1, 3).mean(axis=0)[None, None] / 255).astype(np.float32)
    lab = cv2.cvtColor(mean, cv2.COLOR_BGR2LAB)[0, 0]
    names = [name for name in case.set_labels if name in FACES]
    apart = np.linalg.norm(nominal_colours()[[FACES.index(n) for n in names]] - lab, axis=1)
    return names[int(apart.argmin())]


def circle_names(case: Case) -> tuple[list[str | None], int]:
    """What the circles call each ball, None where none was found, and how many circles lie on no ball."""
    seen = circles(case)
    used: set[int] = set()
    names: list[str | None] = []
    for at, radius in zip(case.centres_px, case.radii_px, strict=True):
        gaps = np.hypot(*(seen - at).T) if len(seen) else np.empty(0)
        k = int(gaps.argmin()) if len(gaps) else -1
        if k < 0 or k in used or gaps[k] > radius:
            names.append(None)
            continue
        used.add(k)
        names.append(mean_colour_label(case, seen[k], float(radius)))
    return names, len(seen) - len(used)
