"""Whole drawn tables that no training saw: every set on any cloth, under light and before a camera as bad as in life.

Each is some frames of one still table through a real video codec, with its truth; seeds begin where no training's do.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

import av
import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from callshot.calibration.camera import CameraModel
from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.models.drawing.develop import Film, develop
from callshot.models.drawing.light import Lamp, Lighting
from callshot.models.drawing.looks import Rgb
from callshot.models.drawing.plate import Style
from callshot.models.drawing.scene import Placed, Scene, looking_down
from callshot.models.drawing.set_looks import make_look, random_maker, random_turn
from callshot.models.drawing.table_shape import TableShape
from callshot.models.drawing.wear import aged
from callshot.models.training.patches import CLOTHS
from callshot.rules.equipment import BALL_SETS

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
Case = TypeVar("Case")

FIRST_SEED: Final = 7_000_000
FRAMES: Final = 8
RATE_HZ: Final = 30
# Balls of a set by one maker, or by any.
SETS: Final = (
    ("pool15", "standard"), ("pool15", "tv"), ("pool15", "black-edition"), ("pool15", "pale"), ("pool9", ""),
    ("baseball21", ""), ("congestion", ""), ("snooker22", ""), ("english", ""), ("carom3", ""),
)  # fmt: skip
# The table's length in the picture, by how many px a ball is across.
DIAMETERS_PX: Final = ((16.0, 20.0), (20.0, 26.0), (26.0, 34.0), (34.0, 46.0))
LAMPS: Final = ("panels", "tubes", "bulbs", "frame")
COLOURS: Final = ("warm", "white", "cold")
BALANCES: Final = ("right", "lamp's colour left", "off by 15 %")
AGES: Final = {"new": 0.0, "worn": 0.45, "dull and yellow": 1.0}
CODES: Final = (18, 27, 36)
EXPOSURES: Final = ("right", "dark", "bright")


@dataclass(frozen=True, slots=True, eq=False)
class WholeTable:
    """One case. clip: some frames as MP4. at_mm: (n, 2). cells: what it is, name -> value."""

    seed: int
    ball_set: str
    geometry: TableGeometry
    clip: bytes
    labels: tuple[str, ...]
    at_mm: Floats
    cells: dict[str, str]


Placing = Callable[[Generator, TableShape], tuple[list[str], Floats]]
"""Labels and (n, 2) places in mm of what is put on a table."""


def draw(seed: int) -> WholeTable:
    """The case of a seed; ten seeds after each other are each set once."""
    rng = np.random.default_rng(FIRST_SEED + seed)
    ball_set, scheme = SETS[seed % len(SETS)]

    def scattered(rng: Generator, shape: TableShape) -> tuple[list[str], Floats]:
        labels = _labels(rng, ball_set)
        places = _spread(rng, len(labels), BALL_SETS[ball_set].diameter_mm, shape)
        return labels[: len(places)], places

    return draw_with(rng, seed, ball_set, scheme, scattered)


def draw_with(rng: Generator, seed: int, ball_set: str, scheme: str, placing: Placing) -> WholeTable:
    """A case with balls put somewhere; all else is drawn at random."""
    kind, colour, balance, wear, exposed = (
        str(rng.choice(list(names))) for names in (LAMPS, COLOURS, BALANCES, AGES, EXPOSURES)
    )
    crf, (low, high) = int(rng.choice(CODES)), DIAMETERS_PX[int(rng.integers(len(DIAMETERS_PX)))]
    cloth = str(rng.choice(list(CLOTHS)))
    diameter = BALL_SETS[ball_set].diameter_mm
    shape = replace(TableShape(), length_mm=2540.0, width_mm=1270.0)
    camera, head = _camera(rng, float(rng.uniform(low, high)) / diameter, diameter)
    lamp = lamp_colour(rng, colour)
    tint = np.asarray(CLOTHS[cloth]) * np.exp(rng.normal(0, 0.2, 3))
    style = Style(
        cloth=(float(tint[0]), float(tint[1]), float(tint[2])), wear=float(rng.uniform(0.01, 0.08)),
        weave=float(rng.uniform(0, 0.06)), seed=seed,
    )  # fmt: skip
    film = _film(rng, lamp, balance, exposed)
    scene = Scene(camera, shape, style, _lighting(rng, kind, lamp), film, diameter / 2, 1)
    labels, places = placing(rng, shape)
    maker = random_maker(rng, scheme or None)
    if ball_set != "congestion":
        maker = replace(maker, whammies=False)
    age, dullness = AGES[wear], float(rng.uniform(0.06, 0.16))
    balls = [
        Placed(
            aged(make_look(label, maker, rng, ball_set == "carom3"), age, dullness), np.array([[*xy, diameter / 2]]),
            random_turn(rng)[None],
        )
        for label, xy in zip(labels, places, strict=True)
    ]  # fmt: skip
    picture = develop(scene.draw_linear(balls, fine=3), film)
    frames = [
        np.asarray(cv2.add(picture, np.round(rng.standard_normal(picture.shape) * film.noise), dtype=cv2.CV_8U))
        for _ in range(FRAMES)
    ]
    geometry = TableGeometry(
        camera, head, shape.length_mm, shape.width_mm, shape.nose_height_mm, shape.rail_height_mm,
        shape.pocket_mouths, 0.3,
    )  # fmt: skip
    cells = {
        "set": f"{ball_set} {scheme}".strip(), "diameter": f"{low:.0f} to {high:.0f} px", "lamps": kind,
        "light": colour, "balance": balance, "wear": wear, "exposure": exposed, "coding": f"crf {crf}",
        "cloth": cloth, "all": "",
    }  # fmt: skip
    return WholeTable(seed, ball_set, geometry, coded(frames, crf), tuple(labels), places, cells)


def _camera(rng: Generator, scale: float, diameter: float) -> tuple[CameraModel, str]:
    """A camera that sees the whole table at `scale` px/mm, about straight from above, and its head side."""
    height = float(rng.uniform(2200, 3600))
    size = (int(scale * 2920) // 2 * 2, int(scale * 1640) // 2 * 2)
    at = (float(rng.normal(0, 60)), float(rng.normal(0, 90)), height)
    head = str(rng.choice(["left", "right"]))
    camera = looking_down(
        size, scale * (height - diameter / 2), at, head,
        (float(rng.normal(0, 0.008)), float(rng.normal(0, 0.008))), (float(rng.normal(0, 0.04)), 0, 0, 0, 0),
        float(rng.normal(0, 0.01)),
    )  # fmt: skip
    middle = camera.image_from_table([(0.0, 0.0)], 0.0)[0]
    camera.matrix[:2, 2] += np.array(size) / 2 - middle
    return camera, head


def lamp_colour(rng: Generator, name: str) -> Rgb:
    """Linear RGB of a lamp beside a white one: about 2700 K, 4500 K, 8000 K against a camera of 4500 K."""
    base = {"warm": (1.22, 1.0, 0.60), "white": (1.0, 1.0, 1.0), "cold": (0.86, 1.0, 1.25)}[name]
    r, g, b = (float(c * np.exp(rng.normal(0, 0.04))) for c in base)
    return r, g, b


def _lighting(rng: Generator, kind: str, colour: Rgb) -> Lighting:
    height = float(rng.uniform(800, 2000))
    mirror = float(np.exp(rng.uniform(np.log(8), np.log(60))))
    ambient = float(rng.uniform(0.12, 0.5))
    lamps: list[Lamp] = []
    if kind == "frame":
        u, v, w = float(rng.uniform(300, 600)), float(rng.uniform(800, 1300)), float(rng.uniform(15, 50))
        parts = (((-u, 0.0), (w, v)), ((u, 0.0), (w, v)), ((0.0, -v), (u, w)), ((0.0, v), (u, w)))
        lamps = [Lamp((x, y, height), a, b, 0.0, colour, 1.0, mirror) for (x, y), (a, b) in parts]
    else:
        count = int(rng.integers(2, 5))
        for y in (np.arange(count) - (count - 1) / 2) * (2200.0 / count):
            at = (float(rng.normal(0, 60)), float(y + rng.normal(0, 60)), height)
            u, v = {
                "bulbs": (float(rng.uniform(40, 130)),) * 2,
                "tubes": (float(rng.uniform(15, 40)), float(rng.uniform(250, 600))),
                "panels": (float(rng.uniform(80, 350)), float(rng.uniform(150, 500))),
            }[kind]
            lamps.append(Lamp(at, u, v, 0.0, colour, 1.0, mirror, kind == "bulbs"))
    # what comes from the room has half of the lamps' tint
    room = (ambient * colour[0] ** 0.5, ambient, ambient * colour[2] ** 0.5)
    return Lighting(tuple(lamps), room, 2)


def _film(rng: Generator, lamp: Rgb, balance: str, exposed: str) -> Film:
    gains = np.ones(3) if balance == "lamp's colour left" else 1 / np.asarray(lamp)
    if balance == "off by 15 %":
        gains = gains * np.exp(rng.choice([-0.15, 0.15], 3) + rng.normal(0, 0.03, 3))
    level = {"right": 1.15, "dark": 0.55, "bright": 1.9}[exposed] * float(np.exp(rng.normal(0, 0.08)))
    return Film(
        level, (float(gains[0]), float(gains[1]), float(gains[2])), float(rng.uniform(-0.1, 0.7)),
        float(np.exp(rng.normal(0.05, 0.2))), float(abs(rng.normal(0.5, 0.3))), float(max(0.0, rng.normal(0.2, 0.4))),
        float(rng.uniform(0.5, 4.0)),
    )  # fmt: skip


def _labels(rng: Generator, ball_set: str) -> list[str]:
    """The cue ball nearly always, and any number of the others."""
    capacity = BALL_SETS[ball_set].labels
    others = [name for name, n in capacity.items() for _ in range(n) if name not in ("cue", "crazy-cue")]
    count = int(rng.integers(min(3, len(others)), min(len(others), 40) + 1))
    names = [str(n) for n in rng.permutation(others)[:count]]
    if "crazy-cue" in capacity:
        cues = [["cue"], ["crazy-cue"], ["cue", "crazy-cue"]][int(rng.integers(3))]
    else:
        cues = ["cue"] if rng.random() < 0.93 else []
    return [*cues, *names]


def _spread(rng: Generator, count: int, diameter: float, shape: TableShape) -> Floats:
    """(n, 2) mm on the bed, a third of the balls touching another."""
    w, h = shape.width_mm / 2 - diameter, shape.length_mm / 2 - diameter
    at: list[Floats] = []
    for _ in range(200 * count):
        if len(at) == count:
            break
        new = rng.uniform(-1, 1, 2) * (w, h)
        if at and rng.random() < 0.33:
            turn = rng.uniform(0, 2 * np.pi)
            new = at[int(rng.integers(len(at)))] + (diameter + 0.1) * np.array([np.cos(turn), np.sin(turn)])
        if abs(new[0]) < w and abs(new[1]) < h and all(float(np.hypot(*(new - a))) > diameter + 0.05 for a in at):
            at.append(new)
    return np.array(at)


def coded(frames: list[Any], crf: int) -> bytes:
    """The frames as an MP4 of H.264."""
    box = io.BytesIO()
    with av.open(box, "w", format="mp4") as out:
        stream = out.add_stream("libx264", rate=RATE_HZ)
        stream.height, stream.width = frames[0].shape[:2]
        stream.pix_fmt, stream.options = "yuv420p", {"crf": str(crf), "preset": "veryfast"}
        stream.codec_context.thread_count = 1
        for k, image in enumerate(frames):
            frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(image), format="bgr24")
            frame.pts = k
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))
    return box.getvalue()


def decoded(clip: bytes) -> Iterator[Frame]:
    """The frames of a clip."""
    with av.open(io.BytesIO(clip), "r") as given:
        for k, picture in enumerate(given.decode(video=0)):
            image = np.asarray(picture.to_ndarray(format="bgr24"), np.uint8)
            image.flags.writeable = False
            yield Frame(image, round(k * 1e9 / RATE_HZ), k)


def kept(folder: Path, seeds: range, make: Callable[[int], Case]) -> Iterator[Case]:
    """What `make` draws of each seed, drawn where the folder lacks it."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        path = folder / f"{seed:05d}.pickle"
        if not path.exists():
            path.write_bytes(pickle.dumps(make(seed)))
        yield pickle.loads(path.read_bytes())
