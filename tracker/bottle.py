"""The bottle of peas: draws a secret number for a player who lets the system do it (CP-5.1, CP-9.5.a, CP-8.9.b)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

Record = Mapping[str, Any]


class Bottle:
    """Follows who holds which pea, from the private records; nothing of it is ever sent to a page."""

    def __init__(self) -> None:
        self._held: dict[str, int] = {}
        self._offered: dict[str, Sequence[int]] = {}

    def take(self, record: Record) -> None:
        """A record of the stream."""
        player = record.get("player")
        if not isinstance(player, str):
            return
        if record.get("type") == "question" and record.get("about") == "pea_value":
            self._held.pop(player, None)  # he put his own back
            self._offered[player] = [n for n in record.get("candidates", ()) if isinstance(n, int)]
        elif record.get("type") == "input" and is_pea(record):
            value = record.get("value")
            if isinstance(value, int) and not isinstance(value, bool):
                self._held[player] = value

    def draw(self, player: str) -> int | None:
        """A pea that nobody else holds, by chance; None where the bottle is empty."""
        taken = {pea for other, pea in self._held.items() if other != player}
        left = [pea for pea in self._offered.get(player) or range(1, 16) if pea not in taken]
        return secrets.choice(left) if left else None


def is_pea(record: Record) -> bool:
    """Whether an input says a private number."""
    return record.get("kind") == "pea" or (record.get("kind") == "answer" and record.get("about") == "pea_value")
