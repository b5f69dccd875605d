"""Going back: what an undo takes back, what a redo plays again, and a stroke ruled anew with all that came after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from callshot.rules.game import Event
from callshot.rules.vocabulary import Input, Stroke
from callshot.tracker.ledger import Ledger, Said

L = TypeVar("L", bound=Ledger)


def undo(ledger: L, event: Input) -> tuple[L, Said]:
    """Everything after stroke `to` is taken back; without `to`, the last stroke is. To 0: all of it."""
    strokes = {s.number: k for k, s in ledger.ruled_strokes()}
    numbers = list(strokes)
    to = event.values.get("to", numbers[-2] if len(numbers) > 1 else 0)
    if not ledger.entries:
        return ledger, Said(refused="undo: no stroke was made")
    if isinstance(to, bool) or not isinstance(to, int) or (to != 0 and to not in strokes):
        return ledger, Said(refused=f"undo: there is no stroke {to!r} to go back to")
    kept = 1 + strokes[to] if to else 0
    of_it = to != 0 and to == numbers[-1] and bool(dict(ledger.ruled_strokes())[strokes[to]].said)
    if of_it:  # no stroke came after it: what goes is what was said, of this stroke too
        kept -= 1
    taken_back = tuple(e.event for e in ledger.entries[kept:])
    fewer = replace(ledger, entries=ledger.entries[:kept], told={}, undone=(*ledger.undone, taken_back))
    if of_it:
        fewer, _, _ = fewer.play_again(replace(dict(ledger.ruled_strokes())[strokes[to]], said={}))
    fewer = replace(fewer, told=fewer.retold())
    return fewer, fewer.standing(to)


def redo(ledger: L, event: Input) -> tuple[L, Said]:
    """What the latest undo took back is played again; with `to`, all up to that stroke."""
    if not ledger.undone:
        return ledger, Said(refused="redo: nothing was taken back since the last stroke or word")
    *rest, back = ledger.undone
    to = event.values.get("to")
    if "to" in event.values:
        back = tuple(e for events in reversed(ledger.undone) for e in events)
        ends = next((k for k, e in enumerate(back) if isinstance(e, Stroke) and e.number == to), None)
        if isinstance(to, bool) or ends is None:
            return ledger, Said(refused=f"redo: no stroke {to!r} was taken back")
        back, rest = back[: ends + 1], [back[ends + 1 :]] if back[ends + 1 :] else []
    again, dropped = replace(ledger, undone=tuple(rest)), []
    for taken in back:
        bare = again.entries[-1].event if again.entries else None
        if isinstance(taken, Stroke) and bare == replace(taken, said={}):
            # The one that lost only what was said of it gives way to itself.
            again = replace(again, entries=again.entries[:-1])
        again, reason, more = again.play_again(taken)
        dropped += [reason] if reason else []
        dropped += more
    last = next((s.number for _, s in reversed(again.ruled_strokes())), 0)
    said = again.standing(last)
    return again, replace(said, dropped=tuple(dropped))


def rule_anew(ledger: L, facts: Mapping[str, object], nothing: str, of: int | None = None) -> tuple[L, Said]:
    """Rules the latest stroke (or stroke `of`) anew with what was said of it, and all that came after it."""
    found = next(((k, s) for k, s in reversed(ledger.ruled_strokes()) if of in (None, s.number)), None)
    if found is None:
        return ledger, Said(refused=nothing)
    place, stroke = found
    first: Event = replace(stroke, said={**stroke.said, **facts})
    again = replace(ledger, entries=ledger.entries[:place])
    asked = {q.id: q for q in ledger.open_questions}
    out = {id(e.event) for e in ledger.entries if e.kept_out}
    again, said = again.take(first)
    if said.refused is not None:
        return ledger, Said(refused=said.refused)
    dropped = list(said.dropped)
    for entry in ledger.entries[place + 1 :]:
        again, reason, more = again.play_again(entry.event)
        dropped += [reason] if reason and id(entry.event) not in out else []
        dropped += more
    changed = tuple(r for of, r in again.told.items() if of is not None and ledger.told.get(of) != r)
    questions = tuple(q for q in again.open_questions if asked.get(q.id) != q)
    return again, Said(changed, questions, dropped=tuple(dropped))
