"""Stage 5: the session's referee. It keeps every past state, so undo, a late fact and an override re-rule what follows.

A `Referee` is a frozen value: `feed` returns the next one and what is to be said. It reads no clock and draws no lots.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from callshot.rules.fact_words import FACTS_FOR_NEXT, FACTS_OF_THE_GAME, refuse_fact
from callshot.rules.game import Event, Game, Setting
from callshot.rules.ruling import Foul, Question, Ruling, Step
from callshot.rules.uncertainty import Careful, Plausible, referees_clause
from callshot.rules.vocabulary import Input, Stroke

State = Plausible[Any]


@dataclass(frozen=True, slots=True)
class Said:
    """What one event led to: rulings (a later one of the same stroke replaces the earlier), questions, or a refusal."""

    rulings: tuple[Ruling, ...] = ()
    questions: tuple[Question, ...] = ()
    refused: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One event that was accepted, and the state it led to."""

    event: Event
    after: State


@dataclass(frozen=True, slots=True)
class Referee:
    """A session of one game."""

    game: Careful[Any]
    setting: Setting
    begun: State
    entries: tuple[Entry, ...] = ()
    told: Mapping[int | None, Ruling] = field(default_factory=dict)
    """The latest ruling of each stroke."""

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.entries[-1].after if self.entries else self.begun

    @property
    def strokes(self) -> int:
        """How many strokes were ruled."""
        return sum(isinstance(e.event, Stroke) for e in self.entries)

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """What the game waits for."""
        return self.game.waiting(self.state)

    def show(self) -> Mapping[str, object]:
        """The fields of a `state` record, without secrets."""
        return self.game.show(self.state)

    def enter(self, fields: Mapping[str, object]) -> tuple[Referee, Said]:
        """A game in progress, before the first stroke."""
        if self.strokes:
            return self, Said(refused="state: the game has begun; it comes before the first stroke")
        step = self.game.enter(self.setting, fields)
        if step.refused is not None:
            return self, Said(refused=step.refused.reason)
        return replace(self, begun=step.state, entries=()), Said(step.rulings, step.questions)

    def feed(self, event: Event) -> tuple[Referee, Said]:
        """One event: what is to be said of it, and the referee after it."""
        if isinstance(event, Input):
            if event.kind == "undo":
                return self._undo(event)
            if event.kind == "fact":
                return self._fact(event)
            if event.kind == "override" and ("fouls" in event.values or "legal" in event.values):
                return self._override(event)
        return self._take(event)

    def _take(self, event: Event) -> tuple[Referee, Said]:
        step = self.game.step(self.state, event)
        if step.refused is not None:
            return self, Said(refused=step.refused.reason)
        after = replace(self, entries=(*self.entries, Entry(event, step.state)), told=_latest(self.told, step))
        return after, Said(step.rulings, step.questions)

    # ---------------------------------------------------------------------------------------- going back

    def _undo(self, event: Input) -> tuple[Referee, Said]:
        """Everything after stroke `to` is taken back; without `to`, the last stroke is."""
        numbers = [e.event.number for e in self.entries if isinstance(e.event, Stroke)]
        to = event.values.get("to", numbers[-2] if len(numbers) > 1 else 0)
        if event.by == "player" and event.player is None and not numbers:
            return self, Said(refused="undo: no stroke was made")
        if not numbers or isinstance(to, bool) or not isinstance(to, int) or (to != 0 and to not in numbers):
            return self, Said(refused=f"undo: there is no stroke {to!r} to go back to")
        kept = 0
        if to:
            kept = 1 + next(
                k for k, e in enumerate(self.entries) if isinstance(e.event, Stroke) and e.event.number == to
            )
        fewer = replace(self, entries=self.entries[:kept], told={})
        told, last = fewer._retell()
        again = tuple(r for r in (told.get(to),) if r is not None) if to else last
        return replace(fewer, told=told), Said(again, fewer.open_questions)

    def _retell(self) -> tuple[Mapping[int | None, Ruling], tuple[Ruling, ...]]:
        """The rulings of the events that are left."""
        told: Mapping[int | None, Ruling] = {}
        state = self.begun
        for entry in self.entries:
            step = self.game.step(state, entry.event)
            told = _latest(told, step)
            state = step.state
        return told, ()

    def _fact(self, event: Input) -> tuple[Referee, Said]:
        """A fact for the next stroke, an answer to the open question, or one to rule the latest stroke anew with."""
        fact, value = event.values.get("fact"), event.values.get("value")
        reason = refuse_fact(fact, value, event)
        if reason is not None:
            return self, Said(refused=reason)
        asked = self.state.open
        if fact == "intent_ruling" and value == "unsporting" and asked is None:
            return self._take(replace(event, kind="unsporting", player=event.player or self._last_shooter(), values={}))
        if fact in FACTS_FOR_NEXT | FACTS_OF_THE_GAME or self.game.step(self.state, event).refused is None:
            return self._take(event)
        of = asked.question.of if asked is not None and asked.question.about == fact else None
        return self._again({str(fact): value}, f"fact: {fact} has no stroke that it belongs to", of)

    def _last_shooter(self) -> str | None:
        """Who made the latest stroke, where the game tells."""
        before = self.begun
        for place, entry in enumerate(self.entries):
            if isinstance(entry.event, Stroke):
                before = self.entries[place - 1].after if place else self.begun
        shooter = getattr(before.worlds[0].state, "shooter", None)
        return shooter if isinstance(shooter, str) else None

    def _override(self, event: Input) -> tuple[Referee, Said]:
        """The referee's own list of fouls: the stroke is ruled anew with it (HU-I.24.1.a, FI-7.a)."""
        if event.by == "player":
            return self, Said(refused="override: only the referee may")
        own = referees_clause(self.game.name)
        fouls = read_fouls(event.values.get("fouls", () if event.values.get("legal") is True else None), own)
        if fouls is None:
            return self, Said(refused="override: say which fouls, each with its code and its clause, or legal true")
        after, said = self._again({"ruled_fouls": fouls}, "override: there is no stroke to rule anew")
        rest = {k: v for k, v in event.values.items() if k not in ("fouls", "legal")}
        if said.refused is not None or not ({"next", "score", "over", "spot"} & set(rest)):
            return after, said
        further, more = after._take(replace(event, values=rest))
        return further, Said(said.rulings + more.rulings, said.questions + more.questions, more.refused)

    def _again(self, facts: Mapping[str, object], nothing: str, of: int | None = None) -> tuple[Referee, Said]:
        """Rules the latest stroke (or stroke `of`) anew with what was said of it, and all that came after it."""
        strokes = [(k, e.event) for k, e in enumerate(self.entries) if isinstance(e.event, Stroke)]
        place = next((k for k, s in reversed(strokes) if of in (None, s.number)), None)
        if place is None:
            return self, Said(refused=nothing)
        stroke = self.entries[place].event
        assert isinstance(stroke, Stroke)
        anew: list[Event] = [replace(stroke, said={**stroke.said, **facts})]
        anew += [e.event for e in self.entries[place + 1 :]]
        before = self.entries[place - 1].after if place else self.begun
        referee = replace(self, entries=self.entries[:place])
        told = self.told
        asked = {q.id: q for q in self.open_questions}
        state = before
        for event in anew:
            step = self.game.step(state, event)
            if step.refused is not None and event is anew[0]:
                return self, Said(refused=step.refused.reason)
            state = step.state
            if step.refused is None:
                referee = replace(referee, entries=(*referee.entries, Entry(event, state)))
            told = _latest(told, step)
        changed = tuple(r for of, r in told.items() if of is not None and self.told.get(of) != r)
        questions = tuple(q for q in referee.open_questions if asked.get(q.id) != q)
        return replace(referee, told=told), Said(changed, questions)


def _latest(told: Mapping[int | None, Ruling], step: Step[State]) -> Mapping[int | None, Ruling]:
    return {**told, **{r.of: r for r in step.rulings if r.of is not None}}


def read_fouls(value: object, own_clause: str = "") -> tuple[Foul, ...] | None:
    """The fouls of an override; None where they can't be read."""
    if not isinstance(value, list | tuple):
        return None
    fouls = []
    for item in value:
        if not isinstance(item, Mapping) or not isinstance(item.get("code"), str):
            return None
        ball = item.get("ball")
        fouls.append(Foul(item["code"], str(item.get("clause") or own_clause), ball if isinstance(ball, str) else None))
    return tuple(fouls)


def begin(game: Game[Any], setting: Setting) -> tuple[Referee | None, Said]:
    """A session's referee; None, and why, where the game can't be played like that."""
    careful = Careful(game)
    step = careful.start(setting)
    if step.refused is not None:
        return None, Said(refused=step.refused.reason)
    return Referee(careful, setting, step.state), Said(step.rulings, step.questions)
