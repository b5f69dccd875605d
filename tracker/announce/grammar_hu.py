"""Hungarian names of balls, pockets and cushions.

Forms: cases nom, acc, dat, subl (onto), ill (into); `the-` in front adds the article, `a` or `az` by the sound that
follows (`az 5-ös`, `a 3-as`). Numbers take the ending that their last spoken vowel asks for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

AND = "és"
_LINKS: Final = {1: "es", 2: "es", 3: "as", 4: "es", 5: "ös", 6: "os", 7: "es", 8: "as", 9: "es", 0: "es"}
_BACK: Final = {"nom": "", "acc": "t", "dat": "nak", "subl": "ra", "ill": "ba"}
_FRONT: Final = {"nom": "", "acc": "t", "dat": "nek", "subl": "re", "ill": "be"}
_GOLYO: Final = {"nom": "golyó", "acc": "golyót", "dat": "golyónak", "subl": "golyóra", "ill": "golyóba"}
_WHAMMY: Final = {case: f"whammy{ending}" for case, ending in _FRONT.items()}
_COLOURS: Final = {"red": "piros", "yellow": "sárga", "green": "zöld", "brown": "barna", "blue": "kék",
                   "pink": "rózsaszín", "black": "fekete", "solid": "teli", "stripe": "csíkos"}  # fmt: skip
_WHAMMIES: Final = {"yellow": "sárga", "green": "zöld", "brown": "bordó", "blue": "kék", "pink": "narancssárga",
                    "black": "fekete"}  # fmt: skip
_POCKETS: Final = {
    "head-left": "homlok felőli bal sarok", "head-right": "homlok felőli jobb sarok", "side-left": "bal közép",
    "side-right": "jobb közép", "foot-left": "tő felőli bal sarok", "foot-right": "tő felőli jobb sarok",
}  # fmt: skip
_LYUK: Final = {"nom": "lyuk", "acc": "lyukat", "dat": "lyuknak", "subl": "lyukra", "ill": "lyukba"}
_CUSHIONS: Final = {
    "head": "homlokfal", "foot": "tőfal", "left-head": "bal oldalfal homlok felőli fele",
    "left-foot": "bal oldalfal tő felőli fele", "right-head": "jobb oldalfal homlok felőli fele",
    "right-foot": "jobb oldalfal tő felőli fele",
}  # fmt: skip


def number(key: str, case: str) -> str:
    """`5-ös`, `3-ast`, `10-esnek`, `20-as`: the ending follows the spoken number."""
    value = int(key)
    link = "as" if value in (20, 30) else _LINKS[value % 10]
    endings = _BACK if link in ("as", "os") else _FRONT
    return f"{key}-{link}{endings[case]}"


def article(text: str) -> str:
    """`a` or `az`, by the first sound: 1 (egy) and 5 (öt) begin with a vowel, 10 to 21 do not."""
    head = text.split("-")[0]
    vowel = head in ("1", "5") if head.isdigit() else text[:1].lower() in tuple("aáeéiíoóöőuúüű")
    return "az" if vowel else "a"


def _form(form: str) -> tuple[bool, str]:
    return form.startswith("the"), form.removeprefix("the").removeprefix("-") or "nom"


def _with_article(text: str, definite: bool) -> str:
    return f"{article(text)} {text}" if definite else text


def ball(key: str, form: str, whammies: bool) -> str:
    """`5-ös`, `az 5-öst`, `a sárga whammyt`, `a bolond fehér golyót`."""
    definite, case = _form(form)
    if key.isdigit():
        text = number(key, case)
    elif key == "cue":
        text = f"fehér {_GOLYO[case]}"
    elif key == "crazy-cue":
        text = f"bolond fehér {_GOLYO[case]}"
    elif key == "crazy-8":
        text = f"bolond {number('8', case)}"
    elif whammies and key in _WHAMMIES:
        text = f"{_WHAMMIES[key]} {_WHAMMY[case]}"
    elif key in _COLOURS:
        text = f"{_COLOURS[key]} {_GOLYO[case]}"
    else:
        text = _GOLYO[case] if key == "ball" else key
    return _with_article(text, definite)


def numbers(keys: Sequence[str], form: str) -> str:
    """`az 5-ös, a 8-as és a 11-es`."""
    named = [ball(key, form, whammies=False) for key in keys]
    return f"{', '.join(named[:-1])} {AND} {named[-1]}"


def pocket(name: str, form: str) -> str:
    """`a bal középlyukba`, `homlok felőli bal saroklyuk`."""
    definite, case = _form(form)
    text = f"{_POCKETS[name]}{_LYUK[case]}" if name in _POCKETS else name
    return _with_article(text, definite)


def cushion(name: str, form: str) -> str:
    """`a homlokfal`."""
    definite, _ = _form(form)
    return _with_article(_CUSHIONS.get(name, name), definite)
