"""Lines that run along a side of the table: found in strips across it, whatever their colour.

A line counts by the share of its length on which the colour changes in the same direction, not by how strong the change
is, so that an arm over the rail or a bright ball beside it says no more than the few centimetres it covers.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.camera import CameraModel, Floats
from callshot.calibration.cloth import Lab, Picture, lab_of
from callshot.calibration.fitting import FOOT, HEAD, LEFT, RIGHT, side_point
from callshot.calibration.outline import Outline

# Corner indices (head-left, head-right, foot-right, foot-left) at the ends of each side, and the outline's own index.
ENDS = {HEAD: (0, 1), RIGHT: (1, 2), FOOT: (3, 2), LEFT: (0, 3)}
OUTLINE_SIDE = {HEAD: 0, RIGHT: 1, FOOT: 2, LEFT: 3}

# What a pocket's jaws and facings take of a side: half a side pocket, and a corner pocket, with room for old wide ones.
SIDE_CLEAR_MM, CORNER_CLEAR_MM = 95.0, 120.0
# Colour changes below this (Lab per px) are cloth weave and noise of the sensor.
NOISE_LAB = 1.2
# The best supported lines are kept: each blurred edge of a rail is found five times over, and a nose may be fainter.
MOST_LINES = 20


@dataclass(frozen=True, slots=True, eq=False)
class SideFrame:
    """Sections across a side.

    base_px: (s, 2) where the nose is thought to be. normal: (s, 2) inward, unit length. u: (s,) place along the
    side, -1 to 1.
    """

    base_px: Floats
    normal: Floats
    px_per_mm: float
    u: Floats


@dataclass(frozen=True, slots=True)
class LineSearch:
    """How far from the frame's base lines are looked for, how much tilted (mm at the ends) and bent, in what steps."""

    outward_mm: float
    inward_mm: float
    tilt_mm: float
    bend_mm: float
    step_mm: float


