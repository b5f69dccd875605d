"""Remembers what an announcement needs beside its ruling: what the score was, and what was said already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from callshot.rules.game import Setting
from callshot.rules.ruling import Ruling
from callshot.tracker.announce import Context, announce
from callshot.tracker.announce.offences import charged
from callshot.tracker.announce.places import Table
from callshot.tracker.announce.tokens import parse_log
from callshot.tracker.occasion import Occasion


class Herald:
    """Called once for each ruling, in order."""

    def __init__(self, game: str, setting: Setting) -> None:
        self._game = game
        self._players = setting.players
        self._table = Table(setting.length_mm, setting.width_mm, setting.ball_diameter_mm)
        target = setting.options.get("target", "")
        self._target = int(target) if target.isdigit() else None
        self._next: str | None = None
        self._heard: Mapping[str, Any] = {}
        """The score as it was last said aloud."""
        self._standing: Mapping[str, Any] = {}
        """The score of the latest ruling, said or not."""
        self._before: dict[int, Mapping[str, Any]] = {}
        """The score before each stroke."""
        self._waiting: Ruling | None = None
        """What was said between strokes and waits for an answer: with it, it is told whole again."""

    def context(self, ruling: Ruling, on: Occasion) -> Context:
        """What this ruling is told with."""
        if not self._standing:  # the game may have been entered in progress
            self._standing = self._heard = on.score
        before_it = on.replaced
        if before_it is not None and on.shooter_was_open and charged(parse_log(before_it.log, self._players)) is None:
            before_it = replace(before_it, fouls=())  # whose they are was left open: they are said again, with the name
        replaced = None if on.taken_back or before_it == ruling else before_it
        said = replaced if replaced is not None and was_said(replaced) else None
        if said is None and ruling.of is None and self._waiting is not None and still_holds(self._waiting, ruling):
            said = self._waiting
        stands = said is not None and still_holds(said, ruling)
        before = self._standing
        if ruling.of is not None:
            before = self._before.get(ruling.of, before) if on.replaced is not None else before
            self._before[ruling.of] = before
        shooter = None if on.shooter_open else on.shooter or self._next
        return Context(
            game=self._game, players=self._players, shooter=shooter, table=self._table,
            previous_score=self._heard, standing=before, corrects=None if stands else said,
            said=said if stands else None, taken_back=on.taken_back, latest=on.latest,
            target=on.target or self._target,
        )  # fmt: skip

    def __call__(self, ruling: Ruling, langs: Sequence[str], on: Occasion | None = None) -> Sequence[Mapping[str, str]]:
        """What is said of it in each language."""
        on = on or Occasion()
        said = announce(ruling, self.context(ruling, on), langs)
        if ruling.score and on.latest and ruling.private_to is None:
            self._standing = ruling.score
            if was_said(ruling) or (said and ruling.of is None):
                self._heard = ruling.score
        if ruling.next is not None and on.latest:
            self._next = ruling.next.player
        if ruling.private_to is None:
            waits = ruling.of is None and ruling.next is None and ruling.over is None and bool(ruling.log)
            self._waiting = ruling if waits else None
        return said


def was_said(ruling: Ruling) -> bool:
    """More was said of it than that it is open."""
    return ruling.legal is not None or ruling.over is not None


def still_holds(earlier: Ruling, later: Ruling) -> bool:
    """The later ruling takes nothing back of what was said of the earlier one: it goes on, after an answer say."""
    goes_on = earlier.next is None or (earlier.next, earlier.score) == (later.next, later.score)
    rest = iter(later.log)
    return (
        goes_on
        and earlier.legal == later.legal
        and earlier.over in (None, later.over)
        and later.fouls[: len(earlier.fouls)] == earlier.fouls
        and all(token in rest for token in earlier.log)  # in the same order
        and all(spot in later.spot for spot in earlier.spot)
    )
