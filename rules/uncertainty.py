"""Ruling what is not certain: every plausible value is ruled; where all agree nobody is asked, else one question.

`Careful(game)` is a `Game` whose state holds one or more worlds: what the game would be under each set of values that
is still plausible. A question names the one fact that splits them best. An answer drops the worlds that it refutes, and
every ruling that becomes clearer is told again. A choice that a player has left unanswered splits worlds likewise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Final, Generic, TypeVar, cast

from callshot.rules.agreeing import agree, alike, essence, merged, waiting_for
from callshot.rules.game import Doubting, Event, Forking, Game, Option, Scoring, Setting, Standing, Waiting
from callshot.rules.layers import grown, whole
from callshot.rules.naming import BALL_IDENTITY, ids_of, is_identity, name_balls, named, named_stroke
from callshot.rules.ruling import Question, Refused, Ruling, Step, holds_up
from callshot.rules.variants import MOST_VARIANTS, As, Variant, settle, variants
from callshot.rules.vocabulary import LABELS, Input, Stroke
from callshot.rules.which_fact import MOST_WORLDS, choice_key, put, question_that_parts
from callshot.rules.worlds import (
    Asked,
    Key,
    Open,
    Plausible,
    Taken,
    World,
    distinct,
    further,
    holds,
    keys_of,
    known,
    same,
    taken_back,
    values_of,
    without_idle_facts,
)

S = TypeVar("S")
V = TypeVar("V")
LEAST_VARIANTS: Final = 16
"""Of a stroke in each world, however many worlds there are."""
MOST_DOUBTS: Final = 3
"""How often a settled doubt may raise another."""
MOST_FORKS: Final = 8
"""A choice with more candidates is not played out; the game itself says what a stroke before the answer means."""


@dataclass(frozen=True)
class Careful(Generic[S]):
    """A game that rules uncertain strokes. It is itself a `Game`."""

    game: Game[S]

    @property
    def name(self) -> str:
        """That of the game."""
        return self.game.name

    @property
    def options(self) -> tuple[Option, ...]:
        """Those of the game."""
        return self.game.options

    def start(self, setting: Setting) -> Step[Plausible[S]]:
        """One world."""
        return self._begun(self.game.start(setting))

    def enter(self, setting: Setting, fields: Mapping[str, object]) -> Step[Plausible[S]]:
        """One world."""
        return self._begun(self.game.enter(setting, fields))

    def _begun(self, step: Step[S]) -> Step[Plausible[S]]:
        world = World(step.state, questions=step.questions)
        state = Plausible((world,), put=tuple(q.id for q in step.questions))
        return Step(state, step.rulings, step.questions, step.refused)

    def show(self, state: Plausible[S]) -> Mapping[str, object]:
        """The likeliest world."""
        return self.game.show(state.worlds[0].state)

    def waiting(self, state: Plausible[S]) -> tuple[Question, ...]:
        """The one fact that is asked for, else the choices that the game waits for."""
        if state.open is not None:
            return (state.open.question,)
        world = state.worlds[0]
        return self.game.waiting(world.state) if isinstance(self.game, Waiting) else world.questions

    def standing(self, state: Plausible[S]) -> Ruling | None:
        """Where the game stands, of nothing; None where it can't tell."""
        if not isinstance(self.game, Standing):
            return None
        ruling = self.game.standing(state.worlds[0].state)
        return waiting_for(ruling) if any(map(holds_up, self.waiting(state))) else ruling

    def step(self, state: Plausible[S], event: Event) -> Step[Plausible[S]]:
        """What the rules say of one event, for certain."""
        if not state.score and isinstance(self.game, Scoring):
            state = replace(state, score=self.game.score(state.worlds[0].state))
        state = replace(state, count=state.count + 1)
        asked = self._asked(state, event) if isinstance(event, Input) else None
        if asked is not None and isinstance(event, Input):
            return self._answered(state, asked, event)
        if isinstance(event, Stroke):
            waiting = {choice_key(q): q for w in state.worlds for q in w.questions[-1:]}
            worlds, clauses = self._stroke(state, event)
            first = self._named(state.worlds[0], event.said.get(BALL_IDENTITY), ids_of(event))
            doubts = named_stroke(event, first.names).uncertain
            orders = {(u.fact, event.number): u.candidates for u in doubts}
            state = replace(
                state,
                clauses={**state.clauses, **clauses},
                choices={**state.choices, **waiting},
                orders={**state.orders, **orders},
            )
        elif isinstance(event, Input) and event.kind == "fact" and event.values.get("fact") == BALL_IDENTITY:
            worlds = [self._named(w, event.values.get("value"), ()) for w in state.worlds]
        else:
            worlds = [self._world(w, self.game.step(w.state, named(event, w.names)), state.count) for w in state.worlds]
        reasons = [w.refused for w in worlds if w.refused is not None]
        if len(reasons) == len(worlds):
            return Step(replace(state, count=state.count - 1), refused=Refused(reasons[0]))
        if isinstance(event, Stroke):
            worlds = [w for w in worlds if w.refused is None]
        return self._tell(state, [taken_back(w) for w in worlds])

    # ------------------------------------------------------------------------------------------ stepping worlds

    def _world(self, world: World[S], step: Step[S], count: int) -> World[S]:
        """The world after one step of the game."""
        if step.refused is not None:
            return replace(world, refused=step.refused.reason)
        new = {
            ("stroke", ruling.of) if ruling.of is not None else ("input", count * 100 + place): ruling
            for place, ruling in enumerate(step.rulings)
        }
        rulings = grown(world.rulings, new)
        questions = step.questions if step.rulings or step.questions else world.questions
        lost = (*world.lost, *step.dropped)
        return replace(world, state=step.state, rulings=rulings, questions=questions, lost=lost)

    def _named(self, world: World[S], told: object, ids: Sequence[str]) -> World[S]:
        """The world in which the balls go by these names."""
        if not is_identity(told):
            return world if told is None else replace(world, refused=f"{BALL_IDENTITY}: say id -> label")
        shown = self.game.show(world.state).get("on_table")
        in_play = shown if isinstance(shown, list | tuple) else LABELS
        names = name_balls(world.names, cast(Any, told), ids, in_play)
        if isinstance(names, str):
            return replace(world, refused=f"{BALL_IDENTITY}: {names}")
        return replace(world, names=names)

    def _stroke(self, state: Plausible[S], stroke: Stroke) -> tuple[list[World[S]], dict[Key, Asked]]:
        """Every plausible world after a stroke, and the clause that each fact is asked under."""
        grown: list[list[World[S]]] = []
        clauses: dict[Key, Asked] = {}
        most = max(LEAST_VARIANTS, MOST_VARIANTS // len(state.worlds))
        for base in (base for world in state.worlds for base in self._forked(world)):
            told = self._named(base, stroke.said.get(BALL_IDENTITY), ids_of(stroke))
            worlds: list[World[S]] = []
            for variant in variants(named_stroke(stroke, told.names), most):
                taken: Taken = {(a.fact, stroke.number): a.value for a in variant.taken}
                here, settled = self._recognised(told, stroke, variant)
                if here.refused is not None:
                    worlds.append(further(here, taken))
                    continue
                for one, values in self._doubted(here.state, settled, taken, clauses):
                    after = self._world(here, self.game.step(here.state, one), state.count)
                    worlds.append(further(after, values))
            grown.append(worlds)
        # In turn of each: should they be too many, none of what was plausible before is dropped altogether.
        worlds = [world for row in zip_longest(*grown) for world in row if world is not None]
        return worlds[: 4 * MOST_WORLDS], clauses

    def _recognised(self, world: World[S], stroke: Stroke, variant: Variant) -> tuple[World[S], Stroke]:
        """A doubt of the camera's own which ball is which, settled: the world, and the stroke in its names."""
        value = next((a.value for a in variant.taken if a.fact == BALL_IDENTITY), None)
        if world.refused is not None or value is None:
            return world, variant.stroke
        after = self._named(world, value, ids_of(stroke))
        anew = {world.names.get(i, i): after.names.get(i, i) for i in ids_of(stroke)}
        return after, named_stroke(variant.stroke, {k: v for k, v in anew.items() if k != v})

    def _doubted(
        self, state: S, stroke: Stroke, taken: Taken, clauses: dict[Key, Asked], depth: int = 0
    ) -> Iterator[tuple[Stroke, Taken]]:
        """The stroke under every value of what only a person can settle; one value may raise a further doubt."""
        game = self.game
        doubts = game.doubts(state, stroke) if isinstance(game, Doubting) and depth < MOST_DOUBTS else ()
        if not doubts:
            yield stroke, taken
            return
        rows: list[tuple[As, ...]] = [()]
        for d in doubts:
            clauses[(d.fact, stroke.number)] = (d.clause, d.asks, d.player)
            rows = [(*row, As(d.fact, c, False)) for row in rows for c in d.candidates][:MOST_WORLDS]
        for row in rows:
            more = {(a.fact, stroke.number): a.value for a in row}
            yield from self._doubted(state, settle(stroke, row), {**taken, **more}, clauses, depth + 1)

    def _forked(self, world: World[S]) -> list[World[S]]:
        """The world under every answer to the choice that it waits for, where a stroke may come before the answer."""
        if not world.questions or not isinstance(self.game, Forking):
            return [world]
        question = world.questions[-1]
        if len(question.candidates) > MOST_FORKS or not self.game.forks(question):
            return [world]
        forks = []
        for candidate in question.candidates:
            answer = Input(0.0, "referee", "answer", None, {"about": question.about, "value": candidate})
            step = self.game.step(world.state, answer)
            if step.refused is None:
                key = choice_key(question)
                told = {("choice", key[1]): step.rulings[-1]} if step.rulings else {}
                base = further(world, {key: candidate})
                forks.append(
                    replace(
                        base,
                        state=step.state,
                        questions=step.questions,
                        rulings=grown(world.rulings, told),
                    )
                )
        return forks or [world]

    # ------------------------------------------------------------------------------------------ telling

    def _answered(self, state: Plausible[S], asked: Open, event: Input) -> Step[Plausible[S]]:
        """Drops the worlds that the answer refutes."""
        said = event.values.get("value")
        if event.by == "player" and asked.question.asks == "referee" and event.kind == "fact":
            return Step(state, refused=Refused("fact: only the referee says what the camera could not see"))
        if asked.question.player is not None and event.player not in (None, asked.question.player):
            return Step(state, refused=Refused(f"answer: {asked.question.about} is for {asked.question.player}"))
        kept = [w for w in state.worlds if holds(w, asked.key, said)]
        values = values_of(state.worlds, asked.key)
        if not any(same(said, v) for v in values):
            wanted = ", ".join(plain(c) for c in values)
            return Step(state, refused=Refused(f"answer: {asked.question.about} is one of {wanted}, not {plain(said)}"))
        return self._tell(replace(state, open=None), [known(w, asked.key, said) for w in kept])

    def _tell(self, state: Plausible[S], worlds: list[World[S]]) -> Step[Plausible[S]]:
        """Tells what all worlds agree on, and puts one question where they do not."""
        worlds = without_idle_facts(distinct(worlds)[:MOST_WORLDS])
        ruled = [whole(w.rulings) for w in worlds]
        every = list(dict.fromkeys(k for rulings in ruled for k in rulings))
        keys = [k for k in every if k[0] != "choice"]
        split = any(not agree([r.get(k) for r in ruled]) for k in keys)
        split = split or not alike([tuple(essence(q) for q in w.questions) for w in worlds])
        opened = state.open if split else None
        fresh: list[Question] = []
        if split:
            if opened is None or len(values_of(worlds, opened.key)) < 2:
                opened = question_that_parts(state, worlds, keys, self.name)
            if opened is not None and opened.question.id not in state.put:
                fresh.append(opened.question)
        else:
            fresh += [q for q in worlds[0].questions if q.id not in state.put]
        before, new = whole(state.told), {}
        for key in every:
            if key[0] == "choice" and not alike([r.get(key) for r in ruled]):
                continue
            one = merged([r.get(key) for r in ruled], state.score, split)
            if one is not None and before.get(key) != one:
                new[key] = one
        rulings = list(new.values())
        told = grown(state.told, new)
        # Whom an earlier stroke's ruling names as next is not next where more was ruled since: that stands last.
        last = told.get(keys[-1]) if keys else None
        if rulings and rulings[-1].next is not None and last is not None and last not in rulings:
            rulings.append(last)
        score = state.score
        if not split and rulings:
            score = rulings[-1].score
        told_of = tuple(q.id for q in fresh) + tuple(p for p in state.put if split or p in _ids(worlds[0].questions))
        if not split:
            worlds = [replace(w, rulings={}) for w in worlds]
            told = {}
        dropped = worlds[0].lost if alike([w.lost for w in worlds]) else ()
        if dropped:
            worlds = [replace(w, lost=()) for w in worlds]
        # What is settled is asked about no more.
        left = set(keys_of(worlds))
        clauses, orders, choices = _only(state.clauses, left), _only(state.orders, left), _only(state.choices, left)
        after = replace(
            state, worlds=tuple(worlds), open=opened, told=told, put=told_of, score=score, clauses=clauses,
            orders=orders, choices=choices,
        )  # fmt: skip
        return Step(after, tuple(rulings), tuple(fresh), dropped=dropped)

    def _asked(self, state: Plausible[S], event: Input) -> Open | None:
        """The question that this answers: the one that is open, else the oldest that was put and is still in doubt.

        A choice that was played out unanswered is one of them, and a fact that another has been asked before.
        """
        about = _about(event)
        if state.open is not None and about == state.open.question.about:
            return state.open
        if event.kind != "answer":
            return None
        open_yet = [
            k for k in keys_of(state.worlds) if k[0] == about and (k in state.choices or f"{k[0]}@{k[1]}" in state.put)
        ]
        oldest = min(open_yet, key=lambda key: abs(key[1]), default=None)  # choices are numbered from -1 down
        return None if oldest is None else put(state, list(state.worlds), (), oldest, self.name)


def _only(mapping: Mapping[Key, V], keys: Set[Key]) -> Mapping[Key, V]:
    return mapping if mapping.keys() <= keys else {k: v for k, v in mapping.items() if k in keys}


def _about(event: Input) -> object:
    """What an answer or a fact is about."""
    if event.kind == "answer":
        return event.values.get("about")
    return event.values.get("fact") if event.kind == "fact" else None


def _ids(questions: Iterable[Question]) -> tuple[str, ...]:
    return tuple(q.id for q in questions)


def plain(value: object) -> str:
    """A candidate for the eye."""
    if isinstance(value, list | tuple):
        return " and ".join(plain(v) for v in value)
    return "nothing" if value is None else str(value)
