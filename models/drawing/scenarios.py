"""Named scenes for `synthetic:NAME`, for the demo recording and for tests."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from callshot.models.drawing.develop import Film
from callshot.models.drawing.film_passage import Filming
from callshot.models.drawing.light import Lamp, Lighting
from callshot.models.drawing.nine_ball_passage import nine_ball_passage
from callshot.models.drawing.plate import Style
from callshot.models.drawing.scene import Scene, looking_down
from callshot.models.drawing.set_looks import make_look, random_maker


def _nine_ball() -> Filming:
    passage = nine_ball_passage()
    rng = np.random.default_rng(21)
    camera = looking_down(
        (1280, 720), 1130.0, (10.0, -18.0, 2700.0), tilt_rad=(0.006, -0.004), distortion=(-0.06, 0.01, 0, 0, 0),
        roll_rad=0.008,
    )  # fmt: skip
    lighting = Lighting((Lamp((0, -480, 1300), 170, 420), Lamp((0, 480, 1300), 170, 420)), (0.28, 0.28, 0.30))
    spots = np.array(
        [
            [0, passage.shape.length_mm / 4, 5.0, 0.02, 0.02, 0.03, 0.8],
            [0, -passage.shape.length_mm / 4, 5.0, 0.02, 0.02, 0.03, 0.6],
            [210, -420, 11.0, 0.35, 0.5, 0.7, 0.15],
            [-330, 260, 8.0, 0.35, 0.5, 0.7, 0.2],
        ]
    )
    style = Style(cloth=(0.018, 0.20, 0.30), wear=0.03, weave=0.03, corner_block=None, spots=spots, seed=4)
    scene = Scene(camera, passage.shape, style, lighting, Film(exposure=1.5, noise=0.7, blur_px=0.55, contrast=0.15))
    maker = random_maker(rng, "standard")
    looks = [make_look(label, maker, rng) for label in passage.table.labels]
    return Filming(scene, passage, looks)


SCENARIOS: dict[str, Callable[[], Filming]] = {"nine-ball": _nine_ball}
