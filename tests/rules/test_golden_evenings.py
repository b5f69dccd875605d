"""Seeded evenings are ruled as they were: `python -m tests.rules.evenings` writes what is compared here."""

# ruff: noqa: E501 (one row)
from __future__ import annotations

from tests.rules.evenings import GOLDEN, evenings
from tests.rules.guards import assert_same


def test_evenings_are_ruled_as_they_were() -> None:
    assert_same(GOLDEN.read_text(encoding="utf-8").splitlines(), evenings().splitlines())


def test_evenings_see_something_of_everything() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    for word in (
        "FOUL(", "SPOT(", "WARN(", "LOSS(", "RACK(", "WIN(", "GROUPS(", "CALL_MADE", "CALL_MISSED", "POINTS(", "OPTIONS(",
        "CHOICE(", "PUSH_OUT(", "RERACK(", "LAG(", "REPLAY_LAG", "refused", "asks", "legal=None",
    ):  # fmt: skip
        assert word in text, word
