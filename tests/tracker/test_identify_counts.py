"""What the set allows: naming many balls together."""

from __future__ import annotations

import numpy as np
import pytest

from callshot.models.faces import FACES
from callshot.rules.equipment import BALL_SETS
from callshot.tracker.identify.counts import best_naming, within_counts
from callshot.tracker.identify.identifier import capacity_vector, name_together, set_scores

POOL9 = capacity_vector(BALL_SETS["pool9"].labels)
CONGESTION = capacity_vector(BALL_SETS["congestion"].labels)


def evidence(*balls: dict[str, float]) -> np.ndarray:
    """Log probabilities; what is not said shares what is left."""
    rows = []
    for ball in balls:
        row = np.full(len(FACES), (1 - sum(ball.values())) / len(FACES) + 1e-6)
        for label, p in ball.items():
            row[FACES.index(label)] += p
        rows.append(np.log(row / row.sum()))
    return np.array(rows)


def winners(q: np.ndarray) -> list[str]:
    return [FACES[k] for k in q.argmax(axis=1)]


def test_two_balls_that_look_like_the_one_seven_are_not_both_it() -> None:
    q = name_together(evidence({"7": 0.6, "3": 0.35}, {"7": 0.9}), POOL9)
    assert winners(q) == ["3", "7"]
    assert q[:, FACES.index("7")].sum() <= 1.01


def test_three_fives_may_be_three_but_a_fourth_is_something_else() -> None:
    q = name_together(evidence(*({"5": 0.9} for _ in range(3))), CONGESTION)
    assert winners(q) == ["5", "5", "5"] and q[:, FACES.index("5")].min() > 0.8
    q = name_together(evidence(*({"5": 0.7, "13": 0.2} for _ in range(4))), CONGESTION)
    assert sorted(winners(q)) == ["13", "5", "5", "5"]


def test_a_label_outside_the_set_is_never_said() -> None:
    q = name_together(evidence({"17": 0.9, "9": 0.05}), POOL9)
    assert winners(q) == ["9"]
    assert q[0, FACES.index("17")] == 0.0


def test_counts_do_not_touch_what_is_clear() -> None:
    q = name_together(evidence({"1": 0.98}, {"2": 0.98}, {"cue": 0.98}), POOL9)
    assert winners(q) == ["1", "2", "cue"]
    assert q.max(axis=1).min() > 0.97


def test_more_balls_than_the_set_has_still_get_an_answer() -> None:
    q = name_together(evidence(*({"9": 0.5, "1": 0.5} for _ in range(14))), POOL9)
    assert q.shape == (14, len(FACES)) and np.isfinite(q).all()
    assert np.allclose(q.sum(axis=1), 1)
    named = best_naming(q, POOL9)
    assert (named == -1).sum() == 4


def test_no_balls() -> None:
    assert within_counts(np.empty((0, len(FACES))), POOL9).shape == (0, len(FACES))
    assert best_naming(np.empty((0, len(FACES))), POOL9).shape == (0,)
    assert name_together(np.empty((0, len(FACES))), None).shape == (0, len(FACES))


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["cue", "1", "2", "3", "5", "9"], "pool9"),
        (["cue", "1", "2", "11", "12", "15", "9", "4"], "pool15"),
        (["cue", "17", "18", "3", "4", "12", "20"], "baseball21"),
        (["cue", "red", "red", "red", "red", "black", "pink"], "snooker22"),
        (["cue", "crazy-cue", "5", "5", "crazy-8", "green", "3"], "congestion"),
        (["cue", "red", "yellow"], "carom3"),
    ],
)
def test_the_set_that_lies_there_is_recognised(labels: list[str], expected: str) -> None:
    scores = set_scores(evidence(*({label: 0.95} for label in labels)))
    assert max(scores.items(), key=lambda item: item[1])[0] == expected
    assert sum(np.exp(v) for v in scores.values()) == pytest.approx(1.0)


def test_an_untold_set_narrows_a_doubtful_ball() -> None:
    """Among reds, a ball that may be the 3 or a red is a red."""
    q = name_together(evidence({"cue": 0.95}, *({"red": 0.5, "3": 0.5} for _ in range(6)), {"pink": 0.9}), None)
    assert winners(q)[1:7] == ["red"] * 6
