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


def test_the_head_string_is_told_from_the_foot_string_and_the_text_hides_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    size = TABLES["9ft"]
    camera = camera_from_corners(CORNERS, size.length_mm, size.width_mm, 36.0, (1280, 720))
    table = TableGeometry(camera, "left", size.length_mm, size.width_mm, 36.0, 42.0, pocket_mouths(size), 0.5)
    written = {}
    monkeypatch.setattr(preview, "_text", lambda _, text, at, __: written.update({text: at}))
    drawn = preview.draw_preview(np.zeros((720, 1280, 3), np.uint8), table)
    half = size.length_mm / 2
    for name, y_mm in (("head string", -half / 2), ("foot string", half / 2)):
        assert camera.table_from_image(written[name])[0, 1] == pytest.approx(y_mm, abs=5)
    strings = np.rint(camera.image_from_table([[200.0, -half / 2], [200.0, half / 2]])).astype(int)
    first, second = (drawn[y - 2 : y + 3, x - 2 : x + 3].astype(int).max(axis=(0, 1)) for x, y in strings)
    assert np.abs(first - second).max() > 60
    assert drawn.shape[0] > 720 and drawn[720:].max() > 200
    assert not [text for text in written if "mm" in text]
