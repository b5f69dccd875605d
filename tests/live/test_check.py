"""The nightly check of the calibration, on pictures of a drawn table that was pushed."""

from __future__ import annotations

import weakref
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from callshot.calibration.by_hand import camera_from_corners
from callshot.calibration.find import pocket_mouths
from callshot.calibration.table import CalibrationError, TableGeometry
from callshot.hardware.clock import TurnedClock
from callshot.hardware.frame import Frame, Notice
from callshot.rules.equipment import TABLES
from callshot.tracker import live_check
from callshot.tracker.live_check import (
    AFTER_STOP_MM,
    CHECK_EVERY_S,
    DOUBT_MM,
    FIRST_CHECK_S,
    LOOKS,
    RETRY_S,
    NightlyCheck,
    doubt_of,
    handed_over,
    moved_mm,
    notice_of,
    rough,
)
from callshot.tracker.pipeline import Pipeline, Play, bed_of
from callshot.tracker.replay_request import hold_doubts

CORNERS = np.array([[120.0, 80.0], [120.0, 560.0], [1080.0, 560.0], [1080.0, 80.0]])


def table(shift_px: float = 0.0) -> TableGeometry:
    """A camera straight above; 2.65 mm a pixel."""
    camera = camera_from_corners(CORNERS + shift_px, 2540.0, 1270.0, 37.0, (1280, 720))
    return TableGeometry(camera, "left", 2540.0, 1270.0, 37.0, 45.0, {}, 1.0, name="9ft")


def test_a_push_is_measured_in_millimetres_on_the_table() -> None:
    assert moved_mm(table(), table()) == pytest.approx(0.0, abs=1e-3)
    assert moved_mm(table(), table(2.0)) == pytest.approx(2.0 * np.sqrt(2) * 2540 / 960, rel=0.03)


def test_a_table_that_was_calibrated_roughly_is_in_doubt_from_the_start() -> None:
    assert rough(table()) is None and rough(replace(table(), error_mm=DOUBT_MM)) is None
    told = rough(replace(table(), error_mm=7.2))
    assert told is not None and told.level == "warning" and "to 7 mm only" in told.text
    corner = pocket_mouths(TABLES["9ft"])
    seven = replace(table(), error_mm=7.2, pockets_mm=corner)
    pipeline = Pipeline(bed_of(seven, 57.15), {}, Play("none", (), {}))
    assert [r["code"] for r in hold_doubts(pipeline, seven)] == ["calibration-rough"]
    assert pipeline.moved_mm == 7.2
    fine = Pipeline(bed_of(seven, 57.15), {}, Play("none", (), {}))
    assert hold_doubts(fine, table()) == [] and fine.moved_mm == 0.0


def test_what_people_are_told() -> None:
    assert notice_of(2.9) is None
    mild, grave = notice_of(4.0), notice_of(7.0)
    assert mild is not None and mild.level == "warning"
    assert grave is not None and grave.level == "error" and "millimetres" in grave.text


def frames(start_s: float) -> list[Frame]:
    image = np.zeros((8, 8, 3), np.uint8)
    return [Frame(image, round((start_s + n * 0.2) * 1e9), n) for n in range(LOOKS + 2)]


def test_it_looks_at_rest_only_and_not_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    shift_px = [2.0]

    class Found:
        def __init__(self, found: TableGeometry) -> None:
            self.table = found

    def find(looks: object, *_: object) -> Found:
        calls.append(len(list(looks)))  # type: ignore[call-overload]
        return Found(replace(table(shift_px[-1])))

    monkeypatch.setattr(live_check, "find_table", find)
    clock = TurnedClock()
    notices: list[Notice] = []
    found_mm: list[float] = []
    check = NightlyCheck(table(), clock, notices.append, found_mm.append)

    def show(*, moving: bool) -> None:
        for frame in frames(clock.monotonic_ns() * 1e-9):
            check.look(frame, moving=moving)
        check.wait(10.0)

    show(moving=False)
    assert calls == []
    clock.turn(FIRST_CHECK_S + 1)
    show(moving=True)
    assert calls == []
    show(moving=False)
    show(moving=False)
    assert calls == [LOOKS]
    assert [n.code for n in notices] == ["calibration-doubtful"]
    assert found_mm == [pytest.approx(moved_mm(table(), table(2.0)))]
    shift_px.append(0.0)
    clock.turn(CHECK_EVERY_S + 1)
    show(moving=False)
    assert len(calls) == 2 and found_mm[1] < 0.1
    assert [n.code for n in notices] == ["calibration-doubtful", "calibration-good"]


@pytest.mark.parametrize(("known_mm", "looks_at_once"), [(None, False), (1.0, False), (4.0, True), (12.0, True)])
def test_what_was_off_is_looked_at_as_soon_as_the_table_rests(
    monkeypatch: pytest.MonkeyPatch, known_mm: float | None, looks_at_once: bool
) -> None:
    calls: list[int] = []

    def find(*_: object) -> object:
        calls.append(1)
        raise CalibrationError("too dark")

    monkeypatch.setattr(live_check, "find_table", find)
    check = NightlyCheck(table(), TurnedClock(), lambda _: None, lambda _: None, known_mm)
    for frame in frames(0.0):
        check.look(frame, moving=False)
    check.wait(10.0)
    assert len(calls) == looks_at_once


def test_a_push_that_the_eyes_follow_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Found:
        table = table(2.0)

    monkeypatch.setattr(live_check, "find_table", lambda *_: Found())
    found_mm: list[float] = []
    check = NightlyCheck(table(), TurnedClock(), lambda _: None, found_mm.append, 12.0, lambda: table(2.0))
    for frame in frames(0.0):
        check.look(frame, moving=False)
    check.wait(10.0)
    assert found_mm == [pytest.approx(0.0, abs=1e-3)]


def test_records_tell_what_was_known_of_the_calibration() -> None:
    def told(*codes: str) -> float | None:
        return doubt_of([{"type": "stroke"}, *({"type": "notice", "code": c} for c in codes), {"type": "ruling"}])

    assert told() is None and told("calibration-doubtful", "calibration-good") is None
    assert told("calibration-doubtful", "disk-full") == AFTER_STOP_MM > DOUBT_MM
    assert told("calibration-doubtful", "calibration-new") is None
    assert told("calibration-doubtful", "calibration-moved") == DOUBT_MM


def test_a_table_that_can_not_be_found_just_now_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def find(*_: object) -> object:
        calls.append(1)
        raise CalibrationError("somebody leans over it")

    monkeypatch.setattr(live_check, "find_table", find)
    clock = TurnedClock()
    notices: list[Notice] = []
    found_mm: list[float] = []
    check = NightlyCheck(table(), clock, notices.append, found_mm.append)
    for wait_s in (FIRST_CHECK_S, RETRY_S):
        clock.turn(wait_s + 1)
        for frame in frames(clock.monotonic_ns() * 1e-9):
            check.look(frame, moving=False)
        check.wait(10.0)
    assert len(calls) == 2 and notices == []


def test_no_look_is_held_longer_than_it_is_looked_at() -> None:
    before: weakref.ref[np.ndarray] | None = None
    looks = [Frame(partial(np.zeros, (9, 16, 3), np.uint8), n * 1_000_000, n) for n in range(4)]
    seen = 0
    for look in handed_over(looks):
        assert before is None or before() is None
        before = weakref.ref(look.image)
        seen += 1
    assert seen == 4 and looks == []
