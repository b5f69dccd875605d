"""Names change only where the looks say so clearly."""

from __future__ import annotations

import numpy as np
import pytest

from callshot.rules.vocabulary import label_of
from callshot.tracker.identify.revise import revisions
from callshot.tracker.observation import BallObservation
from callshot.tracker.strokes.naming import Names
from callshot.tracker.track.state import Track


def test_nothing_changes_where_looks_agree() -> None:
    assert revisions({1: "3", 2: "5"}, {1: {"3": 0.9, "5": 0.1}, 2: {"5": 0.8, "3": 0.2}}) == {}


def test_two_balls_that_swapped_get_their_names_back() -> None:
    looks = {1: {"5": 0.999, "3": 0.0005}, 2: {"3": 0.999, "5": 0.0005}}
    assert revisions({1: "3", 2: "5", 3: "cue"}, {**looks, 3: {"cue": 1.0}}) == {1: "5", 2: "3"}


@pytest.mark.parametrize("p", [0.5, 0.8, 0.95])
def test_a_doubtful_look_flips_nothing(p: float) -> None:
    looks = {1: {"5": p, "3": 1 - p}, 2: {"3": p, "5": 1 - p}}
    assert revisions({1: "3", 2: "5"}, looks) == {}


def test_one_clear_look_against_a_ball_that_was_not_looked_at_changes_nothing() -> None:
    """The 5 lies there, unseen: the ball that looks like a 5 can't be it."""
    assert revisions({1: "3", 2: "5"}, {1: {"5": 1.0}}) == {}


def test_a_ball_that_came_back_gets_its_old_name() -> None:
    assert revisions({1: "3"}, {1: {"5": 1.0, "3": 0.0}}, away=["5"]) == {1: "5"}


def test_a_first_look_that_was_wrong_is_put_right_by_a_free_name() -> None:
    assert revisions({1: "1"}, {1: {"9": 0.9995, "1": 0.0001}}, free=["9"]) == {1: "9"}


def test_a_ball_without_a_number_gets_one_as_soon_as_it_shows() -> None:
    assert revisions({1: "stripe"}, {1: {"11": 0.9, "13": 0.1}}, free=["11", "13"]) == {1: "11"}
    assert revisions({1: "ball"}, {1: {"11": 0.9}}, free=["11"]) == {1: "11"}


def test_balls_of_one_label_never_change_places() -> None:
    look = {"5": 1.0}
    assert revisions({1: "5a", 2: "5b", 3: "5c"}, {1: look, 2: look, 3: look}) == {}


def test_no_looks_no_changes() -> None:
    assert revisions({1: "3"}, {}) == {}
    assert revisions({}, {}) == {}


def track(key: int, resting: bool = True, **labels: float) -> Track:
    """A ball at rest that shows `labels` now."""
    shown = {k.strip("_"): p for k, p in labels.items()}
    ball = BallObservation(np.zeros(2), np.eye(2), 1.0, 15.0, np.zeros(3), labels=shown)
    return Track(key, np.zeros(2), np.zeros(2), "confirmed", resting, ball, False, 0.0, 1.0, labels=ball.labels)


def test_names_of_a_session_are_revised_at_rest_only() -> None:
    names = Names({"cue": 1, "3": 1, "5": 1, "9": 1})
    names.give([track(1, _3=0.99), track(2, _5=0.99), track(3, _cue=0.99)])
    swapped = {"_3": 0.0001, "_5": 0.9998}
    names.revise([track(1, False, **swapped), track(2, False, _3=0.9998, _5=0.0001)])
    assert [names.id_of(k) for k in (1, 2, 3)] == ["3", "5", "cue"]
    names.revise([track(1, **swapped), track(2, _3=0.9998, _5=0.0001)])
    assert [names.id_of(k) for k in (1, 2, 3)] == ["5", "3", "cue"]
    names.lose(1)
    assert names.away() == ("5",)


def test_balls_called_anew_keep_to_a_label_and_a_letter() -> None:
    """Twelve balls named on weak looks, one of which shows what another was called."""
    labels = [str(n) for n in range(1, 13)]
    names = Names(dict.fromkeys([*labels, "ball"], 1) | {"ball": 20})
    names.give([track(k, **{f"_{label}": 0.4, "_ball": 0.3}) for k, label in enumerate(labels)])
    names.revise([track(k, **({"_9": 0.99} if k in (0, 1) else {})) for k in range(12)])
    given = [names.id_of(k) for k in range(12)]
    assert len(set(given)) == 12
    assert all(ident is not None and (ident in labels or label_of(ident) == "ball") for ident in given)


def test_balls_without_a_name_have_one_letter_each_and_keep_it() -> None:
    names = Names({"ball": 20})
    called = [names.called(key) for key in range(10, 200)]
    assert len(set(called)) == 190
    assert all(label_of(ident) == "ball" for ident in called)
    assert names.called(12) == called[2]
    names.give([track(500, _ball=0.9)])
    assert names.id_of(500) not in called
