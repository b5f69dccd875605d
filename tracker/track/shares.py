"""What was seen of a ball's labels, as a probability each: worked out when somebody asks, which is seldom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


class Shares(Mapping[str, float]):
    """label -> its share of all weights, in their order; empty where they weigh nothing. It never changes."""

    __slots__ = ("_shares", "_weight")

    def __init__(self, weight: dict[str, float]) -> None:
        self._weight = weight.copy()
        self._shares: dict[str, float] | None = None

    def _all(self) -> dict[str, float]:
        if self._shares is None:
            total = sum(self._weight.values())
            self._shares = {k: v / total for k, v in self._weight.items()} if total > 0 else {}
        return self._shares

    def __getitem__(self, label: str) -> float:
        return self._all()[label]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return repr(self._all())
