"""From a ruling to what a referee says of it: short for the ear, whole for the page.

In the order of a referee: where balls go back, fouls with their reason, what else happened, the score, who is next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from callshot.rules.records import ruling_record
from callshot.rules.ruling import Ruling
from callshot.tracker.announce.context import Context
from callshot.tracker.announce.grammar import ball_key
from callshot.tracker.announce.log_lines import Line, gather, say_line
from callshot.tracker.announce.places import Place, places
from callshot.tracker.announce.scores import needs_one, score_lines
from callshot.tracker.announce.tokens import parse_log
from callshot.tracker.announce.voice import Voice, list_of, mapping_of, text_of

Record = Mapping[str, object]

_SPOKEN: Final = frozenset(
    {"SCORE", "PENALTY", "OWES", "PAID", "WHAMMY", "GIVE", "TAKE", "SWAP", "RETURN", "REMOVE", "PREDICTION_MET",
     "PREDICTION_MISSED", "OUT", "BUST", "DISQUALIFIED", "CLAIM_REJECTED", "COIN_FLIP", "END_OF_BALLS",
     "STROKE_WHILE_STUCK", "GROUPS", "CALL_MISSED", "WARN", "CHOICE", "RERACK", "PLACE", "LAG", "REPLAY_LAG", "DRAW",
     "LOSS", "RACK", "WIN", "SPOT"}
)  # fmt: skip
"""Tokens that are said aloud; the others stand on the page only."""

_BALL_NAMED: Final = frozenset(
    {"touched_ball", "object_ball_off_table", "jumped_object_ball", "frozen_ball_not_driven", "returned_by_object",
     "third_ball_disturbed", "touched_ball_while_sticking"}
)  # fmt: skip
"""Fouls where the ear wants to know which ball; elsewhere it is plain."""

_SOLIDS: Final = frozenset(str(n) for n in range(1, 8))
_STRIPES: Final = frozenset(str(n) for n in range(9, 16))


def announce(ruling: Ruling | Record, context: Context, langs: Sequence[str]) -> list[dict[str, str]]:
    """What is said aloud: `[{"lang", "text"}]`, empty for a private ruling and where there is nothing to say.

    While a question can still change the ruling, only that is said. Raises CatalogueError for an unknown language.
    """
    record = _record(ruling)
    if record.get("private_to") is not None:
        return []
    said = [(lang, " ".join(_short(record, Voice(lang, context, aloud=True)))) for lang in langs]
    return [{"lang": lang, "text": text} for lang, text in said if text]


def explain(ruling: Ruling | Record, context: Context, langs: Sequence[str]) -> list[dict[str, object]]:
    """The whole ruling for the page: `[{"lang", "lines": [...]}]`, every foul with its clause."""
    record = _record(ruling)
    return [{"lang": lang, "lines": _long(record, Voice(lang, context, aloud=False))} for lang in langs]


def _record(ruling: Ruling | Record) -> Record:
    return ruling_record(ruling, 0.0) if isinstance(ruling, Ruling) else ruling


def _short(record: Record, voice: Voice) -> list[str]:
    if _is_open(record):
        return [voice.tell("ruling-open")]
    score = mapping_of(record.get("score"))
    coming = _next(record, voice)
    known = voice.context.said
    fresh = record if known is None else _fresh(record, known)
    said = [
        *_spots(record, voice, 0 if known is None else len(known.spot)),
        *_fouls(fresh, voice),
        *[say_line(line, voice) for line in _lines(fresh, voice) if _is_spoken(line, record)],
        *(score_lines(score, voice, only_changes=True, before=None if known is None else known.score)),
        *_over(fresh, voice),
    ]
    player = mapping_of(record.get("next")).get("player")
    if said or record.get("of") is not None or player != voice.context.shooter:
        said += coming  # an input that changed nothing (a secret number, say) does not say again who is at the table
    if said and voice.context.replaces:
        said.insert(0, voice.tell("ruling-correction"))
    return said


def _fresh(record: Record, known: Ruling) -> Record:
    """What a ruling says beyond the one that was said before it and still holds."""
    over = None if known.over is not None else record.get("over")
    return {**record, "fouls": [], "over": over, "log": list_of(record.get("log"))[len(known.log) :]}


def _long(record: Record, voice: Voice) -> list[str]:
    lines = [voice.tell("ruling-open")] if _is_open(record) else []
    if record.get("legal") is True and record.get("of") is not None and not list_of(record.get("fouls")):
        lines.append(voice.tell("ruling-legal"))
    lines.extend(_spots(record, voice))
    for foul in map(mapping_of, list_of(record.get("fouls"))):
        reason = voice.tell("foul-with-clause", reason=_foul(foul, voice, True), clause=text_of(foul.get("clause")))
        lines.append(_foul_sentence(reason, voice))
    has_next = bool(mapping_of(record.get("next")))
    for line in _lines(record, voice):
        if line.token.name == "FOUL" or (line.token.name in ("NEXT", "IN_HAND") and has_next):
            continue
        if line.token.name == "SPOT" and list_of(record.get("spot")):
            continue
        lines.append(say_line(line, voice))
    lines.extend(score_lines(mapping_of(record.get("score")), voice, only_changes=False))
    return [*lines, *_over(record, voice), *_next(record, voice)]


def _is_open(record: Record) -> bool:
    return record.get("legal") is None and record.get("of") is not None and not mapping_of(record.get("over"))


def _lines(record: Record, voice: Voice) -> list[Line]:
    return gather(parse_log([str(token) for token in list_of(record.get("log"))], voice.context.players))


def _is_spoken(line: Line, record: Record) -> bool:
    name, fields = line.token.name, line.token.fields
    if name == "FOUL_RUN":  # the duty to warn: said where no warning of its own stands in the log
        return int(fields["n"]) == 2 and not any(str(t).startswith("WARN(") for t in list_of(record.get("log")))
    if name not in _SPOKEN:
        return False
    if name in ("SPOT", "PLACE"):
        spotted = {ball_key(mapping_of(spot).get("ball")) for spot in list_of(record.get("spot"))}
        return not {ball_key(ball) for ball in line.balls} <= spotted
    if name == "OUT":
        return fields["reason"] != "disqualified"
    if name in ("WIN", "RACK", "LOSS"):
        return not mapping_of(record.get("over"))
    return True


def _spots(record: Record, voice: Voice, known: int = 0) -> list[str]:
    """Where balls go back; the first `known` of them were said before."""
    spots = []
    for spot in map(mapping_of, list_of(record.get("spot"))):
        x, y = spot.get("x"), spot.get("y")
        if isinstance(x, int | float) and isinstance(y, int | float):
            spots.append((text_of(spot.get("ball")), float(x), float(y)))
    if not spots:
        return []
    named = [_place(place, voice) for place in places(spots, voice.context.table)][known:]
    return [] if not named else [voice.tell("spot-list", places=", ".join(named))]


def _place(place: Place, voice: Voice) -> str:
    return voice.tell(f"place-{place.key}", ball=place.ball, cm=place.cm, across=place.across)


def _fouls(record: Record, voice: Voice) -> list[str]:
    fouls = [mapping_of(foul) for foul in list_of(record.get("fouls"))]
    codes = [foul.get("code") for foul in fouls]
    reasons = [_foul(f, voice, f.get("code") in _BALL_NAMED or codes.count(f.get("code")) > 1) for f in fouls]
    return [_foul_sentence("; ".join(dict.fromkeys(reasons)), voice)] if reasons else []


def _foul(foul: Record, voice: Voice, with_ball: bool) -> str:
    reason = voice.foul(foul.get("code"))
    ball = foul.get("ball")
    return voice.tell("foul-with-ball", reason=reason, ball=ball) if with_ball and ball is not None else reason


def _foul_sentence(reasons: str, voice: Voice) -> str:
    shooter = voice.context.shooter
    if shooter is None:
        return voice.tell("say-foul-nobody", reasons=reasons)
    return voice.tell("say-foul", player=voice.name(shooter), reasons=reasons)


def _over(record: Record, voice: Voice) -> list[str]:
    over = mapping_of(record.get("over"))
    if not over:
        return []
    reason, winner = voice.reason(over.get("reason")), over.get("winner")
    if winner is None:
        return [voice.tell("over-nobody", reason=reason)]
    key = "over-match" if over.get("what") == "match" else "over-rack"
    return [voice.tell(key, winner=voice.name(winner), reason=reason)]


def _next(record: Record, voice: Voice) -> list[str]:
    coming = mapping_of(record.get("next"))
    if not coming:
        return []
    player, stroke = text_of(coming.get("player")), coming.get("stroke_no")
    again = player == voice.context.shooter and record.get("of") is not None
    if isinstance(stroke, int) and stroke > 1:
        said = [voice.tell("next-stroke", player=voice.name(player), n=stroke)]
    else:
        said = [voice.tell("next-again" if again and not stroke else "next-player", player=voice.name(player))]
    said.extend(_in_hand(coming.get("cue_ball"), voice))
    said.extend(_ball_on([ball_key(ball) for ball in list_of(coming.get("ball_on"))], voice))
    if options := list_of(coming.get("options")):
        said.append(voice.tell("next-options", options=voice.options(options)))
    if needs_one(mapping_of(record.get("score")), player, voice.context):
        said.append(voice.tell("score-one-to-win", player=voice.name(player)))
    return said


def _in_hand(cue_ball: object, voice: Voice) -> list[str]:
    if isinstance(cue_ball, Mapping):
        return [
            voice.tell(f"next-{how}-named", named=voice.ball(ball))
            for ball, how in cue_ball.items()
            if voice.knows(f"next-{how}-named")
        ]
    return [voice.tell(f"next-{cue_ball}")] if voice.knows(f"next-{cue_ball}") else []


def _ball_on(balls: Sequence[str], voice: Voice) -> list[str]:
    if len(balls) == 1:
        return [voice.tell("next-on-ball", ball=balls[0])]
    if voice.context.game.startswith("8ball") and balls:
        for group, key in ((_SOLIDS, "next-on-solids"), (_STRIPES, "next-on-stripes")):
            if set(balls) <= group:
                return [voice.tell(key)]
    return []
