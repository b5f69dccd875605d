"""How a set of balls looks under the light of one table: a colour for every label, learnt and kept in a file.

Colours are compared in CIE Lab by CIEDE2000. A profile is made by `callshot colours` and given with `--balls FILE`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray
from skimage.color import deltaE_ciede2000

from callshot.calibration import plausible
from callshot.rules.equipment import BALL_SETS
from callshot.rules.vocabulary import LABELS

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

# The rim of a ball shows its neighbours, the cloth and the dark of grazing light.
INNER: Final = 0.8
# Paler than this chroma and lighter than this is a white ground, a disc or a highlight, not the body's colour.
WHITE_CHROMA: Final = 24.0
WHITE_LIGHTNESS: Final = 62.0
# A ball with less of its face in colour than this is taken for white.
LEAST_BODY: Final = 0.12
# CIE Lab of what a picture of 8 bits a colour can hold.
LAB_BOUNDS: Final = ((0.0, 100.0), (-128.0, 127.0), (-128.0, 127.0))
MOST_LOOKS: Final = 1_000_000
# How far apart two looks at one ball are, in CIEDE2000: light varies over a table, shadows of neighbours.
SPREAD_E: Final = 7.0


class ProfileError(Exception):
    """A profile can't be made, read or used. One line: what is wrong, what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceColour:
    """lab: (3,) CIE Lab of the body colour (of the white where there is no other). white: share of the face."""

    lab: Floats
    white: float


def face_colour(image: Image, centre_px: ArrayLike, radius_px: float) -> FaceColour:
    """The colour of one ball in a BGR picture. A ball outside the picture gives what its border shows."""
    x, y = (float(v) for v in np.asarray(centre_px, np.float64).reshape(2))
    side = max(5, 2 * round(radius_px * INNER) + 1)
    patch = cv2.getRectSubPix(image, (side, side), (x, y))
    axis = np.arange(side) - (side - 1) / 2
    disc = axis[:, None] ** 2 + axis[None] ** 2 <= (radius_px * INNER) ** 2
    lab = cv2.cvtColor(patch.astype(np.float32) / 255.0, cv2.COLOR_BGR2LAB)[disc].astype(np.float64)
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    white = (chroma < WHITE_CHROMA) & (lab[:, 0] > WHITE_LIGHTNESS)
    share = float(white.mean())
    body = lab[~white] if 1 - share >= LEAST_BODY else lab[white]
    return FaceColour(np.median(body, axis=0), share)


