"""Follow known balls from frame to frame, all at once, touching only the picture around them.

Around each expected place a small lattice of the picture is compared with the empty plate. What differs and is no
shadow weighs; its moments give the ball's place and its streak (see streak.py). Where the ball is sharp its outline
then gives the place to a fraction of a pixel.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.view import TableView

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Image = NDArray[np.uint8]

LATTICE = 21
REACH_RADII = 1.7  # how far around a ball at rest the lattice goes
REACH_MAX_RADII = 4.5
SHADOW_LOW, SHADOW_HIGH = 0.35, 1.08  # a shadow leaves this share of the plate's levels at least; noise adds a little
WEIGHT_FLOOR = 14.0  # levels (length of a BGR difference) that noise and compression make
WEIGHT_CAP = 90.0  # one bright highlight must not outweigh the face
FAINT_MASS = 16.0
ANGLES = 24
STEPS = 13
SPAN = 0.36
EDGE_LEVELS = 12.0  # a BGR step that is an edge for sure
SHARP_HALF = 0.45  # streaks with a half length below this (in radii) still have an outline all around
_SIDE = np.linspace(-1, 1, LATTICE)
_GRID = np.stack(np.meshgrid(_SIDE, _SIDE), axis=-1).reshape(-1, 2)
_BORDER = np.abs(_GRID).max(1) > 0.93
_ANGLE = np.arange(ANGLES) * (2 * np.pi / ANGLES)
_UNIT = np.column_stack([np.cos(_ANGLE), np.sin(_ANGLE)])
_DESIGN = np.column_stack([_UNIT, np.ones(ANGLES)])
_RADII = 1 + SPAN * np.linspace(-1, 1, STEPS)


@dataclass(frozen=True, slots=True, eq=False)
class Followed:
    """n balls. centres_px: (n, 2). half: (n, 2) half length and direction of the streak, px. mass: (n,) weight in units
    of a disc's area times levels. width: (n,) over that of a ball. support: (n,) share of the outline seen, 0 where
    the ball is a streak. spread: (n,) rms of the outline's misfit, in radii.
    """

    centres_px: Floats
    half: Floats
    mass: Floats
    width: Floats
    support: Floats
    spread: Floats


def follow(
    image: Image,
    plate: Image,
    view: TableView,
    expected_px: Floats,
    travel_px: Floats,
    usual_mass: Floats,
    others_px: Floats,
) -> Followed:
    """Find n balls near (n, 2) `expected_px` that travelled up to (n,) `travel_px` since their last frame.

    usual_mass: (n,) their weight when sharp, 0 where unknown. others_px: (m, 2) balls that lie still.
    """
    expected = np.array(expected_px, np.float64)
    centres = expected.copy()
    n = len(centres)
    outline = view.outline_at(centres)
    size = np.sqrt(np.abs(np.linalg.det(outline)))
    reach = np.clip(REACH_RADII - 0.2 + 0.6 * travel_px / size, REACH_RADII, REACH_MAX_RADII)
    half = np.zeros((n, 2))
    mass = np.zeros(n)
    width = np.ones(n)
    rivals = np.concatenate([centres, np.asarray(others_px, np.float64).reshape(-1, 2)])
    for _ in range(2):
        local = _GRID[None] * reach[:, None, None]
        points = centres[:, None] + np.einsum("nij,nkj->nki", outline, local)
        weight = _weights(_take(image, points), _take(plate, points))
        weight *= _nearest_is_own(points, rivals, n)
        total = weight.sum(1) + 1e-6
        mean = np.einsum("nk,nki->ni", weight, local) / total[:, None]
        apart = local - mean[:, None]
        xx = (weight * apart[..., 0] ** 2).sum(1) / total
        yy = (weight * apart[..., 1] ** 2).sum(1) / total
        xy = (weight * apart[..., 0] * apart[..., 1]).sum(1) / total
        middle, swing = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
        low, high = np.maximum(middle - swing, 0), middle + swing
        angle = 0.5 * np.arctan2(2 * xy, xx - yy)
        length = np.sqrt(np.maximum(3 * (high - np.maximum(low, 0.25)), 0))
        mass = total * (2 * reach / (LATTICE - 1)) ** 2 / np.pi
        width = np.sqrt(low * 4)
        centres = centres + np.einsum("nij,nj->ni", outline, mean)
        half = np.einsum("nij,nj->ni", outline, np.column_stack([np.cos(angle), np.sin(angle)]) * length[:, None])
        border = (weight * _BORDER).sum(1) / total
        reach = np.clip(1.55 + length + 6 * border, REACH_RADII, REACH_MAX_RADII)
        rivals[:n] = centres
    support, spread = np.zeros(n), np.full(n, 0.1)
    # A ball of the cloth's own colour hardly weighs: its outline is looked for where it is expected.
    faint = (mass < 0.4 * usual_mass) | (usual_mass < FAINT_MASS)
    centres[faint], half[faint] = expected[faint], 0
    sharp = np.hypot(*half.T) < SHARP_HALF * size
    if sharp.any():
        fitted, seen, misfit = _outline_fit(image, outline[sharp], centres[sharp])
        kept = seen > 0.3
        where = np.nonzero(sharp)[0]
        centres[where[kept]] = fitted[kept]
        support[where], spread[where] = seen, misfit
    return Followed(centres, half, mass, width, support, spread)


def _take(image: Image, points: Floats) -> Floats32:
    flat = points.reshape(len(points), -1, 2).astype(np.float32)
    taken = cv2.remap(image, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return taken.reshape(points.shape[:-1] + (3,)).astype(np.float32)


def _weights(seen: Floats32, bare: Floats32) -> Floats:
    """(n, k) how much each sample differs from the plate in a way no shadow explains."""
    share = np.einsum("nkc,nkc->nk", seen, bare) / (np.einsum("nkc,nkc->nk", bare, bare) + 1)
    rest = seen - bare * np.clip(share, SHADOW_LOW, SHADOW_HIGH)[..., None]
    length = np.sqrt(np.einsum("nkc,nkc->nk", rest, rest))
    return np.clip(length - WEIGHT_FLOOR, 0, WEIGHT_CAP).astype(np.float64)


def _nearest_is_own(points: Floats, rivals: Floats, n: int) -> NDArray[np.bool_]:
    """(n, k) is each sample of ball i nearer to i than to any other ball?"""
    if len(rivals) < 2:
        return np.ones(points.shape[:2], np.bool_)
    to_all = np.hypot(*np.moveaxis(rivals[:n, None] - rivals[None], 2, 0))
    own = np.einsum("nki,nki->nk", points - rivals[:n, None], points - rivals[:n, None])
    mine = np.ones(points.shape[:2], np.bool_)
    span = np.abs(points - rivals[:n, None]).max((1, 2)) * 2.2
    for i, j in zip(*np.nonzero((to_all < span[:, None]) & (to_all > 0)), strict=True):
        d = points[i] - rivals[j]
        mine[i] &= np.einsum("ki,ki->k", d, d) > own[i]
    return mine


def _outline_fit(image: Image, outline: Floats, centres: Floats) -> tuple[Floats, Floats, Floats]:
    """Centres, share of the outline seen, misfit in radii."""
    rim = np.einsum("nij,kj->nki", outline, _UNIT)
    step = _RADII[1] - _RADII[0]
    start = centres.copy()
    seen, misfit = np.zeros(len(centres)), np.zeros(len(centres))
    for turn in range(2):
        profile = _take(
            image, (centres[:, None, None] + rim[:, :, None] * _RADII[:, None]).reshape(len(centres), -1, 2)
        )
        profile = profile.reshape(len(centres), ANGLES, STEPS, 3)
        change = profile[:, :, 2:] - profile[:, :, :-2]
        size = np.sqrt(np.einsum("nksc,nksc->nks", change, change))
        size *= np.exp(-0.5 * ((_RADII[1:-1] - 1) / (0.2 if turn == 0 else 0.1)) ** 2)
        best = size.argmax(2)
        inner = np.clip(best, 1, STEPS - 4)[..., None]
        a, b, c = (np.take_along_axis(size, inner + d, 2)[..., 0] for d in (-1, 0, 1))
        bend = np.minimum(a - 2 * b + c, -1e-3)
        where = _RADII[1:-1][inner[..., 0]] + step * np.clip(0.5 * (a - c) / bend, -0.6, 0.6)
        trust = np.clip(np.maximum(np.maximum(a, b), c) / EDGE_LEVELS - 0.4, 0, 1)
        weight = trust
        for _ in range(2):
            normal = np.einsum("ki,nk,kj->nij", _DESIGN, weight, _DESIGN) + np.diag([0.3, 0.3, 6.0])
            target = np.einsum("ki,nk->ni", _DESIGN, weight * (where - 1))
            shift = np.linalg.solve(normal, target[..., None])[..., 0]
            off = where - 1 - shift @ _DESIGN.T
            weight = trust / (1 + (off / 0.06) ** 2)
        centres = centres + np.einsum("nij,nj->ni", outline, np.clip(shift[:, :2], -0.3, 0.3))
        near = np.exp(-0.5 * (off / 0.07) ** 2)
        seen = (trust * near).mean(1)
        misfit = np.sqrt((weight * off**2).sum(1) / (weight.sum(1) + 1e-6))
    size_px = np.sqrt(np.abs(np.linalg.det(outline)))
    strayed = np.hypot(*(centres - start).T) > 0.6 * size_px
    seen[strayed] = 0
    return centres, seen, misfit
