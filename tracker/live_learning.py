"""What the set-up page lets the program learn from the live picture: how the balls of the set look, what the lens does.

Both are learnt in a thread of their own from frames that were put by; the live loop goes on meanwhile.
"""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.colours import ProfileError, SetProfile
from callshot.calibration.lens import calibrate_lens
from callshot.calibration.table import CalibrationError, TableGeometry
from callshot.hardware.frame import Frame
from callshot.hardware.priority import stand_back
from callshot.rules.equipment import BallSet
from callshot.rules.vocabulary import LABELS
from callshot.tracker.calibrating import write_whole
from callshot.tracker.hub import Topic
from callshot.tracker.identify.learning import learn_set
from callshot.tracker.live_store import LiveStore
from callshot.tracker.seeing import open_eyes
from callshot.tracker.trouble import Trouble

COLOUR_LOOKS: Final = 48
COLOUR_EVERY_NS: Final = 250_000_000
"""Twelve seconds of the set lying still: hands that put it there are gone from most of them."""

LENS_LOOKS: Final = 60
LENS_EVERY_NS: Final = 700_000_000
"""Forty seconds with the board: time for a dozen ways of holding it, each still for a moment."""

EXAMPLE_PX: Final = 64

Show = Callable[[Topic, Mapping[str, Any]], None]


class Looks:
    """Frames put by at a pace, until there are enough."""

    def __init__(self, most: int, every_ns: int) -> None:
        self.frames: list[Frame] = []
        self._most, self._every_ns = most, every_ns

    def take(self, frame: Frame) -> bool:
        """Whether there are enough now."""
        if not self.frames or frame.timestamp_ns - self.frames[-1].timestamp_ns >= self._every_ns:
            self.frames.append(frame)
        return len(self.frames) >= self._most


class Learner:
    """Puts frames by, and works on them aside. `show` tells the pages under the topic how far it is."""

    def __init__(
        self, topic: Topic, looks: tuple[int, int], work: Callable[[Sequence[Frame]], Any], show: Show
    ) -> None:
        """looks: how many frames, ns between two. work: what is done with them; raises one of `REFUSED`."""
        self._topic, self._pace, self._work, self._show = topic, looks, work, show
        self._looks: Looks | None = None
        self._working: threading.Thread | None = None
        self._done: list[Any] = []

    def begin(self) -> None:
        """Begin to put frames by, unless that is under way."""
        if self._looks is None and self._working is None:
            self._looks = Looks(*self._pace)
            self._show(self._topic, {"said": "looking", "share": 0.0})

    def look(self, frame: Frame) -> Any | None:
        """One frame on; what was learnt, once, when the work is done. A refusal is shown and gives None."""
        if self._done:
            found, self._working = self._done.pop(), None
            if isinstance(found, Exception):
                self._show(self._topic, {"said": str(found)})
                return None
            return found
        if self._looks is None:
            return None
        before = len(self._looks.frames)
        if self._looks.take(frame):
            frames, self._looks = self._looks.frames, None
            self._show(self._topic, {"said": "working"})
            self._working = threading.Thread(target=self._run, args=(frames,), name=self._topic, daemon=True)
            self._working.start()
        elif len(self._looks.frames) > before:
            self._show(self._topic, {"said": "looking", "share": round(len(self._looks.frames) / self._pace[0], 3)})
        return None

    def _run(self, frames: Sequence[Frame]) -> None:
        stand_back()
        try:
            self._done.append(self._work(frames))
        except REFUSED as why:
            self._done.append(why)
        except UNSOLVABLE:
            self._done.append(Trouble("nothing could be worked out of what was seen; look again"))


REFUSED: Final = (ProfileError, CalibrationError, Trouble)
UNSOLVABLE: Final = (ValueError, ArithmeticError, cv2.error)
"""What numpy, scipy and OpenCV raise on numbers that have no solution."""


