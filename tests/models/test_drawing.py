"""Balls are drawn where the camera model says, as large as it says, and with the face they turn to it."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba", reason="drawing needs callshot[train]")

from callshot.models.drawing.develop import Film
from callshot.models.drawing.light import Lamp, Lighting
from callshot.models.drawing.looks import Look
from callshot.models.drawing.plate import CLOTH, POCKET, Style
from callshot.models.drawing.scene import Placed, Scene, looking_down
from callshot.models.drawing.table_shape import TableShape

R = 28.575
WHITE = (0.85, 0.85, 0.85)
RED = (0.55, 0.02, 0.02)


@pytest.fixture(scope="module")
def scene() -> Scene:
    camera = looking_down(
        (640, 360), 560.0, (15.0, -40.0, 2700.0), tilt_rad=(0.03, -0.02), distortion=(-0.08, 0.01, 0, 0, 0)
    )
    lighting = Lighting((Lamp((0.0, 0.0, 1300.0), 200.0, 700.0, mirror=0.0),))
    return Scene(camera, TableShape(), Style(), lighting, Film(blur_px=0.0, noise=0.0, contrast=0.0), fine=2)


def ball(x: float, y: float, look: Look, turn: np.ndarray | None = None) -> Placed:
    return Placed(look, np.array([[x, y, R]]), (np.eye(3) if turn is None else turn)[None])


@pytest.mark.parametrize("at", [(0.0, 0.0), (-480.0, -1050.0), (500.0, 900.0)])
def test_a_ball_is_drawn_where_the_camera_sees_its_centre(scene: Scene, at: tuple[float, float]) -> None:
    picture = scene.draw_linear([ball(*at, Look(WHITE))])
    cover = picture.min(axis=2) - scene.plate.min(axis=2)
    mask = cover > 0.25 * cover.max()
    ys, xs = np.nonzero(mask)
    want = scene.camera.image_from_table(at, R)[0]
    assert np.hypot(xs.mean() - want[0], ys.mean() - want[1]) < 0.5
    radius = float(scene.camera.scale_px_per_mm(at, R)[0]) * R
    assert np.sqrt(mask.sum() / np.pi) == pytest.approx(radius, rel=0.08)


def test_a_stripe_shows_band_or_ground_as_it_is_turned(scene: Scene) -> None:
    look = Look(WHITE, RED, band_half=0.5)
    upright = scene.draw_linear([ball(0.0, 0.0, look)])
    # the band runs round the ball's own z axis; turned by a quarter about x the band faces the camera
    quarter = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    turned = scene.draw_linear([ball(0.0, 0.0, look, quarter)])
    x, y = (round(float(v)) for v in scene.camera.image_from_table((0.0, 0.0), R)[0])
    assert upright[y, x, 1] > 0.4
    assert turned[y, x, 1] < 0.1 < turned[y, x, 0]


def test_a_ball_darkens_the_cloth_beside_it_and_not_far_away(scene: Scene) -> None:
    with_ball = scene.draw_linear([ball(0.0, 0.0, Look(WHITE))])
    radius = float(scene.camera.scale_px_per_mm((0.0, 0.0), R)[0]) * R
    x, y = scene.camera.image_from_table((0.0, 0.0), R)[0]
    beside = (round(float(y)), round(float(x + 1.2 * radius)))
    far = (round(float(y)), round(float(x + 6 * radius)))
    assert with_ball[beside].mean() < 0.95 * scene.plate[beside].mean()
    assert with_ball[far].mean() == pytest.approx(scene.plate[far].mean())


def test_the_plate_knows_cloth_and_pockets(scene: Scene) -> None:
    shape = scene.shape

    def material(x: float, y: float) -> int:
        px = scene.camera.image_from_table((x, y))[0]
        return int(scene.where[round(float(px[1])), round(float(px[0]))])

    assert material(0.0, 0.0) == CLOTH
    for x, y, _ in shape.holes:
        assert material(x * 0.99, y * 0.99) == POCKET


def test_a_ball_below_the_bed_shows_only_in_the_pocket(scene: Scene) -> None:
    x, y, _ = scene.shape.holes[5]
    sunk = Placed(Look(WHITE), np.array([[x, y, -10.0]]), np.eye(3)[None])
    picture = scene.draw_linear([sunk])
    changed = np.abs(picture - scene.plate).max(axis=2) > 1e-4
    assert changed.any()
    assert (scene.where[changed] == POCKET).all()
    hidden = Placed(Look(WHITE), np.array([[0.0, 0.0, -10.0]]), np.eye(3)[None])
    assert np.abs(scene.draw_linear([hidden]) - scene.plate).max() == 0.0


def test_a_moving_ball_is_a_streak_with_the_same_light(scene: Scene) -> None:
    look = Look(WHITE)
    still = scene.draw_linear([ball(0.0, 0.0, look)]) - scene.plate
    steps = np.linspace(-60, 60, 9)
    streak = Placed(look, np.array([[0.0, s, R] for s in steps]), np.repeat(np.eye(3)[None], 9, axis=0))
    moved = scene.draw_linear([streak]) - scene.plate

    def width(picture: np.ndarray) -> int:
        return int((picture[..., 0] > 0.03).any(axis=0).sum())

    assert width(moved) > width(still) + 15
    assert float(np.clip(moved, 0, None).sum()) == pytest.approx(float(np.clip(still, 0, None).sum()), rel=0.2)
