"""The clock of a source that does not run evenly: pictures shown twice, lost, or squeezed in by a change of rate.

Where all moving balls step half (or double) of what they step before and after, it was not the balls but the clock.
Fits run on inner time, in which balls move smoothly; what is told is told in the source's own time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Steps shorter than this say nothing of a clock.
STEP_MM = 6.0
# So many balls must agree, this well, that a step was too short or too long.
WITNESSES = 3
AGREE = 0.35
AGREE_SHARE = 0.6
ODD = (0.72, 1.4)
# A source that shows pictures again does so with at least this share of its frames.
REPEAT_SHARE = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Clock:
    """Pairs of source times and inner times, both rising."""

    source_s: Floats
    inner_s: Floats

    def inner(self, t: Floats) -> Floats:
        """(n,) source times -> inner times."""
        return self._map(t, self.source_s, self.inner_s)

    def source(self, t: float) -> float:
        """An inner time -> source time."""
        return float(self._map(np.array([t]), self.inner_s, self.source_s)[0])

    @staticmethod
    def _map(t: Floats, a: Floats, b: Floats) -> Floats:
        if len(a) < 2:
            return t
        out = np.interp(t, a, b)
        out = np.where(t < a[0], b[0] + (t - a[0]), out)
        return np.where(t > a[-1], b[-1] + (t - a[-1]), out)


def fit_clock(paths: Iterable[Floats], shown: list[tuple[float, bool]]) -> Clock:
    """The clock of an episode. paths: (n, >=3) rows t, x, y of each ball. shown: (time, showed something new)."""
    tables = [rows for rows in paths if len(rows)]
    if not tables:
        return Clock(np.zeros(0), np.zeros(0))
    source = np.unique(np.concatenate([rows[:, 0] for rows in tables]))
    evened = _evened(source, shown)
    return Clock(source, _smoothed(evened, source, tables))


def _evened(source: Floats, shown: list[tuple[float, bool]]) -> Floats:
    """A slow source in a fast file: its pictures were taken evenly, and put off to the file's next frame."""
    fresh = np.array([t for t, new in shown if new])
    if len(fresh) < 8 or len(shown) - len(fresh) < REPEAT_SHARE * len(shown):
        return source
    steps = np.diff(fresh)
    typical = float(np.mean(steps[steps < 1.8 * np.median(steps)]))
    count = np.concatenate([[0.0], np.cumsum(np.maximum(np.round(steps / typical), 1.0))])
    slope, start = np.polyfit(count, fresh, 1)
    even = start + slope * count
    if float(np.abs(even - fresh).max()) > 0.75 * typical:
        return source  # not an even source after all
    return np.interp(source, fresh, even, left=np.nan, right=np.nan) if len(fresh) > 1 else source


def _smoothed(inner: Floats, source: Floats, tables: list[Floats]) -> Floats:
    inner = np.where(np.isfinite(inner), inner, source)
    inner = np.maximum.accumulate(inner)
    n = len(source)
    if n < 5:
        return inner
    ratios = np.full((len(tables), n), np.nan)
    for k, rows in enumerate(tables):
        at = np.full((n, 2), np.nan)
        at[np.searchsorted(source, rows[:, 0])] = rows[:, 1:3]
        step = at[1:] - at[:-1]
        size = np.hypot(step[:, 0], step[:, 1])
        # two steps before and one or two after must be of one kind: then a start or a hit is no witness
        around = np.stack([size[:-3], size[1:-2], size[3:]])
        heading = (step[1:-2] * step[3:]).sum(axis=1) > 0.9 * size[1:-2] * size[3:]
        heading &= (step[:-3] * step[3:]).sum(axis=1) > 0.9 * size[:-3] * size[3:]
        low, high = around.min(axis=0), around.max(axis=0)
        usable = heading & (low > STEP_MM) & (high < 2.4 * low)
        ratio = size[2:-1] / np.maximum(np.median(around, axis=0), 1e-6)
        ratios[k, 3:-1] = np.where(usable, ratio, np.nan)
    scale = np.ones(n)
    count = np.isfinite(ratios).sum(axis=0)
    enough = np.nonzero(count >= WITNESSES)[0]
    seen, count = np.sort(ratios[:, enough], axis=0), count[enough]  # what is not finite comes last
    column = np.arange(len(enough))
    typical = 0.5 * (seen[(count - 1) // 2, column] + seen[count // 2, column])
    agree = (np.abs(seen - typical) < AGREE * typical).sum(axis=0) / count
    odd = (agree >= AGREE_SHARE) & ~((ODD[0] < typical) & (typical < ODD[1]))
    scale[enough[odd]] = np.clip(typical[odd], 0.1, 6.0)
    steps = np.diff(inner, prepend=inner[0]) * scale
    return np.asarray(inner[0] + np.cumsum(steps))