class ColoursOfSet:
    """The colours of the set on the table: learnt, shown beside what was seen, kept once a person says that they are
    right.
    """

    def __init__(self, store: LiveStore, show: Show, now_iso: Callable[[], str]) -> None:
        self._store, self._show, self._now_iso = store, show, now_iso
        self._set: BallSet | None = None
        self._table: TableGeometry | None = None
        self._learnt: SetProfile | None = None
        self._learner = Learner("colours", (COLOUR_LOOKS, COLOUR_EVERY_NS), self._learn, show)

    def begin(self, table: TableGeometry | None, balls: BallSet) -> None:
        """Look at the set for a while."""
        if table is None:
            self._show("colours", {"said": "the table has to be found first"})
            return
        self._table, self._set, self._learnt = table, balls, None
        self._learner.begin()

    def look(self, frame: Frame) -> None:
        """One frame on."""
        found = self._learner.look(frame)
        if found is None or self._set is None:
            return
        profile, examples = found
        self._learnt = profile
        wanted = [label for label in self._set.labels if self._set.name != "any"]
        self._show("colours", colours_shown(profile, examples, wanted))

    def confirm(self, right: Sequence[str] | None) -> bool:
        """A person says that the colours are right, or which of them are; whether there is a profile to use now."""
        if self._learnt is None:
            self._show("colours", {"said": "nothing was learnt yet"})
            return False
        learnt = self._learnt
        kept = {label: lab for label, lab in learnt.colours.items() if right is None or label in right}
        if not kept:
            self._show("colours", {"said": "none of them was right; spread the set out and look again"})
            return False
        profile = replace(learnt, colours=kept, looks={label: learnt.looks.get(label, 0) for label in kept})
        try:
            _keep(self._store.colours(profile.ball_set), profile.to_toml())
        except (Trouble, OSError) as why:
            self._show("colours", {"said": str(why)})
            return False
        self._learnt = None
        self._show("colours", {"said": "kept", "n": len(kept)})
        return True

    def forget(self, balls: BallSet) -> bool:
        """The set is known by the network alone again; whether anything was forgotten."""
        path = self._store.colours(balls.name)
        known = path.exists()
        if known:
            path.unlink()
        self._learnt = None
        self._show("colours", {"said": "forgotten"})
        return known

    def _learn(self, frames: Sequence[Frame]) -> tuple[SetProfile, dict[str, NDArray[np.uint8]]]:
        table, balls = self._table, self._set
        assert table is not None and balls is not None, "begun before"
        eyes = open_eyes(table, balls)
        return learn_set(frames, eyes, table, balls.diameter_mm, balls.name, "the set-up page", self._now_iso())


class LensOfCamera:
    """The lens, from the printed board held under the camera; used when the table is found the next time."""

    def __init__(self, store: LiveStore, show: Show, now_iso: Callable[[], str]) -> None:
        self._store, self._show, self._now_iso = store, show, now_iso
        self._learner = Learner(
            "lens", (LENS_LOOKS, LENS_EVERY_NS), lambda frames: calibrate_lens(frame.image for frame in frames), show
        )

    def begin(self) -> None:
        """Look at the board for a while."""
        self._learner.begin()

    def look(self, frame: Frame) -> None:
        """One frame on."""
        lens = self._learner.look(frame)
        if lens is None:
            return
        try:
            _keep(self._store.lens, lens.to_toml("the set-up page", self._now_iso()))
        except (Trouble, OSError) as why:
            self._show("lens", {"said": str(why)})
            return
        self._show("lens", {"said": "kept", "error_px": round(lens.error_px, 2), "views": lens.views})


def colours_shown(
    profile: SetProfile, examples: Mapping[str, NDArray[np.uint8]], wanted: Sequence[str]
) -> dict[str, Any]:
    """For the page: each label with its colour (#rrggbb), one picture of the ball and how often it was seen; and which
    labels of the set were not.
    """
    balls = []
    for label in sorted(profile.colours, key=LABELS.index):
        lab = profile.colours[label]
        bgr = cv2.cvtColor(np.asarray(lab, np.float32).reshape(1, 1, 3), cv2.COLOR_LAB2BGR)[0, 0]
        blue, green, red = (round(float(np.clip(v * 255, 0, 255))) for v in bgr)
        entry: dict[str, Any] = {
            "label": label, "colour": f"#{red:02x}{green:02x}{blue:02x}", "looks": profile.looks.get(label, 0),
        }  # fmt: skip
        if label in examples:
            entry["picture"] = _picture(examples[label])
        balls.append(entry)
    return {"said": "learnt", "balls": balls, "missing": [label for label in wanted if label not in profile.colours]}


def _picture(crop: NDArray[np.uint8]) -> str:
    square = cv2.resize(crop, (EXAMPLE_PX, EXAMPLE_PX), interpolation=cv2.INTER_CUBIC)
    _, data = cv2.imencode(".jpg", square, (cv2.IMWRITE_JPEG_QUALITY, 85))
    return f"data:image/jpeg;base64,{base64.b64encode(data.tobytes()).decode()}"


def _keep(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode())
