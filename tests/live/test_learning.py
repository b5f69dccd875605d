"""Learning from the live picture: looks are put by, worked on aside, shown, and kept only when a person says so."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from callshot.calibration.by_hand import camera_from_corners
from callshot.calibration.colours import ProfileError, SetProfile, load_profile
from callshot.calibration.lens import Lens, load_lens
from callshot.calibration.table import CalibrationError, TableGeometry
from callshot.hardware.frame import Frame
from callshot.rules.equipment import BALL_SETS
from callshot.tracker import live_learning
from callshot.tracker.live_learning import ColoursOfSet, LensOfCamera
from callshot.tracker.live_store import LiveStore

RED, BLUE = np.array([53.24, 80.09, 67.2]), np.array([32.3, 79.19, -107.86])
LEARNT = SetProfile("pool9", {"1": RED, "3": BLUE}, {"1": 40, "3": 12})
Shown = list[tuple[str, Mapping[str, Any]]]


def frames(count: int, every_ms: int) -> list[Frame]:
    image = np.zeros((8, 8, 3), np.uint8)
    return [Frame(image, k * every_ms * 1_000_000, k, image[..., 0]) for k in range(count)]


def look_until(look: Callable[[Frame], None], shown: Shown, said: str, every_ms: int) -> None:
    for frame in frames(2000, every_ms):
        look(frame)
        if shown[-1][1]["said"] == said:
            return
        time.sleep(0.002 if shown[-1][1]["said"] == "working" else 0)
    pytest.fail(f"never {said}: {shown[-1]}")


@pytest.fixture
def table() -> TableGeometry:
    corners = np.array([[120.0, 80.0], [120.0, 560.0], [1080.0, 560.0], [1080.0, 80.0]])
    camera = camera_from_corners(corners, 2540.0, 1270.0, 37.0, (1280, 720))
    return TableGeometry(camera, "left", 2540.0, 1270.0, 37.0, 45.0, {}, 1.0, name="9ft")


@pytest.fixture
def colours(tmp_path: Path, table: TableGeometry, monkeypatch: pytest.MonkeyPatch) -> tuple[ColoursOfSet, Shown]:
    """Under way on the nine balls; what is learnt is given."""
    monkeypatch.setattr(live_learning, "open_eyes", lambda table, balls: None)
    crop = np.full((20, 20, 3), 200, np.uint8)
    monkeypatch.setattr(live_learning, "learn_set", lambda *a: (LEARNT, {"1": crop}))
    shown: Shown = []
    made = ColoursOfSet(LiveStore(tmp_path), lambda topic, value: shown.append((topic, value)), lambda: "now")
    made.begin(table, BALL_SETS["pool9"])
    return made, shown


def test_colours_are_shown_and_kept_as_far_as_they_are_right(
    colours: tuple[ColoursOfSet, Shown], tmp_path: Path
) -> None:
    made, shown = colours
    look_until(made.look, shown, "learnt", 100)
    looking = [value["share"] for _, value in shown if value["said"] == "looking"]
    assert looking == sorted(looking) and 0.9 < looking[-1] < 1
    told = shown[-1][1]
    assert [(ball["label"], ball["colour"]) for ball in told["balls"]] == [("1", "#ff0000"), ("3", "#0000ff")]
    assert told["balls"][0]["picture"].startswith("data:image/jpeg;base64,") and "picture" not in told["balls"][1]
    assert told["missing"] == ["cue", "2", "4", "5", "6", "7", "8", "9"]
    assert list(tmp_path.iterdir()) == []  # nothing is kept before somebody has looked at it
    assert made.confirm(["1"])
    assert list(load_profile(LiveStore(tmp_path).colours("pool9")).colours) == ["1"]
    assert shown[-1] == ("colours", {"said": "kept", "n": 1})
    assert not made.confirm(None)  # once
    assert made.forget(BALL_SETS["pool9"]) and list(tmp_path.iterdir()) == []


def test_colours_without_a_table_or_a_sure_ball_say_so(
    colours: tuple[ColoursOfSet, Shown], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, shown = colours

    def nothing(*_: object) -> object:
        raise ProfileError("no ball lay still")

    monkeypatch.setattr(live_learning, "learn_set", nothing)
    look_until(made.look, shown, "no ball lay still", 300)
    made.begin(None, BALL_SETS["pool9"])
    assert shown[-1][1]["said"] == "the table has to be found first"
    assert not made.confirm(None)


def test_views_that_have_no_solution_bar_no_further_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsolvable(images: Sequence[Any]) -> Lens:
        raise cv2.error("calibrateCamera: no solution")

    monkeypatch.setattr(live_learning, "calibrate_lens", unsolvable)
    shown: Shown = []
    lens = LensOfCamera(LiveStore(tmp_path), lambda topic, value: shown.append((topic, value)), lambda: "now")
    for _ in range(2):
        lens.begin()
        look_until(lens.look, shown, "nothing could be worked out of what was seen; look again", 800)


def test_the_lens_is_kept_for_the_next_finding_of_the_table(
    tmp_path: Path, table: TableGeometry, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: Shown = []
    answers: list[Lens | CalibrationError] = [CalibrationError("2 different views"), Lens(table.camera, 0.4, 12)]

    def solved(images: Sequence[Any]) -> Lens:
        assert len(list(images)) == live_learning.LENS_LOOKS
        answer = answers.pop(0)
        if isinstance(answer, CalibrationError):
            raise answer
        return answer

    monkeypatch.setattr(live_learning, "calibrate_lens", solved)
    store = LiveStore(tmp_path)
    lens = LensOfCamera(store, lambda topic, value: shown.append((topic, value)), lambda: "now")
    lens.begin()
    look_until(lens.look, shown, "2 different views", 400)
    assert not store.lens.exists()
    lens.begin()
    look_until(lens.look, shown, "kept", 400)
    assert shown[-1][1] == {"said": "kept", "error_px": 0.4, "views": 12}
    assert load_lens(store.lens).matrix == pytest.approx(table.camera.matrix)
