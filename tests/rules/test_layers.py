"""A mapping whose steps share what they have in common is a dictionary to who reads it."""

from __future__ import annotations

import random

from callshot.rules.layers import Layers, grown, whole


def test_every_step_reads_as_a_dictionary_would() -> None:
    chance = random.Random(4)
    plain: dict[int, int] = {}
    shared = grown({}, {})
    steps = []
    for _ in range(300):
        more = {chance.randrange(200): chance.randrange(9) for _ in range(chance.randrange(4))}
        plain, shared = {**plain, **more}, grown(shared, more)
        steps.append((plain, shared))
    for plain, shared in steps:
        assert whole(shared) == plain == shared == {**shared}
        assert list(shared) == list(plain)
        assert len(shared) == len(plain)
        assert all(shared.get(k) == plain.get(k) for k in range(200))
        assert shared != {**plain, -1: 0}


def test_what_all_steps_hold_together_grows_hardly_faster_than_the_steps() -> None:
    shared = grown({}, {})
    layers = {}
    for n in range(1024):
        shared = grown(shared, {n: n})
        assert isinstance(shared, Layers)
        layers |= {id(layer): layer for layer in shared._layers}
    assert sum(map(len, layers.values())) <= 1024 * 11  # copied: 524 800
