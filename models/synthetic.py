"""`synthetic:NAME`: a drawn table behind the same protocol as a camera. A stand-in, and it says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from callshot.hardware.frame import Frame, SourceError, SourceInfo

if TYPE_CHECKING:
    from callshot.models.drawing.film_passage import Filming


class SyntheticSource:
    """Frames of a drawn passage, each with its exact time."""

    def __init__(self, name: str) -> None:
        """name: what follows `synthetic:`. Raises SourceError for an unknown one or without the extra `[train]`."""
        try:
            from callshot.models.drawing.scenarios import SCENARIOS
        except ModuleNotFoundError as why:
            raise SourceError(
                f"synthetic:{name}: drawing needs the package {why.name}; install callshot[train]"
            ) from why
        if name not in SCENARIOS:
            raise SourceError(f"synthetic:{name}: no such scene; there are {', '.join(SCENARIOS)}")
        self._filming: Filming = SCENARIOS[name]()
        width, height = self._filming.scene.camera.image_size
        self._info = SourceInfo(
            f"synthetic:{name}", width, height, self._filming.rate_hz, live=False,
            frame_count=len(self._filming.frame_times()), is_stand_in=True,
        )  # fmt: skip

    @property
    def info(self) -> SourceInfo:
        """Size, rate and name; `is_stand_in` is set."""
        return self._info

    def __iter__(self) -> Iterator[Frame]:
        for k, (t_s, image) in enumerate(self._filming.frames()):
            image.flags.writeable = False
            yield Frame(image, round(t_s * 1e9), k)

    def close(self) -> None:
        """Nothing to let go of."""
