"""The catalogues as the page needs them: texts as small trees, and the names of balls, pockets and cushions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from callshot.rules.vocabulary import CUSHIONS, LABELS, POCKETS
from callshot.tracker.announce.catalogues import messages, source
from callshot.tracker.announce.fluent import Call, Select, Text, parse, render
from callshot.tracker.announce.grammar import Words, functions
from callshot.tracker.scoreboard.feed import to_json

ENGLISH: Final = "en"


@cache
def words_json(language: str) -> str:
    """`{"messages": {key: tree}, "balls", "whammies", "pockets", "cushions": {...}, "refusals": [[tree, tree]]}`.

    refusals: what the program says in English when something can't be done, and the same in this language.

    A tree is a list of texts, `{"v": name}` and `{"v": name, "o": {variant: tree}, "d": default}`. Messages that
    inflect balls are left out: the server says those.
    """
    trees = {key: tree for key, text in messages(language).items() if (tree := _tree(text)) is not None}
    named, whammies = functions(language, Words()), functions(language, Words(whammies=True))
    return to_json(
        {
            "messages": trees,
            "balls": {label: named["BALL"](label, "") for label in LABELS},
            "whammies": {label: whammies["BALL"](label, "") for label in LABELS},
            "pockets": {pocket: named["POCKET"](pocket, "") for pocket in POCKETS},
            "cushions": {cushion: named["CUSHION"](cushion, "") for cushion in CUSHIONS},
            "refusals": _refusals(language),
        }
    )


def _refusals(language: str) -> list[list[Any]]:
    if language == ENGLISH:
        return []
    english, own = (parse(source(each, "refusal"), f"{each}/refusal.ftl") for each in (ENGLISH, language))
    return [[_tree(text), _tree(own[key])] for key, text in english.items() if key in own]


@cache
def option_words(language: str) -> Mapping[str, str]:
    """What options (`meaning-KEY`, not in English: the games say it themselves) and their values (`value-...`) mean."""
    return {
        key: render(text, {}, {}) for key, text in parse(source(language, "options"), f"{language}/options").items()
    }


def meaning_of(language: str, game: str, key: str, english: str) -> tuple[str, str]:
    """(what an option of a game means, the language of these words)."""
    known, name = option_words(language), key.replace(".", "-")
    own = known.get(f"meaning-{name}-{game}") or known.get(f"meaning-{name}")
    return (english, ENGLISH) if own is None else (own, language)


def value_in_words(language: str, key: str, value: str) -> str:
    """A value of an option as people say it: its own words with this option, else those that it has everywhere.

    Numbers are words enough.
    """
    known = option_words(language)
    return known.get(f"value-{key.replace('.', '-')}-{value}") or known.get(f"value-{value}") or value


def _tree(text: Text) -> list[Any] | None:
    tree: list[Any] = []
    for part in text:
        if isinstance(part, str):
            tree.append(part)
        elif isinstance(part, Call):
            if part.function:
                return None
            tree.append({"v": part.variable})
        elif isinstance(part, Select):
            variants = {name: _tree(variant) for name, variant in part.variants.items()}
            if None in variants.values():
                return None
            tree.append({"v": part.variable, "o": variants, "d": part.default})
    return tree
