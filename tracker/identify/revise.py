"""When a ball at rest looks like another ball than its name says: two that swapped in a collision, a first look wrong.

Names stay unless the looks speak clearly: a change must be some hundred times likelier than keeping what was said.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np
from scipy.optimize import linear_sum_assignment

from callshot.rules.vocabulary import GENERIC_LABELS, label_of

# What a change of one name costs, in nats: e^6 is 400 to 1. Two balls that swap pay twice and gain twice.
STAY: Final = 6.0
# Below this a look's probability says no more than "hardly".
LEAST: Final = 1e-4
# A ball whose name says nothing of its number (`ball`, `stripe`) is named at this much.
OPEN_STAY: Final = 1.0


def revisions(
    names: Mapping[int, str], looks: Mapping[int, Mapping[str, float]], away: Iterable[str] = (),
    free: Iterable[str] = (),
) -> dict[int, str]:  # fmt: skip
    """Which balls should be called otherwise: key -> id.

    names: the id of every ball on the table. looks: what it shows now, a probability per label; a ball that was not
    looked at keeps its name. away: ids of balls that left the table. free: ids that nobody has had yet.
    """
    keys = [k for k in names if looks.get(k)]
    if not keys:
        return {}
    kept = {names[k] for k in names if k not in set(keys)}
    ids = [names[k] for k in keys]
    ids += [i for i in dict.fromkeys((*away, *free)) if i not in ids and i not in kept]
    gain = np.empty((len(keys), len(ids)))
    for row, key in enumerate(keys):
        stay = OPEN_STAY if label_of(names[key]) in GENERIC_LABELS else STAY
        for column, name in enumerate(ids):
            p = _probability(looks[key], label_of(name))
            gain[row, column] = math.log(max(p, LEAST)) + (stay if name == names[key] else 0.0)
    rows, columns = linear_sum_assignment(-gain)
    return {keys[r]: ids[c] for r, c in zip(rows, columns, strict=True) if ids[c] != names[keys[r]]}


def _probability(look: Mapping[str, float], label: str) -> float:
    """How likely a ball that looks so has this label; a generic label asks no more than it says."""
    if label in look:
        return float(look[label])
    if label == "ball":
        return LEAST
    if label in ("solid", "stripe"):
        striped = label == "stripe"
        share = sum(p for name, p in look.items() if name.isdecimal() and (int(name) >= 9) == striped)
        # a coarser word for the same ball is worth less than the word itself
        return 0.01 * share
    return 0.0
