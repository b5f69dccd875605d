"""How a rack, a set or a match ended, in words, and the points that were reached in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from callshot.tracker.announce.tokens import Token
from callshot.tracker.announce.voice import Voice, mapping_of, text_of

Record = Mapping[str, object]

_OF_THE_LOSER: Final = frozenset(
    {"conceded", "left", "three_fouls", "eight_early", "eight_on_foul", "eight_wrong_pocket", "eight_off_table",
     "eight_with_last_ball", "eight_on_safety", "eight_not_called", "unsporting", "excluded", "disqualified",
     "fourth_whammy", "three_fouling_innings"}
)  # fmt: skip
"""Reasons that tell what the loser did: said of the winner, they would say that he did it."""


def end_lines(record: Record, tokens: Sequence[Token], voice: Voice) -> list[str]:
    """Who won and why; where the reason lies with the loser, who lost and why, and who won."""
    over = mapping_of(record.get("over"))
    if not over:
        return []
    code, winner = text_of(over.get("reason")), over.get("winner")
    reason = voice.reason(code)
    if winner is None:
        return [voice.tell("over-nobody", reason=reason)]
    key = "over-match" if over.get("what") == "match" else "over-set" if set_won(record, voice) else "over-rack"
    loser = _loser(text_of(winner), tokens, voice) if code in _OF_THE_LOSER else None
    if loser is None:
        return [voice.tell(key, winner=voice.name(winner), reason=reason)]
    return [voice.tell(f"{key}-lost", winner=voice.name(winner), loser=voice.name(loser), reason=reason)]


def _loser(winner: str, tokens: Sequence[Token], voice: Voice) -> str | None:
    told = next((t.fields["p"] for t in tokens if t.name == "LOSS"), None)
    others = [player for player in voice.context.players if player != winner]
    return told or (others[0] if len(others) == 1 else None)


def set_won(record: Record, voice: Voice) -> bool:
    """The rack won the set: the racks of the winner are counted from zero again."""
    over, score = mapping_of(record.get("over")), mapping_of(record.get("score"))
    winner = text_of(over.get("winner"))
    racks = mapping_of(score.get(winner)).get("racks")
    return over.get("what") == "rack" and racks == 0 and not voice.context.game.startswith("141")


def reached(record: Record, tokens: Sequence[Token], voice: Voice) -> Mapping[str, object] | None:
    """14.1, a rack won within a match: the points that were reached, where the score already counts the next rack."""
    over = mapping_of(record.get("over"))
    if over.get("what") != "rack" or not voice.context.game.startswith("141"):
        return None
    points: dict[str, int] = {}
    for token in tokens:
        if token.name == "POINTS":
            player = token.fields["p"]
            before = points.get(player, mapping_of(voice.context.standing.get(player)).get("points"))
            if isinstance(before, int):
                points[player] = before + int(token.fields["n"])
    return {player: {"points": n} for player, n in points.items()}
