"""How each ball is drawn: colours by label, for diagrams. The page has the same table in `static/balls.js`."""

from __future__ import annotations

from typing import Final

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""

_POOL: Final[tuple[Colour, ...]] = (
    (244, 190, 34), (24, 74, 168), (206, 38, 38), (88, 46, 132), (238, 116, 26), (18, 112, 62), (122, 28, 40),
    (24, 24, 26),
)  # fmt: skip
_NAMED: Final[dict[str, Colour]] = {
    "cue": (250, 248, 240), "crazy-cue": (250, 248, 240), "crazy-8": (24, 24, 26), "red": (192, 24, 32),
    "yellow": (240, 204, 40), "green": (16, 122, 70), "brown": (120, 44, 40), "blue": (28, 92, 196),
    "pink": (240, 128, 72), "black": (20, 20, 22), "solid": (150, 150, 156), "stripe": (150, 150, 156),
    "ball": (170, 170, 176),
}  # fmt: skip


def colour_of(label: str) -> Colour:
    """The ball's main colour; grey for a label that is none."""
    if label.isdecimal() and 1 <= int(label) <= 21:
        number = int(label)
        return _POOL[7] if number == 16 else _POOL[(number - 1) % 8 if number < 16 else number - 17]
    return _NAMED.get(label, _NAMED["ball"])


def is_striped(label: str) -> bool:
    """9 and above, and a ball of which only the stripe is known."""
    return label == "stripe" or (label.isdecimal() and int(label) >= 9)


def mark_of(label: str) -> str:
    """What stands on the ball: its number, or a letter where colour alone would have to tell."""
    if label.isdecimal():
        return label
    return {"crazy-8": "8", "crazy-cue": "C", "yellow": "Y", "green": "G", "brown": "M", "blue": "B", "pink": "O",
            "black": "K", "red": "R", "solid": "S", "stripe": "S", "ball": "?"}.get(label, "")  # fmt: skip
