"""The first look at a table, without any history."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.ball import Ball
from callshot.tracker.detect.cloth import ClothModel, fit_cloth, lab_of, unlike_cloth
from callshot.tracker.detect.gate import Gate
from callshot.tracker.detect.known import Known
from callshot.tracker.detect.look import look_at
from callshot.tracker.detect.moving import weigh
from callshot.tracker.detect.plate import Plate, printed, thin
from callshot.tracker.detect.pockets import PocketEdges
from callshot.tracker.detect.select import discs
from callshot.tracker.detect.view import TableView

Image = NDArray[np.uint8]
UNLIKE_MIN = 0.3  # as unlike the cloth as this may be something else


def first_look(image: Image, luma: Image, view: TableView, t: float) -> tuple[Known, PocketEdges, ClothModel]:
    """What the window shows at `t`: what is known now (with a view that knows the holes), the pockets, the cloth."""
    model = fit_cloth(image, view.bed, view.radius_px)
    lab = lab_of(image)
    unlike = unlike_cloth(lab, model)
    pockets = PocketEdges(view, unlike, lab[..., 0])
    view = replace(view, open_bed=view.bed & ~pockets.holes(view))
    none = np.zeros((0, 2))
    looked = look_at(image, model, view, np.ones(view.bed.shape, np.bool_), none, none, seen_before=False)
    # The plate is the picture itself but for the balls, and what may be one, or a person.
    hidden = (unlike > UNLIKE_MIN) & view.bed
    hidden &= ~thin(hidden, view.radius_px)
    places = np.array([b.px for b in looked.balls]).reshape(-1, 2)
    balls = discs(hidden.shape, view, places, 1.45) & view.bed
    letters = printed(hidden & ~balls, view.open_bed, view.radius_px)
    hidden = (hidden & ~letters) | balls
    hidden = cv2.dilate(hidden.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    gate = Gate(luma, view.bed | view.centres_ok, pockets.holes(view))
    foreign = looked.foreign & ~thin(looked.foreign, view.radius_px) & ~letters
    known = Known(view, gate, Plate(image, luma, model, hidden), foreign, np.zeros_like(foreign))
    known.balls = [Ball(glimpse, t, rest_px=glimpse.px.copy()) for glimpse in looked.balls]
    weigh(known, image)
    return known, pockets, model
