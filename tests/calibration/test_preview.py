"""The picture by which a person judges a calibration."""

from __future__ import annotations

import numpy as np
import pytest

from callshot.calibration import preview
from callshot.calibration.by_hand import camera_from_corners
from callshot.calibration.find import pocket_mouths
from callshot.calibration.table import TableGeometry
from callshot.rules.equipment import TABLES

CORNERS = np.array([[120.0, 80.0], [120.0, 560.0], [1080.0, 560.0], [1080.0, 80.0]])


def test_the_pockets_are_drawn_where_pockets_are(monkeypatch: pytest.MonkeyPatch) -> None:
    size = TABLES["9ft"]
    camera = camera_from_corners(CORNERS, size.length_mm, size.width_mm, 36.0, (1280, 720))
    table = TableGeometry(camera, "left", size.length_mm, size.width_mm, 36.0, 42.0, pocket_mouths(size), 0.5)
    monkeypatch.setattr(preview, "_text", lambda *_: None)
    drawn = preview.draw_preview(np.zeros((720, 1280, 3), np.uint8), table)
    y, x = np.nonzero((np.abs(drawn.astype(int) - preview.POCKET) < 60).all(axis=2))
    assert len(x) > 6 * 100
    mm = camera.table_from_image(np.column_stack([x, y]))
    inside = np.minimum(size.width_mm / 2 - np.abs(mm[:, 0]), size.length_mm / 2 - np.abs(mm[:, 1]))
    assert inside.max() < 50.0  # of a corner's hole the side to the bed, which the jaws' tips bound
    beyond = np.maximum(np.abs(mm[:, 0]) - size.width_mm / 2, np.abs(mm[:, 1]) - size.length_mm / 2)
    for across in (-1, 1):
        for along in (-1, 0, 1):
            near = (np.sign(mm[:, 0]) == across) & (np.abs(mm[:, 1] - along * size.length_mm / 2) < 300)
            assert beyond[near].max() > 40.0
