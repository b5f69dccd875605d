"""From a question to how it is put, with its candidates in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from callshot.rules.records import event_record, question_record
from callshot.rules.ruling import Question
from callshot.rules.vocabulary import LABELS, POCKETS, StrokeEvent
from callshot.tracker.announce.context import Context
from callshot.tracker.announce.grammar import Words, ball_key
from callshot.tracker.announce.voice import Voice, list_of, text_of

Record = Mapping[str, object]

_BALLS_ABOUT = frozenset({"chosen_ball", "called_ball", "first_contact", "nearest_to_head_string", "struck",
                          "cue_ball_struck", "ball_identity", "pocketed", "off_table", "jumped_over",
                          "reposition_choice"})  # fmt: skip
_NONE: Final = {"removal": "choice-decline", "lag_rest_distance": "choice-undecided"}
"""What null means, by the purpose or the fact, where it is not that there was none."""


def announce_question(question: Question | Record, context: Context, langs: Sequence[str]) -> list[dict[str, str]]:
    """What is said aloud of a question: `[{"lang", "text"}]`; nothing of a private one."""
    record = _record(question)
    if record.get("private_to") is not None:
        return []
    return [{"lang": lang, "text": _put(record, Voice(lang, context, aloud=True))} for lang in langs]


def ask(question: Question | Record, context: Context, langs: Sequence[str]) -> list[dict[str, object]]:
    """For the page: `[{"lang", "text", "choices": [{"value", "text"}]}]`."""
    record = _record(question)
    out: list[dict[str, object]] = []
    for lang in langs:
        voice = Voice(lang, context, aloud=False)
        choices = [
            {"value": value, "text": choice_text(value, record, voice)} for value in list_of(record.get("candidates"))
        ]
        out.append({"lang": lang, "text": _put(record, voice), "choices": choices})
    return out


def _record(question: Question | Record) -> Record:
    return question_record(question, 0.0) if isinstance(question, Question) else question


def _put(record: Record, voice: Voice) -> str:
    about, purpose, opponent = (text_of(record.get(key)) for key in ("about", "purpose", "opponent"))
    keys = [f"ask-{about}-{purpose}-opponent"] if opponent else []
    keys += [f"ask-{about}-{purpose}", f"ask-{about}"] + (["ask-event"] if about.startswith("events[") else [])
    key = next((key for key in keys if voice.knows(key)), "ask-unknown")
    question = voice.tell(key, about=about.replace("_", " "), opponent=voice.name(opponent))
    if record.get("asks") == "player" and record.get("player") is not None:
        return voice.tell("ask-player", player=voice.name(record["player"]), question=question)
    return voice.tell("ask-referee", question=question)


def choice_text(value: object, record: Record, voice: Voice) -> str:
    """One candidate in words."""
    about, purpose = text_of(record.get("about")), text_of(record.get("purpose"))
    if value is None:
        own = _NONE.get(purpose) or _NONE.get(about)
        return voice.tell(own or ("choice-nothing" if about.startswith("events[") else "choice-none"))
    if isinstance(value, bool):
        return voice.tell("choice-yes" if value else "choice-no")
    if isinstance(value, Mapping):
        return _identity_text(value, voice) if about == "ball_identity" else _event_text(value, voice)
    if isinstance(value, Sequence) and not isinstance(value, str):
        balls = [str(ball) for ball in value]
        if not balls:
            return voice.tell("choice-none")
        if about == "first_contact" and len(balls) > 1:
            return voice.tell("choice-at-once", balls=balls)
        return voice.balls(balls)
    if value == "system" and about == "pea_value":
        return voice.tell("choice-system")
    text = str(value)
    if text in voice.context.players:
        return text
    if about in _BALLS_ABOUT and ball_key(text) in LABELS:
        return voice.ball(text)
    if about == "called_pocket" and text in POCKETS:
        return voice.tell("event-pocket", named="", pocket=text).strip()
    if voice.knows(f"via-{text}") and about == "returned_to_table":
        return voice.tell(f"via-{text}")
    return voice.option(text)


def _identity_text(balls: Mapping[str, object], voice: Voice) -> str:
    """Which ball is which, `{id: label}`: the ball itself where one is asked for, else a pair for each other one."""
    if len(balls) == 1:
        return voice.ball(next(iter(balls.values())))
    others = [(ball, label) for ball, label in balls.items() if ball_key(ball) != ball_key(label)]
    pairs = [voice.tell("choice-identity", ball=ball, other=label) for ball, label in others]
    return "; ".join(pairs) or voice.tell("choice-as-seen")


def event_text(event: StrokeEvent, language: str, words: Words) -> str:
    """An event of a stroke in words: `The 5 into the left side pocket`."""
    game = "congestion" if words.whammies else "none"
    return _event_text(event_record(event), Voice(language, Context(game), aloud=False))


def _event_text(fields: Mapping[str, object], voice: Voice) -> str:
    """An event, or what of it is another than was seen: `{}` is the event as it was seen."""
    if not fields:
        return voice.tell("choice-happened")
    kind = text_of(fields.get("kind")) or _kind_of(fields)
    if not kind and fields.keys() == {"ball"}:
        return voice.ball(fields["ball"])
    key = f"event-{kind}" if kind != "pocket" or fields.get("pocket") else "event-pocket-bare"
    if not kind or not voice.knows(key):
        return ", ".join(f"{name} {text_of(value)}" for name, value in fields.items())
    balls = [str(ball) for ball in (*list_of(fields.get("balls")), *list_of(fields.get("over")))]
    named = voice.ball(fields["ball"]) if fields.get("ball") is not None else ""
    text = voice.tell(
        key, named=named, balls=balls, pocket=text_of(fields.get("pocket")), cushion=text_of(fields.get("cushion"))
    )
    return text.strip(" :")


def _kind_of(fields: Mapping[str, object]) -> str:
    return next((kind for kind in ("pocket", "cushion") if fields.get(kind) is not None), "")
