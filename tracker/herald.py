"""Remembers what an announcement needs beside its ruling: who shot, what the score was, what was said already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from callshot.rules.game import Setting
from callshot.rules.ruling import Ruling
from callshot.tracker.announce import Context, announce
from callshot.tracker.announce.places import Table


class Herald:
    """Called once for each ruling, in order."""

    def __init__(self, game: str, setting: Setting) -> None:
        self._game = game
        self._players = setting.players
        self._table = Table(setting.length_mm, setting.width_mm, setting.ball_diameter_mm)
        target = setting.options.get("target", "")
        self._target = int(target) if target.isdigit() else None
        self._shooter: str | None = None
        self._of: int | None = None
        self._score: Mapping[str, Any] = {}
        self._before: Mapping[str, Any] = {}
        self._said = False

    def context(self, ruling: Ruling) -> Context:
        """What this ruling is told with. A ruling with the same `of` as the last one replaces it."""
        again = ruling.of is not None and ruling.of == self._of
        if not again:
            self._before = self._score
        return Context(
            game=self._game, players=self._players, shooter=self._shooter, table=self._table,
            previous_score=self._before, replaces=again and self._said, target=self._target,
        )  # fmt: skip

    def __call__(self, ruling: Ruling, langs: Sequence[str]) -> Sequence[Mapping[str, str]]:
        """What is said of it in each language."""
        said = announce(ruling, self.context(ruling), langs)
        again = ruling.of is not None and ruling.of == self._of
        self._said = bool(said) or (again and self._said)
        self._of = ruling.of
        self._score = ruling.score or self._score
        if ruling.next is not None:
            self._shooter = ruling.next.player
        return said
