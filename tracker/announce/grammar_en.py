"""English names of balls, pockets and cushions. Forms: bare (``) and `the`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

AND = "and"
_NAMES: Final = {"cue": "cue ball", "crazy-cue": "crazy cue ball", "crazy-8": "crazy 8", "red": "red", "ball": "ball",
                 "solid": "solid", "stripe": "stripe"}  # fmt: skip
_WHAMMIES: Final = {"yellow": "yellow", "green": "green", "brown": "maroon", "blue": "blue", "pink": "orange",
                    "black": "black"}  # fmt: skip
_POCKETS: Final = {
    "head-left": "left corner pocket at the head", "head-right": "right corner pocket at the head",
    "side-left": "left side pocket", "side-right": "right side pocket",
    "foot-left": "left corner pocket at the foot", "foot-right": "right corner pocket at the foot",
}  # fmt: skip
_CUSHIONS: Final = {
    "head": "head cushion", "foot": "foot cushion",
    "left-head": "left cushion, head half", "left-foot": "left cushion, foot half",
    "right-head": "right cushion, head half", "right-foot": "right cushion, foot half",
}  # fmt: skip


def ball(key: str, form: str, whammies: bool) -> str:
    """`5`, `the 5`, `the maroon whammy`."""
    name = f"{_WHAMMIES[key]} whammy" if whammies and key in _WHAMMIES else _NAMES.get(key, key)
    return f"the {name}" if form == "the" else name


def numbers(keys: Sequence[str], form: str) -> str:
    """`5, 8 and 11`, each with its article where asked."""
    named = [f"the {key}" if form == "the" else key for key in keys]
    return f"{', '.join(named[:-1])} {AND} {named[-1]}"


def pocket(name: str, form: str) -> str:
    """`the left side pocket`."""
    text = _POCKETS.get(name, name)
    return f"the {text}" if form == "the" else text


def cushion(name: str, form: str) -> str:
    """`the head cushion`."""
    text = _CUSHIONS.get(name, name)
    return f"the {text}" if form == "the" else text
