"""The training's own parts: the same seed gives the same crops, no patch is split, weights come back as they went."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba", reason="drawing needs callshot[train]")

from callshot.models.faces import FACES
from callshot.models.training.crops import load_crops, make_crops
from callshot.models.training.patches import GROUPS, SHARES


def test_crops_follow_their_seed_and_survive_their_file(tmp_path: Path) -> None:
    once, again, other = make_crops(30, 5), make_crops(30, 5), make_crops(30, 6)
    assert np.array_equal(once.images, again.images) and np.array_equal(once.labels, again.labels)
    assert once.images.shape[1:] == (44, 44, 3)
    n = min(len(once.labels), len(other.labels))
    assert not np.array_equal(once.images[:n], other.images[:n])
    once.save(tmp_path / "crops.npz")
    back = load_crops(tmp_path / "crops.npz")
    assert np.array_equal(back.images, once.images) and np.array_equal(back.patch, once.patch)


def test_every_label_is_drawn_somewhere() -> None:
    drawn = {label for kind in SHARES for label in GROUPS[kind]}
    assert drawn == set(FACES)
    assert sum(SHARES.values()) == pytest.approx(1.0)


@pytest.mark.soak
def test_a_trained_network_gives_the_same_scores_as_onnx(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="training needs callshot[train]")
    import warnings

    from callshot.models.classifier import Classifier
    from callshot.models.training.network import BallNet
    from callshot.models.training.train import export

    torch.manual_seed(1)
    net = BallNet().eval()
    net.temperature.fill_(0.8)
    path = tmp_path / "net.onnx"
    with warnings.catch_warnings():
        # the exporter's own dependencies warn of their future
        warnings.simplefilter("ignore")
        export(net, path, {"labels": list(FACES)})
    crops = np.random.default_rng(2).integers(0, 255, (3, 40, 40, 3)).astype(np.uint8)
    with torch.no_grad():
        want = net(torch.from_numpy(crops.transpose(0, 3, 1, 2).astype(np.float32))).numpy()
    assert np.allclose(Classifier(path.read_bytes()).scores(crops), want, atol=1e-3)
