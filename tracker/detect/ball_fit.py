"""Fit a ball's outline to the picture: centre to a fraction of a pixel, and how much of the outline is there.

Profiles run from inside to outside of the expected ellipse at many angles. Where along each profile the colour
changes most tells how far the outline is from where it was expected; a robust least-squares step moves the centre.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.view import TableView

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

ANGLES = 48
_ANGLE = np.arange(ANGLES) * (2 * np.pi / ANGLES)
UNIT = np.column_stack([np.cos(_ANGLE), np.sin(_ANGLE)])
STEPS = 33
SPAN = 0.40  # profiles reach this share of the radius to both sides of the outline
_RADII = 1 + SPAN * np.linspace(-1, 1, STEPS)
_STEP = float(_RADII[1] - _RADII[0])
_DISC = np.linspace(0.1, 0.9, 9)
_WITHIN = np.array([0.6, 0.7, 0.8])
_AROUND = np.array([1.14, 1.24, 1.34])
_BESIDE = np.array([1.18, 1.3, 1.42, 1.54])
_DESIGN = np.column_stack([UNIT, np.ones(ANGLES)])
_OUTER = (_DESIGN[:, :, None] * _DESIGN[:, None, :]).reshape(ANGLES, 9)
EDGE_LAB = 6.0  # a colour step across the outline that is seen for sure, Lab units
_IN_AND_OUT = np.array([0.74, 0.86, 1.3])  # two places inside, one outside, beyond what lens and compression smear
BROAD, SOFT_WORTH = 6, 0.6  # samples; a sharp edge's steepness is this share of its height
NEAR = 0.10  # an edge counts for the outline when it is this near, as a share of the radius


@dataclass(frozen=True, slots=True, eq=False)
class BallFits:
    """Fits of n candidates.

    centres_px: (n, 2). scale: (n,) seen over expected radius. support: (n, ANGLES) 0 to 1, is the outline there.
    fill: (n,) share of the disc that is not cloth. core: (n,) the same of its inner half.
    outside: (n, ANGLES) how unlike the cloth it is just outside. step: (n, ANGLES) Lab difference between inside and
    outside, of broad means: a drawn or projected line has two edges but no step.
    spread_px: (n,) rms distance of supporting edges from the fitted outline.
    astray: (n, ANGLES) 0 to 1, a clear edge that is not where the outline should be.
    broad: (n, ANGLES) as `support`, of edges that may be soft.
    drop: (n, ANGLES) how much more unlike the cloth it is inside of the outline than outside of it.
    """

    centres_px: Floats
    scale: Floats
    support: Floats
    fill: Floats
    core: Floats
    outside: Floats
    step: Floats
    astray: Floats
    drop: Floats
    spread_px: Floats
    broad: Floats

    def joined(self, other: BallFits) -> BallFits:
        """These fits and then the other ones."""
        parts = [np.concatenate([getattr(self, f.name), getattr(other, f.name)]) for f in fields(self)]
        return BallFits(*parts)

    @property
    def edge(self) -> Floats:
        """(n,) share of the outline that is seen."""
        return np.asarray(self.support.mean(1))


def fit_balls(
    lab: Floats32,
    unlike: Floats32,
    solid: Floats32,
    view: TableView,
    centres_px: Floats,
    rounds: int = 4,
    hold: float = 0.3,
) -> BallFits:
    """Fit all candidates at once; each starts at its (2,) px. solid: `unlike` without what may be a tinted shadow.

    hold: how firmly a fit stays where it started, in clear edges' worth: little by default.
    """
    centres = np.array(centres_px, np.float64).reshape(-1, 2)
    n = len(centres)
    scale = np.ones(n)
    support = broad = np.zeros((n, ANGLES))
    astray = np.zeros((n, ANGLES))
    spread = np.full(n, np.inf)
    for turn in range(rounds):
        outline = view.outline_at(centres)
        profile = _along(lab, centres, outline @ UNIT.T, _RADII)
        change = _change(profile)
        # The farther from the expected outline the less likely it is this ball's; later rounds trust more.
        far = ((_RADII[2:-2] - scale[:, None]) / (0.16 if turn < 2 else 0.09)).astype(np.float32)
        weighed = change * np.exp(-0.5 * far * far)[:, None]
        best = weighed.argmax(2)
        strength = change[_index(best)]
        where = _RADII[2:-2][best] + _STEP * _peak_offset(weighed, best)
        trust = _trust(strength)
        centres, scale, off = _move(centres, outline, where, trust, hold)
        size = np.sqrt(np.abs(_determinants(outline)))
        near = np.exp(-0.5 * (off / (NEAR / 1.5)) ** 2)
        support = trust * near
        if turn == rounds - 1:
            # out of focus an edge is as high as ever, but not as steep
            broad = _trust(np.maximum(strength, SOFT_WORTH * _broad_change(profile, best))) * near
        weight = support + 1e-9
        astray = trust * (1 - near)
        spread = size * np.sqrt((weight * off**2).sum(1) / weight.sum(1))
    outline = view.outline_at(centres)
    rim = outline @ UNIT.T
    disc = _along(unlike, centres, rim[:, :, ::3], _DISC).mean(1)
    fill = disc @ _DISC / _DISC.sum()
    core = disc[:, :5] @ _DISC[:5] / _DISC[:5].sum()
    around = _along(lab, centres, rim, _AROUND).mean(2)
    within = _along(lab, centres, rim, scale[:, None, None] * _WITHIN)
    # Shade may take a ball's face through the cloth's own brightness: the ring that differs most tells.
    apart = within - around[:, :, None]
    step = np.sqrt(np.einsum("nksc,nksc->nks", apart, apart).max(2))
    # Chroma bleeds some px over every edge of compressed video: the cloth counts as seen when any of these shows it.
    outside = _along(solid, centres, rim, _BESIDE).min(2)
    drop = _along(solid, centres, rim, _IN_AND_OUT)
    return BallFits(
        centres, scale, support, fill, core, outside, step, astray, drop[..., :2].mean(2) - drop[..., 2], spread, broad
    )


def _along(field: Floats32, centres: Floats, rim: Floats, radii: Floats) -> Floats32:
    """(n, 2) centres, (n, 2, k) rims, (s,) or (n, 1, s) radii -> (n, k, s[, c]) `field` along the rays to the rims."""
    n, _, k = rim.shape
    xy = (centres[:, :, None, None] + rim[..., None] * radii.reshape(-1, 1, 1, radii.shape[-1])).astype(np.float32)
    rows = np.ascontiguousarray(xy.transpose(1, 0, 2, 3)).reshape(2, n * k, radii.shape[-1])
    return _taken(field, rows[0], rows[1]).reshape((n, k, radii.shape[-1], *field.shape[2:]))


def sample(field: Floats32, points: Floats) -> Floats32:
    """(h, w[, c]) `field` at (..., 2) px -> (...[, c]), bilinear."""
    shape = points.shape[:-1]
    flat = np.ascontiguousarray(np.moveaxis(points.reshape(-1, shape[-1], 2).astype(np.float32), 2, 0))
    return _taken(field, flat[0], flat[1]).reshape(shape + field.shape[2:])


def _taken(field: Floats32, x: Floats32, y: Floats32) -> Floats32:
    """(h, w[, c]) `field` at (r, s) px -> (r, s[, c])."""
    rows = len(x)
    if not rows:
        return np.zeros((*x.shape, *field.shape[2:]), np.float32)
    limit = 32000  # remap takes maps of less than 2^15 rows
    parts = [
        cv2.remap(field, x[k : k + limit], y[k : k + limit], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for k in range(0, rows, limit)
    ]
    return np.asarray(parts[0] if len(parts) == 1 else np.concatenate(parts), np.float32)


def _change(profile: Floats32) -> Floats32:
    """(n, k, s, 3) -> (n, k, s - 4) colour step across each place, of means over two samples to each side."""
    pairs = profile[:, :, 1:] + profile[:, :, :-1]
    step = pairs[:, :, 3:] - pairs[:, :, :-3]
    return np.asarray(np.sqrt(np.einsum("nksc,nksc->nks", step, step)) * np.float32(0.5), np.float32)


def _trust(strength: Floats32) -> Floats:
    """How sure it is that there is an edge of that many Lab units."""
    return np.asarray(np.clip(strength / EDGE_LAB - 0.35, 0, 1), np.float64)


def _broad_change(profile: Floats32, best: NDArray[np.int64]) -> Floats32:
    """(n, k, s, 3), (n, k) places -> (n, k) the step there, of means over up to `BROAD` samples to each side."""
    sums = np.cumsum(profile, axis=2, dtype=np.float32)
    sums = np.concatenate([np.zeros_like(sums[:, :, :1]), sums], axis=2)
    middle = best + 2
    low, high = np.maximum(middle - BROAD, 0), np.minimum(middle + BROAD + 1, profile.shape[2])
    inner = (sums[_index(middle)] - sums[_index(low)]) / (middle - low)[..., None].astype(np.float32)
    outer = (sums[_index(high)] - sums[_index(middle + 1)]) / (high - middle - 1)[..., None].astype(np.float32)
    step = outer - inner
    return np.asarray(np.sqrt(np.einsum("nkc,nkc->nk", step, step)), np.float32)


def _index(best: NDArray[np.int64], shift: int = 0) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The index that takes the element at `best` (n, k), moved by `shift`, along the last axis of (n, k, s)."""
    n, k = best.shape
    return np.arange(n)[:, None], np.arange(k)[None], best + shift


