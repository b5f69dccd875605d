"""`make evaluate`: measures the shipped classifier and writes the tables of models/MODEL_CARD.md between their marks.

`python -m tests.models.evaluate [--weights FILE] [--patches N] [--footage FOLDER] [--card FILE]`. Single looks and the
comparison come from callshot.models.training.evaluate; balls of a picture named together, and what it costs, go
through the identifier's own parts. The footage beside the project is measured where it lies there.
"""

from __future__ import annotations

import argparse
import itertools
import re
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from callshot.calibration.camera import CameraModel
from callshot.calibration.table import TableGeometry
from callshot.hardware.frame import Frame
from callshot.models.classifier import Classifier
from callshot.models.faces import FACES
from callshot.models.normalise import cut, white_of, whitened
from callshot.models.training.evaluate import Looker, beside, drawn_cases, has_whammies, sheet
from callshot.models.training.footage import Case, cases
from callshot.models.training.tallies import BESIDE_HEAD, HEAD, Tally
from callshot.rules.equipment import BALL_SETS
from callshot.tracker.identify.compared import Comparison
from callshot.tracker.identify.identifier import DOUBT, Identifier, capacity_vector, name_together
from callshot.tracker.observation import BallObservation, FrameObservation

ROOT = Path(__file__).parents[2]
BINS = (0.0, 0.5, 0.7, 0.9, 0.97, 1.0001)
Floats = NDArray[np.float64]


def together(network: Classifier, case: Case) -> Floats:
    """(n, labels) probabilities of a picture's balls as the identifier gives them after one look."""
    at = case.centres_px, case.radii_px
    crops = cut(case.image, *at)
    white = white_of(crops)
    p = np.exp(network.look(case.image, *at, white))
    capacity = capacity_vector(BALL_SETS[case.ball_set].labels)
    comparison = Comparison(capacity)
    traits = [comparison.traits(crop) for crop in whitened(crops, white)]
    evidence = np.log((1 - DOUBT) * p + DOUBT / len(FACES))
    return name_together(comparison.added(evidence, traits), capacity)


def cost(network: Classifier, runs: int = 15) -> tuple[float, float]:
    """Milliseconds of one core through the identifier itself: 57 balls of a Congestion set named at rest, the median
    of the first looks; and a frame while ten of them roll, the mean over a second at 60 frames a second."""
    camera = CameraModel(
        (1280, 720), np.array([[1120.0, 0, 640], [0, 1120.0, 360], [0, 0, 1]]), np.zeros(5),
        np.array([np.pi / np.sqrt(2), np.pi / np.sqrt(2), 0.0]), np.array([0.0, 0.0, 2700.0]),
    )  # fmt: skip
    table = TableGeometry(camera, "left", 2540.0, 1270.0, 36.3, 42.0, {}, 0.5)
    image = np.random.default_rng(3).integers(0, 255, (720, 1280, 3)).astype(np.uint8)
    spots = np.array([(x, y) for x in np.linspace(-500, 500, 6) for y in np.linspace(-1100, 1100, 10)])[:57]
    rolling = np.zeros((57, 1))
    rolling[:10] = 1.0
    seen = []
    for k in range(60):
        # 0.25 m/s, there and back
        at = spots + rolling * [0.0, 4.2 * min(k, 60 - k)]
        balls = tuple(BallObservation(p, np.eye(2), 1.0, 12.0, np.zeros(3)) for p in at)
        seen.append((Frame(image, round(k * 1e9 / 60), k), FrameObservation(k / 60, k, balls, moving=k > 0)))
    first, rolled = [], []
    for _ in range(runs):
        stage = Identifier(table, 57.15, BALL_SETS["congestion"].labels, network)
        # the clock of processor time is slow on some machines: asked once for all frames that roll
        times = [time.process_time()]
        stage.update(*seen[0])
        times.append(time.process_time())
        for pair in seen[1:]:
            stage.update(*pair)
        times.append(time.process_time())
        first.append(times[1] - times[0])
        rolled.append((times[2] - times[1]) / (len(seen) - 1))
    return 1000 * float(np.median(first)), 1000 * float(np.median(rolled))


