"""What another camera, light or cloth would make of a recording: changes of pictures after which the truth is exact.

Each change says what becomes of a picture, where its points go, and to which side of the picture the head end turns.
What can't be had from pictures (another place of the camera, a higher rate, other balls) is drawn instead: see
`drawn.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import cv2
import numpy as np

Picture = np.ndarray[Any, np.dtype[np.uint8]]
Floats = np.ndarray[Any, np.dtype[np.float64]]
Chance = np.random.Generator
# (width, height) of the picture that was given; (n, 2) px in, (n, 2) px out
Move = Callable[[Floats, tuple[int, int]], Floats]
ROUND = ("left", "top", "right", "bottom")  # a quarter turn clockwise each


def _same(picture: Picture, _: Chance) -> Picture:
    return picture


def _stay(points: Floats, _: tuple[int, int]) -> Floats:
    return points


@dataclass(frozen=True, slots=True)
class Change:
    """paint: a frame and its chance -> the frame. move: where points go. turns: quarter turns clockwise of the picture.

    every_s: None keeps each frame, else the nearest frame to each multiple is kept. merge: frames averaged into one.
    crf: constant rate factor of the encoder.
    """

    paint: Callable[[Picture, Chance], Picture] = _same
    move: Move = _stay
    turns: int = 0
    every_s: float | None = None
    merge: int = 1
    crf: int = 20

    def head(self, was: str) -> str:
        return ROUND[(ROUND.index(was) + self.turns) % 4]


def clipped(values: Any) -> Picture:
    return np.asarray(np.clip(values, 0, 255), np.uint8)


def dim(picture: Picture, chance: Chance) -> Picture:
    """Less than half the light, and the noise that a higher gain brings."""
    return clipped(0.45 * picture + chance.normal(0.0, 4.0, picture.shape).astype(np.float32))


def warm(picture: Picture, _: Chance) -> Picture:
    """Lamps of a lower colour temperature, white balance left as it was (blue, green, red gains)."""
    return clipped(picture * np.array([0.75, 0.97, 1.15], np.float32))


def cold(picture: Picture, _: Chance) -> Picture:
    """Daylight with a white balance for lamps."""
    return clipped(picture * np.array([1.2, 1.0, 0.78], np.float32))


def bright(picture: Picture, _: Chance) -> Picture:
    """Half as much light again: what is white runs into the sensor's limit."""
    return clipped(1.5 * picture.astype(np.float32))


