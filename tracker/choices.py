"""What there is to choose on the command line, and the strict reading of what was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

GAMES = ("congestion", "8ball-fi", "8ball-hu", "9ball-fi", "9ball-hu", "141-fi", "141-hu", "lag-fi", "lag-hu", "none")
BALL_SETS = ("pool15", "pool9", "baseball21", "congestion", "snooker22", "english", "carom3", "any")
LANGUAGES = "en, fi, hu"
NAME_LENGTH = 200
"""Longer names are a mistake (a file given as a name, say) rather than a person."""


def parse_players(text: str) -> tuple[str, ...]:
    """`Ann,Bo` -> (Ann, Bo). Names may hold spaces and any letters; no two may be the same."""
    if not text:
        return ()
    names = tuple(" ".join(name.split()) for name in text.split(","))
    if "" in names:
        raise click.UsageError(f"--players {_short(text)}: a name is empty; write the names with single commas: Ann,Bo")
    for name in names:
        if len(name) > NAME_LENGTH:
            raise click.UsageError(f"--players: the name {_short(name)} has {len(name)} letters, {NAME_LENGTH} at most")
        if not all(ch.isprintable() or ch == "\u200d" for ch in name):
            raise click.UsageError(f"--players: the name {_short(name)} has a letter that can't be shown")
        if names.count(name) > 1:
            raise click.UsageError(f"--players: two players are called {_short(name)}; give each a name of his own")
    return names


def parse_options(pairs: Sequence[str]) -> dict[str, str]:
    """`k=v` pairs; the game says later whether it knows them."""
    out: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key or not value:
            raise click.UsageError(f"--option {_short(pair)}: write it as KEY=VALUE; `callshot games GAME` lists them")
        key, value = key.strip(), value.strip()
        if out.setdefault(key, value) != value:
            raise click.UsageError(
                f"--option {_short(key)} is given twice, as {_short(out[key])} and as {_short(value)}; give one of them"
            )
    return out


def parse_languages(text: str) -> tuple[str, ...]:
    """`en,fi` -> (en, fi)."""
    known = LANGUAGES.split(", ")
    langs = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    for lang in langs:
        if lang not in known:
            raise click.UsageError(f"--lang {_short(lang)}: known are {LANGUAGES}")
    return langs


def parse_corners(_context: Any, _parameter: Any, value: Sequence[str] | None) -> list[tuple[float, float]] | None:
    """Four `x,y` in px."""
    if not value:
        return None
    corners = []
    for text in value:
        try:
            x, y = (float(part) for part in text.split(","))
        except ValueError:
            raise click.UsageError(f"--corners {_short(text)}: write four X,Y pairs of pixels, as 104,86") from None
        corners.append((x, y))
    return corners


def describe_games() -> str:
    """One line a game."""
    from callshot.rules.games import GAMES as RULED

    lines = [f"{name:12s} {len(game.options)} options" for name, game in RULED.items()]
    return "\n".join(lines) + "\n\n`callshot games GAME` lists a game's options."


def describe_game(name: str) -> str:
    """A game's options with their values, default first."""
    from callshot.rules.games import GAMES as RULED

    lines = []
    for option in RULED[name].options:
        note = f"  ({option.question})" if option.question else ""
        lines.append(f"{option.key} = {' | '.join(option.values)}\n    {option.meaning}{note}")
    return "\n".join(lines) if lines else f"{name} has no options"


def describe_balls() -> str:
    """One line a set."""
    from callshot.rules.equipment import BALL_SETS as KNOWN

    lines = {name: _contents(counts) for name, counts in _counts(KNOWN).items()}
    lines["any"] = "whichever of these sets explains best what lies on the table"
    return "\n".join(f"{name:12s} {line}" for name, line in lines.items())


def _counts(known: Any) -> dict[str, dict[str, int]]:
    return {name: dict(getattr(known[name], "labels", known[name])) for name in known}


def _contents(counts: dict[str, int]) -> str:
    return ", ".join(label if n == 1 else f"{n} x {label}" for label, n in counts.items())


def _short(text: str) -> str:
    text = text if len(text) <= 40 else text[:37] + "..."
    return repr(text)
