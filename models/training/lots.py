"""Lots of drawn crops in a folder: drawn by processes of their own while the training goes on.

`python -m callshot.models.training.lots FOLDER SEED...` draws one lot for each seed that the folder lacks.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from callshot.models.training.crops import Crops, load_crops, make_crops

LOT_CROPS: Final = 12_000
# Lots with these seeds are only for judging: never trained on.
HELD_SEEDS: Final = (900,)


def lot_path(folder: Path, seed: int) -> Path:
    """Where the lot of a seed lies."""
    return folder / f"lot_{seed:05d}.npz"


def draw_lot(folder: Path, seed: int) -> Path:
    """Draw a lot unless it is there; whoever lists the folder never sees half a file."""
    path = lot_path(folder, seed)
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(f".{os.getpid()}.part.npz")
        make_crops(LOT_CROPS, seed).save(half)
        half.rename(path)
    return path


def seed_of(path: Path) -> int:
    """The seed that a lot was drawn with."""
    return int(path.stem.removeprefix("lot_"))


def lots_to_train_on(folder: Path) -> list[Path]:
    """The finished lots of a folder that aren't held back."""
    found = sorted(p for p in folder.glob("lot_*.npz") if ".part" not in p.name)
    return [p for p in found if seed_of(p) not in HELD_SEEDS]


def draw_beside(folder: Path, seeds: Sequence[int]) -> subprocess.Popen[bytes]:
    """A process that draws these lots; the caller ends it."""
    command = [sys.executable, "-m", "callshot.models.training.lots", str(folder), *map(str, seeds)]
    return subprocess.Popen(command)


def joined(parts: Sequence[Crops]) -> Crops:
    """Several lots as one; their patches stay apart."""
    offset, patches = 0, []
    for part in parts:
        patches.append(part.patch + offset)
        offset += int(part.patch.max()) + 1
    return Crops(
        np.concatenate([p.images for p in parts]), np.concatenate([p.labels for p in parts]),
        np.concatenate([p.kinds for p in parts]), np.concatenate([p.diameters_px for p in parts]),
        np.concatenate(patches),
    )  # fmt: skip


def held_back(folder: Path) -> Crops:
    """The crops that are only for judging, drawn where they are not at hand."""
    return joined([load_crops(draw_lot(folder, seed)) for seed in HELD_SEEDS])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("seeds", type=int, nargs="+")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for seed in args.seeds:
        draw_lot(args.folder, seed)


if __name__ == "__main__":
    main()
