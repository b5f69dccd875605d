"""What a game is played to, as the scoreboard says it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from desk import session

from callshot.tracker.scoreboard.aim import aims_of
from callshot.tracker.scoreboard.enrich import Enricher
from callshot.tracker.scoreboard.wordlist import words_json


@pytest.mark.parametrize(
    ("game", "players", "options", "expected"),
    [
        ("8ball-fi", 2, {}, []),
        ("8ball-fi", 2, {"race": "7", "sets": "3"}, [("racks", 7), ("sets", 3)]),
        ("141-hu", 2, {}, [("points", 50)]),
        ("141-hu", 2, {"target": "125"}, [("points", 125)]),
        ("congestion", 4, {}, [("final-score", 156)]),
        ("congestion", 9, {"cp.final_score_9": "86", "race": "2"}, [("final-score", 86), ("racks", 2)]),
        ("lag-fi", 2, {}, []),
        ("none", 0, {}, []),
        ("unheard-of", 2, {"race": "x"}, []),
        ("8ball-hu", 2, {"race": "many"}, []),
    ],
)
def test_the_aims_of_a_game(game: str, players: int, options: dict[str, str], expected: list[tuple[str, int]]) -> None:
    record: Any = session(game, [f"P{n}" for n in range(players)], options)
    assert [(aim["what"], aim["n"]) for aim in aims_of(record)] == expected
    assert Enricher().dress(record)["page"]["aims"] == aims_of(record)
    words = json.loads(words_json("hu"))["messages"]
    assert all(f"aim-{what}" in words for what, _ in expected)


@pytest.mark.parametrize(
    ("game", "options", "strokes"),
    [
        ("congestion", {}, 2),
        ("congestion", {"option_1": "yes", "option_2": "yes"}, 3),
        ("congestion", {"no such": "option"}, None),
        ("9ball-fi", {}, None),
    ],
)
def test_how_many_strokes_an_inning_has(game: str, options: dict[str, str], strokes: int | None) -> None:
    assert Enricher().dress(session(game, ("A", "B", "C"), options))["page"]["inning"] == strokes
