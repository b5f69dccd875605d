"""The upper quartile of columns with gaps is numpy's own, only sooner."""

from __future__ import annotations

import numpy as np

from callshot.tracker.identify.grounds import _upper_quartile


def test_it_is_what_numpy_says() -> None:
    rng = np.random.default_rng(4)
    columns = rng.normal(80, 10, (9, 300)).astype(np.float32)
    columns[rng.random(columns.shape) < 0.5] = np.nan
    columns[0, np.isnan(columns).all(axis=0)] = 70.0
    want = np.nanpercentile(columns.astype(np.float64), 75, axis=0)
    assert np.allclose(_upper_quartile(columns), want, atol=1e-3)
