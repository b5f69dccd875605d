"""Balls at their true places in recordings with truth: a test for the classifier, never something to train on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.camera import CameraModel
from callshot.models.faces import FACES
from callshot.rules.equipment import BALL_SETS

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]
SET_NAMES = {"snooker": "snooker22", "baseball": "baseball21"}


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One picture: kind (real or rendered), the set, and per ball its true label, (n, 2) px centre and radius px.

    bed_px: (4, 2) the cushion-nose corners.
    """

    name: str
    kind: str
    ball_set: str
    image: Image
    labels: tuple[str, ...]
    centres_px: Floats
    radii_px: Floats
    bed_px: Floats

    @property
    def set_labels(self) -> tuple[str, ...]:
        """Labels that the set has."""
        return tuple(label for label in BALL_SETS[self.ball_set].labels if label in FACES)


def cases(folder: Path) -> Iterator[Case]:
    """All layouts with truth below `folder`, each with its picture."""
    for camera_file in sorted(folder.glob("*/*/camera.json")):
        camera = json.loads(camera_file.read_text(encoding="utf-8"))
        here = camera_file.parent
        rows = [json.loads(line) for line in (here / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
        layouts = [r for r in rows if r["type"] == "layout" and r["balls"]]
        for layout, image in _pictures(here / camera["file"], camera["fps"], layouts):
            balls = [b for b in layout["balls"] if b.get("label_certainty", "sure") in ("sure", "certain")]
            if not balls:
                continue
            centres, radii = _seen_at(camera, np.array([(b["x"], b["y"]) for b in balls], np.float64))
            ball_set = SET_NAMES.get(camera["ball_set"], camera["ball_set"])
            bed = np.array(camera["corners_px"], np.float64)
            labels = tuple(str(b["label"]) for b in balls)
            yield Case(here.name, here.parent.name, ball_set, image, labels, centres, radii, bed)


def _pictures(path: Path, fps: float | None, layouts: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Image]]:
    if path.is_dir():
        names = sorted(p for p in path.iterdir() if p.suffix.lower() in (".png", ".jpg", ".jpeg"))
        for layout in layouts:
            k = round(layout["t"] * (fps or 25.0))
            if k < len(names):
                yield layout, np.asarray(cv2.imread(str(names[k])), np.uint8)
        return
    if path.suffix.lower() != ".mp4":
        image = cv2.imread(str(path))
        for layout in layouts[:1]:
            yield layout, np.asarray(image, np.uint8)
        return
    todo = sorted(layouts, key=lambda r: float(r["t"]))
    with av.open(str(path)) as video:
        start: float | None = None
        for frame in video.decode(video=0):
            start = frame.time if start is None else start
            # a little after the layout's time the picture is quiet
            if todo and frame.time - start >= todo[0]["t"] + (0.15 if todo[0]["t"] > 0 else 0.0):
                yield todo.pop(0), np.asarray(frame.to_ndarray(format="bgr24"), np.uint8)
            if not todo:
                break


def _seen_at(camera: dict[str, Any], at_mm: Floats) -> tuple[Floats, Floats]:
    radius = camera["ball_diameter_mm"] / 2
    if "K" in camera:
        size = (camera["width"], camera["height"])
        model = CameraModel(size, *(np.array(camera[k], np.float64) for k in ("K", "dist", "rvec", "tvec")))
        return model.image_from_table(at_mm, radius), model.scale_px_per_mm(at_mm, radius) * radius
    w, h = camera["table"]["width_mm"] / 2, camera["table"]["length_mm"] / 2
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]], np.float32)
    plane = cv2.getPerspectiveTransform(corners, np.array(camera["corners_px"], np.float32))

    def px(points: Floats) -> Floats:
        return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), plane), np.float64).reshape(-1, 2)

    here = px(at_mm)
    dx, dy = (px(at_mm + np.array(step)) - here for step in ((10.0, 0.0), (0.0, 10.0)))
    scale = np.sqrt(np.abs(dx[:, 0] * dy[:, 1] - dx[:, 1] * dy[:, 0])) / 10.0
    return here, np.asarray(scale * radius, np.float64)
