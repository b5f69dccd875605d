"""Is a young track a ball that was lost: does its way lead back to where that ball was, does it look like it?"""

from __future__ import annotations

import math

import numpy as np

from callshot.tracker.strokes.bed import Bed
from callshot.tracker.track.ball import FollowedBall
from callshot.tracker.track.limits import FASTEST_MMPS

# Nothing is adopted over a longer silence.
SILENCE_S = 1.2
SLOWEST_MMPS = 150.0
# A ball covered by cue or hand was struck under it no longer ago than this.
UNDER_COVER_S = 0.1
# Colours of one ball, sharp both times, differ by less than this; by looks alone the price is at least so much.
ALIKE_LAB = 22.0
BY_LOOKS_MM = 20.0
# Whatever its way says, a ball seen sharply that looks otherwise by more than so many times that is another one.
UNLIKE, UNLIKE_MM = 1.2, 20.0
BY_LOOKS_SIGHTS = 4
# What runs on like a ball, quickly and in the open, is one of those that are missing.
QUICK_MMPS = 400.0
QUICK_SIGHTS = 4
QUICK_MM = 42.0


def adoption_mm(young: FollowedBall, lost: FollowedBall, bed: Bed) -> float:
    """How ill the young track goes on from the place where the other was lost, mm; infinite if it can't be that ball.

    A ball that lay still and was struck unseen came straight from its place: the price is how far its way misses it.
    One that was lost in motion, or met something meanwhile, need only be in reach, and look like it.
    """
    gap = young.first_seen_s - lost.last_seen_s
    if not -0.12 <= gap <= SILENCE_S or young.clear_sights < 2:
        return math.inf
    first = np.array(young.birth_mm)
    back = lost.position_mm - first
    away = float(np.hypot(*back))
    top = FASTEST_MMPS
    lay = lost.resting or lost.started
    if not lay:
        top = max(float(np.hypot(*lost.velocity_mmps)) + 2 * lost.speed_sigma_mmps, 300.0)
    since = max(gap, 0.0)
    if lost.resting and lost.covered:
        since = UNDER_COVER_S
    if away > top * since + 150.0:
        return math.inf
    best = math.inf
    speed = float(np.hypot(*young.velocity_mmps))
    if speed > SLOWEST_MMPS and speed < 1.3 * top:
        if lay:
            way = -young.velocity_mmps / speed
            along = float(back @ way)
            if along > -bed.radius_mm:
                best = float(np.hypot(*(back - along * way))) * (1.0 if along > 0 else 1.5)
        else:
            best = 10.0 + 0.05 * away
    unlike = float(np.linalg.norm(young.colour_lab - lost.colour_lab)) / ALIKE_LAB
    # what lay there while the ball still lay in its place is something else, however alike: a cue's tip, a chalk
    if gap >= 0.0 and young.sights >= BY_LOOKS_SIGHTS and young.sharp_sights >= 2:
        best = min(best, BY_LOOKS_MM + 25.0 * unlike**2)
    if young.confirmed and speed > QUICK_MMPS and young.sights >= QUICK_SIGHTS:
        # a quick ball came from somewhere, and this one is missing
        best = min(best, QUICK_MM)
    if young.sharp_sights and lost.sharp_sights:
        best += UNLIKE_MM * max(unlike - UNLIKE, 0.0) ** 2
    return best
