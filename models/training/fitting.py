"""Training itself: batches of drawn crops, one network, the mean of its weights over the last steps."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import nn

from callshot.models.faces import OUTPUTS, WHAMMY_SHADES
from callshot.models.normalise import CROP_PX
from callshot.models.training.crops import MARGIN_PX, Crops
from callshot.models.training.network import BallNet

BATCH: Final = 192
# The weights that are kept are a running mean over about so many steps: steadier than the last ones.
MEAN_STEPS: Final = 400
RATE_NEW, RATE_ON = 3e-3, 1.5e-3
WARM_STEPS: Final = 150


def batch(crops: Crops, rows: NDArray[np.int64], rng: Generator | None = None) -> torch.Tensor:
    """(b, 3, 40, 40) float32; with `rng` shifted, turned by quarters, and with other gains."""
    images = crops.images[rows]
    if rng is None:
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


def load_net(path: Path) -> BallNet:
    """Weights kept earlier. Those of before the whammies had outputs of their own get them from the names' rows."""
    state = torch.load(path, weights_only=True)
    for key in ("head.1.weight", "head.1.bias"):
        rows = state[key]
        if len(rows) < len(OUTPUTS):
            extra = [rows[OUTPUTS.index(label)] for label in WHAMMY_SHADES]
            state[key] = torch.cat([rows, torch.stack(extra)])
    net = BallNet()
    net.load_state_dict(state)
    return net


class RunningMean:
    """The mean of a network's weights and of what its normalisation has counted, over the last steps."""

    def __init__(self, net: BallNet) -> None:
        """Begins at the network as it is."""
        self.net = copy.deepcopy(net).eval()
        self._steps = 0

    @torch.no_grad()
    def add(self, net: BallNet) -> None:
        """One more step."""
        self._steps += 1
        share = max(1.0 / self._steps, 1.0 / MEAN_STEPS)
        for mean, now in zip(self.net.state_dict().values(), net.state_dict().values(), strict=True):
            if mean.dtype.is_floating_point:
                mean.lerp_(now, share)
            else:
                mean.copy_(now)


def fit(
    lots: Callable[[], Crops], minutes: float, steps: int, start: BallNet | None = None, seed: int = 7,
    on_mean: Callable[[int, BallNet], None] | None = None, every: int = 1000,
) -> tuple[BallNet, int]:  # fmt: skip
    """Train for `minutes` or `steps`, whichever ends first: the mean network and the steps made.

    lots: the crops to train on, asked anew after each `every` steps, since more may have been drawn. start: weights
    to go on from. on_mean: called after each `every` steps with the mean network so far.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    net = BallNet() if start is None else start
    net.temperature.fill_(1.0)
    net = net.to(memory_format=torch.channels_last).train()  # type: ignore[call-overload]
    rate = RATE_NEW if start is None else RATE_ON
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    mean = RunningMean(net)
    began = time.monotonic()
    step, done = 0, 0.0
    while done < 1.0:
        crops = lots()
        counts = np.bincount(crops.labels, minlength=len(OUTPUTS)).astype(np.float64)
        weights = (counts.mean() / np.maximum(counts, 1)) ** 0.8
        loss_of = nn.CrossEntropyLoss(weight=torch.from_numpy(weights.astype(np.float32)), label_smoothing=0.01)
        for _ in range(every):
            # the learning rate follows whichever runs out first, the steps or the time
            done = min(1.0, max(step / steps, (time.monotonic() - began) / (60 * minutes)))
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1.0, (step + 1) / WARM_STEPS) * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-6
            rows = rng.integers(0, len(crops.labels), BATCH)
            x = batch(crops, rows, rng).contiguous(memory_format=torch.channels_last)
            loss = loss_of(net(x), torch.from_numpy(crops.labels[rows]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            mean.add(net)
            step += 1
            if step % 100 == 0:
                print(f"step {step} {done:.0%} loss {loss.item():.3f} of {len(crops.labels)} crops", flush=True)
            if done >= 1.0:
                break
        if on_mean is not None:
            on_mean(step, mean.net)
    return mean.net, step


@torch.no_grad()
def scores_of(net: nn.Module, crops: Crops) -> torch.Tensor:
    """(n, outputs) scores of all crops."""
    net.eval()
    rows = np.arange(len(crops.labels))
    return torch.cat([net(batch(crops, rows[k : k + 512])) for k in range(0, len(rows), 512)])


def temperature(scores: torch.Tensor, truth: torch.Tensor) -> float:
    """The divisor of the scores under which the truth is most likely."""
    grid = np.exp(np.linspace(np.log(0.5), np.log(3.0), 60))
    losses = [float(nn.functional.cross_entropy(scores / t, truth)) for t in grid]
    return float(grid[int(np.argmin(losses))])


def judged(net: nn.Module, crops: Crops) -> dict[str, float]:
    """Figures of a network on crops that it was not trained on."""
    scores, truth = scores_of(net, crops), torch.from_numpy(crops.labels)
    right = (scores.argmax(1) == truth).float().mean().item()
    log_loss = float(nn.functional.cross_entropy(scores, truth))
    return {"held_back": float(len(truth)), "accuracy": round(right, 4), "log_loss": round(log_loss, 4)}
