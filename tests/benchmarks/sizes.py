"""What each stage costs by size of the picture, number of balls, and at rest or in a break: drawn tables, one core.

    python -m tests.benchmarks.sizes [WIDTHxHEIGHT ...] > table.md

The same break of 16 balls is drawn with 16 and with 57 on the table (the others lie where none of the 16 comes by), and
a stroke with 2. Processor time, the luma plane given, decoding not counted; medians at rest, means in motion. Beside
it, in the same run on the same frames, one `cv2.absdiff` of the plane and `cv2.HoughCircles` (see `circles`).
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.models.drawing.develop import Film, Grain
from callshot.models.drawing.film_passage import Filming
from callshot.models.drawing.light import Lamp, Lighting
from callshot.models.drawing.motion import Friction
from callshot.models.drawing.passage import Piece
from callshot.models.drawing.plate import Style
from callshot.models.drawing.scene import Scene, looking_down
from callshot.models.drawing.set_looks import make_look, random_maker, random_turn
from callshot.models.drawing.shots import Run, Shot, Table, play
from callshot.models.drawing.table_shape import TableShape
from callshot.rules.equipment import BALL_SETS, BallSet
from callshot.tracker.pipeline import Pipeline, Play, bed_of
from callshot.tracker.seeing import open_eyes
from tests.benchmarks.circles import Circles

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

SIZES = ((1280, 720), (1456, 1088), (1920, 1080))
COUNTS = (2, 16, 57)
SETS = {2: "pool15", 16: "pool15", 57: "congestion"}
RADIUS_MM = 28.575
RATE_HZ, REST_S, BREAK_S = 60.0, 1.0, 1.2
SHOT = Shot(6.5, (0.02, 1.0))


@dataclass(slots=True)
class Costs:
    """Seconds a frame, by stage."""

    stages: dict[str, list[float]] = field(default_factory=dict)

    def add(self, stage: str, work: Callable[[], object]) -> object:
        """Time one piece of work."""
        before = time.process_time()
        result = work()
        self.stages.setdefault(stage, []).append(time.process_time() - before)
        return result

    def ms(self, stage: str, mean: bool) -> float:
        """The mean, or the median, in milliseconds."""
        return 1e3 * (statistics.fmean if mean else statistics.median)(self.stages[stage])


class Drawn:
    """A passage of one stroke, as `Filming` wants it: `t_s`, `state`, `people`."""

    def __init__(self, run: Run, extra_mm: Floats, turns: Floats) -> None:
        self.t_s = REST_S + BREAK_S
        self._piece = Piece(REST_S, BREAK_S, run.path, run.turns)
        self._extra = np.column_stack([extra_mm, np.full(len(extra_mm), RADIUS_MM)])
        self._extra_turns = turns

    def state(self, times_s: Floats) -> tuple[Floats, Floats]:
        """(s, n, 3) centres and (s, n, 3, 3) turns."""
        k = np.clip(np.rint((times_s - REST_S) * 1000).astype(int), 0, len(self._piece.path) - 1)
        n = len(k)
        centres = np.concatenate([self._piece.path[k], np.tile(self._extra, (n, 1, 1))], axis=1)
        return centres, np.concatenate([self._piece.turns[k], np.tile(self._extra_turns, (n, 1, 1, 1))], axis=1)

    def people(self, t_s: float) -> list[object]:
        """Nobody."""
        return []


def rack(shape: TableShape, count: int, rng: np.random.Generator) -> Table:
    """The cue ball near the head string and `count - 1` balls as a triangle on the foot spot."""
    pitch = 2 * RADIUS_MM + 0.15
    foot = shape.length_mm / 4
    spots = [(pitch * (j - k / 2), foot + k * pitch * np.sqrt(3) / 2) for k in range(5) for j in range(k + 1)]
    centres = np.array([(-20.0, -foot - 60), *spots[: count - 1]])
    turns = np.array([random_turn(rng) for _ in centres])
    labels = ("cue", *(str(n) for n in range(1, count)))
    return Table(labels, np.column_stack([centres, np.full(len(centres), RADIUS_MM)]), turns)


def free_spots(shape: TableShape, path_mm: Floats, count: int) -> Floats:
    """(count, 2) mm where a ball can lie that none of (s, n, 2) `path_mm` comes by. Raises ValueError."""
    w, h = shape.width_mm / 2 - 1.6 * RADIUS_MM, shape.length_mm / 2 - 1.6 * RADIUS_MM
    grid = np.stack(np.meshgrid(np.arange(-w, w, 10.0), np.arange(-h, h, 10.0)), axis=-1).reshape(-1, 2)
    passed = path_mm[::5].reshape(-1, 2)
    gap = np.full(len(grid), np.inf)
    for part in np.array_split(passed, max(1, len(passed) // 500)):
        gap = np.minimum(gap, np.hypot(*(grid[:, None] - part[None]).transpose(2, 0, 1)).min(1))
    chosen: list[Floats] = []
    for spot in grid[gap > 2.3 * RADIUS_MM]:
        if all(np.hypot(*(spot - c)) > 2.2 * RADIUS_MM for c in chosen):
            chosen.append(spot)
    if len(chosen) < count:
        raise ValueError(f"only {len(chosen)} of {count} balls find room; take a shorter break")
    order = np.random.default_rng(3).permutation(len(chosen))[:count]
    return np.array(chosen)[order]


def frames_of(size: tuple[int, int], count: int, balls: BallSet) -> tuple[TableGeometry, Iterator[Frame]]:
    """The table as it is and the frames of one stroke."""
    shape, rng = TableShape(), np.random.default_rng(5)
    table = rack(shape, min(count, 16), rng)
    run = play(table, SHOT, shape, RADIUS_MM, Friction(rolling=0.012), t_max_s=BREAK_S)
    extra = free_spots(shape, run.path[:, :, :2], count - 16) if count > 16 else np.zeros((0, 2))
    drawn = Drawn(run, extra, np.array([random_turn(rng) for _ in extra]).reshape(-1, 3, 3))
    focal = 0.89 * min(size[0], size[1] * 16 / 9)
    camera = looking_down(size, focal, (10.0, -18.0, 2700.0), tilt_rad=(0.004, -0.003))
    lighting = Lighting((Lamp((0, -480, 1300), 170, 420), Lamp((0, 480, 1300), 170, 420)), (0.28, 0.28, 0.30))
    style = Style(cloth=(0.018, 0.20, 0.30), wear=0.03, weave=0.03, corner_block=None, seed=4)
    film = Film(exposure=1.5, noise=0.7, blur_px=0.55, contrast=0.15)
    scene = Scene(camera, shape, style, lighting, film)
    maker = random_maker(rng, "standard")
    labels = ["cue", *balls.object_balls, "crazy-cue"][:count]
    looks = [make_look(label, maker, rng) for label in labels]
    filming = Filming(scene, drawn, looks, RATE_HZ)  # type: ignore[arg-type]
    geometry = TableGeometry(
        camera, "left", shape.length_mm, shape.width_mm, shape.nose_height_mm, shape.rail_height_mm,
        {k: np.asarray(v) for k, v in shape.pocket_mouths.items()}, 0.0,
    )  # fmt: skip

    def frames() -> Iterator[Frame]:
        grain = Grain(film.noise, size, 0)
        still: Image | None = None
        for k, t in enumerate(filming.frame_times()):
            if t < REST_S:
                still = filming.draw(float(t)) if still is None else still
                image = grain.add(still.copy())
            else:
                image = grain.add(filming.draw(float(t)))
            yield Frame(image, round(float(t) * 1e9), k, cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))

    return geometry, frames()


def measure(size: tuple[int, int], count: int) -> dict[bool, Costs]:
    """Costs at rest (False) and in the break (True)."""
    balls = BALL_SETS[SETS[count]]
    table, frames = frames_of(size, count, balls)
    eyes = open_eyes(table, balls)
    pipeline = Pipeline(bed_of(table, balls.diameter_mm), eyes.capacity, Play(), eyes)
    costs = {False: Costs(), True: Costs()}
    circles = Circles(table, balls.diameter_mm)
    first: Image | None = None
    for frame in frames:
        assert frame.luma is not None
        first = frame.luma if first is None else first
        moving = frame.t_s > REST_S
        if not moving and frame.t_s < REST_S / 2:  # the first looks take long, and are over by then
            pipeline.observe(eyes.update(frame))
            continue
        cost = costs[moving]
        plane = np.ascontiguousarray(frame.luma)
        cost.add("absdiff", lambda plane=plane, first=first: cv2.absdiff(plane, first))
        seen = cost.add("detect", lambda frame=frame: eyes.detect(frame))
        named = cost.add("identify", lambda frame=frame, seen=seen: eyes.identify(frame, seen))
        cost.add("rest", lambda named=named: pipeline.observe(named))
        if moving and frame.sequence % 4 == 0:
            cost.add("circles", lambda plane=plane: circles.find(plane))
    return costs


def main() -> None:
    cv2.setNumThreads(1)
    sizes = [tuple(int(v) for v in a.split("x")) for a in sys.argv[1:]] or list(SIZES)
    print("| picture | balls | | absdiff, ms | detect, ms | in absdiffs | of HoughCircles | identify, ms |"
          " track, strokes, rules, ms | whole stair, frames/s |")  # fmt: skip
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    motion: dict[tuple[int, int], dict[int, float]] = {}
    for width, height in sizes:
        for count in COUNTS:
            for moving, cost in measure((width, height), count).items():
                look, detect = cost.ms("absdiff", False), cost.ms("detect", moving)
                others = [cost.ms(stage, moving) for stage in ("identify", "rest")]
                of_circles = f"{detect / cost.ms('circles', True):.2f}" if moving else ""
                print(
                    f"| {width}x{height} | {count} | {'break' if moving else 'rest'} | {look:.3f} | {detect:.2f} |"
                    f" {detect / look:.1f} | {of_circles} | {others[0]:.2f} | {others[1]:.2f} |"
                    f" {1e3 / (detect + sum(others)):.0f} |",
                    flush=True,
                )
                if moving:
                    motion.setdefault((width, height), {})[count] = detect
    for (width, height), cost_of in motion.items():
        print(f"\n{width}x{height}: detecting among 57 balls takes {cost_of[57] / cost_of[16]:.2f} times that among 16"
              " where the same ones move (bar: 2).")  # fmt: skip


if __name__ == "__main__":
    main()
