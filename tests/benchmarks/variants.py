"""The same footage as another camera, light or cloth would show it: what was right must stay right, or be in doubt.

Each clip is written again once, changed in one way (turn by turn through the list, so that every change meets several
clips), with the same truth, and goes through calibration, replay and scorer like the clips themselves. Run by hand:

    python -m tests.benchmarks.variants OUT_DIR [--only NAME]
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np

from tests.benchmarks import accuracy, bench

Picture = np.ndarray[Any, np.dtype[np.uint8]]
Change = Callable[[Picture, np.random.Generator], Picture]
SEED = 5


def dim(picture: Picture, chance: np.random.Generator) -> Picture:
    """Less than half the light, and the noise that a higher gain brings."""
    noise = chance.normal(0.0, 4.0, picture.shape).astype(np.float32)
    return np.asarray(np.clip(0.45 * picture + noise, 0, 255), np.uint8)


def warm(picture: Picture, _: np.random.Generator) -> Picture:
    """Lamps of a lower colour temperature, white balance left as it was (blue, green, red gains)."""
    return np.asarray(np.clip(picture * np.array([0.75, 0.97, 1.15], np.float32), 0, 255), np.uint8)


def small(picture: Picture, _: np.random.Generator) -> Picture:
    """A camera of fewer pixels."""
    height, width = (round(side * 0.3) * 2 for side in picture.shape[:2])
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def same(picture: Picture, _: np.random.Generator) -> Picture:
    return picture


def other_cloth(turn: int, picture: Picture, _: np.random.Generator) -> Picture:
    """The cloth (the commonest strong hue) in another colour: its hue turned, what is coloured otherwise left alone."""
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    hue = hsv[..., 0].astype(np.int16)
    strong = (hsv[..., 1] > 60) & (hsv[..., 2] > 30)
    cloth = int(np.argmax(np.bincount(hue[strong].ravel(), minlength=180)))
    off = np.abs((hue - cloth + 90) % 180 - 90)
    near = strong & (off <= 12)
    hsv[..., 0] = np.where(near, (hue + turn) % 180, hue).astype(np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)


# name: (change of a picture, every how many-th frame, constant rate factor of the encoder)
VARIANTS: dict[str, tuple[Change, int, int]] = {
    "dim": (dim, 1, 20),
    "warm": (warm, 1, 20),
    "small": (small, 1, 20),
    "coarse": (same, 1, 36),
    "half-rate": (same, 2, 20),
    "other-cloth": (partial(other_cloth, 60), 1, 20),
}


def write_variant(case: Path, name: str, out: Path) -> None:
    """Write the clip of `case` anew into `out`, changed, with its truth and its camera description beside it."""
    change, step, crf = VARIANTS[name]
    camera = json.loads((case / "camera.json").read_text(encoding="utf-8"))
    out.mkdir(parents=True, exist_ok=True)
    shutil.copy(case / "truth.jsonl", out)
    chance = np.random.default_rng(SEED)
    with av.open(str(case / camera["file"])) as given, av.open(str(out / "clip.mp4"), "w") as made:
        source = given.streams.video[0]
        base = source.time_base or Fraction(1, 90000)
        stream: Any = None
        for number, frame in enumerate(given.decode(source)):
            if number % step:
                continue
            picture = change(np.asarray(frame.to_ndarray(format="bgr24"), np.uint8), chance)
            picture = picture[: picture.shape[0] // 2 * 2, : picture.shape[1] // 2 * 2]
            if stream is None:
                stream = made.add_stream("libx264", rate=source.average_rate or 30)
                stream.height, stream.width = picture.shape[:2]
                stream.pix_fmt, stream.options = "yuv420p", {"crf": str(crf), "preset": "veryfast"}
                stream.time_base = stream.codec_context.time_base = base
            again = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="bgr24")
            again.pts, again.time_base = frame.pts, base
            made.mux(stream.encode(again))
        made.mux(stream.encode(None))
    scale = stream.width / camera["width"]
    rate = camera["fps"] and camera["fps"] / step  # none: the clip's own rate changes
    camera |= {"file": "clip.mp4", "width": stream.width, "height": stream.height, "fps": rate}
    camera["corners_px"] = [[x * scale, y * scale] for x, y in camera["corners_px"]]
    camera["pockets_px"] = {k: [x * scale, y * scale] for k, (x, y) in camera["pockets_px"].items()}
    (out / "camera.json").write_text(json.dumps(camera), encoding="utf-8")


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("out", type=Path)
    ap.add_argument("--only", default="")
    ap.add_argument("--workers", type=int, default=1)
    ap.add_argument("--shift", type=int, default=0, help="start the turns of the variants here")
    a = ap.parse_args()
    footage = accuracy.SHARED / "footage"
    cases = [p.parent for kind in ("real", "rendered") for p in sorted((footage / kind).glob("*/camera.json"))]
    cases = [c for c in cases if a.only in c.name and json.loads((c / "camera.json").read_text())["file"][-3:] == "mp4"]
    names = list(VARIANTS)

    def run(turn: int, case: Path) -> accuracy.Run:
        name = names[(turn + a.shift) % len(names)]
        folder = a.out / "footage" / case.parent.name / f"{case.name}.{name}"
        if not (folder / "camera.json").exists():
            write_variant(case, name, folder)
        return accuracy.run_one(folder, a.out / "got" / case.parent.name / folder.name)

    with ThreadPoolExecutor(a.workers) as pool:
        runs = list(pool.map(run, range(len(cases)), cases))
    kinds = sorted({run.kind for run in runs})
    reports = {k: accuracy.score(k, a.out / "got", a.out / "footage") for k in kinds}
    tables = accuracy.score_tables(runs, a.out / "footage")
    for k in kinds:
        (a.out / f"{k}-disagreements.txt").write_text("\n".join(reports[k]["log"]) + "\n", encoding="utf-8")
    print("\n".join([*bench.summary_rows(reports), "", *bench.clip_rows(runs, reports, tables)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
