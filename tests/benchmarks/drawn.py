"""Fresh recordings and stills of tables that nobody has seen, drawn with exact truth, through the whole program.

Sizes from seven to twelve feet, other sets, cloths, rails, floors, lamps, cameras (lens, place, lean, rate, exposure):
all from one seed each. Needs the extra `[train]`. Run by hand, in parts:

    python -m tests.benchmarks.drawn OUT_DIR --seeds 1-12 [--stills]
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from callshot.calibration.camera import CameraModel
from callshot.models.drawing.film_passage import Filming, camera_record, write_truth, write_video
from callshot.models.drawing.motion import Friction
from callshot.models.drawing.passage import Passage
from callshot.models.drawing.plate import Style
from callshot.models.drawing.scene import Scene
from callshot.models.drawing.set_looks import make_look, random_maker, random_turn
from callshot.models.drawing.shots import Run, Shot, Table, play
from callshot.models.drawing.table_shape import TableShape
from callshot.models.training.patches import CLOTHS, LIGHTS, random_film, random_lighting
from tests.benchmarks import accuracy
from tests.benchmarks.variants import report

Floats = np.ndarray[Any, np.dtype[np.float64]]
Chance = np.random.Generator
SIZES = ((1981.2, 990.6), (2235.2, 1117.6), (2337.0, 1168.5), (2540.0, 1270.0), (2845.0, 1422.5), (3569.0, 1778.0))
PICTURES = ((1280, 720), (1920, 1080), (1456, 1088), (1280, 720), (960, 540))
POOL = tuple(str(n) for n in range(1, 16))
SETS: dict[str, tuple[str, ...]] = {
    "pool15": POOL, "pool9": POOL[:9], "baseball21": tuple(str(n) for n in range(1, 22)),
    "snooker22": ("red",) * 6 + ("yellow", "green", "brown", "blue", "pink", "black"),
    "english": ("red",) * 5 + ("yellow",) * 5 + ("black",),
}  # fmt: skip
RADII = {"snooker22": 26.25, "english": 25.4}
LONGEST_S = 7.0


def looking_at(
    size: tuple[int, int], focal_px: float, at_mm: Floats, target_mm: Floats, head: str, distortion: Floats
) -> CameraModel:
    """A camera at `at_mm` that looks at `target_mm`, the head end at that side of the picture."""
    right = {"left": (0, 1, 0), "right": (0, -1, 0), "top": (-1, 0, 0), "bottom": (1, 0, 0)}[head]
    ahead = target_mm - at_mm
    ahead = ahead / np.linalg.norm(ahead)
    across = np.array(right, np.float64) - ahead * (ahead @ np.array(right, np.float64))
    across = across / np.linalg.norm(across)
    turn = np.stack([across, np.cross(ahead, across), ahead])
    matrix = np.array([[focal_px, 0, size[0] / 2 - 0.5], [0, focal_px, size[1] / 2 - 0.5], [0, 0, 1.0]])
    return CameraModel(size, matrix, distortion, np.asarray(cv2.Rodrigues(turn)[0]).ravel(), -turn @ at_mm)


def random_camera(rng: Chance, shape: TableShape) -> tuple[CameraModel, str]:
    """Above the table within some 30 degrees, all of the table seen with little or much room round it."""
    size = PICTURES[int(rng.integers(len(PICTURES)))]
    head = str(rng.choice(["left", "right"]))
    if rng.random() < 0.2:
        size, head = (size[1], size[0]), str(rng.choice(["top", "bottom"]))
    height = float(rng.uniform(0.75, 1.35)) * shape.length_mm
    off = rng.normal(0, 1, 2) * (0.12, 0.08) * shape.length_mm * (2.2 if rng.random() < 0.25 else 1.0)
    at = np.array([off[0], off[1], height])
    target = np.array([*(off * 0.25 + rng.normal(0, 25, 2)), 0.0])
    distortion = np.array([float(rng.choice([0.0, rng.uniform(-0.12, 0.04), rng.uniform(-0.32, -0.1)])), 0, 0, 0, 0])
    outer = np.array([[x * (shape.width_mm / 2 + 60), y * (shape.length_mm / 2 + 60)]
                      for x in (-1, -0.5, 0, 0.5, 1) for y in (-1, -0.5, 0, 0.5, 1)])  # fmt: skip
    filled = float(rng.uniform(0.72, 0.98))
    focal = 100.0
    for _ in range(6):  # a lens' distortion depends on how wide it is: to the fixed point
        camera = looking_at(size, focal, at, target, head, distortion)
        seen = np.abs(camera.image_from_table(outer, shape.rail_height_mm) - (np.array(size) - 1) / 2)
        focal *= filled * float((np.array(size) / 2 / seen.max(0)).min())
    return looking_at(size, focal, at, target, head, distortion), head


def random_style(rng: Chance, shape: TableShape) -> Style:
    """Cloth, rail, floor, wear, lines and spots."""
    cloth = np.array(CLOTHS[str(rng.choice(list(CLOTHS)))]) * np.exp(rng.normal(0, 0.25, 3))
    rails = ((0.12, 0.05, 0.02), (0.03, 0.03, 0.03), (0.25, 0.14, 0.06), (0.2, 0.2, 0.2), (0.06, 0.02, 0.01))
    rail = np.array(rails[int(rng.integers(len(rails)))]) * np.exp(rng.normal(0, 0.2))
    floors = ((0.05, 0.04, 0.04), (0.3, 0.22, 0.14), (0.2, 0.2, 0.2), (0.1, 0.03, 0.03), (0.03, 0.06, 0.12))
    floor = np.array(floors[int(rng.integers(len(floors)))]) * np.exp(rng.normal(0, 0.3))
    w, y = shape.width_mm / 2, -shape.length_mm / 4
    pale = tuple(np.clip(cloth * 3 + 0.1, 0, 0.8))
    lines = [[-w, y, w, y, rng.uniform(0.8, 2.0), *pale, rng.uniform(0.2, 0.8)]] if rng.random() < 0.6 else []
    spots = [[0, s * shape.length_mm / 4, 5.0, 0.02, 0.02, 0.03, 0.8] for s in (-1, 1)]
    for _ in range(int(rng.integers(0, 6))):
        x0, y0 = rng.uniform(-0.8, 0.8, 2) * (w, 2 * w)
        spots.append([x0, y0, float(rng.uniform(4, 16)), *rng.uniform(0.3, 0.8, 3), float(rng.uniform(0.05, 0.3))])

    def rgb(values: Floats) -> tuple[float, float, float]:
        a, b, c = (float(v) for v in np.clip(values, 0.003, 0.8))
        return a, b, c

    metal = bool(rng.random() < 0.3)
    return Style(
        cloth=rgb(cloth), rail=rgb(rail), floor=rgb(floor),
        pocket_rim=(0.4, 0.4, 0.42) if metal else (0.03, 0.03, 0.03),
        corner_block=(0.35, 0.35, 0.35) if rng.random() < 0.25 else None, wear=float(rng.uniform(0.01, 0.08)),
        weave=float(rng.uniform(0.01, 0.06)), spots=np.array(spots),
        lines=np.array(lines, np.float64).reshape(-1, 9), seed=int(rng.integers(1 << 30)),
    )  # fmt: skip


def scattered(rng: Chance, shape: TableShape, labels: tuple[str, ...], radius: float) -> Table:
    """Balls all over the bed, some of them touching or nearly so."""
    room = np.array([shape.width_mm / 2, shape.length_mm / 2]) - radius - 4
    at: list[Floats] = []
    while len(at) < len(labels):
        new = rng.uniform(-1, 1, 2) * room
        if at and rng.random() < 0.2:
            turn = rng.uniform(0, 2 * math.pi)
            gap = 2 * radius + float(rng.choice([0.2, rng.uniform(2, 25)]))
            new = at[int(rng.integers(len(at)))] + gap * np.array([math.cos(turn), math.sin(turn)])
        corner = np.abs(np.abs(new) - room - radius) < 95
        in_jaws = corner.all() or (corner[0] and abs(new[1]) < 80)
        apart = all(np.linalg.norm(new - a) > 2 * radius + 0.1 for a in at)
        if (np.abs(new) <= room).all() and not in_jaws and apart:
            at.append(new)
    centres = np.column_stack([np.array(at), np.full(len(at), radius)])
    return Table(labels, centres, np.array([random_turn(rng) for _ in labels]))


def numbered(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Ids: a label that several balls have is told apart by a number."""
    seen: dict[str, int] = {}
    out = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        out.append(label if labels.count(label) == 1 else f"{label}#{seen[label]}")
    return tuple(out)


