"""The lens, from the set-up page to the table that is found with it: a printed board seen through a bent lens, the real
program behind the real page.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from desk import PIN

sys.path.insert(0, str(Path(__file__).parents[1] / "calibration"))

import numpy as np
from drawn_table import camera_above, corners_px, draw_table
from test_lens import DISTORTION, MATRIX, SIZE, views

from callshot.calibration.camera import CameraModel
from callshot.calibration.lens import load_lens
from callshot.calibration.table import load_table
from callshot.hardware.frame import Frame, FrameSource, Image, NoticeHandler, SourceInfo
from callshot.tracker import running
from callshot.tracker.adapters import Adapters
from callshot.tracker.live_store import LiveStore
from callshot.tracker.running import RunRequest, run_command
from callshot.tracker.scoreboard import PageServer, serve


class Camera:
    """Shows one picture after the other, over and over; its clock runs as fast as anybody looks."""

    def __init__(self, pictures: list[Image]) -> None:
        self.pictures = pictures
        self.info = SourceInfo("camera", SIZE[0], SIZE[1], 30.0, live=True)
        self._closed = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        n = 0
        while not self._closed.wait(0.01):
            yield Frame(self.pictures[n % len(self.pictures)], n * 750_000_000, n)
            n += 1

    def close(self) -> None:
        self._closed.set()


def above_the_table() -> CameraModel:
    pose = camera_above(SIZE, height_mm=2750.0, tilt=(0.03, -0.02, 0.01))
    return CameraModel(SIZE, MATRIX, DISTORTION, pose.rotation, pose.translation_mm)


def test_a_lens_is_learnt_and_the_table_found_with_it(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera, truth = Camera(views(9)), above_the_table()
    pages: list[PageServer] = []

    def served(*values: Any, **more: Any) -> PageServer:
        pages.append(serve(*values, **{**more, "host": "127.0.0.1", "pin": PIN}))
        return pages[-1]

    def open_source(text: str, on_notice: NoticeHandler, **_: Any) -> FrameSource:
        return camera

    monkeypatch.setattr(running, "serve", served)
    store = LiveStore(tmp_path / "home")
    wanted = RunRequest(source="camera:0", serve=True, port=0, mute=True, pace=0.0)
    program = threading.Thread(target=run_command, args=(Adapters(open_source, lambda: "now"), wanted, store))
    program.start()
    try:
        until = time.monotonic() + 30
        while not pages:
            assert time.monotonic() < until and program.is_alive()
            time.sleep(0.02)
        page = browser.new_page()
        page.set_default_timeout(60000)
        page.goto(f"http://127.0.0.1:{pages[0].port}/setup")
        page.fill("#pin", PIN)
        page.click("main button[type=submit]")
        page.click('[data-key="lens"]')
        page.wait_for_selector("text=The lens is kept: 9 views")
        camera.pictures = [draw_table(truth, 2540.0, 1270.0)]
        page.click('[data-key="find"]')
        page.wait_for_selector("text=Error of the fitted table")
        page.click('[data-key="look"]')
        page.wait_for_selector(".corners image")
        page.close()
    finally:
        camera.close()
        program.join(30)
    assert load_lens(store.lens).distortion[0] == pytest.approx(DISTORTION[0], abs=0.03)
    found = load_table(store.table)
    assert found.camera.distortion[0] == pytest.approx(DISTORTION[0], abs=0.03)
    seen = found.camera.image_from_table(found.nose_corners_mm, found.nose_height_mm)
    assert np.abs(seen - corners_px(truth, 2540.0, 1270.0)).max() < 3
