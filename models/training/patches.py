"""Small drawn patches of a table with a few balls, for crops: everything that can vary in life varies here, wider."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from callshot.models.drawing.develop import Film, develop
from callshot.models.drawing.light import Lamp, Lighting
from callshot.models.drawing.plate import Style
from callshot.models.drawing.scene import Placed, Scene, looking_down
from callshot.models.drawing.set_looks import Maker, make_look, random_maker, random_turn
from callshot.models.drawing.wear import aged
from callshot.models.faces import FACES, OUTPUTS, WHAMMY_SHADES

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

SOLID_POOL = ("cue", *(str(n) for n in range(1, 16)))
WHAMMIES = ("yellow", "green", "brown", "blue", "pink", "black")
GROUPS: dict[str, tuple[str, ...]] = {
    "pool": SOLID_POOL,
    "baseball": ("cue", *(str(n) for n in range(1, 22))),
    "congestion": (*FACES[:2], *(n for n in SOLID_POOL[1:] if n != "8"), *(str(n) for n in range(16, 22)), "crazy-8",
                   *WHAMMIES),
    "snooker": ("cue", "red", "yellow", "green", "brown", "blue", "pink", "black"),
    "carom": ("cue", "yellow", "red"),
    "english": ("cue", "red", "yellow", "black"),
}  # fmt: skip
# How often each kind of set is drawn; the loss weighs labels evenly afterwards.
SHARES = {"pool": 0.18, "baseball": 0.34, "congestion": 0.28, "snooker": 0.15, "carom": 0.02, "english": 0.03}

# Reflectance, linear RGB.
CLOTHS = {
    "blue": (0.02, 0.16, 0.45), "electric blue": (0.01, 0.30, 0.75), "dark green": (0.02, 0.20, 0.12),
    "green": (0.03, 0.28, 0.14), "teal": (0.02, 0.30, 0.27), "red": (0.30, 0.03, 0.04), "purple": (0.12, 0.05, 0.20),
    "pale grey": (0.35, 0.34, 0.32), "grey": (0.10, 0.10, 0.11), "black": (0.03, 0.03, 0.035),
    "camel": (0.30, 0.22, 0.12), "petrol": (0.05, 0.22, 0.32),
}  # fmt: skip
LIGHTS = {"panels": 0.34, "tubes": 0.16, "bulbs": 0.33, "hollow frame": 0.17}


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """Pictures of one patch by several cameras' films, and its balls: labels, centres (n, 2) px, radii (n,) px.

    light, cloth: names in LIGHTS and CLOTHS. outputs: (n,) what the network should say.
    """

    images: tuple[Image, ...]
    labels: tuple[str, ...]
    centres_px: Floats
    radii_px: Floats
    kind: str
    maker: Maker
    light: str
    cloth: str

    @property
    def outputs(self) -> list[int]:
        """Each ball's index in OUTPUTS."""
        shades = WHAMMY_SHADES if self.maker.whammies else {}
        return [OUTPUTS.index(shades.get(label, label)) for label in self.labels]


def random_lighting(rng: Generator, kind: str) -> Lighting:
    """One to four lamps of a kind in LIGHTS."""
    lamps: list[Lamp] = []
    warm = rng.normal(0, 0.12)
    colour = (1 + max(-0.3, warm), 1.0, max(0.4, 1 - 1.6 * warm))
    height = float(rng.uniform(700, 2200))
    mirror = float(np.exp(rng.uniform(np.log(6), np.log(80))))
    across = rng.uniform(-250, 250, 2)
    if kind == "hollow frame":
        u, v = float(rng.uniform(250, 600)), float(rng.uniform(400, 1200))
        w = float(rng.uniform(15, 50))
        x, y = float(across[0]), float(across[1])
        for (bx, by), half in (((x - u, y), (w, v)), ((x + u, y), (w, v)), ((x, y - v), (u, w)), ((x, y + v), (u, w))):
            lamps.append(Lamp((bx, by, height), half[0], half[1], 0.0, colour, 1.0, mirror))
    else:
        for _ in range(int(rng.integers(1, 5))):
            at = (float(across[0] + rng.normal(0, 150)), float(across[1] + rng.uniform(-900, 900)), height)
            if kind == "bulbs":
                r = float(rng.uniform(40, 130))
                lamps.append(Lamp(at, r, r, 0.0, colour, 1.0, mirror * 1.5, True))
            elif kind == "tubes":
                lamps.append(Lamp(at, float(rng.uniform(15, 40)), float(rng.uniform(250, 700)),
                                  float(rng.normal(0, 0.3)), colour, 1.0, mirror))  # fmt: skip
            else:
                lamps.append(Lamp(at, float(rng.uniform(80, 350)), float(rng.uniform(150, 600)),
                                  float(rng.normal(0, 0.1)), colour, 1.0, mirror))  # fmt: skip
    ambient = float(rng.uniform(0.1, 0.6))
    return Lighting(tuple(lamps), (ambient * colour[0] ** 0.5, ambient, ambient * colour[2] ** 0.5), 1)


