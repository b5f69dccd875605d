"""What balls tell beside each other that none tells alone: tinted grounds, a brown among reds, shared paints."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from callshot.models.faces import FACES
from callshot.models.normalise import CROP_PX
from callshot.tracker.identify.browns import brown_nats, saturation
from callshot.tracker.identify.grounds import ground_map, tint_nats
from callshot.tracker.identify.paints import PAINTS, body_colour, paint_nats

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

_NARROW: Final = [FACES.index(str(n)) for n in range(9, 16)]
_WIDE: Final = [FACES.index(str(n)) for n in range(16, 22)]
_WHITE: Final = [FACES.index("cue"), FACES.index("crazy-cue")]
_RED, _BROWN = FACES.index("red"), FACES.index("brown")
_BARE: Final = np.full((CROP_PX, CROP_PX), np.nan, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Traits:
    """What of one ball is compared with the others: the map of its pale ground, how saturated it is, its paint."""

    ground: NDArray[np.float32] = field(default_factory=lambda: _BARE)
    saturation: float = float("nan")
    body: Floats = field(default_factory=lambda: np.full(3, np.nan))


class Comparison:
    """Which traits matter for a set, and what they say."""

    def __init__(self, capacity: Floats | None) -> None:
        """capacity: (labels,) how many of each the set has; None where the set is not known."""
        possible = np.ones(len(FACES)) if capacity is None else capacity
        self._possible = possible > 0
        self._tints = bool(possible[_WIDE].any() and possible[_NARROW].any())
        # six whammies are no measure of each other: many reds of one paint are
        self._browns = bool(possible[_BROWN] > 0 and possible[_RED] > possible[_BROWN])
        self._paints = bool((possible[PAINTS > 0] > 0).sum() > 1)

    @property
    def needed(self) -> bool:
        """Whether the set has balls that are told by comparing."""
        return self._tints or self._browns or self._paints

    def traits(self, crop: Image) -> Traits:
        """(40, 40, 3) whitened crop of a ball at rest -> what is compared."""
        return Traits(
            ground_map(crop) if self._tints else _BARE,
            saturation(crop) if self._browns else float("nan"),
            body_colour(crop) if self._paints else np.full(3, np.nan),
        )

    def added(self, evidence: Floats, traits: list[Traits]) -> Floats:
        """(n, labels) log evidence of n balls -> the same with what comparing them adds."""
        if not self.needed or not len(evidence):
            return evidence
        p = np.where(self._possible, np.exp(evidence - evidence.max(axis=1, keepdims=True)), 0.0)
        p /= np.maximum(p.sum(axis=1, keepdims=True), 1e-300)
        out = evidence.copy()
        if self._tints:
            maps = np.array([t.ground for t in traits])
            nats = tint_nats(maps, p[:, [*_NARROW, *_WIDE]].sum(axis=1), p[:, _WHITE].sum(axis=1))
            out[:, _WIDE] += nats[:, None]
        if self._browns:
            found = np.array([t.saturation for t in traits])
            out[:, _BROWN] += brown_nats(found, p[:, [_RED, _BROWN]].sum(axis=1))
        if self._paints:
            out += paint_nats(np.array([t.body for t in traits]), np.where(self._possible, out, -np.inf))
        return out
