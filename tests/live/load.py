"""The load of live mode: pictures of 1456x1088 at 60 a second, as a Pi's global shutter camera gives them, through the
whole live session (eyes, rules, records, clips), on one core.

Run: python -m tests.live.load VIDEO LENGTHxWIDTH@HEAD BALLS [--game GAME] [--rest SECONDS] [--paced]

The video is scaled, given sensor noise and kept in memory as YUV420 before anything is measured. `--rest`: its first
moments are shown again and again for so long, before the rest of it. Without `--paced` time is simulated: every frame
costs the processor time that it took, and the box of one drops what it would drop on a core of its own, however busy
this machine is; what threads in no hurry took meanwhile (films) is said beside it, and has to fit into what the frames
leave of the core. With it the real box is fed in real time, and the whole process' time is counted.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.find import find_table
from callshot.calibration.table import TableGeometry
from callshot.hardware.announcer import Silent
from callshot.hardware.clip_ring import ClipRing
from callshot.hardware.clips import ClipStore
from callshot.hardware.frame import Frame, SourceInfo
from callshot.hardware.journal import Journal
from callshot.hardware.newest import NewestFrame
from callshot.hardware.recording import Recording
from callshot.rules.equipment import BALL_SETS, TableSize
from callshot.tracker.announce.catalogues import messages
from callshot.tracker.films import Films, window_of
from callshot.tracker.hub import RecordHub
from callshot.tracker.live import LiveSession
from callshot.tracker.live_sessions import FIRST_LOOKS
from callshot.tracker.pipeline import Pipeline, Play, bed_of
from callshot.tracker.seeing import open_eyes
from callshot.tracker.session import Record, session_record
from callshot.tracker.track.state import TableState

WIDTH, HEIGHT, RATE_HZ = 1456, 1088, 60.0
STEP_NS = round(1e9 / RATE_HZ)
NOISE_LUMA = 1.5
"""A sensor's noise at the gain of a lit table; a recording's codec has taken its own away."""
NOISES = 8
LOOP_S = 0.7
"""So much of the beginning is shown again and again: nobody has come to the table yet."""

FIRST_LOOK_S = 1.5
"""The first looks at a table take long, and nothing is followed yet."""

Planes = NDArray[np.uint8]


def as_camera_gives(image: NDArray[np.uint8]) -> Planes:
    """(h, w, 3) BGR -> (HEIGHT * 3 / 2, WIDTH) YUV420, the picture in the middle of the sensor's."""
    out = np.full((HEIGHT, WIDTH, 3), 32, np.uint8)
    scale = min(WIDTH / image.shape[1], HEIGHT / image.shape[0])
    w, h = (round(v * scale) // 2 * 2 for v in (image.shape[1], image.shape[0]))
    x, y = (WIDTH - w) // 4 * 2, (HEIGHT - h) // 4 * 2
    out[y : y + h, x : x + w] = cv2.resize(image, (w, h))
    return np.asarray(cv2.cvtColor(out, cv2.COLOR_BGR2YUV_I420), np.uint8)


class Noise:
    """Adds a sensor's noise to the luma of pictures."""

    def __init__(self, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        self._fields = [rng.normal(0, NOISE_LUMA, (HEIGHT, WIDTH)).round().astype(np.int16) for _ in range(NOISES)]
        self._count = 0

    def over(self, planes: Planes) -> Planes:
        """A noisy copy."""
        self._count += 1
        field_ = np.roll(self._fields[self._count % NOISES], self._count * 37 % HEIGHT, axis=0)
        out = planes.copy()
        np.clip(planes[:HEIGHT] + field_, 0, 255, out=out[:HEIGHT], casting="unsafe")
        return out


class Sensor:
    """A source of prepared pictures, `loops` times the first `loop` of them and then all, at 60 a second.

    own_s: the processor time that it took itself, a copy a picture, as the camera's adapter makes one.
    """

    def __init__(self, pictures: Sequence[Planes], loop: int, loops: int) -> None:
        self._pictures, self._loop, self._loops = pictures, loop, loops
        self.info = SourceInfo("sensor", WIDTH, HEIGHT, RATE_HZ, live=False)
        self.own_s = 0.0

    @property
    def rest_s(self) -> float:
        """Until then nothing happens."""
        return self._loop * (self._loops + 1) * STEP_NS * 1e-9

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return (self._loop * self._loops + len(self._pictures)) * STEP_NS * 1e-9

    def __iter__(self) -> Iterator[Frame]:
        order = itertools.chain(*([range(self._loop)] * self._loops), range(len(self._pictures)))
        for sequence, k in enumerate(order):
            start = time.thread_time()
            planes = self._pictures[k].copy()
            self.own_s += time.thread_time() - start
            yield frame_of(planes, sequence)

    def close(self) -> None:
        """Nothing is held."""


def frame_of(planes: Planes, sequence: int) -> Frame:
    """A frame whose colours are made when they are asked for."""

    def image() -> NDArray[np.uint8]:
        return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420), np.uint8)

    return Frame(image, sequence * STEP_NS, sequence, planes[:HEIGHT])


