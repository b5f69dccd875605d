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

LATTICE = 17
REACH_RADII = 1.7  # how far around a ball at rest the lattice goes
REACH_MAX_RADII = 4.5
SHADOW_LOW, SHADOW_HIGH = 0.35, 1.08  # a shadow leaves this share of the plate's levels at least; noise adds a little
WEIGHT_FLOOR = 14.0  # levels (length of a BGR difference) that noise and compression make
WEIGHT_CAP = 90.0  # one bright highlight must not outweigh the face
FAINT_MASS = 16.0
PLAIN = 0.6  # an outline seen to this share needs no second opinion
FAST_RADII = 0.8  # travel from frame to frame that can leave a streak
ANGLES = 20
STEPS = 13
SPAN = 0.36
EDGE_LEVELS = 12.0  # a BGR step that is an edge for sure
SHADE_DISCOUNT = (
    0.75  # of an edge's square that a shadow on this cloth could make: the ball's own shadow lies beside it
)
SHARP_HALF = 0.45  # streaks with a half length below this (in radii) still have an outline all around
_SIDE = np.linspace(-1, 1, LATTICE)
_GRID = np.stack(np.meshgrid(_SIDE, _SIDE)).reshape(2, -1)
_BORDER = (np.abs(_GRID).max(0) > 0.93).astype(np.float64)
_ANGLE = np.arange(ANGLES) * (2 * np.pi / ANGLES)
_UNIT = np.column_stack([np.cos(_ANGLE), np.sin(_ANGLE)])
_DESIGN = np.column_stack([_UNIT, np.ones(ANGLES)])
_OUTER = (_DESIGN[:, :, None] * _DESIGN[:, None, :]).reshape(ANGLES, 9)
_PRIOR = np.diag([0.3, 0.3, 6.0])
_RADII = (1 + SPAN * np.linspace(-1, 1, STEPS)).astype(np.float32)
_STEP = float(_RADII[1] - _RADII[0])
_SPOKES = (_UNIT.T[:, :, None] * _RADII).reshape(2, ANGLES * STEPS)
_FIRST = np.arange(ANGLES) * (STEPS - 2)  # where the changes along each spoke begin
# The farther from the expected outline the less likely an edge is this ball's; the second turn knows better.
_DOUBT = [np.tile(np.exp(-0.5 * ((_RADII[1:-1] - 1) / width) ** 2).astype(np.float32), ANGLES) for width in (0.2, 0.1)]


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
    doubtful: NDArray[np.bool_] | None = None,
) -> Followed:
    """Find n balls near (n, 2) `expected_px` that travelled up to (n,) `travel_px` since their last frame.

    usual_mass: (n,) their weight when sharp, 0 where unknown. others_px: (m, 2) balls that lie still. doubtful: (n,)
    whose outline was not plain in their last frame. It costs less to weigh those at once, and changes nothing else: of
    balls that lie near one another it is first asked whose outline is plain, for each takes from the others' share.
    """
    expected, travel = np.array(expected_px, np.float64), np.asarray(travel_px, np.float64)
    usual = np.asarray(usual_mass, np.float64)
    n = len(expected)
    outline = view.outline_at(expected)
    size = _sizes(outline)
    rivals = np.concatenate([expected, np.asarray(others_px, np.float64).reshape(-1, 2)])
    # Where the outline is plain and where it was expected, that is all; the others are searched for and weighed.
    # A streak's long sides make a fine outline: what goes fast is always weighed.
    always = (usual <= 0) | (travel > FAST_RADII * size)
    asked = always if doubtful is None else always | doubtful
    early = asked & _apart(expected, 2.2 * _first_reach(travel, size) * size)
    weighed = _Weighed.of(image, plate, outline, size, expected, travel, usual, rivals, np.nonzero(early)[0])
    starts = np.concatenate([np.arange(n), weighed.which[weighed.sharp]])
    places = np.concatenate([expected, weighed.found[weighed.sharp]])
    centres, support, spread = _outline_fit(image, plate, outline[starts], places)
    seen = Followed(centres[:n], np.zeros((n, 2)), usual.copy(), np.ones(n), support[:n], spread[:n])
    weak = seen.support < PLAIN
    _correct(seen, weighed, (always | weak)[weighed.which], centres[n:], support[n:], spread[n:])
    late = np.nonzero((weak | always) & ~early)[0]
    if len(late):
        rivals[weighed.which] = weighed.found
        weighed = _Weighed.of(image, plate, outline, size, expected, travel, usual, rivals, late)
        sharp = weighed.sharp
        again = _outline_fit(image, plate, outline[late[sharp]], weighed.found[sharp])
        _correct(seen, weighed, np.ones(len(late), np.bool_), *again)
    return seen