def some_shot(rng: Chance, table: Table, shape: TableShape, radius: float, friction: Friction) -> tuple[Shot, Run]:
    """A shot at some ball that is over in reasonable time; where it doesn't pot, none is looked for."""
    while True:
        cue = table.centres_mm[table.index("cue"), :2]
        target = table.centres_mm[int(rng.integers(1, len(table.labels))), :2]
        way = target - cue
        turn = math.atan2(way[1], way[0]) + float(rng.normal(0, 0.9)) * 2 * radius / max(float(np.hypot(*way)), 200.0)
        shot = Shot(
            float(rng.uniform(0.8, 4.5)), (math.cos(turn), math.sin(turn)), float(rng.uniform(-0.4, 0.4)),
            float(rng.uniform(-0.3, 0.3)),
        )  # fmt: skip
        run = play(table, shot, shape, radius, friction)
        if run.duration_s < LONGEST_S:
            return shot, run


def random_filming(seed: int) -> tuple[Filming, str, str]:
    """What is filmed, its head side and its set."""
    rng = np.random.default_rng([seed, 77])
    ball_set = str(rng.choice(list(SETS), p=[0.4, 0.2, 0.15, 0.15, 0.1]))
    radius = RADII.get(ball_set, 28.575)
    length, width = SIZES[int(rng.integers(len(SIZES)))]
    shape = TableShape(
        length, width, nose_height_mm=2 * radius * float(rng.uniform(0.62, 0.65)),
        cushion_mm=float(rng.uniform(42, 52)),
        rail_mm=float(rng.uniform(110, 170)),
    )  # fmt: skip
    camera, head = random_camera(rng, shape)
    lighting = random_lighting(rng, str(rng.choice(list(LIGHTS))))
    stretch = length / 2540.0
    lamps = tuple(
        replace(lamp, centre=(lamp.centre[0], lamp.centre[1] * stretch, lamp.centre[2])) for lamp in lighting.lamps
    )
    lighting = replace(lighting, lamps=lamps)
    film = random_film(rng, lighting)
    scene = Scene(camera, shape, random_style(rng, shape), lighting, film, radius, fine=2)
    count = int(rng.integers(3, len(SETS[ball_set]) + 1))
    picked = tuple(str(v) for v in rng.permutation(SETS[ball_set])[:count])
    labels = ("cue", *picked)
    table = scattered(rng, shape, numbered(labels), radius)
    friction = Friction(rolling=float(rng.uniform(0.009, 0.016)), sliding=float(rng.uniform(0.17, 0.25)))
    passage = Passage(shape, table, radius, friction, "none", ball_set, ("A", "B"))
    passage.rest(0.6)
    shot, run = some_shot(rng, table, shape, radius, friction)
    passage.stroke(run, shot)
    passage.rest(1.0)
    maker = replace(random_maker(rng), whammies=False)
    looks = [make_look(label, maker, rng) for label in labels]
    rate = float(rng.choice([25, 30, 50, 60, 60, 120]))
    exposure = min(float(np.exp(rng.uniform(math.log(1 / 500), math.log(1 / 60)))), 0.9 / rate)
    return Filming(scene, passage, looks, rate, exposure, seed), head, ball_set


