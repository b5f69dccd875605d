"""Remembers what an announcement needs beside its ruling: what the score was, and what was said already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from callshot.rules.game import Setting
from callshot.rules.ruling import Ruling
from callshot.tracker.announce import Context, announce
from callshot.tracker.announce.places import Table
from callshot.tracker.referee import Occasion


class Herald:
    """Called once for each ruling, in order."""

    def __init__(self, game: str, setting: Setting) -> None:
        self._game = game
        self._players = setting.players
        self._table = Table(setting.length_mm, setting.width_mm, setting.ball_diameter_mm)
        target = setting.options.get("target", "")
        self._target = int(target) if target.isdigit() else None
        self._next: str | None = None
        self._score: Mapping[str, Any] = {}
        self._before: dict[int, Mapping[str, Any]] = {}

    def context(self, ruling: Ruling, on: Occasion) -> Context:
        """What this ruling is told with."""
        score = self._score
        if ruling.of is not None:
            again = on.replaced is not None and ruling.of in self._before
            score = self._before[ruling.of] if again else self._before.setdefault(ruling.of, score)
            self._before[ruling.of] = score
        replaced = on.replaced
        stands = replaced is not None and still_holds(replaced, ruling)
        corrects = replaced not in (None, ruling) and not stands and was_said(replaced)
        return Context(
            game=self._game, players=self._players, shooter=on.shooter or self._next, table=self._table,
            previous_score=score, replaces=corrects,
            said=replaced if stands else None, target=self._target,
        )  # fmt: skip

    def __call__(self, ruling: Ruling, langs: Sequence[str], on: Occasion | None = None) -> Sequence[Mapping[str, str]]:
        """What is said of it in each language."""
        said = announce(ruling, self.context(ruling, on or Occasion()), langs)
        self._score = ruling.score or self._score
        if ruling.next is not None:
            self._next = ruling.next.player
        return said


def was_said(ruling: Ruling | None) -> bool:
    """More was said of it than that it is open."""
    return ruling is not None and (ruling.legal is not None or ruling.over is not None)


def still_holds(earlier: Ruling, later: Ruling) -> bool:
    """The later ruling takes nothing back of what was said of the earlier one: it waited for an answer, and goes on."""
    return (
        was_said(earlier)
        and earlier.next is None
        and earlier.over in (None, later.over)
        and (earlier.legal, earlier.fouls) == (later.legal, later.fouls)
        and later.log[: len(earlier.log)] == earlier.log
        and later.spot[: len(earlier.spot)] == earlier.spot
    )
