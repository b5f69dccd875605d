"""The catalogues of the languages, read once: announcements, questions, and the words of the page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from callshot.tracker.announce.fluent import CatalogueError, Text, parse, render
from callshot.tracker.announce.grammar import Words, functions

LANGUAGES: Final[tuple[str, ...]] = ("en", "fi", "hu")
CATALOGUES: Final[tuple[str, ...]] = ("announce", "question", "page")


def source(language: str, catalogue: str) -> str:
    """The raw text of one catalogue; `language` and `catalogue` are of the lists above."""
    return files("callshot.tracker").joinpath("locale", language, f"{catalogue}.ftl").read_text(encoding="utf-8")


@cache
def messages(language: str) -> Mapping[str, Text]:
    """All messages of a language. Raises CatalogueError for an unknown language or an unreadable catalogue."""
    if language not in LANGUAGES:
        raise CatalogueError(f"no such language: {language!r}; there are {', '.join(LANGUAGES)}")
    everything: dict[str, Text] = {}
    for catalogue in CATALOGUES:
        for key, text in parse(source(language, catalogue), f"{language}/{catalogue}.ftl").items():
            if key in everything:
                raise CatalogueError(f"{language}: {key} stands in two catalogues")
            everything[key] = text
    return everything


def known(language: str, key: str) -> bool:
    """Whether the language has a message of this key."""
    return key in messages(language)


def tell(language: str, key: str, words: Words, **values: object) -> str:
    """A message with its values filled in. Raises CatalogueError for an unknown key or a missing value."""
    text = messages(language).get(key)
    if text is None:
        raise CatalogueError(f"{language}: no message {key!r}")
    return render(text, values, functions(language, words))
