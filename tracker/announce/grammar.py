"""How each language names balls, pockets and lists: the functions that a catalogue may call.

A form is a case in Finnish and Hungarian (`nom`, `acc`, ...), with the article in front in English and Hungarian
(`the`, `the-acc`). Names of players are never inflected: a catalogue puts a noun of its own beside them
(`pelaajalle Bo`, `Bo játékosnak`), which is right for every name there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from callshot.rules.vocabulary import NUMBERS, label_of
from callshot.tracker.announce import grammar_en, grammar_fi, grammar_hu
from callshot.tracker.announce.fluent import CatalogueError, Function


class _Grammar(Protocol):
    """What a module `grammar_xx` offers."""

    AND: str

    def ball(self, key: str, form: str, whammies: bool) -> str: ...

    def numbers(self, keys: Sequence[str], form: str) -> str: ...

    def pocket(self, name: str, form: str) -> str: ...

    def cushion(self, name: str, form: str) -> str: ...


_LOG_NAMES: Mapping[str, str] = {"plain": "cue", "crazy": "crazy-cue", "maroon": "brown", "orange": "pink"}
_RULES: Mapping[str, _Grammar] = {"en": grammar_en, "fi": grammar_fi, "hu": grammar_hu}


@dataclass(frozen=True, slots=True)
class Words:
    """What naming depends on. `whammies`: the snooker colours are whammies (Congestion), not plain colours."""

    whammies: bool = False


def ball_key(ball: object) -> str:
    """What a ball is called in the word lists: `5a` -> `5`, `maroon` -> `brown`, `plain` -> `cue`."""
    name = str(ball)
    return label_of(_LOG_NAMES.get(name, name))


def functions(language: str, words: Words) -> Mapping[str, Function]:
    """BALL, BALLS, POCKET, CUSHION, NAMES and UPPER for one language."""
    rules = _RULES[language]

    def ball(value: object, form: str) -> str:
        return rules.ball(ball_key(value), form, words.whammies)

    def balls(value: object, form: str) -> str:
        keys = [ball_key(each) for each in _sequence(value)]
        if len(keys) > 1 and all(key in NUMBERS for key in keys):
            return rules.numbers(keys, form)
        return join([rules.ball(key, form, words.whammies) for key in keys], language)

    def names(value: object, form: str) -> str:
        return join([str(each) for each in _sequence(value)], language)

    def upper(value: object, form: str) -> str:
        text = str(value)
        return text[:1].upper() + text[1:]

    return {
        "BALL": ball,
        "BALLS": balls,
        "POCKET": lambda value, form: rules.pocket(str(value), form),
        "CUSHION": lambda value, form: rules.cushion(str(value), form),
        "NAMES": names,
        "UPPER": upper,
    }


def join(items: Sequence[str], language: str) -> str:
    """`a`, `a and b`, `a, b and c` in the language."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {_RULES[language].AND} {items[-1]}"


def _sequence(value: object) -> Sequence[object]:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Sequence):
        return value
    raise CatalogueError(f"a list was expected, not {value!r}")
