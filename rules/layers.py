"""A mapping that grows by steps, every one of which is kept: the steps share what they have in common.

A session keeps the state after each event, and while a question is open each holds the rulings of all strokes since.
Copied, an evening of n strokes would hold n * n / 2 of them; shared as here, n * log2(n) at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Layers(Mapping[K, V]):
    """Never changed. Made by `grown`; equal to every mapping with the same keys and values; read in their order."""

    __slots__ = ("_layers",)

    def __init__(self, layers: tuple[Mapping[K, V], ...]) -> None:
        """layers: the oldest first, each larger than the next; of a key in several, the newest counts."""
        self._layers = layers

    def __getitem__(self, key: K) -> V:
        for layer in reversed(self._layers):
            if key in layer:
                return layer[key]
        raise KeyError(key)

    def __iter__(self) -> Iterator[K]:
        return iter(self.whole())

    def __len__(self) -> int:
        return len(self.whole())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self.whole() == whole(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.whole())

    def whole(self) -> dict[K, V]:
        """A dictionary of its own."""
        out: dict[K, V] = {}
        for layer in self._layers:
            out.update(layer)
        return out

    def and_also(self, more: Mapping[K, V]) -> Layers[K, V]:
        """With more; layers of like size become one, so that there are few."""
        layers = self._layers
        new: Mapping[K, V] = dict(more)
        while layers and len(layers[-1]) <= len(new):
            new = {**layers[-1], **new}
            layers = layers[:-1]
        return Layers((*layers, new))


def grown(old: Mapping[K, V], more: Mapping[K, V]) -> Mapping[K, V]:
    """`{**old, **more}`, sharing what is old."""
    if not more:
        return old
    return (old if isinstance(old, Layers) else Layers((old,) if old else ())).and_also(more)


def whole(mapping: Mapping[K, V]) -> dict[K, V]:
    """A dictionary with the same keys and values, quick to look into."""
    return mapping.whole() if isinstance(mapping, Layers) else dict(mapping)
