"""A clean plate: the table without people and moving balls, from many frames."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from callshot.hardware.frame import Frame, Image

# Enough for a median that forgets an arm seen in a third of them; few enough for a second of work at full HD.
PLATE_FRAMES = 15


class PlateBuilder:
    """Collects frames spread over all that it is shown, and gives their median.

    The number of frames to come need not be known: whenever the store is full every second one is dropped and the
    stride doubles. Push frames in order; memory holds at most twice `count` pictures.
    """

    def __init__(self, count: int = PLATE_FRAMES) -> None:
        self._count = count
        self._stride = 1
        self._seen = 0
        self._kept: list[Image] = []

    def push(self, image: Image) -> None:
        """Add a picture of the same size as those before (others are left out)."""
        if self._seen % self._stride == 0 and (not self._kept or image.shape == self._kept[0].shape):
            self._kept.append(np.array(image))
            if len(self._kept) >= 2 * self._count:
                self._kept = self._kept[::2]
                self._stride *= 2
        self._seen += 1

    @property
    def seen(self) -> int:
        """How many pictures were pushed."""
        return self._seen

    def plate(self) -> Image | None:
        """The median of the kept pictures, or None before the first."""
        if not self._kept:
            return None
        chosen = self._kept
        if len(chosen) > self._count:
            chosen = [chosen[i] for i in np.linspace(0, len(chosen) - 1, self._count).round().astype(int)]
        return median_image(chosen)


def median_image(images: list[Image]) -> Image:
    """The median picture; an even number takes the darker of the middle two, so that no colour is invented."""
    if len(images) < 3:
        return images[0]
    height = images[0].shape[0]
    out = np.empty_like(images[0])
    middle = (len(images) - 1) // 2
    for top in range(0, height, 128):  # in bands: the stack of whole pictures would not fit a small machine's cache
        band = np.stack([im[top : top + 128] for im in images])
        out[top : top + 128] = np.partition(band, middle, axis=0)[middle]
    return out


def plate_of(frames: Iterable[Frame], most: int = 900) -> Image | None:
    """The plate of at most the first `most` frames."""
    builder = PlateBuilder()
    for frame in frames:
        builder.push(frame.image)
        if builder.seen >= most:
            break
    return builder.plate()
