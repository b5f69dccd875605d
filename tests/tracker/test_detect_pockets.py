"""Where the bed ends in the pockets, also where balls lie before them."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from callshot.calibration.table import TableGeometry
from callshot.tracker.detect.detector import Detector
from callshot.tracker.detect.first import first_look
from callshot.tracker.detect.view import make_view
from callshot.tracker.observation import FrameObservation

sys.path.insert(0, str(Path(__file__).parent))
from drawn_scene import DIAMETER_MM, RED, WHITE, WIDTH_MM, Scene, table  # type: ignore[import-not-found]

half = WIDTH_MM / 2


def hole(x_mm: float, radius_mm: float) -> tuple[NDArray[np.float64], tuple[int, int, int]]:
    turn = np.linspace(0, 2 * np.pi, 40)
    return np.stack([x_mm + radius_mm * np.cos(turn), radius_mm * np.sin(turn)], 1), (14, 14, 14)


HOLES = [hole(-half, 32.0), hole(half, 32.0)]


def geometry() -> TableGeometry:
    """A table whose side pockets have their mouths on the noses."""
    mouths = {"side-left": np.array([-half, 0.0]), "side-right": np.array([half, 0.0])}
    return replace(table(), pockets_mm=table().pockets_mm | mouths)  # type: ignore[no-any-return]


def looked(scene: Scene) -> FrameObservation:
    detector = Detector(geometry(), DIAMETER_MM)
    return [detector.update(scene.frame(k / 25, k)) for k in range(4)][-1]


@pytest.mark.parametrize("inside_mm", [36.0, 40.0, 46.0])
def test_balls_before_both_side_pockets_lie_on_the_bed(inside_mm: float) -> None:
    """Holes that reach 32 mm into the bed: a ball's centre beyond that would be below it."""
    places = [(half - inside_mm, 8.0, RED), (-half + inside_mm, -6.0, WHITE), (0.0, 300.0, RED)]
    seen = looked(Scene(places, prints=HOLES))
    assert len(seen.balls) == 3
    assert [b.in_pocket for b in seen.balls] == [None] * 3


def test_a_ball_below_the_edge_is_in_the_pocket() -> None:
    seen = looked(Scene([(half - 12.0, 0.0, RED), (0.0, 300.0, RED)], prints=HOLES))
    red = min(seen.balls, key=lambda b: float(np.hypot(*(b.position_mm - [half - 12.0, 0.0]))))
    assert red.in_pocket == "side-right"


def test_a_ball_that_sank_comes_out_well_over_the_edge_only() -> None:
    """Half hidden by the edge it seems to lie at it."""
    frame = Scene([(0.0, 300.0, RED)], prints=HOLES).frame()
    assert frame.luma is not None
    view = make_view(geometry(), DIAMETER_MM)
    x0, y0, x1, y1 = view.window
    _, pockets, _ = first_look(frame.image[y0:y1, x0:x1], frame.luma[y0:y1, x0:x1], view, 0.0)
    at = np.array([[half - 24.0, 0.0], [half - 34.0, 0.0], [half - 44.0, 0.0]])
    assert pockets.holding(at, [None] * 3) == ["side-right", None, None]
    assert pockets.holding(at, ["side-right"] * 3) == ["side-right", "side-right", None]
    assert pockets.holding(at, ["side-left"] * 3) == ["side-right", None, None]
