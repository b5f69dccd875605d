"""Finnish names of balls, pockets and cushions. Forms: cases nom, gen, part, ill, all, ela; bare: nom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

AND = "ja"
_CASES: Final = ("nom", "gen", "part", "ill", "all", "ela")


def _cases(*forms: str) -> dict[str, str]:
    return dict(zip(_CASES, forms, strict=True))


def _nen(stem: str) -> dict[str, str]:
    return _cases(
        f"{stem}nen", f"{stem}sen", f"{stem}sta", f"{stem}seen", f"{stem}selle", f"{stem}sesta"
    )  # fmt: skip


_BALL: Final = _cases("pallo", "pallon", "palloa", "palloon", "pallolle", "pallosta")
_BALLS: Final = _cases("pallot", "pallojen", "palloja", "palloihin", "palloille", "palloista")
_CUE: Final = _cases("kivi", "kiven", "kiveä", "kiveen", "kivelle", "kivestä")
_CRAZY: Final = _cases("hullu", "hullun", "hullua", "hulluun", "hullulle", "hullusta")
_EIGHT: Final = _cases("kasi", "kasin", "kasia", "kasiin", "kasille", "kasista")
_POCKET: Final = _cases("pussi", "pussin", "pussia", "pussiin", "pussille", "pussista")
_CUSHION: Final = _cases("valli", "vallin", "vallia", "valliin", "vallille", "vallista")
_LEFT: Final = _cases("vasen", "vasemman", "vasenta", "vasempaan", "vasemmalle", "vasemmasta")
_RIGHT: Final = _cases("oikea", "oikean", "oikeaa", "oikeaan", "oikealle", "oikeasta")
_COLOURS: Final = {
    "red": _nen("punai"),
    "yellow": _nen("keltai"),
    "green": _cases("vihreä", "vihreän", "vihreää", "vihreään", "vihreälle", "vihreästä"),
    "brown": _cases("ruskea", "ruskean", "ruskeaa", "ruskeaan", "ruskealle", "ruskeasta"),
    "blue": _cases("sininen", "sinisen", "sinistä", "siniseen", "siniselle", "sinisestä"),
    "pink": _cases("pinkki", "pinkin", "pinkkiä", "pinkkiin", "pinkille", "pinkistä"),
    "black": _cases("musta", "mustan", "mustaa", "mustaan", "mustalle", "mustasta"),
    "solid": _cases("kokovärinen", "kokovärisen", "kokoväristä", "kokoväriseen", "kokoväriselle", "kokovärisestä"),
    "stripe": _cases("puolivärinen", "puolivärisen", "puoliväristä", "puoliväriseen", "puoliväriselle",
                     "puolivärisestä"),
}  # fmt: skip
_WHAMMIES: Final = {
    **_COLOURS,
    "brown": _nen("viininpunai"),
    "pink": _cases("oranssi", "oranssin", "oranssia", "oranssiin", "oranssille", "oranssista"),
}
_WHAMMY_KEYS: Final = ("yellow", "green", "brown", "blue", "pink", "black")
_POCKETS: Final = {
    "head-left": (_LEFT, "ylä"), "head-right": (_RIGHT, "ylä"), "side-left": (_LEFT, "keski"),
    "side-right": (_RIGHT, "keski"), "foot-left": (_LEFT, "ala"), "foot-right": (_RIGHT, "ala"),
}  # fmt: skip
_CUSHIONS: Final = {"head": ("", "ylä"), "foot": ("", "ala"), "left-head": ("vasemman sivun ", "ylä"),
                    "left-foot": ("vasemman sivun ", "ala"), "right-head": ("oikean sivun ", "ylä"),
                    "right-foot": ("oikean sivun ", "ala")}  # fmt: skip


def ball(key: str, form: str, whammies: bool) -> str:
    """`pallo 5`, `pallon 5`, `keltaista whammy-palloa`, `hulluun kiveen`."""
    case = form or "nom"
    if key == "cue":
        return _CUE[case]
    if key == "crazy-cue":
        return f"{_CRAZY[case]} {_CUE[case]}"
    if key == "crazy-8":
        return f"{_CRAZY[case]} {_EIGHT[case]}"
    if key == "ball":
        return _BALL[case]
    if whammies and key in _WHAMMY_KEYS:
        return f"{_WHAMMIES[key][case]} whammy-{_BALL[case]}"
    if key in _COLOURS:
        return f"{_COLOURS[key][case]} {_BALL[case]}"
    return f"{_BALL[case]} {key}"


def numbers(keys: Sequence[str], form: str) -> str:
    """`pallot 5, 8 ja 11`; `palloja 5 ja 11`."""
    plural = {"gen": "nom", "": "nom"}.get(form, form)  # the object of a sentence: pallon 5, but pallot 5 ja 11
    return f"{_BALLS[plural]} {', '.join(keys[:-1])} {AND} {keys[-1]}"


def pocket(name: str, form: str) -> str:
    """`vasen yläpussi`, `oikeaan keskipussiin`."""
    case = form or "nom"
    if name not in _POCKETS:
        return name
    side, place = _POCKETS[name]
    return f"{side[case]} {place}{_POCKET[case]}"


def cushion(name: str, form: str) -> str:
    """`ylävalli`, `vasemman sivun alavalliin`."""
    if name not in _CUSHIONS:
        return name
    side, place = _CUSHIONS[name]
    return f"{side}{place}{_CUSHION[form or 'nom']}"
