"""The classifier's shape: six small convolutions, 40 x 40 BGR in, one score an output out."""

from __future__ import annotations

import torch
from torch import nn

from callshot.models.faces import OUTPUTS


def _block(inputs: int, outputs: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class BallNet(nn.Module):
    """(n, 3, 40, 40) float BGR 0..255 -> (n, outputs) scores, divided by a temperature found after training."""

    temperature: torch.Tensor

    def __init__(self) -> None:
        """Untrained."""
        super().__init__()
        self.body = nn.Sequential(
            _block(3, 24, 2), _block(24, 32, 1), _block(32, 64, 2), _block(64, 64, 1), _block(64, 96, 2),
            _block(96, 96, 1),
        )  # fmt: skip
        self.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(192, len(OUTPUTS)))
        self.register_buffer("temperature", torch.ones(1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores; softmax of them is the probability."""
        x = self.body(x / 127.5 - 1.0)
        both = torch.cat([x.mean(dim=(2, 3)), x.amax(dim=(2, 3))], dim=1)
        scores: torch.Tensor = self.head(both) / self.temperature
        return scores
