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
EDGE_LAB = 6.0  # a colour step across the outline that is seen for sure, Lab units
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
    """

    centres_px: Floats
    scale: Floats
    support: Floats
    fill: Floats
    core: Floats
    outside: Floats
    step: Floats
    astray: Floats
    spread_px: Floats

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
    unit = UNIT
    radius = 1 + SPAN * np.linspace(-1, 1, STEPS)
    step = radius[1] - radius[0]
    scale = np.ones(n)
    support = np.zeros((n, ANGLES))
    astray = np.zeros((n, ANGLES))
    spread = np.full(n, np.inf)
    for turn in range(rounds):
        outline = view.outline_at(centres)
        rim = np.einsum("nij,kj->nki", outline, unit)
        profile = sample(lab, centres[:, None, None] + rim[:, :, None] * radius[:, None])
        change = _change(profile)
        # The farther from the expected outline the less likely it is this ball's; later rounds trust more.
        doubt = np.exp(-0.5 * ((radius[2:-2] - scale[:, None, None]) / (0.16 if turn < 2 else 0.09)) ** 2)
        weighed = change * doubt
        best = weighed.argmax(2)
        strength = np.take_along_axis(change, best[..., None], 2)[..., 0]
        where = radius[2:-2][best] + step * _peak_offset(weighed, best)
        trust = np.clip(strength / EDGE_LAB - 0.35, 0, 1)
        centres, scale, off = _move(centres, outline, where, trust, hold)
        size = np.sqrt(np.abs(np.linalg.det(outline)))
        near = np.exp(-0.5 * (off / (NEAR / 1.5)) ** 2)
        support = trust * near
        weight = support + 1e-9
        astray = trust * (1 - near)
        spread = size * np.sqrt((weight * off**2).sum(1) / weight.sum(1))
    outline = view.outline_at(centres)
    rings = np.linspace(0.1, 0.9, 9)
    spots = centres[:, None, None] + np.einsum("nij,kj->nki", outline, unit[::3])[:, :, None] * rings[:, None]
    disc = sample(unlike, spots).mean(1)
    fill = disc @ rings / rings.sum()
    core = disc[:, :5] @ rings[:5] / rings[:5].sum()
    rim = np.einsum("nij,kj->nki", outline, unit)
    ring = np.array([1.14, 1.24, 1.34])
    around = centres[:, None, None] + rim[:, :, None] * ring[:, None]
    rings_in = scale[:, None, None, None] * np.array([0.6, 0.7, 0.8])[:, None]
    within = centres[:, None, None] + rim[:, :, None] * rings_in
    # Shade may take a ball's face through the cloth's own brightness: the ring that differs most tells.
    step = np.linalg.norm(sample(lab, within) - sample(lab, around).mean(2)[:, :, None], axis=3).max(2)
    # Chroma bleeds some px over every edge of compressed video: the cloth counts as seen when any of these shows it.
    beside = centres[:, None, None] + rim[:, :, None] * np.array([1.18, 1.3, 1.42, 1.54])[:, None]
    outside = sample(solid, beside).min(2)
    return BallFits(centres, scale, support, fill, core, outside, step, astray, spread)


def sample(field: Floats32, points: Floats) -> Floats32:
    """(h, w[, c]) `field` at (..., 2) px -> (...[, c]), bilinear."""
    shape = points.shape[:-1]
    flat = points.reshape(-1, shape[-1], 2).astype(np.float32)
    rows = flat.shape[0]
    limit = 32000  # remap takes maps of less than 2^15 rows
    x, y = flat[..., 0], flat[..., 1]
    parts = [
        cv2.remap(field, x[k : k + limit], y[k : k + limit], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for k in range(0, rows, limit)
    ]
    if not parts:
        return np.zeros(shape + field.shape[2:], np.float32)
    return np.asarray(np.concatenate(parts).reshape(shape + field.shape[2:]), np.float32)


def _change(profile: Floats32) -> Floats32:
    """(n, k, s, 3) -> (n, k, s - 4) colour step across each place, of means over two samples to each side."""
    outer = profile[:, :, 3:-1] + profile[:, :, 4:]
    inner = profile[:, :, :-4] + profile[:, :, 1:-3]
    return np.asarray(np.linalg.norm(outer - inner, axis=3) * 0.5, np.float32)


def _peak_offset(values: Floats32, best: NDArray[np.int64]) -> Floats:
    inner = np.clip(best, 1, values.shape[2] - 2)[..., None]
    left, mid, right = (np.take_along_axis(values, inner + d, 2)[..., 0] for d in (-1, 0, 1))
    bend = left - 2 * mid + right
    shift = np.where(np.abs(bend) > 1e-6, 0.5 * (left - right) / np.where(np.abs(bend) > 1e-6, bend, 1), 0)
    return np.asarray(np.clip(shift, -0.5, 0.5), np.float64)


def _move(centres: Floats, outline: Floats, where: Floats, trust: Floats, hold: float) -> tuple[Floats, Floats, Floats]:
    """One robust step: where = scale + shift . unit, the shift in units of the ellipse."""
    weight = trust.copy()
    shift = np.zeros((len(centres), 3))
    design = np.column_stack([UNIT, np.ones(ANGLES)])
    prior = np.diag([hold, hold, 8.0])
    off = np.zeros_like(where)
    for _ in range(4):
        normal = np.einsum("ki,nk,kj->nij", design, weight, design) + prior
        target = np.einsum("ki,nk->ni", design, weight * (where - 1))
        shift = np.linalg.solve(normal, target[..., None])[..., 0] if len(centres) else shift
        off = where - 1 - shift @ design.T
        weight = trust / (1 + (off / 0.06) ** 2)
    moved = centres + np.einsum("nij,nj->ni", outline, np.clip(shift[:, :2], -0.35, 0.35))
    return moved, np.clip(1 + shift[:, 2], 0.9, 1.1), off
