"""A small Levenberg-Marquardt solver that evaluates all steps of a Jacobian in one batch.

A dozen unknowns and a few hundred residuals: SciPy's solver spends its time calling Python functions.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from callshot.calibration.camera import Floats

# (batch, unknowns) -> (batch, residuals)
Residuals = Callable[[Floats], Floats]


def levenberg(residuals: Residuals, start: Floats, steps: Floats, most_rounds: int = 20) -> tuple[Floats, float]:
    """The least-squares solution near `start` and half its squared norm. steps: (unknowns,) for the derivatives."""
    v = np.array(start, np.float64)
    now = residuals(v[None])[0]
    cost = 0.5 * float(now @ now)
    damping = 1e-3
    for _ in range(most_rounds):
        jacobian = (residuals(v + np.diag(steps)) - now).T / steps
        normal = jacobian.T @ jacobian
        slope = jacobian.T @ now
        scale = np.maximum(np.diag(normal), 1e-12)
        improved = 0.0
        for _ in range(6):
            step = np.linalg.solve(normal + np.diag(damping * scale), -slope)
            there = residuals((v + step)[None])[0]
            new_cost = 0.5 * float(there @ there)
            if np.isfinite(new_cost) and new_cost < cost:
                improved = (cost - new_cost) / max(cost, 1e-12)
                v, now, cost = v + step, there, new_cost
                damping = max(damping * 0.2, 1e-9)
                break
            damping *= 6
        if improved < 1e-5:
            break
    return v, cost


def rotations(vectors: Floats) -> Floats:
    """(m, 3) Rodrigues vectors -> (m, 3, 3) matrices."""
    angle = np.linalg.norm(vectors, axis=1)[:, None, None]
    x, y, z = vectors.T
    zero = np.zeros_like(x)
    cross = np.stack([zero, -z, y, z, zero, -x, -y, x, zero], 1).reshape(-1, 3, 3)
    small = np.maximum(angle, 1e-9)
    one = np.sin(angle) / small
    two = (1 - np.cos(angle)) / small**2
    return np.asarray(np.eye(3) + np.where(angle < 1e-9, 1.0, one) * cross + two * (cross @ cross), np.float64)
