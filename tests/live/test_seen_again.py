"""The bundled recording, stopped at random moments and taken up again: the same strokes with the same balls.

Here the following of balls starts anew at each stop, which the evening of records (test_killed) leaves out.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from callshot.calibration.find import find_table
from callshot.hardware.announcer import Silent
from callshot.hardware.frame import Frame
from callshot.hardware.journal import Journal
from callshot.hardware.recording import Recording
from callshot.rules.equipment import BALL_SETS, TABLES
from callshot.tracker.hub import RecordHub
from callshot.tracker.live import LiveSession
from callshot.tracker.observation import FrameObservation
from callshot.tracker.pipeline import Pipeline, Play, bed_of
from callshot.tracker.replay_request import session_of
from callshot.tracker.seeing import open_eyes

RECORDING = Path(__file__).parents[2] / "models" / "data" / "demo.mp4"
SECONDS = 20.0
STOPS = 6
PLAY = Play("9ball-fi", ("Ann", "Bo"), {"race": "10"}, ("en",))


class Remembered:
    """Eyes that saw it all before."""

    def __init__(self, seen: Sequence[FrameObservation]) -> None:
        self._seen = {s.sequence: s for s in seen}

    def update(self, frame: Frame) -> FrameObservation:
        return self._seen[frame.sequence]


def strokes(records: Sequence[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """What a stroke is, apart from the last decimals."""
    out: list[tuple[Any, ...]] = []
    for r in records:
        if r["type"] == "stroke":
            pots = sorted((e["ball"], e["pocket"]) for e in r["events"] if e["kind"] == "pocket")
            after = sorted((b["id"], round(b["x"] / 20), round(b["y"] / 20)) for b in r["after"])
            out.append((r["number"], r["struck"], r["first_contact"], pots, after))
        elif r["type"] == "ruling":
            out.append((r["of"], r["legal"], [f["code"] for f in r["fouls"]]))
    return out


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_stopped_and_taken_up_again(tmp_path: Path) -> None:
    table = find_table(itertools.islice(Recording(RECORDING), 0, 600, 30), TABLES["9ft"], "left").table
    balls = BALL_SETS["pool9"]
    eyes = open_eyes(table, balls)
    looking = Pipeline(bed_of(table, balls.diameter_mm), eyes.capacity, PLAY, eyes)
    seen = [looking.see(f) for f in itertools.takewhile(lambda f: f.t_s < SECONDS, Recording(RECORDING))]
    head = session_of(PLAY, "demo.mp4", table, balls, [])
    blank = np.zeros((4, 4, 3), np.uint8)

    def run(path: Path, until: int) -> list[dict[str, Any]]:
        with Journal(path) as journal:
            last_t = max((float(r["t"]) for r in journal.records), default=0.0)
            eyes = Remembered(seen)
            pipeline = Pipeline(bed_of(table, balls.diameter_mm), dict(balls.labels), PLAY, eyes)
            session = LiveSession(pipeline, journal, RecordHub(), Silent())
            session.begin(head, source_goes_on=bool(journal.records))
            for s in seen[:until]:
                if s.t_s >= last_t:
                    session.frame(Frame(blank, round(s.t_s * 1e9), s.sequence))
        with Journal(path) as journal:
            return list(journal.records)

    whole = strokes(run(tmp_path / "whole.jsonl", len(seen)))
    assert sum(len(s) == 5 for s in whole) >= 2
    rng = random.Random(4)
    for stop in sorted(rng.randrange(30, len(seen)) for _ in range(STOPS)):
        run(tmp_path / "stopped.jsonl", stop)
    assert strokes(run(tmp_path / "stopped.jsonl", len(seen))) == whole
