"""What a ball can be told apart by: the labels that have a face of their own, in the classifier's order."""

from __future__ import annotations

from typing import Final

from callshot.rules.vocabulary import GENERIC_LABELS, LABELS

# `solid`, `stripe` and `ball` are only ways to say less.
FACES: Final[tuple[str, ...]] = tuple(label for label in LABELS if label not in GENERIC_LABELS)

# The network's own outputs: a whammy's pink is orange and its brown maroon, unlike the snooker balls of these names.
OUTPUTS: Final[tuple[str, ...]] = (*FACES, "orange whammy", "maroon whammy")
WHAMMY_SHADES: Final = {"pink": "orange whammy", "brown": "maroon whammy"}

SOLIDS: Final = frozenset(str(n) for n in range(1, 8))
STRIPES: Final = frozenset(str(n) for n in range(9, 22))


def group_of(label: str) -> str:
    """What a referee can use when the number is open: `cue`, `8`, `solid`, `stripe`, or the label itself."""
    if label in ("cue", "crazy-cue"):
        return "cue"
    if label in ("8", "crazy-8"):
        return "8"
    if label in SOLIDS:
        return "solid"
    if label in STRIPES:
        return "stripe"
    return label
