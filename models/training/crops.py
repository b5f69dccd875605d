"""Makes the training crops: `make_crops(count, seed)`; every number in them is drawn, no photograph is used."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from callshot.models.normalise import cut, white_of, whitened
from callshot.models.training.patches import SHARES, draw_patch

# Training crops are a little larger than the network's, so that a shift is a slice.
MARGIN_PX = 2
FILMS = 2


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """images: (n, 44, 44, 3) uint8 BGR. labels: (n,) index in OUTPUTS. kinds: (n,) index in SHARES. diameters_px: (n,).

    patch: (n,) which patch a crop is of, so that a split never parts a patch.
    """

    images: NDArray[np.uint8]
    labels: NDArray[np.int64]
    kinds: NDArray[np.int64]
    diameters_px: NDArray[np.float32]
    patch: NDArray[np.int64]

    def save(self, path: Path) -> None:
        """As one .npz."""
        np.savez(path, images=self.images, labels=self.labels, kinds=self.kinds, diameters_px=self.diameters_px,
                 patch=self.patch)  # fmt: skip


def load_crops(path: Path) -> Crops:
    """What `Crops.save` wrote."""
    with np.load(path) as f:
        return Crops(f["images"], f["labels"], f["kinds"], f["diameters_px"], f["patch"])


def make_crops(count: int, seed: int) -> Crops:
    """About `count` crops. The same seed gives the same crops."""
    rng = np.random.default_rng(seed)
    kinds = list(SHARES)
    images, labels, kind_of, sizes, patches = [], [], [], [], []
    made, k = 0, 0
    while made < count:
        patch = draw_patch(rng, films=FILMS)
        for image in patch.images:
            # what a detector gets wrong: a sixteenth of the diameter in place and size
            shift = rng.normal(0, 0.035, patch.centres_px.shape) * patch.radii_px[:, None] * 2
            radii = patch.radii_px * np.exp(rng.normal(0, 0.04, len(patch.radii_px)))
            raw = cut(image, patch.centres_px + shift, radii, 40 + 2 * MARGIN_PX)
            inner = raw[:, MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX]
            white = white_of(inner) * np.exp(rng.normal(0, 0.05) + rng.normal(0, 0.03, 3))
            images.append(whitened(raw, white))
            labels += patch.outputs
            kind_of += [kinds.index(patch.kind)] * len(patch.labels)
            sizes += list(2 * patch.radii_px)
            patches += [k] * len(patch.labels)
            made += len(patch.labels)
        k += 1
    return Crops(
        np.concatenate(images), np.array(labels), np.array(kind_of), np.array(sizes, np.float32), np.array(patches)
    )
