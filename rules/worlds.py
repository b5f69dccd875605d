"""What a game may be: one world for each set of values that is still plausible, and how worlds are told apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, Literal, TypeVar

from callshot.rules.naming import Names
from callshot.rules.ruling import Question, Ruling

S = TypeVar("S")

Key = tuple[str, int]
"""A fact and the stroke (or the number of the choice) that it belongs to."""
Taken = dict[Key, tuple[object, ...]]
Asked = tuple[str, Literal["player", "referee"], str | None]
"""Clause, who is asked, and which player."""


@dataclass(frozen=True, slots=True)
class World(Generic[S]):
    """What the game is under one set of values."""

    state: S
    taken: Mapping[Key, tuple[object, ...]] = field(default_factory=dict)
    """The values that lead here, of every fact that was in doubt; a fact not named made no difference."""
    rulings: Mapping[tuple[str, int], Ruling] = field(default_factory=dict)
    """Rulings since the oldest open question: ("stroke", number) or ("input", event, place) -> the latest."""
    questions: tuple[Question, ...] = ()
    """The choices that the game waits for."""
    refused: str | None = None
    names: Names = field(default_factory=dict)
    """Balls that go by another name than the records give them (`ball_identity`)."""
    lost: tuple[str, ...] = ()
    """What was taken and makes no sense in this world any more, not yet told."""


@dataclass(frozen=True, slots=True)
class Open:
    """A question that was put and not answered."""

    question: Question
    key: Key


@dataclass(frozen=True, slots=True)
class Plausible(Generic[S]):
    """All plausible worlds, the likeliest first, and what has been told of them."""

    worlds: tuple[World[S], ...]
    open: Open | None = None
    told: Mapping[tuple[str, int], Ruling] = field(default_factory=dict)
    put: tuple[str, ...] = ()
    """Ids of the open questions that were put."""
    score: Mapping[str, object] = field(default_factory=dict)
    clauses: Mapping[Key, Asked] = field(default_factory=dict)
    orders: Mapping[Key, tuple[object, ...]] = field(default_factory=dict)
    """The candidates of a fact in the order in which they came."""
    choices: Mapping[Key, Question] = field(default_factory=dict)
    """Choices that were played out before they were answered."""
    count: int = 0


def taken_back(world: World[S]) -> World[S]:
    """What makes no sense in this world, though it does in another: kept to be told should this one be the truth."""
    if world.refused is None:
        return world
    return replace(world, refused=None, lost=(*world.lost, world.refused))


def holds(world: World[S], key: Key, value: object) -> bool:
    """The world is one of those that this value of the fact leads to."""
    return key not in world.taken or any(same(value, v) for v in world.taken[key])


def values_of(worlds: Iterable[World[S]], key: Key) -> list[object]:
    """Every value of a fact that is still plausible, the likeliest world's first."""
    values: list[object] = []
    for world in worlds:
        values += [v for v in world.taken.get(key, ()) if not any(same(v, known) for known in values)]
    return values


def same(one: object, other: object) -> bool:
    """JSON values alike: lists and tuples are the same, true is not 1."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    return one == other


def distinct(worlds: list[World[S]]) -> list[World[S]]:
    """Worlds that can ever differ: the same game with the same rulings is one, reached by more than one value."""
    kept: list[World[S]] = []
    for world in worlds:
        for k, other in enumerate(kept):
            if _future(other) == _future(world) and _ruled(other) == _ruled(world):
                kept[k] = replace(other, taken=_joined(other.taken, world.taken))
                break
        else:
            kept.append(world)
    return kept


def _future(world: World[S]) -> tuple[object, ...]:
    """By what worlds differ in what is to come."""
    return world.state, world.questions, world.names, world.lost


def _ruled(world: World[S]) -> dict[tuple[str, int], Ruling]:
    """The rulings by which worlds differ: what only completes an unanswered choice is not among them."""
    return {k: r for k, r in world.rulings.items() if k[0] != "choice"}


def _joined(
    one: Mapping[Key, tuple[object, ...]], other: Mapping[Key, tuple[object, ...]]
) -> dict[Key, tuple[object, ...]]:
    """The values that lead to either; a fact that only one of them names made no difference to the other."""
    return {
        key: (*one[key], *(v for v in other[key] if not any(same(v, known) for known in one[key])))
        for key in one
        if key in other
    }
