"""Balls that were played for years: their whites have yellowed, their paints are dull."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from callshot.models.drawing.looks import Look, Rgb

# Of the oldest set that is still played with: what is left of a white in linear RGB, and the grey that scuffs mix in.
YELLOWED: Final = np.array([1.0, 0.93, 0.70]) * 0.88
SCUFFS: Final = 0.35


def aged(look: Look, age: float, dullness: float) -> Look:
    """The look after years. age: 0 new, 1 the oldest. dullness: share of grey in every paint, 0 to about 0.16."""
    yellow = 1 - age * (1 - YELLOWED)

    def colour(rgb: Rgb) -> Rgb:
        c = np.asarray(rgb)
        c = (c + dullness * age * (SCUFFS - c)) * yellow
        return float(c[0]), float(c[1]), float(c[2])

    return replace(
        look, ground=colour(look.ground), band=colour(look.band), rim=colour(look.rim),
        disc_colour=colour(look.disc_colour), ink=colour(look.ink), ring_colour=colour(look.ring_colour),
        dot_colour=colour(look.dot_colour),
    )  # fmt: skip
