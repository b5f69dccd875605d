"""The catalogues as the page needs them: texts as small trees, and the names of balls, pockets and cushions."""

from __future__ import annotations

from functools import cache
from typing import Any

from callshot.rules.vocabulary import CUSHIONS, LABELS, POCKETS
from callshot.tracker.announce.catalogues import messages
from callshot.tracker.announce.fluent import Call, Select, Text
from callshot.tracker.announce.grammar import Words, functions
from callshot.tracker.scoreboard.feed import to_json


@cache
def words_json(language: str) -> str:
    """`{"messages": {key: tree}, "balls": {...}, "whammies": {...}, "pockets": {...}, "cushions": {...}}`.

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
        }
    )


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
