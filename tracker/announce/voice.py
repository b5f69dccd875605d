"""One language and one manner of naming people: the tool with which texts are put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from callshot.tracker.announce.catalogues import known, tell
from callshot.tracker.announce.context import Context
from callshot.tracker.announce.grammar import functions, join
from callshot.tracker.announce.spoken import spoken_name


@dataclass(frozen=True, slots=True)
class Voice:
    """`aloud`: names as a synthesiser can say them; else as people wrote them."""

    language: str
    context: Context
    aloud: bool

    def tell(self, key: str, **values: object) -> str:
        """A message of the catalogue."""
        return tell(self.language, key, self.context.words, **values)

    def knows(self, key: str) -> bool:
        """Whether the catalogue has it."""
        return known(self.language, key)

    def name(self, player: object) -> str:
        """A player's name."""
        text = str(player)
        if not self.aloud:
            return text
        return spoken_name(text, self.context.players, lambda n: self.tell("player-seat", n=n))

    def ball(self, ball: object, form: str = "the") -> str:
        """A ball with its article where the language has one (Finnish has none)."""
        return self.balls((ball,), form)

    def balls(self, balls: Sequence[object], form: str = "the") -> str:
        """A list of balls."""
        return functions(self.language, self.context.words)["BALLS"](balls, "" if self.language == "fi" else form)

    def option(self, option: object) -> str:
        """What a player may choose, in words; a word nobody knows stands as it is."""
        key = f"option-{option}"
        return self.tell(key) if self.knows(key) else str(option)

    def options(self, options: Sequence[object]) -> str:
        """`play, give the shot back`."""
        return "; ".join(self.option(option) for option in options)

    def reason(self, code: object) -> str:
        """Why somebody won, lost, left; `by the rules` for a word nobody knows."""
        key = f"reason-{code}"
        return self.tell(key if self.knows(key) else "reason-unknown")

    def foul(self, code: object) -> str:
        """A foul in words; `breach of the rules` for a code nobody knows."""
        key = f"foul-{code}"
        return self.tell(key if self.knows(key) else "foul-unknown")

    def join(self, items: Sequence[str]) -> str:
        """`a, b and c`."""
        return join(items, self.language)


def text_of(value: object) -> str:
    """A JSON value as a text."""
    return "" if value is None else str(value)


def mapping_of(value: object) -> Mapping[str, object]:
    """A JSON object, empty where it is none."""
    return value if isinstance(value, Mapping) else {}


def list_of(value: object) -> Sequence[object]:
    """A JSON list, empty where it is none."""
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()
