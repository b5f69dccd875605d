"""The noses to a fraction of a pixel: where the colour changes fastest in each section across a nose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from callshot.calibration.camera import CameraModel, Floats
from callshot.calibration.cloth import Lab, Picture, light_of
from callshot.calibration.fitting import CameraFit, LensPrior, NosePoints, fit_camera
from callshot.calibration.profiles import NOISE_LAB, Line, frame_from_camera, gradient_along, strip_of


@dataclass(frozen=True, slots=True)
class EdgeSearch:
    """How far on both sides of a predicted nose its edge is looked for, and how far apart the sections are."""

    window_mm: float
    spacing_mm: float


# Windows shrink as the fit settles.
SEARCHES = (EdgeSearch(11.0, 10.0), EdgeSearch(8.0, 10.0), EdgeSearch(6.0, 10.0))
# Neighbouring sections err together: about one in three says something new.
REFINE_WEIGHT = 0.3


def nose_edges(
    picture: Picture,
    camera: CameraModel,
    side: int,
    length_mm: float,
    width_mm: float,
    nose_mm: float,
    search: EdgeSearch,
    line: Line,
) -> tuple[Floats, Floats, int]:
    """(k, 2) edge points px near a predicted nose, a weight each (0 to 1, how clear it is), and the sections tried.

    A lens blurs light, not its codes: there an edge is steepest in its middle, in Lab on its dark side, by half a mm.
    line: what the nose looks like.
    """
    frame = frame_from_camera(camera, side, length_mm, width_mm, nose_mm, search.spacing_mm)
    scale = frame.px_per_mm
    step = 0.5
    reach = max(search.window_mm * scale, 2.0)
    margin = 3.0
    n = np.arange(-reach - margin, reach + margin + step, step)
    strip, seen = strip_of(picture, frame, n)
    gradient = gradient_along(light_of(strip), step, max(1.0, 1.2 * scale))
    toward, a_lab = _light_change(line)
    signal = gradient @ toward
    noise = NOISE_LAB * a_lab
    # A little smoothing along the side: noses are straight, noise is not.
    kernel = np.array([1, 2, 3, 2, 1], np.float32) / 9
    padded = np.pad(signal, ((0, 0), (2, 2)), mode="edge")
    signal = sum(kernel[i] * padded[:, i : i + signal.shape[1]] for i in range(5))
    inner = np.flatnonzero(np.abs(n) <= reach)
    window = signal[inner]
    row = np.argmax(window, axis=0)
    columns = np.arange(window.shape[1])
    peak = window[row, columns]
    at = inner[row]
    ok = (row > 0) & (row < len(inner) - 1) & seen[at, columns]
    left, right = signal[at - 1, columns], signal[at + 1, columns]
    curve = left - 2 * peak + right
    shift = np.where(np.abs(curve) > 1e-6, 0.5 * (left - right) / np.where(np.abs(curve) > 1e-6, curve, 1), 0)
    where = n[at] + np.clip(shift, -1, 1) * step
    typical = float(np.median(peak[ok])) if ok.any() else 1.0
    weight = np.where(ok, np.clip(peak / (0.7 * typical + 0.3 * noise + 1e-6), 0, 1) ** 2, 0)
    weight *= peak < 4 * typical + noise  # a ball or a hand, not the nose
    points = frame.base_px + where[:, None] * frame.normal
    good = weight > 0.05
    return points[good], weight[good], len(good)


def _light_change(line: Line) -> tuple[Lab, float]:
    """(3,) unit vector of the light's change from rail to bed, and how much light one unit of Lab is there."""
    unit = line.change / max(float(np.linalg.norm(line.change)), 1e-6)
    middle = (line.outside + line.dip) / 2
    ends = light_of(np.array([[middle - unit / 2, middle + unit / 2]], np.float32))[0]
    change = ends[1] - ends[0]
    a_lab = max(float(np.linalg.norm(change)), 1e-6)
    return np.asarray(change / a_lab, np.float32), a_lab


def refine(
    picture: Picture,
    camera: CameraModel,
    lines: tuple[Line, ...],
    length_mm: float,
    width_mm: float,
    nose_mm: float,
    *,
    prior: LensPrior,
    fixed_lens: bool = False,
) -> tuple[CameraFit, NosePoints]:
    """A camera fitted to the noses' edges near those of `camera`, and the points it was fitted to."""
    fit: CameraFit | None = None
    points: NosePoints | None = None
    for search in SEARCHES:
        px, side, weight = [], [], []
        for i in range(4):
            p, w, _ = nose_edges(picture, camera, i, length_mm, width_mm, nose_mm, search, lines[i])
            # Each side says as much as its length, however many of its sections are hidden.
            px.append(p)
            side.append(np.full(len(p), i))
            weight.append(w)
        points = NosePoints(np.concatenate(px), np.concatenate(side), np.concatenate(weight) * REFINE_WEIGHT)
        fit = fit_camera(
            points, camera, length_mm, width_mm, nose_mm, prior=prior, sigma_px=0.8, outlier_px=1.0, rounds=2,
            fixed_lens=fixed_lens,
        )  # fmt: skip
        camera = fit.camera
    assert fit is not None and points is not None
    return fit, points
