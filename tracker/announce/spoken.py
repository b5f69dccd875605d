"""Names for the ear: what a speech synthesiser can say of whatever people call themselves."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

LONGEST_SPOKEN: Final = 30
"""Letters of a name that are said aloud: about two seconds of speech; the page shows the whole name."""

_KEPT: Final = ("L", "N", "M")


def spoken_name(name: str, players: Sequence[str], seat: Callable[[int], str]) -> str:
    """The sayable part of a name; `seat(3)` (`Player 3`) where there is none, or where two would sound alike."""
    said = _sayable(name)
    alike = [other for other in players if other != name and _sayable(other).casefold() == said.casefold()]
    if said and not alike:
        return said
    return seat(players.index(name) + 1) if name in players else said or name


def _sayable(name: str) -> str:
    kept = "".join(ch if unicodedata.category(ch)[0] in _KEPT or ch in "'’.-" else " " for ch in name)
    kept = " ".join("".join(ch for ch in kept if not 0xFE00 <= ord(ch) <= 0xFE0F).split()).strip("'’.- ")
    if len(kept) <= LONGEST_SPOKEN:
        return kept
    cut = kept[: LONGEST_SPOKEN + 1].rsplit(" ", 1)[0]
    return cut[:LONGEST_SPOKEN]