def random_film(rng: Generator, light: Lighting) -> Film:
    """A camera that mostly balances the lamps' colour, and exposes well or badly."""
    lamp = np.asarray(light.lamps[0].colour)
    gains = (1 / lamp) ** float(rng.uniform(0.0, 1.1)) * np.exp(rng.normal(0, 0.05, 3))
    return Film(
        exposure=float(np.exp(rng.normal(0.0, 0.33))) * 1.15,
        balance=(float(gains[0]), float(gains[1]), float(gains[2])),
        contrast=float(rng.uniform(-0.2, 0.8)),
        saturation=float(np.exp(rng.normal(0.1, 0.25))),
        blur_px=float(abs(rng.normal(0.4, 0.4))),
        sharpen=float(max(0.0, rng.normal(0.1, 0.5))),
        noise=float(abs(rng.normal(0, 3.0))),
    )


def _spread(rng: Generator, count: int, radius: float, room: float) -> Floats:
    """(n, 2) mm: some balls alone, many touching another or nearly so."""
    at = [rng.uniform(-room, room, 2)]
    for _ in range(count * 12):
        if len(at) == count:
            break
        if rng.random() < 0.6:
            turn = rng.uniform(0, 2 * math.pi)
            gap = 2 * radius + (0.1 if rng.random() < 0.5 else abs(rng.normal(0, 15)))
            new = at[int(rng.integers(0, len(at)))] + gap * np.array([math.cos(turn), math.sin(turn)])
        else:
            new = rng.uniform(-room, room, 2)
        if np.abs(new).max() < room and all(np.linalg.norm(new - a) > 2 * radius for a in at):
            at.append(new)
    return np.array(at)


