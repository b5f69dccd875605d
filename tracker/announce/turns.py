"""Who comes to the table, and with what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from callshot.tracker.announce.grammar import ball_key
from callshot.tracker.announce.scores import needs_one
from callshot.tracker.announce.tokens import Token
from callshot.tracker.announce.voice import Voice, list_of, mapping_of, text_of

Record = Mapping[str, object]

_SOLIDS: Final = frozenset(str(n) for n in range(1, 8))
_STRIPES: Final = frozenset(str(n) for n in range(9, 16))
_TO_BREAK: Final = frozenset({"safety", "called", "break", "pass"})
"""Choices after which the opening break comes."""


def turn_lines(record: Record, tokens: Sequence[Token], voice: Voice) -> list[str]:
    """Who plays, with the cue ball how, on which balls, with which choice."""
    coming = mapping_of(record.get("next"))
    names = {token.name for token in tokens}
    if "REPLAY_LAG" in names:
        return []
    if not coming:
        return [voice.tell("next-lag")] if _lag_is_next(record, names, voice) else []
    player = text_of(coming.get("player"))
    chosen = {token.fields["option"] for token in tokens if token.name == "CHOICE"}
    if _opens(record, names, chosen, voice):
        said = [voice.tell("next-break", player=voice.name(player))]
    else:
        said = [_turn(record, coming, bool(chosen), voice)]
        if not chosen & {"kitchen", "anywhere"}:  # the choice has just said it
            said.extend(_in_hand(coming.get("cue_ball"), voice))
        is_open = mapping_of(mapping_of(record.get("score")).get(player)).get("group", "unknown") is None
        said.extend(_ball_on([ball_key(ball) for ball in list_of(coming.get("ball_on"))], is_open, voice))
    if options := list_of(coming.get("options")):
        said.append(voice.tell("next-options", options=voice.options(options)))
    if needs_one(mapping_of(record.get("score")), player, voice.context):
        said.append(voice.tell("score-one-to-win", player=voice.name(player)))
    return said


def _turn(record: Record, coming: Record, chosen: bool, voice: Voice) -> str:
    player, stroke = text_of(coming.get("player")), coming.get("stroke_no")
    if not isinstance(stroke, int) or stroke < 2:
        stroke = None
    if stroke and voice.context.game == "congestion":  # only there are the strokes of an inning counted
        return voice.tell("next-stroke", player=voice.name(player), n=stroke)
    again = player == voice.context.shooter and record.get("of") is not None and not chosen
    again = again and (stroke is not None or coming.get("stroke_no") is None)
    return voice.tell("next-again" if again else "next-player", player=voice.name(player))


def _opens(record: Record, names: set[str], chosen: set[str], voice: Voice) -> bool:
    """Whether the next stroke is an opening break."""
    if mapping_of(record.get("over")).get("what") == "rack" or chosen & _TO_BREAK:
        return True
    return "RERACK" in names and not voice.context.game.startswith("141")  # there a run goes on from a new rack


def _lag_is_next(record: Record, names: set[str], voice: Voice) -> bool:
    """A rack has ended and nobody is to break, nor to choose: HU-II.1.e, the lag before the deciding set."""
    ended = mapping_of(record.get("over")).get("what") == "rack" and set_of_pool(voice)
    return ended and not names & {"OPTIONS", "NEXT"}


def set_of_pool(voice: Voice) -> bool:
    """A game whose racks are counted and that begins with a lag."""
    return voice.context.game.startswith(("8ball", "9ball", "141"))


def _in_hand(cue_ball: object, voice: Voice) -> list[str]:
    if isinstance(cue_ball, Mapping):
        return [
            voice.tell(f"next-{how}-named", named=voice.ball(ball))
            for ball, how in cue_ball.items()
            if voice.knows(f"next-{how}-named")
        ]
    return [voice.tell(f"next-{cue_ball}")] if voice.knows(f"next-{cue_ball}") else []


def _ball_on(balls: Sequence[str], is_open: bool, voice: Voice) -> list[str]:
    """The one ball, or the group; not on an open table, even where only balls of one group are left."""
    if len(balls) == 1:
        return [voice.tell("next-on-ball", ball=balls[0])]
    if voice.context.game.startswith("8ball") and balls and not is_open:
        for group, key in ((_SOLIDS, "next-on-solids"), (_STRIPES, "next-on-stripes")):
            if set(balls) <= group:
                return [voice.tell(key)]
    return []
