"""How large the balls on the bed are, measured: a table told wrong makes them larger or smaller than any ball.

From above a 7 ft and a 9 ft table look alike, for both are twice as long as wide. Only something of a known size tells
them apart, and a ball is that. Nothing here takes a ball's diameter for granted, unlike the detector, which looks for
outlines of the set's size only and sees none on a table that was told wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Notice
from callshot.rules.equipment import BALL_SETS, POOL_DIAMETER_MM, TABLES, BallSet
from callshot.tracker.detect.ball_fit import fit_balls
from callshot.tracker.detect.cloth import fit_cloth, lab_of, unlike_cloth, without_shadows
from callshot.tracker.detect.view import TableView, make_view
from callshot.tracker.trouble import Trouble

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

LEAST_MM, MOST_MM = 30.0, 105.0
"""What is smaller or larger is no ball even where a 12 ft table was told as a 7 ft one, or the other way round."""

FULL, ROUND = 0.86, 0.82
"""Of a disc's hull so much is disc, and of the circle around it so much is hull; a square has 0.64 of its circle."""

SEEN: Final = 0.7
"""So much of a ball's outline must be seen to measure it."""

STEP: Final = 1.06
"""Outlines are fitted within a tenth of the size that they are expected in: sizes are tried in such steps."""

ROUNDS: Final = 3

ALIKE: Final = 0.06
"""Balls of a set are equal; measured by themselves they differ by so much at most, but for a few half hidden."""

SMALLER, LARGER = 0.92, 1.06
"""A ball is measured at 95 to 100 % of its size in all footage (its dark rim blends with its shadow); and a margin."""

FEW, ENOUGH = 2, 3
"""So many alike are worth a word; and so many are no chance, no two round marks printed on a cloth."""

BALL_SIZE: Final = "ball-size"


def ball_sizes_mm(image: NDArray[np.uint8], table: TableGeometry) -> Floats:
    """(n,) diameters of the lone round things on the bed of one picture, (h, w, 3) BGR, by the calibration."""
    view = make_view(table, POOL_DIAMETER_MM)
    x0, y0, x1, y1 = view.window
    part = np.ascontiguousarray(image[y0:y1, x0:x1])
    try:
        cloth = fit_cloth(part, view.bed)
    except ValueError:  # the bed covers too little of the picture to know its cloth
        return np.empty(0)
    lab = lab_of(part)
    unlike = unlike_cloth(lab, cloth)
    solid = without_shadows(unlike, lab, cloth)
    centres, sizes = lone_discs((solid > 0.5) & view.bed, view)
    seen = np.zeros(len(sizes))
    for _ in range(ROUNDS):
        steps = np.round(np.log(sizes / POOL_DIAMETER_MM) / np.log(STEP)).astype(int)
        for step in np.unique(steps):
            of = steps == step
            here = replace(view, outline=view.outline * np.float32(STEP**step))
            fits = fit_balls(lab, unlike, solid, here, centres[of])
            centres[of], seen[of] = fits.centres_px, fits.edge
            sizes[of] = POOL_DIAMETER_MM * STEP**step * fits.scale
    return np.asarray(sizes[seen >= SEEN], np.float64)


def lone_discs(mask: Mask, view: TableView) -> tuple[Floats, Floats]:
    """(n, 2) px of the middles and (n,) rough diameters in mm of what is round and stands alone in a mask."""
    centres, sizes = [], []
    outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        hull = cv2.convexHull(outline)
        # An outline runs through the middles of its pixels: half a pixel of the area lies outside of it.
        area = cv2.contourArea(outline) + len(outline) / 2 + 1
        whole = cv2.contourArea(hull) + cv2.arcLength(hull, True) / 2 + 1
        middle, radius = cv2.minEnclosingCircle(outline)
        a_ball = np.pi * abs(np.linalg.det(view.outline_at([middle])[0]))
        diameter = POOL_DIAMETER_MM * float(np.sqrt(whole / a_ball))
        if LEAST_MM < diameter < MOST_MM and area > FULL * whole and whole > ROUND * np.pi * (radius + 0.5) ** 2:
            centres.append(middle)
            sizes.append(diameter)
    return np.array(centres, np.float64).reshape(-1, 2), np.array(sizes, np.float64)


MEASURED: Final = (0.95, 1.03)
"""Balls are measured at so much of what they are: a set of another size that fits is taken to lie there."""