def _ground(rng: Generator, size: tuple[int, int], cloth: Floats, weave: float) -> NDArray[np.float32]:
    w, h = size
    image = np.ones((h, w, 3), np.float32) * cloth.astype(np.float32)
    small = rng.standard_normal((max(2, h // 24), max(2, w // 24))).astype(np.float32)
    image *= 1 + weave * rng.standard_normal((h, w, 1), np.float32)
    image *= 1 + 0.06 * cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC)[..., None]
    if rng.random() < 0.3:
        # a straight edge: cushion, rail or the black of a pocket beside the ball
        turn, off = rng.uniform(0, 2 * math.pi), rng.uniform(0.1, 0.45) * w
        ys, xs = np.mgrid[:h, :w]
        beyond = (xs - w / 2) * math.cos(turn) + (ys - h / 2) * math.sin(turn) > off
        other = cloth * rng.uniform(0.3, 1.2) if rng.random() < 0.6 else rng.uniform(0, 0.2, 3)
        image[beyond] = other.astype(np.float32)
    return np.maximum(image, 0)


def random_labels(rng: Generator, kind: str, count: int) -> list[str]:
    """Labels of the balls of a patch, a cue ball in most of them."""
    names = [str(n) for n in rng.choice(GROUPS[kind], count)]
    if rng.random() < 0.8:
        names[int(rng.integers(0, count))] = "cue"
    return names


def draw_patch(
    rng: Generator, kind: str | None = None, maker: Maker | None = None, films: int = 1,
    diameter_px: float | None = None,
) -> Patch:  # fmt: skip
    """One patch, all at random (or of a given kind of set, maker, size)."""
    kind = kind or str(rng.choice(list(SHARES), p=list(SHARES.values())))
    maker = maker or random_maker(rng)
    if kind != "congestion":
        maker = replace(maker, whammies=False)
    if diameter_px is None:
        wide = rng.random() < 0.35
        diameter_px = float(np.exp(rng.uniform(np.log(15), np.log(72))) if wide else rng.uniform(19, 42))
    radius = {"snooker": 26.2, "carom": 30.7, "english": 25.4}.get(kind, 28.575)
    count = int(rng.integers(5, 11))
    room = radius * 5.0
    side = int(2 * room * 1.25 * diameter_px / (2 * radius)) + 8
    height = float(rng.uniform(1300, 3500))
    focal = diameter_px * (height - radius) / (2 * radius)
    light = str(rng.choice(list(LIGHTS), p=list(LIGHTS.values())))
    lighting = random_lighting(rng, light)
    # the patch lies somewhere off the camera's foot: the balls are seen up to 35 degrees aslant
    lean = min(0.7, abs(float(rng.normal(0, 0.35))))
    way = rng.uniform(0, 2 * math.pi)
    foot = np.array([math.cos(way), math.sin(way)]) * lean * height
    place = rng.uniform(-1, 1, 2) * (500, 1100)
    head = str(rng.choice(["left", "right", "top", "bottom"]))
    stand = (float(place[0] + foot[0]), float(place[1] + foot[1]), height)
    camera = looking_down((side, side), focal, stand, head, roll_rad=float(rng.normal(0, 0.05)))
    middle = camera.image_from_table(place, radius)[0]
    camera.matrix[:2, 2] += side / 2 - middle
    cloth_name = str(rng.choice(list(CLOTHS)))
    cloth = np.asarray(CLOTHS[cloth_name]) * np.exp(rng.normal(0, 0.25, 3))
    at = _spread(rng, count, radius, room) + place
    names = random_labels(rng, kind, len(at))
    # one light for the whole patch, so that the ground can be a flat field
    scene = cast(Scene, SimpleNamespace())
    scene.__dict__.update(
        camera=camera, radius_mm=radius, where=np.zeros((side, side), np.uint8), _panels=lighting.panels(),
        _points=lighting.points(), _ambient=np.asarray(lighting.ambient), _cloth=cloth, style=Style(),
    )  # fmt: skip
    light_here = _light_at(lighting, place)
    image = _ground(rng, (side, side), cloth * light_here, float(rng.uniform(0, 0.12)))
    # a set is of one age
    age, dullness = (float(rng.uniform(0, 1)), float(rng.uniform(0.04, 0.16))) if rng.random() < 0.5 else (0.0, 0.0)
    balls = []
    for name, xy in zip(names, at, strict=True):
        centre = np.array([[*xy, radius]])
        turn = random_turn(rng)[None]
        if rng.random() < 0.12:
            # rolling: a short streak with the turn that belongs to it
            speed_mm = rng.normal(0, 10, 2)
            steps = np.linspace(-0.5, 0.5, 5)
            centre = np.array([[xy[0] + s * speed_mm[0], xy[1] + s * speed_mm[1], radius] for s in steps])
            turn = np.array([_rolled(turn[0], speed_mm * s, radius) for s in steps])
        balls.append(Placed(aged(make_look(name, maker, rng, kind == "carom"), age, dullness), centre, turn))
    Scene.add_balls(_Bound(scene), image, balls, np.zeros((0, 3)), 2 if diameter_px > 24 else 3, 1.9)
    pictures = []
    for _ in range(films):
        film = random_film(rng, lighting)
        # stray light of lens and dust lies over all and lifts the blacks, in half of the cameras
        veil = np.float32(max(0.0, rng.normal(0, 0.025)))
        pictures.append(_degrade(rng, develop(image + veil, film), film.noise))
    px = camera.image_from_table(at, radius)
    radii = camera.scale_px_per_mm(at, radius) * radius
    return Patch(tuple(pictures), tuple(names), px, radii, kind, maker, light, cloth_name)


class _Bound(Scene):
    """A scene without a painted table: only what drawing balls needs."""

    def __init__(self, parts: Any) -> None:
        self.__dict__.update(parts.__dict__)


def _rolled(turn: Floats, way_mm: Floats, radius: float) -> Floats:
    axis = np.array([-way_mm[1], way_mm[0], 0.0]) / radius
    return np.asarray(cv2.Rodrigues(axis)[0] @ turn, np.float64)


def _light_at(lighting: Lighting, at: Floats) -> Floats:
    points = lighting.points()
    d = points[:, :3] - np.array([*at, 0.0])
    share = d[:, 2] ** 2 / (d**2).sum(1) ** 2
    return np.asarray(points[:, 3:].T @ share + np.asarray(lighting.ambient), np.float64)


def _degrade(rng: Generator, image: Image, noise: float) -> Image:
    """Noise, a detour through another size, and a codec with its halved colour."""
    if noise > 0.2:
        grain = np.round(rng.standard_normal(image.shape, np.float32) * noise).astype(np.int16)
        image = np.asarray(cv2.add(image, grain, dtype=cv2.CV_8U), np.uint8)
    if rng.random() < 0.25:
        f = float(rng.uniform(0.5, 1.0))
        small = cv2.resize(image, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_CUBIC), np.uint8)
    if rng.random() < 0.8:
        quality = int(rng.integers(25, 96))
        done, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if done:
            image = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return image
