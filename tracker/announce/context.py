"""What an announcement needs to know beside the ruling itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from callshot.rules.ruling import Ruling
from callshot.tracker.announce.grammar import Words
from callshot.tracker.announce.places import Table

KEPT_STROKES: Final = 16
"""Nobody is asked about a stroke longer ago: the questions about one hold up the game."""
_EVENT: Final = re.compile(r"events\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Context:
    """The session's side of an announcement.

    players: in order of turn. shooter: who played the stroke, where known. table: sizes in mm, for spots in words.
    previous_score: the score as it was last said, so that only what changed is said. standing: the score before the
    stroke, said or not. corrects: what was said aloud and is taken back in part: only what changed is said. said: what
    was said before, and still holds: only what is new is said. taken_back: strokes after this ruling were taken back,
    it is said where the game stands. latest: no later stroke was ruled. target: points that win (14.1).
    strokes: the latest `stroke` records, by their numbers.
    """

    game: str = "none"
    players: tuple[str, ...] = ()
    shooter: str | None = None
    table: Table = field(default_factory=Table)
    previous_score: Mapping[str, object] = field(default_factory=dict)
    standing: Mapping[str, object] = field(default_factory=dict)
    corrects: Ruling | None = None
    said: Ruling | None = None
    taken_back: bool = False
    latest: bool = True
    target: int | None = None
    strokes: Mapping[int, Mapping[str, object]] = field(default_factory=dict)

    def with_stroke(self, stroke: Mapping[str, object]) -> Context:
        """The context after a `stroke` record; the latest few are kept, for what is asked about them."""
        number = stroke.get("number")
        if not isinstance(number, int):
            return self
        kept = {n: s for n, s in self.strokes.items() if number - KEPT_STROKES < n < number}
        return replace(self, strokes={**kept, number: stroke})

    def is_earlier(self, number: int) -> bool:
        """A later stroke than this one was recorded."""
        return any(number < other for other in self.strokes)

    def event_asked(self, question: Mapping[str, object]) -> Mapping[str, object] | None:
        """The event, as it was recorded, that a question about `events[k]` is about; None where it is not known."""
        found = _EVENT.fullmatch(str(question.get("about")))
        of = question.get("of")
        stroke = self.strokes.get(of) if isinstance(of, int) else None
        events = stroke.get("events") if stroke is not None else None
        if found is None or not isinstance(events, list | tuple) or int(found[1]) >= len(events):
            return None
        event = events[int(found[1])]
        return event if isinstance(event, Mapping) else None

    @property
    def words(self) -> Words:
        """Whether colours are whammies."""
        return Words(whammies=self.game == "congestion")