@dataclass(slots=True)
class Seen:
    """What became of each frame: its time, the processor time it took (None: dropped), whether people were there."""

    frames: list[tuple[float, float | None, bool]] = field(default_factory=list)
    told_s: dict[int, float] = field(default_factory=dict)

    def print(self, strokes: Sequence[Record]) -> None:
        """By phase: at rest, with people at the table, in a stroke."""
        spans = [(float(s["t_start"]), float(s["t_end"] or s["t"])) for s in strokes]
        phases: dict[str, list[float | None]] = {"at rest": [], "people at the table": [], "in a stroke": []}
        for t, cost, people in self.frames:
            rolling = any(a <= t <= b for a, b in spans)
            phases["in a stroke" if rolling else "people at the table" if people else "at rest"].append(cost)
        for phase, costs in phases.items():
            taken = [c for c in costs if c is not None]
            if taken:
                share = (len(costs) - len(taken)) / len(costs)
                print(
                    f"{phase}: {len(costs)} frames, {len(costs) - len(taken)} dropped ({share:.2%}); "
                    f"mean {statistics.fmean(taken) * 1000:.2f} ms, 95 % {np.percentile(taken, 95) * 1000:.1f} ms, "
                    f"worst {max(taken) * 1000:.0f} ms, so {statistics.fmean(taken) * RATE_HZ:.1%} of a core"
                )
        for stroke in strokes:
            if stroke["t_end"] is not None:
                late = self.told_s[stroke["number"]] - stroke["t_end"]
                print(f"stroke {stroke['number']}: ruled {late * 1000:.0f} ms after the last ball's rest")


@dataclass(slots=True)
class Live:
    """A live session as `callshot run` has it, what it said, and the newest state of the balls."""

    session: LiveSession
    hub: RecordHub
    state: list[TableState]
    clips: ClipStore

    @property
    def people(self) -> bool:
        """Whether something foreign is over the table."""
        return bool(self.state and self.state[-1].foreign)

    @property
    def strokes(self) -> list[Record]:
        """The strokes that were told so far."""
        return [dict(r) for r in self.hub.records() if r["type"] == "stroke"]


def live_on(table: TableGeometry, balls_name: str, game: str, home: Path) -> Live:
    """Everything but the camera and the loop."""
    balls = BALL_SETS[balls_name]
    messages("en")  # as `callshot run` does, before the first ruling
    eyes = open_eyes(table, balls)
    state: list[TableState] = []

    def watch(new: TableState) -> None:
        state[:] = [new]

    play = Play(game, ("Ann", "Bo") if game != "none" else (), {}, ("en",), in_progress=True)
    pipeline = Pipeline(bed_of(table, balls.diameter_mm), eyes.capacity, play, eyes, watch)
    hub, clips = RecordHub(), ClipStore(home / "clips")
    session = LiveSession(
        pipeline, Journal(home / "records.jsonl"), hub, Silent(),
        Films(ClipRing(window_of(table)), clips), warm_up=FIRST_LOOKS,
    )  # fmt: skip
    session.begin(
        session_record(
            source="sensor", game=game, players=play.players, options={}, table_name=table.name,
            length_mm=table.length_mm, width_mm=table.width_mm, ball_set=balls.name, ball_diameter_mm=balls.diameter_mm,
        ),
        source_goes_on=True,
    )  # fmt: skip
    return Live(session, hub, state, clips)


