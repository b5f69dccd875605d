"""What several worlds have in common: the ruling that holds in each, and the clause by which they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from callshot.rules.ruling import Foul, Question, Ruling
from callshot.rules.worlds import World

REFEREES_CLAUSE: Final = {"-fi": "FI-7.a", "-hu": "HU-I.24.1.a", "congestion": "CP-0.1"}


def referees_clause(game: str) -> str:
    """The clause that lets the referee decide: what he is asked or says stands under it where no other names it."""
    return next((clause for end, clause in REFEREES_CLAUSE.items() if game.endswith(end)), "")


def essence(question: Question) -> tuple[object, ...]:
    return (question.about, question.player, question.candidates, question.purpose)


def alike(values: Sequence[Any]) -> bool:
    return all(v is values[0] or v == values[0] for v in values[1:])


def _consequences(ruling: Ruling) -> Ruling:
    """Everything but the list of fouls."""
    return replace(ruling, fouls=(), log=tuple(t for t in ruling.log if not t.startswith("FOUL(")))


def _without_ball(foul: Foul) -> Foul:
    return replace(foul, ball=None)


def sure_fouls(rulings: Sequence[Ruling]) -> tuple[Foul, ...]:
    """The fouls that stand in every ruling, each once; without their ball where only that is in doubt."""
    others = [list(ruling.fouls) for ruling in rulings[1:]]
    sure: dict[int, Foul] = {}
    for told in (lambda foul: foul, _without_ball):
        for place, foul in enumerate(rulings[0].fouls):
            found = [next((f for f in left if told(f) == told(foul)), None) for left in others]
            if place in sure or None in found:
                continue
            for left, same in zip(others, found, strict=True):
                left.remove(cast(Foul, same))
            sure[place] = told(foul)
    return tuple(sure[place] for place in sorted(sure))


def agree(rulings: Sequence[Ruling | None]) -> bool:
    """Nothing that is in doubt makes a difference: all the same, or one foul for sure and the same consequences.

    Which other foul there was besides, or by which ball, changes nothing then, and is not asked.
    """
    if alike(rulings):
        return True
    known = [r for r in rulings if r is not None]
    return len(known) == len(rulings) and alike([_consequences(r) for r in known]) and bool(sure_fouls(known))


def _agreed(rulings: Sequence[Ruling]) -> Ruling:
    """The one ruling of worlds that agree: the sure fouls, and what follows from them."""
    first = rulings[0]
    if alike(rulings):
        return first
    everywhere = Counter(first.log)
    for ruling in rulings[1:]:
        everywhere &= Counter(ruling.log)
    log = []
    for token in first.log:
        if everywhere[token] or not token.startswith("FOUL("):
            log.append(token)
            everywhere[token] -= 1
    return replace(first, fouls=sure_fouls(rulings), log=tuple(log))


def split_clause(worlds: Sequence[World[Any]], keys: Iterable[tuple[str, int]]) -> str:
    """The clause of the first foul, or end, that stands in some worlds and not in all."""
    chosen = list(keys) or list(dict.fromkeys(k for w in worlds for k in w.rulings))
    for key in chosen:
        rulings = [r for w in worlds if (r := w.rulings.get(key)) is not None]
        for ruling in rulings:
            for foul in ruling.fouls:
                if not all(foul in r.fouls for r in rulings):
                    return foul.clause
        for ruling in rulings:
            if ruling.over is not None and not all(r.over == ruling.over for r in rulings):
                return ruling.over.clause
    return ""


def waiting_for(ruling: Ruling) -> Ruling:
    """Agreed so far, but nobody is next until the open question is answered."""
    log = (
        ruling.log[:-1]
        if ruling.next is not None and ruling.log[-1:] and ruling.log[-1].startswith("NEXT(")
        else ruling.log
    )
    return replace(ruling, next=None, log=log)


def _score_of(known: Sequence[Ruling], before: Mapping[str, object], whole: bool) -> Mapping[str, object]:
    """The score of all worlds; where they differ, the score before. Where somebody gave up a rack or a match while a
    fact of a stroke was open, each figure that they agree on: no answer is waited for any more.
    """
    first = known[0]
    if not whole:
        return before
    if alike([r.score for r in known]):
        return first.score
    if first.of is not None or first.over is None or not alike([r.over for r in known]):
        return before
    out = dict(before)
    for player, was in before.items():
        told = [side for r in known if isinstance(side := r.score.get(player), Mapping)]
        if isinstance(was, Mapping) and len(told) == len(known):
            agreed = {k: v for k, v in told[0].items() if alike([side.get(k) for side in told])}
            out[player] = {**was, **agreed}
    return out


def merged(rulings: Sequence[Ruling | None], score: Mapping[str, object], split: bool) -> Ruling | None:
    """What all worlds say of one stroke; None where it was not ruled in any."""
    known = [r for r in rulings if r is not None]
    if not known:
        return None
    first = known[0]
    whole = len(known) == len(rulings)
    if whole and agree(known):
        agreed = _agreed(known)
        return waiting_for(agreed) if split else agreed
    log: list[str] = []
    for tokens in zip(*(r.log for r in known), strict=False):
        if not whole or not alike(tokens) or tokens[0].startswith("NEXT("):  # who is next comes with the answer
            break
        log.append(tokens[0])
    return Ruling(
        of=first.of,
        legal=first.legal if whole and alike([r.legal for r in known]) else None,
        fouls=sure_fouls(known) if whole else (),
        spot=tuple(s for s in first.spot if whole and all(s in r.spot for r in known)),
        score=_score_of(known, score, whole),
        over=first.over if whole and alike([r.over for r in known]) else None,
        log=tuple(log),
        private_to=first.private_to,
    )
