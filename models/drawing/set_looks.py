"""Looks of whole sets: makers' colours, lettering, discs, bands and marks, drawn at random within what is sold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from callshot.models.drawing.glyphs import FACES, glyph
from callshot.models.drawing.looks import Look, Rgb, linear

# Base colours by number, as sRGB; names after each are the trade's.
STANDARD = {
    1: (245, 190, 20), 2: (20, 50, 150), 3: (200, 25, 25), 4: (75, 35, 120), 5: (245, 110, 25), 6: (10, 95, 50),
    7: (115, 30, 30), 8: (18, 18, 20),
}  # fmt: skip
TV = {**STANDARD, 4: (245, 110, 150), 7: (170, 105, 55)}
BLACK_EDITION = {**STANDARD, 5: (160, 115, 215), 6: (70, 185, 95), 7: (120, 70, 35)}
SNOOKER = {
    "red": (190, 15, 25), "yellow": (240, 200, 25), "green": (10, 100, 60), "brown": (110, 55, 30),
    "blue": (20, 85, 175), "pink": (240, 130, 150), "black": (15, 15, 15),
}  # fmt: skip
WHAMMIES = {**SNOOKER, "brown": (95, 22, 28), "pink": (245, 120, 30)}
PALE = {**STANDARD, 4: (150, 85, 190), 5: (240, 120, 50), 6: (75, 205, 125), 7: (180, 115, 65)}
SCHEMES = {"standard": STANDARD, "tv": TV, "black-edition": BLACK_EDITION, "pale": PALE}
# Snooker's brown is anything from chocolate to brick, beside reds that a camera may drive to its limit.
BROWNS = ((110, 55, 30), (150, 65, 25), (175, 70, 35), (135, 45, 30))


# What parts 16 to 21 from 8 to 13 beside the number: one or two of these, in a few sets nothing.
WIDE_MARKS: tuple[tuple[str, ...], ...] = (
    (), ("narrow",), ("narrow",), ("rim",), ("rim",), ("rim",), ("ground",), ("ground",), ("ground",), ("double",),
    ("narrow", "rim"), ("rim", "ground"), ("narrow", "ground"),
)  # fmt: skip
TINTS = ((0.95, 0.82, 0.5), (0.5, 0.5, 0.5), (0.7, 0.7, 0.7), (0.62, 0.5, 0.36), (0.75, 0.85, 0.9))


@dataclass(frozen=True, slots=True)
class Maker:
    """One maker's habits, the same for all balls of a set. Angles in radians, band as the sine of its half width.

    whammies: the balls in the snooker colours are whammies, with an orange pink and a maroon brown.
    """

    scheme: str
    white: Rgb
    disc: float
    disc_white: Rgb
    band: float
    lettering: int
    weight: int
    ring: tuple[float, float]
    hue_shift: float
    wide_marks: tuple[str, ...]
    crazy_mark: str
    cue_mark: str
    whammy_numbers: bool
    underline: bool
    english_numbers: bool
    tint: Rgb
    dark_ground: bool
    whammies: bool


def random_maker(rng: Generator, scheme: str | None = None) -> Maker:
    """Somebody's set. `scheme`: one of SCHEMES, drawn if not given."""
    cream = float(rng.uniform(0, 1)) ** 1.5
    white = (0.88 - 0.06 * cream, 0.87 - 0.12 * cream, 0.84 - 0.34 * cream)
    level = float(rng.uniform(0.85, 1.05))
    white = (white[0] * level, white[1] * level, white[2] * level)
    disc = float(rng.uniform(0.30, 0.50))
    clean = float(rng.uniform(0.9, 1.08))
    ringed = rng.random() < 0.25
    return Maker(
        scheme=scheme or str(rng.choice(list(SCHEMES), p=[0.45, 0.22, 0.22, 0.11])),
        white=white,
        disc=disc,
        disc_white=(min(0.9, white[0] * clean), min(0.9, white[1] * clean), min(0.88, white[2] * clean)),
        band=float(rng.uniform(0.40, 0.62)),
        lettering=int(rng.integers(0, len(FACES))),
        weight=int(rng.integers(0, 4)),
        ring=(disc * 0.8, disc * 0.9) if ringed else (0.0, 0.0),
        hue_shift=float(rng.normal(0, 1.0)),
        wide_marks=WIDE_MARKS[int(rng.integers(0, len(WIDE_MARKS)))],
        crazy_mark=str(rng.choice(["none", "ring", "ring", "rings"])),
        cue_mark=str(rng.choice(["plain", "plain", "measles", "measles", "logo"])),
        whammy_numbers=bool(rng.random() < 0.1),
        underline=bool(rng.random() < 0.5),
        english_numbers=bool(rng.random() < 0.3),
        tint=TINTS[int(rng.integers(0, len(TINTS)))],
        dark_ground=bool(rng.random() < 0.07),
        whammies=bool(rng.random() < 0.7),
    )


def _vary(rng: Generator, colour: tuple[int, int, int], amount: float = 1.0) -> Rgb:
    """A maker's own shade of a colour: hue, depth and saturation shift a little, in a space close to perception."""
    base = np.asarray(colour, np.float64)
    grey = base.mean()
    saturation = 1 + amount * rng.normal(0, 0.11)
    level = 1 + amount * rng.normal(0, 0.13)
    out = (grey + (base - grey) * saturation) * level + amount * rng.normal(0, 6, 3)
    r, g, b = (int(v) for v in np.clip(out, 3, 252))
    return linear(r, g, b)


