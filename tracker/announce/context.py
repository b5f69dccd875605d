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
    previous_score: the score before it, so that only what changed is said. replaces: it takes something back of a
    ruling that was said aloud. said: what was said of it before, and still holds: only what is new is said. target:
    points that win (14.1), for the call "one more ball".
    """

    game: str = "none"
    players: tuple[str, ...] = ()
    shooter: str | None = None
    table: Table = field(default_factory=Table)
    previous_score: Mapping[str, object] = field(default_factory=dict)
    replaces: bool = False
    said: Ruling | None = None
    target: int | None = None

    @property
    def words(self) -> Words:
        """Whether colours are whammies."""
        return Words(whammies=self.game == "congestion")
