"""Roles: PIN, join codes, tokens, and how often one may be wrong."""

from __future__ import annotations

import threading

import pytest

from callshot.tracker.scoreboard.access import (
    TRIES_PER_MINUTE,
    TRIES_PER_MINUTE_IN_ALL,
    VIEWER,
    Access,
    Role,
    TooManyTries,
)


class Clock:
    def __init__(self) -> None:
        self.s = 0.0

    def __call__(self) -> float:
        return self.s


def test_the_right_pin_makes_a_referee_and_a_wrong_one_nothing() -> None:
    access = Access("271828")
    token = access.login("271828", "a")
    assert access.role_of(token) == Role("referee")
    assert access.login("271829", "a") is None
    assert access.role_of("made up") == access.role_of(None) == VIEWER


def test_the_pin_is_not_kept_in_the_clear() -> None:
    access = Access("271828")
    access.login("271828", "a")
    assert "271828" not in repr(vars(access))


def test_a_code_works_once_and_a_new_one_takes_the_role_away() -> None:
    access = Access("1")
    access.set_players(("Ann", "Bo"))
    code = access.codes()["Ann"]
    joined = access.join(f" {code.lower()} ", "a")
    assert joined is not None
    token, player = joined
    assert (player, access.role_of(token)) == ("Ann", Role("player", "Ann"))
    assert access.join(code, "b") is None
    assert set(access.codes()) == {"Bo"}
    again = access.new_code("Ann")
    assert access.role_of(token) == VIEWER
    assert again != code


def test_a_new_session_keeps_who_still_plays() -> None:
    access = Access("1")
    access.set_players(("Ann", "Bo"))
    tokens = {p: (access.join(c, "a") or ("", ""))[0] for p, c in access.codes().items()}
    access.set_players(("Bo", "Cy"))
    assert access.role_of(tokens["Ann"]) == VIEWER
    assert access.role_of(tokens["Bo"]).player == "Bo"
    assert set(access.codes()) == {"Cy"}


def test_wrong_tries_are_slowed_down_by_address_and_in_all() -> None:
    clock = Clock()
    access = Access("271828", now=clock)
    for _ in range(TRIES_PER_MINUTE):
        assert access.login("0", "a") is None
    with pytest.raises(TooManyTries, match="wait 60 s"):
        access.login("271828", "a")
    assert access.login("271828", "b") is not None
    clock.s = 61.0
    assert access.login("271828", "a") is not None
    for k in range(TRIES_PER_MINUTE_IN_ALL):
        assert access.join("WRONG", f"c{k}") is None
    with pytest.raises(TooManyTries):
        access.join("WRONG", "fresh")


def test_tries_at_once_are_no_more_than_tries_in_turn() -> None:
    """The hash takes its time: what comes meanwhile is counted all the same."""
    access = Access("271828")
    at_once, outcomes = threading.Barrier(20), []

    def guess() -> None:
        at_once.wait()
        try:
            outcomes.append(access.login("0", "a"))
        except TooManyTries:
            outcomes.append("slowed")

    guessing = [threading.Thread(target=guess) for _ in range(20)]
    for each in guessing:
        each.start()
    for each in guessing:
        each.join()
    assert outcomes.count(None) == TRIES_PER_MINUTE and outcomes.count("slowed") == 20 - TRIES_PER_MINUTE


def test_right_tries_use_up_nothing() -> None:
    access = Access("271828", now=Clock())
    for _ in range(3 * TRIES_PER_MINUTE):
        assert access.login("271828", "a") is not None
    for _ in range(TRIES_PER_MINUTE):
        access.set_players(())
        access.set_players(("Ann",))
        assert access.join(access.codes()["Ann"], "a") is not None
    assert access.login("0", "a") is None


def test_codes_are_long_and_differ() -> None:
    access = Access("1")
    access.set_players(tuple(str(n) for n in range(10)))
    codes = set(access.codes().values())
    assert len(codes) == 10
    assert {len(code) for code in codes} == {8}
