"""Old balls: yellow whites and dull paints, the same for a whole set."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba", reason="drawing needs callshot[train]")

from callshot.models.drawing.looks import Look
from callshot.models.drawing.wear import aged

NEW = Look((0.8, 0.8, 0.8), band=(0.8, 0.02, 0.02), band_half=0.5, disc=0.4)


def test_a_new_ball_stays_as_it_is() -> None:
    assert np.array_equal(aged(NEW, 0.0, 0.1).packed(), NEW.packed())


def test_whites_lose_blue_and_paints_lose_colour_the_more_the_older() -> None:
    looks = [aged(NEW, age, 0.12) for age in (0.0, 0.5, 1.0)]
    blues = [look.ground[2] / look.ground[0] for look in looks]
    assert blues == sorted(blues, reverse=True) and 0.6 < blues[-1] < 0.75
    strengths = [look.band[0] / look.band[1] for look in looks]
    assert strengths == sorted(strengths, reverse=True) and strengths[-1] < strengths[0] / 2
    # what is printed on it and how stays
    assert (looks[-1].band_half, looks[-1].disc) == (NEW.band_half, NEW.disc)
