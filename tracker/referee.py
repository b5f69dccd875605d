"""Stage 5: the session's referee. It keeps every past state, so undo, a late fact and an override re-rule what follows.

A `Referee` is a frozen value: `feed` returns the next one and what is to be said. It reads no clock and draws no lots.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from callshot.rules.agreeing import referees_clause
from callshot.rules.fact_words import FACTS_FOR_NEXT, FACTS_OF_THE_GAME, refuse_fact
from callshot.rules.game import Event, Game, Setting
from callshot.rules.naming import BALL_IDENTITY
from callshot.rules.ruling import FOUL_CODES, Foul, Question, Ruling, Step
from callshot.rules.uncertainty import Careful
from callshot.rules.vocabulary import Input, Stroke
from callshot.rules.worlds import Plausible

State = Plausible[Any]
BESIDE_THE_PLAY = (("pea_value", "deal"), ("prediction", None), ("spot_nearest_choice", None))
"""What is asked of a player while it is known who shoots: nobody's turn hangs on it."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one event led to: rulings (a later one of the same stroke replaces the earlier), questions, or a refusal."""

    rulings: tuple[Ruling, ...] = ()
    questions: tuple[Question, ...] = ()
    refused: str | None = None
    dropped: tuple[str, ...] = ()
    """What had been taken before and makes no sense any more: what it was, and why."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """On what a ruling is told.

    shooter: who made the stroke, or is at the table, where that is known; shooter_open: a question decides it.
    replaced: the ruling whose place it takes. latest: no later stroke was ruled. taken_back: it is told again, since
    the strokes after it were taken back. target: the points that win. score: what each had before, as far as a state
    shows it (racks, points, stashes).
    """

    shooter: str | None = None
    shooter_open: bool = False
    replaced: Ruling | None = None
    latest: bool = True
    taken_back: bool = False
    target: int | None = None
    score: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One event that was accepted, and the state it led to.

    kept_out: why it makes no sense since something before it was ruled anew; it changes nothing until that is mended.
    """

    event: Event
    after: State
    kept_out: str | None = None


