"""A ball that a hand took up and may yet put down: told as moved if it comes back soon, as removed if not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import Disturbance, Moved, label_of

Floats = NDArray[np.float64]

# A hand that takes a ball up to put it elsewhere does so within this.
HELD_S = 3.0
# That it lies there again is known so much later: the hand must leave first, and the ball lie in the open for a while.
SEEN_LATE_S = 1.5
# Looks this alike (Lab) are one ball's.
ALIKE_LAB = 20.0


@dataclass(frozen=True, slots=True, eq=False)
class TakenUp:
    """key, name: of the ball. was_mm: where it lay. when_s: when it was last seen there. look: its colour, if known."""

    key: int
    name: str
    was_mm: tuple[float, float]
    when_s: float
    look: Floats | None


class InHand:
    """The balls that hands hold, as far as anyone knows."""

    def __init__(self) -> None:
        self._held: list[TakenUp] = []

    @property
    def holds(self) -> bool:
        """Whether a ball may yet be put down."""
        return bool(self._held)

    def take(self, ball: TakenUp) -> None:
        """A hand took this ball up."""
        self._held.append(ball)

    def put_down(self, look: Floats | None, same_name: Callable[[str], bool]) -> TakenUp | None:
        """Which of them was put down, if it looks like this (or bears the name)."""
        best: tuple[float, TakenUp] | None = None
        for ball in self._held:
            if look is not None and ball.look is not None:
                unlike = float(np.linalg.norm(look - ball.look))
            else:
                unlike = 0.0 if same_name(ball.name) else ALIKE_LAB
            if unlike < ALIKE_LAB and (best is None or unlike < best[0]):
                best = (unlike, ball)
        if best is None:
            return None
        self._held.remove(best[1])
        return best[1]

    def expired(self, t_s: float) -> list[Disturbance]:
        """Those that did not come back in time were removed."""
        out = [
            Disturbance(b.when_s, "removed", (Moved(b.name, label_of(b.name), b.was_mm, None),))
            for b in self._held if t_s - b.when_s > HELD_S + SEEN_LATE_S
        ]  # fmt: skip
        self._held = [b for b in self._held if t_s - b.when_s <= HELD_S + SEEN_LATE_S]
        return out
