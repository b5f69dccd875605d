"""What an announcement needs to know beside the ruling itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from callshot.rules.ruling import Ruling
from callshot.tracker.announce.grammar import Words
from callshot.tracker.announce.places import Table


@dataclass(frozen=True, slots=True)
class Context:
    """The session's side of an announcement.

    players: in order of turn. shooter: who played the stroke, where known. table: sizes in mm, for spots in words.
    previous_score: the score as it was last said, so that only what changed is said. standing: the score before the
    stroke, said or not. corrects: what was said aloud and is taken back in part: only what changed is said. said: what
    was said before, and still holds: only what is new is said. taken_back: strokes after this ruling were taken back,
    it is said where the game stands. latest: no later stroke was ruled. target: points that win (14.1).
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

    @property
    def words(self) -> Words:
        """Whether colours are whammies."""
        return Words(whammies=self.game == "congestion")