def _determinants(a: Floats) -> Floats:
    """(n, 2, 2) -> (n,)."""
    return np.asarray(a[:, 0, 0] * a[:, 1, 1] - a[:, 0, 1] * a[:, 1, 0], np.float64)


def _peak_offset(values: Floats32, best: NDArray[np.int64]) -> Floats:
    inner = np.clip(best, 1, values.shape[2] - 2)
    left, mid, right = (values[_index(inner, d)].astype(np.float64) for d in (-1, 0, 1))
    bend = left - 2 * mid + right
    curved = np.abs(bend) > 1e-6
    shift = np.where(curved, 0.5 * (left - right) / np.where(curved, bend, 1), 0)
    return np.asarray(np.clip(shift, -0.5, 0.5), np.float64)


def _move(centres: Floats, outline: Floats, where: Floats, trust: Floats, hold: float) -> tuple[Floats, Floats, Floats]:
    """One robust step: where = scale + shift . unit, the shift in units of the ellipse."""
    if not len(centres):
        return centres, np.ones(0), np.zeros_like(where)
    prior = np.diag([hold, hold, 8.0])
    weight = trust
    away = where - 1
    for _ in range(4):
        normal = (weight @ _OUTER).reshape(-1, 3, 3) + prior
        shift = np.linalg.solve(normal, ((weight * away) @ _DESIGN)[..., None])[..., 0]
        off = away - shift @ _DESIGN.T
        weight = trust / (1 + (off / 0.06) ** 2)
    moved = centres + (outline @ np.clip(shift[:, :2], -0.35, 0.35)[..., None])[..., 0]
    return moved, np.clip(1 + shift[:, 2], 0.9, 1.1), off
