"""What the doctor finds in pictures and machines that have a known fault."""

from __future__ import annotations

import errno
import os
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from callshot.hardware.doctor import (
    advise_camera,
    flicker_share,
    look_at_machine,
    look_at_mount,
    look_at_pictures,
    sharpness,
)
from callshot.hardware.frame import Frame, Image

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def table_picture(brightness: float = 1.0, blur_px: float = 0.0) -> Image:
    """Cloth, rails, a few balls, some noise."""
    rng = np.random.default_rng(5)
    picture = np.full((360, 640, 3), (90, 120, 60), np.float64)
    picture[:30] = picture[-30:] = (40, 60, 90)
    for x, y in ((100, 100), (320, 180), (500, 250), (220, 300)):
        cv2.circle(picture, (x, y), 12, (200, 210, 230), -1, cv2.LINE_AA)
    seen = cv2.GaussianBlur(picture, (0, 0), 0.7 + blur_px) + rng.normal(0, 0.3, picture.shape)
    return np.clip(seen * brightness, 0, 255).astype(np.uint8)


def frames(pictures: list[Image], hz: float = 60.0, skip: int = 0) -> list[Frame]:
    return [Frame(p, round(n * (1 + skip) / hz * 1e9), n * (1 + skip)) for n, p in enumerate(pictures)]


def levels(found: list[Frame], live: bool = False) -> dict[str, str]:
    return {f.what: f.level for f in look_at_pictures(found, len(found) / 60, live)}


def test_a_good_picture_is_fine() -> None:
    assert set(levels(frames([table_picture()] * 20)).values()) == {"ok"}


def test_each_fault_is_found_and_only_it() -> None:
    good = table_picture()
    assert levels(frames([table_picture(0.3)] * 20))["light"] == "warn"
    assert levels(frames([table_picture(6.0)] * 20))["light"] == "warn"
    assert levels(frames([table_picture(blur_px=3.0)] * 20))["sharpness"] == "warn"
    assert levels(frames([good] * 20, hz=25.0))["pictures"] == "warn"
    assert levels(frames([good] * 20, skip=1))["pictures"] == "warn"
    beating = [np.clip(good * (1 + 0.06 * np.sin(n * 2.1)), 0, 255).astype(np.uint8) for n in range(20)]
    assert {k for k, v in levels(frames(beating)).items() if v == "warn"} == {"flicker"}
    assert look_at_pictures([], 1.0, True)[0].level == "bad"


def test_bands_of_a_rolling_shutter_are_flicker_too() -> None:
    """The whole picture's brightness hardly changes, its rows do."""
    rows = np.arange(360)[:, None]
    bands = [table_picture()[..., 0] * (1 + 0.1 * np.sin(rows / 20 + n)) for n in range(12)]
    assert flicker_share([np.clip(b, 0, 255).astype(np.uint8) for b in bands]) > 0.03


def test_sharpness_falls_with_blur() -> None:
    values = [sharpness(table_picture(blur_px=b)[..., 1]) for b in (0.0, 0.5, 1.0, 2.0)]
    assert values == sorted(values, reverse=True)
    assert sharpness(np.full((50, 50), 9, np.uint8)) == 0.0


def test_the_mount() -> None:
    inside = np.array([[50.0, 40.0], [50.0, 320.0], [600.0, 320.0], [600.0, 40.0]])
    assert look_at_mount(inside, (640, 360), 1.0, 2.1, 6.0).level == "ok"
    assert "mount higher" in look_at_mount(inside + np.array([60.0, 0.0]), (640, 360), 1.0, 2.1, 6.0).text
    rough = look_at_mount(inside, (640, 360), 6.5, 2.1, 6.0)
    assert rough.level == "warn" and "kitchen" in rough.text
    assert "mount lower" in look_at_mount(inside, (640, 360), 1.0, 4.0, 6.0).text


def test_every_camera_gets_its_advice() -> None:
    lines = [f.line() for f in advise_camera((2840.0, 1570.0), 2600.0)]
    assert len(lines) == 5 and all("frames/s" in line for line in lines)


def test_the_machine(tmp_path: Path) -> None:
    found = {f.what: f for f in look_at_machine(tmp_path, ("en",), NOW)}
    assert found["disk"].level == "ok" and "GB free" in found["disk"].text
    assert found["clock"].level == "ok" and found["software"].level == "ok"
    assert list(tmp_path.iterdir()) == []
    early = {f.what: f for f in look_at_machine(tmp_path, (), datetime(1970, 1, 2, tzinfo=UTC))}
    assert early["clock"].level == "warn"


def test_a_disk_that_refuses_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(fd: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "write", refuse)
    found = {f.what: f for f in look_at_machine(tmp_path, (), NOW)}
    assert found["disk"].level == "bad" and "full" in found["disk"].text
