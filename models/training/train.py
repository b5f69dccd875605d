"""Trains the classifier on drawn crops: `python -m callshot.models.training.train [--crops N] [--minutes M] [-o FILE]`.

Draws the crops (unless some are at hand), trains within the minutes, fits one temperature on crops that were not
trained on, and writes ONNX and a JSON beside it that says how it was made.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from callshot.models.faces import FACES
from callshot.models.normalise import CROP_PX
from callshot.models.training.crops import MARGIN_PX, Crops, load_crops, make_crops
from callshot.models.training.network import BallEnsemble, BallNet
from callshot.models.training.plain import forget_the_machine

BATCH = 192
SEED = 7


def _batch(crops: Crops, rows: NDArray[np.int64], rng: np.random.Generator, vary: bool) -> torch.Tensor:
    """(b, 3, 40, 40) float32; with `vary` shifted, turned by quarters, and with other gains."""
    images = crops.images[rows]
    if not vary:
        m = MARGIN_PX
        cut = images[:, m : m + CROP_PX, m : m + CROP_PX]
        return torch.from_numpy(np.ascontiguousarray(cut.transpose(0, 3, 1, 2)).astype(np.float32))
    y, x = rng.integers(0, 2 * MARGIN_PX + 1, 2)
    cut = images[:, y : y + CROP_PX, x : x + CROP_PX].astype(np.float32)
    gain = np.exp(rng.normal(0, 0.05, (len(rows), 1, 1, 3)) + rng.normal(0, 0.08, (len(rows), 1, 1, 1)))
    cut = np.clip(cut * gain.astype(np.float32) + rng.normal(0, 5, (len(rows), 1, 1, 1)).astype(np.float32), 0, 255)
    # digits are never mirrored, only turned
    cut = np.rot90(cut, int(rng.integers(0, 4)), axes=(1, 2))
    return torch.from_numpy(np.ascontiguousarray(cut.transpose(0, 3, 1, 2)))


def _split(crops: Crops) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows to train on and rows held back, whole patches apart."""
    held = crops.patch % 20 == 0
    return np.nonzero(~held)[0], np.nonzero(held)[0]


