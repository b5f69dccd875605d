"""What the program says in English (notices, refusals), in another language where somebody wrote it."""

from __future__ import annotations

import re
from functools import cache

from callshot.tracker.announce.catalogues import source
from callshot.tracker.announce.fluent import Call, Text, parse, render

ENGLISH = "en"


def in_words_of(language: str, said: str) -> str:
    """The notice in that language; it stays English where nobody wrote it. The line of the records is left in front."""
    if language == ENGLISH:
        return said
    line, english = re.match(r"(line \d+: )?(.*)", said, re.S).groups("")  # type: ignore[union-attr]
    for pattern, names, own in _pairs(language):
        found = pattern.fullmatch(english)
        if found is not None:
            return line + render(own, dict(zip(names, found.groups(), strict=True)), {})
    return said


@cache
def _pairs(language: str) -> tuple[tuple[re.Pattern[str], tuple[str, ...], Text], ...]:
    english, own = (parse(source(each, "refusal"), f"{each}/refusal.ftl") for each in (ENGLISH, language))
    out = []
    for key, text in english.items():
        if key in own and all(isinstance(part, str | Call) for part in text):
            names = tuple(part.variable for part in text if isinstance(part, Call))
            regex = "".join(re.escape(part) if isinstance(part, str) else "(.+?)" for part in text)
            out.append((re.compile(regex, re.S), names, own[key]))
    return tuple(out)
