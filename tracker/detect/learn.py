"""Learning the plate while the table is in use."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.cloth import ClothModel, lab_of, unlike_cloth
from callshot.tracker.detect.plate import Plate, thin
from callshot.tracker.detect.select import discs
from callshot.tracker.detect.view import TableView

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Image = NDArray[np.uint8]

BARE = 0.25  # as unlike the cloth as this is still cloth
GONE_SHARE = 0.6  # a foreign thing is foreign as a whole: where so much of it is cloth again, it has gone


def learn_cloth(
    image: Image,
    luma: Image,
    plate: Plate,
    model: ClothModel,
    foreign: Mask,
    still: Mask,
    places_px: Floats,
    view: TableView,
) -> bool:
    """Learn cloth that has come to light, and take thin things that lie still (lines of light, a cue) for cloth.

    All (h, w) of the window; `still`: what held still long enough. Changes `plate` and `foreign`; was anything learned?
    """
    open_ = plate.unknown | foreign
    x0, y0, width, height = cv2.boundingRect(open_.view(np.uint8))
    if not width:
        return False
    x1, y1 = x0 + width, y0 + height
    box = x0, y0, x1, y1
    part = (slice(y0, y1), slice(x0, x1))
    asked = open_[part]
    bare = np.zeros(asked.shape, bool)  # only the pixels in question are compared: in a break the box is the table
    there = lab_of(np.ascontiguousarray(image[part][asked][:, None]))
    bare[asked] = unlike_cloth(there, ClothModel(model.lab[part][asked][:, None], model.noise))[:, 0] < BARE
    free = asked & still[part]
    free &= ~discs(free.shape, view.crop(*box), places_px - np.array([x0, y0]), 1.45)
    take = bare.copy()
    if foreign[part].any():
        count, parts = cv2.connectedComponents(foreign[part].astype(np.uint8))
        flat = parts.ravel()
        like = np.bincount(flat, bare.ravel(), count) / np.maximum(np.bincount(flat, minlength=count), 1)
        gone = like > GONE_SHARE
        gone[0] = False
        take |= gone[parts] | thin(foreign[part], view.radius_px)
    take &= free
    if not take.any():
        return False
    plate.take(box, take, image, luma)
    foreign[part] &= ~take
    return True