@dataclass(frozen=True, slots=True)
class SizeDoubt:
    """What is told of a table whose balls have the wrong size. sure: no ball is like that, so the table is wrong.

    diameter_mm: what they are taken to have, if balls of that size are made; None where the set's own is kept.
    """

    sure: bool
    text: str
    diameter_mm: float | None = None


def ball_size_mm(images: Iterable[NDArray[np.uint8]], table: TableGeometry) -> tuple[float, int]:
    """The size that most lone discs have in that picture that shows the most of them, and how many have it."""
    found = (0.0, 0)
    for image in images:
        sizes = ball_sizes_mm(image, table)
        if not len(sizes):
            continue
        middle = float(np.median(sizes))
        alike = sizes[np.abs(sizes / middle - 1) < ALIKE]
        if len(alike) > max(found[1], len(sizes) // 2):
            found = float(np.median(alike)), len(alike)
    return found


def size_doubt(
    images: Iterable[NDArray[np.uint8]], table: TableGeometry, balls: BallSet | None = None
) -> SizeDoubt | None:
    """What the balls say against the table's size; None where they say nothing. balls: the set, pool balls if None."""
    seen_mm, count = ball_size_mm(images, table)
    return doubt_about(seen_mm, count, table, balls)


def doubt_about(seen_mm: float, count: int, table: TableGeometry, balls: BallSet | None = None) -> SizeDoubt | None:
    """The same of balls that were measured already: `count` of them, seen_mm in diameter by the calibration."""
    wanted_mm = POOL_DIAMETER_MM if balls is None else balls.diameter_mm
    if count < FEW or _like(seen_mm, wanted_mm):
        return None
    others = sorted({s.diameter_mm for s in BALL_SETS.values()})
    sure = count >= ENOUGH and not others[0] * SMALLER <= seen_mm <= others[-1] * LARGER
    said = f"the balls on the bed measure {seen_mm:.0f} mm"
    kind = "pool" if wanted_mm == POOL_DIAMETER_MM else balls.name if balls is not None else ""
    told = table.name or f"{table.length_mm:.0f}x{table.width_mm:.0f}"
    fitting = [s.name for s in TABLES.values() if _like(seen_mm * s.length_mm / table.length_mm, wanted_mm)]
    length, width = (mm * wanted_mm / seen_mm for mm in (table.length_mm, table.width_mm))
    sizes = " or ".join(fitting) or f"about {length:.0f}x{width:.0f}"
    if sure:
        return SizeDoubt(True, f"{said}, as none do, so this is no {told} table: with {kind} balls ({wanted_mm:g} mm) "
                         f"it is {sizes}; give that with --table to `callshot calibrate`")  # fmt: skip
    made = min(others, key=lambda mm: abs(np.log(seen_mm / mm)))
    taken = made if count >= ENOUGH and MEASURED[0] < seen_mm / made < MEASURED[1] else None
    until = "" if taken is None else f"; they are taken for balls of {taken:g} mm"
    return SizeDoubt(False, f"{said}, not {wanted_mm:g} as {kind} balls do: if they are, this is no {told} "
                     f"table but {sizes} (`callshot calibrate --table`){until}", taken)  # fmt: skip


def _like(seen_mm: float, diameter_mm: float) -> bool:
    return diameter_mm * SMALLER <= seen_mm <= diameter_mm * LARGER


def fitting_set(
    images: Iterable[NDArray[np.uint8]], table: TableGeometry, balls: BallSet
) -> tuple[BallSet, Notice | None]:
    """The set with the size that its balls are seen to have, and what there is to say about that.

    A set's name says what is painted on the balls; the same paint is sold in several sizes (snooker colours on balls of
    52.5 and of 57 mm). Raises Trouble where the table is wrong for sure.
    """
    doubt = size_doubt(images, table, balls)
    taken_mm = None if doubt is None else doubt.diameter_mm
    return balls if taken_mm is None else replace(balls, diameter_mm=taken_mm), _notice_of(doubt)


def check_ball_size(
    images: Iterable[NDArray[np.uint8]], table: TableGeometry, balls: BallSet | None = None
) -> Notice | None:
    """A notice where the balls may be others or the table another. Raises Trouble where the table is wrong for sure."""
    return _notice_of(size_doubt(images, table, balls))


def _notice_of(doubt: SizeDoubt | None) -> Notice | None:
    if doubt is None:
        return None
    if doubt.sure:
        raise Trouble(doubt.text)
    return Notice("warning", BALL_SIZE, doubt.text)
