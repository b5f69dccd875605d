"""The nightly look at the calibration: is the table still where it was found?"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import numpy as np

from callshot.calibration.find import find_table
from callshot.calibration.table import CalibrationError, TableGeometry
from callshot.hardware.clock import Clock
from callshot.hardware.frame import Frame, Notice
from callshot.hardware.priority import stand_back
from callshot.rules.equipment import TableSize

CHECK_EVERY_S: Final = 12 * 3600.0
FIRST_CHECK_S: Final = 1800.0
RETRY_S: Final = 1800.0
"""People, balls and hands may hide the lines: then it is tried again."""

LOOKS: Final = 15
"""As many as the plate without people is made of."""

LOOK_EVERY_NS: Final = 200_000_000

TELL_MM: Final = 3.0
"""The accuracy of a good calibration, twice over."""

DOUBT_MM: Final = 6.0
"""Beyond it nothing is ruled that hangs on millimetres: the questions go to people (see `live_doubts`)."""

AFTER_STOP_MM: Final = 2 * DOUBT_MM
"""Taken to be the error after a stop in doubt, until the table is looked at again."""

MOVED, DOUBTFUL, GOOD, NEW = "calibration-moved", "calibration-doubtful", "calibration-good", "calibration-new"
ROUGH: Final = "calibration-rough"


def moved_mm(known: TableGeometry, found: TableGeometry) -> float:
    """How far the nose corners are found from where the known calibration has them: the median of the four."""
    seen_px = found.camera.image_from_table(found.nose_corners_mm, found.nose_height_mm)
    seen_mm = known.camera.table_from_image(seen_px, known.nose_height_mm)
    return float(np.median(np.linalg.norm(seen_mm - known.nose_corners_mm, axis=1)))


def notice_of(moved: float, before: float | None = None) -> Notice | None:
    """What people are told of it. before: what the check before said, None where there was none."""
    if moved < TELL_MM:
        text = f"the table lies where it was calibrated again, to {moved:.0f} mm"
        return Notice("info", GOOD, text) if before is not None and before >= TELL_MM else None
    text = f"the table lies {moved:.0f} mm from where it was calibrated: find it again on the set-up page"
    if moved <= DOUBT_MM:
        return Notice("warning", MOVED, text)
    return Notice("error", DOUBTFUL, text + "; until then you are asked what hangs on millimetres")


def rough(table: TableGeometry) -> Notice | None:
    """A table that was never found well (corners set by hand) is in doubt from the start; None where it was."""
    if table.error_mm <= DOUBT_MM:
        return None
    text = (
        f"the table was calibrated to {table.error_mm:.0f} mm only: find it again (`callshot calibrate`, or the set-up "
        "page); until then you are asked what hangs on millimetres"
    )
    return Notice("warning", ROUGH, text)


def doubt_of(records: Iterable[Mapping[str, Any]]) -> float | None:
    """What a session's records say of its calibration: an error to go on with in mm, None where none is known."""
    last = None
    for record in records:
        code = record.get("code") if record.get("type") == "notice" else None
        last = code if code in (MOVED, DOUBTFUL, GOOD, NEW) else last
    return {DOUBTFUL: AFTER_STOP_MM, MOVED: DOUBT_MM}.get(str(last))


def handed_over(looks: list[Frame]) -> Iterator[Frame]:
    """Each look once, and none is held any longer: with its colours and the plate's copy it takes 12 MB."""
    while looks:
        yield looks.pop(0)


class NightlyCheck:
    """Collects looks while the table rests, and finds the table in them in a thread of its own.

    last_moved_mm: how far off the table was found last, None where it was not looked at yet.
    """

    def __init__(
        self, table: TableGeometry, clock: Clock, tell: Callable[[Notice], None], found: Callable[[float], None],
        known_mm: float | None = None, seen_now: Callable[[], TableGeometry] | None = None,
    ) -> None:  # fmt: skip
        """tell, found: are called from the check's thread, with what people are told, and with how far off it is in mm.

        seen_now: the table as it is taken to lie now, where the eyes follow a pushed camera; else as calibrated.

        known_mm: what an earlier check said; where that was much, the table is looked at as soon as it rests.
        """
        self.table = table
        self._seen_now = seen_now or (lambda: table)
        self._clock = clock
        self._tell = tell
        self._say_found = found
        first_s = FIRST_CHECK_S if known_mm is None or known_mm < TELL_MM else 0.0
        self._due_ns = clock.monotonic_ns() + round(first_s * 1e9)
        self._looks: list[Frame] = []
        self._thread: threading.Thread | None = None
        self.last_moved_mm = known_mm

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
        stand_back()
        size = TableSize(self.table.name or "table", self.table.length_mm, self.table.width_mm)
        try:
            found = find_table(handed_over(looks), size, self.table.head).table
        except CalibrationError:
            self._due_ns = self._clock.monotonic_ns() + round(RETRY_S * 1e9)
            return
        before, self.last_moved_mm = self.last_moved_mm, moved_mm(self._seen_now(), found)
        self._say_found(self.last_moved_mm)
        notice = notice_of(self.last_moved_mm, before)
        if notice is not None:
            self._tell(notice)
