"""Measures the network beside what one would pick instead: the colours alone, and circles with their mean colour.

On drawn patches of a seed that training never used, by set, ball size, light and cloth; and on balls at their true
places in recordings with truth. Every figure here is of single looks, within the set's labels: counts of the set and
the sum over looks are the identifier's. `make evaluate` makes all tables of the model card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from callshot.models.colours_only import ColoursOnly
from callshot.models.faces import FACES, group_of
from callshot.models.normalise import Image, cut
from callshot.models.training.baseline import circle_names
from callshot.models.training.footage import Case
from callshot.models.training.tallies import Beside, Tally, within

Floats = NDArray[np.float64]
SEED: Final = 90_001
SIZES: Final = (18.0, 22.0, 27.0, 34.0, 42.0, 54.0, 70.0)
SETS: Final = {
    "pool": "pool15", "baseball": "baseball21", "congestion": "congestion", "snooker": "snooker22",
    "carom": "carom3", "english": "english",
}  # fmt: skip


class Looker(Protocol):
    """A classifier."""

    def look(self, image: Image, centres_px: ArrayLike, radii_px: ArrayLike) -> Floats:
        """(n, labels) log probabilities."""
        ...


def has_whammies(ball_set: str) -> bool:
    """Whether a set's pink and brown may be the orange and the maroon whammy."""
    return ball_set == "congestion"


def drawn_cases(count: int, seed: int = SEED) -> Iterator[tuple[Case, tuple[str, ...]]]:
    """Fresh patches of balls of 18 to 70 px, with the rows that each counts for."""
    from callshot.models.training.patches import draw_patch

    rng = np.random.default_rng(seed)
    for _ in range(count):
        size = float(np.exp(rng.uniform(np.log(SIZES[0]), np.log(SIZES[-1]))))
        patch = draw_patch(rng, diameter_px=size)
        lo = max(s for s in SIZES[:-1] if s <= size)
        hi = SIZES[SIZES.index(lo) + 1]
        shift = rng.normal(0, 0.03, patch.centres_px.shape) * patch.radii_px[:, None]
        h, w = patch.images[0].shape[:2]
        bed = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64)
        case = Case(
            "patch", "drawn", SETS[patch.kind], patch.images[0], patch.labels, patch.centres_px + shift,
            patch.radii_px, bed,
        )  # fmt: skip
        yield case, (
            "all", f"set: {case.ball_set}", f"diameter: {lo:.0f} to {hi:.0f} px", f"light: {patch.light}",
            f"cloth: {patch.cloth}",
        )  # fmt: skip


def beside(
    network: dict[bool, Looker], source: Iterable[tuple[Case, tuple[str, ...]]], failures: list[Image] | None = None
) -> dict[str, Beside]:
    """Rows by name. network: the classifier with and without whammies. failures: gets pictures of misread balls."""
    colours = ColoursOnly()
    out: dict[str, Beside] = {}
    for case, names in source:
        at = case.centres_px, case.radii_px
        q = within(network[has_whammies(case.ball_set)].look(case.image, *at), case.set_labels)
        plain = within(colours.look(case.image, *at), case.set_labels)
        called, _ = circle_names(case)
        for k, label in enumerate(case.labels):
            if label not in FACES:
                continue
            for name in names:
                row = out.setdefault(name, Beside(Tally(), Tally()))
                right = row.network.add(label, q[k])
                row.colours.add(label, plain[k])
                got = called[k]
                row.circles += got is not None
                row.mean_exact += got == label
                row.mean_group += got is not None and group_of(got) == group_of(label)
            if failures is not None and not right:
                failures.append(captioned(case, k, FACES[int(q[k].argmax())]))
    return out


def captioned(case: Case, k: int, got: str) -> Image:
    """One ball with its truth and what it was called."""
    crop = cut(case.image, case.centres_px[k : k + 1], case.radii_px[k : k + 1])[0]
    big = np.asarray(cv2.resize(crop, (80, 80), interpolation=cv2.INTER_CUBIC), np.uint8)
    out = np.full((98, 84, 3), 30, np.uint8)
    out[16:96, 2:82] = big
    text = f"{case.labels[k]} > {got}"
    cv2.putText(out, text, (2, 11), cv2.FONT_HERSHEY_SIMPLEX, 0.34, (240, 240, 240), 1, cv2.LINE_AA)
    return out


def sheet(cells: list[Image], across: int = 12) -> Image:
    """Pictures side by side."""
    cells = list(cells)
    while len(cells) % across or not cells:
        cells.append(np.full((98, 84, 3), 30, np.uint8))
    return np.vstack([np.hstack(cells[i : i + across]) for i in range(0, len(cells), across)])
