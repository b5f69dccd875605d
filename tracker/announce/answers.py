"""The candidates of a question in words: none of them is ever shown as the record writes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from callshot.rules.records import event_record
from callshot.rules.vocabulary import CUSHIONS, LABELS, POCKETS, StrokeEvent
from callshot.tracker.announce.context import Context
from callshot.tracker.announce.grammar import Words, ball_key
from callshot.tracker.announce.voice import Voice, list_of, text_of

Record = Mapping[str, object]

_COUNTS: Final = frozenset({"object_balls_to_rail", "rails_after_contact", "feet", "pea_value", "prediction"})
"""Facts whose numbers are no balls."""
_NONE: Final = {"removal": "choice-decline", "lag_rest_distance": "choice-undecided"}
"""What null means, by the purpose or the fact, where it is not that there was none."""
_WORDS: Final = {"groups": "option-", "returned_to_table": "via-"}
"""How the keys of a fact's own words begin; else `word-`, then `option-`."""


def choice_text(value: object, record: Record, voice: Voice) -> str:
    """One candidate in words."""
    about, purpose = text_of(record.get("about")), text_of(record.get("purpose"))
    if about.startswith("events["):
        return _of_event(value, voice.context.event_asked(record), voice)
    if value is None:
        return voice.tell(_NONE.get(purpose) or _NONE.get(about) or "choice-none")
    if isinstance(value, bool):
        return voice.tell("choice-yes" if value else "choice-no")
    if isinstance(value, Mapping):
        return _identity_text(value, voice) if about == "ball_identity" else _map_text(value, about, voice)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _list_text(value, about, voice)
    if value == "system" and about == "pea_value":
        return voice.tell("choice-system")
    return _word(value, about, voice)


def _word(value: object, about: str, voice: Voice) -> str:
    """A player, a ball, a pocket, a cushion, or a word of the fact's own."""
    text = str(value)
    if text in voice.context.players:
        return text
    if isinstance(value, str) and about not in _COUNTS and _is_ball(text):
        return voice.ball(text)
    if text in POCKETS:
        return voice.tell("event-pocket", named="", pocket=text).strip()
    if text in CUSHIONS:
        return voice.tell("event-cushion", named="", cushion=text).strip(" :")
    for start in (_WORDS.get(about, "word-"), "word-", "option-"):
        if voice.knows(start + text):
            return voice.tell(start + text)
    return text.replace("_", " ")


def _is_ball(value: object) -> bool:
    return isinstance(value, str) and ball_key(value) in LABELS


def _list_text(values: Sequence[object], about: str, voice: Voice) -> str:
    """Balls, pairs that begin with a ball, or a place."""
    if not values:
        return voice.tell("choice-none")
    if all(isinstance(v, int | float) and not isinstance(v, bool) for v in values):
        return ", ".join(f"{axis} {v} mm" for axis, v in zip("xy", values, strict=False))
    if all(isinstance(v, str) and v not in voice.context.players for v in values) and all(map(_is_ball, values)):
        if about == "first_contact" and len(values) > 1:
            return voice.tell("choice-at-once", balls=values)
        return voice.balls(values)
    return _joined([_part(v, about, voice) for v in values])


def _part(value: object, about: str, voice: Voice) -> str:
    if isinstance(value, Mapping):
        return _map_text(value, about, voice)
    if isinstance(value, str) or not isinstance(value, Sequence):
        return choice_text(value, {"about": about}, voice)
    if len(value) == 2 and _is_ball(value[0]):
        return _pair_text(str(value[0]), value[1], about, voice)
    return _list_text(value, about, voice)


