"""Which doubtful fact is asked about: the one that, known, leaves the fewest different rulings, under its clause."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final, TypeVar

from callshot.rules.agreeing import essence, referees_clause, split_clause
from callshot.rules.layers import whole
from callshot.rules.ruling import Question
from callshot.rules.worlds import Key, Open, Plausible, World, holds, keys_of, same, values_of

S = TypeVar("S")
MOST_WORLDS: Final = 64


def question_that_parts(
    state: Plausible[S], worlds: list[World[S]], keys: Sequence[tuple[str, int]], game: str
) -> Open | None:
    """The question about the fact that tells the worlds' rulings (of `keys`) apart best; None where none does."""
    ruled = [whole(w.rulings) for w in worlds]
    essences = [
        repr([r.get(k) for k in keys] + [essence(q) for q in w.questions]) for r, w in zip(ruled, worlds, strict=True)
    ]
    best: tuple[int, int, int, int] | None = None
    chosen: Key | None = None
    sampled = _sampled(worlds)
    for place, key in enumerate(keys_of(worlds)):
        values = values_of(worlds, key)
        groups = [{e for w, e in zip(worlds, essences, strict=True) if holds(w, key, v)} for v in values]
        if len(groups) < 2:
            continue
        # Where no fact alone leaves fewer rulings (which of five balls reached a cushion), one must be asked
        # all the same: each answer leaves fewer ways.
        alone = not all(g == groups[0] for g in groups)
        rank = (0 if alone else 1, max(len(g) for g in groups), sum(len(g) for g in groups), place)
        if sampled:
            rank = (0, 0, 0, place)
        if best is None or rank < best:
            best, chosen = rank, key
    return None if chosen is None else put(state, worlds, keys, chosen, game)


def put(state: Plausible[S], worlds: list[World[S]], keys: Sequence[tuple[str, int]], chosen: Key, game: str) -> Open:
    """The question about this fact, or the choice as it was put."""
    if chosen in state.choices:
        return Open(state.choices[chosen], chosen)
    came = state.orders.get(chosen, ())
    found = values_of(worlds, chosen)
    values = sorted(found, key=lambda v: next((i for i, c in enumerate(came) if same(c, v)), len(came)))
    clause, asks, player = state.clauses.get(chosen, ("", "referee", None))
    question = Question(
        id=f"{chosen[0]}@{chosen[1]}",
        asks=asks,
        about=chosen[0],
        candidates=tuple(values),
        clause=clause
        or split_clause(_parted_by(worlds, chosen), keys)
        or split_clause(worlds, keys)
        or referees_clause(game),
        player=player,
        of=chosen[1],
    )
    return Open(question, chosen)


def choice_key(question: Question) -> Key:
    """The number of a choice, below zero, with what it is about."""
    number = question.id.rpartition("-")[2]
    return question.about, -int(number) if number.isdecimal() else -1


def _sampled(worlds: list[World[S]]) -> bool:
    """There are more combinations than were ruled: they are asked about in their order, as `variants` picked them."""
    combinations = prod(len(values_of(worlds, key)) for key in keys_of(worlds))
    return combinations > MOST_WORLDS and combinations > sum(len(w.ways) for w in worlds)


def _parted_by(worlds: list[World[S]], key: Key) -> list[World[S]]:
    """The worlds in which every other fact is as the camera thinks it likeliest: only this one tells them apart."""
    for other in keys_of(worlds):
        if other != key:
            likeliest = values_of(worlds, other)[:1]  # none where it plays no part in what is left
            worlds = [w for w in worlds if all(holds(w, other, value) for value in likeliest)]
    return worlds
