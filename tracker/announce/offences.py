"""Fouls in words, by the one who made them, and what three in a row cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from callshot.tracker.announce.grammar import ball_key
from callshot.tracker.announce.tokens import Token
from callshot.tracker.announce.voice import Voice, list_of, mapping_of, text_of

Record = Mapping[str, object]

BALL_NAMED: Final = frozenset(
    {"touched_ball", "object_ball_off_table", "jumped_object_ball", "frozen_ball_not_driven", "returned_by_object",
     "third_ball_disturbed", "touched_ball_while_sticking"}
)  # fmt: skip
"""Fouls where the ear wants to know which ball; elsewhere it is plain."""

_LAG_BALLS: Final = {"cuea": 0, "cueb": 1}
"""Whose ball it is at the lag: the seat in the order of turn."""


def charged(tokens: Sequence[Token]) -> str | None:
    """Whom the log charges with a foul; None where it leaves open who made it."""
    for token in tokens:
        costs = token.name == "PENALTY" or int(token.fields.get("n", "0")) * _SIGN.get(token.name, 0) > 0
        if costs and "p" in token.fields:
            return token.fields["p"]
    return None


def offender(tokens: Sequence[Token], voice: Voice) -> str | None:
    """Who fouled: whom the log charges with it, else who played the stroke."""
    return charged(tokens) or voice.context.shooter


_SIGN: Final = {"FOUL_RUN": 1, "POINTS": -1}


def foul_lines(fouls: Sequence[object], tokens: Sequence[Token], voice: Voice, *, clauses: bool = False) -> list[str]:
    """A sentence for each who fouled; with `clauses` one for each foul, under its clause."""
    records = [mapping_of(foul) for foul in fouls]
    codes = [foul.get("code") for foul in records]
    by: dict[str | None, list[str]] = {}
    lines: list[str] = []
    for foul in records:
        code = text_of(foul.get("code"))
        seat = _LAG_BALLS.get(text_of(foul.get("ball"))) if code.startswith("lag_") else None
        at_lag = seat is not None and seat < len(voice.context.players)
        who = voice.context.players[seat] if at_lag and seat is not None else offender(tokens, voice)
        ball = ball_key(foul.get("ball"))
        plain = not clauses or ball == "cue"
        crazy = ball == "crazy-cue" and voice.knows(f"foul-{code}-ball")
        with_ball = not at_lag and (not plain or code in BALL_NAMED or codes.count(code) > 1 or crazy)
        reason = foul_text(foul, voice, with_ball)
        if clauses:
            reason = voice.tell("foul-with-clause", reason=reason, clause=text_of(foul.get("clause")))
            lines.append(_sentence(who, reason, voice))
        elif with_ball or reason not in by.get(who, ()):  # two balls of one number off the table are two fouls
            by.setdefault(who, []).append(reason)
    return lines + [_sentence(who, "; ".join(reasons), voice) for who, reasons in by.items()]


def foul_text(foul: Record, voice: Voice, with_ball: bool) -> str:
    """`scratch`; with the ball `the 5 touched`, in words of the foul's own where the language has them."""
    reason, ball, own = voice.foul(foul.get("code")), foul.get("ball"), f"foul-{foul.get('code')}-ball"
    if not with_ball or ball is None:
        return reason
    return voice.tell(own, ball=ball) if voice.knows(own) else voice.tell("foul-with-ball", reason=reason, ball=ball)


def _sentence(who: str | None, reasons: str, voice: Voice) -> str:
    if who is None:
        return voice.tell("say-foul-nobody", reasons=reasons)
    return voice.tell("say-foul", player=voice.name(who), reasons=reasons)


def third_foul_lines(record: Record, tokens: Sequence[Token], voice: Voice) -> list[str]:
    """What the third foul in a row costs where it costs points (14.1); a rack lost is told with its end."""
    third = next((t.fields["p"] for t in tokens if t.name == "FOUL_RUN" and int(t.fields["n"]) >= 3), None)
    taken = [-int(t.fields["n"]) for t in tokens if t.name == "POINTS" and t.fields["p"] == third]
    if third is None or not taken or taken[-1] <= 0 or not list_of(record.get("fouls")):
        return []
    return [voice.tell("say-third-foul", n=taken[-1])]


def unsporting_lines(record: Record, tokens: Sequence[Token], voice: Voice) -> list[str]:
    """Points that a player loses without a stroke and without a foul: what he lost them for (14.1)."""
    if record.get("of") is not None or list_of(record.get("fouls")):
        return []
    taken = [(t.fields["p"], -int(t.fields["n"])) for t in tokens if t.name == "POINTS" and int(t.fields["n"]) < 0]
    return [voice.tell("say-unsporting", player=voice.name(player), n=n) for player, n in taken]
