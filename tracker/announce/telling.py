"""From a ruling to what a referee says of it: short for the ear, whole for the page.

In the order of a referee: where balls go back, fouls with their reason, what else happened, the score, who is next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from callshot.rules.records import ruling_record
from callshot.rules.ruling import Ruling
from callshot.tracker.announce.context import Context
from callshot.tracker.announce.ends import end_lines, reached, set_won
from callshot.tracker.announce.grammar import ball_key
from callshot.tracker.announce.log_lines import Line, gather, say_line
from callshot.tracker.announce.offences import foul_lines, third_foul_lines, unsporting_lines
from callshot.tracker.announce.scores import rack_lines, score_lines
from callshot.tracker.announce.spots import Spot, spot_lines, spots_of
from callshot.tracker.announce.tokens import Token, parse_log
from callshot.tracker.announce.turns import turn_lines
from callshot.tracker.announce.voice import Voice, list_of, mapping_of

Record = Mapping[str, object]

_SPOKEN: Final = frozenset(
    {"SCORE", "PENALTY", "OWES", "PAID", "WHAMMY", "GIVE", "TAKE", "SWAP", "RETURN", "REMOVE", "PREDICTION_MET",
     "PREDICTION_MISSED", "OUT", "BUST", "DISQUALIFIED", "CLAIM_REJECTED", "COIN_FLIP", "END_OF_BALLS",
     "STROKE_WHILE_STUCK", "GROUPS", "CALL_MISSED", "WARN", "CHOICE", "RERACK", "PLACE", "LAG", "REPLAY_LAG", "DRAW",
     "LOSS", "RACK", "WIN", "SPOT"}
)  # fmt: skip
"""Tokens that are said aloud; the others stand on the page only."""

_ANNOUNCED: Final = frozenset({"CALL", "SAFETY", "PUSH_OUT"})
"""What a player announces himself before his stroke: nothing is said to it."""


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
    context = voice.context
    if context.taken_back:
        return _where_it_stands(record, voice)
    if _is_open(record):
        stuck = [line for line in gather(_tokens(record, voice)) if line.token.name == "STROKE_WHILE_STUCK"]
        why = [say_line(line, voice) for line in stuck] or [voice.tell("ruling-open")]
        return [*_heading(record, voice), *why]
    before = context.corrects or context.said
    fresh = record if before is None else _fresh(record, before)
    tokens = _tokens(fresh, voice)
    said = [
        *_spots(fresh, voice),
        *_withdrawn(record, voice),
        *foul_lines(list_of(fresh.get("fouls")), _tokens(record, voice), voice),
        *third_foul_lines(fresh, _tokens(record, voice), voice),
        *unsporting_lines(fresh, tokens, voice),
        *[say_line(line, voice) for line in gather(tokens) if _is_spoken(line, record)],
        *_score(fresh, voice),
        *end_lines(fresh, _tokens(record, voice), voice),
        *_racks(fresh, voice),
    ]
    if not said and before is not None and record.get("next") == _record(before).get("next"):
        return []
    if not said and not context.latest and record.get("legal") is True:
        said = [voice.tell("stroke-legal", n=record.get("of")) + "."]  # it was open while play went on
    return [*_heading(record, voice), *said, *_turn(record, tokens, bool(said), voice)]


def _where_it_stands(record: Record, voice: Voice) -> list[str]:
    """After strokes were taken back: the score and who plays, not again how it came to that."""
    said = [voice.tell("ruling-undone")]
    if _is_open(record):
        return [*said, voice.tell("ruling-open")]
    tokens = _tokens(record, voice)
    over = [] if mapping_of(record.get("next")) else end_lines(record, tokens, voice)
    return [*said, *_score(record, voice), *over, *_racks(record, voice), *turn_lines(record, tokens, voice)]


def _heading(record: Record, voice: Voice) -> list[str]:
    if voice.context.corrects is None:
        return []
    if voice.context.latest:
        return [voice.tell("ruling-correction")]
    return [voice.tell("ruling-correction-of", n=record.get("of"))]


def _fresh(record: Record, before: Ruling) -> Record:
    """What a ruling says beyond the one that was said before it."""
    known = _record(before)
    seen = Counter(str(token) for token in list_of(known.get("log")))
    log = []
    for token in map(str, list_of(record.get("log"))):
        if seen[token] > 0:
            seen[token] -= 1
        else:
            log.append(token)
    told, fouls = list_of(known.get("fouls")), list_of(record.get("fouls"))
    if list(fouls[: len(told)]) == list(told):
        fouls = fouls[len(told) :]
    return {
        **record,
        "fouls": fouls,
        "spot": [spot for spot in list_of(record.get("spot")) if spot not in list_of(known.get("spot"))],
        "over": None if record.get("over") == known.get("over") else record.get("over"),
        "log": log,
    }


def _withdrawn(record: Record, voice: Voice) -> list[str]:
    """What was said before and does not hold any more, and nothing else takes its place."""
    if voice.context.corrects is None:
        return []
    wrong, said = _record(voice.context.corrects), []
    kept = Counter(ball for ball, _, _ in _places(record, voice))
    back = [*(Counter(ball for ball, _, _ in _places(wrong, voice)) - kept).elements()]
    if list_of(wrong.get("fouls")) and not list_of(record.get("fouls")):
        said.append(voice.tell("ruling-no-foul"))
    if back:
        said.append(voice.tell("spot-not", balls=back))
    if wrong.get("over") and not record.get("over"):
        said.append(voice.tell("ruling-goes-on"))
    out = [token.fields["p"] for token in _tokens(record, voice) if token.name == "OUT"]
    was_out = [token.fields["p"] for token in _tokens(wrong, voice) if token.name == "OUT"]
    return said + [voice.tell("ruling-still-in", player=voice.name(p)) for p in was_out if p not in out]


def _turn(record: Record, tokens: Sequence[Token], said: bool, voice: Voice) -> list[str]:
    """Who is next, unless a later stroke has been played, or a word that changed nothing would say it again."""
    if not voice.context.latest:
        return []
    waited = voice.context.said is not None and voice.context.said.next is None
    if record.get("of") is None and not said and not waited:
        announced = {token.name for token in tokens} & _ANNOUNCED
        if announced or mapping_of(record.get("next")).get("player") == voice.context.shooter:
            return []
    return turn_lines(record, tokens, voice)


def _score(record: Record, voice: Voice) -> list[str]:
    """What changed since the score was last said; of a rack that ends in this ruling, what was reached in it."""
    if not _score_is_told(record, voice):
        return []
    points = reached(record, _tokens(record, voice), voice)
    score = mapping_of(record.get("score")) if points is None else points
    return score_lines(score, voice, only_changes=True) + _groups(record, voice)


def _groups(record: Record, voice: Voice) -> list[str]:
    """8-ball: groups had been told and are open again in the same rack; or they hold again after an undo."""
    new_rack = mapping_of(record.get("over")) or "RERACK" in {token.name for token in _tokens(record, voice)}
    had, has = (
        [(player, group) for player, entry in score.items() if (group := mapping_of(entry).get("group"))]
        for score in (voice.context.previous_score, mapping_of(record.get("score")))
    )
    if voice.context.taken_back and has and not had:
        player, group = has[0]
        return [voice.tell(f"log-GROUPS-{group}", p=voice.name(player))]
    return [voice.tell("next-on-open")] if had and not has and not new_rack else []


def _racks(record: Record, voice: Voice) -> list[str]:
    """The racks where they changed; not of a set, which begins from none again, nor of a match of one rack."""
    score = mapping_of(record.get("score"))
    played = sum(n for n in (mapping_of(entry).get("racks") for entry in score.values()) if isinstance(n, int))
    of_one = played == 1 and mapping_of(record.get("over")).get("what") == "match"
    if not _score_is_told(record, voice) or set_won(record, voice) or of_one:
        return []
    return rack_lines(score, voice, only_changes=True)


def _score_is_told(record: Record, voice: Voice) -> bool:
    announced = {token.name for token in _tokens(record, voice)} & _ANNOUNCED
    return voice.context.latest and not (record.get("of") is None and announced)


def _long(record: Record, voice: Voice) -> list[str]:
    lines = [voice.tell("ruling-open")] if _is_open(record) else []
    if record.get("legal") is True and record.get("of") is not None and not list_of(record.get("fouls")):
        lines.append(voice.tell("ruling-legal"))
    tokens = _tokens(record, voice)
    lines.extend(_spots(record, voice))
    lines.extend(foul_lines(list_of(record.get("fouls")), tokens, voice, clauses=True))
    lines.extend(unsporting_lines(record, tokens, voice))
    has_next = bool(mapping_of(record.get("next")))
    for line in gather(tokens):
        if line.token.name == "FOUL" or (line.token.name in ("NEXT", "IN_HAND") and has_next):
            continue
        if line.token.name == "SPOT" and list_of(record.get("spot")):
            continue
        lines.append(say_line(line, voice))
    score = mapping_of(record.get("score"))
    lines += score_lines(score, voice, only_changes=False) + rack_lines(score, voice, only_changes=False)
    return [*lines, *end_lines(record, tokens, voice), *turn_lines(record, tokens, voice)]


def _is_open(record: Record) -> bool:
    return record.get("legal") is None and record.get("of") is not None and not mapping_of(record.get("over"))


def _tokens(record: Record, voice: Voice) -> list[Token]:
    return parse_log([str(token) for token in list_of(record.get("log"))], voice.context.players)


def _number_of(ball: object) -> str:
    """The log calls a crazy 8 by its number."""
    return ball_key(ball).replace("crazy-8", "8")


def _is_spoken(line: Line, record: Record) -> bool:
    name, fields = line.token.name, line.token.fields
    if name == "FOUL_RUN":  # the duty to warn: said where no warning of its own stands in the log
        return int(fields["n"]) == 2 and not any(str(t).startswith("WARN(") for t in list_of(record.get("log")))
    if name not in _SPOKEN:
        return False
    if name in ("SPOT", "PLACE"):
        spotted = {_number_of(mapping_of(spot).get("ball")) for spot in list_of(record.get("spot"))}
        return not {_number_of(ball) for ball in line.balls} <= spotted
    if name == "OUT":
        return fields["reason"] != "disqualified"
    if name in ("WIN", "RACK", "LOSS"):
        return not mapping_of(record.get("over"))
    return True


def _spots(record: Record, voice: Voice) -> list[str]:
    restored = record.get("of") is None and voice.context.game != "congestion"  # moved from outside: HU-I.23.2.e
    return spot_lines(_places(record, voice), restored, voice)


def _places(record: Record, voice: Voice) -> list[Spot]:
    return spots_of(record, copies=voice.context.game == "congestion")
