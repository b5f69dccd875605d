"""A ball that nobody saw can be hit all the same: the struck ball's way breaks in the open, and that is owned up to."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from callshot.rules.vocabulary import Stroke
from callshot.tracker.observation import FrameObservation

sys.path.insert(0, str(Path(__file__).parent))
from toy_camera import ToyCamera
from toy_strokes import told
from toy_table import Strike, Toy

from callshot.tracker.strokes.bed import Bed

BED = Bed(2540.0, 1270.0, 57.15)


@dataclass
class Blind(ToyCamera):
    """Sees no ball of one label: it has the cloth's own colour."""

    to: str = "1"

    def watch(self, *args: object, **named: object) -> Iterator[FrameObservation]:  # type: ignore[override]
        for frame in super().watch(*args, **named):  # type: ignore[arg-type]
            yield replace(frame, balls=tuple(b for b in frame.balls if b.labels.get(self.to, 0.0) < 0.5))


def the_stroke(aside_mm: float) -> tuple[Toy, Stroke]:
    toy = Toy(BED, np.array([[0.0, -700.0], [aside_mm, 100.0], [500.0, 900.0]]))
    toy.play([Strike(0, 0.8, (0.0, 2000.0))])
    return toy, next(r for r in told(toy, Blind()) if isinstance(r, Stroke))


def test_a_break_in_the_open_that_no_known_ball_explains_puts_the_first_contact_in_doubt() -> None:
    toy, stroke = the_stroke(35.0)
    assert next(e.balls for e in toy.events if e.kind == "contact") == (0, 1)
    assert "1" not in {b.id for b in stroke.before or ()}
    doubt = next(u for u in stroke.uncertain if u.fact == "first_contact")
    assert {None, "ball"} <= set(doubt.candidates)


def test_a_way_without_a_break_met_nothing() -> None:
    toy, stroke = the_stroke(90.0)
    assert not any(e.kind == "contact" for e in toy.events)
    assert stroke.first_contact is None
    assert not [u for u in stroke.uncertain if u.fact == "first_contact"]
