"""The bottle of peas: draws a secret number for a player who lets the system do it (CP-5.1, CP-9.5.a, CP-8.9.b).

Who names his number himself must be told where another holds it, since no two are the same; that tells him one number
that is not in the bottle. So that he learns no more than one, the next is drawn for him, or the referee names it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

Record = Mapping[str, Any]

TAKEN: Final = "pea: that one is not in the bottle"
TRIED: Final = "pea: the program draws it and says its number"
"""As the rules say it: pages have these in their languages."""


class Bottle:
    """Follows who holds which pea, from the private records; nothing of it is ever sent to a page."""

    def __init__(self) -> None:
        self._held: dict[str, int] = {}
        self._offered: dict[str, Sequence[int]] = {}
        self._asked: dict[str, object] = {}
        """Player -> which question for his pea was the last."""
        self._tried: set[str] = set()
        """Who has named a number that another holds, since he was asked."""
        self._before: tuple[str, int | None] | None = None
        """Whose pea the last record changed, and what it was: what is refused changes nothing."""

    def take(self, record: Record) -> None:
        """A record of the stream."""
        before, self._before = self._before, None
        if before is not None and record.get("type") == "notice" and record.get("code") == "refused":
            self._hold(*before)
            return
        player = record.get("player")
        if not isinstance(player, str):
            return
        if record.get("type") == "question" and record.get("about") == "pea_value":
            self._hold(player, None)  # he put his own back
            self._offered[player] = [n for n in record.get("candidates", ()) if isinstance(n, int)]
            if self._asked.get(player) != record.get("id"):
                self._tried.discard(player)
            self._asked[player] = record.get("id")
        elif record.get("type") == "input" and is_pea(record):
            value = record.get("value")
            if isinstance(value, int) and not isinstance(value, bool):
                self._before = player, self._held.get(player)
                self._hold(player, value)
            if record.get("by") == "referee":
                self._tried.clear()  # what was mistyped may be right now

    def draw(self, player: str) -> int | None:
        """A pea that nobody else holds, by chance; None where the bottle is empty."""
        left = [pea for pea in self._offered.get(player) or range(1, 16) if not self._taken(player, pea)]
        return secrets.choice(left) if left else None

    def refuses(self, player: str, value: object) -> str | None:
        """Why a number that he names himself will not do, or None; after one that another holds, none will."""
        if player in self._tried:
            return TRIED
        if not self._taken(player, value):
            return None
        self._tried.add(player)
        return TAKEN

    def _taken(self, player: str, pea: object) -> bool:
        return any(held == pea for other, held in self._held.items() if other != player)

    def _hold(self, player: str, pea: int | None) -> None:
        if pea is None:
            self._held.pop(player, None)
        else:
            self._held[player] = pea


def is_pea(record: Record) -> bool:
    """Whether an input says a private number."""
    return record.get("kind") == "pea" or (record.get("kind") == "answer" and record.get("about") == "pea_value")