def simulated(sensor: Sensor, live: Live) -> None:
    """The box of one in simulated time."""
    seen = Seen()
    free_s = 0.0
    box: Frame | None = None

    def tell(now_s: float) -> None:
        for stroke in live.strokes[len(seen.told_s) :]:
            seen.told_s[stroke["number"]] = now_s

    def take(frame: Frame) -> None:
        nonlocal free_s
        begin_s = max(free_s, frame.t_s)
        before = time.thread_time()
        live.session.frame(frame)
        cost = time.thread_time() - before
        free_s = begin_s + cost
        seen.frames.append((frame.t_s, cost, live.people))
        tell(free_s)

    begun = process_less_this_thread_s()
    for frame in sensor:
        if box is not None and free_s <= frame.t_s:
            take(box)
            box = None
        if box is not None:
            seen.frames.append((box.t_s, None, live.people))
        box = frame
        if free_s <= frame.t_s:
            take(frame)
            box = None
    beside = (process_less_this_thread_s() - begun) / sensor.seconds
    live.session.finish()
    tell(free_s)
    seen.frames = [f for f in seen.frames if f[0] > FIRST_LOOK_S]
    print("simulated time, one core; the beginning, in which the table is looked at, is not counted")
    seen.print(live.strokes)
    print(f"threads in no hurry: {beside:.1%} of a core on the whole")


def process_less_this_thread_s() -> float:
    """The processor time of the other threads."""
    return time.process_time() - time.thread_time()


def paced(sensor: Sensor, live: Live) -> None:
    """The real box in real time."""
    begun_s, first, rest, whole = time.monotonic(), Spent(), Spent(), Spent()
    with NewestFrame(sensor) as newest:
        while (frame := newest.take(30.0)) is not None:
            live.session.frame(frame)
            now = Spent(time.process_time(), newest.read, newest.dropped)
            if frame.t_s < FIRST_LOOK_S:
                first = rest = now
            elif frame.t_s < sensor.rest_s:
                rest = now
            whole = now
    live.session.finish()
    for name, then, until in (("at rest", first, rest), ("the rest", rest, whole)):
        frames = until.read - then.read
        seconds = frames / RATE_HZ
        print(
            f"real time, {name}: {frames} frames, {until.dropped - then.dropped} dropped, "
            f"{(until.cpu_s - then.cpu_s) / max(seconds, 1e-3):.1%} of a core"
        )
    print(f"{time.monotonic() - begun_s:.1f} s for {sensor.seconds:.1f} s of pictures")


@dataclass(frozen=True, slots=True)
class Spent:
    """Processor time of the whole process, frames read and dropped, up to a moment."""

    cpu_s: float = 0.0
    read: int = 0
    dropped: int = 0


def prepared(video: Path) -> list[Planes]:
    """The video as the sensor would give it."""
    noise = Noise()
    return [noise.over(as_camera_gives(frame.image)) for frame in Recording(video)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("video", type=Path)
    parser.add_argument("table", help="nose to nose in mm and the head's side, as 2540x1270@left")
    parser.add_argument("balls")
    parser.add_argument("--game", default="none")
    parser.add_argument("--rest", type=float, default=10.0)
    parser.add_argument("--paced", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    pictures = prepared(asked.video)
    size, _, head = asked.table.partition("@")
    length, width = (float(v) for v in size.split("x"))
    looks = (frame_of(p, n) for n, p in enumerate(pictures[:20]))
    table = find_table(looks, TableSize("table", length, width), head or "left").table
    sensor = Sensor(pictures, round(LOOP_S * RATE_HZ), max(0, round(asked.rest / LOOP_S)))
    with tempfile.TemporaryDirectory() as home:
        live = live_on(table, asked.balls, asked.game, Path(home))
        (paced if asked.paced else simulated)(sensor, live)
        live.clips.close()


if __name__ == "__main__":
    main()
