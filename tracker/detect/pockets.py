"""Where the bed ends in the pockets: a ball whose centre is seen beyond that edge lies below the bed.

The edge is looked for in the picture itself, along the way from each mouth's centre to the bed: there the dark of the
hole turns into cloth, or into a ball that lies before it. Pockets of a kind are cut alike, and what lies in the way
only makes the dark seem longer.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from callshot.tracker.detect.view import TableView

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Mask = NDArray[np.bool_]

SEARCH_MM = (-60.0, 110.0)
STEP_MM = 2.0
RUN = 4  # so many steps of cloth in a row are the bed
DARK = 0.5  # of the way from the hole's lightness to the cloth's: what is lighter and no cloth lies on the bed
LIP_MM = 4.0  # a ball seen this much beyond the edge is below; less may be an error of the calibration
RISE_MM = 8.0  # one that sank comes out as far over the edge: half hidden by it, it seems to lie at it
RIM_MM = 8.0  # the edge is rounded, and dark
EDGE_MAX_MM = 76.0  # no mouth reaches farther in; something lies before it
USUAL_EDGE_MM = 15.0  # where nothing is seen
ASIDE_MM = 75.0  # no pocket is wider


class PocketEdges:
    """For each pocket the mouth's centre, the direction inward, and how far inward the bed begins."""

    def __init__(self, view: TableView, unlike: Floats32, lightness: Floats32) -> None:
        """unlike, lightness: (h, w) of the view, how unlike the cloth each pixel is (0 to 1), and its CIE L."""
        self._mouths: dict[str, tuple[Floats, Floats, float]] = {}
        rays = {name: (mouth, _inward(view, name, mouth)) for name, mouth in view.table.pockets_mm.items()}
        edges = {name: _edge(view, unlike, lightness, *ray) for name, ray in rays.items()}
        for name, (mouth, inward) in rays.items():
            alike = [e for n, e in edges.items() if e is not None and n.startswith("side") == name.startswith("side")]
            alike = [e for e in alike if e < EDGE_MAX_MM]
            # light on the wall of a hole makes the dark seem shorter, in one of them perhaps
            edge = float(np.quantile(alike, 0.5, method="higher")) if alike else USUAL_EDGE_MM
            self._mouths[name] = (mouth, inward, edge)
        self._names = list(self._mouths)
        self._centres = np.array([m for m, _, _ in self._mouths.values()]).reshape(-1, 2)
        self._ways = np.array([w for _, w, _ in self._mouths.values()]).reshape(-1, 2)
        self._edges = np.array([e for _, _, e in self._mouths.values()])

    def holes(self, view: TableView) -> Mask:
        """(h, w) of the view: below or at the edge of a pocket, where nothing tells of balls or people."""
        mask = np.zeros(view.bed.shape, np.bool_)
        for mouth, inward, edge in self._mouths.values():
            apart = view.centre_mm - mouth.astype(np.float32)
            along = apart @ inward.astype(np.float32)
            aside = np.abs(apart @ np.array([inward[1], -inward[0]], np.float32))
            mask |= (along < edge + RIM_MM) & (aside < ASIDE_MM) & (along > -3 * ASIDE_MM)
        return mask

    def holding(self, positions_mm: Floats, before: Sequence[str | None]) -> list[str | None]:
        """For each of (n, 2) mm the pocket below whose edge a ball lies that is seen there, or None: on the bed.

        before: (n,) what was said of each a frame ago.
        """
        apart = positions_mm[:, None] - self._centres
        along = np.einsum("nki,ki->nk", apart, self._ways)
        aside = np.abs(apart[..., 0] * self._ways[:, 1] - apart[..., 1] * self._ways[:, 0])
        sank = np.array([[name == was for name in self._names] for was in before], np.bool_)
        limit = self._edges + np.where(sank.reshape(along.shape), RISE_MM, -LIP_MM)
        below = (along < limit) & (aside < ASIDE_MM) & (along > -3 * ASIDE_MM)
        if not below.any():
            return [None] * len(below)
        return [self._names[int(row.argmax())] if row.any() else None for row in below]


def _inward(view: TableView, name: str, mouth: Floats) -> Floats:
    table = view.table
    if name.startswith("side"):
        way = np.array([-np.sign(mouth[0]), 0.0])
    else:
        way = np.array([-mouth[0], -np.sign(mouth[1]) * (abs(mouth[1]) - (table.length_mm - table.width_mm) / 2)])
    return np.asarray(way / np.linalg.norm(way), np.float64)


def _edge(view: TableView, unlike: Floats32, lightness: Floats32, mouth: Floats, inward: Floats) -> float | None:
    s = np.arange(*SEARCH_MM, STEP_MM)
    h, w = unlike.shape
    strange, light = np.zeros(len(s)), np.zeros(len(s))
    for turn in (-0.15, 0.0, 0.15):
        c, d = np.cos(turn), np.sin(turn)
        way = np.array([inward[0] * c - inward[1] * d, inward[0] * d + inward[1] * c])
        px = view.table.camera.image_from_table(mouth + s[:, None] * way, 0.0) - np.array(view.window[:2])
        u, v = np.rint(px).astype(int).T
        inside = (u >= 0) & (u < w) & (v >= 0) & (v < h)
        at = np.clip(v, 0, h - 1), np.clip(u, 0, w - 1)
        strange += np.where(inside, unlike[at], 1.0) / 3
        light += np.where(inside, lightness[at], 100.0) / 3
    hole, cloth = np.nonzero(strange > 0.6)[0], strange < 0.34
    if not len(hole) or not cloth.any():
        return None
    darkest = float(np.quantile(light[hole], 0.1))
    bed = cloth | (light > darkest + DARK * (float(np.median(light[cloth])) - darkest))
    for i in range(int(hole[np.argmin(light[hole])]) + 1, len(s) - RUN):
        if np.all(bed[i : i + RUN]):
            return float(s[i])
    return None
