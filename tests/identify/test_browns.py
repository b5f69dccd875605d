"""A brown is told among reds by being less saturated than they are; light and dark reds say nothing."""

from __future__ import annotations

import numpy as np
import pytest

from callshot.models.faces import FACES
from callshot.models.normalise import CROP_PX
from callshot.rules.equipment import BALL_SETS
from callshot.tracker.identify.browns import FEWEST, MOST_NATS, brown_nats, saturation
from callshot.tracker.identify.compared import Comparison
from callshot.tracker.identify.identifier import capacity_vector

RED, BROWN = FACES.index("red"), FACES.index("brown")


def crop(bgr: tuple[int, int, int], light: float = 1.0) -> np.ndarray:
    """A ball of one colour under more or less light; the light of a camera's number goes with the power 1/2.2."""
    out = np.full((CROP_PX, CROP_PX, 3), 60, np.uint8)
    axis = np.arange(CROP_PX) - 19.5
    out[axis[:, None] ** 2 + axis[None] ** 2 < 16**2] = np.clip(np.array(bgr) * light ** (1 / 2.2), 0, 255)
    return out


PAINT_RED, PAINT_BROWN = (25, 15, 190), (30, 60, 150)


def test_the_odd_one_among_reds_is_the_brown() -> None:
    found = np.array([saturation(crop(PAINT_RED, light)) for light in (1.0, 0.9, 0.75, 0.6, 1.1)])
    found = np.append(found, saturation(crop(PAINT_BROWN)))
    nats = brown_nats(found, np.ones(6))
    assert nats[5] == MOST_NATS
    assert (nats[:5] < 0).all()


def test_too_few_reds_are_no_measure() -> None:
    found = np.array([saturation(crop(PAINT_RED))] * (FEWEST - 2) + [saturation(crop(PAINT_BROWN))])
    assert (brown_nats(found, np.ones(len(found))) == 0).all()
    assert brown_nats(np.empty(0), np.empty(0)).shape == (0,)


def test_balls_of_other_colours_are_left_alone() -> None:
    found = np.array([2.0, 2.0, 2.0, 2.0, 0.4, np.nan])
    nats = brown_nats(found, np.array([1, 1, 1, 1, 0.1, 1.0]))
    assert nats[4] == nats[5] == 0.0


@pytest.mark.parametrize(("ball_set", "compared"), [("snooker22", True), ("congestion", True), ("carom3", False)])
def test_only_sets_that_need_it_are_compared(ball_set: str, compared: bool) -> None:
    assert Comparison(capacity_vector(BALL_SETS[ball_set].labels)).needed is compared


def test_a_brown_that_the_network_calls_red_is_put_right_by_the_reds_beside_it() -> None:
    comparison = Comparison(capacity_vector(BALL_SETS["snooker22"].labels))
    evidence = np.full((6, len(FACES)), -12.0)
    evidence[:, RED], evidence[:, BROWN] = -0.1, -3.0
    traits = [comparison.traits(crop(PAINT_RED, light)) for light in (1.0, 0.9, 0.75, 0.6, 1.1)]
    traits.append(comparison.traits(crop(PAINT_BROWN)))
    told = comparison.added(evidence, traits)
    assert told[5, BROWN] > told[5, RED]
    assert (told[:5, RED] > told[:5, BROWN]).all()
    whammies = Comparison(capacity_vector(BALL_SETS["congestion"].labels))
    again = whammies.added(evidence, [whammies.traits(crop(PAINT_RED))] * 6)
    assert np.array_equal(again[:, BROWN], evidence[:, BROWN])
