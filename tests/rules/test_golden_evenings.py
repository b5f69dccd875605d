"""Seeded evenings are ruled as they were: `python -m tests.rules.evenings` writes what is compared here."""

# ruff: noqa: E501 (one row)
from __future__ import annotations

from tests.rules.evenings import GOLDEN, evenings


def test_evenings_are_ruled_as_before() -> None:
    said = evenings().splitlines()
    golden = GOLDEN.read_text(encoding="utf-8").splitlines()
    differing = [f"- {old}\n+ {new}" for old, new in zip(golden, said, strict=False) if old != new]
    assert not differing, "\n".join(differing[:3])
    assert len(said) == len(golden)


def test_evenings_see_something_of_everything() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    for word in (
        "FOUL(", "SPOT(", "WARN(", "LOSS(", "RACK(", "WIN(", "GROUPS(", "CALL_MADE", "CALL_MISSED", "POINTS(", "OPTIONS(",
        "CHOICE(", "PUSH_OUT(", "RERACK(", "LAG(", "REPLAY_LAG", "refused", "asks", "legal=None",
    ):  # fmt: skip
        assert word in text, word
