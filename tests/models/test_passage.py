"""The demo passage: played again from its script it gives the truth that is shipped beside the recording."""

from __future__ import annotations

import json
from pathlib import Path

import av
import numpy as np
import pytest

pytest.importorskip("numba", reason="drawing needs callshot[train]")

from callshot.models.drawing.nine_ball_passage import nine_ball_passage

DATA = Path(__file__).parents[2] / "models" / "data"


@pytest.fixture(scope="module")
def truth() -> list[dict[str, object]]:
    return [json.loads(line) for line in (DATA / "demo_truth.jsonl").read_text(encoding="utf-8").splitlines()]


def close(a: object, b: object) -> bool:
    """Equal but for the last digits, which another processor may round otherwise."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(close(a[k], b[k]) for k in a if k != "source")
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(close(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, int | float) and isinstance(b, int | float) and not isinstance(a, bool):
        return abs(a - b) < 2.0
    return a == b


def test_the_script_gives_the_shipped_truth(truth: list[dict[str, object]]) -> None:
    passage = nine_ball_passage()
    assert close(json.loads(json.dumps(passage.records)), truth)


def test_the_passage_shows_what_a_referee_has_to_see(truth: list[dict[str, object]]) -> None:
    strokes = [r for r in truth if r["type"] == "stroke"]
    assert len(strokes) == 5
    sunk = [[e["ball"] for e in s["events"] if e["kind"] == "pocket"] for s in strokes]  # type: ignore[attr-defined]
    lowest = [min(int(b["label"]) for b in s["before"] if b["label"] != "cue") for s in strokes]  # type: ignore[attr-defined]
    right = [s["first_contact"] == str(n) for s, n in zip(strokes, lowest, strict=True)]
    assert right == [True, True, False, True, True]
    assert sunk[2] == [] and sunk[4] == ["9"] and all(len(s) == 1 for s in (sunk[0], sunk[1], sunk[3]))
    assert [r["kind"] for r in truth if r["type"] == "disturbance"] == ["removed", "placed"]


def test_the_recording_is_small_and_lasts_as_long_as_the_truth(truth: list[dict[str, object]]) -> None:
    path = DATA / "demo.mp4"
    assert path.stat().st_size < 4_000_000
    with av.open(str(path)) as video:
        stream = video.streams.video[0]
        assert (stream.width, stream.height) == (1280, 720)
        assert float(stream.duration * stream.time_base) == pytest.approx(34.0, abs=0.1)
    assert float(truth[-1]["t"]) < 34.0  # type: ignore[arg-type]


def test_a_passage_moves_nothing_between_strokes() -> None:
    passage = nine_ball_passage()
    first, _ = passage.state(np.array([0.0, 1.0, 2.0]))
    assert np.abs(first - first[0]).max() == 0.0
    moving, _ = passage.state(np.array([2.3, 2.31]))
    assert np.abs(moving[1] - moving[0]).max() > 10.0
