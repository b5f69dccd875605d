"""Seeded games are ruled as they were: `python -m tests.rules.congestion.games` writes what is compared here."""

from __future__ import annotations

import pytest

from tests.rules.congestion.games import GOLDEN, SEEDS, played
from tests.rules.guards import assert_same


def golden() -> dict[int, list[str]]:
    """Seed -> lines."""
    found: dict[int, list[str]] = {}
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            found[int(line.split()[1])] = mine = []
        mine.append(line)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_is_ruled_as_it_was(seed: int) -> None:
    assert_same(golden()[seed], list(played(seed)))


def test_games_see_something_of_everything() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    words = """
        FOUL( SCORE( PILE( PENALTY( SPOT( OWES( PAID( STICK WHAMMY( GIVE( TAKE( SWAP( NO_SWAP( NOTHING( REDRAW( RETURN(
        REPOSITION( OUT( BUST( DISQUALIFIED( WIN( REMOVE( PREDICTION_MET( PREDICTION_MISSED( IN_HAND( END_OF_BALLS
        STROKE_WHILE_STUCK RACK( WARN( ,extra) ,dead) REPLACE_PRE_BREAK spot_nearest external_interference
        refused: asks
    """
    assert [w for w in words.split() if w not in text] == []