def difference(lab: ArrayLike, others: ArrayLike) -> Floats:
    """CIEDE2000 of (..., 3) Lab colours to (k, 3) others: (..., k)."""
    a = np.asarray(lab, np.float64)[..., None, :]
    b = np.asarray(others, np.float64)
    shape = np.broadcast_shapes(a.shape, b.shape)
    apart = deltaE_ciede2000(np.broadcast_to(a, shape), np.broadcast_to(b, shape))  # type: ignore[no-untyped-call]
    return np.asarray(apart, np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class SetProfile:
    """colours: label -> (3,) Lab of its body. looks: label -> how many looks it was made of. ball_set: its name."""

    ball_set: str
    colours: Mapping[str, Floats]
    looks: Mapping[str, int]
    made_by: str = ""
    made_at: str = ""

    def log_likelihood(self, seen: FaceColour, labels: Sequence[str]) -> Floats:
        """(k,) log likelihood of each label for one look; a label that the profile lacks gets no opinion (zero)."""
        out = np.zeros(len(labels))
        known = [(k, self.colours[name]) for k, name in enumerate(labels) if name in self.colours]
        if not known:
            return out
        apart = difference(seen.lab, np.array([lab for _, lab in known]))
        # beyond four spreads a colour is simply another one
        fit = -0.5 * np.minimum(apart / SPREAD_E, 4.0) ** 2
        for (k, _), value in zip(known, fit, strict=True):
            out[k] = value
        missing = [k for k in range(len(labels)) if labels[k] not in self.colours]
        out[missing] = float(np.median(fit))
        return out

    def to_toml(self) -> str:
        """The text of the file."""
        lines = [
            "# How each ball of a set looks under one light: CIE Lab of its body colour, and from how many looks.",
            f'ball_set = "{self.ball_set}"',
            f'made_by = "{_plain(self.made_by)}"',
            f'made_at = "{_plain(self.made_at)}"',
        ]
        for label, lab in self.colours.items():
            numbers = ", ".join(f"{float(v):.2f}" for v in lab)
            lines += ["", f'[balls."{label}"]', f"lab = [{numbers}]", f"looks = {int(self.looks.get(label, 0))}"]
        return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return "".join(ch for ch in escaped if ch.isprintable())


def learn(looks: Sequence[tuple[str, FaceColour]], ball_set: str, made_by: str = "", made_at: str = "") -> SetProfile:
    """A profile from named looks. Raises ProfileError where there is none.

    Of a striped ball only looks that show enough of the band count, so that its colour is not that of the ground.
    """
    by_label: dict[str, list[Floats]] = {}
    for label, seen in looks:
        if label not in LABELS:
            raise ProfileError(f"{label!r} is no label of a ball")
        striped = label.isdecimal() and int(label) >= 9
        if striped and seen.white > 1 - LEAST_BODY:
            continue
        by_label.setdefault(label, []).append(seen.lab)
    if not by_label:
        raise ProfileError("no ball was named surely enough to learn its colour; show the balls apart from each other")
    colours = {label: np.median(np.array(labs), axis=0) for label, labs in by_label.items()}
    return SetProfile(ball_set, colours, {label: len(labs) for label, labs in by_label.items()}, made_by, made_at)


def profile_from_toml(text: str, source: str = "profile") -> SetProfile:
    """Read a profile. Raises ProfileError with one line that names what is missing or wrong."""
    try:
        doc = tomllib.loads(text)
        balls = doc["balls"]
        if not isinstance(balls, dict) or not balls:
            raise ValueError("it holds no balls")
        if doc["ball_set"] not in BALL_SETS:
            raise ValueError(f"{str(doc['ball_set'])[:40]!r} is no set of balls")
        unknown = [k for k in balls if k not in LABELS]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is no label of a ball")
        colours = {str(k): _lab(v["lab"], k) for k, v in balls.items()}
        looks = {str(k): int(plausible.number(v["looks"], f"looks of {k}", 0, MOST_LOOKS)) for k, v in balls.items()}
        return SetProfile(
            str(doc["ball_set"]), colours, looks, str(doc.get("made_by", "")), str(doc.get("made_at", ""))
        )  # fmt: skip
    except KeyError as why:
        raise ProfileError(f"{source}: {why.args[0]} is missing; make it again with `callshot colours`") from why
    except (ValueError, TypeError, AttributeError, RecursionError) as why:
        raise ProfileError(f"{source}: {why}; make it again with `callshot colours`") from why


def _lab(value: object, label: str) -> Floats:
    """(3,) a colour that there is. Raises ValueError."""
    lab = plausible.numbers(value, f"lab of {label}", 3)
    for name, part, (least, most) in zip("Lab", lab, LAB_BOUNDS, strict=True):
        plausible.number(float(part), f"{name} of lab of {label}", least, most)
    return lab


def load_profile(path: str | Path) -> SetProfile:
    """Read a profile file. Raises ProfileError."""
    try:
        text = plausible.read_text(path)
    except ValueError as why:
        raise ProfileError(f"{path}: {why}; make it with `callshot colours`") from why
    return profile_from_toml(text, str(path))


def swatches(profile: SetProfile, examples: Mapping[str, Image]) -> Image:
    """A picture to confirm a profile by: each label with its colour and one crop of the ball; BGR."""
    rows = []
    for label, lab in profile.colours.items():
        row = np.full((56, 260, 3), 40, np.uint8)
        colour = cv2.cvtColor(np.asarray(lab, np.float32).reshape(1, 1, 3), cv2.COLOR_LAB2BGR)[0, 0]
        row[4:52, 120:180] = np.clip(colour * 255, 0, 255).astype(np.uint8)
        if label in examples:
            row[4:52, 196:244] = cv2.resize(examples[label], (48, 48), interpolation=cv2.INTER_CUBIC)
        cv2.putText(row, label, (8, 36), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (240, 240, 240), 1, cv2.LINE_AA)
        rows.append(row)
    while len(rows) % 2:
        rows.append(np.full((56, 260, 3), 40, np.uint8))
    half = len(rows) // 2
    return np.hstack([np.vstack(rows[:half]), np.vstack(rows[half:])])
