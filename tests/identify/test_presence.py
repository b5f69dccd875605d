"""The cue ball is expected on a nearly empty table; on a full one, and where two could be it, nothing is."""

from __future__ import annotations

import numpy as np
import pytest

from callshot.models.faces import FACES
from callshot.rules.equipment import BALL_SETS
from callshot.tracker.identify.counts import MOST_PRESENCE, presence_nats
from callshot.tracker.identify.identifier import capacity_vector, name_together

CUE, PINK, RED = (FACES.index(name) for name in ("cue", "pink", "red"))
SNOOKER = capacity_vector(BALL_SETS["snooker22"].labels)


def test_the_fewer_lie_there_the_likelier_one_is_the_cue_ball() -> None:
    told = [presence_nats(SNOOKER, n, CUE) for n in (1, 2, 8, 15, 22)]
    assert told == sorted(told, reverse=True)
    assert told[0] == MOST_PRESENCE and told[-1] == 0.0
    assert told[2] == pytest.approx(np.log(21 / 7))


def looks(*rows: dict[str, float]) -> np.ndarray:
    out = np.full((len(rows), len(FACES)), 1e-4)
    for row, p in zip(out, rows, strict=True):
        for label, share in p.items():
            row[FACES.index(label)] = share
    return np.asarray(np.log(out / out.sum(axis=1, keepdims=True)))


def test_a_lone_white_that_could_be_a_pale_pink_is_the_cue_ball() -> None:
    q = name_together(looks({"pink": 0.75, "cue": 0.2}, {"red": 0.99}), SNOOKER)
    assert q[0].argmax() == CUE and q[0, CUE] < 0.9
    assert q[1].argmax() == RED


def test_a_pink_that_is_surely_one_stays_pink() -> None:
    q = name_together(looks({"pink": 0.99, "cue": 0.002}, {"red": 0.99}), SNOOKER)
    assert q[0].argmax() == PINK


def test_two_cue_balls_say_nothing_of_which_lies_there() -> None:
    congestion = capacity_vector(BALL_SETS["congestion"].labels)
    q = name_together(looks({"crazy-cue": 0.6, "cue": 0.39}), congestion)
    assert FACES[int(q[0].argmax())] == "crazy-cue"
