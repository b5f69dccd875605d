"""A rolling shutter shows the far end later: told of it, the strokes' times are as good as with a global one."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from callshot.calibration.camera import CameraModel
from callshot.rules.vocabulary import Stroke

sys.path.insert(0, str(Path(__file__).parent))
from toy_camera import ToyCamera
from toy_strokes import told
from toy_table import Strike, Toy

from callshot.calibration.table import TableGeometry
from callshot.tracker.strokes.bed import Bed
from callshot.tracker.strokes.shutter import Lateness, lateness

BED = Bed(2540.0, 1270.0, 57.15)
READOUT_S = 0.030


def cushion_errors_s(camera: ToyCamera, toy: Toy, late: Lateness | None) -> list[float]:
    """How far the told times of the cushions are off."""
    stroke = next(r for r in told(toy, camera, late=late) if isinstance(r, Stroke))
    truth = [e.t for e in toy.events if e.kind == "cushion"]
    got = [e.t_s for e in stroke.events if e.kind == "cushion"]
    assert len(got) == len(truth) >= 2
    return [abs(a - b) for a, b in zip(got, truth, strict=True)]


def test_cushions_at_both_ends_are_timed_by_the_rows_they_are_seen_in() -> None:
    toy = Toy(BED, np.array([[-200.0, -300.0]]))
    toy.play([Strike(0, 0.8, (60.0, 3200.0))])
    camera = ToyCamera(fps=60.0, noise_mm=0.5, readout_s=READOUT_S)
    ignored = cushion_errors_s(camera, toy, None)
    known = cushion_errors_s(camera, toy, lambda at: camera.late_s(toy, at))
    assert float(np.median(ignored)) > 0.008
    assert float(np.median(known)) < 0.003


def test_the_row_of_a_place_tells_how_late_it_is_seen() -> None:
    # straight from above, 2 px to 10 mm, the head end at the top
    camera = CameraModel(
        (640, 720), np.array([[500.0, 0.0, 320.0], [0.0, 500.0, 360.0], [0.0, 0.0, 1.0]]), np.zeros(5), np.zeros(3),
        np.array([0.0, 0.0, 2500.0]),
    )  # fmt: skip
    table = TableGeometry(camera, "top", 2540.0, 1270.0, 36.3, 42.0, {}, 0.5)
    late = lateness(table, READOUT_S, 57.15)
    assert late is not None
    head, middle, foot = late(np.array([[0.0, -1270.0], [0.0, 0.0], [0.0, 1270.0]]))
    assert abs(middle) < 1e-6 and abs(head + foot) < 1e-6
    assert 0.33 * READOUT_S < foot < 0.38 * READOUT_S
    assert lateness(table, 0.0, 57.15) is None
