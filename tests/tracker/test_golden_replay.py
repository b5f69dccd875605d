"""The bundled recording, whole: found, followed, ruled; and the later stages alone say the same again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import av
import cv2
import pytest

from callshot.tracker.app import run

DATA = Path(__file__).parents[2] / "models" / "data"
TRUTH = [json.loads(line) for line in (DATA / "demo_truth.jsonl").read_text(encoding="utf-8").splitlines()]
GAME = ("--game", "9ball-fi", "--players", "Ann,Bo")

Record = dict[str, Any]


def records(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def of(kind: str, stream: list[Record]) -> list[Record]:
    return [r for r in stream if r["type"] == kind]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's output, and a replay of the same recording that keeps its observations."""
    out = tmp_path_factory.mktemp("demo")
    assert run(["demo", "-o", str(out)]) == 0
    (out / "seen.obs").write_text("of another evening\n", encoding="utf-8")
    assert run(["replay", str(DATA / "demo.mp4"), "--calibration", str(out / "table.toml"), "--balls", "pool9", *GAME,
                "-o", str(out / "again.jsonl"), "--observations", str(out / "seen.obs")]) == 0  # fmt: skip
    return out


def test_the_demo_leaves_what_it_promises(folder: Path) -> None:
    stream = records(folder / "records.jsonl")
    strokes = of("stroke", stream)
    assert len(strokes) >= 4, "a golden replay must contain strokes"
    assert len(list(folder.glob("stroke-*.png"))) == len(strokes)
    for picture in folder.glob("stroke-*.png"):
        assert cv2.imread(str(picture)).std() > 20
    with av.open(str(folder / "annotated.mp4")) as film:
        assert film.duration is not None and film.duration > 20 * av.time_base
    assert any(f["code"] for r in of("ruling", stream) for f in r["fouls"]), "the passage holds a foul"


def test_strokes_are_those_of_the_truth(folder: Path) -> None:
    got = of("stroke", records(folder / "records.jsonl"))
    true = of("stroke", TRUTH)
    assert len(got) == len(true)
    for g, t in zip(got, true, strict=True):
        assert g["t_start"] == pytest.approx(t["t_start"], abs=0.05)
        assert g["struck"] == t["struck"]
        doubted = {u["fact"] for u in g["uncertain"]}
        if "first_contact" not in doubted:
            assert g["first_contact"] == t["first_contact"]
        sunk = [(e["ball"], e["pocket"]) for e in g["events"] if e["kind"] == "pocket"]
        assert sorted(sunk) == sorted((e["ball"], e["pocket"]) for e in t["events"] if e["kind"] == "pocket")


def test_the_same_recording_gives_the_same_records(folder: Path) -> None:
    first, again = records(folder / "records.jsonl"), records(folder / "again.jsonl")
    assert first[1:] == again[1:]


def test_what_stood_where_the_observations_go_is_kept(folder: Path) -> None:
    assert (folder / "seen.obs.old").read_text(encoding="utf-8") == "of another evening\n"


@pytest.mark.parametrize(("stage", "file"), [("observations", "seen.obs"), ("strokes", "again.jsonl")])
def test_later_stages_alone_say_the_same(folder: Path, tmp_path: Path, stage: str, file: str) -> None:
    out = tmp_path / "later.jsonl"
    assert run(["replay", "--from", stage, str(folder / file), *GAME, "--balls", "pool9", "-o", str(out)]) == 0
    whole, later = records(folder / "again.jsonl"), records(out)
    for kind in ("stroke", "ruling", "question"):
        assert of(kind, later) == of(kind, whole)
    assert of("ruling", later)
