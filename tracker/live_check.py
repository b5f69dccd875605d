"""The nightly look at the calibration: is the table still where it was found?"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

import numpy as np

from callshot.calibration.find import find_table
from callshot.calibration.table import CalibrationError, TableGeometry
from callshot.hardware.clock import Clock
from callshot.hardware.frame import Frame, Notice
from callshot.rules.equipment import TableSize

CHECK_EVERY_S: Final = 12 * 3600.0
FIRST_CHECK_S: Final = 1800.0
RETRY_S: Final = 1800.0
"""People, balls and hands may hide the lines: then it is tried again."""

LOOKS: Final = 20
LOOK_EVERY_NS: Final = 200_000_000

TELL_MM: Final = 3.0
"""The accuracy of a good calibration, twice over."""

DOUBT_MM: Final = 6.0
"""A quarter of what decides between frozen and free, kitchen and not, is lost."""


def moved_mm(known: TableGeometry, found: TableGeometry) -> float:
    """How far the nose corners are found from where the known calibration has them: the median of the four."""
    seen_px = found.camera.image_from_table(found.nose_corners_mm, found.nose_height_mm)
    seen_mm = known.camera.table_from_image(seen_px, known.nose_height_mm)
    return float(np.median(np.linalg.norm(seen_mm - known.nose_corners_mm, axis=1)))


def notice_of(moved: float) -> Notice | None:
    """What people are told of it."""
    if moved < TELL_MM:
        return None
    text = f"the table lies {moved:.0f} mm from where it was calibrated: find it again on the set-up page"
    if moved <= DOUBT_MM:
        return Notice("warning", "calibration-moved", text)
    return Notice("error", "calibration-doubtful", text + "; until then decide yourself what hangs on millimetres")


class NightlyCheck:
    """Collects looks while the table rests, and finds the table in them in a thread of its own."""

    def __init__(self, table: TableGeometry, clock: Clock, tell: Callable[[Notice], None]) -> None:
        self._table = table
        self._clock = clock
        self._tell = tell
        self._due_ns = clock.monotonic_ns() + round(FIRST_CHECK_S * 1e9)
        self._looks: list[Frame] = []
        self._thread: threading.Thread | None = None
        self.last_moved_mm: float | None = None

    def look(self, frame: Frame, *, moving: bool) -> None:
        """One frame on."""
        if self._clock.monotonic_ns() < self._due_ns or (self._thread is not None and self._thread.is_alive()):
            return
        if moving:
            self._looks.clear()
            return
        if self._looks and frame.timestamp_ns - self._looks[-1].timestamp_ns < LOOK_EVERY_NS:
            return
        self._looks.append(frame)
        if len(self._looks) >= LOOKS:
            looks, self._looks = self._looks, []
            self._due_ns = self._clock.monotonic_ns() + round(CHECK_EVERY_S * 1e9)
            self._thread = threading.Thread(target=self._check, args=(looks,), name="check", daemon=True)
            self._thread.start()

    def wait(self, timeout_s: float) -> None:
        """Until the check under way is done."""
        if self._thread is not None:
            self._thread.join(timeout_s)

    def _check(self, looks: list[Frame]) -> None:
        size = TableSize(self._table.name or "table", self._table.length_mm, self._table.width_mm)
        try:
            found = find_table(iter(looks), size, self._table.head).table
        except CalibrationError:
            self._due_ns = self._clock.monotonic_ns() + round(RETRY_S * 1e9)
            return
        self.last_moved_mm = moved_mm(self._table, found)
        notice = notice_of(self.last_moved_mm)
        if notice is not None:
            self._tell(notice)