def true_labels(record: dict[str, Any]) -> dict[str, Any]:
    """The same record with labels as a set has them: `red#3` is the id of a red."""

    def mend(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: v.split("#")[0] if k == "label" else mend(v) for k, v in value.items()}
        return [mend(v) for v in value] if isinstance(value, list) else value

    return dict(mend(record))


def write_drawn(seed: int, still: bool, out: Path) -> None:
    """A folder with clip or still, truth and camera."""
    filming, head, ball_set = random_filming(seed)
    out.mkdir(parents=True, exist_ok=True)
    passage, file = filming.passage, "still.png" if still else "clip.mp4"
    passage.records[:] = [true_labels(r) for r in passage.records]
    if still:
        passage.records[:] = passage.records[:2]
        _, picture = next(filming.frames())
        cv2.imwrite(str(out / file), picture)
    else:
        write_video(
            filming, out / file, crf=int(np.random.default_rng(seed).choice([18, 20, 23, 28])), preset="veryfast"
        )
    write_truth(passage, out / "truth.jsonl", file)
    camera = camera_record(filming.scene, file, filming.rate_hz, head, ball_set)
    (out / "camera.json").write_text(json.dumps(camera, indent=1) + "\n", encoding="utf-8")


def seeds_of(text: str) -> list[int]:
    out: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        out += range(int(first), int(last or first) + 1)
    return out


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("out", type=Path)
    ap.add_argument("--seeds", default="1-4")
    ap.add_argument("--stills", action="store_true", help="one picture of each table instead of a stroke")
    ap.add_argument("--draw-only", action="store_true")
    ap.add_argument("--workers", type=int, default=1)
    a = ap.parse_args()
    cv2.setNumThreads(1)
    kind = "stills" if a.stills else "drawn"

    def run(seed: int) -> accuracy.Run | None:
        case = a.out / "footage" / kind / f"{kind}_{seed:03d}"
        if not (case / "camera.json").exists():
            write_drawn(seed, a.stills, case)
        return None if a.draw_only else accuracy.run_one(case, a.out / "got" / kind / case.name)

    with ThreadPoolExecutor(a.workers) as pool:
        runs = [r for r in pool.map(run, seeds_of(a.seeds)) if r is not None]
    if runs:
        print("\n".join(report(runs, a.out)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
