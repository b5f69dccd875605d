"""How naming generalises: whole drawn tables through detector, network, counts and identity, cell by cell. By hand:

    python -m tests.models.naming FOLDER [--tables N] [--first K] [--weights FILE] [--failures PNG]

FOLDER keeps the drawn tables, so that a change of the naming is measured on the same ones in a minute.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.models.classifier import Classifier
from callshot.models.normalise import cut, white_of, whitened
from callshot.models.training.evaluate import sheet
from callshot.models.training.tallies import Tally
from callshot.rules.equipment import BALL_SETS
from callshot.tracker.observation import FrameObservation
from callshot.tracker.seeing import Eyes
from tests.models.whole_tables import WholeTable, decoded, draw, kept

Image = NDArray[np.uint8]
HEAD: Final = (
    "| | balls | found | false | label right | group right | said with 0.9 or more | of these wrong | most often |\n"
    + "| --- " * 9
    + "|"
)


@dataclass(slots=True)
class Row:
    """Counts of one cell. balls: that lie there; read: those of them that were found."""

    balls: int = 0
    false: int = 0
    read: Tally = field(default_factory=Tally)

    def text(self, name: str) -> str:
        """A Markdown row."""
        t = self.read
        n, f = max(self.balls, 1), max(t.balls, 1)
        silent = f"{t.sure_wrong} ({t.sure_wrong / max(t.sure, 1):.2%})"
        return (
            f"| {name} | {self.balls} | {t.balls / n:.1%} | {self.false} | {t.exact / f:.1%} "
            f"| {t.group / f:.1%} | {t.sure / f:.1%} | {silent} | {t.most_misread()} |"
        )


def read(case: WholeTable, networks: dict[bool, Classifier]) -> tuple[FrameObservation, Frame]:
    """What is said of the table after all frames, and the last of them."""
    balls = BALL_SETS[case.ball_set]
    whammies = any(label.isdecimal() for label in balls.labels)
    eyes = Eyes(case.geometry, balls, networks[whammies], [], None)
    last = None
    for frame in decoded(case.clip):
        last = eyes.update(frame), frame
    assert last is not None
    return last


def score(case: WholeTable, seen: FrameObservation, rows: list[Row]) -> list[tuple[int, str, float]]:
    """Count it in every row. Of each found ball that was misread: its index in the observation, truth, confidence."""
    reach = BALL_SETS[case.ball_set].diameter_mm / 2
    free = [k for k, b in enumerate(seen.balls) if b.in_pocket is None]
    wrong: list[tuple[int, str, float]] = []
    for row in rows:
        row.balls += len(case.labels)
    for label, at in zip(case.labels, case.at_mm, strict=True):
        gaps = {k: float(np.hypot(*(seen.balls[k].position_mm - at))) for k in free}
        near = min(gaps, key=lambda k: gaps[k], default=-1)
        if near < 0 or gaps[near] > reach:
            continue
        free.remove(near)
        got, p = max(seen.balls[near].labels.items(), key=lambda item: item[1], default=("ball", 0.0))
        for row in rows:
            row.read.count(label, got, p)
        if got != label:
            wrong.append((near, label, p))
    for row in rows:
        row.false += len(free)
    return wrong


def pictures(
    table: TableGeometry, seed: int, frame: Frame, seen: FrameObservation, wrong: list[tuple[int, str, float]]
) -> Iterator[Image]:
    """Each misread ball as the camera and as the network saw it."""
    balls = seen.balls
    centres = table.camera.image_from_table([b.position_mm for b in balls], 28.575)
    raw = cut(frame.image, centres, [max(b.radius_px, 2.0) for b in balls])
    clean = whitened(raw, white_of(raw))
    for k, label, p in wrong:
        got = max(balls[k].labels, key=lambda name: balls[k].labels[name], default="ball")
        for crop in (raw[k], clean[k]):
            out = np.full((98, 84, 3), 30, np.uint8)
            out[16:96, 2:82] = cv2.resize(crop, (80, 80), interpolation=cv2.INTER_CUBIC)
            text = f"{seed} {label}>{got} {p:.2f}"
            cv2.putText(out, text, (1, 11), cv2.FONT_HERSHEY_SIMPLEX, 0.27, (240, 240, 240), 1, cv2.LINE_AA)
            yield out


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--weights", type=Path, help="another ONNX file; the shipped one if not given")
    parser.add_argument("--failures", type=Path, help="a picture of the misread balls")
    parser.add_argument("--list", action="store_true", help="name every misread ball")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    weights = args.weights and args.weights.read_bytes()
    networks = {whammies: Classifier(weights, whammies) for whammies in (False, True)}
    rows: dict[str, Row] = {}
    cells: list[Image] = []
    for case in kept(args.folder / "table", range(args.first, args.first + args.tables), draw):
        seen, frame = read(case, networks)
        names = [f"{what}: {value}" if value else what for what, value in case.cells.items()]
        wrong = score(case, seen, [rows.setdefault(name, Row()) for name in names])
        cells += pictures(case.geometry, case.seed, frame, seen, wrong)
        if args.list and wrong:
            told = [f"{t} as {max(seen.balls[k].labels.items(), key=lambda i: i[1])} " for k, t, _ in wrong]
            print(case.seed, {k: v for k, v in case.cells.items() if v}, *told, flush=True)
    print(HEAD)
    for name, row in sorted(rows.items()):
        print(row.text(name))
    if args.failures is not None:
        cv2.imwrite(str(args.failures), sheet(cells))


if __name__ == "__main__":
    main()
