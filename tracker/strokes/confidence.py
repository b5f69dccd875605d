"""From misfit and margin to a probability that says how often such a statement is right."""

from __future__ import annotations

import math

from callshot.tracker.strokes.explain import Hit

# Many balls that meet within this time can't be told apart well.
CROWD_S = 0.040
CROWD = 4


def confidence_of(hit: Hit, crowd: int) -> float:
    """Probability that this hit happened as told. crowd: contacts told within 40 ms of it, itself included."""
    cause = hit.cause
    p = 0.5 + 0.49 * (1.0 - math.exp(-max(hit.margin, 0.0) / 5.0))
    if cause.misfit > 8.0:
        p *= math.exp(-(cause.misfit - 8.0) / 40.0)
    if hit.one_sided:
        # what the other ball did after it is not known: well fitting on the one side alone
        p = min(p * 0.95, 0.92) if hit.margin > 10.0 and cause.misfit < 8.0 else min(p * 0.9, 0.85)
    if any(j.inferred for j in hit.joints):
        p = min(p, 0.92)
    if min(min(j.before.samples, j.after.samples) for j in hit.joints) < 2:
        p = min(p, 0.93)
    if hit.crowded:
        p = min(p, 0.6)
    if crowd >= CROWD:
        p = min(p, 0.8)
    return float(min(max(p, 0.05), 0.99))
