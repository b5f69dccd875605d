"""Boxes (x0, y0, x1, y1) in px of the window, right and lower ends excluded."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.gate import CELL_PX
from callshot.tracker.detect.view import TableView

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Box = tuple[int, int, int, int]

# A change is looked at with this much around it, in ball radii: whole balls and some cloth.
MARGIN_RADII = 3.0
# Nearer to a box's border than this nothing changed and no ball is seen whole: what was known there stays.
BORDER_RADII = 1.6


def inside(px: Floats, box: Box) -> bool:
    """Does (2,) px lie in the box?"""
    return bool(box[0] <= px[0] < box[2] and box[1] <= px[1] < box[3])


def grown(box: Box, px: float) -> Box:
    """The box with `px` more on every side, beyond the picture's edge too."""
    reach = round(px)
    return box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach


def merged(boxes: list[Box]) -> list[Box]:
    """Join boxes that overlap until none does."""
    joined: list[Box] = []
    for box in boxes:
        grown = box
        while True:
            hit = next(
                (o for o in joined if grown[0] < o[2] and o[0] < grown[2] and grown[1] < o[3] and o[1] < grown[3]), None
            )
            if hit is None:
                break
            joined.remove(hit)
            grown = (min(grown[0], hit[0]), min(grown[1], hit[1]), max(grown[2], hit[2]), max(grown[3], hit[3]))
        joined.append(grown)
    return joined


def box_around(view: TableView, px: Floats, radii: float) -> Box:
    """The box that reaches `radii` ball radii around (2,) px, never empty."""
    h, w = view.bed.shape
    reach = radii * view.radius_px * 1.25
    x0, y0 = max(int(px[0] - reach), 0), max(int(px[1] - reach), 0)
    return x0, y0, max(min(int(px[0] + reach) + 2, w), x0 + 1), max(min(int(px[1] + reach) + 2, h), y0 + 1)


def inner_part(view: TableView, box: Box) -> Box:
    """The part of a box in which balls are looked for anew."""
    h, w = view.bed.shape
    edge = round(BORDER_RADII * view.radius_px)
    x0, y0, x1, y1 = box
    return (
        x0 + edge if x0 > 0 else 0,
        y0 + edge if y0 > 0 else 0,
        x1 - edge if x1 < w else w,
        y1 - edge if y1 < h else h,
    )


def boxes_around(view: TableView, cells: Mask) -> list[Box]:
    """Boxes around (rows, columns) cells with a margin, none overlapping another."""
    h, w = view.bed.shape
    reach = int(np.ceil(MARGIN_RADII * view.radius_px / CELL_PX))
    grown = cv2.dilate(cells.astype(np.uint8), np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=8)
    found = [
        (x * CELL_PX, y * CELL_PX, min((x + bw) * CELL_PX, w), min((y + bh) * CELL_PX, h))
        for x, y, bw, bh, _ in stats[1:].tolist()
    ]
    return [b for b in merged(found) if b[2] > b[0] and b[3] > b[1]]
