"""The four sides of a cloth region as gentle curves, robust against balls, arms and leaks."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from callshot.calibration.camera import Floats
from callshot.calibration.cloth import Mask

# How far a side may sag, as a share of its length: a very wide lens bends a rail by 4 %.
MOST_SAG = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """Four corners as seen, anticlockwise, a short side first; sag_px: how far the middle of side i (corner i to i + 1)
    lies inside the straight line; trust: share of each side that its curve explains."""

    corners_px: Floats
    sag_px: Floats
    trust: Floats

    def for_head(self, head: str) -> Outline:
        """The same outline, starting with the side that looks to `head` (left, right, top or bottom)."""
        toward = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}[head]
        middle = self.corners_px.mean(0)
        turns = [0, 2]
        reach = [float(((self.corners_px[k] + self.corners_px[k + 1]) / 2 - middle) @ np.array(toward)) for k in turns]
        k = turns[int(np.argmax(reach))]
        return Outline(np.roll(self.corners_px, -k, 0), np.roll(self.sag_px, -k), np.roll(self.trust, -k))

    def scaled(self, scale: float) -> Outline:
        """In the pixels of the picture that was shrunk by `scale`."""
        return Outline((self.corners_px + 0.5) / scale - 0.5, self.sag_px / scale, self.trust)


def outline_of(region: Mask, from_middle: bool) -> Outline | None:
    """The outline of a filled region.

    from_middle: walk out from the middle line and stop at the first gap, so that what leaked over a rail is not
    reached; otherwise take the outermost pixels.
    """
    h, w = region.shape
    r = max(5, int(min(h, w) * 0.06)) | 1
    padded = cv2.copyMakeBorder(region.astype(np.uint8), r, r, r, r, cv2.BORDER_CONSTANT)
    core = cv2.morphologyEx(padded, cv2.MORPH_OPEN, np.ones((r, r), np.uint8))[r:-r, r:-r]
    contours, _ = cv2.findContours(core, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    (cx, cy), (a, b), angle = cv2.minAreaRect(max(contours, key=cv2.contourArea))
    if a < b:
        a, b, angle = b, a, angle + 90
    if b < 20 or a / b > 3.5:
        return None
    turn = np.deg2rad(angle)
    ex = np.array([np.cos(turn), np.sin(turn)])
    ey = np.array([-ex[1], ex[0]])
    centre = np.array([cx, cy])
    # The region in its own upright frame: rows across, columns along, one px each.
    half = np.array([a, b]) * 0.62 + 4
    grid_u, grid_v = np.meshgrid(np.arange(-half[0], half[0]), np.arange(-half[1], half[1]))
    at = centre + grid_u[..., None] * ex + grid_v[..., None] * ey
    upright = cv2.remap(region.astype(np.uint8), at[..., 0].astype(np.float32), at[..., 1].astype(np.float32),
                        cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT) > 0  # fmt: skip
    curves = []
    for axis, sign, reach, span in ((0, -1, b, a), (1, 1, a, b), (0, 1, b, a), (1, -1, a, b)):
        grid = upright if axis == 0 else upright.T
        curves.append(_side_curve(grid, half[axis], half[1 - axis], sign, span / 2, reach / 2, from_middle))
    for one, other in ((0, 2), (1, 3)):
        _steady(curves, one, other)
        _steady(curves, other, one)
    corners, sags = [], []
    # Curves: 0 above (v < 0), 1 right (u > 0), 2 below, 3 left. Anticlockwise as seen from the left side's top.
    for along, across in ((0, 3), (2, 3), (2, 1), (0, 1)):
        u, v = (a / 2 if across == 1 else -a / 2), 0.0
        for _ in range(20):
            v = float(np.clip(np.polyval(curves[along][0], u / (a / 2)), -2 * b, 2 * b))
            u = float(np.clip(np.polyval(curves[across][0], v / (b / 2)), -2 * a, 2 * a))
        corners.append(centre + u * ex + v * ey)
    for side, sign in ((3, 1), (2, -1), (1, -1), (0, 1)):
        # Sag of y = p2 s^2 between s = -1 and 1 is -p2; inward is +u or +v for the left and upper sides.
        sags.append(-curves[side][0][0] * sign)
    return Outline(np.array(corners), np.array(sags), np.array([curves[i][1] for i in (3, 2, 1, 0)]))


def _steady(curves: list[tuple[Floats, float]], one: int, other: int) -> None:
    """A side that hardly explains its own pixels (balls and arms along it) takes the direction of the side opposite."""
    if curves[one][1] < 0.35 < curves[other][1]:
        curves[one] = np.array([0.0, curves[other][0][1], curves[one][0][2]]), curves[one][1]


def _side_curve(
    grid: Mask, half_along: float, half_across: float, sign: int, along: float, across: float, from_middle: bool
) -> tuple[Floats, float]:
    """Quadratic (numpy order, in s = -1..1 along the side) of one side, and the share of it that fits."""
    columns = grid.shape[1]
    middle = round(half_across)
    half = grid[middle:] if sign > 0 else grid[:middle][::-1]
    if from_middle:
        # A gap of two per cent of the picture ends the walk; narrower ones are strings, letters, balls.
        k = max(3, int(0.12 * across)) | 1
        walk = cv2.morphologyEx(half.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((k, 1), np.uint8)) > 0
        walk[: max(1, int(0.3 * across))] = True
        edge = np.where(walk.all(0), len(walk), np.argmin(walk, 0)).astype(float)
        edge = np.minimum(edge, np.where(half.any(0), len(half) - np.argmax(half[::-1], 0), 0))
    else:
        edge = np.where(half.any(0), len(half) - np.argmax(half[::-1], 0), 0).astype(float)
    s_all = (np.arange(columns) - half_along) / along
    use = (np.abs(s_all) < 0.88) & (edge > 0.4 * across)
    s, e = s_all[use], edge[use] - 0.5
    if len(s) < 10:
        return np.array([0.0, 0.0, sign * across]), 0.0
    rng = np.random.default_rng(1)
    best, chosen = -1.0, np.array([0.0, 0.0, float(np.median(e))])
    terms = np.stack([s * s, s, np.ones_like(s)], 1)
    for _ in range(250):
        three = rng.choice(len(s), 3, replace=False)
        if np.ptp(np.sort(s[three])) < 0.5 or np.diff(np.sort(s[three])).min() < 0.1:
            continue
        fit = np.linalg.solve(terms[three], e[three])
        if abs(fit[0]) > 2 * MOST_SAG * along:
            continue
        score = float(np.clip(1 - np.abs(terms @ fit - e) / 2.4, 0, 1).sum())
        if score > best:
            best, chosen = score, fit
    for _ in range(3):
        near = np.abs(terms @ chosen - e) < 2.4
        if near.sum() < 8:
            break
        chosen = np.linalg.lstsq(terms[near], e[near], rcond=None)[0]
    return sign * chosen, max(0.0, best) / len(s)
