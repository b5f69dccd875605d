"""What changed without a reason, and what lies on the bed without one."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.ball import Ball
from callshot.tracker.detect.gate import CELL_PX
from callshot.tracker.detect.look import SPECK_DISCS
from callshot.tracker.detect.select import discs
from callshot.tracker.detect.view import TableView

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Image = NDArray[np.uint8]

LEAST_DISCS = 0.3  # a change smaller than this part of a ball is noise
AUDIT_STRIDE = 2
AUDIT_BESIDE_PX = 4  # what lies as near to a person is his edge
AUDIT_LEVELS = 14  # a thing on the bed differs from it by more levels than this in some colour


def unexplained_cells(changed: Mask, balls: list[Ball], lost: list[Ball], view: TableView) -> Mask:
    """(rows, columns) cells that changed and are not covered by balls that move, and those where balls were lost."""
    mask = changed.astype(np.uint8)
    radius = view.radius_px
    moving = [b for b in balls if b.rest_px is None]
    if moving:
        px, half = np.array([b.px for b in moving]), np.array([b.glimpse.half_px for b in moving])
        thick = round(2 * (1.9 * radius / CELL_PX) + 1)
        for x0, y0, x1, y1 in np.rint(np.hstack([px - half, px + half]) / CELL_PX - 0.5).astype(int).tolist():
            cv2.line(mask, (x0, y0), (x1, y1), 0, thick)
    # A lone cell is noise, a highlight that flickers.
    least = max(2.0, LEAST_DISCS * math.pi * (radius / CELL_PX) ** 2)
    if cv2.countNonZero(mask) < least:
        mask[:] = 0
    else:
        _, parts, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
        large = stats[:, cv2.CC_STAT_AREA] >= least
        large[0] = False
        mask = large.astype(np.uint8)[parts]
    rows, columns = mask.shape
    for ball in lost:
        for px in (ball.px, ball.px if ball.expected is None else ball.expected):
            x, y = (int(v / CELL_PX) for v in px)
            if 0 <= x < columns and 0 <= y < rows:
                mask[y, x] = 1
    return mask > 0


def odd_cells(
    image: Image, plate: Image, foreign: Mask, places_px: Floats, view: TableView, size: tuple[int, int]
) -> Mask:
    """(rows, columns) cells with something on the bed that is no known ball, no person and no cloth.

    size: (width, height) px that whole cells cover.
    """
    w, h = size
    coarse = (slice(0, h, AUDIT_STRIDE), slice(0, w, AUDIT_STRIDE))  # every other line shows a ball as well
    apart = cv2.absdiff(np.ascontiguousarray(image[coarse]), np.ascontiguousarray(plate[coarse]))
    odd = (cv2.inRange(apart, (0, 0, 0), (AUDIT_LEVELS,) * 3) == 0) & view.open_bed[coarse]
    beside = 2 * (AUDIT_BESIDE_PX // AUDIT_STRIDE) + 1
    odd &= cv2.dilate(foreign[coarse].astype(np.uint8), np.ones((beside, beside), np.uint8)) == 0
    odd &= ~discs((h, w), view, places_px, 1.6)[::AUDIT_STRIDE, ::AUDIT_STRIDE]
    reach = round(0.45 * view.radius_px / AUDIT_STRIDE)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    thick = cv2.morphologyEx(odd.astype(np.uint8), cv2.MORPH_OPEN, kernel)
    grid = (w // CELL_PX, h // CELL_PX)
    return np.asarray(cv2.resize(thick, grid, interpolation=cv2.INTER_AREA) > 0)


def outlines_of(foreign: Mask, view: TableView) -> tuple[list[Floats], float]:
    """Outlines (k, 2) mm on the cloth plane of the (h, w) `foreign` pieces, and the share of the bed they cover."""
    outlines = []
    if foreign.any():
        mask = foreign.astype(np.uint8)
        for polygon in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            if cv2.contourArea(polygon) > SPECK_DISCS * np.pi * view.radius_px**2:
                corners = cv2.approxPolyDP(polygon, 2.0, True).reshape(-1, 2) + np.array(view.window[:2])
                outlines.append(view.table.camera.table_from_image(corners, 0.0))
    covered = float((foreign & view.bed).sum() / view.bed.sum()) if outlines else 0.0
    return outlines, covered
