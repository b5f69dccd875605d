"""Counts of what was read right, and the rows of the tables that tell them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from callshot.models.faces import FACES, group_of

Floats = NDArray[np.float64]

SURE: Final = 0.9
HEAD: Final = "| | balls | label right | group right | said with 0.9 or more | of these wrong |\n" + "| --- " * 6 + "|"
BESIDE_HEAD: Final = (
    "| | balls | label right | group right | said with 0.9 or more | of these wrong | colours only: label, group "
    "| circles found | circles and mean colour: label, group |\n" + "| --- " * 9 + "|"
)


@dataclass(slots=True)
class Tally:
    """Counts of one row. misread: (truth, called) -> how often."""

    balls: int = 0
    exact: int = 0
    group: int = 0
    sure: int = 0
    sure_wrong: int = 0
    misread: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, truth: str, row: Floats) -> bool:
        """One ball with its (labels,) probabilities; whether it was right."""
        k = int(row.argmax())
        return self.count(truth, FACES[k], float(row[k]))

    def count(self, truth: str, got: str, p: float) -> bool:
        """One ball that was called `got` with confidence p; whether it was right."""
        self.balls += 1
        self.exact += got == truth
        self.group += group_of(got) == group_of(truth)
        if p >= SURE:
            self.sure += 1
            self.sure_wrong += got != truth
        if got != truth:
            self.misread[truth, got] = self.misread.get((truth, got), 0) + 1
        return got == truth

    def row(self, name: str) -> str:
        """A Markdown row."""
        n = max(self.balls, 1)
        return (
            f"| {name} | {self.balls} | {self.exact / n:.1%} | {self.group / n:.1%} | {self.sure / n:.1%} "
            f"| {self.sure_wrong / max(self.sure, 1):.2%} |"
        )

    def most_misread(self, count: int = 6) -> str:
        """What was taken for what, the most frequent first."""
        pairs = sorted(self.misread.items(), key=lambda item: -item[1])[:count]
        return ", ".join(f"{truth} as {got} ({n})" for (truth, got), n in pairs) or "none"


@dataclass(slots=True)
class Beside:
    """One row of three ways to read the same balls. circles: how many balls a circle was found for."""

    network: Tally
    colours: Tally
    circles: int = 0
    mean_exact: int = 0
    mean_group: int = 0

    def row(self, name: str) -> str:
        """A Markdown row; what the circles name is of all balls, found or not."""
        n = max(self.network.balls, 1)
        c = self.colours
        return (
            f"{self.network.row(name)} {c.exact / n:.1%}, {c.group / n:.1%} | {self.circles / n:.1%} "
            f"| {self.mean_exact / n:.1%}, {self.mean_group / n:.1%} |"
        )


def within(log_p: Floats, labels: tuple[str, ...]) -> Floats:
    """Probabilities when only these labels are possible."""
    p = np.where(np.isin(FACES, labels), np.exp(log_p), 0.0) + 1e-12
    return np.asarray(p / p.sum(axis=1, keepdims=True), np.float64)