def fit(
    crops: Crops, minutes: float, epochs: int, start: Path | None = None, seed: int = SEED
) -> tuple[BallNet, dict[str, float]]:
    """Train, on from the weights of `start` if given; the network with its temperature, and held-back figures."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    train, held = _split(crops)
    counts = np.bincount(crops.labels[train], minlength=len(FACES)).astype(np.float64)
    weights = (counts.mean() / np.maximum(counts, 1)) ** 0.8
    loss_of = nn.CrossEntropyLoss(weight=torch.from_numpy(weights.astype(np.float32)), label_smoothing=0.01)
    net = BallNet()
    if start is not None:
        net.load_state_dict(torch.load(start, weights_only=True))
        net.temperature.fill_(1.0)
    net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    rate = 3e-3 if start is None else 1.5e-3
    best = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    steps = epochs * (len(train) // BATCH)
    began = time.monotonic()
    done = 0.0
    step = 0
    while done < 1.0:
        order = rng.permutation(train)
        for k in range(0, len(order) - BATCH + 1, BATCH):
            # the learning rate follows whichever runs out first, the steps or the time
            done = min(1.0, max(step / steps, (time.monotonic() - began) / (60 * minutes)))
            for group in best.param_groups:
                group["lr"] = rate * min(1.0, (step + 1) / 200) * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-6
            rows = order[k : k + BATCH]
            x = _batch(crops, rows, rng, True).contiguous(memory_format=torch.channels_last)
            loss = loss_of(net(x), torch.from_numpy(crops.labels[rows]))
            best.zero_grad()
            loss.backward()
            best.step()
            step += 1
            if step % 100 == 0:
                print(f"step {step}/{steps} {done:.0%} loss {loss.item():.3f}", flush=True)
            if done >= 1.0:
                break
    net.eval()
    scores = _scores(net, crops, held, rng)
    truth = torch.from_numpy(crops.labels[held])
    net.temperature.fill_(_temperature(scores, truth))
    scores = scores / net.temperature
    right = (scores.argmax(1) == truth).float().mean().item()
    figures = {
        "held_back": float(len(held)), "accuracy": right, "temperature": float(net.temperature), "steps": float(step),
        "log_loss": float(nn.functional.cross_entropy(scores, truth)),
    }  # fmt: skip
    return net, figures


def judged(net: nn.Module, crops: Crops) -> dict[str, float]:
    """Figures of a whole classifier on the crops that were held back."""
    net.eval()
    _, held = _split(crops)
    scores = _scores(net, crops, held, np.random.default_rng(SEED))
    truth = torch.from_numpy(crops.labels[held])
    right = (scores.argmax(1) == truth).float().mean().item()
    return {
        "held_back": float(len(held)), "accuracy": right, "log_loss": float(nn.functional.cross_entropy(scores, truth))
    }  # fmt: skip


@torch.no_grad()
def _scores(net: nn.Module, crops: Crops, rows: NDArray[np.int64], rng: np.random.Generator) -> torch.Tensor:
    parts = [net(_batch(crops, rows[k : k + 512], rng, False)) for k in range(0, len(rows), 512)]
    return torch.cat(parts)


def _temperature(scores: torch.Tensor, truth: torch.Tensor) -> float:
    """The divisor of the scores under which the held-back crops are most likely."""
    grid = np.exp(np.linspace(np.log(0.5), np.log(3.0), 60))
    losses = [float(nn.functional.cross_entropy(scores / t, truth)) for t in grid]
    return float(grid[int(np.argmin(losses))])


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


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crops", type=int, default=96000, help="how many crops to draw")
    parser.add_argument("--minutes", type=float, default=60.0, help="time for training itself")
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--from", dest="ready", type=Path, nargs="*", default=[], help="crops drawn before (.npz)")
    parser.add_argument("--members", type=int, default=2, help="networks that judge together")
    parser.add_argument("--join", type=Path, nargs="*", default=[], help="weights (.pt) of networks trained before")
    parser.add_argument("--keep", type=Path, help="keep the weights (.pt) to go on from later")
    parser.add_argument("--start", type=Path, help="weights (.pt) of an earlier training to go on from")
    parser.add_argument("-o", dest="out", type=Path, default=Path(__file__).parents[1] / "balls.onnx")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.ready:
        crops = joined([load_crops(path) for path in args.ready])
    else:
        print(f"drawing {args.crops} crops", flush=True)
        crops = make_crops(args.crops, SEED)
    nets, figures = [], []
    for path in args.join:
        nets.append(BallNet())
        nets[-1].load_state_dict(torch.load(path, weights_only=True))
    for k in range(args.members):
        net, how = fit(crops, args.minutes / args.members, args.epochs, args.start, SEED + k)
        print(how, flush=True)
        nets.append(net)
        figures.append(how)
        if args.keep is not None:
            torch.save(net.state_dict(), args.keep.with_stem(f"{args.keep.stem}{k}"))
    whole = nets[0] if len(nets) == 1 else BallEnsemble(nets)
    figures.append(judged(whole, crops))
    print(figures[-1])
    export(
        whole,
        args.out,
        {"labels": list(FACES), "crops": len(crops.labels), "epochs": args.epochs, "held_back": figures},
    )


def joined(parts: list[Crops]) -> Crops:
    """Several lots of crops as one; their patches stay apart."""
    offset, patches = 0, []
    for part in parts:
        patches.append(part.patch + offset)
        offset += int(part.patch.max()) + 1
    return Crops(
        np.concatenate([p.images for p in parts]), np.concatenate([p.labels for p in parts]),
        np.concatenate([p.kinds for p in parts]), np.concatenate([p.diameters_px for p in parts]),
        np.concatenate(patches),
    )  # fmt: skip


if __name__ == "__main__":
    main()
