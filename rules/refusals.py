"""Why a session can't begin: too few players or too many, two of one name, an option that the game does not have."""

from __future__ import annotations

from callshot.rules.game import Option, Setting


def refuse_setting(setting: Setting, options: tuple[Option, ...], count: tuple[int, int] = (2, 2)) -> str | None:
    """Why a session can't begin, or None."""
    players = setting.players
    if not count[0] <= len(players) <= count[1]:
        wanted = str(count[0]) if count[0] == count[1] else f"{count[0]} to {count[1]}"
        return f"the game is for {wanted} players, not {len(players)}"
    twice = next((p for p in players if players.count(p) > 1), None)
    if twice is not None:
        return f"two players are called {twice!r}"
    known = {o.key: o.values for o in options}
    for key, value in setting.options.items():
        if key not in known:
            return f"the game has no option {key[:40]!r}"
        if value not in known[key] and not _free(key, value):
            return f"option {key}: {value[:40]!r} is none of {', '.join(known[key])}"
    return None


def _free(key: str, value: str) -> bool:
    """An option that takes any whole number from 1 to 9999."""
    return key in ("target", "race") and value.isascii() and value.isdecimal() and len(value) <= 4 and int(value) > 0
