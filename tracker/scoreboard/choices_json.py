"""What there is to choose from: every game with its options in a language, the ball sets, the tables."""

from __future__ import annotations

from typing import Any

from callshot.rules.equipment import BALL_SETS, TABLES
from callshot.rules.game import Option
from callshot.rules.games import GAMES
from callshot.tracker.scoreboard.feed import to_json
from callshot.tracker.scoreboard.wordlist import meaning_of, value_in_words


def games_json(language: str) -> str:
    """Every game with its options, as `callshot games` lists them; and the ball sets and tables."""

    def option(game: str, o: Option) -> dict[str, Any]:
        meaning, spoken = meaning_of(language, game, o.key, o.meaning)
        words = [value_in_words(language, o.key, value) for value in o.values]
        return {"key": o.key, "values": o.values, "words": words, "meaning": meaning, "lang": spoken,
                "question": o.question}  # fmt: skip

    games = {name: [option(name, o) for o in game.options] for name, game in GAMES.items()}
    return to_json({"games": games, "balls": list(BALL_SETS), "tables": list(TABLES)})