@dataclass(frozen=True, slots=True, eq=False)
class _Weighed:
    """What weighing says of the balls `which`. faint: of the cloth's own colour; sharp: no streak."""

    which: NDArray[np.intp]
    found: Floats
    half: Floats
    mass: Floats
    width: Floats
    faint: NDArray[np.bool_]
    sharp: NDArray[np.bool_]

    @staticmethod
    def of(
        image: Image, plate: Image, outline: Floats, size: Floats, expected: Floats, travel: Floats, usual: Floats,
        rivals: Floats, which: NDArray[np.intp],
    ) -> _Weighed:  # fmt: skip
        """Weigh them."""
        if not len(which):
            pairs, none, never = np.zeros((0, 2)), np.zeros(0), np.zeros(0, np.bool_)
            return _Weighed(which, pairs, pairs, none, none, never, never)
        found, half, mass, width = _weigh(image, plate, outline, expected, travel, rivals, which)
        faint = (mass < 0.4 * usual[which]) | (usual[which] < FAINT_MASS)
        half[faint] = 0
        sharp = ~faint & (np.hypot(half[:, 0], half[:, 1]) < SHARP_HALF * size[which])
        return _Weighed(which, found, half, mass, width, faint, sharp)


def _correct(
    seen: Followed, weighed: _Weighed, asked: NDArray[np.bool_], again: Floats, support: Floats, spread: Floats
) -> None:
    """Put right what is `asked` of the balls that were weighed; `again`: their outlines from where they were found.

    A ball of the cloth's own colour hardly weighs: its outline counts where it was expected.
    """
    which = weighed.which[asked]
    seen.half[which], seen.mass[which], seen.width[which] = (
        weighed.half[asked], weighed.mass[asked], weighed.width[asked],
    )  # fmt: skip
    blurred = asked & ~weighed.faint & ~weighed.sharp
    seen.centres_px[weighed.which[blurred]], seen.support[weighed.which[blurred]] = weighed.found[blurred], 0
    sharp, mine = weighed.sharp & asked, asked[weighed.sharp]
    where = weighed.which[sharp]
    before = seen.support[where]
    better = support[mine] > np.maximum(before, 0.3)
    take = where[better]
    seen.centres_px[take], seen.support[take] = again[mine][better], support[mine][better]
    seen.spread[take] = spread[mine][better]
    lone = ~better & (before < 0.3)
    seen.centres_px[where[lone]], seen.support[where[lone]] = weighed.found[sharp][lone], 0


def _weigh(
    image: Image,
    plate: Image,
    outline: Floats,
    expected: Floats,
    travel_px: Floats,
    rivals: Floats,
    which: NDArray[np.intp],
) -> tuple[Floats, Floats, Floats, Floats]:
    """Centres, streak, mass and width of the balls `which` by the moments of what differs from the plate."""
    a = outline[which]
    rivals = rivals.copy()
    centres = expected[which]
    reach = _first_reach(travel_px[which], _sizes(a))
    for _ in range(2):
        local = _GRID * reach[:, None, None]
        points = centres[:, :, None] + a @ local
        weight = _weights(_take(image, points), _take(plate, points))
        weight *= _nearest_is_own(points, rivals, which)
        total = weight.sum(1) + 1e-6
        mean = (local @ weight[:, :, None])[..., 0] / total[:, None]
        local -= mean[:, :, None]
        weighed = local * weight[:, None]
        moments = (weighed @ local.transpose(0, 2, 1)) / total[:, None, None]
        xx, xy, yy = moments[:, 0, 0], moments[:, 0, 1], moments[:, 1, 1]
        middle, swing = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
        low, high = np.maximum(middle - swing, 0), middle + swing
        length = np.sqrt(np.maximum(3 * (high - np.maximum(low, 0.25)), 0))
        centres = centres + (a @ mean[:, :, None])[..., 0]
        rivals[which] = centres
        mass, grid_step = total, 2 * reach / (LATTICE - 1)
        border = (weight @ _BORDER) / total
        reach = np.clip(1.55 + length + 6 * border, REACH_RADII, REACH_MAX_RADII)
    angle = 0.5 * np.arctan2(2 * xy, xx - yy)
    half = (a @ (np.array([np.cos(angle), np.sin(angle)]) * length).T[:, :, None])[..., 0]
    return centres, half, mass * grid_step**2 / np.pi, np.sqrt(low * 4)


def _first_reach(travel_px: Floats, size: Floats) -> Floats:
    """(n,) radii around each ball's expected place that are weighed first."""
    return np.asarray(np.clip(REACH_RADII - 0.2 + 0.6 * travel_px / size, REACH_RADII, REACH_MAX_RADII), np.float64)


def _apart(places: Floats, reach_px: Floats) -> NDArray[np.bool_]:
    """(n,) are all others of (n, 2) px so far away that neither is within the other's (n,) reach?"""
    away = places[:, None] - places
    near = (away * away).sum(2) < np.maximum(reach_px[:, None], reach_px) ** 2
    return np.asarray(near.sum(1) < 2)