def _pair_text(ball: str, other: object, about: str, voice: Voice) -> str:
    """A ball and its pocket, its cushion, the ball that it touches, how it came back; null: nobody knows which."""
    named = voice.ball(ball)
    if other is None:
        return voice.tell("event-pocket-bare", named=named) if about == "pocketed" else named
    if isinstance(other, str) and other in POCKETS:
        return voice.tell("event-pocket", named=named, pocket=other)
    if isinstance(other, str) and other in CUSHIONS:
        return voice.tell("event-cushion", named=named, cushion=other)
    if _is_ball(other) and about not in _COUNTS:
        return voice.tell("event-contact", balls=[ball, str(other)])
    return f"{named}: {_part(other, about, voice)}"


def _map_text(fields: Mapping[str, object], about: str, voice: Voice) -> str:
    """An event's fields, or what is said of each ball or name."""
    if _is_ball(fields.get("ball")):
        kinds = {"pocketed": "pocket", "off_table": "off-table", "jumped_over": "jump"}
        kind = {} if "kind" in fields or about not in kinds else {"kind": kinds[about]}
        return _event_text({**fields, **kind}, voice)
    told = []
    for key, value in fields.items():
        named = voice.ball(key) if _is_ball(key) else _word(key, about, voice)
        told.append(f"{named}: {_part(value, about, voice)}")
    return "; ".join(told) or voice.tell("choice-none")


def _joined(parts: Sequence[str]) -> str:
    return "; ".join([*parts[:1], *(part[:1].lower() + part[1:] for part in parts[1:])])


def _identity_text(balls: Mapping[str, object], voice: Voice) -> str:
    """Which ball is which, `{id: label}`: the ball itself where one is asked for, else a pair for each other one."""
    if len(balls) == 1:
        return voice.ball(next(iter(balls.values())))
    others = [(ball, label) for ball, label in balls.items() if ball_key(ball) != ball_key(label)]
    pairs = [voice.tell("choice-identity", ball=ball, other=label) for ball, label in others]
    return "; ".join(pairs) or voice.tell("choice-as-seen")


def _of_event(value: object, seen: Record | None, voice: Voice) -> str:
    """What an event of a stroke may have been: not at all, as it was seen, or with other fields."""
    if value is None:
        key = f"choice-not-{seen.get('kind')}" if seen is not None else ""
        return voice.tell(key if voice.knows(key) else "choice-nothing")
    if not isinstance(value, Mapping):
        return _part(value, "", voice)
    if seen is None or not value:
        return _event_text(value, voice)
    if value.get("kind", seen.get("kind")) != seen.get("kind"):
        return _event_text({"ball": seen.get("ball"), **value}, voice)
    return _event_text({**seen, **value}, voice)


def event_text(event: StrokeEvent, language: str, words: Words) -> str:
    """An event of a stroke in words: `The 5 into the left side pocket`."""
    game = "congestion" if words.whammies else "none"
    return _event_text(event_record(event), Voice(language, Context(game), aloud=False))


def _event_text(fields: Mapping[str, object], voice: Voice) -> str:
    """An event, or what of it is another than was seen: `{}` is the event as it was seen."""
    if not fields:
        return voice.tell("choice-happened")
    kind = text_of(fields.get("kind")) or _kind_of(fields)
    if not kind and fields.get("ball") is not None:
        return voice.ball(fields["ball"])
    key = f"event-{kind}" if kind != "pocket" or fields.get("pocket") else "event-pocket-bare"
    if not kind or not voice.knows(key):
        return voice.tell("choice-otherwise")
    balls = [str(ball) for ball in (*list_of(fields.get("balls")), *list_of(fields.get("over")))]
    named = voice.ball(fields["ball"]) if fields.get("ball") is not None else ""
    text = voice.tell(
        key, named=named, balls=balls, pocket=text_of(fields.get("pocket")), cushion=text_of(fields.get("cushion"))
    )
    return text.strip(" :")


def _kind_of(fields: Mapping[str, object]) -> str:
    """The kind of event that has such fields."""
    for name, kind in (("pocket", "pocket"), ("cushion", "cushion"), ("balls", "contact"), ("over", "jump")):
        if fields.get(name):
            return kind
    return ""
