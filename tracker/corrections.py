"""What a referee says after the fact: a fact that the camera missed, which ball is which, his own list of fouls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar

from callshot.rules.agreeing import referees_clause
from callshot.rules.fact_words import FACTS_FOR_NEXT, FACTS_OF_THE_GAME, refuse_fact
from callshot.rules.naming import BALL_IDENTITY
from callshot.rules.ruling import FOUL_CODES, Foul
from callshot.rules.vocabulary import Input
from callshot.tracker.going_back import rule_anew
from callshot.tracker.ledger import Ledger, Said
from callshot.tracker.occasion import shooter_of

L = TypeVar("L", bound=Ledger)

_STANDING: Final = frozenset({"next", "score", "over", "spot"})
"""What an override says of where the game stands."""


def take_fact(ledger: L, event: Input) -> tuple[L, Said]:
    """A fact for the next stroke, an answer to the open question, or one to rule the latest stroke anew with."""
    fact, value = event.values.get("fact"), event.values.get("value")
    reason = refuse_fact(fact, value, event)
    if reason is not None:
        return ledger, Said(refused=reason)
    if fact == BALL_IDENTITY:
        return _identity(ledger, event)
    asked = ledger.state.open
    if fact == "intent_ruling" and value == "unsporting" and asked is None:
        return ledger.take(
            replace(event, kind="unsporting", player=event.player or shooter_of(ledger, None), values={})
        )
    if fact in FACTS_FOR_NEXT | FACTS_OF_THE_GAME or ledger.game.step(ledger.state, event).refused is None:
        return ledger.take(event)
    of = asked.question.of if asked is not None and asked.question.about == fact else None
    if "of" in event.values:
        reason, of = _stroke_meant(ledger, event)
        if reason is not None:
            return ledger, Said(refused=reason)
    return rule_anew(ledger, {str(fact): value}, f"fact: {fact} has no stroke that it belongs to", of)


def _stroke_meant(ledger: Ledger, event: Input) -> tuple[str | None, int | None]:
    """The stroke that `of` names; why none of those that were ruled is meant."""
    of = event.values["of"]
    found = next((s.number for _, s in ledger.ruled_strokes() if s.number == of and not isinstance(of, bool)), None)
    return (f"{event.kind}: there is no stroke {of!r} to rule anew" if found is None else None), found


def _identity(ledger: L, event: Input) -> tuple[L, Said]:
    """Which ball is which, from the latest stroke on (or stroke `since`): all from there is ruled anew.

    Before the first stroke, or with `since` one more than the last, it holds from the next stroke on.
    """
    asked = ledger.state.open
    if asked is not None and asked.question.about == BALL_IDENTITY and "since" not in event.values:
        answered, said = ledger.take(event)
        if said.refused is None:
            return answered, said
    strokes = ledger.ruled_strokes()
    last = strokes[-1][1].number if strokes else 0
    since = event.values.get("since", last)
    if not strokes or since == last + 1:
        return ledger.take(event)
    stroke = next((s for _, s in strokes if s.number == since and not isinstance(since, bool)), None)
    if stroke is None:
        return ledger, Said(refused=f"fact: there is no stroke {since!r} that {BALL_IDENTITY} could hold from")
    known, told = stroke.said.get(BALL_IDENTITY, {}), event.values["value"]
    assert isinstance(known, Mapping) and isinstance(told, Mapping)
    return rule_anew(ledger, {BALL_IDENTITY: {**known, **told}}, "", stroke.number)


def override(ledger: L, event: Input) -> tuple[L, Said]:
    """The referee's own list of fouls: the latest stroke (or stroke `of`) is ruled anew with it (HU-I.24.1.a, FI-7.a).

    What else he decides is said of where the game stands, which is after the latest stroke.
    """
    if event.by == "player":
        return ledger, Said(refused="override: only the referee may")
    reason, of = _stroke_meant(ledger, event) if event.values.get("of") is not None else (None, None)
    rest = {k: v for k, v in event.values.items() if k not in ("fouls", "legal", "of")}
    if reason is None and of is not None and of != ledger.ruled_strokes()[-1][1].number and _STANDING & set(rest):
        reason = f"override: only the fouls of stroke {of} can be ruled now: strokes were made after it"
    if reason is not None:
        return ledger, Said(refused=reason)
    if not {"fouls", "legal"} & set(event.values):
        return ledger.take(replace(event, values=rest))
    own = referees_clause(ledger.game.name)
    fouls = read_fouls(event.values.get("fouls", () if event.values.get("legal") is True else None), own)
    if fouls is None:
        return ledger, Said(
            refused="override: say which fouls, each with one of the foul codes and its clause, or legal true"
        )
    after, said = rule_anew(ledger, {"ruled_fouls": fouls}, "override: there is no stroke to rule anew", of)
    if said.refused is not None or not _STANDING & set(rest):
        return after, said
    further, more = after.take(replace(event, values=rest))
    dropped = said.dropped + more.dropped
    return further, Said(said.rulings + more.rulings, said.questions + more.questions, more.refused, dropped)


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
