"""Names at the true places of balls, one look a ball, all balls of a picture named together.

`python tests/tracker/measure_identify.py [FOOTAGE]` prints one row a kind of footage and set; the footage beside the
project if none is given.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from callshot.models.classifier import Classifier
from callshot.models.faces import FACES
from callshot.models.normalise import cut, white_of, whitened
from callshot.models.training.evaluate import HEAD, Tally
from callshot.models.training.footage import cases
from callshot.rules.equipment import BALL_SETS
from callshot.tracker.identify.grounds import ground_map, tint_nats
from callshot.tracker.identify.identifier import DOUBT, capacity_vector, name_together

NARROW = [FACES.index(str(n)) for n in range(9, 16)]
WIDE = [FACES.index(str(n)) for n in range(16, 22)]
WHITE = [FACES.index("cue"), FACES.index("crazy-cue")]


def main(folder: Path) -> None:
    """Print the table."""
    network = Classifier()
    rows: dict[str, Tally] = {}
    for case in cases(folder):
        white = white_of(cut(case.image, case.centres_px, case.radii_px))
        p = np.exp(network.look(case.image, case.centres_px, case.radii_px, white))
        evidence = np.log((1 - DOUBT) * p + DOUBT / len(FACES))
        capacity = capacity_vector(BALL_SETS[case.ball_set].labels)
        if capacity[WIDE].any():
            crops = whitened(cut(case.image, case.centres_px, case.radii_px), white)
            maps = np.array([ground_map(c) for c in crops])
            evidence[:, WIDE] += tint_nats(maps, p[:, NARROW + WIDE].sum(1), p[:, WHITE].sum(1))[:, None]
        for label, row in zip(case.labels, name_together(evidence, capacity), strict=True):
            if label in FACES:
                for name in (f"{case.kind}, {case.ball_set}", f"{case.kind}, all"):
                    rows.setdefault(name, Tally()).add(label, row)
    print(HEAD)
    for name, tally in sorted(rows.items()):
        print(tally.row(name))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2].parent / "shared" / "footage")
