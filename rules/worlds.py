"""What a game may be: one world for each set of values that is still plausible, and how worlds are told apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Generic, Literal, TypeVar

from callshot.rules.layers import whole
from callshot.rules.naming import Names
from callshot.rules.ruling import Question, Ruling

S = TypeVar("S")

Key = tuple[str, int]
"""A fact and the stroke (or the number of the choice) that it belongs to."""
Way = Mapping[Key, object]
"""The value of every fact in doubt on one way to a world; a fact not named played no part on it."""

Taken = dict[Key, object]
MOST_WAYS: Final = 256
"""More ways to one world than this are not kept."""

Asked = tuple[str, Literal["player", "referee"], str | None]
"""Clause, who is asked, and which player."""


@dataclass(frozen=True, slots=True)
class World(Generic[S]):
    """What the game is under one set of values."""

    state: S
    ways: tuple[Way, ...] = (MappingProxyType({}),)
    """Every way that leads here."""
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


def _fits(way: Way, key: Key, value: object) -> bool:
    return key not in way or same(value, way[key])


def holds(world: World[S], key: Key, value: object) -> bool:
    """Some way to this world has that value of the fact, or goes without it."""
    return any(_fits(way, key, value) for way in world.ways)


def known(world: World[S], key: Key, value: object) -> World[S]:
    """The world when that value of the fact is known: only the ways that have it are left, and it is no doubt now."""
    return replace(world, ways=_each_once(_without(way, key) for way in world.ways if _fits(way, key, value)))


def further(world: World[S], taken: Way) -> World[S]:
    """The world after more facts were taken for settled."""
    return replace(world, ways=_each_once([{**way, **taken} for way in world.ways]))


def keys_of(worlds: Iterable[World[S]]) -> tuple[Key, ...]:
    """Every fact that is still in doubt, in the order in which they came."""
    return tuple(dict.fromkeys(key for world in worlds for way in world.ways for key in way))


def values_of(worlds: Iterable[World[S]], key: Key) -> list[object]:
    """Every value of a fact that is still plausible, the likeliest world's first."""
    values: list[object] = []
    for world in worlds:
        for way in world.ways:
            if key in way and not any(same(way[key], v) for v in values):
                values.append(way[key])
    return values


def without_idle_facts(worlds: list[World[S]]) -> list[World[S]]:
    """The worlds without the facts that tell none of them from another, whatever the other facts are."""
    for key in keys_of(worlds):
        values = values_of(worlds, key)
        if all(_alike_for(world, key, values) for world in worlds):
            worlds = [replace(w, ways=_each_once(_without(way, key) for way in w.ways)) for w in worlds]
    return worlds


def _without(way: Way, key: Key) -> Way:
    return {k: v for k, v in way.items() if k != key}


def _alike_for(world: World[S], key: Key, values: Iterable[object]) -> bool:
    """Each of the values leaves the same ways to this world."""
    left = [[_without(way, key) for way in world.ways if _fits(way, key, value)] for value in values]
    return all(len(ways) == len(left[0]) and all(way in left[0] for way in ways) for ways in left[1:])


def _each_once(ways: Iterable[Way]) -> tuple[Way, ...]:
    kept: list[Way] = []
    for way in ways:
        if way not in kept and len(kept) < MOST_WAYS:
            kept.append(way)
    return tuple(kept)


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
    ruled: list[dict[tuple[str, int], Ruling]] = []
    for world in worlds:
        rulings = _ruled(world)
        for k, other in enumerate(kept):
            if _future(other) == _future(world) and ruled[k] == rulings:
                kept[k] = replace(other, ways=_each_once((*other.ways, *world.ways)))
                break
        else:
            kept.append(world)
            ruled.append(rulings)
    return kept


def _future(world: World[S]) -> tuple[object, ...]:
    """By what worlds differ in what is to come."""
    return world.state, world.questions, world.names, world.lost


def _ruled(world: World[S]) -> dict[tuple[str, int], Ruling]:
    """The rulings by which worlds differ: what only completes an unanswered choice is not among them."""
    return {k: r for k, r in whole(world.rulings).items() if k[0] != "choice"}
