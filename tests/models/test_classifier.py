"""The shipped weights: small, of the labels they say, sure of themselves only where they are right."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from callshot.models.classifier import WEIGHTS, Classifier, faces_of, log_softmax
from callshot.models.colours_only import ColoursOnly
from callshot.models.faces import FACES, OUTPUTS, group_of
from callshot.models.normalise import CROP_PX

MODELS = Path(__file__).parents[2] / "models"


@pytest.fixture(scope="module")
def network() -> Classifier:
    return Classifier()


def test_the_weights_are_small_and_say_what_they_tell_apart() -> None:
    path = MODELS / WEIGHTS
    assert path.stat().st_size < 2_000_000
    notes = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert tuple(notes["outputs"]) == OUTPUTS


def test_the_record_names_the_very_weights(network: Classifier) -> None:
    assert network.record == {"name": "balls.onnx", "digest": network.digest}
    assert len(network.digest) == 16
    assert Classifier((MODELS / WEIGHTS).read_bytes()).digest == network.digest


def test_any_number_of_crops_gives_as_many_rows_and_the_same_ones(network: Classifier) -> None:
    rng = np.random.default_rng(1)
    crops = rng.integers(0, 255, (5, CROP_PX, CROP_PX, 3)).astype(np.uint8)
    together = network.scores(crops)
    assert together.shape == (5, len(FACES))
    alone = np.concatenate([network.scores(crops[k : k + 1]) for k in range(5)])
    assert np.allclose(together, alone, atol=1e-3)
    assert network.scores(crops[:0]).shape == (0, len(FACES))


def test_log_probabilities_are_those() -> None:
    rows = log_softmax(np.array([[1.0, 2.0, 1000.0], [0.0, 0.0, 0.0]]))
    assert np.allclose(np.exp(rows).sum(axis=1), 1.0)
    assert rows[0, 2] == pytest.approx(0.0)


def test_a_whammys_shade_counts_for_its_name_only_where_there_are_whammies() -> None:
    row = np.full((1, len(OUTPUTS)), -9.0)
    row[0, OUTPUTS.index("orange whammy")] = 5.0
    with_them, without = faces_of(row, whammies=True), faces_of(row, whammies=False)
    assert with_them.shape == without.shape == (1, len(FACES))
    assert FACES[int(with_them.argmax())] == "pink"
    assert without[0, FACES.index("pink")] == -9.0
    # equal shades: the name is as likely as another with the same score
    even = faces_of(np.zeros((1, len(OUTPUTS))), whammies=True)
    assert np.allclose(even, 0.0)


def test_drawn_balls_are_read_and_certainty_is_earned(network: Classifier) -> None:
    """Fresh patches of every kind of set, single looks: groups right, and what is said surely is true."""
    pytest.importorskip("numba", reason="drawing needs callshot[train]")
    from callshot.models.training.patches import GROUPS, draw_patch
    from callshot.models.training.tallies import within

    rng = np.random.default_rng(4711)
    tally = {"network": [0, 0, 0, 0], "colours": [0, 0, 0, 0]}
    for _ in range(45):
        patch = draw_patch(rng)
        for name, looker in (("network", network), ("colours", ColoursOnly())):
            q = within(looker.look(patch.images[0], patch.centres_px, patch.radii_px), GROUPS[patch.kind])
            for label, row in zip(patch.labels, q, strict=True):
                got, p = FACES[int(row.argmax())], float(row.max())
                counts = tally[name]
                counts[0] += 1
                counts[1] += group_of(got) == group_of(label)
                counts[2] += p >= 0.9
                counts[3] += p >= 0.9 and got != label
    balls, groups, sure, wrong = tally["network"]
    assert balls > 250
    assert groups / balls > 0.88
    assert sure / balls > 0.5
    assert wrong / sure < 0.04
    assert groups > tally["colours"][1]


def test_the_weights_tell_nothing_of_the_machine_that_made_them() -> None:
    data = (MODELS / WEIGHTS).read_bytes()
    assert b"site-packages" not in data
    assert b".py" not in data