# A rough outline may run along the rail, the shadow, or half of each; a fitted camera is right to a few mm in shape.
ROUGH_SEARCH = LineSearch(160.0, 160.0, 42.0, 15.0, 2.0)
NEAR_SEARCH = LineSearch(95.0, 75.0, 9.0, 7.0, 1.5)


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A line along one side.

    offset_mm: its mean distance inside the outline. support: 0 to 1. change: (3,) Lab change across it from the rail
    towards the bed. points_px: (k, 2) on it. outside, inside: (3,) Lab on each side of it; dip: (3,) just inside it,
    where a nose's shadow would lie.
    """

    offset_mm: float
    support: float
    change: Floats
    points_px: Floats
    outside: Floats
    inside: Floats
    dip: Floats


def gradient_along(strip: Lab, step_px: float, sigma_px: float) -> Lab:
    """Derivative (Lab per px) along axis 0 of a (n, s, 3) strip, smoothed by a Gaussian."""
    k = int(np.ceil(3 * sigma_px / step_px))
    x = np.arange(-k, k + 1) * step_px
    kernel = x * np.exp(-x * x / (2 * sigma_px**2))
    kernel /= np.abs((kernel * x).sum())
    return np.asarray(cv2.sepFilter2D(strip, -1, np.ones(1, np.float32), kernel.astype(np.float32),
                                      borderType=cv2.BORDER_REPLICATE), np.float32)  # fmt: skip


def frame_from_outline(outline: Outline, side: int, side_mm: float) -> SideFrame:
    """Sections across a side of a rough outline (in the pixels of the picture it is used on)."""
    a, b = (outline.corners_px[i] for i in ENDS[side])
    along = b - a
    length = float(np.linalg.norm(along))
    tangent = along / length
    normal = np.array([-tangent[1], tangent[0]])
    normal *= np.sign(normal @ (outline.corners_px.mean(0) - (a + b) / 2))
    u = np.linspace(-0.88, 0.88, 48)
    sag = outline.sag_px[OUTLINE_SIDE[side]] * (1 - u * u)
    base = a + (0.5 + u[:, None] / 2) * along + sag[:, None] * normal
    return SideFrame(base, np.broadcast_to(normal, base.shape), length / side_mm, u)


def frame_from_camera(
    camera: CameraModel, side: int, length_mm: float, width_mm: float, nose_mm: float, spacing_mm: float
) -> SideFrame:
    """Sections across a nose as a camera sees it, pockets left out."""
    half = (length_mm if side in (LEFT, RIGHT) else width_mm) / 2
    reach = half - CORNER_CLEAR_MM
    along = np.linspace(-reach, reach, max(8, int(2 * reach / spacing_mm)))
    if side in (LEFT, RIGHT):
        along = along[np.abs(along) > SIDE_CLEAR_MM]
    sides = np.full(len(along), side)
    base = camera.image_from_table(side_point(sides, along, length_mm, width_mm), nose_mm)
    inside = camera.image_from_table(side_point(sides, along, length_mm, width_mm, 20.0), nose_mm)
    step = inside - base
    reach_px = np.linalg.norm(step, axis=1, keepdims=True)
    return SideFrame(base, step / reach_px, float(reach_px.mean()) / 20.0, along / half)


def strip_of(picture: Picture, frame: SideFrame, offsets_px: Floats) -> tuple[Lab, NDArray[np.bool_]]:
    """(n, s, 3) colours at `offsets_px` inside the frame's base, and which of them lie in the picture."""
    x = frame.base_px[:, 0] + frame.normal[:, 0] * offsets_px[:, None]
    y = frame.base_px[:, 1] + frame.normal[:, 1] * offsets_px[:, None]
    strip = cv2.remap(
        picture, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    seen = (x > 1) & (y > 1) & (x < picture.shape[1] - 2) & (y < picture.shape[0] - 2)
    return lab_of(np.asarray(strip, np.float32)), seen


def lines_along(picture: Picture, frame: SideFrame, search: LineSearch) -> list[Line]:
    """Lines found along a side, the best supported first."""
    scale, u = frame.px_per_mm, frame.u
    step = max(search.step_mm * scale, 0.7)
    n = np.arange(-search.outward_mm * scale, search.inward_mm * scale, step)
    strip, seen = strip_of(picture, frame, n)
    gradient = gradient_along(strip, step, max(1.0, 1.5 * scale))
    strength = np.linalg.norm(gradient, axis=2, keepdims=True)
    response = np.where(seen[..., None], gradient / (strength + NOISE_LAB), 0)
    support, shape = _best_curves(response, u, search.tilt_mm * scale / step, search.bend_mm * scale / step)
    found: list[Line] = []
    taken: list[int] = []
    apart = max(2, round(6 * scale / step))
    columns = np.arange(len(u))
    for i in np.argsort(-support):
        if support[i] < 0.3 or len(found) >= MOST_LINES:
            break
        if any(abs(int(i) - j) < apart for j in taken):
            continue
        taken.append(int(i))
        shift = shape[i, 0] * u + shape[i, 1] * (u * u - 0.4)
        rows = np.clip(np.round(i + shift).astype(int), 0, len(n) - 1)
        change = np.median(gradient[rows, columns], axis=0)

        def beside(mm_from: float, mm_to: float, rows: NDArray[np.int64] = rows) -> Floats:
            picks = [np.clip(rows + round(mm * scale / step), 0, len(n) - 1) for mm in np.linspace(mm_from, mm_to, 4)]
            return np.asarray(np.median(np.concatenate([strip[p, columns] for p in picks]), axis=0), np.float64)

        where = (n[0] + (i + shift) * step)[:, None]
        points = (frame.base_px + where * frame.normal)[2::5]
        found.append(Line(float(n[i] / scale), float(support[i]), np.asarray(change, np.float64), points,
                          beside(-8, -26), beside(34, 60), beside(3, 9)))  # fmt: skip
    return found


def _best_curves(response: Lab, u: Floats, most_tilt: float, most_bend: float) -> tuple[Floats, Floats]:
    """For each row the best gentle curve through it: support (n,) and its (tilt, bend) in rows (n, 2)."""
    rows, columns, _ = response.shape
    best = np.zeros(rows)
    shape = np.zeros((rows, 2))
    pad = int(np.ceil(most_tilt + most_bend)) + 2
    padded = np.zeros((rows + 2 * pad, columns, 3), np.float32)
    padded[pad : pad + rows] = response
    index = np.arange(rows)[:, None] + pad
    at = np.arange(columns)[None]
    tilts = np.linspace(-most_tilt, most_tilt, max(3, 2 * int(np.ceil(most_tilt / 1.6)) + 1))
    bends = np.linspace(-most_bend, most_bend, max(3, 2 * int(np.ceil(most_bend / 1.6)) + 1))
    for tilt in tilts:
        for bend in bends:
            shift = np.round(tilt * u + bend * (u * u - 0.4)).astype(int)
            support = np.linalg.norm(padded[index + shift[None], at].mean(1), axis=1)
            better = support > best
            best[better] = support[better]
            shape[better] = (tilt, bend)
    return best, shape
