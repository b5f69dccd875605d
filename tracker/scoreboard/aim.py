"""What a game is played to, for the scoreboard: so many racks, so many points, the final score of Congestion; and how
many strokes its innings have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from callshot.rules.congestion.options import FINAL_SCORES, read_house
from callshot.rules.game import Setting
from callshot.rules.games import GAMES

Record = Mapping[str, Any]


def aims_of(session: Record) -> list[dict[str, Any]]:
    """`{what, n}` for a session record: `final-score` or `points` of a rack, `racks` and `sets` where more than one is
    played. Empty where the game has none.
    """
    game = str(session.get("game"))
    if game not in GAMES:
        return []
    chosen = session.get("options")
    options = dict(chosen) if isinstance(chosen, Mapping) else {}
    default = {option.key: option.values[0] for option in GAMES[game].options}

    def number(key: str) -> int | None:
        text = str(options.get(key, default.get(key, "")))
        return int(text) if text.isascii() and text.isdecimal() else None

    out = []
    if game == "congestion":
        players = len(session.get("players") or ())
        points = number("cp.final_score_9") if players == 9 else FINAL_SCORES.get(players)
        out.append(("final-score", points))
    elif "target" in default:
        out.append(("points", number("target")))
    out += [
        (what, n) for key, what in (("race", "racks"), ("sets", "sets")) if (n := number(key)) is not None and n > 1
    ]
    return [{"what": what, "n": n} for what, n in out if n is not None]


def strokes_of_inning(session: Record) -> int | None:
    """How many strokes an inning has at most, a bonus stroke not counted; None where nothing but a miss ends it."""
    if session.get("game") != "congestion":
        return None
    players, chosen = session.get("players"), session.get("options")
    house = read_house(Setting(tuple(players or ()), dict(chosen) if isinstance(chosen, Mapping) else {}))
    return None if isinstance(house, str) else house.normal_strokes
