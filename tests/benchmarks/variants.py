"""The same footage as another camera, light or cloth would show it: what was right must stay right, or be in doubt.

Each clip is written again, changed in one way (see `changes.py`), with truth that stays exact, and goes through
calibration, replay and scorer like the clips themselves. Run by hand, in parts:

    python -m tests.benchmarks.variants OUT_DIR [--only NAME,NAME] [--change CHANGE,CHANGE]
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np

from tests.benchmarks import accuracy, bench
from tests.benchmarks.changes import CHANGES, Change, Picture

SEED = 5


def kept(change: Change, given: Any, base: Fraction) -> Iterator[tuple[int, Picture]]:
    """(time stamp, picture) of the frames that the changed recording has, not yet painted."""
    step = None if change.every_s is None else Fraction(change.every_s).limit_denominator(1000) / base
    due = Fraction(0)
    group: list[Any] = []
    for frame in given:
        if step is not None:
            if frame.pts < due:
                continue
            due = max(due + step, frame.pts + step / 2)
        group.append(frame)
        if len(group) < change.merge:
            continue
        pictures = [np.asarray(f.to_ndarray(format="bgr24"), np.uint8) for f in group]
        picture = pictures[0] if len(pictures) == 1 else np.asarray(np.mean(pictures, axis=0), np.uint8)
        yield sum(f.pts for f in group) // len(group), picture
        group = []


def write_clip(source: Path, change: Change, out: Path) -> tuple[int, int]:
    """Write a recording anew; its width and height."""
    chance = np.random.default_rng(SEED)
    with av.open(str(source)) as given, av.open(str(out), "w") as made:
        base = given.streams.video[0].time_base or Fraction(1, 90000)
        rate = given.streams.video[0].average_rate or 30
        stream: Any = None
        for pts, frame in kept(change, given.decode(given.streams.video[0]), base):
            picture = change.paint(frame, chance)
            picture = picture[: picture.shape[0] // 2 * 2, : picture.shape[1] // 2 * 2]
            if stream is None:
                stream = made.add_stream("libx264", rate=rate)
                stream.height, stream.width = picture.shape[:2]
                stream.pix_fmt, stream.options = "yuv420p", {"crf": str(change.crf), "preset": "veryfast"}
                stream.codec_context.thread_count = 1
                stream.time_base = stream.codec_context.time_base = base
            again = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="bgr24")
            again.pts, again.time_base = pts, base
            made.mux(stream.encode(again))
        made.mux(stream.encode(None))
        return int(stream.width), int(stream.height)


def write_variant(case: Path, name: str, out: Path) -> None:
    """Write the clip or still of `case` anew into `out`, changed, its truth and its camera description beside it."""
    change = CHANGES[name]
    camera = json.loads((case / "camera.json").read_text(encoding="utf-8"))
    out.mkdir(parents=True, exist_ok=True)
    shutil.copy(case / "truth.jsonl", out)
    if camera["file"].endswith("mp4"):
        file = "clip.mp4"
        width, height = write_clip(case / camera["file"], change, out / file)
    else:
        file = camera["file"]
        picture = change.paint(
            np.asarray(cv2.imread(str(case / camera["file"])), np.uint8), np.random.default_rng(SEED)
        )
        height, width = picture.shape[:2]
        if change.crf > 20:
            file = Path(file).with_suffix(".jpg").name
        cv2.imwrite(str(out / file), picture, [cv2.IMWRITE_JPEG_QUALITY, 95 - 3 * (change.crf - 20)])
    given = (camera["width"], camera["height"])

    def moved(points: Any) -> list[list[float]]:
        return change.move(np.array(points, np.float64), given).tolist()

    rate = camera["fps"] and camera["fps"] / change.merge  # none: the clip's own rate changes
    camera |= {"file": file, "width": width, "height": height, "head": change.head(camera["head"])}
    camera["fps"] = rate if change.every_s is None or rate is None else min(rate, 1 / change.every_s)
    camera["corners_px"] = moved(camera["corners_px"])
    camera["pockets_px"] = dict(zip(camera["pockets_px"], moved(list(camera["pockets_px"].values())), strict=True))
    for gone in ("K", "dist", "rvec", "tvec"):
        camera.pop(gone, None)
    (out / "camera.json").write_text(json.dumps(camera), encoding="utf-8")


def report(runs: list[accuracy.Run], out: Path) -> list[str]:
    """The tables of those runs, whose truth and streams lie in `out`."""
    kinds = sorted({run.kind for run in runs})
    reports = {k: accuracy.score(k, out / "got", out / "footage") for k in kinds}
    tables = accuracy.score_tables(runs, out / "footage")
    for k in kinds:
        (out / f"{k}-disagreements.txt").write_text("\n".join(reports[k]["log"]) + "\n", encoding="utf-8")
    return [*bench.summary_rows(reports), "", *bench.clip_rows(runs, reports, tables)]


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("out", type=Path)
    ap.add_argument("--only", default="", help="parts of clips' names")
    ap.add_argument("--change", default="", help=f"of {', '.join(CHANGES)}; else each clip has one, turn by turn")
    ap.add_argument("--workers", type=int, default=1)
    ap.add_argument("--shift", type=int, default=0, help="start the turns of the changes here")
    a = ap.parse_args()
    footage = accuracy.SHARED / "footage"
    cases = [p.parent for kind in ("real", "rendered") for p in sorted((footage / kind).glob("*/camera.json"))]
    cases = [c for c in cases if any(part in c.name for part in a.only.split(","))]
    cases = [c for c in cases if Path(json.loads((c / "camera.json").read_text())["file"]).suffix]  # folders: as given
    names = list(CHANGES)
    work = [
        (case, name)
        for turn, case in enumerate(cases)
        for name in (a.change.split(",") if a.change else [names[(turn + a.shift) % len(names)]])
    ]

    def run(case: Path, name: str) -> accuracy.Run:
        folder = a.out / "footage" / case.parent.name / f"{case.name}.{name}"
        if not (folder / "camera.json").exists():
            write_variant(case, name, folder)
        return accuracy.run_one(folder, a.out / "got" / case.parent.name / folder.name)

    with ThreadPoolExecutor(a.workers) as pool:
        runs = list(pool.map(run, *zip(*work, strict=True)))
    print("\n".join(report(runs, a.out)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