@dataclass(frozen=True, slots=True)
class Referee:
    """A session of one game."""

    game: Careful[Any]
    setting: Setting
    begun: State
    entries: tuple[Entry, ...] = ()
    told: Mapping[int | None, Ruling] = field(default_factory=dict)
    """The latest ruling of each stroke."""
    undone: tuple[tuple[Event, ...], ...] = ()
    """What every undo took back, the latest last, until something new is played or said."""

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.entries[-1].after if self.entries else self.begun

    @property
    def strokes(self) -> int:
        """How many strokes were ruled."""
        return len(self._strokes())

    def _strokes(self) -> list[tuple[int, Stroke]]:
        """Place and stroke of every stroke that was ruled."""
        return [(k, e.event) for k, e in enumerate(self.entries) if isinstance(e.event, Stroke) and not e.kept_out]

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
        return replace(self, begun=step.state, entries=(), undone=()), _said(step)

    def feed(self, event: Event) -> tuple[Referee, Said]:
        """One event: what is to be said of it, and the referee after it."""
        if isinstance(event, Input) and event.kind == "undo":
            return self._undo(event)
        if isinstance(event, Input) and event.kind == "redo":
            return self._redo(event)
        after, said = self._heard(event)
        if said.refused is None and isinstance(event, Stroke | Input):
            after = replace(after, undone=())
        return after, said

    def _heard(self, event: Event) -> tuple[Referee, Said]:
        if isinstance(event, Input):
            if event.kind == "fact":
                return self._fact(event)
            if event.kind == "override" and ("fouls" in event.values or "legal" in event.values):
                return self._override(event)
        return self._take(event)

    def _take(self, event: Event) -> tuple[Referee, Said]:
        step = self.game.step(self.state, event)
        if step.refused is not None:
            return self, Said(refused=step.refused.reason)
        step = self._completed(event, step)
        return self._with(event, step), _said(step)

    def _completed(self, event: Event, step: Step[State]) -> Step[State]:
        """An override that says nothing of the fouls leaves them, and whether the stroke was legal, as they were."""
        if not isinstance(event, Input) or event.kind != "override":
            return step

        def whole(ruling: Ruling) -> Ruling:
            before = self.told.get(ruling.of)
            if ruling.of is None or before is None or ruling.legal is not None or ruling.fouls:
                return ruling
            return replace(ruling, legal=before.legal, fouls=before.fouls)

        return replace(step, rulings=tuple(whole(r) for r in step.rulings))

    def _with(self, event: Event, step: Step[State]) -> Referee:
        """The referee after a step that was taken."""
        return replace(self, entries=(*self.entries, Entry(event, step.state)), told=_latest(self.told, step))

    def _shooter_of(self, number: int | None) -> str | None:
        """Who made a stroke (None: the latest), where the game tells."""
        place = next((k for k, s in reversed(self._strokes()) if number in (None, s.number)), None)
        if place is None:
            return None
        before = self.entries[place - 1].after if place else self.begun
        held = [q for q in self.game.waiting(before) if (q.about, q.purpose) not in BESIDE_THE_PLAY]
        if held:  # what had been asked was answered later: the ruling before says who was next
            rulings = [self.told.get(s.number) for k, s in self._strokes() if k < place]
            if not rulings or rulings[-1] is None or rulings[-1].next is None:
                return None  # and while it is not, nobody is blamed
            return rulings[-1].next.player
        shooter = self.game.show(before).get("shooter")
        return shooter if isinstance(shooter, str) else None

    def occasion(self, ruling: Ruling, before: Referee | None) -> Occasion:
        """On what a ruling is told; `before`: this referee before the event that led to it."""
        target = self.show().get("target")
        on = Occasion(target=target if isinstance(target, int) else None)
        if before is None:
            return on
        earlier = before.show()
        on = replace(on, taken_back=len(self.undone) > len(before.undone), score=_score_shown(earlier))
        if ruling.of is None:
            shooter = earlier.get("shooter")
            return replace(on, shooter=shooter if isinstance(shooter, str) else None)
        last = max((stroke.number for _, stroke in self._strokes()), default=ruling.of)
        shooter, replaced = self._shooter_of(ruling.of), before.told.get(ruling.of)
        if replaced is not None and shooter is not None and before._shooter_of(ruling.of) is None:
            charged = any(token.startswith(("FOUL_RUN(", "PENALTY(")) for token in replaced.log)
            if not charged:  # whose they are was left open: they are said again, with the name
                replaced = replace(replaced, fouls=())
        open_who = shooter is None and len(self._strokes()) > 1
        return replace(on, shooter=shooter, shooter_open=open_who, replaced=replaced, latest=ruling.of >= last)

    # ---------------------------------------------------------------------------------------- going back

    def _undo(self, event: Input) -> tuple[Referee, Said]:
        """Everything after stroke `to` is taken back; without `to`, the last stroke is."""
        strokes = {s.number: k for k, s in self._strokes()}
        numbers = list(strokes)
        to = event.values.get("to", numbers[-2] if len(numbers) > 1 else 0)
        if not numbers:
            return self, Said(refused="undo: no stroke was made")
        if isinstance(to, bool) or not isinstance(to, int) or (to != 0 and to not in strokes):
            return self, Said(refused=f"undo: there is no stroke {to!r} to go back to")
        kept = 1 + strokes[to] if to else 0
        taken_back = tuple(e.event for e in self.entries[kept:])
        fewer = replace(self, entries=self.entries[:kept], told={}, undone=(*self.undone, taken_back))
        fewer = replace(fewer, told=fewer._retold())
        return fewer, fewer._standing(to)

    def _redo(self, event: Input) -> tuple[Referee, Said]:
        """What the latest undo took back is played again; with `to`, all up to that stroke."""
        if not self.undone:
            return self, Said(refused="redo: nothing was taken back since the last stroke or word")
        *rest, back = self.undone
        to = event.values.get("to")
        if "to" in event.values:
            back = tuple(e for events in reversed(self.undone) for e in events)
            ends = next((k for k, e in enumerate(back) if isinstance(e, Stroke) and e.number == to), None)
            if isinstance(to, bool) or ends is None:
                return self, Said(refused=f"redo: no stroke {to!r} was taken back")
            back, rest = back[: ends + 1], [back[ends + 1 :]] if back[ends + 1 :] else []
        referee, dropped = replace(self, undone=tuple(rest)), []
        for again in back:
            referee, reason, more = referee._play_again(again)
            dropped += [reason] if reason else []
            dropped += more
        last = next((s.number for _, s in reversed(referee._strokes())), 0)
        said = referee._standing(last)
        return referee, replace(said, dropped=tuple(dropped))

    def _play_again(self, event: Event) -> tuple[Referee, str, tuple[str, ...]]:
        """An event taken once before, on what is now before it. It stays among the events if it makes no sense here."""
        step = self.game.step(self.state, event)
        if step.refused is None:
            return self._with(event, step), "", step.dropped
        out = Entry(event, self.state, step.refused.reason)
        told = {of: r for of, r in self.told.items() if not isinstance(event, Stroke) or of != event.number}
        return replace(self, entries=(*self.entries, out), told=told), _left_out(event, step.refused.reason), ()

    def _standing(self, to: int) -> Said:
        """Where the game stands after stroke `to`: its ruling again, and the open questions."""
        ruling = self.told.get(to) or self.game.standing(self.state)
        return Said(() if ruling is None else (ruling,), self.open_questions)

    def _retold(self) -> Mapping[int | None, Ruling]:
        """The rulings of the events that are left."""
        told: Mapping[int | None, Ruling] = {}
        state = self.begun
        for entry in self.entries:
            step = self.game.step(state, entry.event)
            if step.refused is None:
                told = _latest(told, step)
                state = step.state
        return told

    def _fact(self, event: Input) -> tuple[Referee, Said]:
        """A fact for the next stroke, an answer to the open question, or one to rule the latest stroke anew with."""
        fact, value = event.values.get("fact"), event.values.get("value")
        reason = refuse_fact(fact, value, event)
        if reason is not None:
            return self, Said(refused=reason)
        if fact == BALL_IDENTITY:
            return self._identity(event)
        asked = self.state.open
        if fact == "intent_ruling" and value == "unsporting" and asked is None:
            return self._take(
                replace(event, kind="unsporting", player=event.player or self._shooter_of(None), values={})
            )
        if fact in FACTS_FOR_NEXT | FACTS_OF_THE_GAME or self.game.step(self.state, event).refused is None:
            return self._take(event)
        of = asked.question.of if asked is not None and asked.question.about == fact else None
        return self._again({str(fact): value}, f"fact: {fact} has no stroke that it belongs to", of)

    def _identity(self, event: Input) -> tuple[Referee, Said]:
        """Which ball is which, from the latest stroke on (or stroke `since`): all from there is ruled anew.

        Before the first stroke, or with `since` one more than the last, it holds from the next stroke on.
        """
        asked = self.state.open
        if asked is not None and asked.question.about == BALL_IDENTITY and "since" not in event.values:
            answered, said = self._take(event)
            if said.refused is None:
                return answered, said
        strokes = self._strokes()
        last = strokes[-1][1].number if strokes else 0
        since = event.values.get("since", last)
        if not strokes or since == last + 1:
            return self._take(event)
        stroke = next((s for _, s in strokes if s.number == since and not isinstance(since, bool)), None)
        if stroke is None:
            return self, Said(refused=f"fact: there is no stroke {since!r} that {BALL_IDENTITY} could hold from")
        known, told = stroke.said.get(BALL_IDENTITY, {}), event.values["value"]
        assert isinstance(known, Mapping) and isinstance(told, Mapping)
        return self._again({BALL_IDENTITY: {**known, **told}}, "", stroke.number)

    def _override(self, event: Input) -> tuple[Referee, Said]:
        """The referee's own list of fouls: the stroke is ruled anew with it (HU-I.24.1.a, FI-7.a)."""
        if event.by == "player":
            return self, Said(refused="override: only the referee may")
        own = referees_clause(self.game.name)
        fouls = read_fouls(event.values.get("fouls", () if event.values.get("legal") is True else None), own)
        if fouls is None:
            return self, Said(
                refused="override: say which fouls, each with one of the foul codes and its clause, or legal true"
            )
        after, said = self._again({"ruled_fouls": fouls}, "override: there is no stroke to rule anew")
        rest = {k: v for k, v in event.values.items() if k not in ("fouls", "legal")}
        if said.refused is not None or not ({"next", "score", "over", "spot"} & set(rest)):
            return after, said
        further, more = after._take(replace(event, values=rest))
        dropped = said.dropped + more.dropped
        return further, Said(said.rulings + more.rulings, said.questions + more.questions, more.refused, dropped)

    def _again(self, facts: Mapping[str, object], nothing: str, of: int | None = None) -> tuple[Referee, Said]:
        """Rules the latest stroke (or stroke `of`) anew with what was said of it, and all that came after it."""
        found = next(((k, s) for k, s in reversed(self._strokes()) if of in (None, s.number)), None)
        if found is None:
            return self, Said(refused=nothing)
        place, stroke = found
        first: Event = replace(stroke, said={**stroke.said, **facts})
        referee = replace(self, entries=self.entries[:place])
        asked = {q.id: q for q in self.open_questions}
        out = {id(e.event) for e in self.entries if e.kept_out}
        referee, said = referee._take(first)
        if said.refused is not None:
            return self, Said(refused=said.refused)
        dropped = list(said.dropped)
        for entry in self.entries[place + 1 :]:
            referee, reason, more = referee._play_again(entry.event)
            dropped += [reason] if reason and id(entry.event) not in out else []
            dropped += more
        changed = tuple(r for of, r in referee.told.items() if of is not None and self.told.get(of) != r)
        questions = tuple(q for q in referee.open_questions if asked.get(q.id) != q)
        return referee, Said(changed, questions, dropped=tuple(dropped))


def _score_shown(state: Mapping[str, object]) -> Mapping[str, Mapping[str, object]]:
    """What each player has by a `state`: under `score` in the pool games, under `players` in Congestion."""
    found = state.get("players") or state.get("score") or {}
    return {p: entry for p, entry in found.items() if isinstance(entry, Mapping)} if isinstance(found, Mapping) else {}


def _said(step: Step[State]) -> Said:
    return Said(step.rulings, step.questions, dropped=step.dropped)


def _left_out(event: Event, reason: str) -> str:
    """Names an event that makes no sense after what was ruled anew before it."""
    if isinstance(event, Stroke):
        what = f"stroke {event.number}"
    elif isinstance(event, Input):
        what = " ".join(filter(None, (event.kind, "by", event.player or event.by)))
    else:
        what = type(event).__name__.lower()
    return f"{what} makes no sense after what has been ruled anew: {reason}; it is left out"


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
        if item["code"] not in FOUL_CODES:
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
    return Referee(careful, setting, step.state), _said(step)
