"""`callshot colours`: how the set on the table looks under its light, learnt from what the network is sure of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from callshot.calibration.colours import FaceColour, ProfileError, SetProfile, face_colour, learn
from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.models.normalise import cut
from callshot.tracker.observation import FrameObservation

# A ball is learnt from only where it is named as surely as this, and a look a quarter second is enough.
SURE_P = 0.8
EVERY_S = 0.25
MOST_LOOKS = 400


class Eyes(Protocol):
    """Detection and identity together."""

    def update(self, frame: Frame) -> FrameObservation:
        """What is seen, balls named."""
        ...


def learn_set(
    frames: Iterable[Frame], eyes: Eyes, table: TableGeometry, ball_diameter_mm: float, ball_set: str,
    made_by: str = "", made_at: str = "",
) -> tuple[SetProfile, dict[str, NDArray[np.uint8]]]:  # fmt: skip
    """The profile, and one crop of each ball (BGR) to confirm it by. Raises ProfileError where nothing was sure."""
    looks: list[tuple[str, FaceColour]] = []
    examples: dict[str, tuple[float, NDArray[np.uint8]]] = {}
    last_s = -1.0
    for frame in frames:
        seen = eyes.update(frame)
        if seen.moving or seen.t_s - last_s < EVERY_S:
            continue
        last_s = seen.t_s
        for ball in seen.balls:
            if not ball.labels or ball.in_pocket is not None:
                continue
            label, p = max(ball.labels.items(), key=lambda item: item[1])
            if p < SURE_P:
                continue
            px = table.camera.image_from_table(ball.position_mm, ball_diameter_mm / 2)[0]
            looks.append((label, face_colour(frame.image, px, ball.radius_px)))
            if p > examples.get(label, (0.0, None))[0]:
                examples[label] = (p, cut(frame.image, [px], [ball.radius_px])[0])
        if len(looks) >= MOST_LOOKS:
            break
    if not looks:
        raise ProfileError(
            "no ball lay still and was named surely enough to learn from; show the set spread out for a few seconds"
        )
    return learn(looks, ball_set, made_by, made_at), {label: crop for label, (_, crop) in examples.items()}