def _measles(rng: Generator, count: int) -> np.ndarray:
    axes = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], np.float32)
    if count == 8:
        axes = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], np.float32) / np.sqrt(3)
    return axes.astype(np.float32)


def make_look(label: str, maker: Maker, rng: Generator, carom: bool = False) -> Look:
    """The face of one ball of this maker's set."""
    if label in ("cue", "crazy-cue"):
        return _cue(label, maker, rng, carom)
    if label in SNOOKER:
        table = WHAMMIES if maker.whammies and not carom else SNOOKER
        base = table[label]
        if label == "brown" and table is SNOOKER:
            base = BROWNS[int(rng.integers(0, len(BROWNS)))]
        return _plain(_vary(rng, base), label, maker, rng, carom)
    number = 8 if label == "crazy-8" else int(label)
    return _numbered(number, label == "crazy-8", maker, rng)


def _plain(colour: Rgb, label: str, maker: Maker, rng: Generator, carom: bool) -> Look:
    if carom and rng.random() < 0.6:
        return Look(colour, dot=0.13, dot_colour=linear(150, 20, 30), dots=_measles(rng, 6))
    if label == "black" and maker.english_numbers:
        number = glyph(8, maker.lettering, maker.weight)
        return Look(colour, disc=maker.disc, disc_colour=maker.disc_white, number=number)
    return Look(colour)


def _cue(label: str, maker: Maker, rng: Generator, carom: bool) -> Look:
    white = maker.white
    if label == "crazy-cue":
        kind = maker.crazy_mark if maker.crazy_mark != "none" else str(rng.choice(["none", "ring"]))
        colour = linear(*[(20, 40, 110), (25, 25, 25), (170, 30, 30)][int(rng.integers(0, 3))])
        outer = float(rng.uniform(0.3, 1.0)) if rng.random() < 0.5 else float(rng.uniform(0.35, 0.6))
        if kind == "none":
            return Look(white)
        dot = min(outer, 0.6) * 0.35 if kind == "rings" else 0.0
        axes = np.array([[1, 0, 0], [-1, 0, 0]], np.float32)
        return Look(
            white,
            ring=(outer * float(rng.uniform(0.7, 0.9)), outer),
            ring_colour=colour,
            dot=dot,
            dot_colour=colour,
            dots=axes,
        )
    mark = "measles" if carom and rng.random() < 0.5 else maker.cue_mark
    if mark == "measles":
        shade = linear(*[(190, 25, 35), (190, 25, 35), (30, 60, 160)][int(rng.integers(0, 3))])
        return Look(
            white,
            dot=float(rng.uniform(0.10, 0.17)),
            dot_colour=shade,
            dots=_measles(rng, 6 if rng.random() < 0.8 else 8),
        )
    if mark == "logo":
        shade = linear(*[(190, 25, 35), (30, 60, 160), (20, 110, 60)][int(rng.integers(0, 3))])
        return Look(white, dot=float(rng.uniform(0.10, 0.2)), dot_colour=shade, dots=np.array([[1, 0, 0]], np.float32))
    return Look(white)


def _numbered(number: int, crazy: bool, maker: Maker, rng: Generator) -> Look:
    scheme = SCHEMES[maker.scheme]
    base_number = number if number <= 8 else (number - 8 if number <= 15 else (8 if number == 16 else number - 16))
    colour = _vary(rng, scheme[base_number], 0.7)
    number_glyph = glyph(number, maker.lettering, maker.weight, maker.underline and number in (6, 9))
    ring = maker.ring
    ring_colour = (0.01, 0.01, 0.01)
    if crazy:
        ring = (maker.disc * 1.05, maker.disc * 1.35) if maker.crazy_mark != "none" else (0.0, 0.0)
        ring_colour = maker.disc_white
    striped = number >= 9
    band, rim, rim_colour, ground = 0.0, 0.0, (1.0, 1.0, 1.0), colour
    if striped:
        band, ground = maker.band, maker.white
    if striped and maker.dark_ground:
        ground = (0.012, 0.012, 0.012)
    if number >= 16:
        marks = maker.wide_marks
        if "narrow" in marks:
            band *= float(rng.uniform(0.5, 0.68))
        if "ground" in marks:
            w, t = ground, maker.tint
            ground = (w[0] * t[0], w[1] * t[1], w[2] * t[2])
        if "rim" in marks:
            rim = float(rng.uniform(0.025, 0.08))
            grey = float(rng.uniform(0.005, 0.06))
            rim_colour = (grey, grey, grey) if number != 16 else linear(190, 25, 25)
        if "double" in marks:
            rim, rim_colour = 0.1, maker.disc_white
            band *= 0.75
    return Look(
        ground, colour, band, rim, rim_colour, maker.disc, maker.disc_white, (0.01, 0.01, 0.01), ring, ring_colour,
        2, 0.0, (0.0, 0.0, 0.0), np.zeros((0, 3), np.float32), number_glyph,
    )  # fmt: skip


def random_turn(rng: Generator) -> np.ndarray:
    """(3, 3) a uniformly random rotation."""
    q = rng.normal(size=4)
    w, x, y, z = q / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
