"""Measures the shipped classifier: `python -m callshot.models.training.evaluate [--footage FOLDER] [-o FILE]`.

On drawn patches of a seed that training never used, by set and by ball size; and, with --footage, on crops at the true
places of balls in recordings with truth (camera.json and truth.jsonl in each case's folder). The network is compared
with the colours alone. Counts of the set are not used here: every figure is of single looks, within the set's labels.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from callshot.models.classifier import Classifier
from callshot.models.colours_only import ColoursOnly
from callshot.models.faces import FACES, group_of
from callshot.models.normalise import Image, cut
from callshot.models.training.footage import Case, cases

Floats = NDArray[np.float64]
SEED = 90_001
SIZES = ((0.0, 20.0), (20.0, 26.0), (26.0, 34.0), (34.0, 46.0), (46.0, 100.0))
SURE = 0.9


class Looker(Protocol):
    """A classifier."""

    def look(self, image: Image, centres_px: ArrayLike, radii_px: ArrayLike) -> Floats:
        """(n, labels) log probabilities."""
        ...


@dataclass(slots=True)
class Tally:
    """Counts of one row of the table."""

    balls: int = 0
    exact: int = 0
    group: int = 0
    sure: int = 0
    sure_wrong: int = 0
    seconds: float = 0.0
    wrong: list[tuple[str, str, float]] = field(default_factory=list)

    def add(self, truth: str, row: Floats) -> bool:
        """One ball with its (labels,) probabilities; whether it was right."""
        k = int(row.argmax())
        got, p = FACES[k], float(row[k])
        self.balls += 1
        self.exact += got == truth
        self.group += group_of(got) == group_of(truth)
        if p >= SURE:
            self.sure += 1
            self.sure_wrong += got != truth
        if got != truth:
            self.wrong.append((truth, got, p))
        return got == truth

    def row(self, name: str) -> str:
        """A Markdown row."""
        n = max(self.balls, 1)
        return (
            f"| {name} | {self.balls} | {self.exact / n:.1%} | {self.group / n:.1%} | {self.sure / n:.1%} "
            f"| {self.sure_wrong / max(self.sure, 1):.2%} |"
        )


HEAD = "| | balls | label right | group right | said with 0.9 or more | of these wrong |\n" + "| --- " * 6 + "|"


def within(log_p: Floats, labels: tuple[str, ...]) -> Floats:
    """Probabilities when only these labels are possible."""
    p = np.where(np.isin(FACES, labels), np.exp(log_p), 0.0) + 1e-12
    return np.asarray(p / p.sum(axis=1, keepdims=True), np.float64)


def on_drawn(looker: Looker, patches: int) -> dict[str, Tally]:
    """Rows by kind of set and by size of the balls."""
    from callshot.models.training.patches import GROUPS, draw_patch

    rng = np.random.default_rng(SEED)
    out: dict[str, Tally] = {}
    for _ in range(patches):
        patch = draw_patch(rng)
        shift = rng.normal(0, 0.03, patch.centres_px.shape) * patch.radii_px[:, None]
        q = within(looker.look(patch.images[0], patch.centres_px + shift, patch.radii_px), GROUPS[patch.kind])
        for label, row, radius in zip(patch.labels, q, patch.radii_px, strict=True):
            size = next(s for s in SIZES if 2 * radius < s[1])
            for name in (f"drawn, {patch.kind}", f"drawn, {size[0]:.0f} to {size[1]:.0f} px", "drawn, all"):
                out.setdefault(name, Tally()).add(label, row)
    return dict(sorted(out.items()))


def on_footage(looker: Looker, folder: Path, failures: list[Image] | None = None) -> dict[str, Tally]:
    """Rows by kind of footage and set."""
    out: dict[str, Tally] = {}
    for case in cases(folder):
        began = time.perf_counter()
        q = within(looker.look(case.image, case.centres_px, case.radii_px), case.set_labels)
        spent = time.perf_counter() - began
        for k, label in enumerate(case.labels):
            if label not in FACES:
                continue
            for name in (f"{case.kind}, {case.ball_set}", f"{case.kind}, all"):
                tally = out.setdefault(name, Tally())
                right = tally.add(label, q[k])
                tally.seconds += spent / len(case.labels)
            if failures is not None and not right:
                failures.append(_captioned(case, k, FACES[int(q[k].argmax())]))
    return dict(sorted(out.items()))


def _captioned(case: Case, k: int, got: str) -> Image:
    crop = cut(case.image, case.centres_px[k : k + 1], case.radii_px[k : k + 1])[0]
    big = np.asarray(cv2.resize(crop, (80, 80), interpolation=cv2.INTER_CUBIC), np.uint8)
    out = np.full((98, 84, 3), 30, np.uint8)
    out[16:96, 2:82] = big
    text = f"{case.labels[k]} > {got}"
    cv2.putText(out, text, (2, 11), cv2.FONT_HERSHEY_SIMPLEX, 0.34, (240, 240, 240), 1, cv2.LINE_AA)
    return out


def sheet(cells: list[Image], across: int = 12) -> Image:
    """Pictures side by side."""
    cells = list(cells)
    while len(cells) % across or not cells:
        cells.append(np.full((98, 84, 3), 30, np.uint8))
    return np.vstack([np.hstack(cells[i : i + across]) for i in range(0, len(cells), across)])


def _sections(args: Any) -> Iterator[str]:
    network, colours = Classifier(), ColoursOnly()
    for name, looker in (("The network", network), ("Colours alone", colours)):
        yield f"\n**{name}**\n\n{HEAD}"
        for row, tally in on_drawn(looker, args.patches).items():
            yield tally.row(row)
        if args.footage is not None:
            failures: list[Image] = []
            for row, tally in on_footage(looker, args.footage, failures).items():
                yield tally.row(row)
            if args.failures is not None and looker is network:
                args.failures.parent.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(args.failures), sheet(failures))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--footage", type=Path, help="a folder with real/ and rendered/ cases that have truth")
    parser.add_argument("--failures", type=Path, help="a picture of the misread balls of the footage")
    parser.add_argument("--patches", type=int, default=400)
    parser.add_argument("-o", dest="out", type=Path, help="write the tables here too")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    lines = []
    for line in _sections(args):
        print(line, flush=True)
        lines.append(line)
    if args.out is not None:
        args.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