def soft(picture: Picture, _: Chance) -> Picture:
    """A lens out of focus by some px."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), picture.shape[1] / 900), np.uint8)


def uneven(picture: Picture, _: Chance) -> Picture:
    """A lamp at one end only: the other end and one corner are darker by more than half."""
    h, w = picture.shape[:2]
    y, x = np.mgrid[:h, :w].astype(np.float32)
    share = 1.0 - 0.6 * x / w - 0.12 * y / h
    return clipped(picture * share[..., None] * 1.15)


def glare(picture: Picture, _: Chance) -> Picture:
    """Lamps mirrored by a shiny cloth: a row of soft white spots."""
    h, w = picture.shape[:2]
    y, x = np.mgrid[:h, :w].astype(np.float32)
    light = np.zeros((h, w), np.float32)
    for u, v, size, strength in ((0.3, 0.45, 0.035, 90), (0.5, 0.48, 0.05, 110), (0.7, 0.55, 0.03, 70)):
        light += strength * np.exp(-(((x - u * w) ** 2 + ((y - v * h) * 1.6) ** 2) / (2 * (size * w) ** 2)))
    return clipped(picture.astype(np.float32) + light[..., None])


def flicker(picture: Picture, chance: Chance) -> Picture:
    """Mains lamps under a rolling shutter: dark bands that wander."""
    rows = np.arange(picture.shape[0], dtype=np.float32) / picture.shape[0]
    wave = 1 + 0.06 * np.sin(2 * np.pi * (1.7 * rows + chance.uniform()))
    return clipped(picture * wave[:, None, None])


def scaled(size: tuple[int, int] | float, picture: Picture, _: Chance) -> Picture:
    h, w = picture.shape[:2]
    wide, high = size if isinstance(size, tuple) else (round(w * size / 2) * 2, round(h * size / 2) * 2)
    how = cv2.INTER_AREA if wide < w else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=how), np.uint8)


def scale_points(size: tuple[int, int] | float, points: Floats, given: tuple[int, int]) -> Floats:
    wide, high = size if isinstance(size, tuple) else (round(given[0] * size / 2) * 2, round(given[1] * size / 2) * 2)
    factor = np.array([wide / given[0], high / given[1]])
    return np.asarray((points + 0.5) * factor - 0.5)


def cloth_hue(picture: Picture) -> int:
    """The commonest strong hue."""
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    strong = (hsv[..., 1] > 60) & (hsv[..., 2] > 30)
    return int(np.argmax(np.bincount(hsv[..., 0][strong].ravel(), minlength=180)))


def other_cloth(
    hue_to: int | None, saturation: float, value: float, picture: Picture, _: Chance, turn: int = 60
) -> Picture:
    """The cloth (the commonest strong hue) in another colour: its hue turned or set, its saturation and light scaled.

    What is coloured otherwise is left alone; a ball of the cloth's own colour changes with it: its label says little.
    """
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    hue = hsv[..., 0].astype(np.int16)
    cloth = cloth_hue(picture)
    off = (hue - cloth + 90) % 180 - 90
    # Fades out with the hue's distance and towards grey, so that no edge comes from the change itself.
    share = np.clip(1.5 - np.abs(off) / 12, 0, 1) * np.clip((hsv[..., 1].astype(np.float32) - 30) / 40, 0, 1)
    to = (cloth + turn) % 180 if hue_to is None else hue_to
    changed = hsv.astype(np.float32)
    changed[..., 0] = (to + off) % 180
    changed[..., 1] = np.clip(changed[..., 1] * saturation, 0, 255)
    changed[..., 2] = np.clip(changed[..., 2] * value, 0, 255)
    new = cv2.cvtColor(changed.astype(np.uint8), cv2.COLOR_HSV2BGR).astype(np.float32)
    return clipped(picture + share[..., None] * (new - picture))


def turned(turns: int, picture: Picture, _: Chance) -> Picture:
    return np.ascontiguousarray(np.rot90(picture, -turns))


def turn_points(turns: int, points: Floats, given: tuple[int, int]) -> Floats:
    w, h = given
    for _ in range(turns % 4):
        points, (w, h) = np.stack([h - 1 - points[:, 1], points[:, 0]], 1), (h, w)
    return points


def _lean(lean_rad: tuple[float, float], size: tuple[int, int]) -> Floats:
    """The homography of a camera that leans about its own centre, with a shorter lens so that all of it stays seen.

    The optical axis stays in the middle of the picture, as a lens has it; the table does not.
    """
    w, h = size
    focal = 0.8 * w
    matrix = np.array([[focal, 0, (w - 1) / 2], [0, focal, (h - 1) / 2], [0, 0, 1.0]])
    turn = np.asarray(cv2.Rodrigues(np.array([*lean_rad, 0.0]))[0], np.float64)
    full = matrix @ turn @ np.linalg.inv(matrix)
    middle = np.array([(w - 1) / 2, (h - 1) / 2])
    frame = np.array([[0, 0], [w - 1, 0], [w - 1, h - 1], [0, h - 1]], np.float64)
    reach = np.abs(cv2.perspectiveTransform(frame[None], full)[0] - middle).max(0)
    zoom = float((middle / reach).min())
    return np.asarray(
        np.array([[zoom, 0, middle[0] * (1 - zoom)], [0, zoom, middle[1] * (1 - zoom)], [0, 0, 1]]) @ full
    )


def leaning(lean_rad: tuple[float, float], picture: Picture, _: Chance) -> Picture:
    h, w = picture.shape[:2]
    fill = [int(v) for v in np.median(picture[:3].reshape(-1, 3), 0)]
    return np.asarray(
        cv2.warpPerspective(
            picture, _lean(lean_rad, (w, h)), (w, h), flags=cv2.INTER_CUBIC, borderValue=fill
        ), np.uint8,
    )  # fmt: skip


def lean_points(lean_rad: tuple[float, float], points: Floats, given: tuple[int, int]) -> Floats:
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), _lean(lean_rad, given))[0])


def _bend(k: float, points: Floats, size: tuple[int, int]) -> Floats:
    """Where a wider lens shows what this one shows: r (1 + k r^2), r in half widths; k below 0 is a barrel."""
    half = size[0] / 2
    centre = (np.array(size) - 1) / 2
    n = (points - centre) / half
    return np.asarray(centre + n * (1 + k * (n * n).sum(-1, keepdims=True)) * half)


@lru_cache(maxsize=2)
def _unbent(k: float, w: int, h: int) -> tuple[Any, Any]:
    """Where each px of the bent picture comes from, as maps of x and y."""
    grid = np.stack(np.meshgrid(np.arange(w), np.arange(h)), -1).astype(np.float64)
    source = grid
    for _turn in range(8):  # the inverse of the bend
        source = source - (_bend(k, source, (w, h)) - grid)
    x, y = np.moveaxis(source.astype(np.float32), 2, 0)
    return np.ascontiguousarray(x), np.ascontiguousarray(y)


def bent(k: float, picture: Picture, _: Chance) -> Picture:
    h, w = picture.shape[:2]
    maps = _unbent(k, w, h)
    return np.asarray(cv2.remap(picture, *maps, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def bend_points(k: float, points: Floats, given: tuple[int, int]) -> Floats:
    return _bend(k, points, given)


WIDER = 0.36  # so much of the picture's size is added on each side


def roomy(picture: Picture, _: Chance) -> Picture:
    """A camera that shows the room too: a floor of boards, a carpet, chairs and a second, small table."""
    h, w = picture.shape[:2]
    dx, dy = round(w * WIDER / 2) * 2, round(h * WIDER / 2) * 2
    big_h, big_w = h + 2 * dy, w + 2 * dx
    steady = np.random.default_rng(3)
    boards = np.repeat(steady.normal(1.0, 0.12, big_h // 24 + 1), 24)[:big_h]
    grain = cv2.GaussianBlur(steady.normal(0, 1, (big_h, big_w)).astype(np.float32), (0, 0), 9, sigmaY=0.8) * 9
    room = np.array([52, 78, 104], np.float32) * boards[:, None, None] + grain[..., None]
    cv2.rectangle(room, (0, 0), (dx * 2 // 3, dy), (80, 50, 40), -1)
    for x, y, size, colour in (
        (0.1, 0.5, 0.07, (30, 34, 40)), (0.93, 0.35, 0.06, (20, 60, 120)), (0.5, 0.06, 0.05, (140, 140, 150)),
        (0.9, 0.9, 0.08, (40, 100, 40)),
    ):  # fmt: skip
        cv2.circle(room, (round(x * big_w), round(y * big_h)), round(size * big_w), colour, -1)
    out = clipped(room)
    out[dy : dy + h, dx : dx + w] = picture
    return out


def room_points(points: Floats, given: tuple[int, int]) -> Floats:
    return np.asarray(points + np.array([round(given[0] * WIDER / 2) * 2, round(given[1] * WIDER / 2) * 2]))


BARS = 0.11


def boxed(picture: Picture, _: Chance) -> Picture:
    """Black bars above and below."""
    bar = round(picture.shape[0] * BARS) * 2
    return np.asarray(cv2.copyMakeBorder(picture, bar, bar, 0, 0, cv2.BORDER_CONSTANT, value=(0, 0, 0)), np.uint8)


def box_points(points: Floats, given: tuple[int, int]) -> Floats:
    return np.asarray(points + np.array([0, round(given[1] * BARS) * 2]))


def _at(factor: tuple[int, int] | float, **more: Any) -> Change:
    return Change(partial(scaled, factor), partial(scale_points, factor), **more)


CHANGES: dict[str, Change] = {
    "same": Change(),
    "dim": Change(dim),
    "bright": Change(bright),
    "warm": Change(warm),
    "cold": Change(cold),
    "soft": Change(soft),
    "uneven": Change(uneven),
    "glare": Change(glare),
    "flicker": Change(flicker),
    "small": _at(0.6),
    "640x360": _at((640, 360)),
    "1920x1080": _at((1920, 1080)),
    "coarse": Change(crf=36),
    "coarser": Change(crf=42),
    "half-rate": Change(every_s=1 / 30),
    "25-hz": Change(every_s=1 / 25),
    "50-hz": Change(every_s=1 / 50),
    "long-exposure": Change(merge=2),
    "other-cloth": Change(partial(other_cloth, None, 1.0, 1.0)),
    "red-cloth": Change(partial(other_cloth, 2, 1.0, 1.1)),
    "blue-cloth": Change(partial(other_cloth, 105, 0.9, 1.1)),
    "grey-cloth": Change(partial(other_cloth, 105, 0.12, 1.1)),
    "turn-90": Change(partial(turned, 1), partial(turn_points, 1), turns=1),
    "turn-180": Change(partial(turned, 2), partial(turn_points, 2), turns=2),
    "turn-270": Change(partial(turned, 3), partial(turn_points, 3), turns=3),
    "lean-side": Change(partial(leaning, (0.0, 0.15)), partial(lean_points, (0.0, 0.15))),
    "lean-low": Change(partial(leaning, (0.15, 0.0)), partial(lean_points, (0.15, 0.0))),
    "barrel": Change(partial(bent, -0.1), partial(bend_points, -0.1)),
    "barrel-strong": Change(partial(bent, -0.18), partial(bend_points, -0.18)),
    "room": Change(roomy, room_points),
    "boxed": Change(boxed, box_points),
}
