"""What hands did to balls: put down, moved, taken up."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from callshot.rules.vocabulary import Disturbance, Moved, label_of
from callshot.tracker.strokes.clock import Clock
from callshot.tracker.strokes.ends import stop_s
from callshot.tracker.strokes.naming import Names
from callshot.tracker.strokes.paths import Path
from callshot.tracker.strokes.pending import InHand, TakenUp
from callshot.tracker.strokes.stirring import CLEAR_MM, STIR_MM
from callshot.tracker.strokes.watched import Watched

Floats = NDArray[np.float64]


class Handwork:
    """Tells disturbances; holds the balls that somebody has in hand."""

    def __init__(self, watched: Watched, names: Names) -> None:
        self._watched = watched
        self._names = names
        self._in_hand = InHand()

    @property
    def holds(self) -> bool:
        """Whether a ball may yet be put down."""
        return self._in_hand.holds

    def expired(self, t_s: float) -> list[Disturbance]:
        """Balls taken up that did not come back in time were removed."""
        return self._in_hand.expired(t_s)

    def put_down(self, key: int, where: tuple[float, float], t_s: float) -> Disturbance:
        """A ball came to lie there: one that a hand had taken up elsewhere, or one from outside."""
        name = self._names.id_of(key) or "ball"
        held = self._in_hand.put_down(self._watched.look(key), lambda other: label_of(other) == label_of(name))
        if held is None:
            return Disturbance(t_s, "placed", (Moved(name, label_of(name), None, where),))
        self._names.move(held.key, key)
        return Disturbance(t_s, "moved", (Moved(held.name, label_of(held.name), held.was_mm, where),))

    def moved(
        self, paths: Mapping[int, Path], after: Mapping[int, Floats], t_s: float, clock: Clock, early: bool
    ) -> list[Disturbance]:
        """Balls that no stroke moved. early: this is just after the beginning, when a ball may still creep."""
        out: list[Disturbance] = []
        for k, p in paths.items():
            home = p.before_mm
            if home is None:
                continue
            name = self._names.id_of(k) or "ball"
            was = (float(home[0]), float(home[1]))
            if k not in after:
                when = clock.source(p.lost_s) if p.lost_s is not None else t_s
                self._in_hand.take(TakenUp(k, name, was, when, self._watched.looks.get(k)))
                continue
            if float(np.hypot(*(after[k] - home))) > STIR_MM and not (early and _crept(p)):
                where = (float(after[k][0]), float(after[k][1]))
                stop = stop_s(p)
                when = t_s if stop is None else clock.source(stop)
                out.append(Disturbance(when, "moved", (Moved(name, label_of(name), was, where),)))
        return out


def _crept(path: Path) -> bool:
    """With nothing foreign near it: the last of a roll from before, no hand's work."""
    return len(path.sights) > 0 and float(path.sights[:, 4].min()) > CLEAR_MM
