"""The score in words, as each game counts it: points, racks, or the balls somebody holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from callshot.tracker.announce.context import Context
from callshot.tracker.announce.voice import Voice, list_of, mapping_of


def score_lines(score: Mapping[str, object], voice: Voice, *, only_changes: bool) -> list[str]:
    """For the ear only what changed since the score was last said; for the page everything."""
    before = voice.context.previous_score
    shown = _changed(score, before) if only_changes else tuple(score)
    lines: list[str] = []
    stash = [p for p in shown if "stash" in mapping_of(score[p])]
    points = [p for p in shown if "points" in mapping_of(score[p]) and p not in stash]
    if points:
        each = [_points(p, mapping_of(score[p])["points"], voice) for p in points]
        lines.append(voice.tell("score-list", scores=", ".join(each)))
    if stash:
        each = [_stash(p, mapping_of(score[p]), voice) for p in stash]
        lines.append(voice.tell("score-list", scores="; ".join(each)))
    if not only_changes:
        lines.extend(_debts(p, mapping_of(score[p]), voice) for p in stash if list_of(mapping_of(score[p]).get("owes")))
    return lines


def rack_lines(score: Mapping[str, object], voice: Voice, *, only_changes: bool) -> list[str]:
    """The racks of a match, of everybody where anybody's changed."""
    before = voice.context.previous_score
    racks = [p for p in score if "racks" in mapping_of(score[p])]
    if not racks or (only_changes and all(_racks(score, p) == _racks(before, p) for p in racks)):
        return []
    each = [voice.tell("score-racks", player=voice.name(p), n=_racks(score, p)) for p in racks]
    return [voice.tell("score-racks-list", scores=", ".join(each))]


def needs_one(score: Mapping[str, object], player: str | None, context: Context) -> bool:
    """14.1: whether the player needs one more ball to win."""
    entry = mapping_of(score.get(player or ""))
    return context.target is not None and context.game.startswith("141") and entry.get("points") == context.target - 1


def _changed(score: Mapping[str, object], before: Mapping[str, object]) -> tuple[str, ...]:
    def told(scores: Mapping[str, object], player: str) -> tuple[object, ...]:
        entry = mapping_of(scores.get(player))
        stash = tuple(sorted(str(ball) for ball in list_of(entry.get("stash"))))
        return (stash,) if "stash" in mapping_of(score[player]) else (entry.get("points", 0),)

    return tuple(player for player in score if told(score, player) != told(before, player))


def _points(player: str, points: object, voice: Voice) -> str:
    if isinstance(points, int) and points < 0:  # a sign may be lost in speech
        return voice.tell("score-points-minus", player=voice.name(player), n=-points)
    return voice.tell("score-points", player=voice.name(player), n=points)


def _racks(score: Mapping[str, object], player: str) -> object:
    return mapping_of(score.get(player)).get("racks", 0)


def _stash(player: str, entry: Mapping[str, object], voice: Voice) -> str:
    held = list_of(entry.get("stash"))
    if not held:
        return voice.tell("score-stash-none", player=voice.name(player))
    return voice.tell("score-stash", player=voice.name(player), balls=len(held), n=entry.get("points", 0))


def _debts(player: str, entry: Mapping[str, object], voice: Voice) -> str:
    creditors: Sequence[object] = [list_of(debt)[0] for debt in list_of(entry.get("owes")) if list_of(debt)]
    whom = [voice.tell("score-table") if c == "TABLE" else voice.name(c) for c in creditors]
    return voice.tell("score-owes", player=voice.name(player), whom=", ".join(whom)) + "."
