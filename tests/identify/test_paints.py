"""Balls of one paint are compared: what can't be the same paint is not named so; the surer ball is believed."""

from __future__ import annotations

import cv2
import numpy as np

from callshot.models.faces import FACES
from callshot.models.normalise import CROP_PX
from callshot.tracker.identify.paints import MATCH_NATS, UNLIKE_NATS, body_colour, paint_nats

FIVE, SEVEN, THIRTEEN, FIFTEEN, PINK = (FACES.index(name) for name in ("5", "7", "13", "15", "pink"))
ORANGE, MAROON = (40, 110, 205), (70, 68, 108)


def ball(bgr: tuple[int, int, int], white: bool = False) -> np.ndarray:
    crop = np.full((CROP_PX, CROP_PX, 3), 50, np.uint8)
    cv2.circle(crop, (20, 20), 16, (225, 225, 225) if white else bgr, -1)
    if white:
        crop[15:25, 5:36] = bgr
    return crop


def looks(*rows: dict[int, float]) -> np.ndarray:
    out = np.full((len(rows), len(FACES)), 1e-3)
    for row, p in zip(out, rows, strict=True):
        for k, share in p.items():
            row[k] = share
    return np.asarray(np.log(out / out.sum(axis=1, keepdims=True)))


def test_an_orange_beside_a_sure_maroon_fifteen_is_no_seven() -> None:
    bodies = np.array([body_colour(ball(ORANGE)), body_colour(ball(MAROON, white=True))])
    log_p = looks({SEVEN: 0.9, FIVE: 0.08}, {FIFTEEN: 0.99})
    nats = paint_nats(bodies, log_p)
    assert nats[0, SEVEN] < -3.0 and nats[0, FIVE] == 0.0
    told = log_p + nats
    assert told[0, FIVE] > told[0, SEVEN]
    # the surer one is not questioned by the less sure
    assert (nats[1] == 0).all()


def test_a_paint_counts_for_no_more_than_the_name_of_the_ball_that_stands_for_it_is_sure() -> None:
    bodies = np.array([body_colour(ball(ORANGE)), body_colour(ball(MAROON, white=True))])
    told = [paint_nats(bodies, looks({SEVEN: 0.5, FIVE: 0.4}, {FIFTEEN: p}))[0, SEVEN] for p in (0.3, 3.0, 3000.0)]
    assert -3.0 < told[0] < -2.0 and told[1] < told[0] and told[2] == UNLIKE_NATS


def test_a_stripe_matches_the_solid_of_its_paint() -> None:
    bodies = np.array([body_colour(ball(ORANGE)), body_colour(ball(ORANGE, white=True))])
    nats = paint_nats(bodies, looks({FIVE: 0.98}, {FIFTEEN: 0.5, THIRTEEN: 0.45}))
    assert 0.5 < nats[1, THIRTEEN] <= MATCH_NATS
    assert nats[1, FIFTEEN] == 0.0 and nats[1, PINK] == 0.0


def test_nothing_is_told_without_a_sure_ball_or_a_colour() -> None:
    orange = body_colour(ball(ORANGE))
    unsure = looks({FIVE: 0.5, SEVEN: 0.5}, {FIFTEEN: 0.5, THIRTEEN: 0.5})
    assert (paint_nats(np.array([orange, orange]), unsure) == 0).all()
    bare = body_colour(ball((225, 225, 225)))
    assert np.isnan(bare).all()
    assert (paint_nats(np.array([orange, bare]), looks({FIVE: 0.99}, {SEVEN: 0.5})) == 0).all()
    assert paint_nats(np.empty((0, 3)), np.empty((0, len(FACES)))).shape == (0, len(FACES))