def _sizes(outline: Floats) -> Floats:
    """(n, 2, 2) A -> (n,) mean radius, px."""
    return np.asarray(np.sqrt(np.abs(outline[:, 0, 0] * outline[:, 1, 1] - outline[:, 0, 1] * outline[:, 1, 0])))


def _take(image: Image, points: Floats) -> Floats32:
    """(n, 2, k) px -> (n, k, 3)."""
    xy = points.astype(np.float32)
    taken = cv2.remap(image, xy[:, 0], xy[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return taken.astype(np.float32)


def _weights(seen: Floats32, bare: Floats32) -> Floats:
    """(n, k) how much each sample differs from the plate in a way no shadow explains."""
    share = np.einsum("nkc,nkc->nk", seen, bare) / (np.einsum("nkc,nkc->nk", bare, bare) + 1)
    share = np.minimum(np.maximum(share, SHADOW_LOW), SHADOW_HIGH)
    rest = seen - bare * share[..., None]
    length = np.sqrt(np.einsum("nkc,nkc->nk", rest, rest))
    return np.asarray(np.minimum(np.maximum(length - WEIGHT_FLOOR, 0), WEIGHT_CAP), np.float64)


def _nearest_is_own(points: Floats, rivals: Floats, which: NDArray[np.intp]) -> NDArray[np.bool_]:
    """(n, k) is each sample of ball `which[i]`, (n, 2, k) px, nearer to it than to any other ball?"""
    mine = np.ones((points.shape[0], points.shape[2]), np.bool_)
    own = rivals[which]
    apart = rivals - own[:, None]
    to_all = np.hypot(apart[..., 0], apart[..., 1])
    span = 1.1 * (points.max(2) - points.min(2)).max(1)
    i, j = np.nonzero((to_all < span[:, None]) & (to_all > 0))
    if len(i):
        # Nearer to j than to i: beyond the line half-way between them.
        axis = apart[i, j]
        limit = ((rivals[j] + own[i]) * axis).sum(1) / 2
        beside = (axis[:, None] @ points[i])[:, 0] < limit[:, None]
        first = np.nonzero(np.diff(i, prepend=-1))[0]
        mine[i[first]] = np.logical_and.reduceat(beside, first)
    return mine


def _outline_fit(image: Image, plate: Image, outline: Floats, start: Floats) -> tuple[Floats, Floats, Floats]:
    """Centres, share of the outline seen, misfit in radii."""
    n = len(start)
    if not n:
        return start, np.zeros(0), np.zeros(0)
    spokes = outline @ _SPOKES
    bare = _take(plate, start[:, :, None])[:, 0] + 1
    bare /= np.sqrt(np.einsum("nc,nc->n", bare, bare))[:, None]
    centres = start
    first = np.arange(n)[:, None] * (ANGLES * (STEPS - 2)) + _FIRST
    for doubt in _DOUBT:
        profile = _take(image, centres[:, :, None] + spokes).reshape(n, ANGLES, STEPS, 3)
        change = (profile[:, :, 2:] - profile[:, :, :-2]).reshape(n, -1, 3)
        along = (change @ bare[:, :, None])[..., 0]
        square = np.einsum("nkc,nkc->nk", change, change) - SHADE_DISCOUNT * along * along
        size = np.sqrt(np.maximum(square, 0)) * doubt
        best = np.minimum(np.maximum(size.reshape(n, ANGLES, -1).argmax(2), 1), STEPS - 4)
        at = first + best
        before, here, after = size.take(at - 1), size.take(at), size.take(at + 1)
        shift = 0.5 * (before - after) / np.minimum(before - 2 * here + after, -1e-3)
        away = _RADII[1:-1][best] + _STEP * np.minimum(np.maximum(shift, -0.6), 0.6) - 1
        trust = np.maximum(np.maximum(before, here), after) / EDGE_LEVELS - 0.4
        trust = np.minimum(np.maximum(trust, 0), 1).astype(np.float64)
        weight = trust
        for _ in range(2):
            normal = (weight @ _OUTER).reshape(n, 3, 3) + _PRIOR
            moved = np.linalg.solve(normal, ((weight * away) @ _DESIGN)[..., None])[..., 0]
            off = away - moved @ _DESIGN.T
            weight = trust / (1 + (off / 0.06) ** 2)
        step = np.minimum(np.maximum(moved[:, :2], -0.3), 0.3)
        centres = centres + (outline @ step[..., None])[..., 0]
    square = off * off
    seen = (trust * np.exp(square * (-0.5 / 0.07**2))).sum(1) / ANGLES
    misfit = np.sqrt((weight * square).sum(1) / (weight.sum(1) + 1e-6))
    seen[np.hypot(*(centres - start).T) > 0.6 * _sizes(outline)] = 0
    return centres, seen, misfit
