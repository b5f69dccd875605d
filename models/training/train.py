"""Trains the classifier on drawn crops: `python -m callshot.models.training.train [--minutes M] [--lots FOLDER]`.

One process draws lots of crops into a folder while this one trains on those that are there, so that two cores are busy
and the network sees ever new crops. At the end one temperature is fitted on lots that were held back, and ONNX is
written, with a JSON beside it that says how it was made.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import torch
from torch import nn

from callshot.models.faces import OUTPUTS
from callshot.models.normalise import CROP_PX
from callshot.models.training.crops import Crops, load_crops
from callshot.models.training.fitting import fit, judged, load_net, scores_of, temperature
from callshot.models.training.lots import draw_beside, draw_lot, held_back, joined, lots_to_train_on, seed_of
from callshot.models.training.network import BallNet
from callshot.models.training.plain import forget_the_machine

FIRST_SEED: Final = 1
# So many lots fit the memory (70 MB each, twice for a moment); the newest are taken.
MOST_LOTS: Final = 24
DRAWN_LOTS: Final = 48


def export(net: nn.Module, path: Path, notes: dict[str, object]) -> None:
    """ONNX with a free batch size, weights inside, and PATH.json about its making."""
    net.eval()
    sample = torch.zeros(2, 3, CROP_PX, CROP_PX)
    torch.onnx.export(
        net.cpu().to(memory_format=torch.contiguous_format),  # type: ignore[call-overload]
        (sample,), str(path), input_names=["crops"], output_names=["scores"],
        dynamic_shapes={"x": {0: torch.export.Dim("batch")}}, dynamo=True, external_data=False, verbose=False,
    )  # fmt: skip
    forget_the_machine(path)
    path.with_suffix(".json").write_text(json.dumps(notes, indent=1) + "\n", encoding="utf-8")


class Lots:
    """What there is to train on, read again as more is drawn."""

    def __init__(self, folder: Path) -> None:
        """folder: where the lots lie."""
        self._folder = folder
        self._paths: list[Path] = []
        self._crops: Crops | None = None

    def __call__(self) -> Crops:
        """All lots that are finished, the newest `MOST_LOTS`."""
        paths = lots_to_train_on(self._folder)[-MOST_LOTS:]
        if self._crops is None or paths != self._paths:
            self._crops = None
            self._crops, self._paths = joined([load_crops(path) for path in paths]), paths
        return self._crops

    @property
    def seeds(self) -> list[int]:
        """Which lots were used last."""
        return [seed_of(path) for path in self._paths]


def _train(folder: Path, minutes: float, steps: int, out: Path, keep: Path | None, start: Sequence[Path]) -> None:
    judge = held_back(folder)
    print(f"{len(judge.labels)} crops held back", flush=True)
    draw_lot(folder, FIRST_SEED) if not lots_to_train_on(folder) else None
    lots = Lots(folder)
    trail: list[dict[str, float]] = []

    def on_mean(step: int, net: BallNet) -> None:
        trail.append({"step": float(step), **judged(net, judge)})
        print(trail[-1], flush=True)
        if keep is not None:
            torch.save(net.state_dict(), keep)

    begin = load_net(start[0]) if start else None
    net, made = fit(lots, minutes, steps, begin, on_mean=on_mean)
    truth = torch.from_numpy(judge.labels)
    net.temperature.fill_(temperature(scores_of(net, judge), truth))
    figures = judged(net, judge)
    print(figures)
    if keep is not None:
        torch.save(net.state_dict(), keep)
    notes: dict[str, object] = {
        "outputs": list(OUTPUTS), "lots": lots.seeds, "steps": made, "on_from_earlier_weights": bool(start),
        "temperature": float(net.temperature), "on_the_way": trail, "held_back": figures,
    }  # fmt: skip
    export(net, out, notes)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=90.0, help="time for training")
    parser.add_argument("--steps", type=int, default=30_000)
    parser.add_argument("--lots", type=Path, help="a folder to keep the drawn crops in, and to go on with")
    parser.add_argument("--draw", type=int, default=DRAWN_LOTS, help="how many lots are drawn beside the training")
    parser.add_argument("--start", type=Path, nargs="*", default=[], help="weights (.pt) to go on from")
    parser.add_argument("--keep", type=Path, help="where to keep the weights (.pt) on the way")
    parser.add_argument("-o", dest="out", type=Path, default=Path(__file__).parents[1] / "balls.onnx")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as spare:
        folder = args.lots or Path(spare)
        drawing = draw_beside(folder, range(FIRST_SEED, FIRST_SEED + args.draw)) if args.draw else None
        try:
            _train(folder, args.minutes, args.steps, args.out, args.keep, args.start)
        finally:
            if drawing is not None:
                drawing.terminate()
                drawing.wait()


if __name__ == "__main__":
    main()
