"""The training's own parts: the same seed gives the same crops, no patch is split, weights come back as they went."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba", reason="drawing needs callshot[train]")

from callshot.models.faces import FACES, OUTPUTS, WHAMMY_SHADES
from callshot.models.training.crops import load_crops, make_crops
from callshot.models.training.evaluate import SETS
from callshot.models.training.lots import HELD_SEEDS, joined, lot_path, lots_to_train_on
from callshot.models.training.patches import CLOTHS, GROUPS, LIGHTS, SHARES, draw_patch
from callshot.rules.equipment import BALL_SETS


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
    assert sum(LIGHTS.values()) == pytest.approx(1.0)
    for kind, ball_set in SETS.items():
        assert set(GROUPS[kind]) <= set(BALL_SETS[ball_set].labels)


def test_only_a_set_with_whammies_has_their_shades() -> None:
    rng = np.random.default_rng(8)
    seen: dict[str, set[str]] = {"congestion": set(), "snooker": set()}
    for kind, found in seen.items():
        for _ in range(25):
            patch = draw_patch(rng, kind, diameter_px=16.0)
            found |= {OUTPUTS[k] for k in patch.outputs}
            assert patch.light in LIGHTS and patch.cloth in CLOTHS
    assert set(WHAMMY_SHADES.values()) <= seen["congestion"]
    assert not set(WHAMMY_SHADES.values()) & seen["snooker"]
    assert {"pink", "brown"} <= seen["snooker"]


def test_what_is_held_back_is_never_trained_on_and_patches_stay_apart(tmp_path: Path) -> None:
    lot = make_crops(40, 5)
    for seed in (3, HELD_SEEDS[0], 12):
        lot.save(lot_path(tmp_path, seed))
    (tmp_path / "lot_00009.77.part.npz").write_bytes(b"half")
    assert lots_to_train_on(tmp_path) == [lot_path(tmp_path, 3), lot_path(tmp_path, 12)]
    both = joined([lot, lot])
    n = len(lot.labels)
    assert len(both.labels) == 2 * n and not set(both.patch[:n]) & set(both.patch[n:])


@pytest.mark.soak
def test_training_goes_on_from_weights_of_before_the_whammies(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="training needs callshot[train]")
    from callshot.models.training.fitting import fit, judged, load_net
    from callshot.models.training.network import BallNet

    state = BallNet().state_dict()
    for key in ("head.1.weight", "head.1.bias"):
        state[key] = state[key][: len(FACES)]
    torch.save(state, tmp_path / "old.pt")
    net = load_net(tmp_path / "old.pt")
    rows = net.state_dict()["head.1.weight"]
    assert torch.equal(rows[OUTPUTS.index("orange whammy")], rows[OUTPUTS.index("pink")])
    crops = make_crops(300, 5)
    before = judged(net, crops)["log_loss"]
    # the mean of all weights so far, and what the normalisation has counted, need some steps to leave the start behind
    trained, steps = fit(lambda: crops, 5.0, 60, net, every=30)
    assert steps == 61
    assert judged(trained, crops)["log_loss"] < before


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
        export(net, path, {"outputs": list(OUTPUTS)})
    crops = np.random.default_rng(2).integers(0, 255, (3, 40, 40, 3)).astype(np.uint8)
    with torch.no_grad():
        want = net(torch.from_numpy(crops.transpose(0, 3, 1, 2).astype(np.float32))).numpy()
    assert np.allclose(Classifier(path.read_bytes()).outputs(crops), want, atol=1e-3)
