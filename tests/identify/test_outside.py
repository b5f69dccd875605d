"""A network of all sets on a table whose set is told: what it says of other balls is said of none of these."""

from __future__ import annotations

import numpy as np

from callshot.models.faces import FACES
from callshot.tracker.identify.identifier import capacity_vector
from callshot.tracker.identify.outside import within_set

SNOOKER = capacity_vector({"cue": 1, "red": 15, "yellow": 1, "brown": 1, "pink": 1}) > 0


def logs(*rows: dict[str, float]) -> np.ndarray:
    shares = np.full((len(rows), len(FACES)), 1e-5)
    for k, row in enumerate(rows):
        for label, share in row.items():
            shares[k, FACES.index(label)] = share
    return np.log(shares / shares.sum(axis=1, keepdims=True))


def named(row: np.ndarray) -> tuple[str, float]:
    return FACES[int(row.argmax())], float(np.exp(row.max()))


def test_a_ball_of_another_set_is_named_by_its_colour_and_never_as_that_ball() -> None:
    said = logs({"5": 0.97, "brown": 0.02, "yellow": 0.001}, {"19": 0.5, "11": 0.45, "red": 0.03})
    colours = logs({"yellow": 0.9, "1": 5.0, "brown": 0.05}, {"cue": 0.8, "pink": 0.1, "crazy-cue": 0.5})
    got = within_set(said, SNOOKER, lambda: colours)
    assert named(got[0])[0] == "yellow" and named(got[1])[0] == "cue"
    assert np.exp(got[:, ~SNOOKER]).max() < 1e-9
    assert np.allclose(np.exp(got).sum(axis=1), 1.0, atol=1e-6)


def test_what_the_network_says_of_the_sets_own_balls_counts_for_more_than_their_colour() -> None:
    said = logs({"brown": 0.45, "7": 0.55})
    (row,) = within_set(said, SNOOKER, lambda: logs({"red": 1.0}))
    assert named(row)[0] == "brown" and 0.6 < named(row)[1] < 0.7


def test_where_nothing_else_is_said_nobody_looks_at_the_colours() -> None:
    said = logs({"red": 0.995})

    def never() -> np.ndarray:
        raise AssertionError("nobody needs that")

    assert within_set(said, SNOOKER, never) is said