def _rows_together(networks: dict[bool, Classifier], footage: Path) -> Iterator[str]:
    rows: dict[str, Tally] = {}
    said: dict[str, list[tuple[float, bool]]] = {}
    for case in cases(footage):
        q = together(networks[has_whammies(case.ball_set)], case)
        for label, row in zip(case.labels, q, strict=True):
            if label in FACES:
                for name in (f"{case.kind}, {case.ball_set}", f"{case.kind}, all"):
                    right = rows.setdefault(name, Tally()).add(label, row)
                said.setdefault(case.kind, []).append((float(row.max()), right))
    yield f"All balls of a picture named together within the counts of the set, one look a ball:\n\n{HEAD}"
    for name, tally in sorted(rows.items()):
        yield tally.row(name)
    kinds = sorted(said)
    yield "\nWhat a stated probability is worth there:\n"
    yield f"| stated | {' | '.join(f'{k}: right of balls' for k in kinds)} |\n" + "| --- " * (len(kinds) + 1) + "|"
    for lo, hi in itertools.pairwise(BINS):
        cells = []
        for kind in kinds:
            rights = [right for p, right in said[kind] if lo <= p < hi]
            cells.append(f"{sum(rights) / len(rights):.1%} of {len(rights)}" if rights else "-")
        yield f"| {lo:.2f} to {min(hi, 1.0):.2f} | {' | '.join(cells)} |"


def sections(weights: bytes | None, patches: int, footage: Path | None, failures: Path | None) -> Iterator[str]:
    """The tables, line by line."""
    networks = {whammies: Classifier(weights, whammies) for whammies in (False, True)}
    lookers: dict[bool, Looker] = dict(networks.items())
    yield f"Drawn patches that training never saw ({patches}), single looks:\n\n{BESIDE_HEAD}"
    drawn = beside(lookers, drawn_cases(patches))
    for name, row in sorted(drawn.items()):
        yield row.row(name)
    yield "\nMost often misread there: " + "; ".join(
        f"{name}: {row.network.most_misread()}" for name, row in sorted(drawn.items()) if name.startswith("set: ")
    ) + "."  # fmt: skip
    if footage is not None:
        pictures: list[NDArray[np.uint8]] = []
        source = ((case, (f"{case.kind}, {case.ball_set}", f"{case.kind}, all")) for case in cases(footage))
        rows = beside(lookers, source, pictures)
        yield f"\nRecordings with truth, single looks at true places:\n\n{BESIDE_HEAD}"
        for name, row in sorted(rows.items()):
            yield row.row(name)
        if failures is not None:
            failures.parent.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(failures), sheet(pictures))
        yield ""
        yield from _rows_together(networks, footage)
    whole, rolling = cost(networks[True])
    yield (
        f"\nCost through the identifier, processor time of one core of the measuring machine: 57 balls named at rest "
        f"{whole:.0f} ms (median of 15; bar: 60); while ten of them roll {rolling:.2f} ms a frame (mean of a second at "
        f"60 frames a second; bar: 1)."
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, help="another ONNX file; the shipped one if not given")
    parser.add_argument("--footage", type=Path, default=ROOT.parent / "shared" / "footage")
    parser.add_argument("--failures", type=Path, help="a picture of the misread balls of the footage")
    parser.add_argument("--patches", type=int, default=400)
    parser.add_argument("--card", type=Path, default=ROOT / "models" / "MODEL_CARD.md")
    parser.add_argument("--print-only", action="store_true", help="leave the card as it is")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    lines = []
    footage = args.footage if args.footage.is_dir() else None
    for line in sections(args.weights and args.weights.read_bytes(), args.patches, footage, args.failures):
        print(line, flush=True)
        lines.append(line)
    if not args.print_only:
        marks = r"(<!-- figures: made by make evaluate -->\n).*?(<!-- end figures -->)"
        page = args.card.read_text(encoding="utf-8")
        body = "\n".join(lines) + "\n"
        page, found = re.subn(marks, lambda m: m[1] + body + m[2], page, flags=re.DOTALL)
        if not found:
            raise SystemExit(f"{args.card} has no place for the figures: put the two comment marks back")
        args.card.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
